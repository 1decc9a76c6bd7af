// The events of a container are consistent over time. Reported milestones do not change, and their order is possible.
import { beforeAll, describe, expect, test } from 'vitest'
import { createClient, DAY, HOUR, getLinkedId, getText, type Resource } from './client.ts'
import { formatLocalTime, computeLocalDay } from './local-days.ts'

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

type Observation = { at: number; container: Resource; shipment: Resource }

/** Each container that was listed in eight weeks around the end of summer time, as it was read every nine hours. */
const observationsByContainer = new Map<string, Observation[]>()

beforeAll(() => {
  const client = createClient({ seed: 'stories', containers: 100 })
  for (let step = 0; step < STEPS; step += 1) {
    const at = START + step * STEP
    const { data, included } = client.list('/containers?page[size]=100&include=shipment', at)
    const shipments = new Map(included.map((shipment) => [shipment.id, shipment]))
    for (const container of data) {
      const observations = observationsByContainer.get(container.id) ?? []
      observations.push({ at, container, shipment: shipments.get(getLinkedId(container, 'shipment')!)! })
      observationsByContainer.set(container.id, observations)
    }
  }
})

function listProblems(visit: (observation: Observation, previous: Observation | undefined) => string[]): string[] {
  return [...observationsByContainer.values()].flatMap((observations) =>
    observations.flatMap((observation, index) =>
      visit(observation, observations[index - 1]).map(
        (problem) => `${new Date(observation.at).toISOString()} ${observation.container.id}: ${problem}`,
      ),
    ),
  )
}

const getInstant = (container: Resource, attribute: string) => {
  const value = getText(container, attribute)
  return value === null ? null : Date.parse(value)
}
const listHolds = (container: Resource) =>
  container.attributes['holds_at_pod_terminal'] as { name: string; status: string }[]
const listFees = (container: Resource) => container.attributes['fees_at_pod_terminal'] as { type: string }[]
const getFullOut = (container: Resource) =>
  getText(container, 'pod_full_out_at') ?? getText(container, 'final_destination_full_out_at')
const getLastFreeDays = (container: Resource) =>
  container.attributes['import_deadlines'] as Record<string, string | null>

describe('events over eight weeks', () => {
  test('cover many containers', () => expect(observationsByContainer.size).toBeGreaterThan(150))

  test('never withdraw or change a milestone', () => {
    const problems = listProblems(({ container }, previous) =>
      FINAL_ATTRIBUTES.filter(
        (name) =>
          previous &&
          getText(previous.container, name) !== null &&
          getText(previous.container, name) !== getText(container, name),
      ),
    )
    expect(problems).toEqual([])
  })

  test('have their milestones in the order of a journey', () => {
    const problems = listProblems(({ container }) => {
      const instants = FINAL_ATTRIBUTES.flatMap((name) => getInstant(container, name) ?? [])
      // An instant in an unknown zone is written in local time. The local times of two places differ by some hours.
      return instants.every((instant, index) => index === 0 || instant >= instants[index - 1]! - 14 * HOUR)
        ? []
        : [instants.map((instant) => new Date(instant).toISOString()).join(' ')]
    })
    expect(problems).toEqual([])
  })

  test('contain no future events', () => {
    const containerTimes = [
      'created_at',
      'terminal_checked_at',
      'pod_last_tracking_request_at',
      'shipment_last_tracking_request_at',
    ]
    const shipmentTimes = [
      'created_at',
      'line_tracking_last_attempted_at',
      'line_tracking_last_succeeded_at',
      'line_tracking_stopped_at',
      'pol_atd_at',
    ]
    const problems = listProblems(({ at, container, shipment }) => [
      ...containerTimes.filter((name) => (getInstant(container, name) ?? 0) > at),
      ...shipmentTimes.filter((name) => (getInstant(shipment, name) ?? 0) > at),
      // An instant in an unknown zone is written in local time, so it may be up to half a day ahead.
      ...FINAL_ATTRIBUTES.filter(
        (name) =>
          (getInstant(container, name) ?? 0) > at + (container.attributes['pod_timezone'] === null ? 14 * HOUR : 0),
      ).filter((name) => name !== 'empty_terminated_at'),
    ])
    expect(problems).toEqual([])
  })

  test('let a container leave only without holds, and without fees afterwards', () => {
    const problems = listProblems(({ container }) =>
      getFullOut(container) === null
        ? []
        : [
            ...listHolds(container).map(({ name }) => `out with ${name} hold`),
            ...listFees(container).map(({ type }) => `out with ${type} fee`),
          ],
    )
    expect(problems).toEqual([])
  })

  test('charge for time only after a last free day', () => {
    const problems = listProblems(({ at, container }) => {
      // An exam and the traffic fee (`other`) are charged once, at any time.
      if (!listFees(container).some(({ type }) => type !== 'exam' && type !== 'other')) return []
      const zone = getText(container, 'final_destination_timezone') ?? getText(container, 'pod_timezone')
      const dates = Object.values(getLastFreeDays(container)).flatMap((date) => date ?? [])
      if (zone === null) return dates.length > 0 ? [] : ['fee without a last free day']
      return dates.some((date) => computeLocalDay(zone, at) > parseLocalDay(date, zone))
        ? []
        : [`fee although last free days are ${dates.join(', ')}`]
    })
    expect(problems).toEqual([])
  })

  test('agree with the status', () => {
    const problems = listProblems(({ container }) => {
      const status = getText(container, 'current_status')
      const expected = deriveStatuses(container)
      return expected.includes(status ?? '') ? [] : [`${String(status)} instead of ${expected.join(' or ')}`]
    })
    expect(problems).toEqual([])
  })

  test('take the last free day of the line before that of the terminal and that of the rail', () => {
    const problems = listProblems(({ container }) => {
      const { pickup_lfd_line: line, pickup_lfd_terminal: terminal, pickup_lfd_rail: rail } = getLastFreeDays(container)
      return getText(container, 'pickup_lfd') === (line ?? terminal ?? rail ?? null) &&
        getText(container, 'ind_facility_lfd_on') === rail
        ? []
        : ['pickup_lfd is not the first of its members']
    })
    expect(problems).toEqual([])
  })

  test('have most last free days at midnight where the container is, on both sides of the change of the clocks', () => {
    const datesByLocalTime = new Map<string, Set<string>>()
    const pacificMidnights: string[] = []
    listProblems(({ container }) => {
      const { pickup_lfd_terminal: terminal } = getLastFreeDays(container)
      const zone = getText(container, 'pod_timezone')
      if (typeof terminal === 'string' && terminal.length > 10 && zone !== null) {
        const localTime = formatLocalTime(zone, Date.parse(terminal))
        const dates = datesByLocalTime.get(localTime) ?? new Set()
        datesByLocalTime.set(localTime, dates.add(terminal))
        if (localTime === '00:00:00' && zone === 'America/Los_Angeles') pacificMidnights.push(terminal)
      }
      return []
    })
    const all = [...datesByLocalTime.values()].reduce((sum, dates) => sum + dates.size, 0)
    const midnights = [...(datesByLocalTime.get('00:00:00') ?? [])]
    expect(midnights.length / all).toBeGreaterThan(0.75)
    expect(pacificMidnights.filter((date) => date < '2026-11-01T12').every((date) => date.endsWith('T07:00:00Z'))).toBe(
      true,
    )
    expect(pacificMidnights.filter((date) => date > '2026-11-01T12').every((date) => date.endsWith('T08:00:00Z'))).toBe(
      true,
    )
    expect(new Set(pacificMidnights.map((date) => date.slice(-9)))).toEqual(new Set(['07:00:00Z', '08:00:00Z']))
  })

  test('have the same times of a vessel for all shipments on it', () => {
    const voyages = new Map<string, Set<string>>()
    listProblems(({ shipment }) => {
      const arrivedAt = getText(shipment, 'pod_ata_at')
      if (arrivedAt === null || getText(shipment, 'pod_timezone') === null) return []
      const key = ['pod_vessel_imo', 'pod_voyage_number', 'port_of_discharge_locode']
        .map((name) => getText(shipment, name))
        .join(' ')
      voyages.set(key, (voyages.get(key) ?? new Set()).add(arrivedAt))
      return []
    })
    expect([...voyages].filter(([, arrivals]) => arrivals.size > 1)).toEqual([])
  })

  test('leave the list only several days after the empty return', () => {
    const end = START + (STEPS - 1) * STEP
    const removed = [...observationsByContainer.values()].filter((observations) => observations.at(-1)!.at < end)
    expect(removed.length).toBeGreaterThan(40)
    const early = removed.filter((observations) => {
      const { at, container, shipment } = observations.at(-1)!
      const stopReason = getText(shipment, 'line_tracking_stopped_reason')
      if (stopReason !== null && stopReason !== 'all_containers_terminated') return false
      return at - (getInstant(container, 'empty_terminated_at') ?? Infinity) < 4.5 * DAY
    })
    expect(early.map((observations) => observations.at(-1)!.container.id)).toEqual([])
  })
})

describe('a container that left the list', () => {
  test('is still found by its id, and its events too', () => {
    const client = createClient({ containers: 30 })
    const containers = client.list('/containers?page[size]=100', START).data
    const later = START + 400 * DAY
    const listed = new Set(client.list('/containers?page[size]=100', later).data.map(({ id }) => id))
    for (const { id } of containers) {
      expect(listed.has(id)).toBe(false)
      const { data } = client.get(`/containers/${id}?include=shipment`, later)
      expect(data.id).toBe(id)
      expect(client.list(`/containers/${id}/transport_events`, later).data.length).toBeGreaterThan(0)
    }
  })

  test('is not found before it was entered', () => {
    const client = createClient({ containers: 30 })
    const [newest] = client.list('/containers', START).data
    const enteredAt = Date.parse(getText(newest!, 'created_at')!)
    expect(client.send('GET', `/containers/${newest!.id}`, undefined, enteredAt - 1000).status).toBe(404)
    expect(client.send('GET', `/containers/${newest!.id}`, undefined, enteredAt).status).toBe(200)
  })
})

/** Derives the possible statuses from the other attributes alone. */
function deriveStatuses(container: Resource): string[] {
  const has = (name: string) => getText(container, name) !== null
  if (has('empty_terminated_at')) return ['empty_returned']
  // Only the line reports events after the pickup, and only the terminal reports that a container is off dock. The
  // other attributes do not show them.
  if (getFullOut(container) !== null) return ['picked_up', 'dropped', 'loaded', 'delivered']
  if (container.attributes['available_for_pickup'] === true) return ['available', 'off_dock']
  if (
    has('ind_rail_unloaded_at') ||
    (has('pod_discharged_at') && getLinkedId(container, 'pickup_facility') === getLinkedId(container, 'pod_terminal'))
  ) {
    return listHolds(container).some(({ status }) => status === 'hold') ? ['not_available'] : ['grounded']
  }
  if (has('pod_rail_loaded_at') || has('pod_rail_departed_at')) return ['on_rail']
  if (has('pod_discharged_at'))
    return container.relationships['pod_terminal']?.data === null
      ? ['awaiting_inland_transfer', 'grounded', 'not_available']
      : ['awaiting_inland_transfer']
  return has('pod_arrived_at') ? ['on_ship'] : ['on_ship', 'new']
}

function parseLocalDay(date: string, zone: string): number {
  return date.endsWith('T00:00:00Z') || date.length === 10
    ? Date.parse(date.slice(0, 10)) / DAY
    : computeLocalDay(zone, Date.parse(date))
}
