// The fields extracted from a document, in the order of its schema and with the labels that the schema has. Pure.
import type { ExtractedField, RecordLink } from '#contract/documents.ts'
import { record, text } from '../api/attributes.ts'
import { isRecord } from '../api/decode.ts'
import { type Payload, amountIn, editableValue, plainNumber, textsIn, unwrap } from '../mirror/documents/payload.ts'

type Property = Record<string, unknown>

export type FieldContext = {
  payload: Payload
  schema: Property | null
  corrected: ReadonlySet<string>
  names: ReadonlyMap<string, RecordLink[]>
}

/** First the fields of the schema, then those that only the document has. */
export function fieldsOf({ payload, schema, corrected, names }: FieldContext): ExtractedField[] {
  const properties = schema ? record(schema, 'properties') : {}
  const all = [...new Set([...Object.keys(properties), ...Object.keys(payload)])]
  return all.map((name) =>
    fieldOf(name, {
      property: record(properties, name),
      value: payload[name],
      isCorrected: corrected.has(name),
      names,
    }),
  )
}

type FieldInput = { property: Property; value: unknown; isCorrected: boolean; names: FieldContext['names'] }

function fieldOf(name: string, { property, value, isCorrected, names }: FieldInput): ExtractedField {
  const table = tableOf(value, property)
  const kind = table ? 'table' : kindOf(name, value, property)
  const isObject = isRecord(unwrap(value))
  return {
    name,
    label: text(property, 'title') ?? labelOf(name),
    kind,
    value: table ? null : isObject ? formatAsText(value) : editableValue(value),
    table,
    isCorrected,
    names: table || kind === 'amount' ? [] : findLinkedRecords(value, names),
  }
}

const labels: Record<string, string> = { eta: 'ETA', mbl: 'MBL', hbl: 'HBL', po: 'PO', bl: 'B/L', id: 'ID' }

/** `bill_of_lading_number` → `Bill of lading number`. */
export function labelOf(name: string): string {
  const words = name
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .split(/[_\s-]+/)
    .filter((word) => word !== '')
    .map((word) => labels[word.toLowerCase()] ?? word.toLowerCase())
  const label = words.join(' ')
  return label.slice(0, 1).toUpperCase() + label.slice(1)
}

function kindOf(name: string, given: unknown, property: Property): ExtractedField['kind'] {
  const value = unwrap(given)
  const type = property['type']
  const hasType = (wanted: string) => type === wanted || (Array.isArray(type) && type.includes(wanted))
  if (Array.isArray(value) || hasType('array')) return 'list'
  if (isRecord(value) && (value['amount'] ?? value['total']) !== undefined) return 'amount'
  if (isRecord(value)) return 'other'
  if (typeof value === 'boolean' || hasType('boolean')) return 'flag'
  if (text(property, 'format') === 'date' || (typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value)))
    return 'date'
  if (AMOUNT.test(name) && (value === null || value === undefined || amountIn(value) !== null)) return 'amount'
  return typeof value === 'number' || hasType('number') || hasType('integer') ? 'number' : 'text'
}

const AMOUNT = /(?:^|_)(?:amount|total|price|charges|due)(?:$|_)(?!.*(?:packages|weight|pieces|date))/

const MAX_ROWS = 500
const MAX_COLUMNS = 20

/** A list of objects becomes a table; its columns are the names of all their members. */
function tableOf(given: unknown, property: Property): ExtractedField['table'] {
  const value = unwrap(given)
  const rows = Array.isArray(value) ? value.filter(isRecord).slice(0, MAX_ROWS) : []
  if (rows.length === 0) return null
  const named = Object.keys(record(record(property, 'items'), 'properties'))
  const names = [
    ...new Set([
      ...named.filter((name) => rows.some((row) => name in row)),
      ...rows.flatMap((row) => Object.keys(row)),
    ]),
  ].slice(0, MAX_COLUMNS)
  return { columns: names.map(labelOf), rows: rows.map((row) => names.map((name) => textsIn(row[name]).join(', '))) }
}

function formatAsText(value: unknown): string {
  return textsIn(unwrap(value)).join(', ').slice(0, MAX_LENGTH)
}

/** The limit of the contract for one value. */
const MAX_LENGTH = 1_000

function findLinkedRecords(value: unknown, names: FieldContext['names']): RecordLink[] {
  return [
    ...new Map(
      textsIn(value)
        .flatMap((number) => names.get(plainNumber(number)) ?? [])
        .map((link) => [`${link.type} ${link.id}`, link]),
    ).values(),
  ]
}
