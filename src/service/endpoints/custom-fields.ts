// The endpoints of custom field values, for all records and for one shipment, container or request. Below a record, the
// slug of the definition identifies the value. A second value for the same slug replaces the first.
import { buildFieldRecord } from '../account/custom-field-records.ts'
import { checkValue } from '../account/field-values.ts'
import type { StoredDefinition, StoredField } from '../account/stored.ts'
import { isObject, readData, type BodyData } from '../jsonapi/body.ts'
import { invalid, unknownRecord } from '../jsonapi/errors.ts'
import { createListing, type Identifier } from '../jsonapi/resource.ts'
import type { Stored } from '../written/collection.ts'
import {
  answerCreated,
  answerEmpty,
  answerRecordById,
  getRecord,
  answerPage,
  answerRecord,
  readRow,
  readId,
} from './answers.ts'
import { getDefinition, parseEntityType } from './custom-field-definitions.ts'
import { requireFeature, type Answer, type Context, type Route } from './routing.ts'

const FIELD = 'custom_field'
const PAGE_SIZE = 25

const PARENTS: readonly (readonly [path: string, type: string])[] = [
  ['shipments', 'shipment'],
  ['containers', 'container'],
  ['tracking_requests', 'tracking_request'],
]

export const customFieldRoutes: readonly Route[] = requireFeature('custom_fields', [
  { method: 'GET', path: '/custom_fields', answer: list },
  {
    method: 'POST',
    path: '/custom_fields',
    answer: (context) => create(context, readEntity(context, readData(context.body, FIELD))),
  },
  {
    method: 'GET',
    path: '/custom_fields/{id}',
    answer: (context) => answerRecordById(context, FIELD, readId(context)),
  },
  { method: 'PATCH', path: '/custom_fields/{id}', answer: (context) => change(context, getFieldById(context)) },
  { method: 'DELETE', path: '/custom_fields/{id}', answer: (context) => remove(context, getFieldById(context), 200) },
  ...PARENTS.flatMap(([path, type]): Route[] => [
    {
      method: 'GET',
      path: `/${path}/{id}/custom_fields`,
      answer: (context) => listForParent(context, getParent(context, type)),
    },
    {
      method: 'POST',
      path: `/${path}/{id}/custom_fields`,
      answer: (context) => create(context, getParent(context, type)),
    },
    {
      method: 'PATCH',
      path: `/${path}/{id}/custom_fields/{api_slug}`,
      answer: (context) => change(context, getFieldBySlug(context, getParent(context, type))),
    },
    {
      method: 'DELETE',
      path: `/${path}/{id}/custom_fields/{api_slug}`,
      answer: (context) => remove(context, getFieldBySlug(context, getParent(context, type)), 204),
    },
  ]),
])

function getParent(context: Context, type: string): Identifier {
  return { type, id: getRecord(context, type, readId(context)).id }
}

function list(context: Context): Answer {
  const { query, account, world } = context
  const [entityType, entityId, definitionId] = ['entity_type', 'entity_id', 'definition_id'].map((name) =>
    query.get(`filter[${name}]`),
  )
  const fields = account.fields
    .all()
    .filter(
      ({ definition, entity }) =>
        (!entityType || account.definitions.get(definition)?.entityType === parseEntityType(entityType)) &&
        (!entityId || entity.id === entityId) &&
        (!definitionId || world.ids.create('custom_field_definition', definition) === definitionId),
    )
  return answerFields(context, fields)
}

function listForParent(context: Context, parent: Identifier): Answer {
  return answerFields(
    context,
    context.account.fields.all().filter(({ entity }) => isSame(entity, parent)),
  )
}

function answerFields(context: Context, fields: readonly Stored<StoredField>[]): Answer {
  const records = fields.map((field) => buildFieldRecord(context.world.ids, context.account, field))
  return answerPage(context, FIELD, createListing(records), '', PAGE_SIZE)
}

function create(context: Context, entity: Identifier): Answer {
  const data = readData(context.body, FIELD)
  const definition = findFieldDefinition(context, data, entity)
  const value = readValue(context, definition, data)
  const { fields } = context.account
  const existing = fields.all().find((field) => field.definition === definition.row && isSame(field.entity, entity))
  const row = existing
    ? (fields.change(existing.row, { value }), existing.row)
    : fields.add({ definition: definition.row, entity, value }).row
  return answerCreated(context, FIELD, context.world.ids.create(FIELD, row))
}

function readEntity(context: Context, { relationships }: BodyData): Identifier {
  const { entity } = relationships
  const linkage = isObject(entity) ? entity['data'] : null
  const type =
    isObject(linkage) && typeof linkage['type'] === 'string' ? linkage['type'].replace('cargo', 'container') : ''
  const id = isObject(linkage) && typeof linkage['id'] === 'string' ? linkage['id'] : ''
  const exists = PARENTS.some(([, parent]) => parent === type) && context.records.find(type, id) !== null
  if (!exists)
    throw invalid([
      {
        pointer: '/data/relationships/entity',
        code: linkage ? 'invalid' : 'blank',
        detail: 'The entity must be a known shipment, container or tracking request',
      },
    ])
  return { type, id }
}

/** Finds the definition by the linked id, else by the slug. Throws 422 if it is not for this type of record. */
function findFieldDefinition(
  context: Context,
  { attributes, relationships }: BodyData,
  entity: Identifier,
): Stored<StoredDefinition> {
  const { definition } = relationships
  const linkage = isObject(definition) ? definition['data'] : null
  const slug = attributes['api_slug']
  const found =
    isObject(linkage) && typeof linkage['id'] === 'string'
      ? getDefinition(context, linkage['id'])
      : context.account.definitions
          .all()
          .find((candidate) => candidate.apiSlug === slug && candidate.entityType === parseEntityType(entity.type))
  if (found?.entityType !== parseEntityType(entity.type)) {
    throw invalid([
      {
        pointer: '/data/attributes/api_slug',
        code: slug === undefined ? 'blank' : 'invalid',
        detail: 'There is no such field for this kind of record',
      },
    ])
  }
  return found
}

function readValue({ account }: Context, definition: Stored<StoredDefinition>, { attributes }: BodyData): unknown {
  const pointer = '/data/attributes/value'
  if (!('value' in attributes)) throw invalid([{ pointer, code: 'blank', detail: "Value can't be blank" }])
  const check = checkValue(account, definition, attributes['value'])
  if ('problem' in check)
    throw invalid([{ pointer, code: 'invalid', detail: `${definition.displayName} ${check.problem}` }])
  return check.value
}

function getFieldById(context: Context): Stored<StoredField> {
  const id = readId(context)
  const field = context.account.fields.get(readRow(context, FIELD, id))
  if (!field) throw unknownRecord('custom field', id)
  return field
}

function getFieldBySlug({ account, params }: Context, parent: Identifier): Stored<StoredField> {
  const slug = params['api_slug'] ?? ''
  const field = account.fields
    .all()
    .find(({ definition, entity }) => isSame(entity, parent) && account.definitions.get(definition)?.apiSlug === slug)
  if (!field) throw unknownRecord('custom field', slug)
  return field
}

function change(context: Context, field: Stored<StoredField>): Answer {
  const definition = context.account.definitions.get(field.definition)
  if (!definition) throw unknownRecord('custom field definition', String(field.definition))
  context.account.fields.change(field.row, { value: readValue(context, definition, readData(context.body, FIELD)) })
  const record = context.account.fields.get(field.row)
  return answerRecord(context, buildFieldRecord(context.world.ids, context.account, record ?? field))
}

function remove({ account }: Context, { row }: Stored<StoredField>, status: 200 | 204): Answer {
  account.fields.remove(row)
  return answerEmpty(status)
}

function isSame(one: Identifier, other: Identifier): boolean {
  return one.type === other.type && one.id === other.id
}
