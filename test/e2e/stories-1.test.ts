// Story 1 (docs/testing.md), never miss a last free day. Days are counted by the calendar of the terminal, on computers
// whose own calendars are a day apart.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Board, eventually, showSavedColumns } from './board.ts'
import { type Host, startHost } from './host.ts'
import { STORY, createStage } from './stage.ts'
import {
  type PortContainer,
  type ScriptedWorld,
  createTerminalAttributes,
  startScriptedWorld,
  createLastFreeDayAttributes,
} from './scripted-world.ts'

const RATE = 20
const START = '2026-10-31T20:00:00Z'
/** At any instant at least one of the two computers is on another day than the terminal. */
const HOST_ZONES = ['Pacific/Pago_Pago', 'Pacific/Kiritimati']
const LA = 'America/Los_Angeles'

/** The terminal's zone, its reported last free day, the current time, and the two texts on the board. */
const CASES: [zone: string | null, reported: string, now: string, day: string, daysLeft: string][] = [
  [LA, '2026-11-02T08:00:00Z', '2026-10-31T20:00:00Z', 'Mon 2 Nov', '2'],
  ['Asia/Shanghai', '2026-11-19T16:00:00Z', '2026-11-19T15:30:00Z', 'Fri 20 Nov', '1'],
  ['America/New_York', '2026-11-20T05:00:00Z', '2026-11-20T02:00:00Z', 'Fri 20 Nov', '1'],
  [LA, '2026-11-20T23:59:00Z', '2026-11-20T17:00:00Z', 'Fri 20 Nov', '0'],
  [LA, '2026-11-20T00:00:00Z', '2026-11-20T17:00:00Z', 'Thu 19 Nov', '−1'],
  [LA, '2026-11-20', '2026-11-20T17:00:00Z', 'Fri 20 Nov', '0'],
  [null, '2026-11-20T00:00:00Z', '2026-11-20T17:00:00Z', 'Fri 20 Nov', '0'],
  [LA, '2026-11-20T08:00:00Z', '2026-11-20T22:00:00Z', 'Fri 20 Nov', '0'],
  [LA, '2026-11-20T08:00:00Z', '2026-11-21T07:59:00Z', 'Fri 20 Nov', '0'],
  [LA, '2026-11-20T08:00:00Z', '2026-11-21T08:00:00Z', 'Fri 20 Nov', '−1'],
  [LA, '2027-03-15T07:00:00Z', '2027-03-13T20:00:00Z', 'Mon 15 Mar', '2'],
]
const INSTANTS = [...new Set(CASES.map(([, , now]) => now))]

const stage = createStage()
let world: ScriptedWorld
let hosts: Host[]
let boards: Board[]

beforeAll(async () => {
  world = await startScriptedWorld({ containers: 30, day: START, rate: RATE })
  for (const [index, [zone, reported]] of CASES.entries())
    world.report(containerAt(index).id, {
      ...createTerminalAttributes(START, zone),
      ...createLastFreeDayAttributes(reported),
    })
  hosts = await Promise.all(
    HOST_ZONES.map((zone) => startHost({ service: world.service, rate: RATE, now: START, zone })),
  )
})
beforeEach(async () => {
  boards = await Promise.all(hosts.map((host) => stage.open(host, {}, showSavedColumns)))
  await Promise.all(boards.map((board) => board.waitForRows()))
})
afterAll(() => world.close())

const containerAt = (index: number): PortContainer => world.containers[index]!
/** Finds the row of a container. Each case has its own container. */
const findRow = async (board: Board, { number }: PortContainer) =>
  (await board.rows()).find(({ cells }) => cells['number']?.replaceAll(' ', '') === number)?.cells
const readCountdown = async (board: Board, container: PortContainer) => {
  const cells = await findRow(board, container)
  return [cells?.['lastFreeDay'], cells?.['daysLeft']]
}

test(
  'story 1: the board shows the right last free day and days left for each report, on a computer in any time zone',
  STORY,
  async () => {
    for (const instant of INSTANTS) {
      world.setNow(instant, 'stopped')
      for (const [index, [, , now, day, daysLeft]] of CASES.entries()) {
        if (now !== instant) continue
        for (const board of boards)
          await eventually(() => readCountdown(board, containerAt(index))).toEqual([
            expect.stringMatching(new RegExp(`^${day}`)),
            daysLeft,
          ])
      }
    }
  },
)

test('story 1: the band changes at midnight of the terminal without a reload, and after a sleep over midnight', async () => {
  const [awakeBoard, suspendedBoard] = boards as [Board, Board]
  const container = containerAt(0)
  const readBand = async (board: Board) => (await findRow(board, container))?.['band']
  // Midnight in Los Angeles is 07:00Z on that day.
  const twoMinutesBeforeMidnight = '2027-03-20T06:58:00Z'
  world.report(container.id, {
    ...createTerminalAttributes(twoMinutesBeforeMidnight, LA),
    ...createLastFreeDayAttributes('2027-03-19'),
  })
  world.setNow(twoMinutesBeforeMidnight, 'runs')
  for (const board of boards) {
    await eventually(() => readBand(board)).toBe('Last free day today')
    await board.page.evaluate(() => {
      document.title = 'never reloaded'
    })
  }
  const suspendedPid = await hosts[1]!.findEnginePid()
  process.kill(suspendedPid, 'SIGSTOP')
  try {
    await eventually(() => readBand(awakeBoard)).toBe('1 day past LFD')
    expect(await readBand(suspendedBoard)).toBe('Last free day today')
  } finally {
    process.kill(suspendedPid, 'SIGCONT')
  }
  await eventually(() => readBand(suspendedBoard)).toBe('1 day past LFD')
  for (const board of boards) expect(await board.page.title()).toBe('never reloaded')
})

test('story 1: a discharged container without a last free day is listed and counted, not hidden', async () => {
  const [board] = boards as [Board]
  const now = '2027-03-20T17:00:00Z'
  world.setNow(now, 'stopped')
  world.report(containerAt(0).id, { ...createTerminalAttributes(now, LA), ...createLastFreeDayAttributes(null) })
  await eventually(async () => (await findRow(board, containerAt(0)))?.['band']).toBe(
    'No LFD reported · 2 d since discharge',
  )
  await eventually(() => board.readTileCount('not-assessed')).toBeGreaterThan(0)
  await board.by('tile-not-assessed').click()
  await eventually(() => findRow(board, containerAt(0))).toMatchObject({
    band: 'No LFD reported · 2 d since discharge',
  })
})
