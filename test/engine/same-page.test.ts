// Pages that are as they were are not read out again (sync/page-memory.ts). Whoever reads every page out has to end with the
// same mirror, whatever happens in between: for this the same story is lived through twice, and once no answer is ever the
// same, because a number goes up in it that nobody reads.
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import type { HttpRequest, HttpResponse } from '#engine/outside/http.ts'
import { createFakeClock } from '#support/fake-clock.ts'
import type { Handle } from '#support/network.ts'
import { seeded } from '#support/seeded.ts'
import { firstSweep } from '#support/synced-engine.ts'
import { startTestEngine } from '#support/test-engine.ts'
import { startTrackingService } from '#support/tracking-service.ts'

type Json = { data: { id: string }[]; meta: Record<string, number> }
type Told = { sent: string[]; mirror: unknown; /** Pages of containers that came as they had come before. */ repeated: number }

const CONTAINERS = 130
const STEPS = 25
const isList = ({ url }: HttpRequest) => /\/v2\/containers\?/.test(url)
const jsonOf = (bytes: Uint8Array) => JSON.parse(new TextDecoder().decode(bytes)) as Json
const bytesOf = (json: Json) => new TextEncoder().encode(JSON.stringify(json))

/** The service as clients meet it behind a cache that now and then gives an old page, with one container gone for a while. */
function crooked(handle: Handle, random: () => number, isNeverTheSame: boolean): { handle: Handle; hide: (id: string | null) => void; repeated: () => number } {
  const last = new Map<string, Uint8Array>()
  let [hidden, repeated, n]: [string | null, number, number] = [null, 0, 0]
  const page = ({ url }: HttpRequest, { bytes }: HttpResponse): Uint8Array => {
    const json = jsonOf(bytes)
    const left = json.data.filter(({ id }) => id !== hidden)
    const fresh = bytesOf({ ...json, data: left, meta: { ...json.meta, total: CONTAINERS - (hidden === null ? 0 : 1) } })
    const before = last.get(url)
    const given = before && random() < 0.4 ? before : fresh
    if (before && Buffer.from(before).equals(given)) repeated++
    last.set(url, given)
    return given
  }
  return {
    repeated: () => repeated,
    hide: (id) => {
      hidden = id
    },
    handle: (request) => {
      if (hidden !== null && request.url.includes(`/containers/${hidden}`)) return { status: 404, headers: { 'content-type': 'application/json' }, bytes: new TextEncoder().encode('{"errors":[{"title":"Not found"}]}') }
      const response = handle(request)
      if (!isList(request) || response.status !== 200) return response
      const bytes = page(request, response)
      if (!isNeverTheSame) return { ...response, bytes }
      const json = jsonOf(bytes)
      return { ...response, bytes: bytesOf({ ...json, meta: { ...json.meta, answer: ++n } }) }
    },
  }
}

async function live(seed: number, isNeverTheSame: boolean): Promise<Told> {
  const random = seeded(seed)
  const clock = createFakeClock(Date.parse('2026-11-20T17:00:00Z'))
  const service = startTrackingService(clock, { containers: CONTAINERS, speed: 4, isLimited: false })
  const { handle, hide, repeated } = crooked(service.handle, seeded(seed + 1), isNeverTheSame)
  const engine = await startTestEngine({ clock, handle })
  await firstSweep(engine)
  const { rows } = await engine.client.call('containers.list', { filter: { scope: 'all' }, sort: [], window: { offset: 0, limit: 500 } })
  const ids = rows.map(({ id }) => id).sort()
  const any = () => ids[Math.floor(random() * ids.length)]!
  for (let step = 0; step < STEPS; step++) {
    const what = random()
    const id = any()
    if (what < 0.4) service.service.edit('container', id, { location_at_pod_terminal: `Row ${step}` })
    // The one that is hidden is not found. One that was changed just now is read again from an old page, maybe.
    if (what > 0.2 && what < 0.5) await Promise.allSettled([engine.client.call('containers.reread', { id }), clock.advance(2_000)])
    else if (what > 0.5 && what < 0.65) hide(random() < 0.5 ? any() : null)
    await clock.advance(5_000 + Math.floor(random() * 40) * 1_000)
  }
  await engine.stop()
  return { sent: engine.network.sent.map(({ method, url, mono }) => `${mono} ${method} ${url}`), mirror: mirrorOf(engine.dir), repeated: repeated() }
}

function mirrorOf(dir: string): unknown {
  const db = new Database(join(dir, 'mirror.db'), { readonly: true })
  try {
    return [
      'SELECT type, id, raw, hash, first_seen_at FROM res ORDER BY type, id',
      'SELECT type, id, req_seq, sweep_id, verified_at, missing_count, gone_since FROM seen JOIN res USING (key) ORDER BY type, id',
      'SELECT * FROM change ORDER BY id',
      'SELECT * FROM container_row ORDER BY id',
      'SELECT * FROM shipment_row ORDER BY id',
      'SELECT * FROM sweep ORDER BY id',
    ].map((sql) => db.prepare(sql).all())
  } finally {
    db.close()
  }
}

test.each([1, 2, 3])('story %i ends with the same mirror as if every page had been read out', async (seed) => {
  const known = await live(seed, false)
  const readOut = await live(seed, true)
  expect(known.repeated).toBeGreaterThan(20)
  expect(known.sent).toEqual(readOut.sent)
  expect(known.mirror).toEqual(readOut.mirror)
})
