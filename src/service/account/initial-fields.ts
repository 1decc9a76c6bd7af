// The `initial_custom_fields` of a tracking request. The service checks and stores them when the request is created,
// and sets them on the shipment and its containers as soon as these exist.
import { isObject } from '../jsonapi/body.ts'
import { invalid, type Problem } from '../jsonapi/errors.ts'
import { normalizeText, getTexts } from '../jsonapi/matching.ts'
import { getLinkedIdentifiers, type Identifier, type Records } from '../jsonapi/resource.ts'
import type { World } from '../world/world.ts'
import { checkValue } from './field-values.ts'
import type { AccountStore, StoredInitialField } from './stored.ts'

const POINTER = '/data/attributes/initial_custom_fields'
const ENTITY_TYPE_BY_LIST = [
  ['shipment', 'Shipment'],
  ['containers', 'Container'],
] as const
const MAX_FIELDS = 100

/** Throws one error with all problems and their pointers. */
export function readInitialFields(account: AccountStore, value: unknown): StoredInitialField[] {
  if (value === undefined || value === null) return []
  if (!isObject(value))
    throw invalid([
      {
        pointer: POINTER,
        code: 'invalid',
        detail: 'Initial custom fields must have the form {shipment: [], containers: []}',
      },
    ])
  const problems: Problem[] = []
  const fields = ENTITY_TYPE_BY_LIST.flatMap(([listName, entityType]) => {
    const entries: unknown = value[listName] ?? []
    if (!Array.isArray(entries) || entries.length > MAX_FIELDS) {
      problems.push({
        pointer: `${POINTER}/${listName}`,
        code: 'invalid',
        detail: `${listName} must be a list of at most ${MAX_FIELDS} fields`,
      })
      return []
    }
    return entries.flatMap((entry: unknown, index) =>
      readInitialField(account, entityType, entry, `${POINTER}/${listName}/${index}`, problems),
    )
  })
  if (problems.length > 0) throw invalid(problems)
  return fields
}

/** Adds what is wrong to `problems`. Returns an empty list in that case. */
function readInitialField(
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
  const check = definition ? checkValue(account, definition, value ?? null) : null
  if (!definition)
    problems.push({
      pointer: `${pointer}/api_slug`,
      code: 'invalid',
      detail: 'There is no such field for this kind of record',
    })
  else if (check && 'problem' in check)
    problems.push({
      pointer: `${pointer}/value`,
      code: 'invalid',
      detail: `${definition.displayName} ${check.problem}`,
    })
  if (number !== null && typeof number !== 'string')
    problems.push({ pointer: `${pointer}/number`, code: 'invalid', detail: 'Number must be a string' })
  if (!definition || !check || 'problem' in check) return []
  return [
    {
      definition: definition.row,
      value: check.value,
      number: typeof number === 'string' && normalizeText(number) !== '' ? normalizeText(number) : null,
    },
  ]
}

/**
 * Sets the stored values on shipments that exist now, and on their containers. Then, or if the request failed, deletes
 * the stored values.
 */
export function applyInitialFields(account: AccountStore, world: World, worldMs: number): void {
  const pending = account.initialFields.all()
  if (pending.length === 0) return
  const records = world.getRecords(worldMs)
  for (const { row, request, fields } of pending) {
    const record = records.find('tracking_request', world.createWrittenRequestId(request))
    const [shipment] = getLinkedIdentifiers(record?.relationships?.['tracked_object'])
    if (shipment) for (const field of fields) addFieldValue(account, records, shipment, field)
    if (shipment || record?.attributes?.['status'] === 'failed') account.initialFields.remove(row)
  }
}

function addFieldValue(
  account: AccountStore,
  records: Records,
  shipment: Identifier,
  { definition, value, number }: StoredInitialField,
): void {
  // The definition may have been deleted after the request. Then no value is set.
  const entityType = account.definitions.get(definition)?.entityType
  const containers = getLinkedIdentifiers(records.find('shipment', shipment.id)?.relationships?.['containers'])
  const isNamedContainer = ({ type, id }: Identifier) => {
    const container = records.find(type, id)
    return number === null || (container !== null && getTexts(container, 'number').map(normalizeText).includes(number))
  }
  const entities =
    entityType === 'Shipment' ? [shipment] : entityType === 'Container' ? containers.filter(isNamedContainer) : []
  const hasValue = ({ type, id }: Identifier) =>
    account.fields
      .all()
      .some((field) => field.definition === definition && field.entity.type === type && field.entity.id === id)
  // A value that a user has set in the meantime is not replaced.
  for (const { type, id } of entities)
    if (!hasValue({ type, id })) account.fields.add({ definition, entity: { type, id }, value })
}
