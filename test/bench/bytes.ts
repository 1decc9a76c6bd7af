// *bytes*: the bytes on the network, with headers and gzip, of a first sync and of a sweep without a change. They are
// counted at the sockets of a service whose world does not change, and compared with reading the same containers one by
// one, which is computed from a sample. The counts do not vary, so each is measured once.
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { createHttp } from '#engine/outside/http.ts'
import { sweepLists } from '#engine/mirror/kinds.ts'
import { createHttpServer } from '#service/http.ts'
import { type Service, createService } from '#service/service.ts'
import { startEngine } from './engine.ts'
import { type Figure, type Measure, createFigureFactory } from './figure.ts'
import { makeFolder, removeFolder } from './folders.ts'
import { printNote } from './print-note.ts'

const KEY = 'bench-key'
const PAGE_SIZE = 100
/** The engine's clock is this much faster. At its normal rate it sends only one request in 0.75 s. */
const CLOCK_RATE = 60
const POLL_MS = 50
const SAMPLE_SIZE = 50
/** A larger size takes minutes and gives the same result. */
const MAX_CONTAINERS = 10_000
const MAX_ANSWER_BYTES = 1e8

type Exchange = { path: string; bytes: number }
type CountingService = { baseUrl: string; exchanges: Exchange[]; close(): Promise<void> }

export const measureBytes: Measure = async ({ containers }) => {
  const figures: Figure[] = []
  for (const size of new Set(containers.map((size) => Math.min(size, MAX_CONTAINERS))))
    figures.push(...(await measure(size)))
  return figures
}

async function measure(containers: number): Promise<Figure[]> {
  const folder = makeFolder()
  const countingService = await startCountingService(containers)
  try {
    const engine = await startEngine({
      dataDir: folder,
      baseUrl: countingService.baseUrl,
      apiKey: KEY,
      clockRate: CLOCK_RATE,
    })
    await waitUntil(() => areListsRead(folder))
    // The engine reads timelines one by one during the first hours, so they are counted separately.
    const sync = countingService.exchanges.filter(({ path }) => !isTimeline(path))
    const timelines = countingService.exchanges.filter(({ path }) => isTimeline(path))
    const pages = Math.ceil(containers / PAGE_SIZE)
    const readBefore = findContainerPages(countingService).length
    await waitUntil(() => findContainerPages(countingService).length >= readBefore + 2 * pages)
    await engine.stop()
    // From one page to the same page again is one sweep.
    const round = findContainerPages(countingService).slice(readBefore, readBefore + pages)
    const single = await readSingly(countingService, folder)
    printNote(
      `bytes ${containers}: ${sync.length} requests for the lists, ${timelines.length} of the timelines meanwhile, ${round.length} for a round`,
    )
    return createFigures(containers, { sync, timelines, round, single })
  } finally {
    await countingService.close()
    removeFolder(folder)
  }
}

type ExchangesByKind = Record<'sync' | 'timelines' | 'round' | 'single', Exchange[]>

function createFigures(containers: number, { sync, timelines, round, single }: ExchangesByKind): Figure[] {
  const createFigure = createFigureFactory('bytes', containers)
  const sumBytes = (exchanges: readonly Exchange[]) => exchanges.reduce((total, { bytes }) => total + bytes, 0)
  const oneByOne = (sumBytes(single) / single.length) * containers
  return [
    createFigure('first sync, requests per container', sync.length / containers, 'requests', null),
    createFigure('first sync, bytes per container', sumBytes(sync) / containers, 'bytes', null),
    createFigure('first sync, whole', sumBytes(sync) / 1024, 'kB', null, { isWhole: true }),
    ...(timelines.length === 0
      ? []
      : [createFigure('a timeline, bytes', sumBytes(timelines) / timelines.length, 'bytes', null)]),
    createFigure('round without news, requests per container', round.length / containers, 'requests', null),
    createFigure('round without news, bytes per container', sumBytes(round) / containers, 'bytes', null),
    createFigure('one by one, bytes per container', sumBytes(single) / single.length, 'bytes', null),
    createFigure('one by one, bytes to those of a round', oneByOne / sumBytes(round), 'x', null, { better: 'more' }),
    createFigure('one by one, requests to those of a round', containers / round.length, 'x', null, { better: 'more' }),
  ]
}

/** Starts the embedded service on a port, and counts the bytes of each exchange on its socket. */
async function startCountingService(containers: number): Promise<CountingService> {
  const startMs = Date.now()
  const exchanges: Exchange[] = []
  let service: Service | null = null
  const server = createHttpServer(
    (request) => service!.handle(request, { processMs: performance.now(), worldMs: startMs }),
    printNote,
  )
  const countedBytes = new WeakMap<Socket, number>()
  server.on('request', ({ url = '', socket }: IncomingMessage, answer: ServerResponse) => {
    // A client sends the next request on a socket only after it has received the answer, so the bytes belong to this
    // one.
    answer.once('finish', () => {
      const total = socket.bytesRead + socket.bytesWritten
      exchanges.push({ path: decodeURIComponent(url), bytes: total - (countedBytes.get(socket) ?? 0) })
      countedBytes.set(socket, total)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v2`
  const createdService = createService({ seed: 1, containers, key: KEY, baseUrl, startMs, isLimited: false })
  service = createdService
  return {
    baseUrl,
    exchanges,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
      createdService.close()
    },
  }
}

function isTimeline(path: string): boolean {
  return /^\/v2\/containers\/[^/?]+/.test(path)
}

function findContainerPages({ exchanges }: CountingService): Exchange[] {
  return exchanges.filter(({ path }) => path.startsWith('/v2/containers?'))
}

const LISTS = ['containers', 'shipments', 'tracking_requests']

function areListsRead(folder: string): boolean {
  const db = new Database(join(folder, 'mirror.db'), { readonly: true })
  try {
    const readKinds = db.prepare("SELECT DISTINCT kind FROM sweep WHERE state = 'COMPLETE'").pluck().all()
    return LISTS.every((kind) => readKinds.includes(kind))
  } finally {
    db.close()
  }
}

async function waitUntil(isDone: () => boolean): Promise<void> {
  while (!isDone()) await pause(POLL_MS)
}

/** Reads a sample of containers one by one, with the headers and includes that the engine uses. */
async function readSingly(countingService: CountingService, folder: string): Promise<Exchange[]> {
  const db = new Database(join(folder, 'mirror.db'), { readonly: true })
  const ids = db.prepare('SELECT id FROM container_row ORDER BY id LIMIT ?').pluck().all(SAMPLE_SIZE) as string[]
  db.close()
  const http = createHttp()
  const include = new URL(`http://any${sweepLists.containers.path}`).searchParams.get('include') ?? ''
  const exchangesBefore = countingService.exchanges.length
  for (const id of ids) {
    const url = `${countingService.baseUrl}/containers/${id}?include=${include}`
    const { status } = await http.send(
      {
        method: 'GET',
        url,
        headers: { authorization: `Token ${KEY}`, accept: 'application/vnd.api+json, application/json' },
        maxBytes: MAX_ANSWER_BYTES,
      },
      new AbortController().signal,
    )
    if (status !== 200) throw new Error(`the service answered ${status} for ${id}`)
  }
  return countingService.exchanges.slice(exchangesBefore)
}
