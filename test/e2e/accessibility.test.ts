// People with low vision, without colour vision, with a screen reader, with motion sickness or with a magnified page
// can work with every screen. Checks WCAG 2.2 AA as far as axe can check it, in a real browser.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type axe from 'axe-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Board, eventually } from './board.ts'
import { startFullAccount } from './full-account.ts'
import { type Host, type PageOptions, startHost } from './host.ts'
import { findUnreachableTexts, findScrollProblems } from './layout-checks.ts'
import { OVERLAYS, SCREENS, type Scene, goToScene } from './scenes.ts'
import { createStage } from './stage.ts'

declare global {
  interface Window {
    axe: typeof axe
  }
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const ALL_RULES: axe.RunOnly = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] }
/** The rules for the second theme. A theme changes colours only. */
const COLOUR_RULES: axe.RunOnly = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }
const themes = ['light', 'dark'] as const
const stage = createStage()
let host: Host

beforeAll(async () => {
  host = await startFullAccount()
})

const open = (options: PageOptions = {}, onHost = host) =>
  stage.open(onHost, { viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce', ...options })

/**
 * Finds the problems that axe rates serious or critical, with their rule and element. The debugger runs axe, so the
 * page's content security policy does not restrict it.
 */
async function findAxeProblems({ page }: Board, name: string): Promise<string[]> {
  await page.mouse.move(0, 0)
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  const problems: string[] = []
  for (const theme of themes) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    await eventually(() => page.evaluate(() => document.documentElement.dataset['theme'])).toBe(theme)
    const violations = await page.evaluate(
      async (runOnly) => {
        // A layer over a screen is checked alone: the screen below it has its own scene.
        const layer = document.querySelector(
          'dialog[open], .pop [role=dialog], [data-testid=detail-panel], [data-testid=search-results]',
        )
        const { violations } = await window.axe.run(layer ?? document, { runOnly, resultTypes: ['violations'] })
        return violations
          .filter(({ impact }) => impact === 'serious' || impact === 'critical')
          .map(({ id, nodes }) => ({
            id,
            nodes: nodes.map(
              ({ target, any, all, html }) =>
                `${target.join(' ')} ${[...any, ...all][0]?.message ?? ''} ${html.slice(0, 160)}`,
            ),
          }))
      },
      theme === 'light' ? ALL_RULES : COLOUR_RULES,
    )
    problems.push(
      ...violations.map(({ id, nodes }) => `${name}, ${theme}: ${id} ${nodes.length} times, first: ${nodes[0] ?? ''}`),
    )
  }
  return problems
}

/** On a busy machine one group takes less time than a test may take; all scenes together would not. */
const GROUP_SIZE = 15

/** Splits the scenes into groups with the name of their first scene. */
function splitIntoGroups(scenes: readonly Scene[]): [string, readonly Scene[]][] {
  const firstScenes = scenes.filter((_, index) => index % GROUP_SIZE === 0)
  return firstScenes.map(({ name }, group) => [name, scenes.slice(group * GROUP_SIZE, (group + 1) * GROUP_SIZE)])
}

describe('axe finds nothing serious or critical, light and dark', () => {
  test.each(splitIntoGroups([...SCREENS, ...OVERLAYS]))('group that begins with %s', async (_, scenes) => {
    const board = await open()
    const problems: string[] = []
    for (const scene of scenes) {
      await goToScene(board, scene)
      problems.push(...(await findAxeProblems(board, scene.name)))
    }
    expect(problems).toEqual([])
  })

  test('first run', async () => {
    const board = await open({}, await startHost())
    await board.by('connect').click()
    await board.by('key-missing').waitFor()
    expect(await findAxeProblems(board, 'Welcome')).toEqual([])
  })
})

/** Overlays that are taller than the window of the test at 200 % zoom. */
const TALL_OVERLAYS = ['container panel', 'filter menu', 'view menu', 'column menu', 'sync details', 'cheat sheet']

/** Layouts whose meaning needs two directions; WCAG 1.4.10 exempts them. */
const TWO_DIMENSIONAL_SCREENS = ['LFD board', 'LFD calendar']

describe('at 200 % zoom', () =>
  test('no screen cuts off text, and only the grid scrolls in two directions', async () => {
    // A window of 1280 by 800 at 200 %: half as wide and half as high, with two device pixels for each CSS pixel.
    const board = await open({ viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 })
    const problems: string[] = []
    for (const scene of [
      ...SCREENS.filter(({ name }) => !TWO_DIMENSIONAL_SCREENS.includes(name)),
      ...OVERLAYS.filter(({ name }) => TALL_OVERLAYS.includes(name)),
    ]) {
      await goToScene(board, scene)
      problems.push(
        ...[...(await findUnreachableTexts(board.page)), ...(await findScrollProblems(board.page))].map(
          (problem) => `${scene.name}: ${problem}`,
        ),
      )
    }
    expect(problems).toEqual([])
  }))

describe('the strip over the last free days', () =>
  test('shows every tile whole beside another window', async () => {
    const board = await open({ viewport: { width: 960, height: 640 } })
    await goToScene(board, { name: 'LFD', path: 'lfd' })
    const tiles = board.page.locator('[data-testid^=tile-]')
    await eventually(() => tiles.count()).toBe(8)
    const rightEdges = await tiles.evaluateAll((all) => all.map((tile) => tile.getBoundingClientRect().right))
    expect(Math.max(...rightEdges)).toBeLessThanOrEqual(960)
    expect(await findUnreachableTexts(board.page)).toEqual([])
  }))

describe('with reduced motion', () => {
  /** Finds elements that would move, by computed styles and by running animations. */
  const findMovingElements = ({ page }: Board) =>
    page.evaluate(() => {
      const elementsThatMove = [...document.querySelectorAll('*')].filter((element) =>
        [null, '::before', '::after'].some((part) => {
          const { animationName, transitionDuration, scrollBehavior } = getComputedStyle(element, part)
          return (
            animationName !== 'none' ||
            scrollBehavior === 'smooth' ||
            transitionDuration.split(',').some((duration) => parseFloat(duration) > 0)
          )
        }),
      )
      return [
        ...elementsThatMove.map(({ tagName, className }) => `${tagName} ${className}`),
        ...document.getAnimations().map(({ id }) => `runs: ${id}`),
      ]
    })

  test('nothing moves on screens, panels, dialogs and menus', async () => {
    const board = await open()
    const problems: string[] = []
    for (const name of ['Settings', 'container panel', 'Add tracking', 'palette', 'filter menu', 'sync details']) {
      await goToScene(
        board,
        [...SCREENS, ...OVERLAYS].find((scene) => scene.name === name)!,
      )
      problems.push(...(await findMovingElements(board)).map((problem) => `${name}: ${problem}`))
    }
    expect(problems).toEqual([])
    await goToScene(board, { name: 'Settings', path: 'settings' })
    await board.page.emulateMedia({ reducedMotion: 'no-preference' })
    expect(await findMovingElements(board), 'without reduced motion something moves').not.toEqual([])
  })
})
