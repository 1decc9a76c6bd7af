// What is chosen in Settings takes effect at once and is still there when the program is started again.
import { describe, expect, test } from 'vitest'
import { startHost } from '#support/programs.ts'
import { eventually } from './board.ts'
import { setStage, startConnected, startOnTheDay } from './stage.ts'

const stage = setStage()

describe('settings', () => {
  test('the theme stays over a restart, and forgetting the key keeps what was saved', async () => {
    const { service, host, dataDir } = await startConnected(['--containers', '20'])
    const board = await stage.open(host.ready.url)
    await board.hasAll(20)
    await board.chooseTheme('dark')
    await board.page.close()
    await host.stop()

    const again = await startHost('--data-dir', dataDir, '--service-url', service.ready.url, '--api-key', service.ready.key)
    const next = await stage.open(again.ready.url)
    await eventually(() => next.theme()).toBe('dark')
    await next.hasAll(20)
    await next.chooseTheme('light')
    await next.by('forget-key').click()
    await eventually(() => next.says('sync-chip')).toBe('No key yet')
    await next.goTo('lfd')
    expect(await next.banners()).toEqual(['No key: nothing is read. Saved data stays.'])
    expect((await next.count()).all).toBe(20)
    await next.page.getByRole('button', { name: 'Enter a key' }).click()
    await next.connect(service.ready.url, service.ready.key)
    await eventually(() => next.says('sync-chip')).toMatch(/^(Live|Checking)/)
  })

  test('the rule decides which date governs, and the bands what is soon', async () => {
    const { host } = await startOnTheDay(60)
    const board = await stage.open(host.ready.url)
    await board.hasAll(60)
    const dateOf = async (number: string) => (await board.rows()).find(({ cells }) => cells['number'] === number)?.cells['lastFreeDay']
    const disputed = (await board.rows()).find(({ cells }) => cells['sources'] === 'T 20 Nov S 23 Nov')!.cells['number']!
    expect(await dateOf(disputed)).toBe('Fri 20 Nov')
    const soonBefore = await board.tile('soon')

    await board.goTo('settings')
    await board.page.getByText('Line first', { exact: false }).click()
    await board.goTo('lfd')
    await eventually(() => dateOf(disputed)).toBe('Mon 23 Nov')

    await board.goTo('settings')
    await board.page.getByText('Earliest relevant date', { exact: true }).click()
    await board.by('band-soon').locator('input').fill('7')
    await board.by('band-soon').locator('input').press('Enter')
    await board.goTo('lfd')
    await eventually(() => board.says('tile-soon')).toMatch(/^2–7 days/)
    await eventually(() => dateOf(disputed)).toBe('Fri 20 Nov')
    expect(await board.tile('soon')).toBeGreaterThan(soonBefore)
    await board.by('tile-soon').click()
    await eventually(async () => (await board.count()).shown).toBe(await board.tile('soon'))
  })
})
