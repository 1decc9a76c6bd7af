// The completed share of a voyage, valid positions, and the routes that are loaded from the mirror.
import { expect, test } from 'vitest'
import { loadRoutes, readPosition, computeShareSailed } from '#engine/containers/routes.ts'
import { container, shipment, startMirror } from '#support/mirror.ts'

const NOW_MS = Date.parse('2026-11-20T00:00:00Z')
const day = (n: number) => `2026-11-${String(n).padStart(2, '0')}T00:00:00.000Z`

test.each([
  ['the share is 0 without dates', {}, 0],
  ['the share is 0 without an actual departure', { etdAt: day(10), etaAt: day(25) }, 0],
  ['the share is 0.5 in the middle', { atdAt: day(10), etaAt: day(30) }, 0.5],
  ['the share is at most 0.97 without an actual arrival', { atdAt: day(10), etaAt: day(19) }, 0.97],
  ['the share is 1 after the arrival', { atdAt: day(10), etaAt: day(19), ataAt: day(19) }, 1],
  ['the share is 1 after an arrival without a departure', { ataAt: day(19) }, 1],
  ['an actual arrival in the future counts as an estimate', { atdAt: day(10), etaAt: day(30), ataAt: day(30) }, 0.5],
  ['the share is unknown without an expected arrival', { atdAt: day(10) }, null],
  ['the share is unknown if the arrival is before the departure', { atdAt: day(10), etaAt: day(9) }, null],
])('%s', (_name, dates, share) =>
  expect(computeShareSailed({ etdAt: null, atdAt: null, etaAt: null, ataAt: null, ...dates }, NOW_MS)).toBe(share),
)

test.each([
  [
    { latitude: '33.74', longitude: '-118.26' },
    { latitude: 33.74, longitude: -118.26 },
  ],
  [
    { latitude: 25.47, longitude: 121 },
    { latitude: 25.47, longitude: 121 },
  ],
  [{ latitude: null, longitude: '1' }, null],
  [{ latitude: 0, longitude: 0 }, null],
  [{ latitude: '91', longitude: '0' }, null],
  [{ latitude: '10', longitude: '181' }, null],
  [{}, null],
])('the position of %j is %j', (attributes, position) => expect(readPosition(attributes)).toEqual(position))

const createPort = (code: string, attributes: Record<string, unknown>) => ({
  type: 'port',
  id: code,
  attributes: { code, name: `Port of ${code}`, ...attributes },
  relationships: {},
})

test('containers whose ports have no position are counted, and the queries use indexes', async () => {
  const mirror = startMirror()
  const voyage = {
    port_of_lading_locode: 'CNSHA',
    port_of_discharge_locode: 'USLAX',
    pod_vessel_name: 'Oberon Tide',
    pod_voyage_number: '1E',
  }
  mirror.read(
    createPort('CNSHA', { latitude: '30.6', longitude: '122' }),
    createPort('USLAX', { latitude: '33.7', longitude: '-118.3' }),
    createPort('VNHPH', {}),
    shipment('s1', { ...voyage, destination_locode: 'USLAX' }),
    shipment('s2', { ...voyage, port_of_lading_locode: 'VNHPH' }),
    shipment('s3', {}),
    container('1', 'ABCU0000001', 's1'),
    container('2', 'ABCU0000002', 's1'),
    container('3', 'ABCU0000003', 's2'),
    container('4', 'ABCU0000004', 's3'),
  )
  const board = mirror.openBoard()
  await board.loadPart('all')
  const routes = loadRoutes(mirror.db, board, { scope: 'all' })
  expect([routes.total, routes.placeless, routes.more]).toEqual([4, 2, { routes: 0, containers: 0 }])
  expect(
    routes.routes.map(({ sailing, containerCount }) => [sailing.portOfLading, sailing.portOfDischarge, containerCount]),
  ).toEqual([
    ['CNSHA', 'USLAX', 2],
    ['VNHPH', 'USLAX', 1],
    [null, null, 1],
  ])
  expect(
    routes.places.map(({ locode, loaded, discharged, ending, containerCount, position }) => [
      locode,
      loaded,
      discharged,
      ending,
      containerCount,
      position !== null,
    ]),
  ).toEqual([
    ['USLAX', 0, 3, 0, 3, true],
    ['CNSHA', 2, 0, 0, 2, true],
    ['VNHPH', 1, 0, 0, 1, false],
  ])
  const plans = mirror.listQueryPlans((db) => {
    loadRoutes(db, board, { scope: 'all' })
  })
  const scans = plans.filter((step) => step.startsWith('SCAN') && !/VIRTUAL TABLE|CONSTANT|\(subquery/.test(step))
  expect(scans.filter((step) => !step.includes('moment'))).toEqual([])
})
