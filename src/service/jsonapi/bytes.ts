// Writes documents as JSON bytes. Serializing is most of the work of an answer, and most records do not change between
// answers. So the bytes of each record are cached as long as the record object exists.
import { isObject } from './body.ts'

export type Write = (document: unknown) => Uint8Array

const encoder = new TextEncoder()
const COMMA = encoder.encode(',')

/** For a large world, which creates new records for each answer. A cache would not help there. */
export const writeUncached: Write = (document) => Buffer.from(JSON.stringify(document))

export function createWriter(): Write {
  const bytesByRecord = new WeakMap<object, Uint8Array>()
  /** Records are immutable, so their bytes remain valid. */
  const encodeRecord = (record: unknown): Uint8Array => {
    if (!isObject(record)) return encode(record)
    let bytes = bytesByRecord.get(record)
    if (!bytes) bytesByRecord.set(record, (bytes = encode(record)))
    return bytes
  }
  return (document) => {
    if (!isObject(document)) return encode(document)
    const parts: Uint8Array[] = []
    for (const [name, value] of Object.entries(document)) {
      parts.push(encoder.encode(`${parts.length === 0 ? '{' : ','}${JSON.stringify(name)}:`))
      // Only these members contain records; the others are created for each answer.
      if (name === 'data' || name === 'included') pushRecords(parts, value, encodeRecord)
      else parts.push(encode(value))
    }
    return Buffer.concat([...parts, encoder.encode(parts.length === 0 ? '{}' : '}')])
  }
}

function pushRecords(parts: Uint8Array[], value: unknown, encodeRecord: (record: unknown) => Uint8Array): void {
  if (!Array.isArray(value)) {
    parts.push(encodeRecord(value))
    return
  }
  parts.push(encoder.encode('['))
  for (const [index, record] of value.entries()) {
    if (index > 0) parts.push(COMMA)
    parts.push(encodeRecord(record))
  }
  parts.push(encoder.encode(']'))
}

function encode(value: unknown): Uint8Array {
  return encoder.encode(JSON.stringify(value))
}
