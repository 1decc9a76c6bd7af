// The order in which the gate grants permits, and how many.
import { expect, onTestFinished, test } from 'vitest'
import type { Allowance, Priority } from '#engine/api/budget.ts'
import { createGate } from '#engine/api/gate.ts'
import { momentSetup } from '#engine/mirror/containers/moment.ts'
import { openConnection } from '#engine/db/open.ts'
import { type Write, createWrite } from '#engine/db/write.ts'
import { createFakeClock } from '#support/fake-clock.ts'

function startGate(allowance: Allowance = { share: 1, isCrowded: false }) {
  const clock = createFakeClock(0)
  const connection = openConnection(':memory:', momentSetup)
  const commit = createWrite(connection)
  let commits = 0
  const write: Write = (work) => {
    commits++
    return commit(work)
  }
  const gate = createGate({
    clock,
    db: connection.db,
    write,
    keyHash: 'key',
    log: () => undefined,
    allowance: () => allowance,
  })
  onTestFinished(() => {
    gate.stop()
    connection.close()
  })
  return { clock, gate, db: connection.db, commits: () => commits }
}

test('a request that would wait longer than its caller allows is declined at once', async () => {
  const { clock, gate } = startGate()
  const sendRequests = (count: number) =>
    Promise.all(
      Array.from({ length: count }, () =>
        gate.enter('general', 0, new AbortController().signal, 15_000).then(
          (ticket) => {
            ticket.answered()
            return 'sent'
          },
          () => 'declined',
        ),
      ),
    )
  expect(new Set(await sendRequests(98))).toEqual(new Set(['sent']))
  await clock.advance(50_000)
  const laterRequests = sendRequests(200)
  await clock.advance(15_000)
  expect((await laterRequests).filter((answer) => answer === 'sent')).toHaveLength(98)
})

test('requests of the user are first, and sweeps and history share the other permits four to three', async () => {
  const { clock, gate } = startGate()
  const order: Priority[] = []
  const enter = (priority: Priority) =>
    void gate.enter('general', priority, new AbortController().signal).then(() => order.push(priority))
  for (const priority of [3, 4, 3, 0, 3, 4, 2] as const) enter(priority)
  await clock.advance(10_000)
  expect(order).toEqual([3, 0, 2, 3, 4, 3, 4])
  order.splice(0)
  for (let round = 0; round < 21; round++) for (const priority of [3, 3, 4, 4] as const) enter(priority)
  await clock.advance(21_000)
  // A background request is sent every 0.75 s: 28 in 21 s, of which three sevenths are bulk requests.
  expect([order.length, order.filter((priority) => priority === 4).length]).toEqual([28, 12])
})

test('a refusal while the app sends few requests is attributed to another program for ten minutes', async () => {
  const { clock, gate } = startGate()
  const enter = (count: number) =>
    Promise.all(Array.from({ length: count }, () => gate.enter('general', 0, new AbortController().signal)))
  const others = () => gate.getLoad().buckets.general.othersPerMinute
  const [first] = await enter(40)
  expect(others()).toBeNull()
  first?.refused(1_000)
  expect(others()).toBe(60)
  await clock.advance(9 * 60_000)
  expect(others()).toBe(60)
  await clock.advance(61_000)
  expect(others()).toBeNull()
})

test('a refusal while the app sends most requests is not attributed to another program', async () => {
  const { gate } = startGate()
  const tickets = await Promise.all(
    Array.from({ length: 80 }, () => gate.enter('general', 0, new AbortController().signal)),
  )
  tickets[0]?.refused(1_000)
  expect(gate.getLoad().buckets.general.othersPerMinute).toBeNull()
})

test.each([
  [1, 98],
  [0.5, 49],
  [0.2, 19],
])('with a share of %d the app sends at most %i requests a minute', async (share, most) => {
  const { clock, gate } = startGate({ share, isCrowded: false })
  const sent: number[] = []
  for (let n = 0; n < 200; n++)
    void gate.enter('general', 0, new AbortController().signal).then(
      (ticket) => {
        sent.push(clock.mono())
        ticket.answered()
      },
      () => undefined,
    )
  await clock.advance(59_000)
  expect([sent.length, gate.getLoad().buckets.general.allowed]).toEqual([most, most])
})

test('with a small share the background is spread evenly and leaves permits for the user', async () => {
  const { clock, gate } = startGate({ share: 0.2, isCrowded: false })
  let sweeps = 0
  const sweep = async () => {
    for (;;) {
      ;(await gate.enter('general', 3, new AbortController().signal)).answered()
      sweeps++
    }
  }
  void sweep()
  await clock.advance(60_000)
  expect(sweeps).toBe(16)
  const request = gate.enter('general', 0, new AbortController().signal, 1_000)
  await expect(request).resolves.toBeDefined()
})

test('a crowded outbox gets about half of the permits', async () => {
  const counts = { 1: 0, 3: 0 }
  const { clock, gate } = startGate({ share: 1, isCrowded: true })
  const sendForever = async (priority: 1 | 3) => {
    for (;;) {
      ;(await gate.enter('general', priority, new AbortController().signal)).answered()
      counts[priority]++
    }
  }
  for (const priority of [1, 1, 1, 1, 3, 3] as const) void sendForever(priority)
  await clock.advance(10 * 60_000)
  expect(counts[1] / (counts[1] + counts[3])).toBeCloseTo(0.5, 1)
  expect((counts[1] + counts[3]) / 10).toBeGreaterThan(70)
})

test('requests that the outbox sent before it was crowded do not reduce its half', async () => {
  const allowance = { share: 1, isCrowded: false }
  const { clock, gate } = startGate(allowance)
  const counts = { 1: 0, 3: 0 }
  const sendForever = async (priority: 1 | 3) => {
    for (;;) {
      ;(await gate.enter('general', priority, new AbortController().signal)).answered()
      counts[priority]++
    }
  }
  void sendForever(3)
  for (let n = 0; n < 150; n++) {
    void gate.enter('general', 1, new AbortController().signal).then((ticket) => ticket.answered())
    await clock.advance(2_000)
  }
  Object.assign(counts, { 1: 0, 3: 0 })
  allowance.isCrowded = true
  for (let n = 0; n < 4; n++) void sendForever(1)
  await clock.advance(60_000)
  expect(counts[1] / (counts[1] + counts[3])).toBeCloseTo(0.5, 1)
})

test('a request needs one commit, because its end is stored with the next request or at the stop', async () => {
  const { clock, gate, db, commits } = startGate()
  const loadPermits = () =>
    db.all<{ sent: number; done: number | null }>('SELECT sent_up AS sent, done_up AS done FROM rate_slot ORDER BY id')
  for (let n = 0; n < 3; n++) {
    const ticket = await gate.enter('general', 0, new AbortController().signal)
    await clock.advance(500)
    ticket.answered()
    await clock.advance(59_500)
  }
  expect(commits()).toBe(3)
  expect(loadPermits().map(({ done }) => done !== null)).toEqual([true, false])
  gate.stop()
  expect(loadPermits().map(({ done }) => done !== null)).toEqual([true, true])
})
