// A working day by keys alone: from the briefing to a container and back, and from any typed number to its record.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ContainerRow } from '#contract/containers.ts'
import type { ShipmentRow } from '#contract/shipments.ts'
import { type Board, eventually } from './board.ts'
import { type Host, type HostClient, startHost } from './host.ts'
import { STORY, setStage, THE_DAY } from './stage.ts'
import { type ScriptedWorld, startScriptedWorld } from './scripted-world.ts'

const CONTAINERS = 60
const EVERYTHING = { filter: { scope: 'all' }, sort: [], window: { offset: 0, limit: 500 } } as const

const stage = setStage()
let world: ScriptedWorld
let host: Host
/** A booking and the bill of lading of its shipment. Neither number is part of the other. */
let booked: { number: string; bill: string }
let page: HostClient
let containers: ContainerRow[]
let shipments: ShipmentRow[]
let board: Board

beforeAll(async () => {
  world = await startScriptedWorld({ containers: CONTAINERS, day: THE_DAY, rate: 1 })
  booked = await makeSeparateBooking()
  host = await startHost({ service: world.service, now: THE_DAY })
  page = await host.client()
})
afterAll(() => {
  page.close()
  world.close()
})
beforeEach(async () => {
  await eventually(async () => (await page.engine.call('sync.status', {})).lastCompleteAt).not.toBeNull()
  await eventually(async () => (await page.engine.call('containers.list', { ...EVERYTHING, sort: [] })).total).toBe(
    CONTAINERS,
  )
  await eventually(
    async () => (await page.engine.call('search.find', { text: booked.number, limit: 1 })).hits.length,
  ).toBe(1)
  containers = (await page.engine.call('containers.list', { ...EVERYTHING, sort: [] })).rows
  shipments = (await page.engine.call('shipments.list', { ...EVERYTHING, sort: [] })).rows
  board = await stage.open(host)
  // The header and the briefing get their data by separate calls.
  await Promise.all([board.by('decisions').waitFor(), board.by('search').waitFor()])
})

/** The service names a bill after the booking of its request; real carriers assign another number. */
async function makeSeparateBooking(): Promise<{ number: string; bill: string }> {
  const { url, key } = world.service
  const answer = await fetch(`${url}/tracking_requests?page[size]=100`, { headers: { authorization: `Token ${key}` } })
  const { data } = (await answer.json()) as {
    data: {
      attributes: { request_type: string; request_number: string }
      relationships: { tracked_object: { data: { id: string } | null } }
    }[]
  }
  const request = data.find(
    ({ attributes, relationships }) =>
      attributes.request_type === 'booking_number' && relationships.tracked_object.data !== null,
  )!
  const bill = 'QWBL20261120'
  world.report(request.relationships.tracked_object.data!.id, { bill_of_lading_number: bill, normalized_number: bill })
  return { number: request.attributes.request_number, bill }
}

const press = (...keys: string[]) =>
  keys.reduce<Promise<void>>((before, key) => before.then(() => board.page.keyboard.press(key)), Promise.resolve())
/** The container of the briefing row that has focus. */
const focused = () =>
  board.page.evaluate(
    () => document.activeElement?.closest<HTMLElement>('[data-testid=decisions] [data-id]')?.dataset['id'] ?? null,
  )
const numberShown = async () => (await board.says('panel-number')).replaceAll(' ', '')
const numberOf = (id: string | null) => containers.find((row) => row.id === id)?.number

describe('Today', () => {
  test('leads to a container’s detail and back to its row without a mouse', async () => {
    await eventually(focused).not.toBeNull()
    const first = await focused()
    await press('j', 'j', 'k')
    await eventually(focused).not.toBe(first)
    const chosen = await focused()
    await press('Enter')
    await eventually(numberShown).toBe(numberOf(chosen))
    await board.by('timeline').waitFor()
    await press('ArrowDown')
    await eventually(numberShown).not.toBe(numberOf(chosen))
    const lastNumber = await numberShown()
    await press('Escape')
    await eventually(() => board.panel().count()).toBe(0)
    await eventually(async () => numberOf(await focused())).toBe(lastNumber)
  })

  test('can be left for any screen and is opened again by two keys', async () => {
    for (const [keys, grid] of [
      ['gl', 'Containers by last free day'],
      ['gs', 'Shipments'],
      ['gh', 'Holds & fees'],
      ['ga', 'Changes'],
      ['gp', 'Ready for pickup'],
    ] as const) {
      await press(...keys.split(''))
      await board.page.getByRole('grid', { name: grid, exact: true }).waitFor()
    }
    await press('g', 't')
    await board.by('decisions').waitFor()
    await eventually(focused).not.toBeNull()
  })
})

describe('search', () => {
  test('story 6: finds a container whatever the spelling of its number', STORY, async () => {
    const { number } = containers[17]!
    const [owner, serial, check] = [number.slice(0, 4), number.slice(4, 10), number.slice(10)]
    for (const typed of [
      number,
      `${owner} ${serial} ${check}`,
      `${owner}-${serial}-${check}`.toLowerCase(),
      `  ${owner.toLowerCase()}${serial}${check} `,
    ]) {
      await press('/')
      await board.by('search').fill(typed)
      await eventually(() => board.by('search-results').locator('[role=option]').first().innerText()).toContain(
        `${owner} ${serial} ${check}`,
      )
      await press('Enter')
      await eventually(numberShown).toBe(number)
      await press('g', 't')
      await board.by('decisions').waitFor()
    }
  })

  test('story 6: finds a shipment, and says so when nothing matches', async () => {
    const { masterBill } = shipments[3]!
    await press('/')
    await board.page.keyboard.type(masterBill.toLowerCase())
    await eventually(() => board.by('search-results').locator('[role=option]').first().innerText()).toContain(
      masterBill,
    )
    await press('Enter')
    await eventually(() => board.says('panel-number')).toBe(masterBill)
    await press('/')
    await board.by('search').fill('there is no such thing')
    await eventually(() => board.says('search-results')).toBe(
      'No match for “there is no such thing” in the saved records.',
    )
  })

  test('story 6: finds records by a reference, a booking, a vessel or a customer', async () => {
    const found = async (typed: string, named: string, shown: string) => {
      await press('/')
      await board.by('search').fill(typed)
      await eventually(async () =>
        (await board.by('search-results').locator('[role=option]').allInnerTexts())
          .map((text) => text.replaceAll(/\s+/g, ' '))
          .filter((text) => text.includes(shown) && text.includes(named)),
      ).not.toEqual([])
      await press('Escape')
    }
    const any = shipments.find(({ refs, vessel, customer }) => refs.length > 0 && vessel !== null && customer !== null)!
    await found(any.refs[0]!.toLowerCase(), 'Ref', any.refs[0]!)
    await found(any.vessel!.toLowerCase(), 'Vessel', any.vessel!)
    await found(any.customer!.toLowerCase(), 'Customer', any.customer!)
    const half = Math.floor(booked.number.length / 2)
    for (const typed of [
      booked.number,
      `${booked.number.slice(0, half)} ${booked.number.slice(half)}`.toLowerCase(),
      `${booked.number.slice(0, half)}-${booked.number.slice(half)}`,
    ]) {
      await found(typed, 'Shipment', booked.bill)
      await found(typed, 'Booking', booked.number)
    }
  })

  test('offers to track an unknown number, and fills it into the form', async () => {
    await press('/')
    await board.page.keyboard.type('hlxu 880123-0')
    await eventually(() => board.says('search-results')).toBe(
      'No match for “hlxu 880123-0” in the saved records. Start tracking hlxu 880123-0',
    )
    await press('Enter')
    await eventually(() => board.focused()).toBe('add-number')
    expect(await board.by('add-number').inputValue()).toBe('hlxu 880123-0')
    await eventually(() => board.says('number-check')).toBe('Container number, check digit correct.')
    await press('Escape')
    await eventually(() => board.by('add-number').count()).toBe(0)
  })
})

describe('a direct link', () => {
  const follow = (q: string) =>
    board.page.evaluate(
      (hash) => {
        location.hash = hash
      },
      `#/shipments/find?q=${encodeURIComponent(q)}`,
    )
  const opened = () => Object.fromEntries(new URLSearchParams(new URL(board.page.url()).hash.split('?')[1] ?? ''))
  const numbersOf = {
    container: () => containers.map(({ number, refs }) => [number, ...refs].join(' ')),
    shipment: () => shipments.map(({ masterBill, refs }) => [masterBill, ...refs].join(' ')),
  }
  const isIn = (kind: 'container' | 'shipment', part: string) =>
    numbersOf[kind]().filter((text) => text.toUpperCase().includes(part.toUpperCase())).length

  test('story 6: follows the five steps of the service: exact before partial, containers before shipments, else the list', async () => {
    const container = containers.find(
      ({ shipmentId, number }) => shipmentId !== null && isIn('container', number.slice(3, 10)) === 1,
    )!
    const withRef = shipments.find(({ refs }) => refs.some((ref) => isIn('shipment', ref) === 1))!
    const partOf = ({ masterBill }: ShipmentRow) => masterBill.slice(2, -1)
    const bill = shipments.find((row) => isIn('container', partOf(row)) === 0 && isIn('shipment', partOf(row)) === 1)!
    const ofBooking = shipments.find((row) => row.masterBill === booked.bill)!
    const { number, masterBill } = { number: container.number, masterBill: shipments[7]!.masterBill }
    const ofContainer = { shipment: container.shipmentId, container: container.id }
    const cases: [q: string, open: Record<string, string | null>, shown: string][] = [
      [number, ofContainer, number],
      [`${number.slice(0, 4)} ${number.slice(4, 10)}-${number.slice(10)}`.toLowerCase(), ofContainer, number],
      [masterBill.toLowerCase(), { shipment: shipments[7]!.id }, masterBill],
      [booked.number.toLowerCase(), { shipment: ofBooking.id }, booked.bill],
      [
        withRef.refs.find((ref) => isIn('shipment', ref) === 1)!.toLowerCase(),
        { shipment: withRef.id },
        withRef.masterBill,
      ],
      [number.slice(3, 10), ofContainer, number],
      [partOf(bill), { shipment: bill.id }, bill.masterBill],
    ]
    for (const [q, open, shown] of cases) {
      await follow(q)
      await eventually(opened).toEqual(open)
      await eventually(numberShown).toBe(shown.replaceAll(' ', ''))
    }
    await follow('XQZ 000 000')
    await eventually(() => new URL(board.page.url()).hash).toBe('#/shipments')
    await eventually(() => board.by('filter-text').inputValue()).toBe('XQZ 000 000')
    await eventually(() => board.says('empty-state')).toMatch(/^No match for “XQZ 000 000” in \d+ saved shipments\./)
  })
})
