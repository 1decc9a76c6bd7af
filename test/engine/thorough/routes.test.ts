// The routes of containers are counted while the service changes, and filters by route agree with the counts.
import { expect, test } from 'vitest'
import type { ContainerFilter } from '#contract/containers.ts'
import { type SyncedEngine, loadAllRows, startSyncedEngine } from '#support/synced-engine.ts'

const FILTER: ContainerFilter = { scope: 'all' }
const countContainers = async ({ client }: SyncedEngine, filter: Partial<ContainerFilter>) =>
  (
    await client.call('containers.list', {
      filter: { ...FILTER, ...filter },
      sort: [],
      window: { offset: 0, limit: 1 },
    })
  ).total

/** Waits until the shipments are read, because they have the ports. */
async function start(containers: number): Promise<SyncedEngine> {
  const engine = await startSyncedEngine({ containers })
  await engine.clock.advanceUntil(
    async () => (await engine.client.call('containers.routes', { filter: FILTER })).placeless === 0,
  )
  return engine
}

test('every container is on one route, and a filter by port or sailing finds as many containers as it counts', async () => {
  const engine = await start(300)
  const {
    routes,
    places,
    more,
    placeless,
    total: counted,
  } = await engine.client.call('containers.routes', { filter: FILTER })
  expect(counted).toBe(300)
  expect(routes.reduce((sum, route) => sum + route.containerCount, more.containers)).toBe(300)
  expect(placeless).toBe(0)
  expect(places.length).toBeGreaterThan(10)
  for (const { locode, loaded, discharged, ending, position } of places) {
    if (loaded + discharged + ending === 0) continue
    expect([locode, position]).toEqual([
      locode,
      { latitude: expect.any(Number) as number, longitude: expect.any(Number) as number },
    ])
    const rows = (await loadAllRows(engine)).filter(({ portOfLading, portOfDischarge, destination }) =>
      [portOfLading, portOfDischarge, destination].some((place) => place.locode === locode),
    )
    expect([locode, await countContainers(engine, { ports: [locode] })]).toEqual([locode, rows.length])
  }
  const sailings = new Map<string, number>()
  for (const { sailing, containerCount: count } of routes)
    sailings.set(JSON.stringify(sailing), (sailings.get(JSON.stringify(sailing)) ?? 0) + count)
  for (const [sailing, count] of [...sailings].slice(0, 20))
    expect([sailing, await countContainers(engine, { sailings: [JSON.parse(sailing) as never] })]).toEqual([
      sailing,
      count,
    ])
})

test('a route has its transshipment ports, and the share of the journey that its dates imply', async () => {
  const engine = await start(300)
  const { client, clock } = engine
  // Events are read in the background, container by container.
  await clock.advanceUntil(async () =>
    (await client.call('containers.routes', { filter: FILTER })).routes.some(({ via }) => via.length > 0),
  )
  const { routes, places } = await client.call('containers.routes', { filter: FILTER })
  const withTransshipment = routes.find(({ via }) => via.length > 0)!
  expect(places.find(({ locode }) => locode === withTransshipment.via[0])?.transshipped).toBeGreaterThan(0)
  for (const { share, atdAt, ataAt, etaAt } of routes) {
    if (ataAt !== null) expect(share).toBe(1)
    else if (atdAt === null) expect(share).toBe(0)
    else if (etaAt !== null) expect(share).toBeLessThan(1)
  }
  expect(routes.some(({ share }) => share !== null && share > 0 && share < 1)).toBe(true)
})

test('a filter applies to the routes as to the list', async () => {
  const engine = await start(200)
  const {
    routes,
    outOf,
    total: counted,
  } = await engine.client.call('containers.routes', { filter: { scope: 'open', statuses: ['on_ship'] } })
  expect(counted).toBe(await countContainers(engine, { scope: 'open', statuses: ['on_ship'] }))
  expect(routes.every(({ out }) => out === 0)).toBe(true)
  expect(outOf).toBe(200)
})
