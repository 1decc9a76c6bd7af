// Answers the call of the status screen with the data of each part of the engine about itself.
import { join } from 'node:path'
import { SPOOL_FOLDER } from '#contract/rules/files.ts'
import type { HandlersOf } from '#contract/index.ts'
import type { EngineStatus } from '#contract/status.ts'
import type { Priority } from '../api/budget.ts'
import type { Gate } from '../api/gate.ts'
import { type Traffic, buckets, requestClasses } from '../api/traffic.ts'
import type { ReadableDb } from '../db/open.ts'
import { instantOf } from '../outside/calendar.ts'
import type { Files } from '../outside/files.ts'
import type { TrustedClock } from '../mirror/trusted.ts'
import { loadRowCounts, loadSweeps, loadVersions } from './store.ts'

export type StatusDeps = {
  db: ReadableDb
  /** Open containers by the age of their last check. */
  loadAges: (nowMs: number) => Promise<EngineStatus['ages']>
  folder: string
  files: Files
  trusted: TrustedClock
  startedAt: string
  baseUrl: string
  traffic: Traffic
  /** Null without a key. */
  gate: Gate | null
  getLeftOut: () => EngineStatus['leftOut']
}

export function statusHandlers(deps: StatusDeps): HandlersOf<'status'> {
  const { db, trusted, startedAt, baseUrl, traffic, gate, getLeftOut } = deps
  return {
    'status.get': async () => {
      const files = await loadSizes(deps)
      const ages = await deps.loadAges(trusted.nowMs())
      return {
        now: trusted.now(),
        startedAt,
        serviceUrl: gate ? baseUrl : null,
        requests: gate ? summarizeRequests(gate, trusted.nowMs()) : { classes: [], buckets: [] },
        ...traffic.get(),
        sweeps: loadSweeps(db),
        leftOut: getLeftOut(),
        ages,
        files,
        rows: loadRowCounts(db),
        versions: { node: process.versions.node, ...loadVersions(db) },
      }
    },
  }
}

const PRIORITIES: readonly Priority[] = [0, 1, 2, 3, 4]

function summarizeRequests(gate: Gate, nowMs: number): EngineStatus['requests'] {
  const load = gate.getLoad()
  return {
    classes: PRIORITIES.map((priority) => ({ class: requestClasses[priority], lastMinute: load.classes[priority] })),
    buckets: buckets.map((bucket) => {
      const { pausedForMs, ...counts } = load.buckets[bucket]
      return { bucket, ...counts, pausedUntil: pausedForMs > 0 ? instantOf(nowMs + pausedForMs) : null }
    }),
  }
}

/** Copies of files to upload, and of state.db and the history. */
const FOLDERS = [SPOOL_FOLDER, 'backups']
const DATABASES = ['state.db', 'state.db-wal', 'mirror.db', 'mirror.db-wal']

/** Returns names without paths, because the location of the folder is private. */
async function loadSizes({ folder, files }: StatusDeps): Promise<EngineStatus['files']> {
  const databases = await Promise.all(
    DATABASES.map(async (name) => ({ name, bytes: (await files.size(join(folder, name))) ?? 0 })),
  )
  return [
    ...databases,
    ...(await Promise.all(
      FOLDERS.map(async (name) => ({ name, bytes: await sumFileSizes(files, join(folder, name)) })),
    )),
  ]
}

async function sumFileSizes(files: Files, folder: string): Promise<number> {
  const names = await files.list(folder).catch(() => [])
  const sizes = await Promise.all(names.map((name) => files.size(join(folder, name))))
  return sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0)
}
