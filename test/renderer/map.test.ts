// The map of routes: one request for any number of containers, and its content as text beside it.
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { all, byTestId, click, flush, isShown, open, press, setScreens, text } from '#support/screens.ts'
import { createChips } from '../../src/renderer/src/features/containers/filter-parts.ts'

setScreens()
// happy-dom draws nothing. The drawing is tested as geometry, and checked in pictures.
beforeEach(() => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
})

const listButtons = (list: 'map-ports' | 'map-routes') => all(`[data-testid=${list}] button`)
const openMap = () => open({ path: '/map' })

describe('the map', () => {
  test('sends one request for the filter of the containers, and lists ports and routes with their counts', async () => {
    const { engine } = await openMap()
    expect(engine.lastInput('containers.routes')).toEqual({ filter: { scope: 'open' } })
    expect(engine.calls.filter(({ name }) => name === 'containers.list')).toEqual([])
    const [port] = listButtons('map-ports')
    const openRows = (await engine.rows()).filter(({ emptyReturnedAt }) => emptyReturnedAt === null)
    const inPort = openRows.filter(({ portOfLading, portOfDischarge, destination }) =>
      [portOfLading, portOfDischarge, destination].some(({ locode }) => locode === port!.dataset['key']),
    )
    expect(port!.querySelector('.count')?.textContent).toBe(String(inPort.length))
    const sailings = new Set(
      openRows.map(({ portOfLading, portOfDischarge, destination, vessel, voyage }) =>
        JSON.stringify([portOfLading.locode, portOfDischarge.locode, destination.locode, vessel, voyage]),
      ),
    )
    expect(listButtons('map-routes').length).toBe(sailings.size)
    expect(text('map')).toContain('Illustrative, not for navigation.')
    expect(text('map-ports')).toMatch(/^Ports and inland places/)
  })

  test('shows the number of containers without a known place', async () => {
    const { engine } = await openMap()
    const openRows = (await engine.rows()).filter(({ emptyReturnedAt }) => emptyReturnedAt === null)
    const [shipmentId, containers] = [...Map.groupBy(openRows, (row) => row.shipmentId)].find(
      ([, rows]) => rows.length > 1,
    )!
    await engine.patch({ [shipmentId!]: { port_of_lading_locode: 'XXZZZ' } })
    await flush()
    expect(text('placeless')).toBe(`No location for ${containers.length} containers`)
  })

  test('leads from a port to its containers, to one of them, and back, with focus for each step', async () => {
    const { engine, router } = await openMap()
    listButtons('map-ports')[0]!.focus()
    await press('j')
    expect(document.activeElement).toBe(listButtons('map-ports')[1])
    const { key } = listButtons('map-ports')[1]!.dataset
    await click(listButtons('map-ports')[1]!)
    await flush()
    expect(document.activeElement?.getAttribute('data-testid')).toBe('map-back')
    expect(engine.lastInput('containers.list')).toMatchObject({ filter: { scope: 'open', ports: [key] } })
    await click(all('[data-testid=container-lines] button')[0]!)
    await flush()
    expect([isShown('detail-panel'), typeof router.currentRoute.value.query['container']]).toEqual([true, 'string'])
    await press('Escape')
    await click(byTestId('map-back'))
    await flush()
    expect([
      isShown('detail-panel'),
      listButtons('map-ports').length > 1,
      document.activeElement === listButtons('map-ports')[0],
    ]).toEqual([false, true, true])
  })

  test('shows the containers of a route in the list, which restores its own filter', async () => {
    const { engine, router } = await openMap()
    await click(listButtons('map-routes')[0]!)
    await flush()
    const count = Number(/(\d+) container/.exec(document.querySelector('.containers h2')?.textContent ?? '')?.[1])
    await click(byTestId('map-list'))
    await flush()
    expect(router.currentRoute.value.name).toBe('containers')
    expect(engine.lastInput('containers.list')).toMatchObject({
      filter: { sailings: [{ portOfLading: expect.any(String) as string }] },
    })
    expect(text('list-count')).toContain(`${count} of`)
    await router.push({ name: 'map' })
    await flush()
    expect(engine.lastInput('containers.routes')).toEqual({ filter: { scope: 'open' } })
    await router.push({ name: 'containers' })
    await flush()
    expect(engine.lastInput('containers.list')).toMatchObject({ filter: { scope: 'open' } })
    expect(engine.lastInput('containers.list')).not.toHaveProperty('filter.sailings')
  })

  test('asks for routes and shows an empty state if there are no containers', async () => {
    const { engine } = await open({ path: '/map', rows: 0 })
    expect(isShown('empty-state')).toBe(true)
    expect(engine.calls.some(({ name }) => name === 'containers.routes')).toBe(true)
  })

  test('handles the keys for zoom and pan itself, and keeps focus', async () => {
    const { router } = await openMap()
    byTestId('map').focus()
    for (const key of ['+', 'ArrowLeft', 'ArrowUp', '-', '0']) await press(key)
    expect([document.activeElement === byTestId('map'), router.currentRoute.value.name]).toEqual([true, 'map'])
  })
})

test('ports and sailings of a filter are chips', () => {
  const sailing = {
    portOfLading: 'CNSHA',
    portOfDischarge: 'USLAX',
    destination: 'USCHI',
    vessel: 'Oberon Tide',
    voyage: '204E',
  }
  expect(
    createChips(
      {
        scope: 'open',
        ports: ['CNSHA'],
        sailings: [sailing, { ...sailing, portOfLading: null, destination: 'USLAX', voyage: null }],
      },
      null,
    ),
  ).toEqual([
    { part: 'ports', text: 'Calls at CNSHA' },
    { part: 'sailings', text: 'Sailing CNSHA → USLAX → USCHI · Oberon Tide 204E, unknown port → USLAX · Oberon Tide' },
  ])
})
