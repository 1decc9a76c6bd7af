// Values of custom fields, for all records and for one shipment, container or request. Under a record the slug of the
// definition addresses a value, and creating it again replaces it.
import { fieldRecord } from '../account/custom-field-records.ts'
import { verdictOf } from '../account/field-values.ts'
import type { StoredDefinition, StoredField } from '../account/stored.ts'
import { isObject, readData, type BodyData } from '../jsonapi/body.ts'
import { invalid, unknownRecord } from '../jsonapi/errors.ts'
import { listingOf, type Identifier } from '../jsonapi/resource.ts'
import type { Stored } from '../written/collection.ts'
import {
  createdAnswer,
  emptyAnswer,
  foundAnswer,
  foundRecord,
  pageAnswer,
  recordAnswer,
  rowOf,
  idIn,
} from './answers.ts'
import { definitionIn, entityTypeOf } from './custom-field-definitions.ts'
import { needing, type Answer, type Context, type Route } from './routing.ts'

const FIELD = 'custom_field'
const PAGE_SIZE = 25

const PARENTS: readonly (readonly [path: string, type: string])[] = [
  ['shipments', 'shipment'],
  ['containers', 'container'],
  ['tracking_requests', 'tracking_request'],
]

export const customFieldRoutes: readonly Route[] = needing('custom_fields', [
  { method: 'GET', path: '/custom_fields', answer: list },
  {
    method: 'POST',
    path: '/custom_fields',
    answer: (context) => create(context, entityIn(context, readData(context.body, FIELD))),
  },
  { method: 'GET', path: '/custom_fields/{id}', answer: (context) => foundAnswer(context, FIELD, idIn(context)) },
  { method: 'PATCH', path: '/custom_fields/{id}', answer: (context) => change(context, fieldById(context)) },
  { method: 'DELETE', path: '/custom_fields/{id}', answer: (context) => remove(context, fieldById(context), 200) },
  ...PARENTS.flatMap(([path, type]): Route[] => [
    {
      method: 'GET',
      path: `/${path}/{id}/custom_fields`,
      answer: (context) => listOf(context, parentIn(context, type)),
    },
    {
      method: 'POST',
      path: `/${path}/{id}/custom_fields`,
      answer: (context) => create(context, parentIn(context, type)),
    },
    {
      method: 'PATCH',
      path: `/${path}/{id}/custom_fields/{api_slug}`,
      answer: (context) => change(context, fieldBySlug(context, parentIn(context, type))),
    },
    {
      method: 'DELETE',
      path: `/${path}/{id}/custom_fields/{api_slug}`,
      answer: (context) => remove(context, fieldBySlug(context, parentIn(context, type)), 204),
    },
  ]),
])

function parentIn(context: Context, type: string): Identifier {
  return { type, id: foundRecord(context, type, idIn(context)).id }
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
        (!entityType || account.definitions.get(definition)?.entityType === entityTypeOf(entityType)) &&
        (!entityId || entity.id === entityId) &&
        (!definitionId || world.ids.of('custom_field_definition', definition) === definitionId),
    )
  return page(context, fields)
}

function listOf(context: Context, parent: Identifier): Answer {
  return page(
    context,
    context.account.fields.all().filter(({ entity }) => isSame(entity, parent)),
  )
}

function page(context: Context, fields: readonly Stored<StoredField>[]): Answer {
  const records = fields.map((field) => fieldRecord(context.world.ids, context.account, field))
  return pageAnswer(context, FIELD, listingOf(records), '', PAGE_SIZE)
}

function create(context: Context, entity: Identifier): Answer {
  const data = readData(context.body, FIELD)
  const definition = definitionFor(context, data, entity)
  const value = valueIn(context, definition, data)
  const { fields } = context.account
  const before = fields.all().find((field) => field.definition === definition.row && isSame(field.entity, entity))
  const row = before
    ? (fields.change(before.row, { value }), before.row)
    : fields.add({ definition: definition.row, entity, value }).row
  return createdAnswer(context, FIELD, context.world.ids.of(FIELD, row))
}

function entityIn(context: Context, { relationships }: BodyData): Identifier {
  const { entity } = relationships
  const linkage = isObject(entity) ? entity['data'] : null
  const type =
    isObject(linkage) && typeof linkage['type'] === 'string' ? linkage['type'].replace('cargo', 'container') : ''
  const id = isObject(linkage) && typeof linkage['id'] === 'string' ? linkage['id'] : ''
  const isKnown = PARENTS.some(([, parent]) => parent === type) && context.records.find(type, id) !== null
  if (!isKnown)
    throw invalid([
      {
        pointer: '/data/relationships/entity',
        code: linkage ? 'invalid' : 'blank',
        detail: 'The entity must be a known shipment, container or tracking request',
      },
    ])
  return { type, id }
}

/** By its slug, or by the linked definition. */
function definitionFor(
  context: Context,
  { attributes, relationships }: BodyData,
  entity: Identifier,
): Stored<StoredDefinition> {
  const { definition } = relationships
  const linkage = isObject(definition) ? definition['data'] : null
  const slug = attributes['api_slug']
  const found =
    isObject(linkage) && typeof linkage['id'] === 'string'
      ? definitionIn(context, linkage['id'])
      : context.account.definitions
          .all()
          .find((candidate) => candidate.apiSlug === slug && candidate.entityType === entityTypeOf(entity.type))
  if (found?.entityType !== entityTypeOf(entity.type)) {
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

function valueIn({ account }: Context, definition: Stored<StoredDefinition>, { attributes }: BodyData): unknown {
  const pointer = '/data/attributes/value'
  if (!('value' in attributes)) throw invalid([{ pointer, code: 'blank', detail: "Value can't be blank" }])
  const verdict = verdictOf(account, definition, attributes['value'])
  if ('problem' in verdict)
    throw invalid([{ pointer, code: 'invalid', detail: `${definition.displayName} ${verdict.problem}` }])
  return verdict.value
}

function fieldById(context: Context): Stored<StoredField> {
  const id = idIn(context)
  const field = context.account.fields.get(rowOf(context, FIELD, id))
  if (!field) throw unknownRecord('custom field', id)
  return field
}

function fieldBySlug({ account, params }: Context, parent: Identifier): Stored<StoredField> {
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
  context.account.fields.change(field.row, { value: valueIn(context, definition, readData(context.body, FIELD)) })
  const record = context.account.fields.get(field.row)
  return recordAnswer(context, fieldRecord(context.world.ids, context.account, record ?? field))
}

function remove({ account }: Context, { row }: Stored<StoredField>, status: 200 | 204): Answer {
  account.fields.remove(row)
  return emptyAnswer(status)
}

function isSame(one: Identifier, other: Identifier): boolean {
  return one.type === other.type && one.id === other.id
}
