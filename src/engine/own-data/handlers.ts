// Handlers for own data as a whole: export to one file, preview of a file, and import.
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { AppError } from '#contract/errors.ts'
import { RESTORE_FOLDER } from '#contract/rules/files.ts'
import type { HandlersOf } from '#contract/index.ts'
import type { ComputerSettings, FolderInFile, OwnDataBackup, RestoreMode } from '#contract/own-data.ts'
import type { DecidedRows } from '../mirror/decided-rows.ts'
import type { ReadableDb, WritableDb } from '../db/open.ts'
import type { DataDeps } from '../db/write.ts'
import type { Files } from '../outside/files.ts'
import type { Random } from '../outside/random.ts'
import { isDiskFull } from '../outside/user-files.ts'
import { isOwnDataReadOnly, isSharedPart } from '../settings/own-marks.ts'
import { loadSettings } from '../settings/store.ts'
import type { InSlices } from '../db/slices.ts'
import { parseFile, type OwnData, formatFile } from './file.ts'
import { applyParts, listContainers, loadParts, createPlan } from './merge.ts'
import { overtakenHandlers } from './overtaken.ts'
import { sections } from './sections.ts'

export type OwnDataDeps = DataDeps & {
  files: Files
  random: Random
  dataDir: string
  baseUrl: string
  spoolFolder: string
  pathOf: (sha256: string) => string
  decided: DecidedRows
  inSlices: InSlices
  /** Paths of the watched folders. */
  listWatched: () => string[]
  /** The thresholds of the lists changed. */
  refreshMoment: () => void
  /** Mutes and alert rules changed, so waiting alerts may be due. */
  wakeAlerts: () => void
}

/** Our own files have a few MB. A larger one is refused, because parsing would block all other calls. */
const MAX_BYTES = 16 * 1024 * 1024

type Preview = { id: string; data: OwnData }

export function ownDataHandlers(deps: OwnDataDeps): HandlersOf<'ownData'> {
  const { db, files, dataDir } = deps
  /** The last previewed file, which the user may confirm. */
  let preview: Preview | null = null
  return {
    ...overtakenHandlers(deps),
    'ownData.get': async () => ({
      parts: createPlan(db, {}).map(({ part, here }) => ({ part, count: here })),
      backups: await listOwnBackups(files, dataDir),
      folders: loadOffered(db, deps.listWatched()),
    }),
    'ownData.export': ({ computer, about }) => makeFile(deps, computer, about),
    'ownData.check': async ({ name }) => {
      preview = { id: deps.random.id(), data: await deps.inSlices(parseFile(await readStoredFile(deps, name))) }
      return createPreview(deps, preview)
    },
    'ownData.restore': async ({ id, how, computer }) => {
      if (preview?.id !== id) throw new AppError('own-data/gone')
      const { data } = preview
      const outcome = await restore(deps, data, how, computer)
      preview = null
      return outcome
    },
    'ownData.goBack': async ({ id, computer }) => {
      const text = await readOwnBackup(files, dataDir, id)
      if (text === null) throw new AppError('own-data/gone')
      return restore(deps, await deps.inSlices(parseFile(text)), 'replace', computer)
    },
    'ownData.forgetFolder': ({ path }) =>
      deps.write((db, announce) => {
        forgetFolder(db, path)
        announce('folders')
      }),
  }
}

function createOwnData({ db, now, baseUrl }: OwnDataDeps, computer: ComputerSettings): OwnData {
  return { madeAt: now(), serviceUrl: baseUrl, computer, parts: loadParts(db) }
}

async function makeFile(
  deps: OwnDataDeps,
  computer: ComputerSettings,
  about: readonly string[],
): Promise<{ file: string; name: string }> {
  const data = createOwnData(deps, computer)
  const text = formatFile(data, about)
  const file = createHash('sha256').update(text).digest('hex')
  await orDiskFull(async () => {
    await deps.files.makeFolder(deps.spoolFolder)
    await deps.files.save(deps.pathOf(file), text)
  })
  return { file, name: `quaywatch-own-data-${data.madeAt.slice(0, 10)}.json` }
}

/** Deletes all files that the host stored for a preview, also those that were not requested. */
async function readStoredFile({ files, dataDir }: OwnDataDeps, name: string): Promise<string> {
  const folder = join(dataDir, RESTORE_FOLDER)
  try {
    for (const token of await files.list(folder)) {
      const path = join(folder, token, name)
      if (token.endsWith('.part') || !(await files.list(join(folder, token))).includes(name)) continue
      if (((await files.size(path)) ?? 0) > MAX_BYTES) throw new AppError('own-data/not-ours')
      const text = await files.read(path)
      if (text !== null) return text
    }
    throw new AppError('own-data/gone')
  } finally {
    await files.remove(folder)
  }
}

function createPreview({ db, baseUrl }: OwnDataDeps, { id, data }: Preview) {
  const containerIds = [...listContainers(data.parts)]
  const knownCount =
    db.value<number>(
      `SELECT count(*) AS n FROM res WHERE type = 'container' AND id IN (SELECT value FROM json_each(?))`,
      JSON.stringify(containerIds),
    ) ?? 0
  return {
    id,
    madeAt: data.madeAt,
    isOtherService: data.serviceUrl !== '' && baseUrl !== '' && data.serviceUrl !== baseUrl,
    serviceUrl: data.serviceUrl,
    parts: createPlan(db, listWritable(db, data.parts)),
    unknownContainers: containerIds.length - knownCount,
  }
}

/** Without the parts that a reader of an office cannot change. */
function listWritable(db: ReadableDb, parts: OwnData['parts']): OwnData['parts'] {
  if (!isOwnDataReadOnly(db)) return parts
  return Object.fromEntries(sections.filter(({ part }) => !isSharedPart(part)).map(({ part }) => [part, parts[part]]))
}

async function restore(
  deps: OwnDataDeps,
  data: OwnData,
  mode: RestoreMode,
  computer: ComputerSettings,
): Promise<{ backup: OwnDataBackup; computer: ComputerSettings | null }> {
  const { db, write, decided } = deps
  const currentData = createOwnData(deps, computer)
  const backup = await orDiskFull(() =>
    saveOwnBackup(deps.files, deps.dataDir, currentData.madeAt, formatFile(currentData, [])),
  )
  const rules = getRowRules(db)
  const { containers } = write((db, announce) => {
    const result = applyParts(db, listWritable(db, data.parts), mode, deps.now())
    saveOffered(db, listFolders(data.parts), deps.listWatched())
    for (const topic of new Set([...result.changed].flatMap(({ topics }) => topics).concat('folders'))) announce(topic)
    return result
  })
  deps.refreshMoment()
  if (getRowRules(db) === rules) await deps.inSlices(decided.updateMany([...containers]))
  else decided.updateAll()
  deps.wakeAlerts()
  return { backup, computer: mode === 'replace' ? data.computer && { ...computer, ...data.computer } : null }
}

/** The settings that every row depends on. */
function getRowRules(db: ReadableDb): string {
  const { governingRule, homeZone } = loadSettings(db)
  return `${governingRule} ${homeZone}`
}

async function orDiskFull<Value>(work: () => Promise<Value>): Promise<Value> {
  try {
    return await work()
  } catch (error) {
    throw isDiskFull(error) ? new AppError('db/disk-full', {}, error) : error
  }
}

// Copies of own data made before a restore, beside the daily copies of state.db. They make it possible to undo a
// restore.

const MAX_BACKUPS = 5
const BACKUP_NAME = /^own-data-(\d{4}-\d{2}-\d{2})T(\d{2})(\d{2})(\d{2})\.(\d{3})Z\.json$/

/** Newest first. */
async function listOwnBackups(files: Files, dataDir: string): Promise<OwnDataBackup[]> {
  const names = await files.list(join(dataDir, 'backups'))
  return names
    .filter((name) => BACKUP_NAME.test(name))
    .map((id) => ({ id, at: id.replace(BACKUP_NAME, '$1T$2:$3:$4.$5Z') }))
    .toReversed()
}

async function saveOwnBackup(files: Files, dataDir: string, at: string, text: string): Promise<OwnDataBackup> {
  const folder = join(dataDir, 'backups')
  const id = `own-data-${at.replaceAll(':', '')}.json`
  await files.makeFolder(folder)
  await files.save(join(folder, id), text)
  for (const { id: oldId } of (await listOwnBackups(files, dataDir)).slice(MAX_BACKUPS))
    await files.remove(join(folder, oldId))
  return { id, at }
}

/** Null if there is no backup of this name. */
async function readOwnBackup(files: Files, dataDir: string, id: string): Promise<string | null> {
  return BACKUP_NAME.test(id) ? files.read(join(dataDir, 'backups', id)) : null
}

// Folders that were watched on the computer where a file of own data was made. A file must not make this computer read
// and upload a folder, so they are only listed until the user picks or dismisses them.

const OFFERED_KEY = 'foldersOffered'

function listFolders(parts: OwnData['parts']): FolderInFile[] {
  return (parts.folders ?? []).map((row) => ({
    path: String(row['path']),
    after: row['after'] === 'move' ? 'move' : 'leave',
    alwaysPolls: row['always_polls'] === 1,
    isRecursive: row['is_recursive'] === 1,
  }))
}

/** The folders that are offered to the user, without those that are watched now. */
function loadOffered(db: ReadableDb, watchedPaths: readonly string[]): FolderInFile[] {
  const row = db.get<{ value: string }>('SELECT value FROM setting WHERE key = ?', OFFERED_KEY)
  const offered = row ? (JSON.parse(row.value) as FolderInFile[]) : []
  return offered.filter(({ path }) => !watchedPaths.includes(path))
}

/** Adds folders to those of an earlier file. */
function saveOffered(db: WritableDb, folders: readonly FolderInFile[], watchedPaths: readonly string[]): void {
  const earlierFolders = loadOffered(db, watchedPaths).filter(
    ({ path }) => !folders.some((folder) => folder.path === path),
  )
  const offered = [...earlierFolders, ...folders].filter(({ path }) => !watchedPaths.includes(path))
  if (offered.length === 0) db.run('DELETE FROM setting WHERE key = ?', OFFERED_KEY)
  else db.run('INSERT OR REPLACE INTO setting (key, value) VALUES (?, ?)', OFFERED_KEY, JSON.stringify(offered))
}

function forgetFolder(db: WritableDb, path: string): void {
  const remaining = loadOffered(db, []).filter((folder) => folder.path !== path)
  db.run('INSERT OR REPLACE INTO setting (key, value) VALUES (?, ?)', OFFERED_KEY, JSON.stringify(remaining))
}
