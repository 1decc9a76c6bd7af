// *service*: the embedded service at 100,000 containers, as the command that users start and over HTTP: from the start of
// the process to its ready line and first page, pages of 100 with the includes of a sweep, and its largest memory.
// The reference loop is the bare work on the same pages: parsing and writing their JSON.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { type Figure, type Measure, figure } from './figure.ts'

const MAIN = fileURLToPath(new URL('../../src/service/main.ts', import.meta.url))
const CONTAINERS = 100_000
const START_AT_MOST_MS = 5000
const PAGE_AT_MOST_MS = 25
const MEMORY_AT_MOST_MB = 500
/** Every how many pages of the list one is taken: a sample over all of it, asked for in an order that spares nothing. */
const STRIDE = 7
const INCLUDES = 'shipment,pod_terminal,pickup_facility'

/** Only the size it is made for is measured, whatever sizes were asked for. */
export const measureService: Measure = async () => {
  const startedMs = performance.now()
  const child = spawn(process.execPath, [MAIN, '--containers', String(CONTAINERS), '--no-limit', '--start', '2026-11-20T17:00:00Z'], { stdio: ['ignore', 'pipe', 'inherit'] })
  try {
    const { url, key } = await readyLine(child)
    const get = async (path: string) => {
      const response = await fetch(url + path, { headers: { authorization: `Token ${key}` } })
      if (!response.ok) throw new Error(`${path}: ${response.status}`)
      return response.text()
    }
    await get('/containers?page[size]=1')
    const startMs = performance.now() - startedMs
    const { pageMs, referenceMs } = await timePages(get)
    return [
      figure(`service start ${CONTAINERS}`, startMs, 'ms', { atMost: START_AT_MOST_MS }),
      figure(`service page with includes p95 ${CONTAINERS}`, percentile(pageMs, 0.95), 'ms', { atMost: PAGE_AT_MOST_MS }),
      figure(`service page with includes median ${CONTAINERS}`, percentile(pageMs, 0.5), 'ms', null),
      figure('reference: JSON of the same page, parsed and written, median', percentile(referenceMs, 0.5), 'ms', null),
      ...memoryOf(child),
    ]
  } finally {
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
}

async function readyLine(child: ChildProcess): Promise<{ url: string; key: string }> {
  const [line] = (await once(createInterface({ input: child.stdout! }), 'line')) as [string]
  return JSON.parse(line) as { url: string; key: string }
}

/** From asking to the last byte, unpacked: what a client waits. */
async function timePages(get: (path: string) => Promise<string>): Promise<{ pageMs: number[]; referenceMs: number[] }> {
  const pages = CONTAINERS / 100
  const pageMs: number[] = []
  const referenceMs: number[] = []
  for (let turn = 0; turn < pages; turn++) {
    const number = ((turn * STRIDE) % pages) + 1
    const askedMs = performance.now()
    const text = await get(`/containers?page[size]=100&page[number]=${number}&include=${INCLUDES}`)
    const answeredMs = performance.now()
    JSON.stringify(JSON.parse(text))
    pageMs.push(answeredMs - askedMs)
    referenceMs.push(performance.now() - answeredMs)
  }
  return { pageMs, referenceMs }
}

/** The largest the process ever was; told by Linux only. */
function memoryOf({ pid }: ChildProcess): Figure[] {
  const path = `/proc/${pid}/status`
  const kilobytes = existsSync(path) ? /VmHWM:\s*(\d+) kB/.exec(readFileSync(path, 'utf8'))?.[1] : undefined
  return kilobytes === undefined ? [] : [figure(`service memory ${CONTAINERS}`, Number(kilobytes) / 1024, 'MB', { atMost: MEMORY_AT_MOST_MB })]
}

/** The value this share of all values does not exceed. */
function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? 0
}
