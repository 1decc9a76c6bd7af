// Documents as JSON text. Writing text is most of the work of an answer, and most records are the same objects as the
// last time: each is written once and its text kept as long as the record itself.

import { isObject } from './body.ts'

const texts = new WeakMap<object, string>()

export function textOf(document: unknown): string {
  if (!isObject(document)) return JSON.stringify(document)
  const members = Object.entries(document).map(([name, value]) => `${JSON.stringify(name)}:${isRecords(name) ? recordsText(value) : JSON.stringify(value)}`)
  return `{${members.join(',')}}`
}

/** Only the members that hold records: others are made anew for every answer. */
function isRecords(name: string): boolean {
  return name === 'data' || name === 'included'
}

function recordsText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(recordText).join(',')}]`
  return recordText(value)
}

/** Records are never changed in place, so their text stays true. */
function recordText(record: unknown): string {
  if (!isObject(record)) return JSON.stringify(record)
  let text = texts.get(record)
  if (text === undefined) texts.set(record, (text = JSON.stringify(record)))
  return text
}
