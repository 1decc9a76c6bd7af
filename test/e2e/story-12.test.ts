// Product story 12, "Win the D&D dispute", in Chromium with the browser host and the service: a container whose last
// free day changed twice, whose hold was placed and removed, whose fee grew, and which was not read for one night.
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
import { STORY, setStage, THE_DAY } from './stage.ts'
import {
  type PortContainer,
  type ScriptedWorld,
  atTerminal,
  startScriptedWorld,
  terminalDate,
} from './scripted-world.ts'

const RATE = 20
const LA = 'America/Los_Angeles'
const NEXT_DAY = '2026-11-21T03:00:00Z'
const fee = (amount: number) => ({ type: 'demurrage', amount, currency_code: 'USD' })

const stage = setStage()
const dataDir = makeFolder()
let world: ScriptedWorld
let container: PortContainer
let host: Host
let client: HostClient
let board: Board
/** An instant between the second and the third last free day: a whole minute, as a user can type it. */
let between = ''

/** Resolves after the next whole minute of the program's clock. Later reports have a later time. */
async function wholeMinute(): Promise<string> {
  const now = async () => (await client.engine.call('sync.status', {})).now
  const minute = new Date(Math.ceil(Date.parse(await now()) / 60_000) * 60_000).toISOString()
  await vi.waitFor(async () => expect((await now()) > minute).toBe(true))
  return minute
}

const lastRead = async () => (await client.engine.call('sync.status', {})).lastCompleteAt
/** Waits for a complete sweep that ended later than this one; null: the first sweep. */
async function readAfter(last: string | null): Promise<string> {
  // `beforeAll` is not a test, so the polling of tests (`expect.poll`) does not work there.
  return vi.waitFor(async () => {
    const now = await lastRead()
    expect(now !== null && now > (last ?? '')).toBe(true)
    return now!
  })
}

async function report(attributes: Record<string, unknown>): Promise<void> {
  world.report(container.id, attributes)
  // The sweep in progress may have passed this container already.
  await readAfter(await readAfter(await lastRead()))
}

const checked = (hour: number) => ({ terminal_checked_at: `2026-11-20T${String(hour).padStart(2, '0')}:30:00Z` })

beforeAll(async () => {
  world = await startScriptedWorld({ containers: 24, day: THE_DAY, rate: RATE })
  container = world.containers[0]!
  world.report(container.id, {
    ...atTerminal(THE_DAY, LA),
    ...terminalDate('2026-11-24'),
    ...checked(12),
    pod_discharged_at: '2026-11-14T18:00:00Z',
  })
  host = await startHost({ dataDir, service: world.service, rate: RATE, now: THE_DAY })
  client = await host.client()
  await readAfter(null)
  await report({
    ...terminalDate('2026-11-26'),
    ...checked(13),
    holds_at_pod_terminal: [{ name: 'customs', status: 'hold', description: 'CBP EXAM' }],
  })
  between = await wholeMinute()
  await report({
    ...terminalDate('2026-11-18'),
    ...checked(14),
    holds_at_pod_terminal: [],
    available_for_pickup: true,
    fees_at_pod_terminal: [fee(275)],
  })
  await report({
    ...checked(15),
    fees_at_pod_terminal: [fee(550)],
    current_status: 'picked_up',
    pod_full_out_at: '2026-11-20T16:00:00Z',
  })
  await client.engine.call(
    'rates.save',
    rateTable('1', { name: 'Line West tariff', tiers: [{ fromDay: 1, rate: 27_500 }] }),
  )
  // Nothing is read for nine hours.
  client.close()
  await host.stop()
  world.setNow(NEXT_DAY, 'runs')
  host = await startHost({ dataDir, service: world.service, rate: RATE, now: NEXT_DAY })
  client = await host.client()
  await readAfter(NEXT_DAY)
})
afterAll(() => {
  client.close()
  world.close()
})

beforeEach(async () => {
  board = await stage.open(host)
  await board.hasRows()
  await board.goTo('containers')
  await board.filterText(container.number)
  await eventually(async () => (await board.count()).shown).toBe(1)
  await board.openRow(0)
  await board.by('open-dispute').click()
  await eventually(() => board.says('dispute-page')).toContain('SHA-256')
})

const rowsOf = (section: string) =>
  board
    .by(`dispute-${section}`)
    .locator('tbody tr')
    .evaluateAll((rows) => rows.map((row) => [...row.querySelectorAll('td')].map(({ textContent }) => textContent)))

async function download(button: string): Promise<{ name: string; path: string; bytes: Buffer }> {
  const [saved] = await Promise.all([board.page.waitForEvent('download'), board.by(button).click()])
  const folder = mkdtempSync(join(tmpdir(), 'quaywatch-dispute-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, saved.suggestedFilename())
  await saved.saveAs(path)
  return { name: saved.suggestedFilename(), path, bytes: readFileSync(path) }
}

describe('story 12', () => {
  test(
    'story 12: every LFD, hold, availability and fee value has when it was first seen and its source’s time',
    STORY,
    async () => {
      const values = async (section: string, word: string) => {
        const rows = await rowsOf(section)
        const from = rows.findIndex(([what]) => what === word)
        const until = rows.findIndex(([what], index) => index > from && what !== '')
        return rows.slice(from, until === -1 ? undefined : until)
      }
      const days = await values('last-free-day', 'LFD, terminal')
      expect(days.map(([, , value]) => value)).toEqual([
        'Tue 24 Nov 2026 (Los Angeles time)',
        'Thu 26 Nov 2026 (Los Angeles time)',
        'Wed 18 Nov 2026 (Los Angeles time)',
      ])
      expect(days.map(([, , , , asked]) => /2026-11-20 \d\d:\d\d UTC/.exec(asked ?? '')?.[0] ?? '')).toEqual([
        '',
        '2026-11-20 13:30 UTC',
        '2026-11-20 14:30 UTC',
      ])
      for (const [, , , seen] of days) expect(seen).toMatch(/2026-11-20 1[78]:\d\d UTC/)
      // Each value ends when the next one is first seen, and the last one is current.
      expect(days.map(([, , , , , until]) => until)).toEqual([
        days[1]![3],
        days[2]![3],
        expect.stringMatching(/^Still current; source last checked \w{3} \d+ \w{3} \d{4} /) as string,
      ])
      expect((await values('hold', 'Customs hold')).map(([, , value]) => value)).toEqual([
        'Nothing reported',
        expect.stringContaining('CBP EXAM'),
        'Nothing reported',
      ])
      expect((await values('availability', 'Available for pickup')).map(([, , value]) => value)).toEqual(['no', 'yes'])
      expect((await values('fee', 'Demurrage')).map(([, , value]) => value)).toEqual([
        'Nothing reported',
        '$275',
        '$550',
      ])
    },
  )

  test('story 12: gaps are stated: before the first reading, the night without readings, and values never reported', async () => {
    const gaps = await board.says('dispute-gaps')
    expect(gaps).toMatch(/No records before .*2026-11-20 17:0\d UTC/)
    expect(gaps).toMatch(
      /This computer did not sync all containers between .*2026-11-20 1[78]:\d\d UTC and .*2026-11-21 03:0\d UTC/,
    )
    expect(gaps).toMatch(/Never reported in any sync: .*LFD, line.*Appointment/)
  })

  test('story 12: the page and a separate screen show the board as it was at a past instant', async () => {
    // Typed in the time zone of the computer, which is that of the page.
    const typed = await board.page.evaluate((instant) => {
      const at = new Date(instant)
      return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
    }, between)
    await board.by('dispute-then-at').fill(typed)
    await board.by('dispute-then-at').blur()
    // The second of the three days, with its hold.
    await eventually(() => board.says('dispute-then')).toContain('26 Nov 2026')
    const { pastRow } = await client.engine.call('disputes.evidence', {
      id: container.id,
      charge: 'demurrage',
      invoiceDate: null,
      at: between,
    })
    expect([pastRow!.lastFreeDay.date, pastRow!.activeHolds]).toEqual(['2026-11-26', ['customs']])
    await board.by('dispute-board').click()
    await eventually(() => new URL(board.page.url()).hash).toBe(`#/past/${between}`)
    await eventually(async () =>
      (await board.rows()).map(({ cells }) => cells['number']?.replaceAll(' ', '')),
    ).toContain(container.number)
  })

  test('story 12: the PDF has the checksum of the CSV, and sha256sum accepts the file of checksums', async () => {
    const csv = await download('dispute-csv')
    const sum = createHash('sha256').update(csv.bytes).digest('hex')
    expect(csv.name).toBe(`Quaywatch dispute ${container.number} 2026-11-20.csv`)
    const { data, errors } = Papa.parse<string[]>(new TextDecoder().decode(csv.bytes), { skipEmptyLines: true })
    expect(errors).toEqual([])
    expect(data.slice(1).every(([number]) => number === container.number)).toBe(true)
    const lfd = data.filter(([, , what]) => what === 'LFD, terminal')
    expect(lfd.map(([, , , , value]) => value)).toEqual(['2026-11-24', '2026-11-26', '2026-11-18'])
    const sums = await download('dispute-sums')
    copyFileSync(csv.path, join(sums.path, '..', csv.name))
    expect(checkSums(join(sums.path, '..'), sums.path)).toBe(`${csv.name}: OK\n`)
    // The browser's own PDF, from the page that its print dialog gets.
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
    const plain = text.replaceAll(/\s/g, '')
    for (const part of [container.number, sum, 'CBPEXAM', 'Line West tariff', 'What is unknown'])
      expect(plain).toContain(part.replaceAll(/\s/g, ''))
  })

  // Free through Wed 18 Nov, out on Fri 20 Nov in Los Angeles: 19 and 20 = 2 days at $275. 30 days on is 20 Dec; an
  // invoice of 28 Dec is late, and 30 days after it is 27 Jan.
  test('story 12: the FMC checklist is filled in where known, with the 30-day dates, and blank where not', async () => {
    await board.by('dispute-invoice-date').fill('2026-12-28')
    await board.by('dispute-invoice-date').blur()
    await eventually(() => board.says('dispute-checklist')).toContain(
      'The invoice is dated more than 30 days after the last day that could be charged.',
    )
    const rows: Record<string, (string | undefined)[]> = Object.fromEntries(
      (await rowsOf('checklist')).map(([, item = '', value, origin]) => [item, [value, origin]]),
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
