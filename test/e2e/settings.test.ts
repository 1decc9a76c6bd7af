// Settings take effect at once and remain after a restart of the program.
import { describe, expect, test } from 'vitest'
import { type Board, eventually } from './board.ts'
import { startHost } from './host.ts'
import { createStage, startConnected } from './stage.ts'

const stage = createStage()

describe('settings', () => {
  test('the theme remains after a restart, and forgetting the key does not delete saved data', async () => {
    const { service, host, dataDir } = await startConnected(['--containers', '20'])
    const board = await stage.open(host)
    await board.waitForContainers(20)
    await board.chooseTheme('dark')
    await board.close()
    await host.stop()

    const secondHost = await startHost({ dataDir, service: service.ready })
    const secondBoard = await stage.open(secondHost)
    await eventually(() => secondBoard.theme()).toBe('dark')
    await secondBoard.waitForContainers(20)
    await secondBoard.chooseTheme('light')
    await secondBoard.by('forget-key').click()
    await eventually(() => secondBoard.textOf('sync-chip')).toMatch(/^No key · data from \d\d:\d\d$/)
    await secondBoard.goTo('lfd')
    expect(await secondBoard.banners()).toEqual(['No key: nothing syncs. Saved data stays.'])
    expect((await secondBoard.count()).all).toBe(20)
    await secondBoard.page.getByRole('button', { name: 'Enter a key' }).click()
    await secondBoard.connect(service.ready.url, service.ready.key)
    await eventually(() => secondBoard.textOf('sync-chip')).toMatch(/^(Live|Checking)/)
  })

  test('the language applies at once, on the current screen, and after a restart; until then it is the computer’s own', async () => {
    const { service, host, dataDir } = await startConnected(['--containers', '20'])
    const board = await stage.open(host)
    await board.waitForContainers(20)
    expect(await readLanguage(board)).toBe('en')
    await board.goTo('settings')
    await board.chooseLanguage('de')
    await board.by('settings-page').getByRole('heading', { name: 'Einstellungen', exact: true }).waitFor()
    await board.goTo('lfd')
    await board.page.locator('[data-row="0"][data-id]').waitFor()
    await board.close()
    await host.stop()

    const secondBoard = await stage.open(await startHost({ dataDir, service: service.ready }))
    expect(await readLanguage(secondBoard), 'from the first word on').toBe('de')
    await secondBoard.goTo('settings')
    await secondBoard.by('language-system').click()
    await eventually(() => readLanguage(secondBoard)).toBe('en')
  })

  test('a search brings the setting to the top that loads only after its name was typed', async () => {
    const { host } = await startConnected(['--containers', '20'])
    const board = await stage.open(host, { viewport: { width: 1440, height: 420 } }, typeQuietAtOnce)
    await board.waitForContainers(20)
    await board.goTo('settings')
    await eventually(() =>
      board.by('quiet-on').evaluate((box) => box.getBoundingClientRect().top < window.innerHeight / 2),
    ).toBe(true)
  })
})

/** Runs in the page: types "quiet" into the search of Settings before the engine can answer a query of the screen. */
function typeQuietAtOnce() {
  new MutationObserver((_changes, observer) => {
    const input = document.querySelector<HTMLInputElement>('[data-testid="settings-find"] input')
    if (!input) return
    observer.disconnect()
    input.value = 'quiet'
    input.dispatchEvent(new Event('input', { bubbles: true }))
  }).observe(document, { subtree: true, childList: true })
}

const readLanguage = ({ page }: Board) => page.evaluate(() => document.documentElement.lang)
