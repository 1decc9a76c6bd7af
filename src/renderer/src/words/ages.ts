// The ages of the last checks by the service, the terminal and the line. They are never merged, and each has limits of
// its own.
import type { Ages, ContainerRow } from '#contract/containers.ts'
import { t } from './words.ts'

export type AgeKind = keyof Ages
/** `unverified`: checked so long ago, or never, that the value cannot be relied on. */
export type Freshness = 'fresh' | 'ageing' | 'stale' | 'unverified'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

const limits: Record<AgeKind, { freshMs: number; ageingMs: number; staleMs: number }> = {
  service: { freshMs: 15 * MINUTE_MS, ageingMs: 60 * MINUTE_MS, staleMs: Infinity },
  terminal: { freshMs: 6 * HOUR_MS, ageingMs: 24 * HOUR_MS, staleMs: 7 * DAY_MS },
  line: { freshMs: 12 * HOUR_MS, ageingMs: 48 * HOUR_MS, staleMs: Infinity },
}

export function getFreshness(kind: AgeKind, at: string | null, nowMs: number | null): Freshness {
  if (at === null) return 'unverified'
  // Until the engine has reported the time, no check is treated as old.
  if (nowMs === null) return 'fresh'
  const ageMs = nowMs - Date.parse(at)
  const limit = limits[kind]
  if (ageMs <= limit.freshMs) return 'fresh'
  if (ageMs <= limit.ageingMs) return 'ageing'
  return ageMs <= limit.staleMs ? 'stale' : 'unverified'
}

/** `moments`, `12 min`, `3 h`, `9 d`: the largest unit that is at least one; hours run up to 47. */
export function formatSpan(ms: number): string {
  const spanMs = Math.max(0, ms)
  if (spanMs < MINUTE_MS) return t('age.moment')
  if (spanMs < HOUR_MS) return t('age.minutes', { n: Math.floor(spanMs / MINUTE_MS) })
  if (spanMs < 2 * DAY_MS) return t('age.hours', { n: Math.floor(spanMs / HOUR_MS) })
  return t('age.days', { n: Math.floor(spanMs / DAY_MS) })
}

/** The age. A terminal that was not checked for a week, or never, is called unverified. */
export function formatCheckAge(kind: AgeKind, at: string | null, nowMs: number | null): string {
  if (kind !== 'terminal' || nowMs === null || getFreshness(kind, at, nowMs) !== 'unverified')
    return formatAge(at, nowMs)
  return at === null ? t('age.unverifiedNever') : t('age.unverifiedSince', { span: formatSpan(nowMs - Date.parse(at)) })
}

/** The note beside the terminal's data: its age, and that it is unverified if it is too old. */
export function formatTerminalNote(at: string | null, nowMs: number | null): string {
  if (at === null) return t('age.terminalNever')
  const isUnverified = nowMs !== null && getFreshness('terminal', at, nowMs) === 'unverified'
  return t(isUnverified ? 'age.terminalUnverified' : 'age.terminalChecked', { age: formatAge(at, nowMs) })
}

/**
 * The line's data comes with the shipment. If the shipment was not read yet, the age of that data is unknown, which
 * differs from "never".
 */
export function isLineAgeKnown({ ages, masterBill }: Pick<ContainerRow, 'ages' | 'masterBill'>): boolean {
  return ages.line !== null || masterBill !== null
}

/** `3 h ago`, `never`; empty until the engine has reported the time. */
export function formatAge(at: string | null, nowMs: number | null): string {
  if (at === null) return t('age.never')
  if (nowMs === null) return ''
  const ageMs = nowMs - Date.parse(at)
  return ageMs < MINUTE_MS ? t('age.justNow') : t('age.ago', { span: formatSpan(ageMs) })
}
