// Creates and reads tracking requests on an engine that has read all lists.
import type { NewRequest, RequestFilter, RequestRow } from '#contract/tracking.ts'
import { type SyncedEngine, startSyncedEngine } from './synced-engine.ts'

export const ALL_ROWS = { offset: 0, limit: 500 }
export const newBillRequest = (number: string, overrides: Partial<NewRequest> = {}): NewRequest => ({
  number,
  type: 'bill_of_lading',
  scac: 'MAEU',
  refs: [],
  replaces: null,
  ...overrides,
})
export const createRequest = ({ client }: SyncedEngine, request: NewRequest) =>
  client.call('tracking.create', request).then(({ id }) => id)
export const getRequest = ({ client }: Pick<SyncedEngine, 'client'>, id: string) => client.call('tracking.get', { id })
export const listRequests = ({ client }: Pick<SyncedEngine, 'client'>, filter: RequestFilter = { scope: 'all' }) =>
  client.call('tracking.list', { filter, sort: [{ column: 'created', direction: 'desc' }], window: ALL_ROWS })
/** Returns the body of an HTTP request, or an empty text if it has none. */
export const getBodyText = ({ body }: { body?: unknown }) => (typeof body === 'string' ? body : '')
export const isPost = ({ method, url }: { method: string; url: string }) =>
  method === 'POST' && new URL(url).pathname === '/v2/tracking_requests'
export const listPostRequests = ({ network }: SyncedEngine) => network.sent.filter(isPost)
/** Lists the tracking requests of the service for this number, in any state. */
export const listServiceRequests = (engine: SyncedEngine, number: string) => {
  const url = `https://track.example/v2/tracking_requests?filter[request_number]=${number}`
  const { bytes } = engine.service.handle({
    method: 'GET',
    url,
    headers: { authorization: 'Token test-key' },
    maxBytes: 1e9,
  })
  return (JSON.parse(new TextDecoder().decode(bytes)) as { data: { id: string }[] }).data
}
export const advanceUntilRequest = (
  engine: SyncedEngine,
  id: string,
  matches: (row: RequestRow) => boolean,
  atMostMs?: number,
) => engine.clock.advanceUntil(async () => matches(await getRequest(engine, id)), atMostMs)
export const hasState = (state: RequestRow['state']) => (row: RequestRow) => row.state === state
/** A number whose request becomes `created` at the service within a minute. */
export const VALID_NUMBER = '260000001'
/** Starts an engine that has read all lists, including tracking requests and shipping lines. */
export async function startWithLists(containers: number): Promise<SyncedEngine> {
  const engine = await startSyncedEngine({ containers })
  await engine.clock.advanceUntil(
    async () =>
      engine.network.sent.some(({ url }) => url.includes('/shipping_lines')) && (await listRequests(engine)).total > 0,
  )
  // The answer to the request for the lines arrives within this time.
  await engine.clock.advance(1_000)
  return engine
}
export const startWithTwelveContainers = () => startWithLists(12)
export const hasBeenSent = ({ state }: RequestRow) => state !== 'waiting' && state !== 'sending'
