// Pages that arrive while another page is written are stored in the order of their arrival.
import { expect, onTestFinished, test } from 'vitest'
import { createAllowanceReader } from '#engine/outbox/allowance.ts'
import { type ApiClient, createClient } from '#engine/api/client.ts'
import type { Resource } from '#engine/api/decode.ts'
import { createGate } from '#engine/api/gate.ts'
import { createAnswerOrder } from '#engine/api/order.ts'
import { createTraffic } from '#engine/api/traffic.ts'
import type { HttpResponse } from '#engine/outside/http.ts'
import { createReader, readAhead, readPage } from '#engine/sync/reader.ts'
import { lastSweep } from '#engine/mirror/records.ts'
import { createFakeClock } from '#support/fake-clock.ts'
import { container, shipment, startMirror } from '#support/mirror.ts'

const NOW = '2026-11-20T17:00:00.000Z'
const FIRST = '/containers?page[size]=100&include=shipment,pod_terminal,pickup_facility'
const SECOND = '/containers?page[number]=2'

/**
 * A reader whose answers the test sends. Each read of its clock advances 20 ms, so that pages are written in several
 * parts.
 */
function startReader() {
  const mirror = startMirror()
  const { db, write } = mirror
  const clock = createFakeClock(Date.parse(NOW))
  const log = () => undefined
  const gate = createGate({ clock, db, write, keyHash: 'key', log, allowance: createAllowanceReader(db, log) })
  onTestFinished(() => gate.stop())
  const requests: { path: string; answer: (response: HttpResponse) => void }[] = []
  const http = {
    send: ({ url }: { url: string }) =>
      new Promise<HttpResponse>((answer) =>
        requests.push({ path: url.slice('https://track.example/v2'.length), answer }),
      ),
  }
  const client = createClient({
    outside: { clock, http, random: { next: () => 0.5, id: () => 'id' } },
    gate,
    log,
    baseUrl: 'https://track.example/v2',
    apiKey: 'test-key',
    order: createAnswerOrder(0),
    observer: { onServerTime: () => undefined, refused: () => undefined, traffic: createTraffic(() => NOW) },
  })
  let [clockReads, decodedCount] = [0, 0]
  const decode: ApiClient['decode'] = (...answered) => {
    decodedCount++
    return client.decode(...answered)
  }
  const reader = createReader({
    onSweepEnded: () => undefined,
    client: { ...client, decode },
    db,
    write,
    walGuard: null,
    now: () => NOW,
    clock: { ...clock, mono: () => 20 * ++clockReads },
  })
  const answer = async (path: string, data: Resource[], total: number, next: string | null) => {
    const request = requests.splice(
      requests.findIndex((sent) => decodeURI(sent.path) === path),
      1,
    )[0]
    const listed = data.map(({ relationships, ...record }) => ({
      ...record,
      relationships: Object.fromEntries(
        Object.entries(relationships).map(([name, linkage]) => [name, { data: linkage }]),
      ),
    }))
    request!.answer({
      status: 200,
      headers: { 'content-type': 'application/json' },
      bytes: new TextEncoder().encode(JSON.stringify({ data: listed, links: { next }, meta: { total } })),
    })
    await clock.flush()
  }
  return { ...mirror, clock, reader, answer, decodedCount: () => decodedCount }
}

test('a cached page that must be decoded again is stored before the next page', async () => {
  const mirror = startReader()
  const { db, clock, reader, answer } = mirror
  const { signal } = new AbortController()
  const [firstPage, secondPage] = [[container('c1', 'MSCU1234566', null)], [container('c2', 'MSCU7654321', null)]]
  const firstReading = readPage(reader, 'containers', signal)
  await clock.advance(5_000)
  await answer(FIRST, firstPage, 2, SECOND)
  await firstReading
  const secondReading = readPage(reader, 'containers', signal)
  await clock.advance(5_000)
  await answer(SECOND, secondPage, 2, null)
  expect((await secondReading).state).toBe('COMPLETE')
  expect(mirror.decodedCount()).toBe(2)
  mirror.read(container('c1', 'MSCU1234566', null, { ref_numbers: ['PO-1'] }))

  const sweep = readPage(reader, 'containers', signal)
  await clock.advance(5_000)
  const pages = [sweep, readAhead(reader, signal), readPage(reader, 'shipments', signal)]
  await clock.advance(5_000)
  await answer(
    '/shipments?page[size]=100&include=port_of_lading,port_of_discharge,destination,pod_terminal,destination_terminal',
    Array.from({ length: 20 }, (_, n) => shipment(`s${n}`)),
    20,
    null,
  )
  await answer(FIRST, firstPage, 2, SECOND)
  await answer(SECOND, secondPage, 2, null)
  await clock.advance(5_000)
  await Promise.all(pages)
  expect(lastSweep(db, 'containers')).toMatchObject({ state: 'COMPLETE', rows: 2, nextUrl: null })
  // The page of shipments and the first page of containers. The second page of containers is remembered.
  expect(mirror.decodedCount()).toBe(4)
})
