// Every screen in every language at the smallest usual size: none of our texts is cut off. The language is changed in
// the settings of a page that stays open.
import { beforeAll, expect, test } from 'vitest'
import { LANGUAGES, type Language } from '#contract/rules/language.ts'
import type { Board } from './board.ts'
import { startFullAccount } from './full-account.ts'
import type { Host } from './host.ts'
import { findTexts, findClippedTexts, measureOverflow } from './layout-checks.ts'
import { OVERLAYS, SCREENS, goToScene } from './scenes.ts'
import { setStage } from './stage.ts'

/** Columns with texts that a user acts on. */
const ESSENTIAL = [
  'number',
  'lastFreeDay',
  'daysLeft',
  'band',
  'sources',
  'verdict',
  'status',
  'masterBill',
  'eta',
  'fees',
  'holds',
  'returnBy',
  'outOn',
]
/** The folder of the screenshots for reviewers. */
const SHOTS = process.env['QUAYWATCH_SHOTS']
const stage = setStage()
let host: Host

beforeAll(async () => {
  host = await startFullAccount()
})

async function speak(board: Board, language: Language): Promise<void> {
  await goToScene(board, { name: 'Settings', path: 'settings' })
  // A filter of one walk must not apply in the next one.
  await board.page.evaluate(() => localStorage.clear())
  await board.speak(language)
}

/** The texts of each scene in English. Texts from data are the same in every language. */
let english: ReadonlyMap<string, string[]> | null = null

async function walk(language: Language): Promise<string[]> {
  const board = await stage.open(host, { viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' })
  await speak(board, language)
  const own = new Map<string, string[]>()
  const usual = english ?? own
  const found: string[] = []
  for (const scene of [...SCREENS, ...OVERLAYS]) {
    await goToScene(board, scene).catch((error: unknown) => {
      throw new Error(`${language}, ${scene.name}`, { cause: error })
    })
    if (english === null) own.set(scene.name, await findTexts(board.page))
    const cut = await findClippedTexts(board.page, usual.get(scene.name)!, ESSENTIAL)
    const wide = await measureOverflow(board.page)
    if (SHOTS) await board.page.screenshot({ path: `${SHOTS}/${language}-${scene.name}.png` })
    found.push(
      ...cut.map((words) => `${scene.name}: ${words}`),
      ...(wide > 0 ? [`${scene.name}: ${wide} px wider than the window`] : []),
    )
  }
  english ??= own
  return found
}

// One test for each language: on a busy machine all of them together take longer than one test may.
test.each(LANGUAGES)('no screen, panel, dialog or menu cuts off a text: %s', async (language) => {
  // Each other language needs the English texts, also if its test runs alone.
  const first = english === null ? await walk('en') : []
  expect([...first, ...(language === 'en' ? [] : await walk(language))]).toEqual([])
})
