// Which request comes next, as a table.
import { describe, expect, test } from 'vitest'
import { sweepsOf } from '#engine/sync/kinds.ts'
import { type PlanInput, planNext } from '#engine/sync/planner.ts'

const idle = { isBusy: false, isRunning: false, startedMono: 0 }
const quiet: PlanInput = {
  mono: 1_000,
  sweeps: sweepsOf(() => idle),
  isWatched: true,
  isFirstReading: false,
  hasMissing: false,
  hasEventsDue: false,
  isVerifying: false,
  aheadAtMono: null,
  isRequestPending: false,
  singles: { urgent: false, hints: false, reference: false },
  eventsInFlight: 0,
  inFlight: 0,
  blockedUntilMono: 0,
  failures: 0,
}
const containers = { job: { kind: 'page', sweep: 'containers' } }

describe('the next request', () => {
  test('at the start is the first page of containers', () => {
    const never = { ...idle, startedMono: null }
    expect(planNext({ ...quiet, sweeps: sweepsOf(() => never) })).toEqual(containers)
  })
  test.each([
    ['a screen is open', true, 14_999, { waitMs: 1 }],
    ['a screen is open', true, 15_000, containers],
    ['nobody looks', false, 15_000, { waitMs: 45_000 }],
    ['nobody looks', false, 60_000, containers],
  ])('when %s (%s) at %i ms', (_name, isWatched, mono, plan) => {
    expect(planNext({ ...quiet, isWatched, mono })).toEqual(plan)
  })
  test('is the next page of a sweep that has begun, whatever its period', () => {
    expect(planNext({ ...quiet, sweeps: { ...quiet.sweeps, shipments: { ...idle, isRunning: true } } })).toEqual({ job: { kind: 'page', sweep: 'shipments' } })
  })
  test('is never a second page of the same sweep at once', () => {
    const busy = { isBusy: true, isRunning: true, startedMono: 0 }
    expect(planNext({ ...quiet, mono: 20_000, sweeps: { ...quiet.sweeps, containers: busy } })).toEqual({ waitMs: 60_000 })
  })
  test('is the page behind one that has been under way for long', () => {
    const busy = { isBusy: true, isRunning: true, startedMono: 0 }
    const slow = { ...quiet, sweeps: { ...quiet.sweeps, containers: busy }, aheadAtMono: 2_500 }
    expect(planNext(slow)).toEqual({ waitMs: 1_500 })
    expect(planNext({ ...slow, mono: 2_500 })).toEqual({ job: { kind: 'ahead' } })
    expect(planNext({ ...slow, mono: 2_500, failures: 1, inFlight: 1 })).not.toHaveProperty('job')
  })
  test('asks for a record two sweeps have missed, one at a time', () => {
    expect(planNext({ ...quiet, hasMissing: true })).toEqual({ job: { kind: 'verify' } })
    expect(planNext({ ...quiet, hasMissing: true, isVerifying: true })).toEqual({ waitMs: 14_000 })
  })
  test('fills idle time with events, two at a time', () => {
    expect(planNext({ ...quiet, hasEventsDue: true })).toEqual({ job: { kind: 'events' } })
    expect(planNext({ ...quiet, hasEventsDue: true, eventsInFlight: 2 })).toEqual({ waitMs: 14_000 })
  })
})

test('while both are due, one reading of events is under way beside the sweeps', () => {
  const both = { ...quiet, sweeps: { ...quiet.sweeps, containers: { ...idle, isRunning: true } }, hasEventsDue: true }
  expect(planNext(both)).toEqual({ job: { kind: 'events' } })
  expect(planNext({ ...both, eventsInFlight: 1 })).toEqual(containers)
})

describe('until all containers have been read once', () => {
  const never = { ...idle, startedMono: null }
  const first = { ...quiet, isFirstReading: true, hasEventsDue: true, sweeps: sweepsOf(() => never) }
  test('their pages come one after the other and nothing gets between them', () => {
    expect(planNext({ ...first})).toEqual(containers)
    const busy = { isBusy: true, isRunning: true, startedMono: 0 }
    expect(planNext({ ...first, sweeps: { ...first.sweeps, containers: busy } })).not.toHaveProperty('job')
  })
  test('a record somebody waits for does', () => {
    expect(planNext({ ...first, singles: { urgent: true, hints: true, reference: true } })).toEqual({ job: { kind: 'urgent' } })
  })
})

describe('after a failure', () => {
  test('nothing is sent before the pause is over', () => {
    expect(planNext({ ...quiet, mono: 20_000, blockedUntilMono: 30_000 })).toEqual({ waitMs: 10_000 })
  })
  test('a refused key waits for the user', () => {
    expect(planNext({ ...quiet, blockedUntilMono: Number.POSITIVE_INFINITY })).toEqual({ waitMs: Number.POSITIVE_INFINITY })
  })
  test('one request at a time feels its way', () => {
    const failed = { ...quiet, mono: 20_000, failures: 1, hasEventsDue: true }
    expect(planNext(failed)).toHaveProperty('job')
    expect(planNext({ ...failed, inFlight: 1 })).not.toHaveProperty('job')
  })
})
