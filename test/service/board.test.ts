// A world of any size shows all important states of containers, on any date and for any seed, as slots.ts describes.
import { describe, expect, test } from 'vitest'
import { createClient, DAY, HOUR, getLinkedId, MINUTE, getText, type Client, type Resource } from './client.ts'
import { computeLocalDay } from './local-days.ts'

type Fee = { type: string; amount: number; currency_code?: string }
type Hold = { name: string; status: string }

const listFees = (container: Resource) => container.attributes['fees_at_pod_terminal'] as Fee[]
const listActiveHolds = (container: Resource) =>
  (container.attributes['holds_at_pod_terminal'] as Hold[]).filter(({ status }) => status === 'hold')
const isPickedUp = (container: Resource) =>
  ['picked_up', 'empty_returned'].includes(getText(container, 'current_status') ?? '')
const isDischarged = (container: Resource) => getText(container, 'pod_discharged_at') !== null

/** Returns the local days until the coalesced last free day. Null for a container that is not at the terminal. */
function countDaysLeft(container: Resource, at: number): number | null {
  const [date, zone] = [
    getText(container, 'pickup_lfd'),
    getText(container, 'final_destination_timezone') ?? getText(container, 'pod_timezone'),
  ]
  if (date === null || zone === null || isPickedUp(container) || !isDischarged(container)) return null
  return computeLocalDay(zone, Date.parse(date)) - computeLocalDay(zone, at)
}

function classifyPickup(container: Resource): string {
  const { availability_known: isKnown, available_for_pickup: isAvailable } = container.attributes
  if (isPickedUp(container)) return 'out'
  if (!isDischarged(container) && isAvailable !== true) return 'not arrived'
  const isHeld = listActiveHolds(container).length > 0
  if (isKnown === true && isAvailable === true && isHeld) return 'conflict'
  if (isHeld) return 'held'
  if (isKnown === false) return 'unknown'
  return isAvailable === true ? 'ready' : 'not released'
}

const SEEDS = [1, 2, 'harbour', 'Zürich', 987_654_321]
/** Dates in several years at unusual hours, with both changes of the clocks. */
const DATES = [
  '2026-01-01T00:00:00Z',
  '2026-02-28T23:30:00Z',
  '2026-03-08T10:05:00Z',
  '2026-03-29T01:30:00Z',
  '2026-06-15T07:00:00Z',
  '2026-07-04T06:59:00Z',
  '2026-10-31T08:20:00Z',
  '2026-11-01T09:00:00Z',
  '2026-11-20T17:00:00Z',
  '2027-03-14T09:59:00Z',
  '2028-02-29T12:00:00Z',
  '2031-12-31T23:59:00Z',
].map((date) => Date.parse(date))

function listContainers(client: Client, at: number): Resource[] {
  return client.listAll('/containers?page[size]=100', at)
}

describe('a world of seven containers', () => {
  const findMissing = (client: Client, at: number): string[] => {
    const all = listContainers(client, at)
    const conditions: Record<string, boolean> = {
      'past its last free day and paying': all.some(
        (container) =>
          (countDaysLeft(container, at) ?? 0) < 0 &&
          listFees(container).some(({ type, amount }) => type === 'demurrage' && amount > 0),
      ),
      'due today or tomorrow': all.some((container) => [0, 1].includes(countDaysLeft(container, at) ?? -1)),
      held: all.some((container) => classifyPickup(container) === 'held'),
      'on the water': all.some(
        (container) => getText(container, 'current_status') === 'on_ship' && !isDischarged(container),
      ),
      'seven in all': all.length === 7,
    }
    return Object.keys(conditions)
      .filter((name) => !conditions[name])
      .map((name) => `${new Date(at).toISOString()} lacks one that is ${name}`)
  }

  test.each(SEEDS)(
    'always has a container that is past and accrues a charge, one that is due, one on hold and one at sea: seed %s',
    (seed) => {
      const client = createClient({ seed, containers: 7 })
      expect(DATES.flatMap((at) => findMissing(client, at))).toEqual([])
    },
  )

  test('has these containers at every hour of eight weeks around a change of the clocks', () => {
    const client = createClient({ seed: 'hourly', containers: 7 })
    const start = Date.parse('2026-02-15T00:10:00Z')
    const hours = Array.from({ length: 56 * 24 }, (_, hour) => start + hour * HOUR)
    expect(hours.flatMap((at) => findMissing(client, at))).toEqual([])
  })
})

describe('a world of sixty containers', () => {
  test.each(SEEDS)('shows every verdict and the usual stages of a journey: seed %s', (seed) => {
    const client = createClient({ seed })
    const verdictsToFind = ['out', 'not arrived', 'conflict', 'held', 'unknown', 'ready', 'not released']
    const stages = [
      'on_ship',
      'awaiting_inland_transfer',
      'on_rail',
      'available',
      'not_available',
      'grounded',
      'picked_up',
      'empty_returned',
    ]
    const problems = DATES.flatMap((at) => {
      const all = listContainers(client, at)
      const verdicts = new Set(all.map(classifyPickup))
      const statuses = new Set(all.map((container) => getText(container, 'current_status')))
      return [
        ...verdictsToFind.filter((verdict) => !verdicts.has(verdict)),
        ...stages.filter((stage) => !statuses.has(stage)),
      ].map((missing) => `${new Date(at).toISOString()}: no ${missing}`)
    })
    expect(problems).toEqual([])
  })

  test.each(SEEDS)('is mostly at sea or at a terminal, with some past and some due soon: seed %s', (seed) => {
    const client = createClient({ seed })
    for (const at of DATES) {
      const all = listContainers(client, at)
      const computeShare = (isCounted: (container: Resource) => boolean) => all.filter(isCounted).length / all.length
      const label = new Date(at).toISOString()
      expect(
        computeShare((container) => !isPickedUp(container)),
        label,
      ).toBeGreaterThan(0.45)
      expect(
        computeShare((container) => getText(container, 'current_status') === 'on_ship'),
        label,
      ).toBeGreaterThan(0.1)
      expect(
        computeShare((container) => getText(container, 'current_status') === 'empty_returned'),
        label,
      ).toBeLessThan(0.46)
      expect(
        computeShare((container) => (countDaysLeft(container, at) ?? 0) < 0),
        label,
      ).toBeLessThan(0.3)
      expect(
        all.filter((container) => [0, 1, 2, 3].includes(countDaysLeft(container, at) ?? -1)).length,
        label,
      ).toBeGreaterThan(0)
    }
  })
})

describe('a world of six hundred containers', () => {
  const at = Date.parse('2026-08-12T15:00:00Z')
  const client = createClient({ containers: 600 })
  const all = listContainers(client, at)
  const shipments = client.listAll('/shipments?page[size]=100', at)

  test('is listed in full, each container and each number once', () => {
    expect(all).toHaveLength(600)
    expect(new Set(all.map(({ id }) => id)).size).toBe(600)
    expect(new Set(all.map((container) => getText(container, 'number'))).size).toBe(600)
    expect(new Set(shipments.map((shipment) => getText(shipment, 'bill_of_lading_number'))).size).toBe(shipments.length)
  })

  test('has shipments of one to eight containers, which together are the containers of the list', () => {
    const sizes = shipments.map(({ relationships }) => (relationships['containers']!.data as unknown[]).length)
    expect([Math.min(...sizes), Math.max(...sizes)]).toEqual([1, 8])
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(600)
    expect(new Set(all.map((container) => getLinkedId(container, 'shipment')))).toEqual(
      new Set(shipments.map(({ id }) => id)),
    )
  })

  test('has every hold, fee, currency and form of date, old checks and missing zones', () => {
    const instants = Array.from({ length: 8 }, (_, index) => at + index * 9 * DAY)
    const records = instants.flatMap((instant) => listContainers(client, instant))
    const collectValues = (pick: (container: Resource) => (string | null | undefined)[]) =>
      new Set(records.flatMap(pick))
    const holds = collectValues((container) =>
      (container.attributes['holds_at_pod_terminal'] as Hold[]).map(({ name, status }) => `${name} ${status}`),
    )
    expect([...holds]).toEqual(
      expect.arrayContaining([
        'customs hold',
        'freight hold',
        'USDA hold',
        'VACIS hold',
        'TMF hold',
        'other hold',
        'customs pending',
        'other pending',
      ]),
    )
    expect(collectValues((container) => listFees(container).map(({ type }) => type))).toEqual(
      new Set(['demurrage', 'extended_dwell_time', 'exam', 'other', 'total']),
    )
    expect(collectValues((container) => listFees(container).map((fee) => fee.currency_code))).toEqual(
      new Set(['USD', 'CAD', 'EUR', undefined]),
    )
    expect(
      records.some((container) => listFees(container).length === 1 && listFees(container)[0]!.type === 'total'),
    ).toBe(true)
    expect(records.some((container) => listFees(container).some(({ amount }) => amount === 0))).toBe(true)
    const forms = collectValues((container) => [getText(container, 'pickup_lfd')?.replace(/^\d{4}-\d\d-\d\d/, 'DATE')])
    expect([...forms]).toEqual(
      expect.arrayContaining([
        'DATET23:59:00Z',
        'DATET00:00:00Z',
        'DATET07:00:00Z',
        'DATET08:00:00Z',
        'DATET04:00:00Z',
      ]),
    )
    const waiting = listContainers(client, at).filter(
      (container) =>
        isDischarged(container) && !isPickedUp(container) && getText(container, 'terminal_checked_at') !== null,
    )
    const ages = waiting.map((container) => at - Date.parse(getText(container, 'terminal_checked_at')!))
    expect(Math.max(...ages)).toBeGreaterThan(7 * DAY)
    expect(ages.filter((age) => age > DAY).length).toBeLessThan(waiting.length / 4)
    expect(records.some((container) => isDischarged(container) && container.attributes['pod_timezone'] === null)).toBe(
      true,
    )
    expect(
      records.some((container) => container.attributes['availability_known'] === false && isDischarged(container)),
    ).toBe(true)
    expect(
      new Set(
        instants
          .flatMap((instant) => client.listAll('/shipments?page[size]=100', instant))
          .map((shipment) => getText(shipment, 'line_tracking_stopped_reason')),
      ),
    ).toEqual(
      new Set([null, 'all_containers_terminated', 'cancelled_by_user', 'no_updates_at_line', 'booking_cancelled']),
    )
  })

  test('shows each source’s age in steps, not continuously', () => {
    const readCheckTimes = (instant: number) =>
      new Map(
        listContainers(client, instant).map((container) => [container.id, getText(container, 'terminal_checked_at')]),
      )
    const [before, after] = [readCheckTimes(at), readCheckTimes(at + MINUTE)]
    const changed = [...before].filter(([id, checkedAt]) => after.has(id) && after.get(id) !== checkedAt)
    expect(changed.length).toBeLessThan(before.size / 20)
  })
})
