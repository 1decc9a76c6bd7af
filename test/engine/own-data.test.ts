// Own data is exported to one file. The file has all data of the user and never the key. An invalid file changes
// nothing.
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, readdirSync, existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { ComputerSettings, OwnDataFile, OwnPart, RestoreMode } from '#contract/own-data.ts'
import { loadAllRows, startSyncedEngine } from '#support/synced-engine.ts'
import { type TestEngine, startTestEngine, tempDir } from '#support/test-engine.ts'

const computer: ComputerSettings = {
  theme: 'dark',
  metered: 'seldom',
  sparesBattery: null,
  keys: { custom: { undo: 'u' }, hasSingleKeys: false },
  looks: { dateStyle: 'iso', contrast: 'more' },
}

async function exportText({ client, dir }: TestEngine): Promise<string> {
  const { file, name } = await client.call('ownData.export', { computer, about: ['In it: …', 'Not in it: the key'] })
  expect(name).toMatch(/^quaywatch-own-data-\d{4}-\d{2}-\d{2}\.json$/)
  return readFileSync(join(dir, 'spool', file), 'utf8')
}

/** Writes the file where the host stores a file from the view. */
function writeFile({ dir }: TestEngine, text: string, name = 'file-1', token = 'token'): string {
  mkdirSync(join(dir, 'restore', token), { recursive: true })
  writeFileSync(join(dir, 'restore', token, name), text)
  return name
}

const inspectFile = (engine: TestEngine, text: string) =>
  engine.client.call('ownData.check', { name: writeFile(engine, text) })
const countsOf = ({ parts }: OwnDataFile, part: OwnPart) => {
  const { inFile, here, fresh, newer, older, onlyHere } = parts.find((comparison) => comparison.part === part)!
  return [inFile, here, fresh, newer, older, onlyHere]
}
const countParts = async ({ client }: TestEngine) =>
  Object.fromEntries((await client.call('ownData.get', {})).parts.map(({ part, count }) => [part, count]))

async function restoreText(engine: TestEngine, text: string, how: RestoreMode) {
  const { id } = await inspectFile(engine, text)
  return engine.client.call('ownData.restore', { id, how, computer })
}

const createView = (id: string, name: string) => ({
  id,
  name,
  screen: 'lfd',
  filter: { scope: 'board' as const },
  sort: [],
  layout: { order: [], widths: {}, hidden: [] },
  density: 'auto',
})

const findCustomer = async (engine: TestEngine) =>
  (await loadAllRows(engine)).find(({ customer }) => customer !== null)!.customer!

/** Adds entries to every part of own data. Returns the ids of the containers that have them. */
async function addOwnData(engine: TestEngine): Promise<string[]> {
  const { client, clock } = engine
  const ids = (await loadAllRows(engine)).slice(0, 4).map(({ id }) => id)
  await client.call('settings.set', {
    governingRule: 'line-first',
    bandDays: { tomorrow: 1, soon: 4, week: 9 },
    budgetShare: 60,
    homeZone: 'Asia/Tokyo',
    retention: { historyMonths: 24, copiesDays: 30 },
  })
  await client.call('alerts.changeRules', { preset: 'calm' })
  await client.call('views.save', createView('v1', 'Mine'))
  await client.call('rates.save', {
    id: 'r1',
    name: 'Line',
    kind: 'detention',
    scac: 'MAEU',
    place: null,
    lengthFt: 40,
    equipmentType: null,
    currency: 'USD',
    counting: 'working',
    freeDays: 4,
    tiers: [{ fromDay: 1, rate: 12_550 }],
  })
  await client.call('terminals.set', {
    place: 'Pier 400',
    days: [1, 2, 3, 4, 5],
    closed: ['2026-11-26'],
    opens: '07:00',
    closes: '16:30',
  })
  await client.call('containers.setManualLastFreeDay', {
    id: ids[0]!,
    manual: { date: '2026-11-24', reason: 'By phone' },
  })
  await clock.advance(1_000)
  await client.call('containers.setManualLastFreeDay', {
    id: ids[0]!,
    manual: { date: '2026-11-25', reason: 'Extended' },
  })
  await client.call('containers.setManualLastFreeDay', {
    id: ids[1]!,
    manual: { date: '2026-11-26', reason: 'By mail' },
  })
  await clock.advance(1_000)
  await client.call('containers.setManualLastFreeDay', { id: ids[1]!, manual: null })
  await client.call('alerts.mute', { containerIds: [ids[2]!], isMuted: true })
  await client.call('alerts.snooze', { containerIds: [ids[3]!], until: '2027-01-01T00:00:00.000Z' })
  await client.call('own.setMe', { name: 'Ana' })
  await client.call('own.assign', { ids: ids.slice(0, 2), assignee: 'Ana' })
  await client.call('own.changeTags', { ids, add: ['rush'], remove: [] })
  await client.call('own.addNote', { ids: [ids[0]!], text: 'Forklift damaged the door' })
  await client.call('own.setPriority', { customers: [await findCustomer(engine)], priority: 'high' })
  const folder = tempDir()
  await client.call('folders.add', { path: folder, after: 'leave', alwaysPolls: true, isRecursive: false })
  return ids
}

const startTwoEngines = async () => ({
  source: await startSyncedEngine({ containers: 40 }),
  target: await startSyncedEngine({ containers: 40 }),
})

describe('own data in a file', () => {
  test('is restored completely on another computer, without the key', async () => {
    const { source, target } = await startTwoEngines()
    const [firstId = ''] = await addOwnData(source)
    const text = await exportText(source)
    expect(text).not.toContain('test-key')
    expect(JSON.parse(text)).toMatchObject({
      format: 'quaywatch-own-data',
      version: 1,
      about: ['In it: …', 'Not in it: the key'],
    })
    const fileContent = await inspectFile(target, text)
    expect([
      countsOf(fileContent, 'dates'),
      countsOf(fileContent, 'views'),
      countsOf(fileContent, 'folders'),
      fileContent.unknownContainers,
      fileContent.isOtherService,
    ]).toEqual([[4, 0, 4, 0, 0, 0], [1, 0, 1, 0, 0, 0], [1, 0, 1, 0, 0, 0], 0, false])
    expect(existsSync(join(target.dir, 'restore'))).toBe(false)
    const { computer: restoredSettings } = await target.client.call('ownData.restore', {
      id: fileContent.id,
      how: 'merge',
      computer,
    })
    expect(restoredSettings).toBeNull()
    expect(await target.client.call('rates.list', {})).toEqual(await source.client.call('rates.list', {}))
    const { folders: otherFolders, ...otherParts } = await countParts(target)
    const { folders: oneFolders, ...oneParts } = await countParts(source)
    expect([otherFolders, oneFolders, otherParts]).toEqual([0, 1, oneParts])
    const loadOwnValues = async (engine: TestEngine) =>
      (await loadAllRows(engine)).map(({ lastFreeDay, own }) => [lastFreeDay, own])
    expect((await target.client.call('search.find', { text: 'forklift', limit: 5 })).hits).toMatchObject([
      { id: firstId, field: 'note' },
    ])
    expect(await loadOwnValues(target)).toEqual(await loadOwnValues(source))
    expect((await target.client.call('containers.get', { id: firstId })).manual).toMatchObject({
      date: '2026-11-25',
      reason: 'Extended',
    })
    expect(await target.client.call('settings.get', {})).toMatchObject({
      governingRule: 'line-first',
      homeZone: 'Asia/Tokyo',
    })
    expect(await target.client.call('alerts.getRules', {})).toEqual(await source.client.call('alerts.getRules', {}))
    await target.restart()
    expect(await loadOwnValues(target)).toEqual(await loadOwnValues(source))
  })

  test('lists watched folders for the user to pick again, and watches none before that', async () => {
    const { source, target } = await startTwoEngines()
    await addOwnData(source)
    await restoreText(target, await exportText(source), 'replace')
    const { folders } = await target.client.call('ownData.get', {})
    expect([folders.length, await target.client.call('folders.list', {})]).toEqual([1, []])
    await target.client.call('folders.add', { ...folders[0]! })
    expect((await target.client.call('ownData.get', {})).folders).toEqual([])
    await target.client.call('folders.remove', { id: (await target.client.call('folders.list', {}))[0]!.id })
    await target.client.call('ownData.forgetFolder', { path: folders[0]!.path })
    expect((await target.client.call('ownData.get', {})).folders).toEqual([])
  })
})

describe('entries in the file and on this computer', () => {
  test('a merge keeps local entries and the newer of two versions, and a replace leaves only those of the file', async () => {
    const engine = await startTestEngine({ apiKey: null })
    const { client, clock } = engine
    await client.call('views.save', createView('old here', 'Before'))
    await client.call('views.save', createView('new here', 'In the file'))
    const first = await exportText(engine)
    await clock.advance(60_000)
    await client.call('views.save', createView('new here', 'Changed since'))
    await client.call('views.save', createView('only here', 'Mine'))
    const fileContent = await inspectFile(engine, first)
    expect(countsOf(fileContent, 'views')).toEqual([2, 3, 0, 0, 1, 1])
    await client.call('ownData.restore', { id: fileContent.id, how: 'merge', computer })
    const listNames = async () => (await client.call('views.list', {})).map(({ name }) => name).toSorted()
    expect(await listNames()).toEqual(['Before', 'Changed since', 'Mine'])
    await restoreText(engine, first, 'replace')
    expect(await listNames()).toEqual(['Before', 'In the file'])
  })

  test('a merge keeps a later removal of a manual date, and a replace restores the date', async () => {
    const engine = await startSyncedEngine({ containers: 10 })
    const { id } = (await loadAllRows(engine))[0]!
    await engine.client.call('containers.setManualLastFreeDay', {
      id,
      manual: { date: '2026-11-24', reason: 'By phone' },
    })
    const text = await exportText(engine)
    await engine.clock.advance(1_000)
    await engine.client.call('containers.setManualLastFreeDay', { id, manual: null })
    await restoreText(engine, text, 'merge')
    expect((await engine.client.call('containers.get', { id })).manual).toBeNull()
    await restoreText(engine, text, 'replace')
    expect((await engine.client.call('containers.get', { id })).manual).toMatchObject({ date: '2026-11-24' })
  })

  test('a restore can be undone, the undo as well, and five backups are stored', async () => {
    const engine = await startTestEngine({ apiKey: null })
    const { client, clock } = engine
    const empty = await exportText(engine)
    await client.call('views.save', createView('1', 'Mine'))
    const { backup } = await restoreText(engine, empty, 'replace')
    expect(await client.call('views.list', {})).toEqual([])
    await clock.advance(1_000)
    const { backup: secondBackup, computer: restoredSettings } = await client.call('ownData.goBack', {
      id: backup.id,
      computer: { ...computer, theme: 'light' },
    })
    expect([(await client.call('views.list', {})).length, restoredSettings]).toEqual([1, computer])
    expect((await client.call('ownData.get', {})).backups).toEqual([secondBackup, backup])
    await clock.advance(1_000)
    await client.call('ownData.goBack', { id: secondBackup.id, computer })
    expect(await client.call('views.list', {})).toEqual([])
    for (let round = 0; round < 4; round++) {
      await clock.advance(1_000)
      await restoreText(engine, empty, 'merge')
    }
    expect((await client.call('ownData.get', {})).backups.length).toBe(5)
  })
})

test('a file of a build without appearance settings is valid, and the appearance settings of this computer do not change', async () => {
  const engine = await startTestEngine({ apiKey: null })
  await engine.client.call('views.save', createView('1', 'Mine'))
  const { looks, ...settingsWithoutLooks } = computer
  const file = {
    ...(JSON.parse(await exportText(engine)) as { madeAt: string; serviceUrl: string; parts: unknown }),
    computer: { ...settingsWithoutLooks, theme: 'light' },
  }
  // That build computed its checksum from these values.
  const hashedValues = [
    1,
    file.madeAt,
    file.serviceUrl,
    ['light', settingsWithoutLooks.metered, settingsWithoutLooks.sparesBattery, settingsWithoutLooks.keys],
    file.parts,
  ]
  const text = JSON.stringify({
    ...file,
    checksum: createHash('sha256').update(JSON.stringify(hashedValues)).digest('hex'),
  })
  expect((await restoreText(engine, text, 'replace')).computer).toEqual({
    ...settingsWithoutLooks,
    theme: 'light',
    looks,
  })
})

describe('a file', () => {
  const exportOwnData = async () => {
    const engine = await startTestEngine({ apiKey: null })
    await engine.client.call('views.save', createView('1', 'Mine'))
    return { engine, text: await exportText(engine) }
  }
  const withChange = (change: (file: Record<string, unknown>) => unknown) => (text: string) =>
    JSON.stringify(change(JSON.parse(text) as Record<string, unknown>))

  test.each<[string, (text: string) => string]>([
    ['own-data/not-ours', () => ''],
    ['own-data/not-ours', () => 'Container;Date'],
    ['own-data/not-ours', () => '[]'],
    ['own-data/not-ours', () => '{"format":"something-else","version":1,"checksum":""}'],
    ['own-data/not-ours', () => `"${'x'.repeat(17 * 1024 * 1024)}"`],
    ['own-data/damaged', (text) => text.slice(0, -20)],
    ['own-data/damaged', (text) => text.replace('Mine', 'Yours')],
    ['own-data/damaged', withChange((file) => ({ ...file, parts: { views: [{ id: '1' }] } }))],
    [
      'own-data/damaged',
      withChange((file) => ({
        ...file,
        parts: {
          views: [{ id: '1', name: 'x', screen: 'lfd', state: '{"filter":', saved_at: '2026-11-20T17:00:00.000Z' }],
        },
      })),
    ],
    [
      'own-data/damaged',
      withChange((file) => ({ ...file, parts: { settings: [{ key: 'homeZone', value: '"Nowhere/At all"' }] } })),
    ],
    ['own-data/damaged', withChange((file) => ({ ...file, checksum: 'x' }))],
    ['own-data/newer', withChange((file) => ({ ...file, version: 2 }))],
    ['own-data/newer', withChange((file) => ({ ...file, parts: { ...(file['parts'] as object), dreams: [] } }))],
  ])('with unusable content is refused (%s) and changes nothing (case %#)', async (code, breakText) => {
    const { engine, text } = await exportOwnData()
    const partsBefore = await countParts(engine)
    await expect(inspectFile(engine, breakText(text))).rejects.toMatchObject({ code })
    expect([
      await countParts(engine),
      existsSync(join(engine.dir, 'restore')),
      (await engine.client.call('ownData.get', {})).backups,
    ]).toEqual([partsBefore, false, []])
  })

  test('is accepted after an editor changed its layout', async () => {
    const { engine, text } = await exportOwnData()
    expect(countsOf(await inspectFile(engine, `\uFEFF${JSON.stringify(JSON.parse(text))}\n`), 'views')).toEqual([
      1, 1, 0, 0, 0, 0,
    ])
  })

  test('that is missing, outside the folder or already restored is refused as gone', async () => {
    const { engine, text } = await exportOwnData()
    await expect(engine.client.call('ownData.check', { name: 'nothing' })).rejects.toMatchObject({
      code: 'own-data/gone',
    })
    await expect(engine.client.call('ownData.check', { name: '../token' })).rejects.toMatchObject({
      code: 'own-data/gone',
    })
    const { id } = await inspectFile(engine, text)
    await engine.client.call('ownData.restore', { id, how: 'merge', computer })
    await expect(engine.client.call('ownData.restore', { id, how: 'merge', computer })).rejects.toMatchObject({
      code: 'own-data/gone',
    })
    await expect(engine.client.call('ownData.goBack', { id: '../state.db', computer })).rejects.toMatchObject({
      code: 'own-data/gone',
    })
    expect(readdirSync(join(engine.dir, 'backups')).filter((name) => name.startsWith('own-data-'))).toHaveLength(1)
  })

  test('of another service is marked as such', async () => {
    const { engine, text } = await exportOwnData()
    await engine.restart({ baseUrl: 'https://elsewhere.example/v2' })
    expect(await inspectFile(engine, text)).toMatchObject({
      isOtherService: true,
      serviceUrl: 'https://track.example/v2',
    })
  })
})
