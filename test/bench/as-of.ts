// *as-of*: the board at a past moment that was not requested before, compared with the same window of the current
// board.
import type { EngineContract } from '#contract/index.ts'
import type { Client } from '#contract/rpc.ts'
import { FULL_SIZE, ROWS_PER_ACTIVE, startDataSetEngine } from './data-set-engine.ts'
import { type Figure, type Measure, createFigureFactory } from './figure.ts'
import { measureLoopDelay, waitForNextTurn, measureMs } from './latency.ts'
import { printNote } from './print-note.ts'
import { median, spread } from './statistics.ts'

const PAST_MS = 500
const LOOP_MS = 40
const PAST_DAYS = [1, 7, 60]
const RUNS = 5
const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const WINDOW = { offset: 0, limit: 100 }

export const measureAsOf: Measure = async ({ containers }) => {
  const figures: Figure[] = []
  for (const size of containers) figures.push(...(await measure(size)))
  return figures
}

async function measure(containers: number): Promise<Figure[]> {
  const active = containers / ROWS_PER_ACTIVE
  const engine = await startDataSetEngine(active)
  try {
    const createFigure = createFigureFactory('as-of', containers)
    const createBound = (atMost: number) => (active >= FULL_SIZE ? { atMost } : null)
    const figures: Figure[] = []
    // The first list after a start is measured by *query*.
    await measureMs(() =>
      engine.client.call('containers.list', { filter: { scope: 'board' }, sort: [], window: WINDOW }),
    )
    for (const days of PAST_DAYS) {
      const { pastMs, currentMs, loop } = await readPast(engine.client, days)
      printNote(
        `as-of ${containers}: ${days} days ago ${spread(pastMs, 0)} ms, the board of now ${spread(currentMs, 0)} ms in ${RUNS} runs`,
      )
      figures.push(
        createFigure(`board ${days} days ago`, median(pastMs), 'ms', createBound(PAST_MS)),
        // A ratio of times of a few milliseconds measures only the resolution of the clock.
        ...(active < FULL_SIZE
          ? []
          : [
              createFigure(
                `board ${days} days ago, to the board of now`,
                median(pastMs) / median(currentMs),
                'x',
                null,
              ),
            ]),
        createFigure(`board ${days} days ago, event loop p99`, loop.p99, 'ms', createBound(LOOP_MS), { isWhole: true }),
      )
    }
    return figures
  } finally {
    await engine.close()
  }
}

/** Requests moments that are a minute apart, because the engine may cache the answer for one moment. */
async function readPast(
  client: Client<EngineContract>,
  days: number,
): Promise<{ pastMs: number[]; currentMs: number[]; loop: { p99: number } }> {
  // The history of data.ts ends at the last midnight (UTC), so the days are counted back from there.
  const endMs = Math.floor(Date.parse((await client.call('sync.status', {})).now) / DAY_MS) * DAY_MS
  const pastMs: number[] = []
  const currentMs: number[] = []
  const loop = await measureLoopDelay(async () => {
    for (let run = 0; run < RUNS; run++) {
      const moment = new Date(endMs - days * DAY_MS - run * MINUTE_MS).toISOString()
      pastMs.push(
        await measureMs(() =>
          client.call('containers.asOf', { at: moment, filter: { scope: 'board' }, window: WINDOW }),
        ),
      )
      await waitForNextTurn()
      currentMs.push(
        await measureMs(() =>
          client.call('containers.list', {
            filter: { scope: 'board' },
            sort: [{ column: 'daysLeft', direction: 'asc' }],
            window: WINDOW,
          }),
        ),
      )
      await waitForNextTurn()
    }
  })
  return { pastMs, currentMs, loop }
}
