// Snapshots over a real engine and real folders: written when they are due, whole or not at all, and told when they are not.
import { chmodSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createHmac } from 'node:crypto'
import { join } from 'node:path'
import Papa from 'papaparse'
import readSheet from 'read-excel-file/node'
import ICAL from 'ical.js'
import { describe, expect, test } from 'vitest'
import type { Snapshot, SnapshotPlan } from '#contract/snapshots.ts'
import { type Files, createFiles } from '#engine/outside/files.ts'
import { createFakeClock } from '#support/fake-clock.ts'
import { type SyncedEngine, allRows, firstSweep } from '#support/synced-engine.ts'
import { type TestEngineOptions, startTestEngine, tempDir } from '#support/test-engine.ts'
import { startTrackingService } from '#support/tracking-service.ts'

const DAY_MS = 86_400_000
/** 12:00 in New York, where the engine of these tests is at home. */
const START = '2026-11-20T17:00:00Z'

const plan = (rest: Partial<SnapshotPlan> = {}): SnapshotPlan => ({
  screen: 'containers', view: 'Standard', kind: 'csv', filter: { scope: 'all' }, sort: [{ column: 'number', direction: 'asc' }], title: 'Containers',
  columns: [{ key: 'number', title: 'Container', width: 120, isNumber: false }, { key: 'lastFreeDay', title: 'LFD', width: 100, isNumber: false }, { key: 'daysLeft', title: 'In', width: 50, isNumber: true }, { key: 'verdict', title: 'Ready state', width: 200, isNumber: false }],
  words: { 'verdict ready': 'Ready!', 'column asOf': 'Data as of', 'day summary': 'LFD {number}', 'day at': 'LFD {number}, {place}', 'day asOf': 'As of {time}', 'day held': 'Holds: {holds}' },
  times: { every: 'day', at: '13:00' }, fileName: 'dated', base: 'quaywatch-all', ...rest,
})
const snapshot = (folder: string, rest: Partial<SnapshotPlan> = {}): Snapshot => ({ id: 's1', name: 'All boxes', folder, plan: plan(rest) })

async function startWith(containers: number, options: TestEngineOptions = {}): Promise<SyncedEngine> {
  const clock = createFakeClock(Date.parse(START))
  const service = startTrackingService(clock, { containers, start: START })
  const engine = await startTestEngine({ clock, handle: service.handle, ...options })
  await firstSweep(engine)
  const settings = await engine.client.call('settings.get', {})
  await engine.client.call('settings.set', { ...settings, homeZone: 'America/New_York' })
  return Object.assign(engine, { service })
}

const stateOf = async ({ client }: Pick<SyncedEngine, 'client'>) => (await client.call('snapshots.list', {}))[0]!
/** What failed is tried again after a quarter of an hour: without this bound a test had to get there within seconds of real time. */
const TRIED_AGAIN_MS = 20 * 60_000
const settled = (engine: SyncedEngine) => engine.clock.advanceUntil(async () => (await stateOf(engine)).progress === null)
const linesOf = (path: string) => Papa.parse<string[]>(readFileSync(path, 'utf8').replace(/^\ufeff/, ''), { skipEmptyLines: true }).data

/** A disk on which putting a file in its place goes wrong. */
function createStubbornFiles(): { files: Files; refuse: (error: (Error & { code: string; syscall?: string }) | null) => void; tries: () => number } {
  const files = createFiles()
  let refusal: Error | null = null
  let tries = 0
  return {
    files: { ...files, replace: (path, part, content) => {
      tries++
      return refusal ? Promise.reject(refusal) : files.replace(path, part, content)
    } },
    refuse: (error) => { refusal = error },
    tries: () => tries,
  }
}

const failing = (code: string, syscall = 'rename') => Object.assign(new Error(code), { code, syscall })

describe('a snapshot', () => {
  test('is written when it is due, with the rows of the list, its words, and the age of the data', async () => {
    const folder = tempDir()
    const engine = await startWith(120)
    await engine.client.call('snapshots.save', snapshot(folder))
    expect(await stateOf(engine)).toMatchObject({ nextRunAt: '2026-11-20T18:00:00.000Z', written: null, failure: null, progress: null })
    await engine.clock.advance(58 * 60_000)
    expect(readdirSync(folder)).toEqual([])
    await engine.clock.advanceUntil(async () => (await stateOf(engine)).written !== null)
    expect(readdirSync(folder)).toEqual(['quaywatch-all-2026-11-20.csv'])
    const rows = await allRows(engine)
    const [titles, ...lines] = linesOf(join(folder, 'quaywatch-all-2026-11-20.csv'))
    expect(titles).toEqual(['Container', 'LFD', 'In', 'Ready state', 'Data as of'])
    expect(lines.map(([number, date]) => [number, date])).toEqual(rows.map(({ number, lastFreeDay }) => [number, lastFreeDay.date ?? '']))
    expect(lines.some(([, , , verdict]) => verdict === 'Ready!')).toBe(true)
    const ages = new Set(lines.map((line) => line[4]))
    expect([ages.size, /^2026-11-20T1\d:\d\d-05:00$/.test([...ages][0]!)]).toEqual([1, true])
    expect(await stateOf(engine)).toMatchObject({ nextRunAt: '2026-11-21T18:00:00.000Z', written: { file: 'quaywatch-all-2026-11-20.csv', rows: rows.length } })
  })

  test('missed for three days is written once at the next start', async () => {
    const folder = tempDir()
    const engine = await startWith(20)
    await engine.client.call('snapshots.save', snapshot(folder))
    await engine.stop()
    await engine.clock.advance(3 * DAY_MS)
    await engine.restart()
    await engine.clock.advanceUntil(async () => (await stateOf(engine)).written !== null)
    await engine.clock.advance(10 * 60_000)
    expect(readdirSync(folder)).toEqual(['quaywatch-all-2026-11-23.csv'])
  })

  test('with one name takes the place of the one before, and as a workbook or a calendar reads as such', async () => {
    const folder = tempDir()
    const engine = await startWith(60)
    for (const kind of ['xlsx', 'ics'] as const) await engine.client.call('snapshots.save', { ...snapshot(folder, { kind, fileName: 'same' }), id: kind, name: kind })
    for (let run = 0; run < 2; run++) for (const id of ['xlsx', 'ics']) {
      await engine.client.call('snapshots.writeNow', { id })
      await engine.clock.advanceUntil(async () => (await engine.client.call('snapshots.list', {})).every(({ progress }) => progress === null))
    }
    expect(readdirSync(folder).sort()).toEqual(['quaywatch-all.ics', 'quaywatch-all.xlsx'])
    const [sheet] = await readSheet(readFileSync(join(folder, 'quaywatch-all.xlsx')), { trim: false })
    const rows = await allRows(engine)
    expect(sheet?.data.length).toBe(rows.length + 1)
    const events = new ICAL.Component(ICAL.parse(readFileSync(join(folder, 'quaywatch-all.ics'), 'utf8')) as unknown[]).getAllSubcomponents('vevent').map((event) => new ICAL.Event(event))
    const due = rows.filter(({ lastFreeDay: { date, clock } }) => date !== null && clock !== 'stopped')
    expect(events.map(({ startDate }) => startDate.toString()).sort()).toEqual(due.map(({ lastFreeDay: { date } }) => date).sort())
  })

  test('leaves what stood there, whole, while another program holds it, and takes its place once that lets go', async () => {
    const folder = tempDir()
    const { files, refuse, tries } = createStubbornFiles()
    const engine = await startWith(20, { files })
    await engine.client.call('snapshots.save', snapshot(folder, { fileName: 'same' }))
    await engine.client.call('snapshots.writeNow', { id: 's1' })
    await settled(engine)
    writeFileSync(join(folder, 'quaywatch-all.csv'), 'of yesterday')
    refuse(failing('EPERM'))
    await engine.client.call('snapshots.writeNow', { id: 's1' })
    await settled(engine)
    expect([tries() - 1, readFileSync(join(folder, 'quaywatch-all.csv'), 'utf8')]).toEqual([4, 'of yesterday'])
    expect(await stateOf(engine)).toMatchObject({ failure: { failure: { code: 'snapshots/locked', details: { path: folder } } } })
    const notices = async () => (await engine.client.call('sync.status', {})).notices.map(({ code, details }) => [code, details['snapshot']])
    expect(await notices()).toEqual([['snapshots/locked', 'All boxes']])
    refuse(null)
    await engine.clock.advanceUntil(async () => (await stateOf(engine)).failure === null, TRIED_AGAIN_MS)
    expect([readFileSync(join(folder, 'quaywatch-all.csv'), 'utf8').includes('Data as of'), await notices()]).toEqual([true, []])
  })

  test('never takes the place of a file it did not write, in another folder either, and says which one is in its way', async () => {
    const [folder, other] = [tempDir(), tempDir()]
    const engine = await startWith(20)
    writeFileSync(join(other, 'quaywatch-all.csv'), 'of somebody')
    await engine.client.call('snapshots.save', snapshot(folder, { fileName: 'same' }))
    await engine.client.call('snapshots.writeNow', { id: 's1' })
    await settled(engine)
    await engine.client.call('snapshots.save', snapshot(other, { fileName: 'same' }))
    await engine.client.call('snapshots.writeNow', { id: 's1' })
    await settled(engine)
    expect([readFileSync(join(other, 'quaywatch-all.csv'), 'utf8'), readdirSync(other)]).toEqual(['of somebody', ['quaywatch-all.csv']])
    expect(await stateOf(engine)).toMatchObject({ failure: { failure: { code: 'snapshots/other-file', details: { file: 'quaywatch-all.csv', path: other } } } })
  })

  test.each([['ENOSPC', 'write', 'snapshots/no-room'], ['EACCES', 'open', 'folders/not-writable'], ['EIO', 'fsync', 'snapshots/not-written'], ['ENOENT', 'open', 'snapshots/folder-gone']])('that fails with %s at %s says %s, once in a note, and is tried again', async (code, syscall, expected) => {
    const { files, refuse, tries } = createStubbornFiles()
    const engine = await startWith(20, { files })
    await engine.client.call('snapshots.save', snapshot(tempDir()))
    refuse(failing(code, syscall))
    await engine.client.call('snapshots.writeNow', { id: 's1' })
    await settled(engine)
    expect((await stateOf(engine)).failure?.failure.code).toBe(expected)
    const noticesOf = async () => (await engine.client.call('sync.status', {})).notices
    for (const { id, at } of await noticesOf()) await engine.client.call('sync.dismissNotice', { id, at })
    await engine.clock.advance(17 * 60_000)
    await settled(engine)
    expect([tries(), await noticesOf()]).toEqual([2, []])
  })

  test('tells of a folder that was taken away, and is written when it is back', async () => {
    const folder = join(tempDir(), 'Shared')
    mkdirSync(folder)
    const engine = await startWith(20)
    await engine.client.call('snapshots.save', snapshot(folder))
    rmSync(folder, { recursive: true })
    await engine.client.call('snapshots.writeNow', { id: 's1' })
    await settled(engine)
    expect([(await stateOf(engine)).failure?.failure.code, existsSync(folder)]).toEqual(['snapshots/folder-gone', false])
    mkdirSync(folder)
    await engine.clock.advanceUntil(async () => (await stateOf(engine)).failure === null, TRIED_AGAIN_MS)
    expect(readdirSync(folder)).toEqual(['quaywatch-all-2026-11-20.csv'])
  })

  test('of a share that hangs is given up after two minutes, and holds up neither the next one nor the end', async () => {
    const [folder, near] = [tempDir(), tempDir()]
    const files = createFiles()
    const hung = Promise.withResolvers<undefined>()
    let tries = 0
    const engine = await startWith(20, { files: { ...files, replace: async (path, part, content) => {
      if (path.startsWith(folder) && ++tries === 1) await hung.promise
      await files.replace(path, part, content)
    } } })
    await engine.client.call('snapshots.save', snapshot(folder))
    await engine.client.call('snapshots.save', { ...snapshot(near), id: 's2', name: 'z' })
    for (const id of ['s1', 's2']) await engine.client.call('snapshots.writeNow', { id })
    const atRest = () => engine.clock.advanceUntil(async () => (await engine.client.call('snapshots.list', {})).every(({ progress }) => progress === null))
    await atRest()
    expect((await engine.client.call('snapshots.list', {})).map(({ failure, written }) => [failure?.failure.code ?? null, written?.file ?? null])).toEqual([['folders/not-answering', null], [null, 'quaywatch-all-2026-11-20.csv']])
    // Two at one file would put half of the one in place when the other ends.
    await engine.client.call('snapshots.writeNow', { id: 's1' })
    await atRest()
    expect([tries, (await stateOf(engine)).failure?.failure.code]).toEqual([1, 'folders/not-answering'])
    hung.resolve(undefined)
    await engine.clock.advanceUntil(async () => (await stateOf(engine)).written !== null, TRIED_AGAIN_MS)
    expect([tries, readdirSync(folder)]).toEqual([2, ['quaywatch-all-2026-11-20.csv']])
  })

  test('of a share that hangs does not hold up the end', async () => {
    const engine = await startWith(20, { files: { ...createFiles(), replace: () => new Promise(() => undefined) } })
    await engine.client.call('snapshots.save', snapshot(tempDir()))
    await engine.client.call('snapshots.writeNow', { id: 's1' })
    await engine.stop()
  })

  test('that was removed while its place was taken leaves no note behind', async () => {
    const { files, refuse, tries } = createStubbornFiles()
    const engine = await startWith(20, { files })
    await engine.client.call('snapshots.save', snapshot(tempDir()))
    refuse(failing('EPERM'))
    await engine.client.call('snapshots.writeNow', { id: 's1' })
    await engine.clock.advanceUntil(() => tries() === 1)
    await engine.client.call('snapshots.remove', { id: 's1' })
    await engine.clock.advanceUntil(() => tries() === 4)
    await engine.clock.advance(60_000)
    expect((await engine.client.call('sync.status', {})).notices).toEqual([])
  })

  test('that was changed while it was being written is written as it is now', async () => {
    const folder = tempDir()
    const engine = await startWith(200)
    await engine.client.call('snapshots.save', snapshot(folder))
    await engine.clock.advance(1_000)
    await engine.client.call('snapshots.writeNow', { id: 's1' })
    await engine.client.call('snapshots.save', snapshot(folder, { base: 'other' }))
    await settled(engine)
    expect(readdirSync(folder)).toEqual(['other-2026-11-20.csv'])
    expect((await stateOf(engine)).written?.file).toBe('other-2026-11-20.csv')
  })

  test('that was removed while it was being written does not appear', async () => {
    const folder = tempDir()
    const engine = await startWith(200)
    await engine.client.call('snapshots.save', snapshot(folder))
    await engine.client.call('snapshots.writeNow', { id: 's1' })
    await engine.client.call('snapshots.remove', { id: 's1' })
    await engine.clock.advance(60_000)
    expect([await engine.client.call('snapshots.list', {}), readdirSync(folder)]).toEqual([[], []])
  })

  test('cut off in the middle leaves no half file, and what it left beside is gone with the next run', async () => {
    const folder = tempDir()
    writeFileSync(join(folder, '.quaywatch-s1.part'), 'half of')
    const engine = await startWith(300)
    await engine.client.call('snapshots.save', snapshot(folder))
    await engine.client.call('snapshots.writeNow', { id: 's1' })
    await engine.stop()
    expect(readdirSync(folder).filter((name) => !name.startsWith('.'))).toEqual([])
    await engine.restart()
    await engine.client.call('snapshots.writeNow', { id: 's1' })
    await settled(engine)
    expect(readdirSync(folder)).toEqual(['quaywatch-all-2026-11-20.csv'])
  })

  test('has the rights usual in its folder, not those of our own files', async () => {
    const folder = tempDir()
    await createFiles().replace(join(folder, 'a'), join(folder, '.part'), [new Uint8Array([1, 2]), new Uint8Array([3])])
    expect([[...readFileSync(join(folder, 'a'))], readdirSync(folder)]).toEqual([[1, 2, 3], ['a']])
    if (process.platform === 'win32') return
    // In a folder others write to, what lies beside it may be a link to a file of the user's.
    writeFileSync(join(folder, 'victim'), 'mine')
    symlinkSync(join(folder, 'victim'), join(folder, '.part'))
    await createFiles().replace(join(folder, 'c'), join(folder, '.part'), [new Uint8Array([7])])
    expect([readFileSync(join(folder, 'victim'), 'utf8'), [...readFileSync(join(folder, 'c'))]]).toEqual(['mine', [7]])
    if (process.getuid?.() === 0) return
    chmodSync(folder, 0o500)
    await expect(createFiles().replace(join(folder, 'b'), join(folder, '.part'), [])).rejects.toMatchObject({ code: 'EACCES' })
    chmodSync(folder, 0o700)
  })
})

describe('the file of a snapshot', () => {
  test('is of one snapshot only', async () => {
    const [folder, other] = [tempDir(), tempDir()]
    const { client } = await startTestEngine({ apiKey: null })
    const save = (id: string, to: string, rest: Partial<SnapshotPlan> = {}) => client.call('snapshots.save', { ...snapshot(to, rest), id, name: id })
    await save('a', folder)
    await expect(save('b', folder, { times: { every: 'weekday', at: '15:00' }, base: 'Quaywatch-ALL' })).rejects.toMatchObject({ code: 'snapshots/same-file', details: { name: 'a' } })
    await save('a', folder, { times: { every: 'day', at: '15:00' } })
    await save('b', folder, { kind: 'xlsx' })
    await save('c', folder, { fileName: 'same' })
    await save('d', folder, { times: { every: 'hours', hours: 4 } })
    await save('e', other, { base: 'h\u00e4fen' })
    await expect(save('f', other, { base: 'ha\u0308fen' })).rejects.toMatchObject({ code: 'snapshots/same-file', details: { name: 'e' } })
    expect((await client.call('snapshots.list', {})).map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd', 'e'])
  })
})

describe('the folder of a snapshot', () => {
  test('must be there, be picked where there is a dialog, and be none that files are taken from', async () => {
    const [folder, watched] = [tempDir(), tempDir()]
    const engine = await startTestEngine({ apiKey: null, ticketKey: 'tickets', watch: { start: () => Promise.resolve(() => Promise.resolve()) } })
    const ticketOf = (path: string) => createHmac('sha256', 'tickets').update(path).digest('hex')
    const save = (path: string, ticket: string | null) => engine.client.call('snapshots.save', { ...snapshot(path), ticket })
    await expect(save(folder, null)).rejects.toMatchObject({ code: 'folders/not-picked' })
    await expect(save(join(folder, 'none'), ticketOf(join(folder, 'none')))).rejects.toMatchObject({ code: 'folders/not-found' })
    await engine.client.call('folders.add', { path: watched, ticket: ticketOf(watched), after: 'leave', alwaysPolls: false, isRecursive: false })
    await expect(save(watched, ticketOf(watched))).rejects.toMatchObject({ code: 'snapshots/watched-folder' })
    await save(folder, ticketOf(folder))
    await engine.client.call('snapshots.save', { ...snapshot(folder), name: 'Another name' })
    expect(await engine.client.call('snapshots.list', {})).toMatchObject([{ name: 'Another name', folder }])
    await engine.client.call('snapshots.remove', { id: 's1' })
    await save(folder, null)
    await expect(engine.client.call('snapshots.writeNow', { id: 's1' })).rejects.toMatchObject({ code: 'snapshots/nothing-yet' })
    await expect(engine.client.call('snapshots.writeNow', { id: 'nobody' })).rejects.toMatchObject({ code: 'snapshots/unknown' })
  })
})
