// Answers the calls about own data as a whole: export to one file, preview of a file, and import.
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { AppError } from '#contract/errors.ts'
import { RESTORE_FOLDER } from '#contract/rules/files.ts'
import type { EngineContract, Topic } from '#contract/index.ts'
import type { ComputerSettings, OwnDataBackup, OwnPart, RestoreHow } from '#contract/own-data.ts'
import type { Handlers } from '#contract/rpc.ts'
import type { DecidedRows } from '../mirror/decided-rows.ts'
import type { ReadableDb } from '../db/open.ts'
import type { Write } from '../db/write.ts'
import type { Files } from '../outside/files.ts'
import type { Random } from '../outside/random.ts'
import { isDiskFull } from '../outside/user-files.ts'
import { loadSettings } from '../settings/store.ts'
import type { InSlices } from '../db/slices.ts'
import { keepOwnBackup, listOwnBackups, readOwnBackup } from './backups.ts'
import { type OwnData, readFile, writeFile } from './file.ts'
import { apply, containersIn, loadOwn, planOf } from './merge.ts'
import { foldersOf, forgetFolder, loadOffered, saveOffered } from './offered.ts'

type Names = Extract<keyof Handlers<EngineContract>, `ownData.${string}`>

export type OwnDataDeps = {
  db: ReadableDb
  write: Write
  files: Files
  random: Random
  now: () => string
  dataDir: string
  baseUrl: string
  spoolFolder: string
  pathOf: (sha256: string) => string
  decided: DecidedRows
  inSlices: InSlices
  /** Paths of the watched folders. */
  watched: () => string[]
  /** Lists are read by other thresholds. */
  refreshMoment: () => void
  /** Mutes and rules may let something be told now. */
  wakeAlerts: () => void
}

/** The largest there can be is some megabytes; more is no file of ours, and parsing it would hold up everybody. */
const MOST_BYTES = 16 * 1024 * 1024

type Found = { id: string; data: OwnData }

export function ownDataHandlers(deps: OwnDataDeps): Pick<Handlers<EngineContract>, Names> {
  const { db, files, dataDir } = deps
  /** What was looked at last, for who then says yes. */
  let found: Found | null = null
  return {
    'ownData.get': async () => ({
      parts: planOf(db, {}).map(({ part, here }) => ({ part, count: here })),
      backups: await listOwnBackups(files, dataDir),
      folders: loadOffered(db, deps.watched()),
    }),
    'ownData.export': ({ computer, about }) => makeFile(deps, computer, about),
    'ownData.look': async ({ name }) => {
      found = { id: deps.random.id(), data: await deps.inSlices(readFile(await takePut(deps, name))) }
      return told(deps, found)
    },
    'ownData.restore': async ({ id, how, computer }) => {
      if (found?.id !== id) throw new AppError('own-data/gone')
      const { data } = found
      const outcome = await restore(deps, data, how, computer)
      found = null
      return outcome
    },
    'ownData.goBack': async ({ id, computer }) => {
      const text = await readOwnBackup(files, dataDir, id)
      if (text === null) throw new AppError('own-data/gone')
      return restore(deps, await deps.inSlices(readFile(text)), 'replace', computer)
    },
    'ownData.forgetFolder': ({ path }) => {
      deps.write((w, announce) => {
        forgetFolder(w, path)
        announce('folders')
      })
    },
  }
}

function ownDataOf({ db, now, baseUrl }: OwnDataDeps, computer: ComputerSettings): OwnData {
  return { madeAt: now(), serviceUrl: baseUrl, computer, parts: loadOwn(db) }
}

async function makeFile(
  deps: OwnDataDeps,
  computer: ComputerSettings,
  about: readonly string[],
): Promise<{ file: string; name: string }> {
  const data = ownDataOf(deps, computer)
  const text = writeFile(data, about)
  const file = createHash('sha256').update(text).digest('hex')
  await orDiskFull(async () => {
    await deps.files.makeFolder(deps.spoolFolder)
    await deps.files.save(deps.pathOf(file), text)
  })
  return { file, name: `quaywatch-own-data-${data.madeAt.slice(0, 10)}.json` }
}

/** What the host put aside goes as soon as it has been read; so does what nobody asked for. */
async function takePut({ files, dataDir }: OwnDataDeps, name: string): Promise<string> {
  const folder = join(dataDir, RESTORE_FOLDER)
  try {
    for (const token of await files.list(folder)) {
      const path = join(folder, token, name)
      if (token.endsWith('.part') || !(await files.list(join(folder, token))).includes(name)) continue
      if (((await files.size(path)) ?? 0) > MOST_BYTES) throw new AppError('own-data/not-ours')
      const text = await files.read(path)
      if (text !== null) return text
    }
    throw new AppError('own-data/gone')
  } finally {
    await files.remove(folder)
  }
}

function told({ db, baseUrl }: OwnDataDeps, { id, data }: Found) {
  const containers = [...containersIn(data.parts)]
  const known =
    db.get<{ n: number }>(
      `SELECT count(*) AS n FROM res WHERE type = 'container' AND id IN (SELECT value FROM json_each(?))`,
      JSON.stringify(containers),
    )?.n ?? 0
  return {
    id,
    madeAt: data.madeAt,
    isOtherService: data.serviceUrl !== '' && baseUrl !== '' && data.serviceUrl !== baseUrl,
    serviceUrl: data.serviceUrl,
    parts: planOf(db, data.parts),
    unknownContainers: containers.length - known,
  }
}

const topics: Record<OwnPart, Topic[]> = {
  settings: ['settings', 'sync'],
  'alert-rules': ['alerts'],
  views: ['views'],
  rates: ['containers', 'settings'],
  links: ['views'],
  snapshots: ['views'],
  terminals: ['settings', 'containers'],
  dates: ['containers'],
  quieted: ['alerts', 'containers'],
  corrections: ['documents'],
  settled: ['documents'],
  dismissed: ['requests'],
  folders: ['folders'],
  notes: ['containers'],
  'own-tags': ['containers'],
  assignees: ['containers'],
  priorities: ['containers'],
  me: ['containers'],
}

async function restore(
  deps: OwnDataDeps,
  data: OwnData,
  how: RestoreHow,
  computer: ComputerSettings,
): Promise<{ backup: OwnDataBackup; computer: ComputerSettings | null }> {
  const { db, write, decided } = deps
  const before = ownDataOf(deps, computer)
  const backup = await orDiskFull(() => keepOwnBackup(deps.files, deps.dataDir, before.madeAt, writeFile(before, [])))
  const rules = rowRules(db)
  const { containers } = write((w, announce) => {
    const applied = apply(w, data.parts, how)
    saveOffered(w, foldersOf(data.parts), deps.watched())
    for (const topic of new Set([...applied.moved].flatMap((part) => topics[part]).concat('folders'))) announce(topic)
    return applied
  })
  deps.refreshMoment()
  if (rowRules(db) === rules) await deps.inSlices(decided.ofMany([...containers]))
  else decided.all()
  deps.wakeAlerts()
  return { backup, computer: how === 'replace' ? data.computer && { ...computer, ...data.computer } : null }
}

/** What every row stands on. */
function rowRules(db: ReadableDb): string {
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
