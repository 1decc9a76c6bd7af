// The planner chooses the next request.
import { describe, expect, test } from 'vitest'
import { mapSweepKinds } from '#engine/mirror/kinds.ts'
import { type PlanInput, planNext } from '#engine/sync/planner.ts'

const idleSweep = { isBusy: false, isRunning: false, startedMono: 0, pages: 1 }
const baseInput: PlanInput = {
  mono: 1_000,
  sweeps: mapSweepKinds(() => idleSweep),
  pace: 'usual',
  isWatched: true,
  hasManyUrgent: false,
  isFirstReading: false,
  hasMissing: false,
  hasEventsDue: false,
  isVerifying: false,
  aheadAtMono: null,
  isRequestPending: false,
  singles: { awaited: false, urgent: false, hints: false, reference: false },
  eventsInFlight: 0,
  inFlight: 0,
  blockedUntilMono: 0,
  failures: 0,
}
const containers = { job: { kind: 'page', sweep: 'containers' } }

describe('the next request', () => {
  test('at the start is the first page of containers', () => {
    const neverStarted = { ...idleSweep, startedMono: null }
    expect(planNext({ ...baseInput, sweeps: mapSweepKinds(() => neverStarted) })).toEqual(containers)
  })
  test.each([
    ['a screen is open', true, 14_999, { waitMs: 1 }],
    ['a screen is open', true, 15_000, containers],
    ['no screen is open', false, 15_000, { waitMs: 45_000 }],
    ['no screen is open', false, 60_000, containers],
  ])('is planned by the period: %s (%s), %i ms after the start of the last sweep', (_name, isWatched, mono, plan) =>
    expect(planNext({ ...baseInput, isWatched, mono })).toEqual(plan),
  )
  test('is the next page of a sweep that has begun, before its period ends', () =>
    expect(
      planNext({ ...baseInput, sweeps: { ...baseInput.sweeps, shipments: { ...idleSweep, isRunning: true } } }),
    ).toEqual({ job: { kind: 'page', sweep: 'shipments' } }))
  test('is never a second page of the same sweep while one is in flight', () => {
    const busy = { isBusy: true, isRunning: true, startedMono: 0, pages: 1 }
    expect(planNext({ ...baseInput, mono: 20_000, sweeps: { ...baseInput.sweeps, containers: busy } })).toEqual({
      waitMs: 60_000,
    })
  })
  test('is the following page if one takes long', () => {
    const busy = { isBusy: true, isRunning: true, startedMono: 0, pages: 1 }
    const slow = { ...baseInput, sweeps: { ...baseInput.sweeps, containers: busy }, aheadAtMono: 2_500 }
    expect(planNext(slow)).toEqual({ waitMs: 1_500 })
    expect(planNext({ ...slow, mono: 2_500 })).toEqual({ job: { kind: 'ahead' } })
    expect(planNext({ ...slow, mono: 2_500, failures: 1, inFlight: 1 })).not.toHaveProperty('job')
  })
  test('verifies records that two sweeps have missed, one at a time', () => {
    expect(planNext({ ...baseInput, hasMissing: true })).toEqual({ job: { kind: 'verify' } })
    expect(planNext({ ...baseInput, hasMissing: true, isVerifying: true })).toEqual({ waitMs: 14_000 })
  })
  test('reads events in idle time, two at a time', () => {
    expect(planNext({ ...baseInput, hasEventsDue: true })).toEqual({ job: { kind: 'events' } })
    expect(planNext({ ...baseInput, hasEventsDue: true, eventsInFlight: 2 })).toEqual({ waitMs: 14_000 })
  })
})

test('while both are due, one request for events runs beside the sweeps', () => {
  const bothDue = {
    ...baseInput,
    sweeps: { ...baseInput.sweeps, containers: { ...idleSweep, isRunning: true } },
    hasEventsDue: true,
  }
  expect(planNext(bothDue)).toEqual({ job: { kind: 'events' } })
  expect(planNext({ ...bothDue, eventsInFlight: 1 })).toEqual(containers)
})

describe('until all containers have been read once', () => {
  const neverStarted = { ...idleSweep, startedMono: null }
  const first = { ...baseInput, isFirstReading: true, hasEventsDue: true, sweeps: mapSweepKinds(() => neverStarted) }
  test('their pages are read one after the other without other requests', () => {
    expect(planNext({ ...first })).toEqual(containers)
    const busy = { isBusy: true, isRunning: true, startedMono: 0, pages: 1 }
    expect(planNext({ ...first, sweeps: { ...first.sweeps, containers: busy } })).toEqual({ waitMs: 60_000 })
    expect(planNext({ ...first, sweeps: { ...first.sweeps, containers: busy }, aheadAtMono: 2_500 })).toEqual({
      waitMs: 1_500,
    })
  })
  test('a record that the user waits for is read first', () =>
    expect(planNext({ ...first, singles: { awaited: true, urgent: true, hints: true, reference: true } })).toEqual({
      job: { kind: 'awaited' },
    }))
})

describe('after a failure', () => {
  test('nothing is sent before the pause is over', () =>
    expect(planNext({ ...baseInput, mono: 20_000, blockedUntilMono: 30_000 })).toEqual({ waitMs: 10_000 }))
  test('a refused key waits for the user', () =>
    expect(planNext({ ...baseInput, blockedUntilMono: Number.POSITIVE_INFINITY })).toEqual({
      waitMs: Number.POSITIVE_INFINITY,
    }))
  test('only one request is sent at a time', () => {
    const failed = { ...baseInput, mono: 20_000, failures: 1, hasEventsDue: true }
    expect(planNext(failed)).toHaveProperty('job')
    expect(planNext({ ...failed, inFlight: 1 })).not.toHaveProperty('job')
  })
})

describe('at a slow pace', () => {
  const planSlow = (input: Partial<PlanInput>) => planNext({ ...baseInput, mono: 60_000, ...input })
  test.each([
    ['on battery with a screen open every minute', { pace: 'battery' }, 59_999, 60_000],
    ['on battery without a screen every five minutes', { pace: 'battery', isWatched: false }, 299_999, 300_000],
    ['on a metered connection every five minutes', { pace: 'metered' }, 299_999, 300_000],
    [
      'with many urgent containers every minute at any pace',
      { pace: 'metered', isWatched: false, hasManyUrgent: true },
      59_999,
      60_000,
    ],
  ] as const)('containers are read %s', (_name, input, earlyMono, dueMono) => {
    expect(planSlow({ ...input, mono: earlyMono })).toEqual({ waitMs: 1 })
    expect(planSlow({ ...input, mono: dueMono })).toEqual(containers)
  })
  test('during a pause only urgent containers and awaited records are read', () => {
    const paused = { pace: 'paused', mono: 1e9, hasMissing: true, hasEventsDue: true, hasManyUrgent: true } as const
    const singles = { awaited: false, urgent: false, hints: true, reference: true }
    expect(planSlow({ ...paused, singles })).toEqual({ waitMs: 60_000 })
    expect(planSlow({ ...paused, singles: { ...singles, urgent: true } })).toEqual({ job: { kind: 'urgent' } })
    expect(planSlow({ ...paused, singles, isRequestPending: true })).toEqual({
      job: { kind: 'page', sweep: 'tracking_requests' },
    })
  })
  test('during a pause a sweep continues if it has begun or was requested', () => {
    expect(
      planSlow({ pace: 'paused', sweeps: { ...baseInput.sweeps, containers: { ...idleSweep, isRunning: true } } }),
    ).toEqual(containers)
    expect(
      planSlow({ pace: 'paused', sweeps: { ...baseInput.sweeps, containers: { ...idleSweep, startedMono: null } } }),
    ).toEqual(containers)
  })
})
