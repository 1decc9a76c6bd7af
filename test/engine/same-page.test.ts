// Unchanged pages are not decoded again (mirror/page-memory.ts). An engine that decodes every page must end with the
// same mirror, whatever happens in between: the same story runs twice, once with a number in each answer that makes all
// pages different.
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import type { HttpRequest, HttpResponse } from '#engine/outside/http.ts'
import { createFakeClock } from '#support/fake-clock.ts'
import type { Fault, Handle } from '#support/network.ts'
import { seeded } from '#support/seeded.ts'
import { firstSweep } from '#support/synced-engine.ts'
import { startTestEngine } from '#support/test-engine.ts'
import { startTrackingService } from '#support/tracking-service.ts'

type Json = { data: { id: string }[]; meta: Record<string, number> }
type Told = {
  sent: string[]
  announced: string[]
  tables: Record<string, unknown>
  /** Pages that came as they had come before. */ repeated: number
}

const CONTAINERS = 130
const STEPS = 25
const isOfContainers = ({ url }: HttpRequest) => url.includes('/v2/containers?')
const isList = ({ method, url }: HttpRequest) => method === 'GET' && url.includes('page[size]')
const jsonOf = (bytes: Uint8Array) => JSON.parse(new TextDecoder().decode(bytes)) as Json
const bytesOf = (json: Json) => new TextEncoder().encode(JSON.stringify(json))

/**
 * The service as clients meet it behind a cache that now and then gives an old page, with one container gone for a
 * while.
 */
function crooked(
  handle: Handle,
  random: () => number,
  isNeverTheSame: boolean,
): { handle: Handle; hide: (id: string | null) => void; repeated: () => number } {
  const last = new Map<string, Uint8Array>()
  let [hidden, repeated, n]: [string | null, number, number] = [null, 0, 0]
  const withoutHidden = (json: Json): Json => ({
    ...json,
    data: json.data.filter(({ id }) => id !== hidden),
    meta: { ...json.meta, total: CONTAINERS - (hidden === null ? 0 : 1) },
  })
  const page = (request: HttpRequest, { bytes }: HttpResponse): Uint8Array => {
    const { url } = request
    const fresh = isOfContainers(request) ? bytesOf(withoutHidden(jsonOf(bytes))) : bytes
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
      if (hidden !== null && request.url.includes(`/containers/${hidden}`))
        return {
          status: 404,
          headers: { 'content-type': 'application/json' },
          bytes: new TextEncoder().encode('{"errors":[{"title":"Not found"}]}'),
        }
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
  const announced: string[] = []
  for (const event of ['changed', 'alerts.raised'] as const)
    engine.client.on(event, (payload) => announced.push(`${clock.mono()} ${event} ${JSON.stringify(payload)}`))
  await firstSweep(engine)
  engine.network.fault(badLine(seeded(seed + 2)))
  const { rows } = await engine.client.call('containers.list', {
    filter: { scope: 'all' },
    sort: [],
    window: { offset: 0, limit: 500 },
  })
  const ids = rows.map(({ id }) => id).sort()
  const any = () => ids[Math.floor(random() * ids.length)]!
  for (let step = 0; step < STEPS; step++) {
    const what = random()
    const id = any()
    if (what < 0.4) service.service.edit('container', id, { location_at_pod_terminal: `Row ${step}` })
    // The one that is hidden is not found. One that was changed just now is read again from an old page, maybe.
    if (what > 0.2 && what < 0.5)
      await Promise.allSettled([engine.client.call('containers.reread', { id }), clock.advance(2_000)])
    else if (what > 0.5 && what < 0.65) hide(random() < 0.5 ? any() : null)
    await clock.advance(5_000 + Math.floor(random() * 40) * 1_000)
  }
  await engine.stop()
  return {
    sent: engine.network.sent.map(({ method, url, mono }) => `${mono} ${method} ${url}`),
    announced,
    tables: { ...tablesOf(engine.dir, 'mirror'), ...tablesOf(engine.dir, 'state') },
    repeated: repeated(),
  }
}

/** Pages of containers are overtaken by those behind them, and some answers do not come whole. */
function badLine(random: () => number): (request: HttpRequest) => Fault | null {
  return (request) => {
    const luck = random()
    if (isOfContainers(request) && luck < 0.4) return { kind: 'delay', ms: Math.floor(luck * 10_000) }
    return luck > 0.97
      ? { kind: 'alter', alter: (response) => ({ ...response, bytes: response.bytes.subarray(0, -5) }) }
      : null
  }
}

/** All but what SQLite makes of them for itself. */
function tablesOf(dir: string, file: 'mirror' | 'state'): Record<string, unknown> {
  const db = new Database(join(dir, `${file}.db`), { readonly: true })
  try {
    const names = db
      .prepare(
        `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'search_open%' AND name NOT LIKE 'search_closed%' AND name NOT LIKE 'sqlite_%'`,
      )
      .pluck()
      .all() as string[]
    return Object.fromEntries(names.map((name) => [`${file}.${name}`, db.prepare(`SELECT * FROM ${name}`).all()]))
  } finally {
    db.close()
  }
}

test.each([1, 2, 3])(
  'story %i ends with the same files as if every page had been read out, and the screens were told the same',
  async (seed) => {
    const known = await live(seed, false)
    const readOut = await live(seed, true)
    expect(known.repeated).toBeGreaterThan(20)
    expect(known.sent).toEqual(readOut.sent)
    expect(known.announced).toEqual(readOut.announced)
    expect(known.tables).toEqual(readOut.tables)
  },
)
