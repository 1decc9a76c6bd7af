// Settings take effect at once and remain after a restart of the program.
import { describe, expect, test } from 'vitest'
import { type Board, eventually } from './board.ts'
import { startHost } from './host.ts'
import { setStage, startConnected } from './stage.ts'

const stage = setStage()

describe('settings', () => {
  test('the theme remains after a restart, and forgetting the key does not delete saved data', async () => {
    const { service, host, dataDir } = await startConnected(['--containers', '20'])
    const board = await stage.open(host)
    await board.hasAll(20)
    await board.chooseTheme('dark')
    await board.close()
    await host.stop()

    const secondHost = await startHost({ dataDir, service: service.ready })
    const next = await stage.open(secondHost)
    await eventually(() => next.theme()).toBe('dark')
    await next.hasAll(20)
    await next.chooseTheme('light')
    await next.by('forget-key').click()
    await eventually(() => next.says('sync-chip')).toBe('No key')
    await next.goTo('lfd')
    expect(await next.banners()).toEqual(['No key: nothing syncs. Saved data stays.'])
    expect((await next.count()).all).toBe(20)
    await next.page.getByRole('button', { name: 'Enter a key' }).click()
    await next.connect(service.ready.url, service.ready.key)
    await eventually(() => next.says('sync-chip')).toMatch(/^(Live|Checking)/)
  })

  test('the language applies at once, on the current screen, and after a restart; until then it is the computer’s own', async () => {
    const { service, host, dataDir } = await startConnected(['--containers', '20'])
    const board = await stage.open(host)
    await board.hasAll(20)
    expect(await languageOf(board)).toBe('en')
    await board.goTo('settings')
    await board.speak('de')
    await board.by('settings-page').getByRole('heading', { name: 'Einstellungen', exact: true }).waitFor()
    await board.goTo('lfd')
    await board.page.locator('[data-row="0"][data-id]').waitFor()
    await board.close()
    await host.stop()

    const next = await stage.open(await startHost({ dataDir, service: service.ready }))
    expect(await languageOf(next), 'from the first word on').toBe('de')
    await next.goTo('settings')
    await next.by('language-system').click()
    await eventually(() => languageOf(next)).toBe('en')
  })
})

const languageOf = ({ page }: Board) => page.evaluate(() => document.documentElement.lang)
