// The events of one container are consistent over time: reported events stay, in an order that the trade allows.
import { beforeAll, describe, expect, test } from 'vitest'
import { createClient, DAY, HOUR, linkedId, text, type Resource } from './client.ts'
import { clockIn, dayIn } from './local-days.ts'

const START = Date.parse('2026-09-20T03:00:00Z')
const STEP = 9 * HOUR
const STEPS = 150

const FINAL_ATTRIBUTES = [
  'pod_arrived_at',
  'pod_discharged_at',
  'pod_rail_loaded_at',
  'pod_rail_departed_at',
  'ind_ata_at',
  'ind_rail_unloaded_at',
  'pod_full_out_at',
  'final_destination_full_out_at',
  'empty_terminated_at',
] as const

type Sight = { at: number; container: Resource; shipment: Resource }

/** Every container that was listed in eight weeks around the end of summer time, as read every nine hours. */
const stories = new Map<string, Sight[]>()

beforeAll(() => {
  const client = createClient({ seed: 'stories', containers: 100 })
  for (let step = 0; step < STEPS; step += 1) {
    const at = START + step * STEP
    const { data, included } = client.list('/containers?page[size]=100&include=shipment', at)
    const shipments = new Map(included.map((shipment) => [shipment.id, shipment]))
    for (const container of data) {
      const sights = stories.get(container.id) ?? []
      sights.push({ at, container, shipment: shipments.get(linkedId(container, 'shipment')!)! })
      stories.set(container.id, sights)
    }
  }
})

function each(visit: (sight: Sight, before: Sight | undefined) => string[]): string[] {
  return [...stories.values()].flatMap((sights) =>
    sights.flatMap((sight, index) =>
      visit(sight, sights[index - 1]).map(
        (problem) => `${new Date(sight.at).toISOString()} ${sight.container.id}: ${problem}`,
      ),
    ),
  )
}

const instant = (container: Resource, attribute: string) => {
  const value = text(container, attribute)
  return value === null ? null : Date.parse(value)
}
const holds = (container: Resource) =>
  container.attributes['holds_at_pod_terminal'] as { name: string; status: string }[]
const fees = (container: Resource) => container.attributes['fees_at_pod_terminal'] as { type: string }[]
const fullOut = (container: Resource) =>
  text(container, 'pod_full_out_at') ?? text(container, 'final_destination_full_out_at')
const lastFreeDays = (container: Resource) => container.attributes['import_deadlines'] as Record<string, string | null>

describe('events over eight weeks', () => {
  test('cover many containers', () => expect(stories.size).toBeGreaterThan(150))

  test('never withdraw or change a milestone', () => {
    const problems = each(({ container }, before) =>
      FINAL_ATTRIBUTES.filter(
        (name) =>
          before && text(before.container, name) !== null && text(before.container, name) !== text(container, name),
      ),
    )
    expect(problems).toEqual([])
  })

  test('put milestones in the order of the trade', () => {
    const problems = each(({ container }) => {
      const moments = FINAL_ATTRIBUTES.flatMap((name) => instant(container, name) ?? [])
      // Local times of different places differ by hours; no zone of this world by more than a day.
      return moments.every((moment, index) => index === 0 || moment >= moments[index - 1]! - 14 * HOUR)
        ? []
        : [moments.map((moment) => new Date(moment).toISOString()).join(' ')]
    })
    expect(problems).toEqual([])
  })

  test('contain no future events', () => {
    const stamps = [
      'created_at',
      'terminal_checked_at',
      'pod_last_tracking_request_at',
      'shipment_last_tracking_request_at',
    ]
    const lineStamps = [
      'created_at',
      'line_tracking_last_attempted_at',
      'line_tracking_last_succeeded_at',
      'line_tracking_stopped_at',
      'pol_atd_at',
    ]
    const problems = each(({ at, container, shipment }) => [
      ...stamps.filter((name) => (instant(container, name) ?? 0) > at),
      ...lineStamps.filter((name) => (instant(shipment, name) ?? 0) > at),
      // Digits of an unknown zone are local, so they may be up to half a day ahead.
      ...FINAL_ATTRIBUTES.filter(
        (name) =>
          (instant(container, name) ?? 0) > at + (container.attributes['pod_timezone'] === null ? 14 * HOUR : 0),
      ).filter((name) => name !== 'empty_terminated_at'),
    ])
    expect(problems).toEqual([])
  })

  test('let a container leave only without holds, and without fees afterwards', () => {
    const problems = each(({ container }) =>
      fullOut(container) === null
        ? []
        : [
            ...holds(container).map(({ name }) => `out with ${name} hold`),
            ...fees(container).map(({ type }) => `out with ${type} fee`),
          ],
    )
    expect(problems).toEqual([])
  })

  test('charge for time only after a last free day', () => {
    const problems = each(({ at, container }) => {
      // An exam and the traffic fee (`other`) are charged once, at any time.
      if (!fees(container).some(({ type }) => type !== 'exam' && type !== 'other')) return []
      const zone = text(container, 'final_destination_timezone') ?? text(container, 'pod_timezone')
      const dates = Object.values(lastFreeDays(container)).flatMap((date) => date ?? [])
      if (zone === null) return dates.length > 0 ? [] : ['fee without a last free day']
      return dates.some((date) => dayIn(zone, at) > dayOf(date, zone))
        ? []
        : [`fee although last free days are ${dates.join(', ')}`]
    })
    expect(problems).toEqual([])
  })

  test('agree with the status', () => {
    const problems = each(({ container }) => {
      const status = text(container, 'current_status')
      const expected = statusBy(container)
      return expected.includes(status ?? '') ? [] : [`${String(status)} instead of ${expected.join(' or ')}`]
    })
    expect(problems).toEqual([])
  })

  test('take the last free day of the line before that of the terminal and that of the rail', () => {
    const problems = each(({ container }) => {
      const { pickup_lfd_line: line, pickup_lfd_terminal: terminal, pickup_lfd_rail: rail } = lastFreeDays(container)
      return text(container, 'pickup_lfd') === (line ?? terminal ?? rail ?? null) &&
        text(container, 'ind_facility_lfd_on') === rail
        ? []
        : ['pickup_lfd is not the first of its members']
    })
    expect(problems).toEqual([])
  })

  test('have most last free days at midnight where the container is, on both sides of the change of the clocks', () => {
    const clocks = new Map<string, Set<string>>()
    const pacific: string[] = []
    each(({ container }) => {
      const { pickup_lfd_terminal: terminal } = lastFreeDays(container)
      const zone = text(container, 'pod_timezone')
      if (typeof terminal === 'string' && terminal.length > 10 && zone !== null) {
        const clock = clockIn(zone, Date.parse(terminal))
        const known = clocks.get(clock) ?? new Set()
        clocks.set(clock, known.add(terminal))
        if (clock === '00:00:00' && zone === 'America/Los_Angeles') pacific.push(terminal)
      }
      return []
    })
    const all = [...clocks.values()].reduce((sum, dates) => sum + dates.size, 0)
    const midnights = [...(clocks.get('00:00:00') ?? [])]
    expect(midnights.length / all).toBeGreaterThan(0.75)
    expect(pacific.filter((date) => date < '2026-11-01T12').every((date) => date.endsWith('T07:00:00Z'))).toBe(true)
    expect(pacific.filter((date) => date > '2026-11-01T12').every((date) => date.endsWith('T08:00:00Z'))).toBe(true)
    expect(new Set(pacific.map((date) => date.slice(-9)))).toEqual(new Set(['07:00:00Z', '08:00:00Z']))
  })

  test('have the same times of a vessel for all shipments on it', () => {
    const voyages = new Map<string, Set<string>>()
    each(({ shipment }) => {
      const arrivedAt = text(shipment, 'pod_ata_at')
      if (arrivedAt === null || text(shipment, 'pod_timezone') === null) return []
      const key = ['pod_vessel_imo', 'pod_voyage_number', 'port_of_discharge_locode']
        .map((name) => text(shipment, name))
        .join(' ')
      voyages.set(key, (voyages.get(key) ?? new Set()).add(arrivedAt))
      return []
    })
    expect([...voyages].filter(([, arrivals]) => arrivals.size > 1)).toEqual([])
  })

  test('leave the list only several days after the empty return', () => {
    const end = START + (STEPS - 1) * STEP
    const left = [...stories.values()].filter((sights) => sights.at(-1)!.at < end)
    expect(left.length).toBeGreaterThan(40)
    const early = left.filter((sights) => {
      const { at, container, shipment } = sights.at(-1)!
      const stopped = text(shipment, 'line_tracking_stopped_reason')
      if (stopped !== null && stopped !== 'all_containers_terminated') return false
      return at - (instant(container, 'empty_terminated_at') ?? Infinity) < 4.5 * DAY
    })
    expect(early.map((sights) => sights.at(-1)!.container.id)).toEqual([])
  })
})

describe('a container that left the list', () => {
  test('is still found by its id, and its events too', () => {
    const client = createClient({ containers: 30 })
    const before = client.list('/containers?page[size]=100', START).data
    const later = START + 400 * DAY
    const listed = new Set(client.list('/containers?page[size]=100', later).data.map(({ id }) => id))
    for (const { id } of before) {
      expect(listed.has(id)).toBe(false)
      const { data } = client.get(`/containers/${id}?include=shipment`, later)
      expect(data.id).toBe(id)
      expect(client.list(`/containers/${id}/transport_events`, later).data.length).toBeGreaterThan(0)
    }
  })

  test('is not found before it was entered', () => {
    const client = createClient({ containers: 30 })
    const [newest] = client.list('/containers', START).data
    const enteredAt = Date.parse(text(newest!, 'created_at')!)
    expect(client.send('GET', `/containers/${newest!.id}`, undefined, enteredAt - 1000).status).toBe(404)
    expect(client.send('GET', `/containers/${newest!.id}`, undefined, enteredAt).status).toBe(200)
  })
})

/** The possible statuses, from the other attributes alone. */
function statusBy(container: Resource): string[] {
  const has = (name: string) => text(container, name) !== null
  if (has('empty_terminated_at')) return ['empty_returned']
  // Events after the pickup come from the line alone, and off dock from the terminal alone.
  if (fullOut(container) !== null) return ['picked_up', 'dropped', 'loaded', 'delivered']
  if (container.attributes['available_for_pickup'] === true) return ['available', 'off_dock']
  if (
    has('ind_rail_unloaded_at') ||
    (has('pod_discharged_at') && linkedId(container, 'pickup_facility') === linkedId(container, 'pod_terminal'))
  ) {
    return holds(container).some(({ status }) => status === 'hold') ? ['not_available'] : ['grounded']
  }
  if (has('pod_rail_loaded_at') || has('pod_rail_departed_at')) return ['on_rail']
  if (has('pod_discharged_at'))
    return container.relationships['pod_terminal']?.data === null
      ? ['awaiting_inland_transfer', 'grounded', 'not_available']
      : ['awaiting_inland_transfer']
  return has('pod_arrived_at') ? ['on_ship'] : ['on_ship', 'new']
}

function dayOf(date: string, zone: string): number {
  return date.endsWith('T00:00:00Z') || date.length === 10
    ? Date.parse(date.slice(0, 10)) / DAY
    : dayIn(zone, Date.parse(date))
}
