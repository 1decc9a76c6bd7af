// The state machine of a lease: candidate, leader, deposed. Times are milliseconds of one computer.
import { expect, test } from 'vitest'
import {
  type CandidateKind,
  type LeaseAnswer,
  type LeaseState,
  LEASE_MS,
  advance,
  applyAnswer,
  doubt,
  findStep,
  maySend,
  renewNow,
  startAsCandidate,
} from '#engine/office/lease.ts'

const SENT = 10_000
/** A leader of fence 7 whose question of `SENT` was answered. */
const leader: LeaseState = { role: 'leader', fence: 7, renewAtMs: 12_000, untilMs: 16_000, isConfirmed: true }
const candidate = startAsCandidate(SENT)
const deposed: LeaseState = { role: 'deposed', fence: 7 }
const answerAt = (nowMs: number, state: LeaseState, answer: LeaseAnswer, kind: CandidateKind = 'desktop') =>
  applyAnswer(state, answer, { sentMs: SENT, nowMs, kind })

test.each<[string, LeaseState, number, ReturnType<typeof findStep>]>([
  ['a new candidate asks for the lease at once', candidate, SENT, { kind: 'take' }],
  ['a candidate waits until it tries again', candidate, SENT - 1, { kind: 'wait', untilMs: SENT }],
  ['a leader waits until it renews', leader, 11_999, { kind: 'wait', untilMs: 12_000 }],
  ['a leader renews in time', leader, 12_000, { kind: 'renew', fence: 7 }],
  ['a deposed leader gives its lock back', deposed, SENT, { kind: 'release', fence: 7 }],
])('%s', (_, state, nowMs, step) => expect(findStep(state, nowMs)).toEqual(step))

test.each<[string, LeaseState, LeaseAnswer, LeaseState]>([
  [
    'a candidate that gets the lease leads from when it asked, and reports its budget first',
    candidate,
    { kind: 'taken', fence: 7 },
    { ...leader, renewAtMs: 10_300, isConfirmed: false },
  ],
  ['a renewal confirms a new leader', { ...leader, isConfirmed: false }, { kind: 'renewed' }, leader],
  ['a renewal lasts from when it was sent', { ...leader, untilMs: 11_000 }, { kind: 'renewed' }, leader],
  ['a leader without the lease is deposed', leader, { kind: 'lost' }, deposed],
  ['a leader without an answer tries again soon', leader, { kind: 'failed' }, { ...leader, renewAtMs: 10_800 }],
  ['a deposed leader stays deposed when an old renewal arrives', deposed, { kind: 'renewed' }, deposed],
  ['a candidate stays one when an old refusal arrives', candidate, { kind: 'lost' }, candidate],
  ['a deposed leader is a candidate after its release', deposed, { kind: 'released' }, startAsCandidate(11_300)],
  ['a deposed leader without a connection has no lock', deposed, { kind: 'failed' }, startAsCandidate(11_300)],
])('%s', (_, state, answer, next) => expect(answerAt(10_300, state, answer)).toEqual(next))

test.each<[CandidateKind, number]>([
  ['daemon', 500],
  ['desktop', 1_000],
  ['battery', 3_500],
])('a candidate of the kind %s tries again after %i ms', (kind, waitMs) =>
  expect(answerAt(10_300, candidate, { kind: 'held' }, kind)).toEqual(startAsCandidate(10_300 + waitMs)),
)

test('a lease that is over when its answer arrives is no lease', () => {
  expect(answerAt(SENT + LEASE_MS, candidate, { kind: 'taken', fence: 7 })).toEqual(deposed)
  expect(answerAt(SENT + LEASE_MS, leader, { kind: 'renewed' })).toEqual(deposed)
})

test('a leader that cannot renew is deposed at the end of its lease, by its own clock', () => {
  let state = advance(leader, SENT)
  for (let nowMs = 12_000; nowMs < 16_000; nowMs += 500) {
    expect(findStep(advance(state, nowMs), nowMs)).toEqual({ kind: 'renew', fence: 7 })
    state = answerAt(nowMs, state, { kind: 'failed' })
  }
  expect(advance(state, 16_000)).toEqual(deposed)
})

test('a leader that froze is deposed before it does anything else', () =>
  expect(findStep(advance(leader, 90_000), 90_000)).toEqual({ kind: 'release', fence: 7 }))

test('a leader whose connection ended sends nothing until it has renewed its lease', () => {
  const doubtful = doubt(leader, 10_100)
  expect([maySend(leader, 10_100), maySend(doubtful, 10_100)]).toEqual([true, false])
  expect(findStep(doubtful, 10_100)).toEqual({ kind: 'renew', fence: 7 })
  expect(maySend(answerAt(10_300, doubtful, { kind: 'renewed' }), 10_300)).toBe(true)
  expect([doubt(candidate, 10_100), doubt(deposed, 10_100)]).toEqual([candidate, deposed])
})

test('a leader that must report its budget renews earlier, and others do nothing', () => {
  expect(findStep(renewNow(leader, 10_100), 10_100)).toEqual({ kind: 'renew', fence: 7 })
  expect(renewNow({ ...leader, renewAtMs: 9_000 }, 10_100)).toEqual({ ...leader, renewAtMs: 9_000 })
  expect(renewNow(candidate, 10_100)).toEqual(candidate)
})

test('only a leader may send requests, until 2 s before the end of its lease', () => {
  expect([maySend(leader, 13_999), maySend(leader, 14_000)]).toEqual([true, false])
  expect([maySend(candidate, SENT), maySend(deposed, SENT)]).toEqual([false, false])
})
