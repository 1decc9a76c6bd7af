// A user works by keys alone: from the briefing to a container and back, and from any typed number to its record.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ContainerRow } from '#contract/containers.ts'
import type { ShipmentRow } from '#contract/shipments.ts'
import { type Board, eventually } from './board.ts'
import { type Host, type HostClient, startHost } from './host.ts'
import { STORY, createStage, FIXED_DAY } from './stage.ts'
import { type ScriptedWorld, startScriptedWorld } from './scripted-world.ts'

const CONTAINERS = 60
const ALL_ROWS = { filter: { scope: 'all' }, sort: [], window: { offset: 0, limit: 500 } } as const

const stage = createStage()
let world: ScriptedWorld
let host: Host
/** A booking and the bill of lading of its shipment. Neither number is part of the other. */
let booking: { number: string; bill: string }
let client: HostClient
let containers: ContainerRow[]
let shipments: ShipmentRow[]
let board: Board

beforeAll(async () => {
  world = await startScriptedWorld({ containers: CONTAINERS, day: FIXED_DAY, rate: 1 })
  booking = await createSeparateBooking()
  host = await startHost({ service: world.service, now: FIXED_DAY })
  client = await host.createClient()
})
afterAll(() => {
  client.close()
  world.close()
})
beforeEach(async () => {
  await eventually(async () => (await client.engine.call('sync.status', {})).lastCompleteAt).not.toBeNull()
  await eventually(async () => (await client.engine.call('containers.list', { ...ALL_ROWS, sort: [] })).total).toBe(
    CONTAINERS,
  )
  await eventually(
    async () => (await client.engine.call('search.find', { text: booking.number, limit: 1 })).hits.length,
  ).toBe(1)
  containers = (await client.engine.call('containers.list', { ...ALL_ROWS, sort: [] })).rows
  shipments = (await client.engine.call('shipments.list', { ...ALL_ROWS, sort: [] })).rows
  board = await stage.open(host)
  // The header and the briefing get their data by separate calls.
  await Promise.all([board.by('decisions').waitFor(), board.by('search').waitFor()])
})

/**
 * Gives a booked shipment another bill of lading number. The service names the bill after the booking, but real
 * carriers assign another number.
 */
async function createSeparateBooking(): Promise<{ number: string; bill: string }> {
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
/** Finds the id of the container whose row in the briefing has focus. */
const findFocusedContainerId = () =>
  board.page.evaluate(
    () => document.activeElement?.closest<HTMLElement>('[data-testid=decisions] [data-id]')?.dataset['id'] ?? null,
  )
const readPanelNumber = async () => (await board.textOf('panel-number')).replaceAll(' ', '')
const findNumber = (id: string | null) => containers.find((row) => row.id === id)?.number

describe('Today', () => {
  test('leads to a container’s detail and back to its row without a mouse', async () => {
    await eventually(findFocusedContainerId).not.toBeNull()
    const firstId = await findFocusedContainerId()
    await press('j', 'j', 'k')
    await eventually(findFocusedContainerId).not.toBe(firstId)
    const chosenId = await findFocusedContainerId()
    await press('Enter')
    await eventually(readPanelNumber).toBe(findNumber(chosenId))
    await board.by('timeline').waitFor()
    await press('ArrowDown')
    await eventually(readPanelNumber).not.toBe(findNumber(chosenId))
    const lastNumber = await readPanelNumber()
    await press('Escape')
    await eventually(() => board.panel().count()).toBe(0)
    await eventually(async () => findNumber(await findFocusedContainerId())).toBe(lastNumber)
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
    await eventually(findFocusedContainerId).not.toBeNull()
  })
})

describe('search', () => {
  test('story 6: finds a container in each spelling of its number', STORY, async () => {
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
      await eventually(readPanelNumber).toBe(number)
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
    await eventually(() => board.textOf('panel-number')).toBe(masterBill)
    await press('/')
    await board.by('search').fill('there is no such thing')
    await eventually(() => board.textOf('search-results')).toBe(
      'No match for “there is no such thing” in the saved records.',
    )
  })

  test('story 6: finds records by a reference, a booking, a vessel or a customer', async () => {
    const expectFound = async (typed: string, label: string, shown: string) => {
      await press('/')
      await board.by('search').fill(typed)
      await eventually(async () =>
        (await board.by('search-results').locator('[role=option]').allInnerTexts())
          .map((text) => text.replaceAll(/\s+/g, ' '))
          .filter((text) => text.includes(shown) && text.includes(label)),
      ).not.toEqual([])
      await press('Escape')
    }
    const shipment = shipments.find(
      ({ refs, vessel, customer }) => refs.length > 0 && vessel !== null && customer !== null,
    )!
    await expectFound(shipment.refs[0]!.toLowerCase(), 'Ref', shipment.refs[0]!)
    await expectFound(shipment.vessel!.toLowerCase(), 'Vessel', shipment.vessel!)
    await expectFound(shipment.customer!.toLowerCase(), 'Customer', shipment.customer!)
    const middle = Math.floor(booking.number.length / 2)
    for (const typed of [
      booking.number,
      `${booking.number.slice(0, middle)} ${booking.number.slice(middle)}`.toLowerCase(),
      `${booking.number.slice(0, middle)}-${booking.number.slice(middle)}`,
    ]) {
      await expectFound(typed, 'Shipment', booking.bill)
      await expectFound(typed, 'Booking', booking.number)
    }
  })

  test('offers to track an unknown number, and fills it into the form', async () => {
    await press('/')
    await board.page.keyboard.type('hlxu 880123-0')
    await eventually(() => board.textOf('search-results')).toBe(
      'No match for “hlxu 880123-0” in the saved records. Start tracking hlxu 880123-0',
    )
    await press('Enter')
    await eventually(() => board.focusedId()).toBe('add-number')
    expect(await board.by('add-number').inputValue()).toBe('hlxu 880123-0')
    await eventually(() => board.textOf('number-check')).toBe('Container number, check digit correct.')
    await press('Escape')
    await eventually(() => board.by('add-number').count()).toBe(0)
  })
})

describe('a direct link', () => {
  const openLink = (query: string) =>
    board.page.evaluate(
      (hash) => {
        location.hash = hash
      },
      `#/shipments/find?q=${encodeURIComponent(query)}`,
    )
  const readOpenRecord = () =>
    Object.fromEntries(new URLSearchParams(new URL(board.page.url()).hash.split('?')[1] ?? ''))
  const listNumbers = {
    container: () => containers.map(({ number, refs }) => [number, ...refs].join(' ')),
    shipment: () => shipments.map(({ masterBill, refs }) => [masterBill, ...refs].join(' ')),
  }
  const countMatches = (kind: 'container' | 'shipment', part: string) =>
    listNumbers[kind]().filter((text) => text.toUpperCase().includes(part.toUpperCase())).length

  test('story 6: opens an exact match before a partial one, a container before a shipment, and else the list', async () => {
    const container = containers.find(
      ({ shipmentId, number }) => shipmentId !== null && countMatches('container', number.slice(3, 10)) === 1,
    )!
    const shipmentWithRef = shipments.find(({ refs }) => refs.some((ref) => countMatches('shipment', ref) === 1))!
    const getPartOfBill = ({ masterBill }: ShipmentRow) => masterBill.slice(2, -1)
    const bill = shipments.find(
      (row) =>
        countMatches('container', getPartOfBill(row)) === 0 && countMatches('shipment', getPartOfBill(row)) === 1,
    )!
    const bookedShipment = shipments.find((row) => row.masterBill === booking.bill)!
    const { number, masterBill } = { number: container.number, masterBill: shipments[7]!.masterBill }
    const containerPanel = { shipment: container.shipmentId, container: container.id }
    const cases: [query: string, openRecord: Record<string, string | null>, numberInPanel: string][] = [
      [number, containerPanel, number],
      [`${number.slice(0, 4)} ${number.slice(4, 10)}-${number.slice(10)}`.toLowerCase(), containerPanel, number],
      [masterBill.toLowerCase(), { shipment: shipments[7]!.id }, masterBill],
      [booking.number.toLowerCase(), { shipment: bookedShipment.id }, booking.bill],
      [
        shipmentWithRef.refs.find((ref) => countMatches('shipment', ref) === 1)!.toLowerCase(),
        { shipment: shipmentWithRef.id },
        shipmentWithRef.masterBill,
      ],
      [number.slice(3, 10), containerPanel, number],
      [getPartOfBill(bill), { shipment: bill.id }, bill.masterBill],
    ]
    for (const [query, openRecord, shown] of cases) {
      await openLink(query)
      await eventually(readOpenRecord).toEqual(openRecord)
      await eventually(readPanelNumber).toBe(shown.replaceAll(' ', ''))
    }
    await openLink('XQZ 000 000')
    await eventually(() => new URL(board.page.url()).hash).toBe('#/shipments')
    await eventually(() => board.by('filter-text').inputValue()).toBe('XQZ 000 000')
    await eventually(() => board.textOf('empty-state')).toMatch(/^No match for “XQZ 000 000” in \d+ saved shipments\./)
  })
})
