// The role of a computer in an office: what reads the service starts and stops with it.
import { expect, test } from 'vitest'
import { type Senders, createRole } from '#engine/role.ts'
import { createFakeClock } from '#support/fake-clock.ts'

/** Senders that record which of them had to read everything. */
function createRecordingRole() {
  const refreshed: string[] = []
  const createSenders = (name: string): Senders => ({
    scheduler: {
      refresh: () => {
        refreshed.push(name)
        return Promise.resolve()
      },
      resume: () => undefined,
      wake: () => undefined,
      onServerAnswer: () => undefined,
      reread: () => Promise.resolve(),
      blockedForMs: () => 0,
      containersEveryMs: () => 15_000,
      leftOut: () => [],
      sweepFault: () => null,
      stop: () => Promise.resolve(),
    },
    outbox: {
      onUsableAnswer: () => undefined,
      stop: () => Promise.resolve(),
      wake: () => undefined,
      retry: () => undefined,
      resume: () => undefined,
      block: () => null,
    },
  })
  const clock = createFakeClock(0)
  let started = 0
  const role = createRole({
    clock,
    startSenders: () => createSenders(`leader ${++started}`),
    startReading: () => createSenders('alone').scheduler,
    follower: createSenders('follower'),
  })
  return { clock, role, refreshed }
}

test('a refresh begins again if the computer lost its lease meanwhile and leads again', async () => {
  const { clock, role, refreshed } = createRecordingRole()
  role.start()
  await role.senders.scheduler.refresh()
  await role.stop()
  expect(role.isLeading).toBe(false)
  await clock.advance(60_000)
  role.start()
  expect([role.isLeading, refreshed]).toEqual([true, ['leader 1', 'leader 2']])
  await role.stop()
  await clock.advance(1)
  role.start()
  expect(refreshed, 'not for ever').toEqual(['leader 1', 'leader 2'])
})

test('a refresh of longer ago, and one of a follower, do not begin again', async () => {
  const { clock, role, refreshed } = createRecordingRole()
  role.start()
  await role.senders.scheduler.refresh()
  await clock.advance(60_001)
  await role.stop()
  role.start()
  await role.stop()
  await role.senders.scheduler.refresh()
  role.startReading()
  expect(refreshed).toEqual(['leader 1', 'follower'])
})
