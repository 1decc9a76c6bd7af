// The seed: a new desktop begins with a copy of the leader's mirror, and has the same rows as one that reads the feed.
import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, inject, test } from 'vitest'
import { type ReadableDb, createEmptyFiles, migrations, openConnection } from '#engine/db/open.ts'
import { installPreparedMirror, preparedMirrorPath } from '#engine/db/prepared-mirror.ts'
import { runAtOnce } from '#engine/db/slices.ts'
import type { Write } from '#engine/db/write.ts'
import { createFiles } from '#engine/outside/files.ts'
import { loadSettings, saveManualDate, saveSettings } from '#engine/settings/store.ts'
import { raiseOwnRevision } from '#engine/settings/own.ts'
import { saveCorrection } from '#engine/mirror/edits/store.ts'
import { indexOwnTexts, projectContainers } from '#engine/mirror/containers/store.ts'
import { canWriteSeed, hasOwnChanges } from '#engine/mirror/seed/write.ts'
import { LEFT_OUT, SEED_TABLES } from '#engine/mirror/seed/tables.ts'
import { OWN_TRIGGER, changeSeed } from '#support/changed-seed.ts'
import { MIRROR_NOW, container, shipment } from '#support/mirror.ts'
import { MAIN, endLease, lead, readValue } from '#support/office-calls.ts'
import { compareDumps } from '#support/dumps.ts'
import {
  Crash,
  type Desktop,
  dumpAges,
  dumpMirror,
  openDesktop,
  readEvents,
  readRecords,
} from '#support/office-desktop.ts'
import { createOffice } from '#support/office.ts'
import { createSweep } from '#support/sweeps.ts'
import { tempDir } from '#support/test-engine.ts'

const HOUR_MS = 3_600_000
const at = (minutes: number) => new Date(Date.parse(MIRROR_NOW) + minutes * 60_000).toISOString()
const hold = (name: string) => ({ holds_at_pod_terminal: [{ name, status: 'hold', description: null }] })
const makeContainer = (id: string, attributes: Record<string, unknown> = {}) =>
  container(id, `MSCU${id}`, 's1', attributes)
const event = { type: 'transport_event', id: 'e1', attributes: { event: 'vessel_loaded' }, relationships: {} }

/** An office with a leader that has read two sweeps, and desktops that join it. */
async function openOffice() {
  const office = await createOffice(inject('officeTemplates'))
  const folder = tempDir()
  const open = async (name: 'lea' | 'leo' | 'rita', canBegin = false): Promise<Desktop> =>
    openDesktop({ connection: await office.connectAs(name), space: MAIN, folder: `${folder}/${name}`, canBegin })
  const leaConnection = await office.connectAs('lea')
  const lea = openDesktop({ connection: leaConnection, space: MAIN, folder: `${folder}/lea` })
  lea.fence = await lead(leaConnection)
  await lea.runUntilIdle()
  const containers = Array.from({ length: 120 }, (_, n) => makeContainer(String(n)))
  lea.read([shipment('s1'), ...containers], { requestSeq: 1, readAt: at(0) })
  lea.read([makeContainer('1', hold('customs')), makeContainer('2', { pod_timezone: null })], {
    requestSeq: 2,
    readAt: at(10),
  })
  readEvents(lea.write, '1', [event], at(20))
  lea.write((db) => saveCorrection(db, 'd1', 'invoice_number', 'K-119'))
  createSweep(lea.write, at(30), { missed: ['7'] })
  await lea.runUntilIdle()
  expect(await lea.beat()).toBe(true)
  return { ...office, folder, lea, open }
}

/** A note and a date of the leader's user. */
function addOwnData(write: Write): void {
  write((db) => {
    db.run(
      `INSERT INTO own_note (id, container_id, text, at, changed_at) VALUES ('n1', '3', 'SECRET', ?, ?)`,
      at(0),
      at(0),
    )
    saveManualDate(db, '4', { date: '2026-12-24', reason: 'PRIVATE', setAt: at(0), reportedThen: '' })
    raiseOwnRevision(db)
  })
  write((db) => {
    indexOwnTexts(db, ['3'])
    projectContainers(db, ['4'])
  })
}

const dumpEverything = (db: ReadableDb) => ({
  ...dumpMirror(db),
  ages: dumpAges(db),
  missed: db.column<string>('SELECT id FROM seen JOIN res USING (key) WHERE missing_count = 1'),
  corrections: db.column<string>('SELECT value FROM correction'),
})

test('a desktop that begins with a seed has the rows of one that reads the feed', async () => {
  const { lea, open } = await openOffice()
  addOwnData(lea.write)
  expect(await lea.makeSeed()).toBe(HOUR_MS)
  // What follows the seed.
  lea.read([makeContainer('5', hold('usda')), makeContainer('200')], { requestSeq: 3, readAt: at(40) })
  await lea.runUntilIdle()
  const [leo, rita] = [await open('leo', true), await open('rita')]
  await leo.runUntilIdle()
  expect([leo.hasSeed, leo.db.value('SELECT count(*) FROM res')]).toEqual([true, 0])
  await leo.startWithSeed()
  expect(leo.db.value('SELECT count(*) FROM container_row')).toBe(120)
  for (const desktop of [leo, rita]) await desktop.runUntilIdle()
  expect(compareDumps(dumpEverything(rita.db), dumpEverything(leo.db))).toEqual([])
  expect(leo.db.value('SELECT count(*) FROM container_row')).toBe(121)
})

const useZone = (homeZone: string) => (write: Write) =>
  write((db) => saveSettings(db, { ...loadSettings(db), homeZone }))

test('a desktop with another home zone rebuilds the rows without a zone', async () => {
  const { lea, folder, connectAs } = await openOffice()
  await lea.makeSeed()
  const open = async (name: 'leo' | 'rita', canBegin: boolean) =>
    openDesktop({
      connection: await connectAs(name),
      space: MAIN,
      folder: `${folder}/${name}`,
      canBegin,
      before: useZone('Asia/Tokyo'),
    })
  const [leo, rita] = [await open('leo', true), await open('rita', false)]
  await leo.runUntilIdle()
  await leo.startWithSeed()
  for (const desktop of [leo, rita]) await desktop.runUntilIdle()
  expect(compareDumps(dumpMirror(rita.db), dumpMirror(leo.db))).toEqual([])
  expect(leo.db.column(`SELECT id FROM container_row WHERE today_zone = 'Asia/Tokyo'`)).toEqual(['2'])
})

test('a desktop that begins with a seed keeps what its own user wrote', async () => {
  const { lea, folder, connectAs } = await openOffice()
  await lea.makeSeed()
  const connection = await connectAs('leo')
  const before = (write: Write) =>
    write((db) => {
      saveManualDate(db, '4', { date: '2026-12-24', reason: 'our word', setAt: at(0), reportedThen: '' })
    })
  const leo = openDesktop({ connection, space: MAIN, folder: `${folder}/leo`, canBegin: true, before })
  await leo.runUntilIdle()
  await leo.startWithSeed()
  expect(leo.db.get(`SELECT lfd_date, lfd_source FROM container_row WHERE id = '4'`)).toEqual({
    lfd_date: '2026-12-24',
    lfd_source: 'manual',
  })
})

test('a seed has nothing of the leader’s user, and nothing that its computer has to do', async () => {
  const { lea, open } = await openOffice()
  addOwnData(lea.write)
  await lea.makeSeed()
  const leo = await open('leo', true)
  await leo.runUntilIdle()
  const file = readFileSync(preparedMirrorPath(leo.folder))
  for (const word of ['SECRET', 'PRIVATE', 'secret', 'private']) expect(file.includes(word)).toBe(false)
  const seed = new Database(preparedMirrorPath(leo.folder), { readonly: true })
  const tables = LEFT_OUT.filter((name) => name !== 'search_due')
  for (const name of tables) expect(seed.prepare(`SELECT count(*) FROM ${name}`).pluck().get(), name).toBe(0)
  expect(seed.prepare(`SELECT key FROM meta WHERE key IN ('mirror_id', 'closed_clean')`).all()).toEqual([])
  seed.close()
})

test('every table of a mirror is in a seed or is left out on purpose', () => {
  const { raw } = openConnection(':memory:', '')
  const sql = `SELECT name FROM mirror.sqlite_schema
    WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT GLOB 'search_[oc]*_*'`
  const names = raw.prepare(sql).pluck().all() as string[]
  expect([...SEED_TABLES.map(({ name }) => name), ...LEFT_OUT].toSorted()).toEqual(names.toSorted())
})

test.each([
  ['has a damaged part', `UPDATE office.seed SET body = 'AAAA' || substr(body, 5) WHERE n = 1`],
  ['has another part than its sum says', `UPDATE office.seed SET body = replace(body, '"sha256":"', '"sha256":"0')`],
  ['lacks a part', 'DELETE FROM office.seed WHERE n = 1'],
  ['lacks what describes it', `UPDATE office.seed SET body = 'facts' WHERE n = 0`],
  ['is of another version', `UPDATE office.seed SET body = replace(body, '"version":"', '"version":"1')`],
  ['has rows of another rule', `UPDATE office.seed SET body = replace(body, 'earliest', 'line')`],
  ['is newer than the feed', `UPDATE office.seed SET body = replace(body, '"cursor":', '"cursor":9')`],
])('a desktop follows the feed from its beginning if the seed %s', async (_, sql) => {
  const { lea, owner, open } = await openOffice()
  await lea.makeSeed()
  await owner.query(sql)
  const leo = await open('leo', true)
  await leo.runUntilIdle()
  expect([leo.hasSeed, existsSync(preparedMirrorPath(leo.folder))]).toEqual([false, false])
  expect(compareDumps(dumpMirror(lea.db), dumpMirror(leo.db))).toEqual([])
})

test('a connection that ends during the download is no reason against the seed', async () => {
  const { lea, open } = await openOffice()
  await lea.makeSeed()
  const leo = await open('leo', true)
  for (let steps = 1; !leo.hasSeed; steps++) await leo.turn({ kind: 'lost', steps }).catch(() => undefined)
  await leo.startWithSeed()
  await leo.runUntilIdle()
  expect(compareDumps(dumpMirror(lea.db), dumpMirror(leo.db))).toEqual([])
})

test('a desktop that had something before the office reads the feed', async () => {
  const { lea, folder, connectAs } = await openOffice()
  await lea.makeSeed()
  const before = (write: Write) => readRecords(write, [makeContainer('7')], { requestSeq: 1, readAt: at(-9) })
  const connection = await connectAs('leo')
  const leo = openDesktop({ connection, space: MAIN, folder: `${folder}/leo`, canBegin: true, before })
  await leo.runUntilIdle()
  expect([leo.hasSeed, leo.db.value('SELECT count(*) FROM container_row')]).toEqual([false, 120])
})

test('the leader makes a seed a day, and one after an update', async () => {
  const { lea, owner } = await openOffice()
  const loadStamp = () => readValue<string>(owner, '(SELECT stamp FROM office.seed WHERE n = 0)')
  const stamps: string[] = []
  const makeAndNote = async (sql: string) => {
    await owner.query(sql)
    await lea.makeSeed()
    stamps.push(await loadStamp())
  }
  await makeAndNote('SELECT 1')
  await makeAndNote('SELECT 1')
  await makeAndNote(`UPDATE office.seed SET at = at - interval '1 day'`)
  await makeAndNote(`UPDATE office.seed SET body = replace(body, '"version":"', '"version":"1') WHERE n = 0`)
  expect(stamps.map((stamp) => stamps.indexOf(stamp))).toEqual([0, 0, 2, 3])
  expect(await readValue(owner, '(SELECT count(DISTINCT stamp) FROM office.seed)')).toBe(1)
})

test('a desktop makes no seed while it does not lead, and none of what is not sent', async () => {
  const { lea, owner, open } = await openOffice()
  const leo = await open('leo')
  await leo.runUntilIdle()
  expect(await leo.makeSeed()).toBe(HOUR_MS)
  lea.read([makeContainer('300')], { requestSeq: 4, readAt: at(50) })
  expect(await lea.makeSeed()).toBe(1_000)
  await lea.runUntilIdle()
  await endLease(owner)
  await lea.makeSeed()
  expect(await readValue(owner, '(SELECT count(*) FROM office.seed)')).toBe(0)
})

test('a seed that fails is tried again a day later, and leaves no file', async () => {
  const { lea, owner } = await openOffice()
  // The statement that finishes the seed.
  expect(await lea.makeSeed({ kind: 'lost', steps: 5 })).toBe(24 * HOUR_MS)
  expect([lea.logged.at(-1), existsSync(join(lea.folder, 'seed'))]).toEqual(['no seed made', false])
  expect(await readValue(owner, '(SELECT count(*) FROM office.seed WHERE n = 0)')).toBe(0)
})

test('an office of an earlier version gets no seed', async () => {
  const { lea, owner, open } = await openOffice()
  await owner.query('DROP TABLE office.seed')
  lea.logged.length = 0
  expect([await lea.makeSeed(), lea.logged, existsSync(join(lea.folder, 'state.db'))]).toEqual([HOUR_MS, [], true])
  const leo = await open('leo', true)
  await leo.runUntilIdle()
  expect(compareDumps(dumpMirror(lea.db), dumpMirror(leo.db))).toEqual([])
})

test('a leader that lost the lease while it made a seed does not log one', async () => {
  const { lea, owner } = await openOffice()
  await endLease(owner)
  expect([await lea.makeSeed(), lea.logged.includes('seed made')]).toEqual([HOUR_MS, false])
})

test('a seed with other tables than a new mirror is downloaded once, and does not start the engine again', async () => {
  const { lea, owner, open, folder } = await openOffice()
  await lea.makeSeed()
  await changeSeed(owner, folder, OWN_TRIGGER)
  const leo = await open('leo', true)
  // Before the first question about the feed.
  await expect(leo.turn({ kind: 'crash', steps: 7 })).rejects.toThrow(Crash)
  expect([leo.hasSeed, readdirSync(leo.folder).filter((name) => name.includes('prepared'))]).toEqual([false, []])
  expect([leo.logged, leo.db.value('SELECT count(*) FROM res')]).toEqual([['the seed cannot be used'], 0])
  leo.restart()
  leo.logged.length = 0
  await leo.runUntilIdle()
  expect([leo.hasSeed, leo.logged.filter((event) => event.includes('seed'))]).toEqual([false, []])
  expect(compareDumps(dumpMirror(lea.db), dumpMirror(leo.db))).toEqual([])
})

test('a seed that was in use is not downloaded again by a mirror that is built anew', async () => {
  const { lea, open } = await openOffice()
  await lea.makeSeed()
  const leo = await open('leo', true)
  await leo.runUntilIdle()
  rmSync(preparedMirrorPath(leo.folder))
  leo.restart()
  await leo.runUntilIdle()
  expect([leo.countStored(), existsSync(preparedMirrorPath(leo.folder))]).toEqual([1, false])
  expect(compareDumps(dumpMirror(lea.db), dumpMirror(leo.db))).toEqual([])
})

test('a desktop that waits for its start with a seed downloads nothing more', async () => {
  const { lea, open } = await openOffice()
  await lea.makeSeed()
  const leo = await open('leo', true)
  for (let turns = 0; turns < 3; turns++) expect(await leo.turn()).toBe(false)
  expect([leo.countStored(), leo.db.value('SELECT count(*) FROM res')]).toEqual([1, 0])
})

test.each([
  ['corrections', 'seed_corrections', '{"d1":{"invoice_number":{}}'],
  ['corrections of another form', 'seed_corrections', '[7]'],
  ['rules', 'seed_rules', '{"version":'],
  ['rules of another form', 'seed_rules', 'null'],
])('a desktop starts with a seed that has damaged %s', async (_, key, value) => {
  const { lea, owner, open, folder } = await openOffice()
  await lea.makeSeed()
  await changeSeed(
    owner,
    folder,
    `UPDATE meta SET value = '${value}' WHERE key = '${key}'; UPDATE container_row SET number = 'WRONG' WHERE id = '8'`,
  )
  const leo = await open('leo', true)
  await leo.runUntilIdle()
  expect(leo.hasSeed).toBe(true)
  await leo.startWithSeed()
  expect(leo.db.column(`SELECT key FROM mirror.meta WHERE key IN ('seed_corrections', 'seed_rules')`)).toEqual([])
  // Without rules, any row may be another one here.
  const number = key === 'seed_rules' ? 'MSCU8' : 'WRONG'
  expect(leo.db.value(`SELECT number FROM container_row WHERE id = '8'`)).toBe(number)
})

test('the first leader of an office searches its history once for changes that are not sent', async () => {
  const office = await createOffice(inject('officeTemplates'))
  const connection = await office.connectAs('lea')
  const before = (write: Write) => {
    readRecords(write, [shipment('s1'), makeContainer('1')], { requestSeq: 1, readAt: at(-9) })
    readRecords(write, [makeContainer('1', hold('customs'))], { requestSeq: 2, readAt: at(-8) })
  }
  const lea = openDesktop({ connection, space: MAIN, folder: `${tempDir()}/lea`, before })
  lea.fence = await lead(connection)
  await lea.runUntilIdle()
  const count = 'SELECT count(*) FROM change WHERE uid IS NULL'
  expect([lea.db.value('SELECT count(*) FROM change') !== 0, lea.db.value(count), canWriteSeed(lea.db)]).toEqual([
    true,
    0,
    true,
  ])
  lea.write((db) => db.run('UPDATE change SET uid = NULL'))
  expect(runAtOnce(hasOwnChanges(lea.db))).toBe(false)
})

test('the empty files of a seed are made one migration at a time', () => {
  const steps = createEmptyFiles(tempDir())
  expect([...steps].length).toBe(migrations.state.length + migrations.mirror.length)
})

test('what a killed download left is deleted at the next start', async () => {
  const folder = tempDir()
  writeFileSync(`${preparedMirrorPath(folder)}.part`, 'half')
  expect([await install(folder), readdirSync(folder)]).toEqual([false, []])
})

async function prepareLeo() {
  const { lea, open } = await openOffice()
  await lea.makeSeed()
  const leo = await open('leo', true)
  await leo.runUntilIdle()
  return { leo, path: preparedMirrorPath(leo.folder) }
}

const install = (folder: string) =>
  installPreparedMirror({ folder, files: createFiles(), now: MIRROR_NOW, log: () => undefined })

test('a prepared mirror does not replace one that has records', async () => {
  const { leo, path } = await prepareLeo()
  const bytes = readFileSync(path)
  await leo.startWithSeed()
  leo.close()
  writeFileSync(path, bytes)
  expect([await install(leo.folder), existsSync(path)]).toEqual([false, false])
})

test.each([
  ['of another version', `PRAGMA user_version = ${migrations.mirror.length - 1}`],
  ['with a trigger', OWN_TRIGGER],
  ['with another table', 'CREATE TABLE own (id)'],
  ['that is no database', null],
])('a prepared mirror %s is deleted', async (_, sql) => {
  const { leo, path } = await prepareLeo()
  leo.close()
  if (sql === null) writeFileSync(path, 'no database')
  else {
    const file = new Database(path)
    file.exec(sql)
    file.close()
  }
  expect([await install(leo.folder), existsSync(path)]).toEqual([false, false])
})
