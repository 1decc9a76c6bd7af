// Whether people with low vision, without colour vision, with a screen reader, with motion sickness or with a magnified
// page can work with every screen: WCAG 2.2 AA as far as axe can check it, in a real browser.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type axe from 'axe-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Board, eventually } from './board.ts'
import { startFullAccount } from './full-account.ts'
import { type Host, type PageOptions, startHost } from './host.ts'
import { findHiddenTexts, sidewaysScrollers } from './layout-checks.ts'
import { OVERLAYS, SCREENS, type Scene, goToScene } from './scenes.ts'
import { setStage } from './stage.ts'

declare global {
  interface Window {
    axe: typeof axe
  }
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const ALL_RULES: axe.RunOnly = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] }
/** Changes the theme only; everything else stays the same. */
const COLOUR_RULES: axe.RunOnly = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }
const themes = ['light', 'dark'] as const
const stage = setStage()
let host: Host

beforeAll(async () => {
  host = await startFullAccount()
})

const open = (options: PageOptions = {}, on = host) =>
  stage.open(on, { viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce', ...options })

/**
 * The problems that axe rates serious or critical: the rule and the place. The debugger runs axe, so no content
 * security policy restricts it.
 */
async function findings({ page }: Board, name: string): Promise<string[]> {
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

/** Groups have the name of their first scene. On a busy machine all scenes together take longer than one test may. */
function groupsOf(scenes: readonly Scene[]): [string, readonly Scene[]][] {
  const first = scenes.filter((_, index) => index % 15 === 0)
  return first.map(({ name }, group) => [name, scenes.slice(group * 15, group * 15 + 15)])
}

describe('axe finds nothing serious or critical, light and dark', () => {
  test.each(groupsOf([...SCREENS, ...OVERLAYS]))('group that begins with %s', async (_, scenes) => {
    const board = await open()
    const problems: string[] = []
    for (const scene of scenes) {
      await goToScene(board, scene)
      problems.push(...(await findings(board, scene.name)))
    }
    expect(problems).toEqual([])
  })

  test('first run', async () => {
    const board = await open({}, await startHost())
    await board.by('connect').click()
    await board.by('connect-failure').waitFor()
    expect(await findings(board, 'Welcome')).toEqual([])
  })
})

/** Scenes with layers that are taller than such a window. */
const TALL = ['container panel', 'filter menu', 'view menu', 'column menu', 'sync details', 'cheat sheet']

/** Layouts whose meaning needs two directions; WCAG 1.4.10 exempts them. */
const TWO_WAYS = ['LFD board', 'LFD calendar']

describe('at 200 % zoom', () =>
  test('no screen cuts off text, and only the grid scrolls in two directions', async () => {
    // A window of 1280 by 800 at 200 %: half as wide and half as high, with two device pixels for each CSS pixel.
    const board = await open({ viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 })
    const problems: string[] = []
    for (const scene of [
      ...SCREENS.filter(({ name }) => !TWO_WAYS.includes(name)),
      ...OVERLAYS.filter(({ name }) => TALL.includes(name)),
    ]) {
      await goToScene(board, scene)
      problems.push(
        ...[...(await findHiddenTexts(board.page)), ...(await sidewaysScrollers(board.page))].map(
          (what) => `${scene.name}: ${what}`,
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
    const rights = await tiles.evaluateAll((all) => all.map((tile) => tile.getBoundingClientRect().right))
    expect(Math.max(...rights)).toBeLessThanOrEqual(960)
    expect(await findHiddenTexts(board.page)).toEqual([])
  }))

describe('with reduced motion', () => {
  /** Elements that would move, by computed styles and by running animations. */
  const moving = ({ page }: Board) =>
    page.evaluate(() => {
      const styled = [...document.querySelectorAll('*')].filter((element) =>
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
        ...styled.map(({ tagName, className }) => `${tagName} ${className}`),
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
      problems.push(...(await moving(board)).map((what) => `${name}: ${what}`))
    }
    expect(problems).toEqual([])
    await goToScene(board, { name: 'Settings', path: 'settings' })
    await board.page.emulateMedia({ reducedMotion: 'no-preference' })
    expect(await moving(board), 'there is something to leave out').not.toEqual([])
  })
})
