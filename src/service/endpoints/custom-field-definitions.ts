// Custom field definitions and the options of enumerated fields (specification 2.8, 4.2).
import { optionsOf, optionRecord } from '../account/custom-field-records.ts'
import { DATA_TYPES } from '../account/field-values.ts'
import { patternProblem } from '../account/patterns.ts'
import type { StoredDefinition, StoredOption } from '../account/stored.ts'
import { isObject, readData, readJson, type BodyData } from '../jsonapi/body.ts'
import { invalid, unknownRecord, type Problem } from '../jsonapi/errors.ts'
import { asText } from '../jsonapi/matching.ts'
import { allResources, listingOf } from '../jsonapi/resource.ts'
import type { Stored } from '../written/collection.ts'
import { createdAnswer, emptyAnswer, foundAnswer, pageAnswer, rowOf, idIn } from './answers.ts'
import { needing, type Answer, type Context, type Route } from './routing.ts'

const DEFINITION = 'custom_field_definition'
const OPTION = 'custom_field_option'
const PAGE_SIZE = 25
const MAX_TEXT = 255

export const customFieldDefinitionRoutes: readonly Route[] = needing('custom_fields', [
  { method: 'GET', path: '/custom_field_definitions', answer: list },
  { method: 'POST', path: '/custom_field_definitions', answer: create },
  {
    method: 'GET',
    path: '/custom_field_definitions/{id}',
    answer: (context) => foundAnswer(context, DEFINITION, idIn(context)),
  },
  { method: 'PATCH', path: '/custom_field_definitions/{id}', answer: change },
  { method: 'DELETE', path: '/custom_field_definitions/{id}', answer: remove },
  { method: 'GET', path: '/custom_field_definitions/{id}/options', answer: listOptions },
  { method: 'POST', path: '/custom_field_definitions/{id}/options', answer: createOption },
  {
    method: 'GET',
    path: '/custom_field_definitions/{id}/options/{option_id}',
    answer: (context) => foundAnswer(context, OPTION, optionIn(context).id),
  },
  { method: 'PATCH', path: '/custom_field_definitions/{id}/options/{option_id}', answer: changeOption },
  { method: 'DELETE', path: '/custom_field_definitions/{id}/options/{option_id}', answer: removeOption },
])

/** The live service names containers Cargo; both names are accepted, and Container is answered. */
const ENTITY_TYPES: Readonly<Record<string, string>> = {
  shipment: 'Shipment',
  container: 'Container',
  cargo: 'Container',
  trackingrequest: 'TrackingRequest',
}

export function entityTypeOf(text: unknown): string | null {
  const key = typeof text === 'string' ? text.toLowerCase().replaceAll('_', '') : ''
  return Object.hasOwn(ENTITY_TYPES, key) ? (ENTITY_TYPES[key] ?? null) : null
}

export function definitionIn({ account, world }: Context, id: string): Stored<StoredDefinition> {
  const address = world.ids.read(id)
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
  const all = allResources(records.list(DEFINITION)).filter(
    ({ attributes = {} }) =>
      (entity === null || attributes['entity_type'] === entityTypeOf(entity)) &&
      (kind === null || attributes['data_type'] === kind) &&
      (name === null || asText(attributes['display_name']).toLowerCase().startsWith(name.toLowerCase())),
  )
  return pageAnswer(context, DEFINITION, listingOf(all), '', PAGE_SIZE)
}

function create(context: Context): Answer {
  const data = readData(context.body, DEFINITION)
  const { attributes } = data
  const entityType = entityTypeOf(attributes['entity_type'])
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
  problems.push(...loosePartProblems(attributes))
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
    ...loosePart(attributes),
    createdMs: context.worldMs,
    updatedMs: context.worldMs,
  })
  return createdAnswer(context, DEFINITION, context.world.ids.of(DEFINITION, row))
}

const FIXED = ['api_slug', 'entity_type', 'data_type']

function change(context: Context): Answer {
  const id = idIn(context)
  const { row } = definitionIn(context, id)
  const { attributes } = readData(context.body, DEFINITION)
  const problems = loosePartProblems(attributes)
  for (const name of FIXED)
    if (name in attributes)
      problems.push({ pointer: `/data/attributes/${name}`, code: 'immutable', detail: `${name} cannot be changed` })
  if ('display_name' in attributes && !isText(attributes['display_name']))
    problems.push({ pointer: '/data/attributes/display_name', code: 'blank', detail: "Display name can't be blank" })
  if (problems.length > 0) throw invalid(problems)
  context.account.definitions.change(row, { ...loosePart(attributes), updatedMs: context.worldMs })
  return foundAnswer(context, DEFINITION, id)
}

/** Deletes its values and options too. */
function remove(context: Context): Answer {
  const { row } = definitionIn(context, idIn(context))
  const { definitions, fields, options } = context.account
  for (const field of fields.all()) if (field.definition === row) fields.remove(field.row)
  for (const option of options.all()) if (option.definition === row) options.remove(option.row)
  definitions.remove(row)
  return emptyAnswer(200)
}

type LoosePart = Partial<
  Pick<StoredDefinition, 'displayName' | 'description' | 'validation' | 'defaultFormat' | 'defaultValue'>
>

function loosePart(attributes: Record<string, unknown>): LoosePart {
  const { display_name: name, description, validation, default_format: format, default_value: value } = attributes
  return {
    ...(isText(name) ? { displayName: name.trim() } : {}),
    ...(description === undefined ? {} : { description: isText(description) ? description : null }),
    ...(validation === undefined ? {} : { validation: isObject(validation) ? validation : null }),
    ...(format === undefined ? {} : { defaultFormat: isText(format) ? format : null }),
    ...(value === undefined ? {} : { defaultValue: value }),
  }
}

function loosePartProblems(attributes: Record<string, unknown>): Problem[] {
  const problems: Problem[] = []
  for (const name of ['description', 'default_format', 'display_name']) {
    const value = attributes[name]
    const isFine = value === undefined || value === null || (typeof value === 'string' && value.length <= MAX_TEXT)
    if (!isFine)
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
  const patternIsWrong = typeof pattern === 'string' ? patternProblem(pattern) : null
  if (patternIsWrong !== null)
    problems.push({ pointer: '/data/attributes/validation/pattern', code: 'invalid', detail: patternIsWrong })
  return problems
}

function optionIn(context: Context): Stored<StoredOption> & { id: string } {
  const { row } = definitionIn(context, idIn(context))
  const id = context.params['option_id'] ?? ''
  const option = context.account.options.get(rowOf(context, OPTION, id))
  if (option?.definition !== row) throw unknownRecord('custom field option', id)
  return { ...option, id }
}

function listOptions(context: Context): Answer {
  const { row } = definitionIn(context, idIn(context))
  const records = optionsOf(context.account, row).map((option) => optionRecord(context.world.ids, option))
  return pageAnswer(context, OPTION, listingOf(records), '', PAGE_SIZE)
}

function createOption(context: Context): Answer {
  const definition = definitionIn(context, idIn(context))
  if (!definition.dataType.startsWith('enum'))
    throw invalid([{ pointer: '/data', code: 'invalid', detail: 'Only enum and enum_multi fields have options' }])
  const { attributes } = readOption(context)
  const part = optionPart(attributes)
  const value = attributes['value']
  const problems: Problem[] = []
  if (part.label === undefined)
    problems.push({ pointer: '/data/attributes/label', code: 'blank', detail: "Label can't be blank" })
  if (!isText(value) || value.includes(','))
    problems.push({
      pointer: '/data/attributes/value',
      code: 'invalid',
      detail: 'Value must be a string without a comma',
    })
  else if (optionsOf(context.account, definition.row).some((option) => option.value === value))
    problems.push({ pointer: '/data/attributes/value', code: 'taken', detail: 'Value has already been taken' })
  if (problems.length > 0 || !isText(value)) throw invalid(problems)
  const { row } = context.account.options.add({
    definition: definition.row,
    label: part.label ?? '',
    value,
    position: part.position ?? null,
  })
  return createdAnswer(context, OPTION, context.world.ids.of(OPTION, row))
}

function changeOption(context: Context): Answer {
  const { row, id } = optionIn(context)
  const { attributes } = readOption(context)
  const part = optionPart(attributes)
  if (Object.keys(part).length === 0)
    throw invalid([{ pointer: '/data/attributes', code: 'blank', detail: 'Only label and position can be changed' }])
  context.account.options.change(row, part)
  return foundAnswer(context, OPTION, id)
}

/** Stored values with this option remain. */
function removeOption(context: Context): Answer {
  context.account.options.remove(optionIn(context).row)
  return emptyAnswer(200)
}

/** The specification shows this body as plain JSON, and all others in `data` (4.1): both are accepted. */
function readOption({ body }: Context): Pick<BodyData, 'attributes'> {
  const document = readJson(body)
  return isObject(document) && !('data' in document) ? { attributes: document } : readData(body, OPTION)
}

function optionPart({ label, position }: Record<string, unknown>): { label?: string; position?: number | null } {
  const problems: Problem[] = []
  if (label !== undefined && !isText(label))
    problems.push({
      pointer: '/data/attributes/label',
      code: 'invalid',
      detail: `Label must be a string of 1 to ${MAX_TEXT} characters`,
    })
  const isPosition =
    position === undefined || position === null || (Number.isSafeInteger(position) && Number(position) >= 0)
  if (!isPosition)
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
