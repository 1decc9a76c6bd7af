// The command palette with every command, and the status screen of the engine. Users send its report to strangers, so
// the report must not contain the key.
import type { Locator } from 'playwright-core'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startService } from '#support/programs.ts'
import { type Board, eventually } from './board.ts'
import { type Host, startHost } from './host.ts'
import { type Service, createStage } from './stage.ts'

const stage = createStage()
const KEY = 'a-key-that-nobody-else-may-see'
const CONTAINERS = 20

let service: Service
let host: Host
let board: Board
beforeAll(async () => {
  service = await startService('--no-limit', '--seed', '1', '--containers', String(CONTAINERS), '--key', KEY)
  host = await startHost({ service: { url: service.ready.url, key: KEY } })
})
beforeEach(async () => {
  board = await stage.open(host, { permissions: ['clipboard-read', 'clipboard-write'] })
  await board.by('search').waitFor()
})

const readCommands = async () =>
  (await board.by('palette').locator('[role=option]').allInnerTexts()).map((text) =>
    text.replaceAll(/\s+/g, ' ').trim(),
  )
const readClipboard = () => host.readClipboard(board)

async function openPalette(): Promise<void> {
  await board.press('Control+k')
  await eventually(() => board.focusedId()).toBe('palette-input')
}

describe('the command palette', () => {
  test('opens by a key, filters as the user types, shows the keys, and returns focus to the row on Escape', async () => {
    await board.waitForContainers(CONTAINERS)
    await board.goTo('containers')
    await board.row(2).locator('[data-key=number]').click()
    const number = (await board.rows())[2]!.cells['number']!
    const findFocusedRow = () =>
      board.page.evaluate(() => document.activeElement?.closest<HTMLElement>('[data-row]')?.dataset['row'] ?? null)
    await eventually(findFocusedRow).toBe('2')
    await openPalette()
    const allCommands = await readCommands()
    expect(allCommands.slice(0, 2).join(), 'commands for the selected row come first').toContain(number)
    await board.page.keyboard.type('reques')
    await eventually(readCommands).toContain('Go to Requests G R')
    expect((await readCommands()).length).toBeLessThan(allCommands.length)
    expect((await readCommands())[0]).toBe('Go to Requests G R')
    await board.press('Escape')
    await eventually(() => board.by('palette-input').count()).toBe(0)
    expect(await findFocusedRow()).toBe('2')
  })

  test('runs the selected command, and passes any other text to the search', async () => {
    await openPalette()
    await board.page.keyboard.type('requ')
    await board.press('Enter')
    await eventually(() => new URL(board.page.url()).hash).toBe('#/requests')
    await openPalette()
    await board.page.keyboard.type('add track')
    await board.press('Enter')
    await eventually(() => board.focusedId()).toBe('add-number')
    await board.press('Escape')
    await openPalette()
    await board.page.keyboard.type('dark')
    await board.press('Enter')
    await eventually(() => board.theme()).toBe('dark')
    await openPalette()
    await board.page.keyboard.type('zzqx 4411')
    await eventually(readCommands).toEqual(['Search for “zzqx 4411”'])
    await board.press('Enter')
    await eventually(() => board.by('search').inputValue()).toBe('zzqx 4411')
  })
})

describe('the status screen', () =>
  test('counts the requests of the last minute and the three ages, and copies a report without the key', async () => {
    await board.waitForContainers(CONTAINERS)
    await board.goTo('status')
    await eventually(async () =>
      Number(/All requests (\d+) of \d+/.exec(await board.textOf('asked'))?.[1] ?? 0),
    ).toBeGreaterThan(0)
    expect(await board.textOf('asked')).toMatch(/Syncing lists \d+/)
    for (const kind of ['service', 'terminal', 'line']) expect(await board.textOf(`ages-${kind}`)).toMatch(/\d+ fresh/)
    expect(Number(/Requests (\d+)/.exec(await board.textOf('traffic'))?.[1])).toBeGreaterThan(0)
    await board.by('copy-diagnostics').click()
    await eventually(readClipboard).toMatch(/^\[versions\]\nquaywatch: \d/)
    const report = await readClipboard()
    expect(report).toMatch(/\[requests in the last minute\]\n(?:.+\n)*general: \d+ of \d+/)
    expect(report).toMatch(/\[ages of open containers[^\]]*\]\nservice: \d+/)
    const { host: address } = new URL(service.ready.url)
    for (const secret of [KEY, KEY.slice(0, 8), address, 'MSCU', '/tmp/']) expect(report).not.toContain(secret)
  }))

describe('a toast', () => {
  test('is above a dialog that opened after it, and can be clicked there', async () => {
    await board.goTo('containers')
    await board.addNumber('HLXU8801230', 'HLCU')
    await board.by('toast-act').waitFor()
    await board.press('Control+n')
    await eventually(() => board.focusedId()).toBe('add-number')
    const isOnTop = () =>
      board.by('toast-act').evaluate((button) => {
        const { left, top, width, height } = button.getBoundingClientRect()
        return document.elementFromPoint(left + width / 2, top + height / 2) === button
      })
    await eventually(isOnTop).toBe(true)
    await board.by('toast-act').click()
    await eventually(() => new URL(board.page.url()).hash).toBe('#/requests')
  })

  test('leaves room to scroll the end of Today and of its panel above it', async () => {
    await board.page.setViewportSize({ width: 960, height: 540 })
    await board.by('decisions').locator('.row').first().waitFor()
    const message = board.page.locator('.n-message')
    const isEndAbove = async (scroller: Locator) => {
      const end = await scroller.evaluate((element) => {
        element.scrollTop = element.scrollHeight
        return element.lastElementChild!.getBoundingClientRect().bottom
      })
      return end <= (await message.boundingBox())!.y
    }
    await board.press('m')
    await message.getByTestId('undo').waitFor()
    await eventually(() => isEndAbove(board.by('today'))).toBe(true)
    await board.press('Enter')
    await board.panel().waitFor()
    await eventually(() => isEndAbove(board.panel().locator('.scroll'))).toBe(true)
  })
})
