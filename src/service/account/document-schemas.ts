// The schemas of the extracted fields: one JSON Schema for each document type, with the id `<type>@<date>`.
import type { Resource } from '../jsonapi/resource.ts'
import { formatIso } from '../world/calendar.ts'
import { DOCUMENT_TYPES } from './classify.ts'
import { EXTRACTED_FIELDS } from './extract.ts'

const VERSION = '2026-03-01'
const ACTIVE_MS = Date.UTC(2026, 2, 1)

export function findCurrentSchema(type: string): { version: string; resource: Resource } | null {
  const resource = findSchema(`${type}@${VERSION}`)
  return resource && { version: VERSION, resource }
}

/** `id` has the form `<type>@<date>`. Returns null for an unknown type or date. */
export function findSchema(id: string): Resource | null {
  const [type = '', version] = id.split('@')
  const documentType = DOCUMENT_TYPES.find(({ code }) => code === type)
  const fields = Object.hasOwn(EXTRACTED_FIELDS, type) ? EXTRACTED_FIELDS[type] : undefined
  if (!documentType || !fields || version !== VERSION) return null
  return {
    type: 'document_schema',
    id,
    attributes: {
      document_type: type,
      label: documentType.label,
      schema_version: VERSION,
      full_version: id,
      current: true,
      draft: false,
      active_at: formatIso(ACTIVE_MS),
      schema_format: 'json_schema',
      description: `What is read out of a document of the type ${documentType.label.toLowerCase()}.`,
      schema_payload: {
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        type: 'object',
        properties: Object.fromEntries(fields.map((field) => [field, describeField(field)])),
        additionalProperties: true,
      },
      created_at: formatIso(ACTIVE_MS),
      updated_at: formatIso(ACTIVE_MS),
    },
  }
}

/** The JSON Schema of a field follows from its name. */
function describeField(field: string): Record<string, unknown> {
  if (field === 'container_numbers') return { type: 'array', items: { type: 'string' } }
  if (/(^|_)(date|eta|last_free_day)$/.test(field)) return { type: 'string', format: 'date' }
  return { type: 'string' }
}
