// The *search* figures: fifty questions as users type them, over everything that was read; compared with a LIKE scan of
// the same text.
import type { EngineContract } from '#contract/index.ts'
import type { Client } from '#contract/rpc.ts'
import { FULL_SIZE, ROWS_PER_ACTIVE, openDesk } from './desk.ts'
import { type Figure, type Measure, takerOf } from './figure.ts'
import { latencyOf, nextTurn, timed } from './latency.ts'
import { referenceScan } from './scan.ts'

const SEARCH_MS = 20
const ROUNDS = 5
/** The number of hits that the search field requests. */
const HITS = 20

/** Numbers of the data set are added by `numbersOf`. */
const WORDS = [
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
  const desk = await openDesk(active)
  try {
    const { client } = desk
    const questions = [...WORDS, ...(await numbersOf(client))]
    const take = takerOf('search', active * ROWS_PER_ACTIVE)
    const bound = active >= FULL_SIZE ? { atMost: SEARCH_MS } : null
    const find = await askAll(questions, (text) => client.call('search.find', { text, limit: HITS }))
    const resolve = await askAll(questions, (q) => client.call('search.resolve', { q }))
    const scan = referenceScan(active, questions)
    return [
      take(`${questions.length} questions, p95`, find.p95, 'ms', bound),
      take('slowest', find.max, 'ms', null, { of: find.worst }),
      take('p95, to a LIKE scan of the same text (p50)', find.p95 / scan, 'x', null),
      take('reference: LIKE scan, p50', scan, 'ms', null, { isWhole: true }),
      take('direct link, p95', resolve.p95, 'ms', bound),
      take('direct link, slowest', resolve.max, 'ms', null, { of: resolve.worst }),
    ]
  } finally {
    await desk.close()
  }
}

/** Six that exist: complete, in part, with spaces. */
async function numbersOf(client: Client<EngineContract>): Promise<string[]> {
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

async function askAll(
  questions: string[],
  ask: (text: string) => Promise<unknown>,
): Promise<{ p95: number; max: number; worst: string }> {
  const times: number[] = []
  let worst = { text: '', ms: 0 }
  for (let round = 0; round < ROUNDS; round++) {
    for (const text of questions) {
      const ms = await timed(() => ask(text))
      times.push(ms)
      if (ms > worst.ms) worst = { text, ms }
      await nextTurn()
    }
  }
  const { p95, max } = latencyOf(times)
  return { p95, max, worst: worst.text }
}
