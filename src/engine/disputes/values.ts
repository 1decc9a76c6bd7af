// The successive values of one field, from the steps of its history and its present value. Pure. History shows only our
// own readings: if two steps do not meet, a value arrived unseen in between, and the result says so.
import type { EvidenceValue } from '#contract/disputes.ts'
import type { TimedStep } from '../mirror/history/store.ts'

/** A value before its day, its reason and who was asked are read off it. */
export type PlainValue = Pick<EvidenceValue, 'value' | 'seen' | 'firstSeenAt' | 'sourceAt' | 'endedAt'>

export type Readings = {
  /** The first reading of the record as it is kept; history may be older, where the record was lost meanwhile. */
  firstAt: string
  lastAt: string
  /** False: steps may have been deleted, so that nothing can be said of when a value was first seen without them. */
  isWhole: boolean
}

/** `steps` of this field, oldest first; `present` as JSON text. Empty where there never was a value. */
export function valuesOf(steps: readonly TimedStep[], present: string | null, readings: Readings): PlainValue[] {
  const [first] = steps
  if (!first && present === null) return []
  const values: PlainValue[] = [
    firstLook(first ? first.before : present, first ? first.seenAt : readings.lastAt, readings),
  ]
  for (const step of steps) {
    meet(values, step.before, step.seenAt, readings)
    end(values, step.seenAt)
    values.push({ value: step.after, seen: 'came', firstSeenAt: step.seenAt, sourceAt: step.sourceAt, endedAt: null })
  }
  meet(values, present, readings.lastAt, readings)
  return values
}

/** What was there before the first step on record, or is there without any. */
function firstLook(value: string | null, byAt: string, { firstAt, isWhole }: Readings): PlainValue {
  return {
    value,
    seen: 'first-look',
    firstSeenAt: isWhole && firstAt <= byAt ? firstAt : null,
    sourceAt: null,
    endedAt: null,
  }
}

/** Goes on with what the next step began from, or with what is there now, where that is not what was seen last. */
function meet(values: PlainValue[], value: string | null, byAt: string, { firstAt }: Readings): void {
  const last = values.at(-1)
  if (!last || last.value === value) return
  // The record was read for the first time again in between: that reading had it.
  const seenAt = firstAt > (last.firstSeenAt ?? '') && firstAt <= byAt ? firstAt : null
  end(values, seenAt ?? byAt)
  values.push({ value, seen: 'unseen', firstSeenAt: seenAt, sourceAt: null, endedAt: null })
}

function end(values: PlainValue[], at: string): void {
  const last = values.at(-1)
  if (last) last.endedAt = at
}
