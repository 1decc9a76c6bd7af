// The fields extracted from a document, in the order of its schema and with the labels that the schema has. Pure.
import type { ExtractedField, RecordLink } from '#contract/documents.ts'
import { record, text } from '../api/attributes.ts'
import { isRecord } from '../api/decode.ts'
import { type Payload, amountIn, editableValue, plainNumber, textsIn, unwrap } from '../mirror/documents/payload.ts'

type Property = Record<string, unknown>

export type FieldContext = {
  payload: Payload
  schema: Property | null
  /** The names of the fields that the user corrected. */
  correctedNames: ReadonlySet<string>
  recordsByNumber: ReadonlyMap<string, RecordLink[]>
}

/** Returns first the fields of the schema, then those that only the document has. */
export function createFields({ payload, schema, correctedNames, recordsByNumber }: FieldContext): ExtractedField[] {
  const properties = schema ? record(schema, 'properties') : {}
  const names = [...new Set([...Object.keys(properties), ...Object.keys(payload)])]
  return names.map((name) =>
    createField(name, {
      property: record(properties, name),
      value: payload[name],
      isCorrected: correctedNames.has(name),
      recordsByNumber,
    }),
  )
}

type FieldInput = {
  property: Property
  value: unknown
  isCorrected: boolean
  recordsByNumber: FieldContext['recordsByNumber']
}

function createField(name: string, { property, value, isCorrected, recordsByNumber }: FieldInput): ExtractedField {
  const table = createTable(value, property)
  const kind = table ? 'table' : findKind(name, value, property)
  const isObject = isRecord(unwrap(value))
  return {
    name,
    label: text(property, 'title') ?? formatFieldLabel(name),
    kind,
    value: table ? null : isObject ? formatAsText(value) : editableValue(value),
    table,
    isCorrected,
    names: table || kind === 'amount' ? [] : findLinkedRecords(value, recordsByNumber),
  }
}

const labels: Record<string, string> = { eta: 'ETA', mbl: 'MBL', hbl: 'HBL', po: 'PO', bl: 'B/L', id: 'ID' }

/** `bill_of_lading_number` → `Bill of lading number`. */
export function formatFieldLabel(name: string): string {
  const words = name
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .split(/[_\s-]+/)
    .filter((word) => word !== '')
    .map((word) => labels[word.toLowerCase()] ?? word.toLowerCase())
  const label = words.join(' ')
  return label.slice(0, 1).toUpperCase() + label.slice(1)
}

function findKind(name: string, rawValue: unknown, property: Property): ExtractedField['kind'] {
  const value = unwrap(rawValue)
  const type = property['type']
  const hasType = (wantedType: string) => type === wantedType || (Array.isArray(type) && type.includes(wantedType))
  if (Array.isArray(value) || hasType('array')) return 'list'
  if (isRecord(value) && (value['amount'] ?? value['total']) !== undefined) return 'amount'
  if (isRecord(value)) return 'other'
  if (typeof value === 'boolean' || hasType('boolean')) return 'flag'
  if (text(property, 'format') === 'date' || (typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value)))
    return 'date'
  if (AMOUNT_NAME.test(name) && (value === null || value === undefined || amountIn(value) !== null)) return 'amount'
  return typeof value === 'number' || hasType('number') || hasType('integer') ? 'number' : 'text'
}

const AMOUNT_NAME = /(?:^|_)(?:amount|total|price|charges|due)(?:$|_)(?!.*(?:packages|weight|pieces|date))/

const MAX_ROWS = 500
const MAX_COLUMNS = 20

/** Creates a table from a list of objects. Its columns are the names of all members. Null for any other value. */
function createTable(rawValue: unknown, property: Property): ExtractedField['table'] {
  const value = unwrap(rawValue)
  const rows = Array.isArray(value) ? value.filter(isRecord).slice(0, MAX_ROWS) : []
  if (rows.length === 0) return null
  const schemaNames = Object.keys(record(record(property, 'items'), 'properties'))
  const names = [
    ...new Set([
      ...schemaNames.filter((name) => rows.some((row) => name in row)),
      ...rows.flatMap((row) => Object.keys(row)),
    ]),
  ].slice(0, MAX_COLUMNS)
  return {
    columns: names.map(formatFieldLabel),
    rows: rows.map((row) => names.map((name) => textsIn(row[name]).join(', '))),
  }
}

function formatAsText(value: unknown): string {
  return textsIn(unwrap(value)).join(', ').slice(0, MAX_VALUE_LENGTH)
}

/** The limit of the contract for one value. */
const MAX_VALUE_LENGTH = 1_000

function findLinkedRecords(value: unknown, recordsByNumber: FieldContext['recordsByNumber']): RecordLink[] {
  return [
    ...new Map(
      textsIn(value)
        .flatMap((number) => recordsByNumber.get(plainNumber(number)) ?? [])
        .map((link) => [`${link.type} ${link.id}`, link]),
    ).values(),
  ]
}
