// A real engine writes snapshots to real folders when they are due, completely or not at all.
import { chmodSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { createHmac } from 'node:crypto'
import { join } from 'node:path'
import Papa from 'papaparse'
import readSheet from 'read-excel-file/node'
import ICAL from 'ical.js'
import { describe, expect, test } from 'vitest'
import type { SnapshotPlan } from '#contract/snapshots.ts'
import { createFiles } from '#engine/outside/files.ts'
import { loadAllRows } from '#support/synced-engine.ts'
import { startTestEngine, tempDir } from '#support/test-engine.ts'
import {
  startSyncedWith,
  createSnapshot,
  readSnapshot,
  createFilesWithFailingRenames,
  createIoError,
  waitUntilIdle,
} from '#support/snapshot-plans.ts'

const DAY_MS = 86_400_000
const readRows = (path: string) =>
  Papa.parse<string[]>(readFileSync(path, 'utf8').replace(/^\ufeff/, ''), { skipEmptyLines: true }).data

describe('a snapshot', () => {
  test('is written when it is due, with the rows of the list, its words, and the age of the data', async () => {
    const folder = tempDir()
    const engine = await startSyncedWith(120)
    await engine.client.call('snapshots.save', createSnapshot(folder))
    expect(await readSnapshot(engine)).toMatchObject({
      nextRunAt: '2026-11-20T18:00:00.000Z',
      written: null,
      failure: null,
      progress: null,
    })
    await engine.clock.advance(58 * 60_000)
    expect(readdirSync(folder)).toEqual([])
    await engine.clock.advanceUntil(async () => (await readSnapshot(engine)).written !== null)
    expect(readdirSync(folder)).toEqual(['quaywatch-all-2026-11-20.csv'])
    const rows = await loadAllRows(engine)
    const [titles, ...lines] = readRows(join(folder, 'quaywatch-all-2026-11-20.csv'))
    expect(titles).toEqual(['Container', 'LFD', 'Days', 'Readiness', 'Data as of'])
    expect(lines.map(([number, date]) => [number, date])).toEqual(
      rows.map(({ number, lastFreeDay }) => [number, lastFreeDay.date ?? '']),
    )
    expect(lines.some(([, , , verdict]) => verdict === 'Ready!')).toBe(true)
    const ages = new Set(lines.map((line) => line[4]))
    expect([ages.size, /^2026-11-20T1\d:\d\d-05:00$/.test([...ages][0]!)]).toEqual([1, true])
    expect(await readSnapshot(engine)).toMatchObject({
      nextRunAt: '2026-11-21T18:00:00.000Z',
      written: { file: 'quaywatch-all-2026-11-20.csv', rows: rows.length },
    })
  })

  test('missed for three days is written once at the next start', async () => {
    const folder = tempDir()
    const engine = await startSyncedWith(20)
    await engine.client.call('snapshots.save', createSnapshot(folder))
    await engine.stop()
    await engine.clock.advance(3 * DAY_MS)
    await engine.restart()
    await engine.clock.advanceUntil(async () => (await readSnapshot(engine)).written !== null)
    await engine.clock.advance(10 * 60_000)
    expect(readdirSync(folder)).toEqual(['quaywatch-all-2026-11-23.csv'])
  })

  test('with a fixed name replaces the previous file, also as a workbook or a calendar', async () => {
    const folder = tempDir()
    const engine = await startSyncedWith(60)
    for (const kind of ['xlsx', 'ics'] as const)
      await engine.client.call('snapshots.save', {
        ...createSnapshot(folder, { kind, fileName: 'same' }),
        id: kind,
        name: kind,
      })
    for (let run = 0; run < 2; run++)
      for (const id of ['xlsx', 'ics']) {
        await engine.client.call('snapshots.writeNow', { id })
        await engine.clock.advanceUntil(async () =>
          (await engine.client.call('snapshots.list', {})).every(({ progress }) => progress === null),
        )
      }
    expect(readdirSync(folder).sort()).toEqual(['quaywatch-all.ics', 'quaywatch-all.xlsx'])
    const [sheet] = await readSheet(readFileSync(join(folder, 'quaywatch-all.xlsx')), { trim: false })
    const rows = await loadAllRows(engine)
    expect(sheet?.data.length).toBe(rows.length + 1)
    const day = sheet!.data[0]!.indexOf('LFD')
    expect(sheet?.data.slice(1).every((row) => row[day] === null || row[day] instanceof Date)).toBe(true)
    const events = new ICAL.Component(ICAL.parse(readFileSync(join(folder, 'quaywatch-all.ics'), 'utf8')) as unknown[])
      .getAllSubcomponents('vevent')
      .map((event) => new ICAL.Event(event))
    const due = rows.filter(({ lastFreeDay: { date, clock } }) => date !== null && clock !== 'stopped')
    expect(events.map(({ startDate }) => startDate.toString()).sort()).toEqual(
      due.map(({ lastFreeDay: { date } }) => date).sort(),
    )
  })

  test('that was removed while its file existed leaves no notice', async () => {
    const { files, setRenameError, countRenames } = createFilesWithFailingRenames()
    const engine = await startSyncedWith(20, { files })
    await engine.client.call('snapshots.save', createSnapshot(tempDir()))
    setRenameError(createIoError('EPERM'))
    await engine.client.call('snapshots.writeNow', { id: 's1' })
    await engine.clock.advanceUntil(() => countRenames() === 1)
    await engine.client.call('snapshots.remove', { id: 's1' })
    await engine.clock.advanceUntil(() => countRenames() === 4)
    await engine.clock.advance(60_000)
    expect((await engine.client.call('sync.status', {})).notices).toEqual([])
  })

  test('that changed during a write is written in its new form', async () => {
    const folder = tempDir()
    const engine = await startSyncedWith(200)
    await engine.client.call('snapshots.save', createSnapshot(folder))
    await engine.clock.advance(1_000)
    await engine.client.call('snapshots.writeNow', { id: 's1' })
    await engine.client.call('snapshots.save', createSnapshot(folder, { base: 'other' }))
    await waitUntilIdle(engine)
    expect(readdirSync(folder)).toEqual(['other-2026-11-20.csv'])
    expect((await readSnapshot(engine)).written?.file).toBe('other-2026-11-20.csv')
  })

  test('that was removed during a write does not appear', async () => {
    const folder = tempDir()
    const engine = await startSyncedWith(200)
    await engine.client.call('snapshots.save', createSnapshot(folder))
    await engine.client.call('snapshots.writeNow', { id: 's1' })
    await engine.client.call('snapshots.remove', { id: 's1' })
    await engine.clock.advance(60_000)
    expect([await engine.client.call('snapshots.list', {}), readdirSync(folder)]).toEqual([[], []])
  })

  test('has the default permissions of its folder, not those of the data folder', async () => {
    const folder = tempDir()
    await createFiles().replace(join(folder, 'a'), join(folder, '.part'), [new Uint8Array([1, 2]), new Uint8Array([3])])
    expect([[...readFileSync(join(folder, 'a'))], readdirSync(folder)]).toEqual([[1, 2, 3], ['a']])
    if (process.platform === 'win32') return
    // In a shared folder, an existing name may be a link to a file of the user.
    writeFileSync(join(folder, 'user-file'), 'mine')
    symlinkSync(join(folder, 'user-file'), join(folder, '.part'))
    await createFiles().replace(join(folder, 'c'), join(folder, '.part'), [new Uint8Array([7])])
    expect([readFileSync(join(folder, 'user-file'), 'utf8'), [...readFileSync(join(folder, 'c'))]]).toEqual([
      'mine',
      [7],
    ])
    if (process.getuid?.() === 0) return
    chmodSync(folder, 0o500)
    await expect(createFiles().replace(join(folder, 'b'), join(folder, '.part'), [])).rejects.toMatchObject({
      code: 'EACCES',
    })
    chmodSync(folder, 0o700)
  })
})

describe('the file of a snapshot', () =>
  test('belongs to one snapshot only', async () => {
    const [folder, other] = [tempDir(), tempDir()]
    const { client } = await startTestEngine({ apiKey: null })
    const save = (id: string, to: string, rest: Partial<SnapshotPlan> = {}) =>
      client.call('snapshots.save', { ...createSnapshot(to, rest), id, name: id })
    await save('a', folder)
    await expect(
      save('b', folder, { times: { every: 'weekday', at: '15:00' }, base: 'Quaywatch-ALL' }),
    ).rejects.toMatchObject({ code: 'snapshots/same-file', details: { name: 'a' } })
    await save('a', folder, { times: { every: 'day', at: '15:00' } })
    await save('b', folder, { kind: 'xlsx' })
    await save('c', folder, { fileName: 'same' })
    await save('d', folder, { times: { every: 'hours', hours: 4 } })
    await save('e', other, { base: 'h\u00e4fen' })
    await expect(save('f', other, { base: 'ha\u0308fen' })).rejects.toMatchObject({
      code: 'snapshots/same-file',
      details: { name: 'e' },
    })
    expect((await client.call('snapshots.list', {})).map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd', 'e'])
  }))

describe('the folder of a snapshot', () =>
  test('must exist, must be selected in the dialog if there is one, and must not be watched', async () => {
    const [folder, watched] = [tempDir(), tempDir()]
    const engine = await startTestEngine({
      apiKey: null,
      ticketKey: 'tickets',
      watch: { start: () => Promise.resolve(() => Promise.resolve()) },
    })
    const createTicket = (path: string) => createHmac('sha256', 'tickets').update(path).digest('hex')
    const save = (path: string, ticket: string | null) =>
      engine.client.call('snapshots.save', { ...createSnapshot(path), ticket })
    await expect(save(folder, null)).rejects.toMatchObject({ code: 'folders/not-picked' })
    await expect(save(join(folder, 'none'), createTicket(join(folder, 'none')))).rejects.toMatchObject({
      code: 'folders/not-found',
    })
    await engine.client.call('folders.add', {
      path: watched,
      ticket: createTicket(watched),
      after: 'leave',
      alwaysPolls: false,
      isRecursive: false,
    })
    await expect(save(watched, createTicket(watched))).rejects.toMatchObject({ code: 'snapshots/watched-folder' })
    await save(folder, createTicket(folder))
    await engine.client.call('snapshots.save', { ...createSnapshot(folder), name: 'Another name' })
    expect(await engine.client.call('snapshots.list', {})).toMatchObject([{ name: 'Another name', folder }])
    await engine.client.call('snapshots.remove', { id: 's1' })
    await save(folder, null)
    await expect(engine.client.call('snapshots.writeNow', { id: 's1' })).rejects.toMatchObject({
      code: 'snapshots/nothing-yet',
    })
    await expect(engine.client.call('snapshots.writeNow', { id: 'unknown' })).rejects.toMatchObject({
      code: 'snapshots/unknown',
    })
  }))
