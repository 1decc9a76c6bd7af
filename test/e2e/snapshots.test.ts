// Scheduled snapshots: set in Settings, and written by the engine without an open page, with the rows of the list.
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Papa from 'papaparse'
import { describe, expect, onTestFinished, test } from 'vitest'
import { makeFolder, startService } from '#support/programs.ts'
import { eventually } from './board.ts'
import { startHost } from './host.ts'
import { FIXED_DAY, readPort, createStage } from './stage.ts'

const stage = createStage()
/** At a higher rate a busy machine's disk would exceed the time-out for an answer. */
const RATE = 10
const AFTER_DUE_TIME = '2026-11-20T18:30:00Z'

describe('a snapshot', () =>
  test('that was due while the program was closed is written without a page, as it was set in Settings', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'quaywatch-snapshots-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const dataDir = makeFolder()
    const serviceArgs = ['--no-limit', '--clock-rate', String(RATE), '--seed', '1', '--containers', '30']
    const service = await startService(...serviceArgs, '--start', FIXED_DAY)
    const firstHost = await startHost({ dataDir, service: service.ready, rate: RATE, now: FIXED_DAY })
    const board = await stage.open(firstHost)
    await board.waitForContainers(30)
    await board.goTo('settings')
    await board.by('add-snapshot').click()
    await board.by('snapshot-folder').locator('input').fill(folder)
    await board.by('snapshot-every-hours').click()
    await board.by('snapshot-hours').locator('input').fill('1')
    await board.by('snapshot-same').click()
    await board.by('snapshot-save').click()
    await eventually(() => board.textOf('snapshot-state')).toMatch(/^Not written yet · Next: /)
    expect(readdirSync(folder)).toEqual([])
    await board.close()
    await firstHost.stop()
    await service.stop()

    // An hour and a half later, also for the service, because the program takes the time from its answers. A snapshot
    // that was due while the program was closed is written after its start.
    await startService(...serviceArgs, '--start', AFTER_DUE_TIME, '--port', String(readPort(service.ready.url)))
    const host = await startHost({ dataDir, service: service.ready, rate: RATE, now: AFTER_DUE_TIME })
    await eventually(() => readdirSync(folder)).toEqual(['quaywatch-last-free-day.csv'])
    const { data } = Papa.parse<string[]>(
      readFileSync(join(folder, 'quaywatch-last-free-day.csv'), 'utf8').replace(/^\ufeff/, ''),
      { skipEmptyLines: true },
    )
    const client = await host.createClient()
    const { total } = await client.engine.call('containers.list', {
      filter: { scope: 'board' },
      sort: [],
      window: { offset: 0, limit: 1 },
    })
    const [snapshot] = await client.engine.call('snapshots.list', {})
    client.close()
    expect([data[0]?.[0], data[0]?.at(-1)]).toEqual(['Container', 'Data as of'])
    expect(Math.abs(data.length - 1 - total)).toBeLessThanOrEqual(3)
    expect(snapshot).toMatchObject({ failure: null, written: { file: 'quaywatch-last-free-day.csv' } })
  }))
