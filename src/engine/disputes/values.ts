// The successive values of one field, from the steps of its history and its present value. Pure. History shows only our
// own readings: if two steps do not meet, a value arrived unseen in between, and the result says so.
import type { EvidenceValue } from '#contract/disputes.ts'
import type { TimedStep } from '../mirror/history/store.ts'

/** A value without its date, its reason and its last confirmation. */
export type PlainValue = Pick<EvidenceValue, 'value' | 'seen' | 'firstSeenAt' | 'sourceAt' | 'endedAt'>

export type Readings = {
  /** The first reading of the present record. History may be older, if the record was lost in between. */
  firstAt: string
  lastAt: string
  /** False: steps may have been deleted, so the first step does not prove when a value was first seen. */
  isWhole: boolean
}

/** `steps` of this field, oldest first; `present` as JSON text. Empty if there never was a value. */
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

/** The value before the first step, or the present value if there are no steps. */
function firstLook(value: string | null, byAt: string, { firstAt, isWhole }: Readings): PlainValue {
  return {
    value,
    seen: 'first-look',
    firstSeenAt: isWhole && firstAt <= byAt ? firstAt : null,
    sourceAt: null,
    endedAt: null,
  }
}

/** Adds the value that the next step began from, or the present value, if it is not the last one that was seen. */
function meet(values: PlainValue[], value: string | null, byAt: string, { firstAt }: Readings): void {
  const last = values.at(-1)
  if (!last || last.value === value) return
  // The record was read again for the first time in between, and that reading had the value.
  const seenAt = firstAt > (last.firstSeenAt ?? '') && firstAt <= byAt ? firstAt : null
  end(values, seenAt ?? byAt)
  values.push({ value, seen: 'unseen', firstSeenAt: seenAt, sourceAt: null, endedAt: null })
}

function end(values: PlainValue[], at: string): void {
  const last = values.at(-1)
  if (last) last.endedAt = at
}
