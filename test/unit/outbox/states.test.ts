// The transitions of an outbox entry, and what a failure means for it.
import { describe, expect, test } from 'vitest'
import { AppError, type ErrorCode, type ErrorDetails } from '#contract/errors.ts'
import { type OutboxState, type Step, outcomeOf, rowBackOffMs, stateAfter } from '#engine/outbox/states.ts'

const steps: Step[] = ['send', 'acknowledge', 'settle', 'retry', 'reject', 'cancel', 'restart']

test.each<[OutboxState, (OutboxState | null)[]]>([
  ['PENDING', ['SENDING', 'ACKED', null, 'PENDING', 'REJECTED', 'CANCELLED', 'PENDING']],
  ['SENDING', ['SENDING', 'ACKED', null, 'PENDING', 'REJECTED', null, 'PENDING']],
  ['ACKED', [null, null, 'SETTLED', 'ACKED', 'SETTLED', null, 'ACKED']],
  ['SETTLED', [null, null, null, null, null, null, null]],
  ['REJECTED', [null, null, null, null, null, null, null]],
  ['CANCELLED', [null, null, null, null, null, null, null]],
])('%s allows only these steps', (state, expected) =>
  expect(steps.map((step) => stateAfter(state, step))).toEqual(expected),
)

describe('the consequence of a failure:', () => {
  const fromService = { status: 422, reason: 'so it says', serviceCode: 'blank', pointer: null }
  const fromProxy = { status: 403, reason: null, serviceCode: null, pointer: null }
  test.each<[string, ErrorCode, ErrorDetails, string]>([
    ['no network', 'api/offline', {}, 'all'],
    ['no answer', 'api/timeout', {}, 'all'],
    ['an unknown certificate', 'api/certificate', {}, 'all'],
    ['a proxy that wants a password', 'api/proxy-login', {}, 'all'],
    ['a proxy that forbids the address', 'api/proxy-refused', {}, 'all'],
    ['a login page', 'api/redirected', {}, 'all'],
    ['a page instead of data', 'api/not-json', {}, 'all'],
    ['a refused key', 'api/unauthorized', fromService, 'key'],
    ['an error of the service', 'api/server-error', { status: 500, reason: null }, 'row'],
    ['a truncated answer', 'api/malformed', {}, 'row'],
    ['a full disk', 'db/disk-full', {}, 'row'],
    ['a full disk of the office', 'office/full', {}, 'all'],
    ['a member that the office removed', 'office/not-a-member', {}, 'all'],
    ['a bug', 'internal', {}, 'row'],
    ['a refusal of the service', 'api/refused', fromService, 'reject'],
    ['a feature that the account does not have', 'api/forbidden', { ...fromService, status: 403 }, 'reject'],
    ['a refusal by a proxy', 'api/forbidden', fromProxy, 'all'],
    ['an unknown path', 'api/not-found', { ...fromProxy, status: 404 }, 'all'],
    ['a timeout of the service', 'api/refused', { ...fromService, status: 408 }, 'all'],
  ])('%s (%s)', (_, code, details, expected) => {
    const outcome = outcomeOf(new AppError(code, details))
    expect(outcome.step === 'reject' ? 'reject' : outcome.waits).toBe(expected)
  })
})

test('an entry that fails alone waits longer each time, up to ten minutes', () =>
  expect([1, 2, 3, 6, 7, 1000].map(rowBackOffMs)).toEqual([15_000, 30_000, 60_000, 480_000, 600_000, 600_000]))
