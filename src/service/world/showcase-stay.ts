// Four scripted stays, so that a small world shows every important state on any date. The comment of slots.ts explains
// the choice of the days.
import { DAY_MS, HOUR_MS, toInstant, MINUTE_MS, roundToMinute } from './calendar.ts'
import type { Dice } from './chance.ts'
import { findPlace } from './data/places.ts'
import type { StayFrame } from './unscripted-stay.ts'
import { NO_RARE_EVENT, type HoldName, type HoldSpan, type LastFreeDay, type Stay } from './stay.ts'
import type { Step } from './steps.ts'

/**
 * - `overdue`: the container has an exam hold and a last free day that is extended three times. Then it has fees.
 * - `contradictory`: it is not released, then the terminal reports it as available while held, then it is ready.
 * - `silent`: it is at a terminal that reports nothing.
 * - `inland`: it waits for the train, travels on it, and is ready at the ramp.
 */
export type Script = 'overdue' | 'contradictory' | 'silent' | 'inland'

/** `dayZero` is a calendar day at the place of pickup. The vessel is scheduled to arrive 4 to 10 days before it. */
export function createShowcaseStay(script: Script, dice: Dice, frame: StayFrame, dayZero: number): Stay {
  const { zone } = findPlace((frame.ramp ?? frame.terminal).locode)
  // All times of the stay have the same offset, so that no two slots change in the same minute.
  const unevenMs = roundToMinute(dice.drawBetween(0, 50) * MINUTE_MS)
  const instantOn = (day: number, hour: number) => toInstant(zone, dayZero + day, hour * HOUR_MS) + unevenMs
  const dischargedMs = roundToMinute(frame.berthedMs + dice.drawBetween(6, 16) * HOUR_MS)
  const stay = {
    overdue: createOverdueStay,
    contradictory: createContradictoryStay,
    silent: createSilentStay,
    inland: createInlandStay,
  }[script](instantOn, frame, dischargedMs, (day) => ({ day: dayZero + day, form: 'local-midnight' }))
  return {
    ...NO_RARE_EVENT,
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
  'zone' | 'dischargedMs' | 'feeForm' | 'appointment' | 'examFee' | 'outage' | 'inland' | keyof typeof NO_RARE_EVENT
> &
  Partial<Stay>
/** Returns the instant of a day, counted from day zero, and an hour at the place of pickup. */
type InstantOn = (day: number, hour: number) => number
/** Returns the last free day on this day, counted from day zero. */
type DeadlineOn = (day: number) => LastFreeDay

const createHold = (name: HoldName, description: string, fromMs: number, toMs: number): HoldSpan => ({
  name,
  status: 'hold',
  description,
  fromMs,
  toMs,
})

const createAvailability = (fromMs: number, toMs: number): Step<boolean>[] => [
  { fromMs: -Infinity, value: false },
  { fromMs, value: true },
  { fromMs: toMs, value: false },
]

/**
 * The container is held until day 6. It is due today or tomorrow on the days 0 to 2, 5, 6, 10 and 11, which are all
 * seven values modulo 7. It is overdue from day 12 to day 19.
 */
function createOverdueStay(
  instantOn: InstantOn,
  frame: StayFrame,
  dischargedMs: number,
  deadlineOn: DeadlineOn,
): ScriptedStay {
  const fullOutMs = instantOn(19, 14)
  return {
    holds: [
      createHold('customs', 'CBP EXAM - DOCUMENT REVIEW', frame.arrivedMs, instantOn(6, 11)),
      createHold('freight', 'FREIGHT HOLD - LINE', frame.arrivedMs, instantOn(1, 9)),
    ],
    available: createAvailability(instantOn(6, 14), fullOutMs),
    lastFreeDays: {
      terminal: [
        { fromMs: dischargedMs + 4 * HOUR_MS, value: deadlineOn(1) },
        { fromMs: instantOn(1, 10), value: deadlineOn(2) },
        { fromMs: instantOn(3, 6), value: deadlineOn(6) },
        { fromMs: instantOn(7, 6), value: deadlineOn(11) },
      ],
      line: [],
      rail: [],
    },
    appointment: [{ fromMs: instantOn(17, 9), value: instantOn(19, 14) }],
    fullOutMs,
    emptyInMs: instantOn(22, 10),
    examFee: { fromMs: instantOn(6, 11), amount: 450 },
  }
}

/** The container is not released until day 7, contradictory until the evening of day 14, and ready until day 22. */
function createContradictoryStay(
  instantOn: InstantOn,
  _frame: StayFrame,
  dischargedMs: number,
  deadlineOn: DeadlineOn,
): ScriptedStay {
  const fullOutMs = instantOn(22, 14)
  return {
    holds: [createHold('freight', 'LINE OPERATOR HOLD', instantOn(7, 5), instantOn(14, 20))],
    available: createAvailability(instantOn(7, 5), fullOutMs),
    lastFreeDays: {
      terminal: [{ fromMs: dischargedMs + 6 * HOUR_MS, value: deadlineOn(20) }],
      line: [{ fromMs: dischargedMs, value: deadlineOn(23) }],
      rail: [],
    },
    fullOutMs,
    emptyInMs: instantOn(24, 15),
    // The outage is so long that the last check becomes more than a day old.
    outage: { fromMs: instantOn(16, 0), toMs: instantOn(18, 6) },
  }
}

/** Only the line reports. The last free day is day 10, the pickup is on day 13, the return on day 21. */
function createSilentStay(
  instantOn: InstantOn,
  _frame: StayFrame,
  dischargedMs: number,
  deadlineOn: DeadlineOn,
): ScriptedStay {
  const fullOutMs = instantOn(13, 11)
  return {
    holds: [],
    available: [{ fromMs: -Infinity, value: false }],
    lastFreeDays: { terminal: [], line: [{ fromMs: dischargedMs, value: deadlineOn(10) }], rail: [] },
    fullOutMs,
    emptyInMs: instantOn(21, 12),
  }
}

/** The container waits for the train until day 6, is on rail until day 14, and ready at the ramp until day 22. */
function createInlandStay(
  instantOn: InstantOn,
  frame: StayFrame,
  _dischargedMs: number,
  deadlineOn: DeadlineOn,
): ScriptedStay {
  const fullOutMs = instantOn(22, 11)
  const arrivedMs = instantOn(13, 15)
  return {
    holds: [],
    available: createAvailability(instantOn(14, 12), fullOutMs),
    lastFreeDays: {
      terminal: [],
      line: [],
      rail: [
        { fromMs: instantOn(14, 10), value: deadlineOn(18) },
        { fromMs: instantOn(17, 13), value: deadlineOn(20) },
      ],
    },
    inland: {
      railroad: frame.ramp?.railroad ?? '',
      loadedMs: instantOn(6, 10),
      departedMs: instantOn(7, 2),
      arrivedMs,
      unloadedMs: instantOn(14, 6),
      arrivalEstimates: [
        { fromMs: instantOn(6, 10), value: instantOn(13, 3) },
        { fromMs: instantOn(10, 10), value: arrivedMs },
      ],
    },
    fullOutMs,
    emptyInMs: instantOn(25, 13),
  }
}

/** Returns day zero of a showcase shipment. It is 18 days after the shipment was entered. */
export function computeDayZero(createdMs: number): number {
  return Math.floor(createdMs / DAY_MS) + 18
}
