// Approximate shipping lanes: points at sea and their connections. They are illustrative and do not consider depth,
// weather, ice or law. A test checks that no lane crosses land.
import { measureDistanceKm, type Point } from './geometry.ts'
import { type SeaPoint, SEA_POINTS } from './sea-points.ts'

/** Each line is a sequence of connected points. */
export const SEA_LANES: readonly (readonly SeaPoint[])[] = [
  [
    'bohai',
    'liaodong',
    'yellowSea',
    'chinaSea',
    'keelung',
    'taiwanStrait',
    'kaohsiung',
    'pearl',
    'hainan',
    'vietnam',
    'vungTau',
    'singaporeEast',
    'singapore',
    'malacca',
    'malaccaNorth',
    'aceh',
    'dondra',
  ],
  ['yellowSea', 'cheju', 'chinaSea', 'osumi'],
  ['cheju', 'busan'],
  ['cheju', 'osumi', 'kii', 'tokyo', 'eastOfJapan', 'tsugaru', 'alaska'],
  ['kii', 'eastOfJapan'],
  ['chinaSea', 'taiwanStrait', 'pearl'],
  ['keelung', 'osumi'],
  ['kaohsiung', 'luzon', 'manila'],
  ['pearl', 'luzonStrait', 'guam', 'hawaii'],
  ['kaohsiung', 'luzonStrait'],
  ['hainan', 'sanya', 'tonkin', 'haiphong'],
  ['pearl', 'vietnam'],
  ['vungTau', 'siamMouth', 'siam'],
  ['siamMouth', 'singaporeEast'],
  ['manila', 'vietnam'],
  ['singaporeEast', 'java', 'sunda', 'maldives'],
  [
    'java',
    'javaEast',
    'bali',
    'lombok',
    'northwestCape',
    'sharkBay',
    'fremantle',
    'leeuwin',
    'bass',
    'gabo',
    'sydney',
    'byron',
    'brisbane',
    'coral',
    'sanCristobal',
    'solomon',
    'guam',
    'eastOfJapan',
  ],
  ['bali', 'makassar', 'celebes', 'sibutu', 'mindoro', 'manila'],
  ['sunda', 'northwestCape'],
  ['lombok', 'timorSea', 'arafura', 'torres', 'coral'],
  ['sydney', 'northCape', 'auckland', 'fiji', 'hawaii'],
  ['brisbane', 'northCape'],
  ['auckland', 'darien'],
  ['aceh', 'bengal', 'chennai', 'trincomalee', 'dondra', 'cochin', 'mumbai', 'karachi', 'muscat', 'hormuz', 'gulf'],
  ['mumbai', 'rasAlHadd', 'muscat'],
  ['rasAlHadd', 'masirah', 'dhofar', 'aden'],
  ['mumbai', 'aden'],
  [
    'dondra',
    'socotra',
    'aden',
    'babElMandeb',
    'redSea',
    'redSeaNorth',
    'gulfOfSuez',
    'suez',
    'portSaid',
    'crete',
    'malta',
    'bonifacio',
    'sardinia',
    'alboran',
    'gibraltar',
    'saintVincent',
    'lisbon',
    'finisterre',
    'ushant',
    'channel',
    'dover',
    'hook',
    'texel',
    'bight',
    'horns',
    'skagerrak',
    'skagen',
    'kattegat',
    'greatBelt',
    'fehmarn',
    'bornholm',
    'gdansk',
    'gotland',
    'finland',
  ],
  ['dondra', 'maldives', 'madagascar', 'agulhas'],
  [
    'socotra',
    'hafun',
    'mogadishu',
    'mombasa',
    'mozambique',
    'sofala',
    'inhambane',
    'durban',
    'transkei',
    'elizabeth',
    'agulhas',
    'capeTown',
    'namibia',
    'palmas',
    'guinea',
    'dakar',
    'canaries',
    'saintVincent',
  ],
  ['lagos', 'namibia'],
  ['lagos', 'threePoints', 'palmas'],
  ['sunda', 'madagascar', 'durban'],
  ['aceh', 'maldives'],
  ['portSaid', 'levant'],
  ['crete', 'gavdos', 'kythira', 'aegean', 'dardanelles', 'marmara', 'bosporus', 'blackSea'],
  ['kythira', 'ionian', 'malta'],
  ['ionian', 'otranto', 'adriatic'],
  ['bonifacio', 'tyrrhenian', 'liguria', 'lions', 'balearic', 'nao', 'gata', 'alboran'],
  ['sardinia', 'lions'],
  ['sardinia', 'nao'],
  ['finisterre', 'biscay', 'ushant', 'celtic', 'irish'],
  ['hook', 'humber', 'forth', 'buchan', 'fairIsle'],
  ['skagerrak', 'lindesnes', 'fairIsle', 'race'],
  ['humber', 'texel'],
  [
    'ushant',
    'race',
    'halifax',
    'nantucket',
    'newYork',
    'chesapeake',
    'hatteras',
    'charleston',
    'savannah',
    'florida',
    'biscayne',
    'keys',
    'tortugas',
    'gulfOfMexico',
    'houston',
  ],
  ['race', 'nantucket'],
  ['race', 'cabot', 'gaspe', 'stLawrence'],
  ['halifax', 'canso', 'scatarie', 'cabot'],
  ['hatteras', 'savannah'],
  ['gulfOfMexico', 'mobile'],
  ['gulfOfMexico', 'veracruz'],
  ['houston', 'veracruz'],
  ['gibraltar', 'saintVincent', 'nantucket'],
  ['saintVincent', 'hatteras'],
  ['saintVincent', 'bahamas'],
  ['ushant', 'mona'],
  ['tortugas', 'yucatan', 'panamaNorth'],
  ['gulfOfMexico', 'yucatan'],
  ['newYork', 'bahamas', 'windward', 'jamaica', 'panamaNorth', 'panamaSouth', 'darien'],
  ['hatteras', 'bahamas'],
  ['savannah', 'bahamas'],
  ['mona', 'panamaNorth', 'cartagena'],
  ['mona', 'newYork'],
  ['antilles', 'mona'],
  ['cartagena', 'jamaica'],
  [
    'canaries',
    'antilles',
    'natal',
    'recife',
    'salvador',
    'abrolhos',
    'rio',
    'santos',
    'plate',
    'horn',
    'ildefonso',
    'chile',
    'valdivia',
    'valparaiso',
    'callao',
    'aguja',
    'guayaquil',
    'darien',
    'azuero',
    'costaRica',
    'acapulco',
    'manzanillo',
    'baja',
    'losAngeles',
    'conception',
    'goldenGate',
    'mendocino',
    'columbia',
    'juanDeFuca',
    'seattle',
  ],
  ['canaries', 'natal', 'dakar'],
  ['rio', 'capeTown'],
  ['natal', 'newYork'],
  ['santos', 'capeTown'],
  ['juanDeFuca', 'scottIslands', 'hecate', 'rupert', 'alaska', 'juanDeFuca'],
  ['eastOfJapan', 'juanDeFuca'],
  ['eastOfJapan', 'conception'],
  ['eastOfJapan', 'goldenGate'],
  ['hawaii', 'losAngeles'],
  ['hawaii', 'conception'],
  ['hawaii', 'darien'],
  ['eastOfJapan', 'hawaii'],
  ['eastOfJapan', 'baja'],
  ['guam', 'osumi'],
]

type Edge = { to: SeaPoint; km: number }
const NAMES = Object.keys(SEA_POINTS) as SeaPoint[]
const edges = new Map<SeaPoint, Edge[]>(NAMES.map((name) => [name, []]))
for (const lane of SEA_LANES) {
  lane.slice(1).forEach((to, index) => {
    const from = lane[index] ?? to
    const km = measureDistanceKm(SEA_POINTS[from], SEA_POINTS[to])
    edges.get(from)?.push({ to, km })
    edges.get(to)?.push({ to: from, km })
  })
}

/**
 * A port is connected to this many of the nearest points, its entries. The distance to an entry is multiplied by the
 * cost, because routes would otherwise cross land to avoid a detour.
 */
const MAX_ENTRIES = 2
const ENTRY_COST = 4

function listEntries(port: Point): { name: SeaPoint; km: number }[] {
  const byDistance = NAMES.map((name) => ({ name, km: measureDistanceKm(port, SEA_POINTS[name]) })).sort(
    (a, b) => a.km - b.km,
  )
  return byDistance.slice(0, MAX_ENTRIES).map(({ name, km }) => ({ name, km: km * ENTRY_COST }))
}

/** The distance from the port to a point, and the point before it. */
type Reached = { km: number; previous: SeaPoint | null }

/** Finds the shortest route along the lanes with Dijkstra's algorithm. It includes both ports. */
export function findSeaRoute(from: Point, to: Point): Point[] {
  const exitKmByPoint = new Map(listEntries(to).map(({ name, km }) => [name, km]))
  const visited = new Map<SeaPoint, Reached>()
  const frontier = new Map<SeaPoint, Reached>(listEntries(from).map(({ name, km }) => [name, { km, previous: null }]))
  let best: { km: number; last: SeaPoint | null } = { km: measureDistanceKm(from, to) * ENTRY_COST, last: null }
  for (;;) {
    const next = [...frontier].reduce<[SeaPoint, Reached] | null>(
      (least, candidate) => (least === null || candidate[1].km < least[1].km ? candidate : least),
      null,
    )
    if (next === null || next[1].km >= best.km) break
    const [name, reached] = next
    frontier.delete(name)
    visited.set(name, reached)
    const exitKm = exitKmByPoint.get(name)
    if (exitKm !== undefined && reached.km + exitKm < best.km) best = { km: reached.km + exitKm, last: name }
    for (const { to: other, km } of edges.get(name) ?? []) {
      const totalKm = reached.km + km
      if (!visited.has(other) && totalKm < (frontier.get(other)?.km ?? Infinity))
        frontier.set(other, { km: totalKm, previous: name })
    }
  }
  const path: Point[] = []
  for (let name = best.last; name !== null; name = visited.get(name)?.previous ?? null) path.unshift(SEA_POINTS[name])
  return [from, ...path, to]
}
