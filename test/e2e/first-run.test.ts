// The first run: the user starts with an empty folder, makes common mistakes, and gets a filled board.
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { startService } from '#support/programs.ts'
import { eventually } from './board.ts'
import { type Host, startHost } from './host.ts'
import { createStage } from './stage.ts'

const stage = createStage()

describe('the first run', () => {
  test('a wrong key is explained and not stored; the right one fills the board, also after a reload', async () => {
    const service = await startService('--containers', '60', '--no-limit')
    const host = await startHost()
    const board = await stage.open(host)
    await board.page.getByRole('heading', { name: 'Connect your account' }).waitFor()
    expect(board.page.url(), 'the token does not stay in the address').not.toContain('#t=')

    await board.connect(service.ready.url, 'not-the-key')
    await eventually(() => board.textOf('connect-failure')).toMatch(
      /^The service refuses this key\. Check that you copied the whole key/,
    )
    expect(readSettings(host)).not.toContain(service.ready.url)
    expect(host.keyFiles.filter((file) => existsSync(file))).toEqual([])

    await board.connect(service.ready.url, service.ready.key)
    await board.waitForContainers(60)
    expect(readSettings(host)).toContain(service.ready.url)
    expect(readSettings(host), 'the key is in no settings file').not.toContain(service.ready.key)

    const idsBefore = await board.ids()
    await board.page.reload()
    await board.waitForContainers(60)
    expect(await board.ids()).toEqual(idsBefore)
    expect(await board.banners()).toEqual([])
  })

  test('an empty form and an invalid address are reported before any request', async () => {
    const host = await startHost()
    const board = await stage.open(host)
    await board.by('connect').click()
    expect(await board.textOf('key-missing')).toBe('Enter a key.')
    await board.connect('our tracking service', 'key')
    await eventually(() => board.textOf('connect-failure')).toMatch(
      /^Quaywatch cannot use this address\. Enter the full address/,
    )
  })
})

function readSettings({ settingsFile }: Host): string {
  return existsSync(settingsFile) ? readFileSync(settingsFile, 'utf8') : ''
}
