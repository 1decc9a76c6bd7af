// The mirror equals the service: it is filled and updated, its ages are true, and no row is hidden or invented.
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Changed } from '#contract/index.ts'
import { type SyncedEngine, loadAllRows, waitForNewSweep, startSyncedEngine } from '#support/synced-engine.ts'
import { alterJson, repeatFirstAnswers } from '#support/network.ts'
import { withDatabase } from '#support/broken-files.ts'

type Json = {
  data: { id: string; type: string; attributes: Record<string, unknown> }[]
  included?: { type: string }[]
  meta: Record<string, unknown>
  links: Record<string, unknown>
}
const isList = (url: string) => /\/v2\/containers\?/.test(url)
const alterList = (alter: (json: Json) => void) =>
  alterJson((json) => {
    alter(json as unknown as Json)
    return json
  })

/** The rows of the open list, each with the time since which it is gone. */
const loadOpenRows = async ({ client }: SyncedEngine) => {
  const { rows } = await client.call('containers.list', {
    filter: { scope: 'open' },
    sort: [],
    window: { offset: 0, limit: 500 },
  })
  return rows.map(({ number, goneSince }) => [number, goneSince])
}

describe('the first sweep', () => {
  test('reads every container with its shipment and its place', async () => {
    const engine = await startSyncedEngine({ containers: 250 })
    const rows = await loadAllRows(engine)
    expect(rows).toHaveLength(250)
    expect(rows.filter(({ masterBill, scac }) => masterBill === null || scac === null)).toEqual([])
    expect(rows.filter(({ pickupPlace }) => pickupPlace !== null).length).toBeGreaterThan(200)
    const shipments = await engine.client.call('shipments.list', {
      filter: { scope: 'all' },
      sort: [],
      window: { offset: 0, limit: 500 },
    })
    expect(shipments.rows.reduce((sum, { containers }) => sum + containers.total, 0)).toBe(250)
  })
  test('records no changes', async () => {
    const engine = await startSyncedEngine({ containers: 20 })
    const details = await Promise.all(
      (await loadAllRows(engine)).map(({ id }) => engine.client.call('containers.get', { id })),
    )
    expect(details.flatMap(({ changes }) => changes)).toEqual([])
  })
  test('reports its progress', async () => {
    const engine = await startSyncedEngine({ containers: 0 })
    await engine.stop()
    const filling = await startSyncedEngine({ containers: 300 })
    filling.network.fault((request) =>
      /page(\[|%5B)number(\]|%5D)=3/.test(request.url) ? { kind: 'delay', ms: 5_000 } : null,
    )
    await filling.clock.advanceUntil(async () => (await filling.client.call('sync.status', {})).progress?.done === 200)
    expect((await filling.client.call('sync.status', {})).progress).toEqual({ done: 200, total: 300 })
  })
  test('is followed by the timeline of every container', async () => {
    const engine = await startSyncedEngine({ containers: 12 })
    const rows = await loadAllRows(engine)
    const hasTimelines = async () => {
      const details = await Promise.all(rows.map(({ id }) => engine.client.call('containers.get', { id })))
      return details.every(({ timeline }) =>
        timeline.some(({ entries }) => entries.some(({ source }) => source !== null)),
      )
    }
    await engine.clock.advanceUntil(hasTimelines, 60_000)
  })
})

describe('later sweeps', () => {
  test('record each change with its value before and after, and when it was read', async () => {
    const engine = await startSyncedEngine({ containers: 100, speed: 60 })
    const rowsBefore = new Map((await loadAllRows(engine)).map((row) => [row.id, row]))
    await engine.clock.advance(10 * 60_000)
    const changed = (await loadAllRows(engine)).filter((row) => row.status !== rowsBefore.get(row.id)?.status)
    expect(changed.length).toBeGreaterThan(3)
    for (const row of changed) {
      const { changes } = await engine.client.call('containers.get', { id: row.id })
      const statuses = changes.filter(({ field }) => field === 'current_status').toReversed()
      expect(statuses[0]?.before).toBe(JSON.stringify(rowsBefore.get(row.id)?.status))
      expect(statuses.at(-1)?.after).toBe(JSON.stringify(row.status))
      statuses.slice(1).forEach((next, i) => expect(next.before).toBe(statuses[i]?.after))
      expect(row.lastChangeAt).toBe(changes[0]?.seenAt)
    }
  })
  test('without changes announce no container and no shipment', async () => {
    const engine = await startSyncedEngine({ containers: 40 })
    engine.network.fault(repeatFirstAnswers())
    await engine.clock.advance(120_000)
    const events: Changed[] = []
    engine.client.on('changed', (changed) => events.push(changed))
    const requests = engine.network.sent.length
    await waitForNewSweep(engine)
    expect(engine.network.sent.length).toBeGreaterThan(requests)
    expect(events.filter(({ topic }) => topic === 'containers' || topic === 'shipments')).toEqual([])
  })
  test('announce at most four times a second, with the ids of changed containers', async () => {
    const engine = await startSyncedEngine({ containers: 100, speed: 2_000 })
    const events: { at: number; changed: Changed }[] = []
    engine.client.on('changed', (changed) => events.push({ at: engine.clock.mono(), changed }))
    await engine.clock.advance(5 * 60_000)
    const containers = events.filter(({ changed }) => changed.topic === 'containers')
    expect(containers.length).toBeGreaterThan(10)
    const ids = new Set((await loadAllRows(engine)).map(({ id }) => id))
    for (const { changed } of containers) expect(changed.ids?.every((id) => ids.has(id)) ?? true).toBe(true)
    containers.slice(4).forEach(({ at }, i) => expect(at - containers[i]!.at).toBeGreaterThanOrEqual(750))
  })
  test('start every 15 s while a screen is open, else every minute', async () => {
    const engine = await startSyncedEngine({ containers: 5 })
    await engine.clock.advance(120_000)
    const count = async (ms: number) => {
      const listsBefore = engine.network.sent.filter(({ url }) => isList(url)).length
      await engine.clock.advance(ms)
      return engine.network.sent.filter(({ url }) => isList(url)).length - listsBefore
    }
    expect(await count(600_000)).toBe(40)
    engine.client.close()
    await engine.clock.advance(120_000)
    expect(await count(600_000)).toBe(10)
    // The connection of the host receives alerts but shows no data.
    engine.connect(false)
    expect(await count(600_000)).toBe(10)
  })
})

describe('the age of a record', () =>
  test('changes with each successful read of the record and with nothing else', async () => {
    const engine = await startSyncedEngine({ containers: 5 })
    const loadReadTime = async () => (await loadAllRows(engine))[0]!.ages.service!
    await waitForNewSweep(engine)
    const lastRead = await loadReadTime()
    engine.network.unplug()
    await engine.clock.advance(600_000)
    expect(await loadReadTime()).toBe(lastRead)
    const status = await engine.client.call('sync.status', {})
    expect([status.state, status.lastSuccessAt! <= status.since]).toEqual(['offline', true])
    engine.network.plug()
    await engine.clock.advanceUntil(async () => (await loadReadTime()) > lastRead, 70_000)
  }))

describe('a record that exists is never hidden', () => {
  test('a list with missing records is torn and removes nothing', async () => {
    const engine = await startSyncedEngine({ containers: 30 })
    const all = await loadOpenRows(engine)
    engine.network.fault(({ url }) =>
      isList(url)
        ? alterList((json) => {
            json.data = json.data.slice(0, 10)
          })
        : null,
    )
    await engine.clock.advance(300_000)
    expect(await loadOpenRows(engine)).toEqual(all)
  })
  test('an empty list removes nothing, even if it repeats', async () => {
    const engine = await startSyncedEngine({ containers: 30 })
    const all = await loadOpenRows(engine)
    engine.network.fault(({ url }) =>
      isList(url)
        ? alterList((json) => {
            json.data = []
            json.meta = { total: 0 }
          })
        : null,
    )
    await engine.clock.advance(600_000)
    expect(await loadOpenRows(engine)).toEqual(all)
  })
  test('a container that the list omits remains if it answers by id', async () => {
    const engine = await startSyncedEngine({ containers: 30 })
    const [first] = await loadAllRows(engine)
    engine.network.fault(({ url }) =>
      isList(url)
        ? alterList((json) => {
            json.data = json.data.filter(({ id }) => id !== first!.id)
            json.meta = { total: json.data.length }
          })
        : null,
    )
    await engine.clock.advance(300_000)
    expect((await loadAllRows(engine))[0]).toMatchObject({ id: first!.id, goneSince: null })
    expect(engine.network.sent.some(({ url }) => url.endsWith(`/containers/${first!.id}`))).toBe(true)
  })
  test('a container that answers 404 is marked as gone and stored, and shown again after the next sweep that lists it', async () => {
    const engine = await startSyncedEngine({ containers: 30 })
    const [first] = await loadAllRows(engine)
    const notFound = {
      kind: 'answer',
      status: 404,
      contentType: 'application/vnd.api+json',
      body: '{"errors":[{"status":"404","title":"Not Found"}]}',
    } as const
    engine.network.fault(({ url }) => {
      if (isList(url))
        return alterList((json) => {
          json.data = json.data.filter(({ id }) => id !== first!.id)
          json.meta = { total: json.data.length }
        })
      return url.includes(`/containers/${first!.id}`) ? notFound : null
    })
    await engine.clock.advanceUntil(async () => (await loadAllRows(engine))[0]!.goneSince !== null)
    expect(
      (
        await engine.client.call('containers.list', {
          filter: { scope: 'open' },
          sort: [],
          window: { offset: 0, limit: 500 },
        })
      ).rows.map(({ id }) => id),
    ).not.toContain(first!.id)
    expect(await engine.client.call('containers.get', { id: first!.id })).toMatchObject({
      row: { number: first!.number },
    })
    engine.network.fault(null)
    await waitForNewSweep(engine)
    expect((await loadAllRows(engine))[0]).toMatchObject({ id: first!.id, goneSince: null })
  })
})

describe('answers out of order', () => {
  test('an older answer never overwrites a newer one', async () => {
    const engine = await startSyncedEngine({ containers: 5 })
    const [first] = await loadAllRows(engine)
    // The list page is requested before the user's reread and arrives long after it, with the old status.
    engine.network.fault(({ url }) =>
      isList(url)
        ? { kind: 'delay', ms: 10_000 }
        : alterList((json) => {
            const record = json.data as unknown as Json['data'][number] | undefined
            if (record?.type === 'container') record.attributes['current_status'] = 'delivered'
          }),
    )
    const sent = engine.network.sent.length
    await engine.clock.advanceUntil(() => engine.network.sent.slice(sent).some(({ url }) => isList(url)))
    const reread = engine.client.call('containers.reread', { id: first!.id })
    await engine.clock.advance(1_000)
    await reread
    expect((await loadAllRows(engine))[0]?.status).toBe('delivered')
    await engine.clock.advance(12_000)
    const { changes } = await engine.client.call('containers.get', { id: first!.id })
    expect((await loadAllRows(engine))[0]?.status).toBe('delivered')
    expect(changes.filter(({ field }) => field === 'current_status')).toHaveLength(1)
  })
  test('a list sweep is complete although other answers overtook it', async () => {
    const engine = await startSyncedEngine({ containers: 12 })
    // Each page of containers includes shipments, so these pages overtake the slow list of shipments.
    engine.network.fault(({ url }) => (/\/v2\/shipments\?/.test(url) ? { kind: 'delay', ms: 25_000 } : null))
    await engine.client.call('sync.refresh', {})
    await engine.clock.advance(60_000)
    await engine.stop()
    const states = withDatabase(join(engine.dir, 'mirror.db'), (db) =>
      db.prepare(`SELECT state FROM sweep WHERE kind = 'shipments' ORDER BY id`).pluck().all(),
    )
    expect(states).toEqual(['COMPLETE', 'COMPLETE'])
  })
  test('a refresh by the user restores tracking requests that the mirror lost', async () => {
    const engine = await startSyncedEngine({ containers: 30 })
    const count = async () =>
      (
        await engine.client.call('tracking.list', {
          filter: { scope: 'all' },
          sort: [],
          window: { offset: 0, limit: 500 },
        })
      ).total
    await engine.clock.advanceUntil(async () => (await count()) > 0)
    const all = await count()
    await engine.stop()
    withDatabase(join(engine.dir, 'mirror.db'), (db) => {
      db.exec(
        `DELETE FROM request_row; DELETE FROM seen WHERE key IN (SELECT key FROM res WHERE type = 'tracking_request'); DELETE FROM res WHERE type = 'tracking_request'`,
      )
    })
    await engine.restart()
    await engine.clock.advance(6 * 60_000)
    expect(await count()).toBe(0)
    await engine.client.call('sync.refresh', {})
    await engine.clock.advanceUntil(async () => (await count()) === all)
  })
  test('events that were requested before a change are requested again', async () => {
    const engine = await startSyncedEngine({ containers: 5 })
    await engine.clock.advance(60_000)
    const [first] = await loadAllRows(engine)
    const isEvents = (url: string) => url.includes(`/containers/${first!.id}/transport_events`)
    const countEventReads = () => engine.network.sent.filter(({ url }) => isEvents(url)).length
    let status = 'loaded'
    engine.network.fault(({ url }) =>
      isEvents(url)
        ? { kind: 'delay', ms: 25_000 }
        : alterList((json) => {
            for (const record of [json.data].flat())
              if (record.id === first!.id && record.type === 'container') record.attributes['current_status'] = status
          }),
    )
    const readsBefore = countEventReads()
    await engine.clock.advanceUntil(() => countEventReads() === readsBefore + 1)
    status = 'delivered'
    await engine.clock.advanceUntil(() => countEventReads() === readsBefore + 2)
  })
  test('a sweep that the end of the program interrupted continues at its next page', async () => {
    const engine = await startSyncedEngine({ containers: 450 })
    engine.network.fault(({ url }) => (/number(\]|%5D)=4/.test(url) ? { kind: 'hang' } : null))
    await engine.clock.advanceUntil(async () => (await engine.client.call('sync.status', {})).progress?.done === 300)
    const sent = engine.network.sent.length
    await engine.restart()
    engine.network.fault(null)
    await engine.clock.advance(2_000)
    const next = engine.network.sent.slice(sent).find(({ url }) => isList(url))
    expect(next?.url).toMatch(/number(\]|%5D)=4/)
  })
})

describe('a record in a list', () => {
  test('keeps the value of a missing attribute, and loses that of a null', async () => {
    const engine = await startSyncedEngine({ containers: 5 })
    const rowBefore = (await loadAllRows(engine)).find(({ seal, weightLb }) => seal !== null && weightLb !== null)!
    engine.network.fault(({ url }) =>
      isList(url)
        ? alterList((json) => {
            for (const record of json.data) {
              delete record.attributes['seal_number']
              record.attributes['weight_in_lbs'] = null
              record.attributes['location_at_pod_terminal'] = 'Row 33<br><br />COMMUNITY - YARD'
            }
          })
        : null,
    )
    await waitForNewSweep(engine)
    const rowAfter = (await loadAllRows(engine)).find(({ id }) => id === rowBefore.id)
    expect([rowAfter?.seal, rowAfter?.weightLb]).toEqual([rowBefore.seal, null])
    // The list cannot show a line break.
    expect(rowAfter?.yardSpot).toBe('Row 33, COMMUNITY - YARD')
  })
  test('is shown with its unknown status and type, and without its invalid values', async () => {
    const engine = await startSyncedEngine({ containers: 6 })
    engine.network.fault(({ url }) =>
      isList(url)
        ? alterList((json) => {
            json.data.forEach((record, i) => {
              record.type = i % 2 === 0 ? 'account' : 'cargo'
              Object.assign(record.attributes, {
                id: 'other-id',
                current_status: 'teleported',
                equipment_type: 'hard top',
                surprise: { deep: [1] },
                ref_numbers: [null],
                pod_timezone: 'Mars/Olympus',
                weight_in_lbs: 'heavy',
                availability_known: 'perhaps',
                holds_at_pod_terminal: null,
                fees_at_pod_terminal: 'none',
                import_deadlines: [],
                terminal_checked_at: 'yesterday',
              })
            })
            json.included?.push({ type: 'route_location' })
          })
        : null,
    )
    await waitForNewSweep(engine)
    const rows = await loadAllRows(engine)
    expect(rows).toHaveLength(6)
    for (const row of rows)
      expect(row).toMatchObject({
        status: 'teleported',
        equipment: { type: 'hard top' },
        refs: [],
        weightLb: null,
        activeHolds: [],
        feesDue: [],
        ages: { terminal: null },
      })
    for (const { verdict } of rows) expect(['unknown', 'not-arrived', 'out']).toContain(verdict)
  })
})
