// Starts a screen engine with a tracking request in each state that the list shows. The service refuses one, reports
// three as in progress, and cannot be reached for the last one.
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

/** Lists the requests, newest first. */
export async function listRequests(engine: ScreenEngine, scope: 'open' | 'all' = 'all'): Promise<RequestRow[]> {
  return (
    await engine.ask('tracking.list', {
      filter: { scope },
      sort: [{ column: 'created', direction: 'desc' }],
      window: { offset: 0, limit: 500 },
    })
  ).rows
}

const readState = async (engine: ScreenEngine, number: string) =>
  (await listRequests(engine)).find((row) => row.number === number)?.state

/**
 * Starts an engine with one refused request, two pending ones (one of them with retries), one that awaits the manifest,
 * and some failed ones. None is unsent.
 */
export async function startWithRequestStates(): Promise<ScreenEngine> {
  const engine = await startScreenEngine()
  const [retried, pending, awaiting] = (await listRequests(engine)).filter(({ state }) => state === 'created')
  engine.network.fault((request) => (isPost(request) ? refusal : null))
  await engine.ask('tracking.create', newBillRequest(REFUSED))
  await engine.clock.advanceUntil(async () => (await readState(engine, REFUSED)) === 'refused')
  await engine.patch({
    [retried!.id]: { status: 'pending', is_retrying: true, retry_count: 4, failed_reason: 'shipping_line_unreachable' },
    [pending!.id]: { status: 'pending' },
    [awaiting!.id]: { status: 'awaiting_manifest' },
  })
  await engine.clock.advanceUntil(async () => (await readState(engine, awaiting!.number)) === 'awaiting_manifest')
  return engine
}

/** Like `startWithRequestStates`, with one more request that is unsent, because the network is disconnected. */
export async function startWithUnsentRequest(): Promise<ScreenEngine> {
  const engine = await startWithRequestStates()
  engine.network.unplug()
  await engine.ask('tracking.create', newBillRequest(UNSENT))
  return engine
}
