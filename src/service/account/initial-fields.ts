// `initial_custom_fields` of a tracking request: checked at creation, stored, and given to the shipment and its
// containers once they exist.
import { isObject } from '../jsonapi/body.ts'
import { invalid, type Problem } from '../jsonapi/errors.ts'
import { plain, textsOf } from '../jsonapi/matching.ts'
import { linkedIdentifiers, type Identifier, type Records } from '../jsonapi/resource.ts'
import type { World } from '../world/world.ts'
import { verdictOf } from './field-values.ts'
import type { AccountStore, StoredInitialField } from './stored.ts'

const POINTER = '/data/attributes/initial_custom_fields'
const PARTS = [
  ['shipment', 'Shipment'],
  ['containers', 'Container'],
] as const
const MAX_FIELDS = 100

/** Throws all problems, each with its pointer. */
export function readInitialFields(account: AccountStore, sent: unknown): StoredInitialField[] {
  if (sent === undefined || sent === null) return []
  if (!isObject(sent))
    throw invalid([
      {
        pointer: POINTER,
        code: 'invalid',
        detail: 'Initial custom fields must have the form {shipment: [], containers: []}',
      },
    ])
  const problems: Problem[] = []
  const fields = PARTS.flatMap(([part, entityType]) => {
    const entries: unknown = sent[part] ?? []
    if (!Array.isArray(entries) || entries.length > MAX_FIELDS) {
      problems.push({
        pointer: `${POINTER}/${part}`,
        code: 'invalid',
        detail: `${part} must be a list of at most ${MAX_FIELDS} fields`,
      })
      return []
    }
    return entries.flatMap((entry: unknown, index) =>
      readOne(account, entityType, entry, `${POINTER}/${part}/${index}`, problems),
    )
  })
  if (problems.length > 0) throw invalid(problems)
  return fields
}

function readOne(
  account: AccountStore,
  entityType: string,
  entry: unknown,
  pointer: string,
  problems: Problem[],
): StoredInitialField[] {
  const { api_slug: slug, value, number = null } = isObject(entry) ? entry : {}
  const definition = account.definitions
    .all()
    .find((candidate) => candidate.entityType === entityType && candidate.apiSlug === slug)
  const verdict = definition ? verdictOf(account, definition, value ?? null) : null
  if (!definition)
    problems.push({
      pointer: `${pointer}/api_slug`,
      code: 'invalid',
      detail: 'There is no such field for this kind of record',
    })
  else if (verdict && 'problem' in verdict)
    problems.push({
      pointer: `${pointer}/value`,
      code: 'invalid',
      detail: `${definition.displayName} ${verdict.problem}`,
    })
  if (number !== null && typeof number !== 'string')
    problems.push({ pointer: `${pointer}/number`, code: 'invalid', detail: 'Number must be a string' })
  if (!definition || !verdict || 'problem' in verdict) return []
  return [
    {
      definition: definition.row,
      value: verdict.value,
      number: typeof number === 'string' && plain(number) !== '' ? plain(number) : null,
    },
  ]
}

/** Gives the stored values to shipments that exist now. Drops those of failed requests. */
export function applyInitialFields(account: AccountStore, world: World, worldMs: number): void {
  const waiting = account.initialFields.all()
  if (waiting.length === 0) return
  const records = world.at(worldMs)
  for (const { row, request, fields } of waiting) {
    const record = records.find('tracking_request', world.writtenRequestId(request))
    const [shipment] = linkedIdentifiers(record?.relationships?.['tracked_object'])
    if (shipment) for (const field of fields) addFieldsTo(account, records, shipment, field)
    if (shipment || record?.attributes?.['status'] === 'failed') account.initialFields.remove(row)
  }
}

function addFieldsTo(
  account: AccountStore,
  records: Records,
  shipment: Identifier,
  { definition, value, number }: StoredInitialField,
): void {
  // If the definition was deleted meanwhile, there is nothing to set.
  const entityType = account.definitions.get(definition)?.entityType
  const containers = linkedIdentifiers(records.find('shipment', shipment.id)?.relationships?.['containers'])
  const isNamedContainer = ({ type, id }: Identifier) => {
    const container = records.find(type, id)
    return number === null || (container !== null && textsOf(container, 'number').map(plain).includes(number))
  }
  const entities =
    entityType === 'Shipment' ? [shipment] : entityType === 'Container' ? containers.filter(isNamedContainer) : []
  const hasOne = ({ type, id }: Identifier) =>
    account.fields
      .all()
      .some((field) => field.definition === definition && field.entity.type === type && field.entity.id === id)
  // A value that the user set before the carrier reported one is not replaced.
  for (const { type, id } of entities)
    if (!hasOne({ type, id })) account.fields.add({ definition, entity: { type, id }, value })
}
