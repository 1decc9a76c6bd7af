// The endpoints of custom field definitions, and of the options of enumerated fields (specification 2.8, 4.2).
import { getOptions, buildOptionRecord } from '../account/custom-field-records.ts'
import { DATA_TYPES } from '../account/field-values.ts'
import { findPatternProblem } from '../account/patterns.ts'
import type { StoredDefinition, StoredOption } from '../account/stored.ts'
import { isObject, readData, readJson, type BodyData } from '../jsonapi/body.ts'
import { invalid, unknownRecord, type Problem } from '../jsonapi/errors.ts'
import { asText } from '../jsonapi/matching.ts'
import { listAllResources, createListing } from '../jsonapi/resource.ts'
import type { Stored } from '../written/collection.ts'
import { answerCreated, answerEmpty, answerRecordById, answerPage, readRow, readId } from './answers.ts'
import { requireFeature, type Answer, type Context, type Route } from './routing.ts'

const DEFINITION = 'custom_field_definition'
const OPTION = 'custom_field_option'
const PAGE_SIZE = 25
const MAX_TEXT = 255

export const customFieldDefinitionRoutes: readonly Route[] = requireFeature('custom_fields', [
  { method: 'GET', path: '/custom_field_definitions', answer: list },
  { method: 'POST', path: '/custom_field_definitions', answer: create },
  {
    method: 'GET',
    path: '/custom_field_definitions/{id}',
    answer: (context) => answerRecordById(context, DEFINITION, readId(context)),
  },
  { method: 'PATCH', path: '/custom_field_definitions/{id}', answer: change },
  { method: 'DELETE', path: '/custom_field_definitions/{id}', answer: remove },
  { method: 'GET', path: '/custom_field_definitions/{id}/options', answer: listOptions },
  { method: 'POST', path: '/custom_field_definitions/{id}/options', answer: createOption },
  {
    method: 'GET',
    path: '/custom_field_definitions/{id}/options/{option_id}',
    answer: (context) => answerRecordById(context, OPTION, getOption(context).id),
  },
  { method: 'PATCH', path: '/custom_field_definitions/{id}/options/{option_id}', answer: changeOption },
  { method: 'DELETE', path: '/custom_field_definitions/{id}/options/{option_id}', answer: removeOption },
])

/** The live service calls a container Cargo. Requests may use both names, and answers use Container. */
const ENTITY_TYPES: Readonly<Record<string, string>> = {
  shipment: 'Shipment',
  container: 'Container',
  cargo: 'Container',
  trackingrequest: 'TrackingRequest',
}

/** Ignores case and underscores. Returns null for an unknown type. */
export function parseEntityType(text: unknown): string | null {
  const key = typeof text === 'string' ? text.toLowerCase().replaceAll('_', '') : ''
  return Object.hasOwn(ENTITY_TYPES, key) ? (ENTITY_TYPES[key] ?? null) : null
}

/** Returns the definition with this id, or throws 404. */
export function getDefinition({ account, world }: Context, id: string): Stored<StoredDefinition> {
  const address = world.ids.parse(id)
  const definition = address?.kind === DEFINITION ? account.definitions.get(address.slot) : null
  if (!definition) throw unknownRecord('custom field definition', id)
  return definition
}

function list(context: Context): Answer {
  const { query, records } = context
  const [entity, kind, name] = [
    query.get('filter[entity_type]'),
    query.get('filter[data_type]'),
    query.get('filter[display_name]'),
  ]
  const all = listAllResources(records.list(DEFINITION)).filter(
    ({ attributes = {} }) =>
      (entity === null || attributes['entity_type'] === parseEntityType(entity)) &&
      (kind === null || attributes['data_type'] === kind) &&
      (name === null || asText(attributes['display_name']).toLowerCase().startsWith(name.toLowerCase())),
  )
  return answerPage(context, DEFINITION, createListing(all), '', PAGE_SIZE)
}

function create(context: Context): Answer {
  const data = readData(context.body, DEFINITION)
  const { attributes } = data
  const entityType = parseEntityType(attributes['entity_type'])
  const problems: Problem[] = []
  const addProblem = (name: string, code: string, detail: string) =>
    problems.push({ pointer: `/data/attributes/${name}`, code, detail })
  if (entityType === null)
    addProblem('entity_type', 'inclusion', 'Entity type must be Shipment, Container or TrackingRequest')
  if (!isSlug(attributes['api_slug']))
    addProblem('api_slug', 'invalid', 'Api slug must be small letters, digits and underscores')
  if (!isDataType(attributes['data_type']))
    addProblem('data_type', 'inclusion', `Data type must be one of ${DATA_TYPES.join(', ')}`)
  if (attributes['data_type'] === 'reference' && !isText(attributes['reference_type']))
    addProblem('reference_type', 'blank', "Reference type can't be blank")
  if (!isText(attributes['display_name'])) addProblem('display_name', 'blank', "Display name can't be blank")
  problems.push(...findChangeProblems(attributes))
  const isTaken = context.account.definitions
    .all()
    .some((other) => other.entityType === entityType && other.apiSlug === attributes['api_slug'])
  if (isTaken) addProblem('api_slug', 'taken', 'Api slug has already been taken')
  if (problems.length > 0) throw invalid(problems)
  const { row } = context.account.definitions.add({
    entityType: entityType ?? '',
    apiSlug: String(attributes['api_slug']),
    dataType: String(attributes['data_type']),
    referenceType: isText(attributes['reference_type']) ? attributes['reference_type'] : null,
    displayName: '',
    description: null,
    validation: null,
    defaultFormat: null,
    defaultValue: null,
    ...readChanges(attributes),
    createdMs: context.worldMs,
    updatedMs: context.worldMs,
  })
  return answerCreated(context, DEFINITION, context.world.ids.create(DEFINITION, row))
}

/** Attributes that are set at creation and can never be changed. */
const IMMUTABLE = ['api_slug', 'entity_type', 'data_type']

function change(context: Context): Answer {
  const id = readId(context)
  const { row } = getDefinition(context, id)
  const { attributes } = readData(context.body, DEFINITION)
  const problems = findChangeProblems(attributes)
  for (const name of IMMUTABLE)
    if (name in attributes)
      problems.push({ pointer: `/data/attributes/${name}`, code: 'immutable', detail: `${name} cannot be changed` })
  if ('display_name' in attributes && !isText(attributes['display_name']))
    problems.push({ pointer: '/data/attributes/display_name', code: 'blank', detail: "Display name can't be blank" })
  if (problems.length > 0) throw invalid(problems)
  context.account.definitions.change(row, { ...readChanges(attributes), updatedMs: context.worldMs })
  return answerRecordById(context, DEFINITION, id)
}

/** Deletes the definition with its values and options. */
function remove(context: Context): Answer {
  const { row } = getDefinition(context, readId(context))
  const { definitions, fields, options } = context.account
  for (const field of fields.all()) if (field.definition === row) fields.remove(field.row)
  for (const option of options.all()) if (option.definition === row) options.remove(option.row)
  definitions.remove(row)
  return answerEmpty(200)
}

type DefinitionChanges = Partial<
  Pick<StoredDefinition, 'displayName' | 'description' | 'validation' | 'defaultFormat' | 'defaultValue'>
>

function readChanges(attributes: Record<string, unknown>): DefinitionChanges {
  const { display_name: name, description, validation, default_format: format, default_value: value } = attributes
  return {
    ...(isText(name) ? { displayName: name.trim() } : {}),
    ...(description === undefined ? {} : { description: isText(description) ? description : null }),
    ...(validation === undefined ? {} : { validation: isObject(validation) ? validation : null }),
    ...(format === undefined ? {} : { defaultFormat: isText(format) ? format : null }),
    ...(value === undefined ? {} : { defaultValue: value }),
  }
}

function findChangeProblems(attributes: Record<string, unknown>): Problem[] {
  const problems: Problem[] = []
  for (const name of ['description', 'default_format', 'display_name']) {
    const value = attributes[name]
    const isValid = value === undefined || value === null || (typeof value === 'string' && value.length <= MAX_TEXT)
    if (!isValid)
      problems.push({
        pointer: `/data/attributes/${name}`,
        code: 'invalid',
        detail: `${name} must be a string of at most ${MAX_TEXT} characters`,
      })
  }
  const { validation } = attributes
  if (validation !== undefined && validation !== null && !isObject(validation))
    problems.push({ pointer: '/data/attributes/validation', code: 'invalid', detail: 'validation must be an object' })
  const pattern = isObject(validation) ? validation['pattern'] : null
  const patternProblem = typeof pattern === 'string' ? findPatternProblem(pattern) : null
  if (patternProblem !== null)
    problems.push({ pointer: '/data/attributes/validation/pattern', code: 'invalid', detail: patternProblem })
  return problems
}

function getOption(context: Context): Stored<StoredOption> & { id: string } {
  const { row } = getDefinition(context, readId(context))
  const id = context.params['option_id'] ?? ''
  const option = context.account.options.get(readRow(context, OPTION, id))
  if (option?.definition !== row) throw unknownRecord('custom field option', id)
  return { ...option, id }
}

function listOptions(context: Context): Answer {
  const { row } = getDefinition(context, readId(context))
  const records = getOptions(context.account, row).map((option) => buildOptionRecord(context.world.ids, option))
  return answerPage(context, OPTION, createListing(records), '', PAGE_SIZE)
}

function createOption(context: Context): Answer {
  const definition = getDefinition(context, readId(context))
  if (!definition.dataType.startsWith('enum'))
    throw invalid([{ pointer: '/data', code: 'invalid', detail: 'Only enum and enum_multi fields have options' }])
  const { attributes } = readOption(context)
  const changes = readOptionChanges(attributes)
  const value = attributes['value']
  const problems: Problem[] = []
  if (changes.label === undefined)
    problems.push({ pointer: '/data/attributes/label', code: 'blank', detail: "Label can't be blank" })
  if (!isText(value) || value.includes(','))
    problems.push({
      pointer: '/data/attributes/value',
      code: 'invalid',
      detail: 'Value must be a string without a comma',
    })
  else if (getOptions(context.account, definition.row).some((option) => option.value === value))
    problems.push({ pointer: '/data/attributes/value', code: 'taken', detail: 'Value has already been taken' })
  if (problems.length > 0 || !isText(value)) throw invalid(problems)
  const { row } = context.account.options.add({
    definition: definition.row,
    label: changes.label ?? '',
    value,
    position: changes.position ?? null,
  })
  return answerCreated(context, OPTION, context.world.ids.create(OPTION, row))
}

function changeOption(context: Context): Answer {
  const { row, id } = getOption(context)
  const { attributes } = readOption(context)
  const changes = readOptionChanges(attributes)
  if (Object.keys(changes).length === 0)
    throw invalid([{ pointer: '/data/attributes', code: 'blank', detail: 'Only label and position can be changed' }])
  context.account.options.change(row, changes)
  return answerRecordById(context, OPTION, id)
}

/** Deletes only the option. Fields that have its value keep it. */
function removeOption(context: Context): Answer {
  context.account.options.remove(getOption(context).row)
  return answerEmpty(200)
}

/** The specification shows this body as plain JSON, but all other bodies in `data` (4.1). Both forms are accepted. */
function readOption({ body }: Context): Pick<BodyData, 'attributes'> {
  const document = readJson(body)
  return isObject(document) && !('data' in document) ? { attributes: document } : readData(body, OPTION)
}

function readOptionChanges({ label, position }: Record<string, unknown>): { label?: string; position?: number | null } {
  const problems: Problem[] = []
  if (label !== undefined && !isText(label))
    problems.push({
      pointer: '/data/attributes/label',
      code: 'invalid',
      detail: `Label must be a string of 1 to ${MAX_TEXT} characters`,
    })
  const isValidPosition =
    position === undefined || position === null || (Number.isSafeInteger(position) && Number(position) >= 0)
  if (!isValidPosition)
    problems.push({ pointer: '/data/attributes/position', code: 'invalid', detail: 'Position must be a whole number' })
  if (problems.length > 0) throw invalid(problems)
  return {
    ...(isText(label) ? { label } : {}),
    ...(position === undefined ? {} : { position: position as number | null }),
  }
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '' && value.length <= MAX_TEXT
}

function isSlug(value: unknown): value is string {
  return typeof value === 'string' && /^[a-z][a-z0-9_]{0,62}$/.test(value)
}

function isDataType(value: unknown): boolean {
  return (DATA_TYPES as readonly unknown[]).includes(value)
}
