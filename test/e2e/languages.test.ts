// Every screen in every language at the smallest usual size: no word of ours is cut off. And the way from one language to
// another, in the settings of a page that stays where it is.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { LANGUAGES, type Language } from '#contract/rules/language.ts'
import { OVERLAYS, SCREENS, goToScene } from './accessibility-scenes.ts'
import type { Board } from './board.ts'
import { allWords, clippedWords, overflowOf } from './looks.ts'
import { setStage } from './stage.ts'

const HOST = fileURLToPath(new URL('../support/fake-engine-host.ts', import.meta.url))
/** Cells whose words are acted on. */
const ESSENTIAL = ['number', 'lastFreeDay', 'daysLeft', 'band', 'sources', 'verdict', 'status', 'masterBill', 'eta', 'fees', 'holds', 'returnBy', 'outOn']
const stage = setStage()
let host: ChildProcess
let url = ''

beforeAll(async () => {
  host = spawn(process.execPath, [HOST, '--rows', '7'], { stdio: ['pipe', 'pipe', 'inherit'] })
  const [line] = (await once(createInterface({ input: host.stdout! }), 'line')) as [string]
  url = line
})
afterAll(() => { host.kill() })

async function speak(board: Board, language: Language): Promise<void> {
  await goToScene(board, { name: 'Settings', path: 'settings' })
  // What was filtered in one walk is not what the next one looks for.
  await board.page.evaluate(() => { localStorage.clear() })
  await board.speak(language)
}

/** What each scene says in English: words of data are the same in every language. */
let english: ReadonlyMap<string, string[]> | null = null

async function walk(language: Language): Promise<string[]> {
  const board = await stage.openAddress(url, { viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' })
  await board.page.waitForURL(/#\/\w/)
  await speak(board, language)
  const own = new Map<string, string[]>()
  const usual = english ?? own
  const found: string[] = []
  for (const scene of [...SCREENS, ...OVERLAYS]) {
    await goToScene(board, scene).catch((error: unknown) => { throw new Error(`${language}, ${scene.name}`, { cause: error }) })
    if (english === null) own.set(scene.name, await allWords(board.page))
    const cut = await clippedWords(board.page, usual.get(scene.name)!, ESSENTIAL)
    const wide = await overflowOf(board.page)
    found.push(...cut.map((words) => `${scene.name}: ${words}`), ...(wide > 0 ? [`${scene.name}: ${wide} px wider than the window`] : []))
  }
  english ??= own
  return found
}

// A test each: on a busy machine all of them together take longer than a test may.
it.each(LANGUAGES)('no screen, panel, dialog or menu cuts a word: %s', async (language) => {
  // Whichever comes first, English goes before it.
  const first = english === null ? await walk('en') : []
  expect([...first, ...(language === 'en' ? [] : await walk(language))]).toEqual([])
})
