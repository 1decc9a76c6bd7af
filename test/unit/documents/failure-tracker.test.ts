import { describe, expect, test } from 'vitest'
import { createFailureTracker } from '#engine/documents/failure-tracker.ts'

describe('a file that failed before another file succeeded on the channel', () => {
  test('has its own fault on this channel and does not count as a failure of the channel', () => {
    const tracker = createFailureTracker()
    expect(tracker.recordFailure('a', 'service')).toEqual({ isOwnFault: false, failureCount: 1 })
    tracker.recordSuccess('b', 'service')
    expect(tracker.recordFailure('a', 'service')).toEqual({ isOwnFault: true, failureCount: 2 })
    expect(tracker.getFailureCount('service')).toBe(0)
  })

  test('has no fault of its own on the other channel', () => {
    const tracker = createFailureTracker()
    tracker.recordFailure('a', 'service')
    tracker.recordSuccess('b', 'service')
    expect(tracker.recordFailure('a', 'storage').isOwnFault).toBe(false)
    expect(tracker.getFailureCount('storage')).toBe(1)
    expect(tracker.getSuspects()).toEqual(['a'])
  })

  test('has no fault of its own after it was cleared', () => {
    const tracker = createFailureTracker()
    tracker.recordFailure('a', 'storage')
    tracker.recordSuccess('b', 'storage')
    tracker.clear('a')
    expect(tracker.recordFailure('a', 'storage')).toEqual({ isOwnFault: false, failureCount: 1 })
  })
})

test('a success of the same file does not show that the file has a fault of its own', () => {
  const tracker = createFailureTracker()
  tracker.recordFailure('a', 'service')
  tracker.recordSuccess('a', 'service')
  expect(tracker.recordFailure('a', 'service').isOwnFault).toBe(false)
})
