// Story 12 (docs/testing.md), "Win the D&D dispute": the last free day of a container changed twice, a hold was placed
// and removed, the fee grew, and the container was not read for one night.
import { createHash } from 'node:crypto'
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Papa from 'papaparse'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { makeFolder } from '#support/programs.ts'
import { rateTable } from '#support/rate-table.ts'
import { type Board, eventually } from './board.ts'
import { checkSums } from './check-sums.ts'
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
const NEXT_DAY = '2026-11-21T03:00:00Z'
const createFee = (amount: number) => ({ type: 'demurrage', amount, currency_code: 'USD' })

const stage = createStage()
const dataDir = makeFolder()
let world: ScriptedWorld
let container: PortContainer
let host: Host
let client: HostClient
let board: Board
/** An instant between the second and the third last free day: a whole minute, as a user can type it. */
let beforeThirdDay = ''

/** Waits until after the next whole minute of the program's clock, and returns it. Later reports have a later time. */
async function waitForWholeMinute(): Promise<string> {
  const now = async () => (await client.engine.call('sync.status', {})).now
  const minute = new Date(Math.ceil(Date.parse(await now()) / 60_000) * 60_000).toISOString()
  await vi.waitFor(async () => expect((await now()) > minute).toBe(true))
  return minute
}

const loadLastSweepAt = async () => (await client.engine.call('sync.status', {})).lastCompleteAt
/** Waits for a complete sweep that ended later than `sweepAt`. If that is null, waits for the first sweep. */
async function waitForSweepAfter(sweepAt: string | null): Promise<string> {
  // `beforeAll` is not a test, so the polling of tests (`expect.poll`) does not work there.
  return vi.waitFor(async () => {
    const now = await loadLastSweepAt()
    expect(now !== null && now > (sweepAt ?? '')).toBe(true)
    return now!
  })
}

async function report(attributes: Record<string, unknown>): Promise<void> {
  world.report(container.id, attributes)
  // The sweep in progress may have passed this container already.
  await waitForSweepAfter(await waitForSweepAfter(await loadLastSweepAt()))
}

const createCheckedAt = (hour: number) => ({
  terminal_checked_at: `2026-11-20T${String(hour).padStart(2, '0')}:30:00Z`,
})

beforeAll(async () => {
  world = await startScriptedWorld({ containers: 24, day: FIXED_DAY, rate: RATE })
  container = world.containers[0]!
  world.report(container.id, {
    ...createTerminalAttributes(FIXED_DAY, LA),
    ...createLastFreeDayAttributes('2026-11-24'),
    ...createCheckedAt(12),
    pod_discharged_at: '2026-11-14T18:00:00Z',
  })
  host = await startHost({ dataDir, service: world.service, rate: RATE, now: FIXED_DAY })
  client = await host.createClient()
  await waitForSweepAfter(null)
  await report({
    ...createLastFreeDayAttributes('2026-11-26'),
    ...createCheckedAt(13),
    holds_at_pod_terminal: [{ name: 'customs', status: 'hold', description: 'CBP EXAM' }],
  })
  beforeThirdDay = await waitForWholeMinute()
  await report({
    ...createLastFreeDayAttributes('2026-11-18'),
    ...createCheckedAt(14),
    holds_at_pod_terminal: [],
    available_for_pickup: true,
    fees_at_pod_terminal: [createFee(275)],
  })
  await report({
    ...createCheckedAt(15),
    fees_at_pod_terminal: [createFee(550)],
    current_status: 'picked_up',
    pod_full_out_at: '2026-11-20T16:00:00Z',
  })
  await client.engine.call(
    'rates.save',
    rateTable('1', { name: 'Line West tariff', tiers: [{ fromDay: 1, rate: 27_500 }] }),
  )
  // The program is closed for nine hours, so nothing is read.
  client.close()
  await host.stop()
  world.setNow(NEXT_DAY, 'runs')
  host = await startHost({ dataDir, service: world.service, rate: RATE, now: NEXT_DAY })
  client = await host.createClient()
  await waitForSweepAfter(NEXT_DAY)
})
afterAll(() => {
  client.close()
  world.close()
})

beforeEach(async () => {
  board = await stage.open(host)
  await board.waitForRows()
  await board.goTo('containers')
  await board.filterText(container.number)
  await eventually(async () => (await board.count()).shown).toBe(1)
  await board.openRow(0)
  await board.by('open-dispute').click()
  await eventually(() => board.textOf('dispute-page')).toContain('SHA-256')
})

const readRows = (section: string) =>
  board
    .by(`dispute-${section}`)
    .locator('tbody tr')
    .evaluateAll((rows) => rows.map((row) => [...row.querySelectorAll('td')].map(({ textContent }) => textContent)))

async function downloadFile(button: string): Promise<{ name: string; path: string; bytes: Buffer }> {
  const [download] = await Promise.all([board.page.waitForEvent('download'), board.by(button).click()])
  const folder = mkdtempSync(join(tmpdir(), 'quaywatch-dispute-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, download.suggestedFilename())
  await download.saveAs(path)
  return { name: download.suggestedFilename(), path, bytes: readFileSync(path) }
}

describe('story 12', () => {
  test(
    'story 12: every LFD, hold, availability and fee value has when it was first seen and its source’s time',
    STORY,
    async () => {
      const readValues = async (section: string, fieldName: string) => {
        const rows = await readRows(section)
        const firstIndex = rows.findIndex(([name]) => name === fieldName)
        const nextIndex = rows.findIndex(([name], index) => index > firstIndex && name !== '')
        return rows.slice(firstIndex, nextIndex === -1 ? undefined : nextIndex)
      }
      const days = await readValues('last-free-day', 'LFD, terminal')
      expect(days.map(([, , value]) => value)).toEqual([
        'Tue 24 Nov 2026 (Los Angeles time)',
        'Thu 26 Nov 2026 (Los Angeles time)',
        'Wed 18 Nov 2026 (Los Angeles time)',
      ])
      expect(days.map(([, , , , sourceTime]) => /2026-11-20 \d\d:\d\d UTC/.exec(sourceTime ?? '')?.[0] ?? '')).toEqual([
        '',
        '2026-11-20 13:30 UTC',
        '2026-11-20 14:30 UTC',
      ])
      for (const [, , , firstSeen] of days) expect(firstSeen).toMatch(/2026-11-20 1[78]:\d\d UTC/)
      // Each value ends when the next one is first seen, and the last one is current.
      expect(days.map(([, , , , , until]) => until)).toEqual([
        days[1]![3],
        days[2]![3],
        expect.stringMatching(/^Still current; source last checked \w{3} \d+ \w{3} \d{4} /) as string,
      ])
      expect((await readValues('hold', 'Customs hold')).map(([, , value]) => value)).toEqual([
        'Nothing reported',
        expect.stringContaining('CBP EXAM'),
        'Nothing reported',
      ])
      expect((await readValues('availability', 'Available for pickup')).map(([, , value]) => value)).toEqual([
        'no',
        'yes',
      ])
      expect((await readValues('fee', 'Demurrage')).map(([, , value]) => value)).toEqual([
        'Nothing reported',
        '$275',
        '$550',
      ])
    },
  )

  test('story 12: the page states its gaps: before the first sync, the night without a sync, and values never reported', async () => {
    const gaps = await board.textOf('dispute-gaps')
    expect(gaps).toMatch(/No records before .*2026-11-20 17:0\d UTC/)
    expect(gaps).toMatch(
      /This computer did not sync all containers between .*2026-11-20 1[78]:\d\d UTC and .*2026-11-21 03:0\d UTC/,
    )
    expect(gaps).toMatch(/Never reported in any sync: .*LFD, line.*Appointment/)
  })

  test('story 12: the page and a separate screen show the board as it was at a past instant', async () => {
    // The user types the time in the time zone of the computer, which the page also has.
    const typedInstant = await board.page.evaluate((instant) => {
      const at = new Date(instant)
      return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
    }, beforeThirdDay)
    await board.by('dispute-then-at').fill(typedInstant)
    await board.by('dispute-then-at').blur()
    // At that time the second of the three days was reported, and the hold existed.
    await eventually(() => board.textOf('dispute-then')).toContain('26 Nov 2026')
    const { pastRow } = await client.engine.call('disputes.evidence', {
      id: container.id,
      charge: 'demurrage',
      invoiceDate: null,
      at: beforeThirdDay,
    })
    expect([pastRow!.lastFreeDay.date, pastRow!.activeHolds]).toEqual(['2026-11-26', ['customs']])
    await board.by('dispute-board').click()
    await eventually(() => new URL(board.page.url()).hash).toBe(`#/past/${beforeThirdDay}`)
    await eventually(async () =>
      (await board.rows()).map(({ cells }) => cells['number']?.replaceAll(' ', '')),
    ).toContain(container.number)
  })

  test('story 12: the PDF has the checksum of the CSV, and sha256sum accepts the file of checksums', async () => {
    const csv = await downloadFile('dispute-csv')
    const csvSum = createHash('sha256').update(csv.bytes).digest('hex')
    expect(csv.name).toBe(`Quaywatch dispute ${container.number} 2026-11-20.csv`)
    const { data, errors } = Papa.parse<string[]>(new TextDecoder().decode(csv.bytes), { skipEmptyLines: true })
    expect(errors).toEqual([])
    expect(data.slice(1).every(([number]) => number === container.number)).toBe(true)
    const lfd = data.filter(([, , fieldName]) => fieldName === 'LFD, terminal')
    expect(lfd.map(([, , , , value]) => value)).toEqual(['2026-11-24', '2026-11-26', '2026-11-18'])
    const sums = await downloadFile('dispute-sums')
    copyFileSync(csv.path, join(sums.path, '..', csv.name))
    expect(checkSums(join(sums.path, '..'), sums.path)).toBe(`${csv.name}: OK\n`)
    // The browser makes its own PDF from the page that its print dialog gets.
    await board.page.evaluate(() => {
      window.print = () => {
        const sheet = document.querySelector('.print-sheet')!.cloneNode(true)
        window.setTimeout(() => {
          document.documentElement.classList.add('prints-sheet')
          document.body.append(sheet)
        }, 0)
      }
    })
    await board.by('dispute-print').click()
    await board.page.locator('.print-sheet').waitFor({ state: 'attached' })
    const { getDocumentProxy, extractText } = await import('unpdf')
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(await board.page.pdf())), {
      mergePages: true,
    })
    const pdfText = text.replaceAll(/\s/g, '')
    for (const part of [container.number, csvSum, 'CBPEXAM', 'Line West tariff', 'What is unknown'])
      expect(pdfText).toContain(part.replaceAll(/\s/g, ''))
  })

  // The last free day is Wed 18 Nov, and the pickup is on Fri 20 Nov in Los Angeles, so 2 days cost $275 each. 30 days
  // after the pickup is 20 Dec, so an invoice of 28 Dec is late. 30 days after the invoice is 27 Jan.
  test('story 12: the FMC checklist has known values and the 30-day dates, and is blank for unknown values', async () => {
    await board.by('dispute-invoice-date').fill('2026-12-28')
    await board.by('dispute-invoice-date').blur()
    await eventually(() => board.textOf('dispute-checklist')).toContain(
      'The invoice is dated more than 30 days after the last day that could be charged.',
    )
    const rows: Record<string, (string | undefined)[]> = Object.fromEntries(
      (await readRows('checklist')).map(([, item = '', value, origin]) => [item, [value, origin]]),
    )
    expect(rows).toMatchObject({
      'Container number': [container.number, 'Reported'],
      'First day of free time': ['', 'See invoice'],
      'Last day of free time': ['Wed 18 Nov 2026 (Los Angeles time)', 'Reported: Terminal'],
      'Days charged': ['2 days (calendar days)', 'Estimate from the user’s own rates'],
      Amount: ['$550', 'Reported'],
      'Estimate for comparison': ['~$550 est.', 'Estimate from the user’s own rates'],
      'Rule the rate is based on': ['Line West tariff', 'Estimate from the user’s own rates'],
      'Invoice date': ['Mon 28 Dec 2026', 'Entered by the user'],
      'Last day that could be charged': ['Fri 20 Nov 2026 (Los Angeles time)', 'Computed from other items'],
      'Deadline to issue the invoice (30 days after the last day charged)': [
        'Sun 20 Dec 2026 (Los Angeles time)',
        'Computed from other items',
      ],
      'Earliest deadline to request mitigation, refund or waiver (30 days after the invoice)': [
        'Wed 27 Jan 2027',
        'Computed from other items',
      ],
      'Statement that the charges follow the rules': ['', 'See invoice'],
    })
    expect(rows['Available from']![0]).not.toBe('')
  })
})
