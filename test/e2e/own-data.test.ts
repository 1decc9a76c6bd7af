// A user copies the user's own data to another computer with a file. The working hours of a terminal's gate are shown
// beside its last free days.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { eventually } from './board.ts'
import { startHost } from './host.ts'
import { FIXED_DAY, createStage, startOnFixedDay } from './stage.ts'

const stage = createStage()

describe('own data', () =>
  test('is copied to another computer in a file, with a preview before the import and an undo after it', async () => {
    const { service, host } = await startOnFixedDay({ containers: 40 })
    const board = await stage.open(host)
    await board.waitForContainers(40)
    await board.by('view-menu').click()
    await board.by('view-name').fill('My Friday')
    await board.by('view-save-as').click()
    await eventually(() => board.textOf('view-menu')).toBe('My Friday')
    const client = await host.createClient()
    const { engine } = client
    const {
      rows: [container],
    } = await engine.call('containers.list', {
      filter: { scope: 'board' },
      sort: [{ column: 'number', direction: 'asc' }],
      window: { offset: 0, limit: 1 },
    })
    await engine.call('containers.setManualLastFreeDay', {
      id: container!.id,
      manual: { date: '2026-11-22', reason: 'By phone' },
    })
    await engine.call('terminals.set', {
      place: container!.pickupPlace!,
      days: [1, 2, 3, 4, 5],
      closed: [],
      opens: null,
      closes: '16:30',
    })
    client.close()

    await board.goTo('settings')
    const [download] = await Promise.all([board.page.waitForEvent('download'), board.by('own-data-save').click()])
    expect(download.suggestedFilename()).toMatch(/^quaywatch-own-data-2026-11-20\.json$/)
    const folder = mkdtempSync(join(tmpdir(), 'quaywatch-own-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const file = join(folder, download.suggestedFilename())
    await download.saveAs(file)

    const otherHost = await startHost({ service: service.ready, now: FIXED_DAY })
    const otherBoard = await stage.open(otherHost)
    await otherBoard.waitForContainers(40)
    await otherBoard.goTo('settings')
    await otherBoard.by('own-data-file').setInputFiles(file)
    await eventually(() => otherBoard.textOf('restore-views')).toContain('1 added')
    expect(await otherBoard.textOf('restore-dates')).toContain('1 added')
    await otherBoard.by('restore-submit').click()
    await eventually(() => otherBoard.by('undo').isVisible()).toBe(true)
    await otherBoard.goTo('lfd')
    await otherBoard.filterText(container!.number)
    await eventually(async () => (await otherBoard.rows())[0]?.cells['lastFreeDay']).toMatch(/^Sun 22 Nov /)
    await otherBoard.openRow(0)
    await eventually(() => otherBoard.textOf('gate-line')).toBe(
      'LFD is Sunday; last gate day Fri 20 Nov, gate until 16:30',
    )
    await otherBoard.by('view-menu').click()
    expect(await otherBoard.textOf('view-own')).toBe('My Friday')
    await otherBoard.press('Escape')

    await otherBoard.goTo('settings')
    await otherBoard.by('go-back').first().click()
    await otherBoard.by('own-data-back-act').click()
    await otherBoard.goTo('lfd')
    await otherBoard.by('view-menu').click()
    await eventually(() => otherBoard.by('view-own').count()).toBe(0)
  }))
