// Four scripted stays, so that a small world shows every important state on any date. The arithmetic of the day numbers
// is in slots.ts.
import { DAY_MS, HOUR_MS, instantAt, MINUTE_MS, toMinute } from './calendar.ts'
import type { Dice } from './chance.ts'
import { placeAt } from './data/places.ts'
import type { StayFrame } from './natural-stay.ts'
import { NO_FATE, type HoldName, type HoldSpan, type LastFreeDay, type Stay } from './stay.ts'
import type { Step } from './steps.ts'

/**
 * `overdue`: an exam hold, a last free day that is extended three times, then overdue with fees. `contradictory`: not
 * released, then reported as available while held, then ready. `silent`: at a terminal that reports nothing. `inland`:
 * waits for the train, travels on it, is ready at the ramp.
 */
export type Script = 'overdue' | 'contradictory' | 'silent' | 'inland'

/** `dayZero` is a calendar day at the place of pickup; the vessel arrived 4 to 10 days before. */
export function showcaseStay(script: Script, dice: Dice, frame: StayFrame, dayZero: number): Stay {
  const { zone } = placeAt((frame.ramp ?? frame.terminal).locode)
  // The same offset for the whole stay, so that no two slots change at the same minute.
  const unevenMs = toMinute(dice.between(0, 50) * MINUTE_MS)
  const at = (day: number, hour: number) => instantAt(zone, dayZero + day, hour * HOUR_MS) + unevenMs
  const dischargedMs = toMinute(frame.berthedMs + dice.between(6, 16) * HOUR_MS)
  const stay = { overdue, contradictory, silent, inland }[script](at, frame, dischargedMs, (day) => ({
    day: dayZero + day,
    form: 'local-midnight',
  }))
  return {
    ...NO_FATE,
    zone,
    dischargedMs,
    feeForm: 'itemised',
    appointment: [],
    examFee: null,
    outage: null,
    inland: null,
    ...stay,
  }
}

type ScriptedStay = Omit<
  Stay,
  'zone' | 'dischargedMs' | 'feeForm' | 'appointment' | 'examFee' | 'outage' | 'inland' | keyof typeof NO_FATE
> &
  Partial<Stay>
type At = (day: number, hour: number) => number
type DeadlineOn = (day: number) => LastFreeDay

const hold = (name: HoldName, description: string, fromMs: number, toMs: number): HoldSpan => ({
  name,
  status: 'hold',
  description,
  fromMs,
  toMs,
})

const availableBetween = (fromMs: number, toMs: number): Step<boolean>[] => [
  { fromMs: -Infinity, value: false },
  { fromMs, value: true },
  { fromMs: toMs, value: false },
]

/** Held until day 6. Due on days 0-2, 5-6 and 10-11: all seven values modulo 7. Past from day 12 to day 19. */
function overdue(at: At, frame: StayFrame, dischargedMs: number, on: DeadlineOn): ScriptedStay {
  const fullOutMs = at(19, 14)
  return {
    holds: [
      hold('customs', 'CBP EXAM - DOCUMENT REVIEW', frame.arrivedMs, at(6, 11)),
      hold('freight', 'FREIGHT HOLD - LINE', frame.arrivedMs, at(1, 9)),
    ],
    available: availableBetween(at(6, 14), fullOutMs),
    lastFreeDays: {
      terminal: [
        { fromMs: dischargedMs + 4 * HOUR_MS, value: on(1) },
        { fromMs: at(1, 10), value: on(2) },
        { fromMs: at(3, 6), value: on(6) },
        { fromMs: at(7, 6), value: on(11) },
      ],
      line: [],
      rail: [],
    },
    appointment: [{ fromMs: at(17, 9), value: at(19, 14) }],
    fullOutMs,
    emptyInMs: at(22, 10),
    examFee: { fromMs: at(6, 11), amount: 450 },
  }
}

/** Not released until day 7, contradictory until the evening of day 14, ready until day 22. */
function contradictory(at: At, _frame: StayFrame, dischargedMs: number, on: DeadlineOn): ScriptedStay {
  const fullOutMs = at(22, 14)
  return {
    holds: [hold('freight', 'LINE OPERATOR HOLD', at(7, 5), at(14, 20))],
    available: availableBetween(at(7, 5), fullOutMs),
    lastFreeDays: {
      terminal: [{ fromMs: dischargedMs + 6 * HOUR_MS, value: on(20) }],
      line: [{ fromMs: dischargedMs, value: on(23) }],
      rail: [],
    },
    fullOutMs,
    emptyInMs: at(24, 15),
    // Long enough that the last check is more than a day old.
    outage: { fromMs: at(16, 0), toMs: at(18, 6) },
  }
}

/** Only the line reports: the last free day is day 10, pickup on day 13, return on day 21. */
function silent(at: At, _frame: StayFrame, dischargedMs: number, on: DeadlineOn): ScriptedStay {
  const fullOutMs = at(13, 11)
  return {
    holds: [],
    available: [{ fromMs: -Infinity, value: false }],
    lastFreeDays: { terminal: [], line: [{ fromMs: dischargedMs, value: on(10) }], rail: [] },
    fullOutMs,
    emptyInMs: at(21, 12),
  }
}

/** Waits for the train until day 6, on rail until day 14, ready at the ramp until day 22. */
function inland(at: At, frame: StayFrame, _dischargedMs: number, on: DeadlineOn): ScriptedStay {
  const fullOutMs = at(22, 11)
  const arrivedMs = at(13, 15)
  return {
    holds: [],
    available: availableBetween(at(14, 12), fullOutMs),
    lastFreeDays: {
      terminal: [],
      line: [],
      rail: [
        { fromMs: at(14, 10), value: on(18) },
        { fromMs: at(17, 13), value: on(20) },
      ],
    },
    inland: {
      railroad: frame.ramp?.railroad ?? '',
      loadedMs: at(6, 10),
      departedMs: at(7, 2),
      arrivedMs,
      unloadedMs: at(14, 6),
      arrivalEstimates: [
        { fromMs: at(6, 10), value: at(13, 3) },
        { fromMs: at(10, 10), value: arrivedMs },
      ],
    },
    fullOutMs,
    emptyInMs: at(25, 13),
  }
}

/** Day zero of a shipment that was entered then: showcase shipments are entered 18 days before (slots.ts). */
export function dayZeroOf(createdMs: number): number {
  return Math.floor(createdMs / DAY_MS) + 18
}
