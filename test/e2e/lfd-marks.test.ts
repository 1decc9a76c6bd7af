// The band of a last free day fits beside the marks of its cell, in every language. Only a real browser can check it.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Locator } from 'playwright-core'
import { containers as de } from '../../src/renderer/src/features/containers/messages/de.ts'
import { containers as en } from '../../src/renderer/src/features/containers/messages/en.ts'
import { containers as es } from '../../src/renderer/src/features/containers/messages/es.ts'
import { containers as zh } from '../../src/renderer/src/features/containers/messages/zh.ts'
import { type Host, startHost } from './host.ts'
import { waitForEngine } from './wait-for-engine.ts'
import { FIXED_DAY, createStage } from './stage.ts'
import { type ScriptedWorld, createTerminalAttributes, startScriptedWorld } from './scripted-world.ts'

const messagesByLocale = { 'en-US': en, 'de-DE': de, 'es-ES': es, 'zh-CN': zh }
const LOCALES = ['en-US', 'de-DE', 'es-ES', 'zh-CN'] as const

const stage = createStage()
let world: ScriptedWorld
let host: Host

beforeAll(async () => {
  world = await startScriptedWorld({ containers: 8, day: FIXED_DAY, rate: 1 })
  const deadlines = { pickup_lfd_terminal: '2026-11-21', pickup_lfd_rail: '2026-11-20', pickup_lfd_line: '2026-11-22' }
  for (const { id } of world.containers.slice(0, 2))
    world.report(id, { ...createTerminalAttributes(FIXED_DAY, 'America/Los_Angeles'), import_deadlines: deadlines })
  host = await startHost({ service: world.service, now: FIXED_DAY })
  const { engine, close } = await host.createClient()
  await waitForEngine(async () => (await engine.call('sync.status', {})).lastCompleteAt !== null)
  // The last free day of one container has passed, and its gate is closed now.
  const { id } = world.containers[1]!
  const { row } = await engine.call('containers.get', { id })
  await engine.call('containers.setManualLastFreeDay', { id, manual: { date: '2026-11-16', reason: 'By phone' } })
  const hours = { days: [1, 2, 3, 4], closed: [], opens: null, closes: null }
  await engine.call('terminals.set', { place: row.pickupPlace!, ...hours })
  close()
})
afterAll(() => world.close())

/** How many pixels of a text of the band are cut in the cell. */
const measureCut = (cell: Locator, text: string) =>
  cell.locator('.text').evaluate((word, longest) => {
    word.textContent = longest
    return word.scrollWidth - word.clientWidth
  }, text)

test.each(
  LOCALES.flatMap((locale) => [
    [locale, 'both marks', [':has(.flag)', ':has(.dispute)', ':not(:has([data-testid=own-day]))']] as const,
    [
      locale,
      'all three marks',
      [':has([data-testid=own-day])', ':has([data-testid=gate-mark])', ':has(.dispute)'],
    ] as const,
  ]),
)('in %s the longest band fits beside %s', async (locale, _, marks) => {
  const board = await stage.open(host, { locale, viewport: { width: 1280, height: 800 } })
  await board.page.waitForURL(/#\/today/)
  await board.page.evaluate(() => {
    location.hash = '#/lfd'
  })
  const cell = board.page.locator(`[data-row] [data-key=lastFreeDay] .day${marks.join('')}`).first()
  await cell.waitFor()
  const { band, bandName } = messagesByLocale[locale]
  const texts = [bandName.tomorrow, band.shortPast.replace('{n}', '28')]
  const cuts = await Promise.all(texts.map((text) => measureCut(cell, text)))
  expect(cuts).toEqual([0, 0])
})
