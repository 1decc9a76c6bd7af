// Builds the JSON:API records of custom field definitions, their options and their values (specification 2.8).
import { isIdentifier, type Resource } from '../jsonapi/resource.ts'
import { formatIso } from '../world/calendar.ts'
import type { Ids } from '../world/ids.ts'
import type { Stored } from '../written/collection.ts'
import type { AccountStore, StoredDefinition, StoredField, StoredOption } from './stored.ts'

export function buildDefinitionRecord(ids: Ids, account: AccountStore, definition: Stored<StoredDefinition>): Resource {
  const id = ids.create('custom_field_definition', definition.row)
  const filterOwn = <T extends { definition: number }>(all: readonly Stored<T>[]) =>
    all.filter((entry) => entry.definition === definition.row)
  return {
    type: 'custom_field_definition',
    id,
    attributes: {
      entity_type: definition.entityType,
      api_slug: definition.apiSlug,
      display_name: definition.displayName,
      description: definition.description,
      data_type: definition.dataType,
      reference_type: definition.referenceType,
      validation: definition.validation,
      default_format: definition.defaultFormat,
      default_value: definition.defaultValue,
      template_id: null,
      created_at: formatIso(definition.createdMs),
      updated_at: formatIso(definition.updatedMs),
    },
    relationships: {
      account: { data: { type: 'account', id: ids.create('account', 0) } },
      fields: {
        data: filterOwn(account.fields.all()).map(({ row }) => ({
          type: 'custom_field',
          id: ids.create('custom_field', row),
        })),
      },
      options: {
        data: getOptions(account, definition.row).map(({ row }) => ({
          type: 'custom_field_option',
          id: ids.create('custom_field_option', row),
        })),
      },
    },
    links: { self: `/v2/custom_field_definitions/${id}` },
  }
}

/** Returns the options of the definition in this row, by position. Options without a position come last. */
export function getOptions(account: AccountStore, definition: number): Stored<StoredOption>[] {
  const positionOrLast = ({ position }: StoredOption) => position ?? Number.MAX_SAFE_INTEGER
  return account.options
    .all()
    .filter((option) => option.definition === definition)
    .sort((one, other) => positionOrLast(one) - positionOrLast(other) || one.row - other.row)
}

export function buildOptionRecord(ids: Ids, option: Stored<StoredOption>): Resource {
  const id = ids.create('custom_field_option', option.row)
  return {
    type: 'custom_field_option',
    id,
    attributes: { label: option.label, value: option.value, position: option.position },
    links: {
      self: `/v2/custom_field_definitions/${ids.create('custom_field_definition', option.definition)}/options/${id}`,
    },
  }
}

export function buildFieldRecord(ids: Ids, account: AccountStore, field: Stored<StoredField>): Resource {
  const definition = account.definitions.get(field.definition)
  return {
    type: 'custom_field',
    id: ids.create('custom_field', field.row),
    attributes: {
      api_slug: definition?.apiSlug ?? '',
      value: field.value,
      display_value: definition ? formatDisplayValue(account, definition, field.value) : null,
    },
    relationships: {
      entity: { data: field.entity },
      definition: {
        data: { type: 'custom_field_definition', id: ids.create('custom_field_definition', field.definition) },
      },
      user: { data: { type: 'user', id: ids.create('user', 0) } },
    },
  }
}

function formatDisplayValue(
  account: AccountStore,
  definition: Stored<StoredDefinition>,
  value: unknown,
): string | null {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'string') return isIdentifier(value) ? value.id : null
  if (!definition.dataType.startsWith('enum')) return value
  const labels = new Map(getOptions(account, definition.row).map((option) => [option.value, option.label]))
  return value
    .split(',')
    .map((entry) => labels.get(entry) ?? entry)
    .join(', ')
}
