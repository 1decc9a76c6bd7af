// *search*: the time of fifty searches as users type them, over all records. It is compared with a LIKE scan of the
// same text.
import type { EngineContract } from '#contract/index.ts'
import type { Client } from '#contract/rpc.ts'
import { FULL_SIZE, ROWS_PER_ACTIVE, startDataSetEngine } from './data-set-engine.ts'
import { type Figure, type Measure, createFigureFactory } from './figure.ts'
import { computeLatency, waitForNextTurn, measureMs } from './latency.ts'
import { measureReferenceScan } from './scan.ts'

const SEARCH_MS = 20
const ROUNDS = 5
/** The number of hits that the search field requests. */
const MAX_HITS = 20

/** Texts to search for. `readNumbers` adds numbers of the data set. */
const TEXTS = [
  'm',
  'a',
  's',
  '4',
  '1',
  'ma',
  'ms',
  'ev',
  'po',
  '77',
  'msc',
  'los',
  'new',
  'hap',
  '123',
  '4500',
  'maersk',
  'evergreen',
  'ever',
  'harmony',
  'vessel',
  'star',
  'express',
  'horizon',
  'bridge',
  'long beach',
  'los angeles',
  'ningbo',
  'shanghai',
  'rotterdam',
  'uslax',
  'newark',
  'kestrelmoor',
  'brindle fenwick',
  'thornbury imports',
  'retail',
  'priority',
  'po-1',
  'zzzz',
  'qqq',
  'no such thing',
  'xyzzy plugh',
  '00000000000',
  'łódź',
]

export const measureSearch: Measure = async ({ containers }) => {
  const figures: Figure[] = []
  for (const size of containers) figures.push(...(await measureSize(size / ROWS_PER_ACTIVE)))
  return figures
}

async function measureSize(active: number): Promise<Figure[]> {
  const engine = await startDataSetEngine(active)
  try {
    const { client } = engine
    const texts = [...TEXTS, ...(await readNumbers(client))]
    const createFigure = createFigureFactory('search', active * ROWS_PER_ACTIVE)
    const bound = active >= FULL_SIZE ? { atMost: SEARCH_MS } : null
    const searchTimes = await measureSearches(texts, (text) => client.call('search.find', { text, limit: MAX_HITS }))
    const linkTimes = await measureSearches(texts, (query) => client.call('search.resolve', { q: query }))
    const scanMs = measureReferenceScan(active, texts)
    return [
      createFigure(`${texts.length} questions, p95`, searchTimes.p95, 'ms', bound),
      createFigure('slowest', searchTimes.max, 'ms', null, { item: searchTimes.worst }),
      createFigure('p95, to a LIKE scan of the same text (p50)', searchTimes.p95 / scanMs, 'x', null),
      createFigure('reference: LIKE scan, p50', scanMs, 'ms', null, { isWhole: true }),
      createFigure('direct link, p95', linkTimes.p95, 'ms', bound),
      createFigure('direct link, slowest', linkTimes.max, 'ms', null, { item: linkTimes.worst }),
    ]
  } finally {
    await engine.close()
  }
}

/** Reads six numbers that exist: complete, in part, and with spaces. */
async function readNumbers(client: Client<EngineContract>): Promise<string[]> {
  const list = (offset: number) =>
    client.call('containers.list', {
      filter: { scope: 'open' },
      sort: [{ column: 'number', direction: 'asc' }],
      window: { offset, limit: 100 },
    })
  const { total } = await list(0)
  const { rows } = await list(Math.max(0, Math.min(500, total - 100)))
  const numbers = [0, 50].map((i) => rows[i]?.number ?? '')
  const bill = rows[20]?.masterBill ?? ''
  return [...numbers, numbers[0]!.slice(0, 7), numbers[1]!.replace(/(\d{3})/, ' $1 '), bill, bill.slice(2, 9)]
}

async function measureSearches(
  texts: string[],
  search: (text: string) => Promise<unknown>,
): Promise<{ p95: number; max: number; worst: string }> {
  const times: number[] = []
  let worst = { text: '', ms: 0 }
  for (let round = 0; round < ROUNDS; round++) {
    for (const text of texts) {
      const ms = await measureMs(() => search(text))
      times.push(ms)
      if (ms > worst.ms) worst = { text, ms }
      await waitForNextTurn()
    }
  }
  const { p95, max } = computeLatency(times)
  return { p95, max, worst: worst.text }
}
