// *service*: the embedded service with 100,000 containers, run as the command and requested over HTTP. Measures the
// time from the start of the process to its first answer, pages of 100 with the includes of a sweep, a search, a new
// number, and its peak memory. The baseline of a page is parsing and writing the same bytes, measured in the same run
// between two pages. Bounds are in milliseconds, and the baseline shows the influence of a slow or busy machine.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { type Figure, type Measure, createFigureFactory } from './figure.ts'
import { printNote } from './print-note.ts'
import { median, percentile, spread } from './statistics.ts'

const MAIN = fileURLToPath(new URL('../../src/service/main.ts', import.meta.url))
const CONTAINERS = 100_000
const MAX_START_MS = 5000
const MAX_PAGE_MS = 25
const MAX_MEMORY_MB = 500
/** The step from one requested page to the next. In this order caches do not make the requests faster. */
const STRIDE = 7
const INCLUDES = 'shipment,pod_terminal,pickup_facility'

const SEARCHES = ['MSCU', '4711', 'PO', '123', 'zzzz', 'maeu 12', 'OOLU2', '77', 'none at all', 'HLXU1']
const POST_COUNT = 20

const createFigure = createFigureFactory('service', CONTAINERS)

type SendRequest = (path: string, body?: unknown) => Promise<string>

/** Ignores the requested sizes, because the bounds are defined for one size. */
export const measureService: Measure = async () => {
  const startedMs = performance.now()
  const child = spawn(
    process.execPath,
    [MAIN, '--containers', String(CONTAINERS), '--no-limit', '--start', '2026-11-20T17:00:00Z'],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  try {
    const { url, key } = await readReadyLine(child)
    const sendRequest: SendRequest = async (path, body) => {
      const headers = { authorization: `Token ${key}`, 'content-type': 'application/vnd.api+json' }
      const response = await fetch(
        url + path,
        body === undefined ? { headers } : { headers, method: 'POST', body: JSON.stringify(body) },
      )
      if (!response.ok) throw new Error(`${path}: ${response.status}`)
      return response.text()
    }
    await sendRequest('/containers?page[size]=1')
    const startMs = performance.now() - startedMs
    const { pageMs, referenceMs } = await timePages(sendRequest)
    const searchMs = await timeEach(
      SEARCHES.map((text) => () => sendRequest(`/search?query=${encodeURIComponent(text)}`)),
    )
    const postMs = await timeEach(
      Array.from(
        { length: POST_COUNT },
        (_, index) => () => sendRequest('/tracking_requests', createTrackingRequest(index)),
      ),
    )
    printNote(
      `service: a page ${spread(pageMs, 1)} ms, a search ${spread(searchMs, 1)} ms (the first reads all numbers), a new number ${spread(postMs, 1)} ms`,
    )
    return [
      createFigure('start', startMs, 'ms', { atMost: MAX_START_MS }),
      createFigure('page with includes p95', percentile(pageMs, 0.95), 'ms', { atMost: MAX_PAGE_MS }),
      createFigure('page with includes median', median(pageMs), 'ms', null),
      createFigure('page beside its JSON parsed and written', median(pageMs) / median(referenceMs), 'x', null),
      createFigure('search p95', percentile(searchMs, 0.95), 'ms', null),
      createFigure('new number p95', percentile(postMs, 0.95), 'ms', null),
      ...createMemoryFigures(child),
    ]
  } finally {
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
}

async function readReadyLine(child: ChildProcess): Promise<{ url: string; key: string }> {
  const [line] = (await once(createInterface({ input: child.stdout! }), 'line')) as [string]
  return JSON.parse(line) as { url: string; key: string }
}

/** Measures each page from the request to the last decompressed byte, and the parsing and writing of its JSON. */
async function timePages(sendRequest: SendRequest): Promise<{ pageMs: number[]; referenceMs: number[] }> {
  const pages = CONTAINERS / 100
  const pageMs: number[] = []
  const referenceMs: number[] = []
  for (let index = 0; index < pages; index++) {
    const number = ((index * STRIDE) % pages) + 1
    const sentMs = performance.now()
    const text = await sendRequest(`/containers?page[size]=100&page[number]=${number}&include=${INCLUDES}`)
    const answeredMs = performance.now()
    JSON.stringify(JSON.parse(text))
    pageMs.push(answeredMs - sentMs)
    referenceMs.push(performance.now() - answeredMs)
  }
  return { pageMs, referenceMs }
}

async function timeEach(requests: readonly (() => Promise<unknown>)[]): Promise<number[]> {
  const times: number[] = []
  for (const sendOne of requests) {
    const startedMs = performance.now()
    await sendOne()
    times.push(performance.now() - startedMs)
  }
  return times
}

/** Creates a tracking request with a different number for each index. */
function createTrackingRequest(index: number): unknown {
  return {
    data: {
      type: 'tracking_request',
      attributes: { request_type: 'bill_of_lading', request_number: `BENCH47110${index}`, scac: 'MAEU' },
    },
  }
}

/** Reads the peak memory of the process. Returns no figure except on Linux. */
function createMemoryFigures({ pid }: ChildProcess): Figure[] {
  const path = `/proc/${pid}/status`
  const kilobytes = existsSync(path) ? /VmHWM:\s*(\d+) kB/.exec(readFileSync(path, 'utf8'))?.[1] : undefined
  return kilobytes === undefined
    ? []
    : [createFigure('memory', Number(kilobytes) / 1024, 'MB', { atMost: MAX_MEMORY_MB })]
}
