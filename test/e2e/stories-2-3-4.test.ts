// Stories 2, 3 and 4 (docs/testing.md) with one account: the changes since the user last looked, the containers ready
// for pickup, and the holds and fees with their clocks. Each test continues with the account of the test before.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeFolder } from '#support/programs.ts'
import { type Board, eventually, showSavedColumns } from './board.ts'
import { type Host, type HostClient, startHost } from './host.ts'
import { STORY, createStage, FIXED_DAY } from './stage.ts'
import {
  type PortContainer,
  type ScriptedWorld,
  createTerminalAttributes,
  startScriptedWorld,
  createLastFreeDayAttributes,
} from './scripted-world.ts'

const RATE = 20
const LA = 'America/Los_Angeles'
const HOLD = { name: 'customs', status: 'hold', description: 'CUSTOMS EXAM' }
const createFee = (type: string, amount: number, currency_code = 'USD') => ({ type, amount, currency_code })

const stage = createStage()
const dataDir = makeFolder()
let world: ScriptedWorld
let host: Host
let client: HostClient
let board: Board

const containerAt = (index: number): PortContainer => world.containers[index]!
const createAttributes = (changes: Record<string, unknown> = {}) => ({
  ...createTerminalAttributes(FIXED_DAY, LA),
  ...createLastFreeDayAttributes('2026-11-24'),
  ...changes,
})
const formatNumber = ({ number }: PortContainer) => `${number.slice(0, 4)} ${number.slice(4, 10)} ${number.slice(10)}`
const findRows = async (container: PortContainer) =>
  (await board.rows()).filter(({ cells }) => cells['number'] === formatNumber(container)).map(({ cells }) => cells)

/** Every verdict, the attributes that cause it, and the fees beside it. Each has its own container. */
const VERDICTS: [word: string, attributes: Record<string, unknown>, fees?: string][] = [
  ['Ready', { available_for_pickup: true }],
  ['Ready, hold soon', { available_for_pickup: true, holds_at_pod_terminal: [{ ...HOLD, status: 'pending' }] }],
  ['Ready', { available_for_pickup: true, fees_at_pod_terminal: [createFee('total', 850)] }, '$850'],
  ['Ready (unverified)', { available_for_pickup: true, terminal_checked_at: '2026-11-19T09:45:00Z' }],
  ['Conflict: on hold', { available_for_pickup: true, holds_at_pod_terminal: [HOLD] }],
  ['Customs hold', { holds_at_pod_terminal: [HOLD] }],
  ['Customs hold', { availability_known: false, available_for_pickup: null, holds_at_pod_terminal: [HOLD] }],
  ['Not reported', { availability_known: false, available_for_pickup: false }],
  ['Not released', {}],
  ['Not discharged', { current_status: 'on_ship', pod_arrived_at: null, pod_discharged_at: null }],
]
const [CHANGED_FIELDS, REVERTED, CHARGED, CHARGED_IN_CAD, FIRST_VERDICT] = [0, 1, 2, 3, 4]

async function startTestHost(): Promise<void> {
  host = await startHost({ dataDir, service: world.service, rate: RATE, now: FIXED_DAY })
  client = await host.createClient()
}

beforeAll(async () => {
  world = await startScriptedWorld({ containers: 24, day: FIXED_DAY, rate: RATE })
  for (const index of [CHANGED_FIELDS, REVERTED, CHARGED, CHARGED_IN_CAD])
    world.report(containerAt(index).id, createAttributes())
  for (const [index, [, attributes]] of VERDICTS.entries())
    world.report(containerAt(FIRST_VERDICT + index).id, createAttributes(attributes))
  await startTestHost()
})
beforeEach(async () => {
  await eventually(async () => (await client.engine.call('sync.status', {})).lastCompleteAt).not.toBeNull()
  board = await stage.open(host, { permissions: ['clipboard-read', 'clipboard-write'] }, showSavedColumns)
  await board.waitForRows()
})
afterAll(() => {
  client.close()
  world.close()
})

/**
 * Waits until the containers were read this often after the call. A sweep in progress does not count, because it may
 * have read its pages before.
 */
async function waitForReads(count: number): Promise<void> {
  for (let sweep = 0; sweep <= count; sweep++) {
    const { lastCompleteAt } = await client.engine.call('sync.status', {})
    await eventually(async () => (await client.engine.call('sync.status', {})).lastCompleteAt).not.toBe(lastCompleteAt)
  }
}

describe('the changes since the user last looked', () => {
  const readFieldChanges = async () =>
    (await board.rows()).map(({ cells }) => [cells['kind'], cells['field'], cells['values']])

  test('story 2: the first sweep causes no change', async () => {
    await waitForReads(1)
    await board.goTo('changes')
    await board.by('scope-each').click()
    await eventually(() => board.textOf('empty-state')).toMatch(/^No changes yet\./)
    expect(await client.engine.call('changes.seenMark', {})).toMatchObject({ isStart: true, unseen: 0 })
  })

  test(
    'story 2: each changed field is one row with both values, when it was first seen, and the time of its source',
    STORY,
    async () => {
      const container = containerAt(CHANGED_FIELDS)
      world.report(container.id, {
        ...createLastFreeDayAttributes('2026-11-22'),
        terminal_checked_at: '2026-11-20T16:58:00Z',
        available_for_pickup: true,
        holds_at_pod_terminal: [HOLD],
        fees_at_pod_terminal: [createFee('demurrage', 275)],
        current_status: 'available',
        pod_arrived_at: '2026-11-17T09:00:00Z',
      })
      world.report(container.shipmentId, { pod_eta_at: '2026-11-26T17:00:00Z' })
      await board.goTo('changes')
      await board.by('scope-each').click()
      await eventually(() => board.textOf('unread-bar')).toMatch(/^7 changes since the first sync/)
      await waitForReads(2)
      await board.page.reload()
      await eventually(readFieldChanges).toHaveLength(7)
      expect((await readFieldChanges()).toSorted()).toEqual([
        ['Availability', 'Available for pickup', 'no → yes'],
        ['ETA', 'ETA', 'Mon 30 Nov 09:30 PST → Thu 26 Nov 09:00 PST'],
        ['Fee', 'Demurrage', 'none → $275'],
        ['Hold', 'Customs hold', 'none → Hold'],
        ['LFD', 'LFD, terminal', 'Tue 24 Nov → Sun 22 Nov'],
        ['Milestone', 'Vessel arrived', 'Wed 18 Nov 09:00 PST → Tue 17 Nov 01:00 PST'],
        ['Status', 'Status', 'At terminal → Available'],
      ])
      const { rows } = await client.engine.call('changes.list', {
        filter: { scope: 'unseen', kinds: ['last-free-day', 'hold', 'fee', 'availability'] },
        window: { offset: 0, limit: 10 },
      })
      expect(rows.map(({ sourceAt }) => sourceAt)).toEqual(Array.from({ length: 4 }, () => '2026-11-20T16:58:00.000Z'))
      for (const { seenAt } of rows) expect(seenAt).toMatch(/^2026-11-20T17:\d\d:\d\d(\.\d+)?Z$/)
    },
  )

  test('story 2: a value that returns within the hour is one row, marked as reverted', async () => {
    const container = containerAt(REVERTED)
    world.report(container.id, { location_at_pod_terminal: 'Row 2' })
    const loadNewestChange = async () =>
      (await client.engine.call('changes.list', { filter: { scope: 'unseen' }, window: { offset: 0, limit: 1 } }))
        .rows[0]
    await eventually(async () => (await loadNewestChange())?.after).toBe('"Row 2"')
    await board.goTo('changes')
    await board.by('scope-each').click()
    await eventually(() => findRows(container)).toMatchObject([{ values: 'none → Row 2' }])
    world.report(container.id, { location_at_pod_terminal: null })
    await eventually(async () => (await loadNewestChange())?.isReverted).toBe(true)
    await board.rereadList('a')
    await eventually(() => findRows(container)).toMatchObject([
      { values: expect.stringMatching(/^Row 2 → none\s*Reverted within 1 h$/) as string },
    ])
  })

  test('story 2: new changes survive a restart, one key marks them as seen, and another key undoes that', async () => {
    await board.close()
    client.close()
    // Like a power cut: nothing is closed properly.
    await host.stop('SIGKILL')
    await startTestHost()
    board = await stage.open(host)
    await board.waitForRows()
    await board.goTo('changes')
    await board.by('scope-each').click()
    await eventually(() => board.textOf('unread-bar')).toMatch(/^8 changes since the first sync/)
    await board.rereadList('a')
    await eventually(() => board.textOf('unread-bar')).toMatch(/^8 changes/)
    await board.press('e')
    await eventually(() => board.textOf('unread-bar')).toMatch(/^No changes since you last checked/)
    await board.press('Control+z')
    await eventually(() => board.textOf('unread-bar')).toMatch(/^8 changes/)
  })
})

describe('the containers that can be picked up now', () => {
  test('story 3: each container is ready, or shows what it waits for', async () => {
    for (const [index, [verdict, , fees = '']] of VERDICTS.entries())
      await eventually(async () => (await findRows(containerAt(FIRST_VERDICT + index)))[0]).toMatchObject({
        verdict,
        fees,
      })
  })

  test('story 3: the list for the trucker has the age of each check, and one key copies all of it', STORY, async () => {
    await board.press('g', 'p')
    await board.page.getByRole('grid', { name: 'Ready for pickup', exact: true }).waitFor()
    await eventually(async () => (await board.rows()).length).toBeGreaterThanOrEqual(4)
    const { shown } = await board.count()
    const rows = await board.rows()
    expect(rows).toHaveLength(shown)
    for (const { cells } of rows) expect(cells['verdict']).toMatch(/^Ready/)
    await board.grid().evaluate((grid) => {
      grid.scrollLeft = grid.scrollWidth
    })
    await eventually(() => board.column('terminalChecked')).toEqual(
      rows.map(() => expect.stringMatching(/^\d+ (min|h|d) ago$/) as string),
    )
    await board.press('c')
    await eventually(() => host.readClipboard(board)).toMatch(/^Ready for pickup\n/)
    const [, ...texts] = (await host.readClipboard(board)).split('\n\n')
    const { ready = [], unverified = [] } = Object.groupBy(rows, ({ cells }) =>
      /unverified/.test(cells['verdict'] ?? '') ? 'unverified' : 'ready',
    )
    const verifyFirst = 'Verify before dispatch'
    expect(unverified.length).toBeGreaterThan(0)
    expect(texts.map((text) => text.split(' · ')[0])).toEqual([
      ...ready.map(({ cells }) => cells['number']),
      verifyFirst,
      ...unverified.map(({ cells }) => cells['number']),
    ])
    for (const text of texts) if (text !== verifyFirst) expect(text).toMatch(/^As of .* terminal checked /m)
  })

  test('story 3: a container that was picked up leaves the list with the next sweep', async () => {
    const container = containerAt(FIRST_VERDICT)
    await board.press('g', 'p')
    await eventually(async () => (await findRows(container)).length).toBe(1)
    const { shown } = await board.count()
    world.report(container.id, { pod_full_out_at: '2026-11-20T16:59:00Z', current_status: 'picked_up' })
    await waitForReads(1)
    // No row disappears under the cursor, so the list is opened again to be up to date.
    await board.rereadList('p')
    await eventually(() => findRows(container)).toEqual([])
    expect((await board.count()).shown).toBe(shown - 1)
  })
})

describe('holds and fees', () => {
  const openCharges = async () => {
    await board.press('g', 'h')
    await board.page.getByRole('grid', { name: 'Holds & fees', exact: true }).waitFor()
  }

  test('story 4: every hold and fee is a row with its first sighting, its age and who clears it', STORY, async () => {
    const container = containerAt(CHARGED)
    world.report(container.id, {
      holds_at_pod_terminal: [HOLD, { name: 'freight', status: 'pending', description: null }],
      fees_at_pod_terminal: [createFee('demurrage', 850), createFee('exam', 120.5), createFee('total', 970.5)],
    })
    await openCharges()
    await board.filterText(container.number)
    await eventually(async () =>
      (await findRows(container))
        .map(({ name, state, amount, clearedBy }) => [name, state, amount, clearedBy])
        .toSorted(),
    ).toEqual([
      ['Customs hold', 'Hold', '', 'Broker'],
      ['Demurrage', '', '$850', ''],
      ['Exam fee', '', '$120.50', ''],
      ['Freight hold', 'Pending', '', 'Line, once paid'],
    ])
    // The total of these fees is no row, because its amount would be there twice.
    for (const { firstSeen, ageDays } of await findRows(container))
      expect([firstSeen, ageDays]).toEqual([expect.stringMatching(/\d\d:\d\d/), '0 d'])
  })

  test('story 4: there is one total for each currency, and a total beside its single fees counts once', async () => {
    for (const index of [CHARGED, CHARGED_IN_CAD])
      world.report(containerAt(index).shipmentId, { customer_name: 'Story Four Ltd' })
    world.report(containerAt(CHARGED_IN_CAD).id, { fees_at_pod_terminal: [createFee('total', 300, 'CAD')] })
    await openCharges()
    await board.filterText('Story Four')
    await eventually(() => board.textOf('totals')).toBe('Fees due: $970.50 on 1 container · CA$300 on 1 container')
  })

  test('story 4: the container with the fewest days left is first', async () => {
    await openCharges()
    await board.row(5).waitFor()
    const days = (await board.column('daysLeft'))
      .filter((text) => text !== '')
      .map((text) => Number(text.replace('−', '-')))
    expect(days.length).toBeGreaterThan(5)
    expect(days).toEqual(days.toSorted((one, other) => one - other))
  })

  test('story 4: a cleared hold leaves the list, and the changes show how long it existed', async () => {
    const container = containerAt(CHARGED)
    const countHolds = async () => (await findRows(container)).filter(({ name }) => name?.endsWith(' hold')).length
    await openCharges()
    await board.filterText(container.number)
    await eventually(countHolds).toBe(2)
    // A hold that was never read before it ended causes no change.
    await board.goTo('changes')
    await board.by('scope-each').click()
    await eventually(() => board.textOf('unread-bar')).toMatch(/^\d+ changes/)
    await board.press('e')
    await eventually(() => board.textOf('unread-bar')).toMatch(/^No changes since you last checked/)
    world.report(container.id, { holds_at_pod_terminal: [] })
    await waitForReads(1)
    await openCharges()
    await eventually(countHolds).toBe(0)
    await board.goTo('changes')
    await board.by('scope-each').click()
    await eventually(async () =>
      (await findRows(container)).map(({ field, values }) => [field, values]),
    ).toContainEqual(['Customs hold', expect.stringMatching(/^Hold → none\s*After (moments|\d+ (min|h))$/)])
  })
})
