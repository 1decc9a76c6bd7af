// A changed field before and after, made readable where its value is one we can read.
import { t } from '../words.ts'
import { formatDate, formatDayTime } from './dates.ts'

/** Longer values are cut: a change list is read at a glance, and the raw record is below. */
const LONGEST = 80

/** `json`: the value as JSON text, null where there was none. */
export function changedValue(json: string | null, zone: string | null, nowMs: number | null): string {
  if (json === null) return t('changes.nothing')
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch {
    return short(json)
  }
  if (value === null || value === '') return t('changes.nothing')
  if (typeof value === 'boolean') return t(value ? 'changes.yes' : 'changes.no')
  if (typeof value === 'string') return short(readable(value, zone, nowMs))
  return short(typeof value === 'number' ? String(value) : json)
}

function readable(text: string, zone: string | null, nowMs: number | null): string {
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return formatDate(text, nowMs)
  if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text)) return formatDayTime(text, zone, nowMs)
  return text
}

function short(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text
}

/** `pickup lfd terminal`: the service's own field name, readable. */
export function fieldWord(field: string): string {
  return field.replaceAll(/[._]/g, ' ')
}
