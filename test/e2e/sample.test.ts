// Sample data: one click in the first run opens a full board. Every screen is marked as sample data, and a button leads
// back.
import { describe, expect, test } from 'vitest'
import type { ScreenName } from './board.ts'
import { eventually } from './board.ts'
import { startHost } from './host.ts'
import { createStage } from './stage.ts'

const stage = createStage()

describe('sample data', () =>
  test('fills the board without a key, is marked on every screen, and leads back to the first run', async () => {
    const host = await startHost()
    const board = await stage.open(host)
    await board.by('try-sample').click()
    await board.waitForRows(5)
    for (const screen of ['lfd', 'containers', 'settings'] satisfies ScreenName[]) {
      await board.goTo(screen)
      expect(await board.by('sample-mark').innerText(), screen).toMatch(/^sample$/i)
    }
    await board.page.getByText('Until you leave it, your own account does not sync.').waitFor()
    await board.page.reload()
    expect(await board.by('sample-mark').innerText()).toMatch(/^sample$/i)

    await board.page.getByRole('banner').getByRole('button', { name: 'Leave sample data' }).click()
    await eventually(() => board.by('sample-mark').count()).toBe(0)
    await board.page.getByRole('button', { name: 'Check and save' }).or(board.by('try-sample')).first().waitFor()
  }))
