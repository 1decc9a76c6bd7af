// Whether people who see little, see no colours, use a screen reader, are made ill by motion or zoom in can work with every
// screen: WCAG 2.2 AA as far as axe can tell, in a real browser against the made-up engine.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type axe from 'axe-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { OVERLAYS, SCREENS, type Scene, goToScene } from './accessibility-scenes.ts'
import type { Board } from './board.ts'
import { eventually } from './board.ts'
import type { PageOptions } from './host.ts'
import { lostWords, sidewaysScrollers } from './looks.ts'
import { setStage } from './stage.ts'

declare global {
  interface Window { axe: typeof axe }
}

const HOST = fileURLToPath(new URL('../support/fake-engine-host.ts', import.meta.url))
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const ALL_RULES: axe.RunOnly = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] }
/** All that can differ in the other theme: it changes colours and nothing else. */
const COLOUR_RULES: axe.RunOnly = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }
const themes = ['light', 'dark'] as const
const stage = setStage()
const hosts: ChildProcess[] = []

async function startMadeUp(scene: string): Promise<string> {
  const host = spawn(process.execPath, [HOST, '--rows', '7', '--scene', scene], { stdio: ['pipe', 'pipe', 'inherit'] })
  hosts.push(host)
  const [line] = (await once(createInterface({ input: host.stdout }), 'line')) as [string]
  return line
}

let url = ''
beforeAll(async () => { url = await startMadeUp('live') })
afterAll(() => { for (const host of hosts) host.kill() })

async function openAt(address: string, options: PageOptions = {}): Promise<Board> {
  const board = await stage.openAddress(address, { viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce', ...options })
  await board.page.waitForURL(/#\/\w/)
  return board
}

/** What axe calls serious or critical: the rule, and where. Run by the debugger, which no content security policy binds. */
async function findings({ page }: Board, name: string): Promise<string[]> {
  await page.mouse.move(0, 0)
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  const found: string[] = []
  for (const theme of themes) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    await eventually(() => page.evaluate(() => document.documentElement.dataset['theme'])).toBe(theme)
    const violations = await page.evaluate(async (runOnly) => {
      // What lies over a screen is judged alone: the screen below it has been.
      const layer = document.querySelector('dialog[open], .pop [role=dialog], [data-testid=detail-panel], [data-testid=search-results]')
      const { violations } = await window.axe.run(layer ?? document, { runOnly, resultTypes: ['violations'] })
      return violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ id, nodes }) => ({ id, nodes: nodes.map(({ target, any, all, html }) => `${target.join(' ')} ${[...any, ...all][0]?.message ?? ''} ${html.slice(0, 160)}`) }))
    }, theme === 'light' ? ALL_RULES : COLOUR_RULES)
    found.push(...violations.map(({ id, nodes }) => `${name}, ${theme}: ${id} ${nodes.length} times, first: ${nodes[0] ?? ''}`))
  }
  return found
}

/** Each by the name of its first: on a busy machine all of them together take longer than a test may. */
function groupsOf(scenes: readonly Scene[]): [string, readonly Scene[]][] {
  const first = scenes.filter((_, place) => place % 15 === 0)
  return first.map(({ name }, group) => [name, scenes.slice(group * 15, group * 15 + 15)])
}

describe('axe finds nothing serious or critical, light and dark', () => {
  it.each(groupsOf([...SCREENS, ...OVERLAYS]))('from %s on', async (_, scenes) => {
    const board = await openAt(url)
    const found: string[] = []
    for (const scene of scenes) {
      await goToScene(board, scene)
      found.push(...(await findings(board, scene.name)))
    }
    expect(found).toEqual([])
  })

  it('on the first run', async () => {
    const board = await openAt(await startMadeUp('first'))
    await board.by('connect').click()
    await board.by('connect-failure').waitFor()
    expect(await findings(board, 'Welcome')).toEqual([])
  })
})

/** What is taller than such a window. */
const TALL = ['container panel', 'filter menu', 'view menu', 'column menu', 'sync details', 'cheat sheet']

/** What these say is where a thing stands in two directions; WCAG 1.4.10 leaves such layouts out. */
const TWO_WAYS = ['LFD board', 'LFD calendar']

describe('at 200 % zoom', () => {
  it('no screen loses words, and none but the grid scrolls in two directions', async () => {
    // As a window of 1280 by 800 is then: half as wide and half as high, each point drawn by four.
    const board = await openAt(url, { viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 })
    const found: string[] = []
    for (const scene of [...SCREENS.filter(({ name }) => !TWO_WAYS.includes(name)), ...OVERLAYS.filter(({ name }) => TALL.includes(name))]) {
      await goToScene(board, scene)
      found.push(...[...(await lostWords(board.page)), ...(await sidewaysScrollers(board.page))].map((what) => `${scene.name}: ${what}`))
    }
    expect(found).toEqual([])
  })
})

describe('the strip over the last free days', () => {
  it('shows every tile whole beside another window', async () => {
    const board = await openAt(url, { viewport: { width: 960, height: 640 } })
    await goToScene(board, { name: 'LFD', path: 'lfd' })
    const rights = await board.page.locator('[data-testid^=tile-]').evaluateAll((tiles) => tiles.map((tile) => tile.getBoundingClientRect().right))
    expect(rights).toHaveLength(8)
    expect(Math.max(...rights)).toBeLessThanOrEqual(960)
    expect(await lostWords(board.page)).toEqual([])
  })
})

describe('whoever wants no motion', () => {
  /** What would move, by the styles that are in force and by what runs. */
  const moving = ({ page }: Board) => page.evaluate(() => {
    const styled = [...document.querySelectorAll('*')].filter((element) => [null, '::before', '::after'].some((part) => {
      const { animationName, transitionDuration, scrollBehavior } = getComputedStyle(element, part)
      return animationName !== 'none' || scrollBehavior === 'smooth' || transitionDuration.split(',').some((each) => parseFloat(each) > 0)
    }))
    return [...styled.map(({ tagName, className }) => `${tagName} ${className}`), ...document.getAnimations().map(({ id }) => `runs: ${id}`)]
  })

  it('sees none, on screens, panels, dialogs and menus', async () => {
    const board = await openAt(url)
    const found: string[] = []
    for (const name of ['Settings', 'container panel', 'Add tracking', 'palette', 'filter menu', 'sync details']) {
      await goToScene(board, [...SCREENS, ...OVERLAYS].find((scene) => scene.name === name)!)
      found.push(...(await moving(board)).map((what) => `${name}: ${what}`))
    }
    expect(found).toEqual([])
    await goToScene(board, { name: 'Settings', path: 'settings' })
    await board.page.emulateMedia({ reducedMotion: 'no-preference' })
    expect(await moving(board), 'there is something to leave out').not.toEqual([])
  })
})
