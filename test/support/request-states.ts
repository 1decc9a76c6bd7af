// A screen's engine with a request in each state that a list of requests shows, caused from outside: the service
// refuses one, reports three as in progress, and cannot be reached for the last.
import type { RequestRow } from '#contract/tracking.ts'
import { type ScreenEngine, startScreenEngine } from './screen-engine.ts'
import { newBillRequest, isPost } from './tracking-requests.ts'

export const REFUSED = '260000002'
export const UNSENT = '260000001'
const refusal = {
  kind: 'answer',
  status: 422,
  contentType: 'application/json',
  body: '{"errors":[{"status":"422","title":"Unprocessable"}]}',
} as const

/** Newest first. */
export async function requestsOf(engine: ScreenEngine, scope: 'open' | 'all' = 'all'): Promise<RequestRow[]> {
  return (
    await engine.ask('tracking.list', {
      filter: { scope },
      sort: [{ column: 'created', direction: 'desc' }],
      window: { offset: 0, limit: 500 },
    })
  ).rows
}

const stateOf = async (engine: ScreenEngine, number: string) =>
  (await requestsOf(engine)).find((row) => row.number === number)?.state

/**
 * One is refused; the carrier is asked for two, one with retries; one awaits the carrier's data; some failed. None
 * waits on this computer.
 */
export async function startRequests(): Promise<ScreenEngine> {
  const engine = await startScreenEngine()
  const [retried, pending, awaiting] = (await requestsOf(engine)).filter(({ state }) => state === 'created')
  engine.network.fault((request) => (isPost(request) ? refusal : null))
  await engine.ask('tracking.create', newBillRequest(REFUSED))
  await engine.clock.advanceUntil(async () => (await stateOf(engine, REFUSED)) === 'refused')
  await engine.patch({
    [retried!.id]: { status: 'pending', is_retrying: true, retry_count: 4, failed_reason: 'shipping_line_unreachable' },
    [pending!.id]: { status: 'pending' },
    [awaiting!.id]: { status: 'awaiting_manifest' },
  })
  await engine.clock.advanceUntil(async () => (await stateOf(engine, awaiting!.number)) === 'awaiting_manifest')
  return engine
}

/** Adds a request that was not sent, because the service cannot be reached. */
export async function startUnsent(): Promise<ScreenEngine> {
  const engine = await startRequests()
  engine.network.unplug()
  await engine.ask('tracking.create', newBillRequest(UNSENT))
  return engine
}
