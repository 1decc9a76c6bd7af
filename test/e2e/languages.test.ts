// In every language no screen cuts off one of our texts at a common small window size. The language is changed in the
// settings of a page that stays open.
import { beforeAll, expect, test } from 'vitest'
import { LANGUAGES, type Language } from '#contract/rules/language.ts'
import type { Board } from './board.ts'
import { startFullAccount } from './full-account.ts'
import type { Host } from './host.ts'
import { findTexts, findCutTextsExcept, measureOverflow } from './layout-checks.ts'
import { OVERLAYS, SCREENS, goToScene } from './scenes.ts'
import { createStage } from './stage.ts'

/** Columns with texts that a user acts on. */
const ESSENTIAL_COLUMNS = [
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
  'name',
  'state',
  'clearedBy',
]
/** The folder of the screenshots for reviewers. */
const SHOTS_FOLDER = process.env['QUAYWATCH_SHOTS']
const stage = createStage()
let host: Host

beforeAll(async () => {
  host = await startFullAccount()
})

async function chooseLanguage(board: Board, language: Language): Promise<void> {
  await goToScene(board, { name: 'Settings', path: 'settings' })
  // A filter of one language's test must not apply in the next one.
  await board.page.evaluate(() => localStorage.clear())
  await board.chooseLanguage(language)
}

/** The English texts of each scene. A text that is the same in another language comes from the data. */
let englishTextsByScene: ReadonlyMap<string, string[]> | null = null

async function findLayoutProblems(language: Language): Promise<string[]> {
  const board = await stage.open(host, { viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' })
  await chooseLanguage(board, language)
  const textsByScene = new Map<string, string[]>()
  const englishTexts = englishTextsByScene ?? textsByScene
  const problems: string[] = []
  for (const scene of [...SCREENS, ...OVERLAYS]) {
    await goToScene(board, scene).catch((error: unknown) => {
      throw new Error(`${language}, ${scene.name}`, { cause: error })
    })
    if (englishTextsByScene === null) textsByScene.set(scene.name, await findTexts(board.page))
    const clippedTexts = await findCutTextsExcept(board.page, englishTexts.get(scene.name)!, ESSENTIAL_COLUMNS)
    const overflowPx = await measureOverflow(board.page)
    if (SHOTS_FOLDER) await board.page.screenshot({ path: `${SHOTS_FOLDER}/${language}-${scene.name}.png` })
    problems.push(
      ...clippedTexts.map((text) => `${scene.name}: ${text}`),
      ...(overflowPx > 0 ? [`${scene.name}: ${overflowPx} px wider than the window`] : []),
    )
  }
  englishTextsByScene ??= textsByScene
  return problems
}

// One test for each language: on a busy machine all of them together take longer than one test may.
test.each(LANGUAGES)('no screen, panel, dialog or menu cuts off a text: %s', async (language) => {
  // Each other language needs the English texts, also if its test runs alone.
  const englishProblems = englishTextsByScene === null ? await findLayoutProblems('en') : []
  expect([...englishProblems, ...(language === 'en' ? [] : await findLayoutProblems(language))]).toEqual([])
})
