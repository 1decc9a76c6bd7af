// How an expected arrival changed, in days at the port: as steps to draw and as a sentence.
import type { ArrivalHistory } from '#contract/shipments.ts'
import { joinParts, t, tn } from '../../words/words.ts'
import { formatLocalDate, formatShortDate } from '../../words/dates.ts'

/** `date` null: no arrival is expected any more. `seenMs` null: from before the first reading. */
export type ArrivalStep = { date: string | null; seenMs: number | null }

const DAY_MS = 86_400_000

/** Lists only changes to another day, because the hour of an arrival weeks away is not reliable. */
export function listArrivalSteps({ originalEtaAt, steps, zone }: ArrivalHistory): ArrivalStep[] {
  const reported = steps.map(({ etaAt, seenAt }): ArrivalStep => ({
    date: etaAt === null ? null : formatLocalDate(etaAt, zone),
    seenMs: Date.parse(seenAt),
  }))
  const allSteps =
    originalEtaAt === null || reported.length === 0
      ? reported
      : [{ date: formatLocalDate(originalEtaAt, zone), seenMs: null }, ...reported]
  return allSteps.filter(({ date }, index) => index === 0 || date !== allSteps[index - 1]?.date)
}

/** Longer sequences show only their beginning and their end. */
const MAX_NAMED = 5

/** `ETA moved 3 times: 12 Nov → 15 Nov → 14 Nov, 2 days later` */
export function describeArrivals(steps: readonly ArrivalStep[]): string {
  const changeCount = steps.length - 1
  if (changeCount < 0) return ''
  const dateTexts = steps.map(({ date }) => (date === null ? t('arrivals.none') : formatShortDate(date)))
  if (changeCount === 0) return t('arrivals.still', { date: dateTexts[0] ?? '' })
  const shown = dateTexts.length > MAX_NAMED ? [...dateTexts.slice(0, 2), '…', ...dateTexts.slice(-2)] : dateTexts
  return t('arrivals.moved', {
    times: tn('arrivals.times', changeCount),
    dates: joinParts(t('phrase.clauseSeparator'), shown.join(' → '), formatShift(steps)),
  })
}

/** How much later or earlier the last date is than the first one. */
function formatShift(steps: readonly ArrivalStep[]): string | null {
  const [first, last] = [steps[0]?.date ?? null, steps.at(-1)?.date ?? null]
  if (first === null || last === null) return null
  const days = Math.round((Date.parse(last) - Date.parse(first)) / DAY_MS)
  if (days === 0) return t('arrivals.same')
  return days > 0 ? tn('arrivals.later', days) : tn('arrivals.earlier', -days)
}

export type ArrivalPicture = {
  path: string
  dots: { x: number; y: number }[]
  now: { x: number; y: number } | null
  top: string
  bottom: string
}

/** The share of the width for the time before the first reading. */
const UNSEEN_SHARE = 0.08

/**
 * Lays out the steps as a line. Time goes to the right, and a later arrival is higher, so an unchanged ETA is a level
 * line. Values from before the first reading are at the left edge. Null if there are fewer than two dates.
 */
export function layOutArrivals(
  steps: readonly ArrivalStep[],
  nowMs: number,
  { width, height }: { width: number; height: number },
): ArrivalPicture | null {
  const dated = steps.flatMap(({ date, seenMs }) => (date === null ? [] : [{ date, seenMs }]))
  const seenTimes = dated.flatMap(({ seenMs }) => (seenMs === null ? [] : [seenMs]))
  if (dated.length < 2 || seenTimes.length === 0) return null
  const days = dated.map(({ date }) => Date.parse(date))
  const [earliest, latest] = [Math.min(...days), Math.max(...days)]
  const startMs = Math.min(...seenTimes)
  // At least 1, because all steps may have the same time, or the clock may be behind them.
  const spanMs = Math.max(nowMs - startMs, 1)
  const hasUnseenStep = dated.some(({ seenMs }) => seenMs === null)
  const startX = hasUnseenStep ? width * UNSEEN_SHARE : 0
  const dots = dated.map(({ seenMs }, index) => ({
    x: seenMs === null ? 0 : startX + Math.min(1, (seenMs - startMs) / spanMs) * (width - startX),
    y: latest === earliest ? height / 2 : height - (((days[index] ?? 0) - earliest) / (latest - earliest)) * height,
  }))
  const [first] = dots
  const path = dots.reduce(
    (drawn, { x, y }) => `${drawn}H${x.toFixed(1)}V${y.toFixed(1)}`,
    `M${(first?.x ?? 0).toFixed(1)} ${(first?.y ?? 0).toFixed(1)}`,
  )
  const isExpected = steps.at(-1)?.date !== null
  const end = isExpected ? { x: width, y: dots.at(-1)?.y ?? 0 } : null
  return {
    path: end ? `${path}H${width}` : path,
    dots,
    now: end,
    top: formatShortDate(formatIsoDay(latest)),
    bottom: formatShortDate(formatIsoDay(earliest)),
  }
}

function formatIsoDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10)
}
