// Starts a synced engine whose service repeats its answers, so that all changes come from the test.
import type { HttpResponse } from '#engine/outside/http.ts'
import { repeatFirstAnswers } from './network.ts'
import { type SyncedEngine, waitForNewSweep, startSyncedEngine } from './synced-engine.ts'
import type { TrackingServiceOptions } from './tracking-service.ts'

export type StillEngine = SyncedEngine & {
  /**
   * Sets these attributes of records of any type, by id, from the next read on. Waits until all lists were read again.
   */
  patch: (patches: Record<string, Record<string, unknown>>) => Promise<void>
}

type Json = { data?: Resource | Resource[]; included?: Resource[] }
type Resource = { id: string; attributes: Record<string, unknown> }

/** Marks all earlier changes as seen, unless `isUnread` is true. */
export async function startStillEngine(
  options: TrackingServiceOptions & { isUnread?: boolean } = {},
): Promise<StillEngine> {
  const engine = await startSyncedEngine(options)
  const patched = new Map<string, Record<string, unknown>>()
  const repeatAnswer = repeatFirstAnswers()
  engine.network.fault((request) => {
    const fault = repeatAnswer(request)
    return fault.kind === 'alter'
      ? { kind: 'alter', alter: (response) => patchAnswer(fault.alter(response), patched) }
      : fault
  })
  const readAll = async () => {
    await engine.client.call('sync.refresh', {})
    await waitForNewSweep(engine)
    // Shipments are a separate list that is read less often.
    await engine.clock.advance(60_000)
  }
  await readAll()
  if (options.isUnread !== true) await engine.client.call('changes.markSeen', { throughId: Number.MAX_SAFE_INTEGER })
  return Object.assign(engine, {
    patch: async (patches: Record<string, Record<string, unknown>>) => {
      for (const [id, attributes] of Object.entries(patches)) patched.set(id, { ...patched.get(id), ...attributes })
      await readAll()
    },
  })
}

function patchAnswer(response: HttpResponse, patched: Map<string, Record<string, unknown>>): HttpResponse {
  if (patched.size === 0) return response
  const json = JSON.parse(new TextDecoder().decode(response.bytes)) as Json
  // Document types are plain JSON, without `data`.
  for (const resource of [json.data ?? [], json.included ?? []].flat())
    Object.assign(resource.attributes, patched.get(resource.id))
  return { ...response, bytes: new TextEncoder().encode(JSON.stringify(json)) }
}
