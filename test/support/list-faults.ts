// Faults of the list of containers that prevent a complete read, and samples of the sync state after them.
import { type Fault, alterJson } from './network.ts'
import type { SyncedEngine } from './synced-engine.ts'
import { formatSyncState } from '../../src/renderer/src/features/status/sync.ts'

export const SECOND_MS = 1_000
const JSON_API = 'application/vnd.api+json'

export const isContainerList = (url: string) => /\/v2\/containers\?/.test(url)
export const getPageNumber = (url: string) =>
  isContainerList(url) ? Number(/page(?:\[|%5B)number(?:\]|%5D)=(\d+)/.exec(url)?.[1] ?? 1) : null
export const createErrorAnswer = (status: number): Fault => ({
  kind: 'answer',
  status,
  contentType: JSON_API,
  body: `{"errors":[{"status":"${status}"}]}`,
})
export const createPageFault = (page: number, fault: Fault) => (url: string) =>
  getPageNumber(url) === page ? fault : null

export const createPageLink = (page: number) =>
  `https://track.example/v2/containers?page[number]=${page}&page[size]=100`

export function createInventedPage(url: string): Fault {
  const page = getPageNumber(url) ?? 1
  return alterJson((body) => ({
    ...body,
    included: [],
    data: Array.from({ length: 100 }, (_, n) => ({ type: 'container', id: `invented-${page}-${n}`, attributes: {} })),
    meta: { total: 300 },
    links: { next: createPageLink(page + 1) },
  }))
}

type StateSample = {
  atMs: number
  state: string
  chip: string
  code: string | null
  lastCompleteAt: string | null
  nowMs: number
}

export async function sampleStates(engine: SyncedEngine, ms: number): Promise<StateSample[]> {
  const samples: StateSample[] = []
  const startedMs = engine.clock.mono()
  while (engine.clock.mono() - startedMs < ms) {
    await engine.clock.advance(SECOND_MS)
    const status = await engine.client.call('sync.status', {})
    samples.push({
      atMs: engine.clock.mono() - startedMs,
      state: status.state,
      chip: formatSyncState(status, Date.parse(status.now)),
      code: status.error?.code ?? null,
      lastCompleteAt: status.lastCompleteAt,
      nowMs: Date.parse(status.now),
    })
  }
  return samples
}
