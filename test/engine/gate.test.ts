// The gate of requests when a signal is aborted before, while or after a permit is granted.
import { onTestFinished, expect, test } from 'vitest'
import { createAllowanceReader } from '#engine/outbox/allowance.ts'
import { createClient } from '#engine/api/client.ts'
import { createAnswerOrder } from '#engine/api/order.ts'
import { createGate } from '#engine/api/gate.ts'
import { createTraffic } from '#engine/api/traffic.ts'
import { openConnection } from '#engine/db/open.ts'
import { type Write, createWrite } from '#engine/db/write.ts'
import { loadSettings, saveSettings } from '#engine/settings/store.ts'
import { createFakeClock } from '#support/fake-clock.ts'
import { createNetwork } from '#support/network.ts'

function openDatabase() {
  const connection = openConnection(':memory:', '')
  onTestFinished(() => connection.close())
  return { db: connection.db, write: createWrite(connection) }
}

function startGate() {
  const clock = createFakeClock(Date.parse('2026-11-20T17:00:00Z'))
  const { db, write: realWrite } = openDatabase()
  let commits = 0
  const write: Write = (work) => {
    commits++
    return realWrite(work)
  }
  const log = () => undefined
  const gate = createGate({ clock, db, write, keyHash: 'key', log, allowance: createAllowanceReader(db, log) })
  const network = createNetwork(clock, () => ({
    status: 200,
    headers: { 'content-type': 'application/vnd.api+json' },
    bytes: new TextEncoder().encode('{"data":[]}'),
  }))
  const client = createClient({
    outside: { clock, http: network, random: { next: () => 0.5, id: () => 'id' } },
    gate,
    baseUrl: 'https://track.example/v2',
    apiKey: 'test-key',
    order: createAnswerOrder(0),
    observer: {
      onServerTime: () => undefined,
      refused: () => undefined,
      traffic: createTraffic(() => '2026-11-20T17:00:00.000Z'),
    },
    log,
  })
  const countPermits = () => db.all('SELECT id FROM rate_slot').length
  return { clock, gate, network, client, countPermits, commits: () => commits }
}

test('a stop writes permits that are not stored yet, and otherwise commits nothing', async () => {
  const { gate, commits } = startGate()
  gate.stop()
  expect(commits()).toBe(0)
  const ticket = await gate.enter('general', 3, new AbortController().signal)
  ticket.answered()
  const commitsBefore = commits()
  gate.stop()
  gate.stop()
  expect(commits() - commitsBefore).toBe(1)
})

test('a signal that was aborted before the call uses no permit and sends nothing', async () => {
  const { gate, client, network, countPermits } = startGate()
  const signal = AbortSignal.abort(new Error('too late'))
  await expect(gate.enter('general', 0, signal)).rejects.toThrow('too late')
  await expect(client.request({ path: '/containers', priority: 0, signal })).rejects.toThrow('too late')
  expect([countPermits(), network.sent.length, gate.getLoad().buckets.general.lastMinute]).toEqual([0, 0, 0])
})

test('a signal that is aborted while the request waits uses no permit', async () => {
  const { clock, client, network, countPermits } = startGate()
  const controller = new AbortController()
  const first = client.request({ path: '/containers', priority: 3, signal: new AbortController().signal })
  const second = client.request({ path: '/shipments', priority: 3, signal: controller.signal })
  controller.abort(new Error('no longer'))
  await expect(second).rejects.toThrow('no longer')
  await clock.advance(5_000)
  await first
  expect([countPermits(), network.sent.length]).toEqual([1, 1])
})

test('a signal that is aborted between the grant and the sending frees the permit and sends nothing', async () => {
  const { client, network, gate, countPermits } = startGate()
  const controller = new AbortController()
  // The permit is granted at once. The request continues in a later microtask.
  const request = client.request({ path: '/containers', priority: 0, signal: controller.signal })
  expect(countPermits()).toBe(1)
  controller.abort(new Error('no longer'))
  await expect(request).rejects.toThrow('no longer')
  expect([network.sent.length, gate.getLoad().buckets.general.lastMinute]).toEqual([0, 0])
  gate.stop()
  expect(countPermits()).toBe(0)
})

test('the allowance is the last known one while the database cannot be read', () => {
  const { db, write } = openDatabase()
  const warnings: string[] = []
  const readAllowance = createAllowanceReader(db, (_level, message) => {
    warnings.push(message)
  })
  write((writable) => saveSettings(writable, { ...loadSettings(writable), budgetShare: 40 }))
  const lastKnown = readAllowance()
  write((writable) => {
    writable.run('DROP TABLE setting')
  })
  expect(lastKnown).toEqual({ share: 0.4, isCrowded: false })
  expect(readAllowance()).toEqual(lastKnown)
  expect(warnings).toEqual(['allowance not read'])
})
