// Unchanged pages are not decoded again (mirror/page-cache.ts). An engine that decodes every page must end with the
// same mirror. Each story runs twice, once with a different number in each answer, so that no page equals another.
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import type { HttpRequest, HttpResponse } from '#engine/outside/http.ts'
import { createFakeClock } from '#support/fake-clock.ts'
import type { Fault, Handle } from '#support/network.ts'
import { createSeededRandom } from '#support/seeded.ts'
import { waitForFirstSweep } from '#support/synced-engine.ts'
import { startTestEngine } from '#support/test-engine.ts'
import { startTrackingService } from '#support/tracking-service.ts'

type Json = { data: { id: string }[]; meta: Record<string, number> }
type Outcome = {
  sent: string[]
  announced: string[]
  tables: Record<string, unknown>
  /** Pages that were equal to the page before under the same address. */
  repeated: number
}

const CONTAINERS = 130
const STEPS = 25
const isContainerList = ({ url }: HttpRequest) => url.includes('/v2/containers?')
const isList = ({ method, url }: HttpRequest) => method === 'GET' && url.includes('page[size]')
const parseJson = (bytes: Uint8Array) => JSON.parse(new TextDecoder().decode(bytes)) as Json
const encodeJson = (json: Json) => new TextEncoder().encode(JSON.stringify(json))

/**
 * The service behind a cache that sometimes returns an old page, and with one container missing for some time.
 */
function serveOldPages(
  handle: Handle,
  random: () => number,
  isAlwaysDifferent: boolean,
): { handle: Handle; hide: (id: string | null) => void; repeated: () => number } {
  const last = new Map<string, Uint8Array>()
  let [hidden, repeated, n]: [string | null, number, number] = [null, 0, 0]
  const withoutHidden = (json: Json): Json => ({
    ...json,
    data: json.data.filter(({ id }) => id !== hidden),
    meta: { ...json.meta, total: CONTAINERS - (hidden === null ? 0 : 1) },
  })
  const choosePage = (request: HttpRequest, { bytes }: HttpResponse): Uint8Array => {
    const { url } = request
    const fresh = isContainerList(request) ? encodeJson(withoutHidden(parseJson(bytes))) : bytes
    const previous = last.get(url)
    const given = previous && random() < 0.4 ? previous : fresh
    if (previous && Buffer.from(previous).equals(given)) repeated++
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
      const bytes = choosePage(request, response)
      if (!isAlwaysDifferent) return { ...response, bytes }
      const json = parseJson(bytes)
      return { ...response, bytes: encodeJson({ ...json, meta: { ...json.meta, answer: ++n } }) }
    },
  }
}

async function runStory(seed: number, isAlwaysDifferent: boolean): Promise<Outcome> {
  const random = createSeededRandom(seed)
  const clock = createFakeClock(Date.parse('2026-11-20T17:00:00Z'))
  const service = startTrackingService(clock, { containers: CONTAINERS, speed: 4, isLimited: false })
  const { handle, hide, repeated } = serveOldPages(service.handle, createSeededRandom(seed + 1), isAlwaysDifferent)
  const engine = await startTestEngine({ clock, handle })
  const announced: string[] = []
  for (const event of ['changed', 'alerts.raised'] as const)
    engine.client.on(event, (payload) => announced.push(`${clock.mono()} ${event} ${JSON.stringify(payload)}`))
  await waitForFirstSweep(engine)
  engine.network.fault(createUnreliableNetwork(createSeededRandom(seed + 2)))
  const { rows } = await engine.client.call('containers.list', {
    filter: { scope: 'all' },
    sort: [],
    window: { offset: 0, limit: 500 },
  })
  const ids = rows.map(({ id }) => id).sort()
  const drawId = () => ids[Math.floor(random() * ids.length)]!
  for (let step = 0; step < STEPS; step++) {
    const action = random()
    const id = drawId()
    if (action < 0.4) service.service.edit('container', id, { location_at_pod_terminal: `Row ${step}` })
    // The reread of the hidden container fails. A container that was just edited may come from an old page.
    if (action > 0.2 && action < 0.5)
      await Promise.allSettled([engine.client.call('containers.reread', { id }), clock.advance(2_000)])
    else if (action > 0.5 && action < 0.65) hide(random() < 0.5 ? drawId() : null)
    await clock.advance(5_000 + Math.floor(random() * 40) * 1_000)
  }
  await engine.stop()
  return {
    sent: engine.network.sent.map(({ method, url, mono }) => `${mono} ${method} ${url}`),
    announced,
    tables: { ...loadTables(engine.dir, 'mirror'), ...loadTables(engine.dir, 'state') },
    repeated: repeated(),
  }
}

/** Delays some pages of containers, so that later pages overtake them, and truncates some answers. */
function createUnreliableNetwork(random: () => number): (request: HttpRequest) => Fault | null {
  return (request) => {
    const chance = random()
    if (isContainerList(request) && chance < 0.4) return { kind: 'delay', ms: Math.floor(chance * 10_000) }
    return chance > 0.97
      ? { kind: 'alter', alter: (response) => ({ ...response, bytes: response.bytes.subarray(0, -5) }) }
      : null
  }
}

/** The rows of all tables, without the internal tables of SQLite. */
function loadTables(dir: string, file: 'mirror' | 'state'): Record<string, unknown> {
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
  'story %i has the same requests, events and tables as if every page had been decoded',
  async (seed) => {
    const withCache = await runStory(seed, false)
    const alwaysDecoded = await runStory(seed, true)
    expect(withCache.repeated).toBeGreaterThan(20)
    expect(withCache.sent).toEqual(alwaysDecoded.sent)
    expect(withCache.announced).toEqual(alwaysDecoded.announced)
    expect(withCache.tables).toEqual(alwaysDecoded.tables)
  },
)
