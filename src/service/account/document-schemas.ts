// Schemas of extracted fields: one JSON Schema for each type, with the id `<type>@<date>`.
import type { Resource } from '../jsonapi/resource.ts'
import { isoOf } from '../world/calendar.ts'
import { DOCUMENT_TYPES } from './classify.ts'
import { EXTRACTED_FIELDS } from './extract.ts'

const VERSION = '2026-03-01'
const ACTIVE_MS = Date.UTC(2026, 2, 1)

export function currentSchema(type: string): { version: string; resource: Resource } | null {
  const resource = schemaResource(`${type}@${VERSION}`)
  return resource && { version: VERSION, resource }
}

export function schemaResource(id: string): Resource | null {
  const [type = '', version] = id.split('@')
  const known = DOCUMENT_TYPES.find(({ code }) => code === type)
  const fields = Object.hasOwn(EXTRACTED_FIELDS, type) ? EXTRACTED_FIELDS[type] : undefined
  if (!known || !fields || version !== VERSION) return null
  return {
    type: 'document_schema',
    id,
    attributes: {
      document_type: type,
      label: known.label,
      schema_version: VERSION,
      full_version: id,
      current: true,
      draft: false,
      active_at: isoOf(ACTIVE_MS),
      schema_format: 'json_schema',
      description: `What is read out of a document of the type ${known.label.toLowerCase()}.`,
      schema_payload: {
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        type: 'object',
        properties: Object.fromEntries(fields.map((field) => [field, propertyOf(field)])),
        additionalProperties: true,
      },
      created_at: isoOf(ACTIVE_MS),
      updated_at: isoOf(ACTIVE_MS),
    },
  }
}

function propertyOf(field: string): Record<string, unknown> {
  if (field === 'container_numbers') return { type: 'array', items: { type: 'string' } }
  if (/(^|_)(date|eta|last_free_day)$/.test(field)) return { type: 'string', format: 'date' }
  return { type: 'string' }
}
