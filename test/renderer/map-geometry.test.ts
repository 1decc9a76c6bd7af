// Geometry of the map: lines on the globe, sea lanes, and the visible part of the map.
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { feature } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import type { Route, RoutePlace } from '#contract/routes.ts'
import {
  findPointBetween,
  splitLineAt,
  measureDistanceKm,
  createGreatCircle,
  measureLengthKm,
  splitAtAntimeridian,
  createLineThrough,
  type Point,
} from '../../src/renderer/src/features/map/geometry.ts'
import { readRings } from '../../src/renderer/src/features/map/land.ts'
import {
  limitView,
  listVisibleCopies,
  fitView,
  panView,
  toScreen,
  extendView,
  toWorldSpot,
  toWorld,
  zoomView,
} from '../../src/renderer/src/features/map/projection.ts'
import {
  findDot,
  toDots,
  findLaneAt,
  createLanes,
  indexPositions,
  createStrokes,
} from '../../src/renderer/src/features/map/scene.ts'
import { SEA_LANES, findSeaRoute } from '../../src/renderer/src/features/map/sea-lanes.ts'
import { SEA_POINTS } from '../../src/renderer/src/features/map/sea-points.ts'

const SHANGHAI: Point = [122.06, 30.63]
const LOS_ANGELES: Point = [-118.26, 33.74]
const ROTTERDAM: Point = [4.05, 51.96]
const SANTOS: Point = [-46.3, -23.95]
const coastJson = readFileSync('node_modules/world-atlas/land-110m.json', 'utf8')
const SIZE = { width: 860, height: 700 }

test.each([
  ['the same point', SHANGHAI, SHANGHAI, 0],
  ['one degree of the equator', [0, 0], [1, 0], 111],
  ['one degree across the date line', [179.5, 0], [-179.5, 0], 111],
  ['Shanghai to Los Angeles', SHANGHAI, LOS_ANGELES, 10_400],
] as [string, Point, Point, number][])('%s has the right distance in km', (_name, from, to, km) =>
  expect(Math.abs(measureDistanceKm(from, to) - km)).toBeLessThan(Math.max(1, km / 50)),
)

test('a great circle begins and ends at its two points, and its midpoint has the same distance to both', () => {
  const line = createGreatCircle(SHANGHAI, LOS_ANGELES)
  expect([line[0], line.at(-1)]).toEqual([SHANGHAI, LOS_ANGELES])
  const midpoint = findPointBetween(SHANGHAI, LOS_ANGELES, 0.5)
  expect(measureDistanceKm(SHANGHAI, midpoint)).toBeCloseTo(measureDistanceKm(midpoint, LOS_ANGELES), 3)
  expect(measureLengthKm(line)).toBeCloseTo(measureDistanceKm(SHANGHAI, LOS_ANGELES), 3)
})

describe('a line is split at the date line', () => {
  test.each([
    [
      'not at all, if it stays on one side',
      [
        [10, 0],
        [20, 5],
      ],
      [
        [
          [10, 0],
          [20, 5],
        ],
      ],
    ],
    [
      'once, if it crosses eastwards',
      [
        [170, 0],
        [-170, 10],
      ],
      [
        [
          [170, 0],
          [180, 5],
        ],
        [
          [-180, 5],
          [-170, 10],
        ],
      ],
    ],
    [
      'once, if it crosses westwards',
      [
        [-170, 10],
        [170, 0],
      ],
      [
        [
          [-170, 10],
          [-180, 5],
        ],
        [
          [180, 5],
          [170, 0],
        ],
      ],
    ],
    [
      'at its own point on the date line, eastwards',
      [
        [170, 0],
        [180, 4],
        [-170, 8],
      ],
      [
        [
          [170, 0],
          [180, 4],
        ],
        [
          [-180, 4],
          [-170, 8],
        ],
      ],
    ],
    [
      'at its own point on the date line, westwards',
      [
        [-170, 8],
        [-180, 4],
        [170, 0],
      ],
      [
        [
          [-170, 8],
          [-180, 4],
        ],
        [
          [180, 4],
          [170, 0],
        ],
      ],
    ],
    [
      'twice, if it crosses and returns',
      [
        [175, 0],
        [-175, 0],
        [175, 0],
      ],
      [
        [
          [175, 0],
          [180, 0],
        ],
        [
          [-180, 0],
          [-175, 0],
          [-180, 0],
        ],
        [
          [180, 0],
          [175, 0],
        ],
      ],
    ],
    ['into no parts, if it has only one point', [[175, 0]], []],
  ] as [string, Point[], Point[][]][])('%s', (_name, line, parts) => expect(splitAtAntimeridian(line)).toEqual(parts))

  test.each([
    ['from Shanghai to Los Angeles', SHANGHAI, LOS_ANGELES],
    ['from Los Angeles to Shanghai', LOS_ANGELES, SHANGHAI],
  ])('once on the sea route %s, and no part jumps', (_name, from, to) => {
    const parts = splitAtAntimeridian(createLineThrough(findSeaRoute(from, to)))
    expect(parts).toHaveLength(2)
    for (const part of parts)
      part.slice(1).forEach(([lon], index) => expect(Math.abs(lon - part[index]![0])).toBeLessThan(20))
    expect(Math.abs(parts[0]!.at(-1)![0])).toBe(180)
    expect(parts[1]![0]![0]).toBe(-parts[0]!.at(-1)![0])
  })
})

test.each([
  [0, 0, 1],
  [0.25, 0.25, 0.75],
  [1, 1, 0],
])('a line cut at share %d has share %d passed and %d ahead', (share, passed, ahead) => {
  const line = createLineThrough([SHANGHAI, [150, 35], LOS_ANGELES])
  const cut = splitLineAt(line, share)
  expect(measureLengthKm(cut.passed) / measureLengthKm(line)).toBeCloseTo(passed, 5)
  expect(measureLengthKm(cut.ahead) / measureLengthKm(line)).toBeCloseTo(ahead, 5)
})

describe('lanes at sea', () => {
  const topology = JSON.parse(coastJson) as Topology
  const polygons = feature(topology, topology.objects['land'] as GeometryCollection).features.flatMap(({ geometry }) =>
    geometry.type === 'MultiPolygon' ? geometry.coordinates : geometry.type === 'Polygon' ? [geometry.coordinates] : [],
  )
  // This test cannot determine the inside of a ring that contains a pole or crosses the date line.
  const rings = polygons
    .map(([outer = []]) => outer.map(([lon = 0, lat = 0]): Point => [lon, lat]))
    .filter((ring) => ring.every(([lon], index) => index === 0 || Math.abs(lon - ring[index - 1]![0]) < 180))
  const isInside = ([x, y]: Point, ring: Point[]) =>
    ring.reduce((inside, [x1, y1], index) => {
      const [x2, y2] = ring[(index + ring.length - 1) % ring.length]!
      return y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1 ? !inside : inside
    }, false)
  const isOnLand = (point: Point) => rings.some((ring) => isInside(point, ring))
  /** Canals, and straits that are too narrow for this coarse coastline. */
  const NARROW_LANES = new Set([
    'panamaNorth panamaSouth',
    'gulfOfSuez suez',
    'suez portSaid',
    'redSeaNorth gulfOfSuez',
    'marmara bosporus',
    'aegean dardanelles',
    'dardanelles marmara',
    'greatBelt fehmarn',
    'singaporeEast singapore',
    'singapore malacca',
    'gaspe stLawrence',
  ])

  test('stay at sea, except in canals and narrow straits', () => {
    const steps = SEA_LANES.flatMap((lane) => lane.slice(1).map((to, index) => [lane[index]!, to] as const))
    const stepsOnLand = steps
      .filter(([from, to]) => !NARROW_LANES.has(`${from} ${to}`))
      .flatMap(([from, to]) => {
        const line = Array.from({ length: 40 }, (_, index) =>
          findPointBetween(SEA_POINTS[from], SEA_POINTS[to], index / 39),
        )
        const count = line.filter(isOnLand).length
        return count > 0 ? [`${from} → ${to}: ${count}`] : []
      })
    expect(stepsOnLand).toEqual([])
  })

  test.each([
    ['Shanghai to Rotterdam by Suez', SHANGHAI, ROTTERDAM, ['malacca', 'suez', 'gibraltar', 'dover'], 10_500],
    ['Shanghai to Los Angeles over the Pacific', SHANGHAI, LOS_ANGELES, ['eastOfJapan'], 5_800],
    ['Rotterdam to New York', ROTTERDAM, [-74.1, 40.7], ['dover', 'nantucket'], 3_350],
    ['Shanghai to Santos by the Cape', SHANGHAI, SANTOS, ['singaporeEast', 'capeTown'], 11_200],
    ['Busan to Houston by Panama', [128.8, 35.1], [-95, 29.7], ['panamaSouth', 'panamaNorth', 'houston'], 10_100],
  ] as [string, Point, Point, (keyof typeof SEA_POINTS)[], number][])('lead from %s', (_name, from, to, via, miles) => {
    const path = findSeaRoute(from, to)
    for (const name of via) expect([name, path.includes(SEA_POINTS[name])]).toEqual([name, true])
    expect(Math.abs(measureLengthKm(path) / 1.852 / miles - 1)).toBeLessThan(0.05)
    expect(measureLengthKm(findSeaRoute(to, from))).toBeCloseTo(measureLengthKm(path), 3)
  })

  test('connect neighbouring ports by a straight line', () =>
    expect(findSeaRoute([4.05, 51.96], [4.3, 51.28])).toEqual([
      [4.05, 51.96],
      [4.3, 51.28],
    ]))
})

test('coastlines are closed, do not jump at the date line, and leave out the Antarctic', () => {
  const rings = readRings(JSON.parse(coastJson) as Topology)
  expect(rings.length).toBeGreaterThan(100)
  for (const ring of rings) {
    expect(ring[0]!.x).toBeCloseTo(ring.at(-1)!.x, 6)
    ring.slice(1).forEach(({ x }, index) => expect(Math.abs(x - ring[index]!.x)).toBeLessThan(0.5))
  }
  expect(Math.max(...rings.flat().map(({ y }) => y))).toBeLessThan(toWorld([0, -60]).y)
})

describe('the visible part of the map', () => {
  const view = limitView({ x: 0.5, y: 0.4, scale: 2000 }, SIZE)
  test('keeps the point under the pointer in place when it zooms', () => {
    const at = { x: 200, y: 300 }
    const zoomed = zoomView(view, SIZE, 1.7, at)
    expect(toWorldSpot(zoomed, SIZE, at).x).toBeCloseTo(toWorldSpot(view, SIZE, at).x, 9)
    expect(toWorldSpot(zoomed, SIZE, at).y).toBeCloseTo(toWorldSpot(view, SIZE, at).y, 9)
  })
  test('pans around the globe without end, and stops at the northern edge and at the smallest scale', () => {
    let panned = view
    for (let i = 0; i < 40; i++) panned = panView(panned, SIZE, { x: -100, y: 200 })
    expect(panned.x).toBeGreaterThanOrEqual(0)
    expect(panned.x).toBeLessThan(1)
    expect(toScreen(panned, SIZE, toWorld([0, 78])).y).toBeLessThanOrEqual(0.001)
    expect(zoomView(view, SIZE, 0.001).scale).toBeCloseTo(SIZE.width / 1.35, 6)
    expect(listVisibleCopies({ x: 0, y: 0.4, scale: 1000 }, SIZE)).toEqual([-1, 0])
  })
  test('fits points on both sides of the date line in the shorter direction', () => {
    const points = createLineThrough(findSeaRoute(SHANGHAI, LOS_ANGELES))
    const shown = fitView(points, SIZE)
    for (const point of points) {
      const xs = listVisibleCopies(shown, SIZE).map((copy) => toScreen(shown, SIZE, toWorld(point), copy).x)
      expect(xs.some((x) => x >= 0 && x <= SIZE.width)).toBe(true)
    }
    expect(shown.scale).toBeGreaterThan(SIZE.width * 1.2)
    expect(fitView([], SIZE).scale).toBeCloseTo(SIZE.width / 1.35, 6)
  })

  test('moves to show chosen points outside it, and stays in place for points inside it', () => {
    const asia = fitView([SHANGHAI, [121.88, 29.94]], SIZE)
    const pacific = fitView([SHANGHAI, LOS_ANGELES], SIZE)
    const inWindow = (view: typeof asia, point: Point) =>
      listVisibleCopies(view, SIZE)
        .map((copy) => toScreen(view, SIZE, toWorld(point), copy))
        .some(({ x, y }) => x >= 0 && x <= SIZE.width && y >= 0 && y <= SIZE.height)
    expect([inWindow(asia, ROTTERDAM), extendView(asia, SIZE, [SHANGHAI])]).toEqual([false, asia])
    expect(inWindow(extendView(asia, SIZE, [SHANGHAI, ROTTERDAM]), ROTTERDAM)).toBe(true)
    // The visible part crosses the date line, and both points are inside it.
    expect(extendView(pacific, SIZE, [LOS_ANGELES, SHANGHAI])).toBe(pacific)
  })
})

const place = (locode: string, [longitude, latitude]: Point, containerCount: number): RoutePlace => ({
  locode,
  name: locode,
  position: { latitude, longitude },
  loaded: containerCount,
  transshipped: 0,
  discharged: 0,
  ending: 0,
  containerCount,
})
const route = (portOfLading: string | null, portOfDischarge: string, patch: Partial<Route> = {}): Route => ({
  sailing: { portOfLading, portOfDischarge, destination: null, vessel: 'Oberon Tide', voyage: '1E' },
  via: [],
  containerCount: 1,
  out: 0,
  ladingZone: null,
  dischargeZone: null,
  etdAt: null,
  atdAt: null,
  etaAt: null,
  ataAt: null,
  share: 0,
  ...patch,
})

describe('the drawing', () => {
  const places = [place('CNSHA', SHANGHAI, 10), place('CNNGB', [121.88, 29.94], 4), place('USLAX', LOS_ANGELES, 3)]
  const positions = indexPositions(places)

  test('routes between the same ports share a lane, and a route with an unknown place has none', () => {
    const lanes = createLanes(
      [
        route('CNSHA', 'USLAX', { containerCount: 2 }),
        route('CNSHA', 'USLAX', { containerCount: 3, share: 1 }),
        route(null, 'USLAX'),
        route('XXYYY', 'USLAX'),
      ],
      positions,
    )
    expect(lanes.map(({ key, containerCount, routes }) => [key, containerCount, routes.length])).toEqual([
      ['CNSHA USLAX USLAX', 5, 2],
    ])
  })
  test.each([
    ['not sailed', [{ share: 0 }], ['ahead']],
    ['under way', [{ share: 0.5 }], ['ahead', 'passed']],
    ['arrived', [{ share: 1 }], ['arrived']],
    ['some arrived and some not', [{ share: 1 }, { share: 0.2 }], ['ahead', 'passed']],
    ['position not known', [{ share: null }], ['ahead']],
  ] as [string, Partial<Route>[], string[]][])('has the right strokes for a lane: %s', (_name, all, kinds) =>
    expect(
      createStrokes(
        createLanes(
          all.map((patch) => route('CNSHA', 'USLAX', patch)),
          positions,
        ),
      ).map(({ kind }) => kind),
    ).toEqual(kinds),
  )
  test('ports near each other are one dot until the user zooms in', () => {
    const farDots = toDots(places, fitView([...positions.values()], SIZE), SIZE)
    expect(farDots.map((dot) => [dot.places.map(({ locode }) => locode), dot.containerCount])).toContainEqual([
      ['CNSHA', 'CNNGB'],
      14,
    ])
    const nearDots = toDots(places, fitView([SHANGHAI, [121.88, 29.94]], SIZE), SIZE)
    expect(nearDots.map((dot) => dot.places.map(({ locode }) => locode))).toEqual([['CNSHA', 'CNNGB']])
    expect(
      toDots(places, limitView({ ...toWorld(SHANGHAI), scale: 40_000 }, SIZE), SIZE).map((dot) => dot.places.length),
    ).toEqual([1, 1])
  })
  test('the pointer finds a dot or a lane, dots first', () => {
    const shown = fitView([...positions.values(), ...createLineThrough(findSeaRoute(SHANGHAI, LOS_ANGELES))], SIZE)
    const strokes = createStrokes(createLanes([route('CNSHA', 'USLAX')], positions))
    const dots = toDots(places, shown, SIZE)
    expect(findDot(dots, dots[0]!.at)?.places[0]?.locode).toBe('CNSHA')
    const middle = SEA_POINTS.eastOfJapan
    const at = listVisibleCopies(shown, SIZE)
      .map((copy) => toScreen(shown, SIZE, toWorld(middle), copy))
      .find(({ x }) => x > 0 && x < SIZE.width)!
    expect([findDot(dots, at), findLaneAt(strokes, shown, SIZE, at)]).toEqual([null, 'CNSHA USLAX USLAX'])
    expect(findLaneAt(strokes, shown, SIZE, { x: at.x, y: at.y + 120 })).toBeNull()
  })
})
