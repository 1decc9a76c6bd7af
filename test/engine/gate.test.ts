// The queue for requests at its edges: signals aborted before, while and after a slot is granted.
import { onTestFinished, expect, test } from 'vitest'
import { allowanceOf } from '#engine/outbox/allowance.ts'
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
  onTestFinished(() => {
    connection.close()
  })
  return { db: connection.db, write: createWrite(connection, { add: () => undefined }) }
}

function open() {
  const clock = createFakeClock(Date.parse('2026-11-20T17:00:00Z'))
  const { db, write: writeDown } = openDatabase()
  let commits = 0
  const write: Write = (work) => {
    commits++
    return writeDown(work)
  }
  const log = () => undefined
  const gate = createGate({ clock, db, write, keyHash: 'key', log, allowance: allowanceOf(db, log) })
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
  const slots = () => db.all('SELECT id FROM rate_slot').length
  return { clock, gate, network, client, slots, commits: () => commits }
}

test('at its end it writes down what is not written yet, and nothing where nothing is', async () => {
  const { gate, commits } = open()
  gate.stop()
  expect(commits()).toBe(0)
  const ticket = await gate.enter('general', 3, new AbortController().signal)
  ticket.answered()
  const before = commits()
  gate.stop()
  gate.stop()
  expect(commits() - before).toBe(1)
})

test('a signal aborted before takes no slot and sends nothing', async () => {
  const { gate, client, network, slots } = open()
  const signal = AbortSignal.abort(new Error('too late'))
  await expect(gate.enter('general', 0, signal)).rejects.toThrow('too late')
  await expect(client.request({ path: '/containers', priority: 0, signal })).rejects.toThrow('too late')
  expect([slots(), network.sent.length, gate.load().buckets.general.lastMinute]).toEqual([0, 0, 0])
})

test('a signal aborted while waiting takes no slot when its turn would have come', async () => {
  const { clock, client, network, slots } = open()
  const asked = new AbortController()
  const first = client.request({ path: '/containers', priority: 3, signal: new AbortController().signal })
  const second = client.request({ path: '/shipments', priority: 3, signal: asked.signal })
  asked.abort(new Error('no longer'))
  await expect(second).rejects.toThrow('no longer')
  await clock.advance(5_000)
  await first
  expect([slots(), network.sent.length]).toEqual([1, 1])
})

test('a signal aborted between the grant and the sending gives the slot back and sends nothing', async () => {
  const { client, network, gate, slots } = open()
  const asked = new AbortController()
  // The slot is given at once; who asked goes on in a later turn.
  const request = client.request({ path: '/containers', priority: 0, signal: asked.signal })
  expect(slots()).toBe(1)
  asked.abort(new Error('no longer'))
  await expect(request).rejects.toThrow('no longer')
  expect([network.sent.length, gate.load().buckets.general.lastMinute]).toEqual([0, 0])
  gate.stop()
  expect(slots()).toBe(0)
})

test('what may be spent is the last word heard while the database cannot be read', () => {
  const { db, write } = openDatabase()
  const warned: string[] = []
  const ask = allowanceOf(db, (_level, message) => {
    warned.push(message)
  })
  write((writable) => {
    saveSettings(writable, { ...loadSettings(writable), budgetShare: 40 })
  })
  const before = ask()
  write((writable) => {
    writable.run('DROP TABLE setting')
  })
  expect(before).toEqual({ share: 0.4, isCrowded: false })
  expect(ask()).toEqual(before)
  expect(warned).toEqual(['allowance not read'])
})
