// The user starts to track a number. Wrong input is refused before it is sent. A request goes from pending to its
// containers on the board. A number may be tracked already, and a request may fail.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Board, eventually } from './board.ts'
import type { HostClient } from './host.ts'
import { type Connected, loadNewRequestStatuses, createStage, startConnected } from './stage.ts'

const stage = createStage()
/** An answer that takes the service a minute arrives after 3 s. */
const RATE = 20
const CONTAINERS = 20

/**
 * The same number always has the same result (src/service/world/written-requests.ts). These results are those of seed
 * 1.
 */
const CONTAINER = { number: 'MSCU4029312', scac: 'MSCU' }
const SAME_CONTAINER = { number: 'OOLU5123453', scac: 'OOLU' }
/** The carrier of this bill cannot be reached for three minutes. */
const SLOW_BILL = { number: 'HLCUSHA2634ABCD7', scac: 'HLCU', containers: 2 }
const UNKNOWN_BILL = { number: 'HLCUSHA2615ABCD7', scac: 'HLCU' }
/** The carrier of this number does not track containers by themselves. */
const CONTAINER_WITHOUT_DATA = { number: 'CBHU4029318', scac: 'COSU' }

let connected: Connected
let client: HostClient
let board: Board
beforeAll(async () => {
  connected = await startConnected(['--seed', '1', '--containers', String(CONTAINERS)], RATE)
  client = await connected.host.createClient()
})
afterAll(() => client.close())
beforeEach(async () => {
  await eventually(async () => (await client.engine.call('sync.status', {})).lastCompleteAt).not.toBeNull()
  board = await stage.open(connected.host)
  await board.by('search').waitFor()
})

const countSentRequests = async () => (await loadNewRequestStatuses(connected.service)).length
const formatNumber = (number: string) => `${number.slice(0, 4)} ${number.slice(4, 10)} ${number.slice(10)}`
const readPanelNumber = async () => (await board.textOf('panel-number')).replaceAll(' ', '')

/** Opens the list of all requests. The list then shows each new state of a number that is added. */
async function openAllRequests(): Promise<void> {
  await board.press('g', 'r')
  await board.by('scope-all').click()
}

describe('adding a number', () => {
  test('story 7: a house bill, a purchase order and a wrong check digit are each explained, and none of them is sent', async () => {
    const sentBefore = await countSentRequests()
    const rejectedNumbers: [typed: string, verdict: string][] = [
      [
        'HBL SHA-26-0457',
        'Looks like a house B/L, issued by a forwarder or NVOCC. Lines know only the master B/L above it. Keep as reference',
      ],
      [
        'PO 4500012345',
        'Looks like a purchase order between buyer and seller. Lines do not know it. Keep as reference',
      ],
    ]
    for (const [typed, verdict] of rejectedNumbers) {
      await board.typeNumber(typed)
      await eventually(() => board.textOf('number-check')).toBe(verdict)
      await board.press('Enter')
      expect(
        [await board.by('add-start').count(), await board.by('add-number').inputValue()],
        'there is no button that would send it',
      ).toEqual([0, typed])
      await board.press('Tab', 'Enter')
      await eventually(() => board.textOf('add-result')).toBe(
        `${typed} kept as reference. Now enter a number the line knows:`,
      )
      await eventually(() => board.focusedId()).toBe('add-number')
    }
    expect(await board.by('ref-chip').allInnerTexts()).toEqual(rejectedNumbers.map(([typed]) => typed))

    await board.typeNumber(`${CONTAINER.number.slice(0, 10)}7`)
    await eventually(() => board.textOf('number-check')).toContain(
      `The check digit is wrong or missing, so a character is probably mistyped or left out. With this owner and serial number it would be ${formatNumber(CONTAINER.number)}.`,
    )
    expect(await board.by('add-start').count()).toBe(0)
    await board.press('Enter')
    await eventually(async () => (await board.by('add-number').inputValue()).replaceAll(' ', '')).toBe(CONTAINER.number)
    await eventually(() => board.textOf('number-check')).toBe('Container number, check digit correct.')
    await board.by('add-start').waitFor()
    await board.press('Escape')
    await eventually(() => board.by('add-number').count()).toBe(0)
    expect(await countSentRequests()).toBe(sentBefore)
  })

  test('a container is shown as pending, then tracked with its row on the board, and adding it again opens its record', async () => {
    await openAllRequests()
    await board.typeNumber('PO 77 41')
    await board.by('save-as-reference').click()
    await board.addNumber(CONTAINER.number, CONTAINER.scac)
    await eventually(() => board.findRequest(CONTAINER.number)).toEqual({
      state: 'Checking the line',
      reason: 'The service is looking up this number at the line. Most lines respond within minutes.',
      refs: 'PO 77 41',
    })
    await eventually(() => board.findRequest(CONTAINER.number)).toMatchObject({
      state: 'Tracked',
      reason: 'Tracking 1 container.',
    })

    await board.goTo('containers')
    await board.filterText(CONTAINER.number)
    await eventually(() => board.column('number')).toEqual([formatNumber(CONTAINER.number)])
    await board.goTo('today')
    await board.typeNumber(
      `${CONTAINER.number.slice(0, 4).toLowerCase()} ${CONTAINER.number.slice(4, 10)}-${CONTAINER.number.slice(10)}`,
    )
    await eventually(() => board.textOf('number-check')).toMatch(/^This container is already tracked\. Open it/)
    expect(await board.by('add-start').count()).toBe(0)
    await board.press('Enter')
    await eventually(readPanelNumber).toBe(CONTAINER.number)
    expect(await board.by('add-number').count()).toBe(0)
  })

  test('a bill whose carrier cannot be reached says so while the service retries, and leads to its containers', async () => {
    await openAllRequests()
    await board.addNumber(SLOW_BILL.number, SLOW_BILL.scac)
    await eventually(() => board.findRequest(SLOW_BILL.number)).toMatchObject({
      state: 'Checking the line',
      reason: 'The service is looking up this number at the line. Most lines respond within minutes.',
    })
    await eventually(() => board.findRequest(SLOW_BILL.number)).toMatchObject({
      state: 'Checking the line',
      reason: 'The service could not reach the line. The service is retrying automatically, 1 of 14.',
    })
    await eventually(() => board.findRequest(SLOW_BILL.number)).toMatchObject({
      state: 'Tracked',
      reason: `Tracking ${SLOW_BILL.containers} containers.`,
    })

    await board.page.getByText(SLOW_BILL.number, { exact: true }).click()
    await board.press('Enter')
    await eventually(() => board.textOf('panel-number')).toBe(SLOW_BILL.number)
    const containers = board.by('container-lines').getByRole('button')
    await eventually(() => containers.count()).toBe(SLOW_BILL.containers)
    const [first] = await containers.allInnerTexts()
    await containers.first().click()
    await eventually(readPanelNumber).toMatch(/^[A-Z]{4}\d{7}$/)
    expect(first?.replaceAll(/\s/g, '')).toContain(await readPanelNumber())

    await board.typeNumber(SLOW_BILL.number.toLowerCase())
    await eventually(() => board.textOf('number-check')).toMatch(/^This shipment is already tracked\. Open it/)
    await board.press('Enter')
    await eventually(() => new URL(board.page.url()).hash).toMatch(/^#\/shipments\?shipment=/)
    await eventually(() => board.textOf('panel-number')).toBe(SLOW_BILL.number)
  })

  test('a number that is already tracked and is sent on purpose ends as already tracked, which is not a failure', async () => {
    await openAllRequests()
    await board.addNumber(SAME_CONTAINER.number, SAME_CONTAINER.scac)
    await board.typeNumber(SAME_CONTAINER.number)
    await eventually(() => board.textOf('number-check')).toMatch(
      /^This (number was already sent to the service|container is already tracked)\./,
    )
    await board.press('Tab', 'Tab')
    await eventually(() => board.focusedId()).toBe('track-anyway')
    await board.press('Enter')
    await board.addNumber(SAME_CONTAINER.number, SAME_CONTAINER.scac)
    await eventually(async () =>
      (await board.rows())
        .filter(({ cells }) => cells['number'] === formatNumber(SAME_CONTAINER.number))
        .map(({ cells }) => [cells['state'], cells['reason']]),
    ).toEqual([
      [
        'Already tracked',
        'Your account already tracks this number. Nothing was added. You do not have to do anything.',
      ],
      ['Tracked', 'Tracking 1 container.'],
    ])
    expect((await loadNewRequestStatuses(connected.service)).slice(-2)).toEqual([201, 422])
  })
})

describe('a request that failed', () =>
  test('shows its reason, is retried with another kind by a key, and is dismissed and restored', async () => {
    await board.addNumber(UNKNOWN_BILL.number, UNKNOWN_BILL.scac)
    await board.addNumber(CONTAINER_WITHOUT_DATA.number, CONTAINER_WITHOUT_DATA.scac)
    await board.press('g', 'r')
    await eventually(() => board.findRequest(UNKNOWN_BILL.number)).toMatchObject({
      state: 'Failed',
      reason: 'The line cannot find this number. Check number, type and line (no house B/L).',
    })
    await eventually(() => board.findRequest(CONTAINER_WITHOUT_DATA.number)).toMatchObject({
      state: 'Failed',
      reason:
        'The line no longer has data for this number. Lines drop old shipments. Check the number of a recent one.',
    })

    await board.page.getByText(UNKNOWN_BILL.number, { exact: true }).click()
    await board.press('r')
    await eventually(() => board.textOf('replaces')).toBe(
      `Replaces ${UNKNOWN_BILL.number}, ${UNKNOWN_BILL.scac}, Master B/L. The line cannot find this number. Choose another type or line.`,
    )
    expect(await board.by('add-number').inputValue()).toBe(UNKNOWN_BILL.number)
    await board.press('Escape')
    await eventually(() => board.by('add-number').count()).toBe(0)
    await board.press('e')
    await eventually(() => board.findRequest(UNKNOWN_BILL.number)).toBeNull()
    await board.press('Control+z')
    await eventually(() => board.findRequest(UNKNOWN_BILL.number)).toMatchObject({ state: 'Failed' })
  }))
