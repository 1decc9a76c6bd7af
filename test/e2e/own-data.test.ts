// A user copies the own data to another computer with a file, and the gate of a terminal is shown beside its last free
// days.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { eventually } from './board.ts'
import { startHost } from './host.ts'
import { THE_DAY, setStage, startOnTheDay } from './stage.ts'

const stage = setStage()

describe('own data', () =>
  test('is copied to another computer in a file, with a preview before the import and an undo after it', async () => {
    const { service, host } = await startOnTheDay(40)
    const board = await stage.open(host)
    await board.hasAll(40)
    await board.by('view-menu').click()
    await board.by('view-name').fill('My Friday')
    await board.by('view-save-as').click()
    await eventually(() => board.says('view-menu')).toBe('My Friday')
    const client = await host.client()
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
    const [saved] = await Promise.all([board.page.waitForEvent('download'), board.by('own-data-save').click()])
    expect(saved.suggestedFilename()).toMatch(/^quaywatch-own-data-2026-11-20\.json$/)
    const folder = mkdtempSync(join(tmpdir(), 'quaywatch-own-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const file = join(folder, saved.suggestedFilename())
    await saved.saveAs(file)

    const other = await startHost({ service: service.ready, now: THE_DAY })
    const there = await stage.open(other)
    await there.hasAll(40)
    await there.goTo('settings')
    await there.by('own-data-file').setInputFiles(file)
    await eventually(() => there.says('restore-views')).toContain('1 added')
    expect(await there.says('restore-dates')).toContain('1 added')
    await there.by('restore-submit').click()
    await eventually(() => there.by('undo').isVisible()).toBe(true)
    await there.goTo('lfd')
    await there.filterText(container!.number)
    await eventually(async () => (await there.rows())[0]?.cells['lastFreeDay']).toMatch(/^Sun 22 Nov /)
    await there.openRow(0)
    await eventually(() => there.says('gate-line')).toBe('LFD is Sunday; last gate day Fri 20 Nov, gate until 16:30')
    await there.by('view-menu').click()
    expect(await there.says('view-own')).toBe('My Friday')
    await there.press('Escape')

    await there.goTo('settings')
    await there.by('go-back').first().click()
    await there.by('own-data-back-act').click()
    await there.goTo('lfd')
    await there.by('view-menu').click()
    await eventually(() => there.by('view-own').count()).toBe(0)
  }))
