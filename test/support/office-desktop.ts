// One desktop of an office: a mirror in real files, and the loop of its feeds, turn by turn. A fault ends a turn
// between any two of its steps.
import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import type { Resource } from '#engine/api/decode.ts'
import { migrations } from '#engine/office/migrations/index.ts'
import { sendBeat } from '#engine/office/feed-out.ts'
import { type TurnDeps, runTurn } from '#engine/office/feeds.ts'
import type { SeedTarget } from '#engine/office/seed-in.ts'
import { makeSeedIfDue } from '#engine/office/seed-out.ts'
import { type Connection, type ReadableDb, openConnection } from '#engine/db/open.ts'
import { installPreparedMirror, preparedMirrorPath } from '#engine/db/prepared-mirror.ts'
import { inSlices } from '#engine/db/slices.ts'
import { type Announce, type Write, createWrite } from '#engine/db/write.ts'
import { applyRecords } from '#engine/mirror/apply.ts'
import type { SharedOwnData } from '#engine/settings/own-marks.ts'
import { momentSetup, setMoment } from '#engine/mirror/containers/moment.ts'
import { countEvents, storeEvents } from '#engine/mirror/containers/event-store.ts'
import { loadReadTimes } from '#engine/mirror/read-times.ts'
import { createVerifiedAt } from '#engine/mirror/records.ts'
import { startMarking } from '#engine/mirror/feed/marks.ts'
import { bringRowsUpToDate } from '#engine/mirror/rows.ts'
import { createSliceWriter } from '#engine/mirror/slice-writer.ts'
import { PostgresFailure } from '#engine/outside/postgres-failure.ts'
import type { PostgresConnection, PostgresValue } from '#engine/outside/postgres.ts'
import { createClock } from '#engine/outside/clock.ts'
import { createFiles } from '#engine/outside/files.ts'
import { createRandom } from '#engine/outside/random.ts'
import type { Log } from '#engine/outside/log.ts'
import { createDecidedRows } from '#engine/mirror/decided-rows.ts'
import { type OwnActs, createOwnActs } from '#engine/office/own-acts.ts'
import { createSharedOwnData } from '#engine/own-data/shared.ts'
import { touchedSetup } from '#engine/reader/touched.ts'
import { MIRROR_NOW } from './mirror.ts'

const DAY_MS = 86_400_000

/** The desktop ended between two steps. */
export class Crash extends Error {}

/** `steps`: the number of steps until it happens; of a statement, before and after it are two steps. */
export type Fault = { kind: 'crash' | 'lost'; steps: number }

export type Desktop = {
  readonly db: ReadableDb
  readonly write: Write
  readonly ownActs: OwnActs
  /** The fence that it believes to hold. */
  fence: number | null
  /** Whether it may read the service. */
  isReady: boolean
  readonly logged: string[]
  readonly folder: string
  /** Called with what a turn announces. */
  onAnnounce: Announce
  /** Stores records as read from the service. */
  read(records: Resource[], reading: { requestSeq: number; readAt: string }): void
  /** One turn of the feeds. Returns whether more is to be done at once. */
  turn(fault?: Fault): Promise<boolean>
  /** Stores a stamp of this moment in the office. */
  beat(): Promise<boolean>
  /** Turns until nothing is left to do. */
  runUntilIdle(): Promise<void>
  /** Stores a seed in the office, if one is due. Returns when the next check is. */
  makeSeed(fault?: Fault): Promise<number>
  /** Whether a seed is stored. `startWithSeed` puts it in place. */
  readonly hasSeed: boolean
  /** How often a seed was stored. */
  countStored(): number
  startWithSeed(): Promise<void>
  /** Ends without a word, and starts again: it leads no more. */
  crash(): void
  /** The same, with files that are opened again. */
  restart(): void
  close(): void
}

/**
 * `before` writes what the desktop had before it joined the office. `canBegin`: with a seed. `officeVersion`: of the
 * office's schema. `login`: of the member; without it, this desktop does not know who its user is.
 */
export type DesktopDeps = {
  connection: PostgresConnection
  space: number
  folder: string
  canBegin?: boolean
  before?: ((write: Write) => void) | undefined
  officeVersion?: number
  login?: string
}

export function openDesktop(deps: DesktopDeps): Desktop {
  const { connection, space, folder, canBegin = false, before, officeVersion = migrations.length, login = '' } = deps
  mkdirSync(folder, { recursive: true })
  const path = preparedMirrorPath(folder)
  const outcome = canBegin ? null : 'refused'
  const seedTarget: SeedTarget = { path, onStored: () => void state.storedCount++, outcome }
  const clock = createClock()
  const logged: string[] = []
  const log: Log = (_level, event) => void logged.push(event)
  let files = openFiles(folder, before)
  /** Those of the present turn, which may end it by a fault. */
  let turnParts: Pick<TurnDeps, 'query' | 'write'> = {
    query: (sql, values) => connection.query(sql, values),
    write: files.write,
  }
  const startOwnActs = () => createOwnActsOf({ files, log, parts: () => turnParts, space, login, officeVersion })
  let ownActs = startOwnActs()
  const onAnnounce: Announce = () => undefined
  const state = { fence: null as number | null, isReady: false, storedCount: 0, onAnnounce }
  const createDeps = (step: () => void): TurnDeps => {
    const write: Write = (work) => {
      step()
      const value = files.write((db, announce) =>
        work(db, (...change) => {
          announce(...change)
          state.onAnnounce(...change)
        }),
      )
      step()
      return value
    }
    const query: TurnDeps['query'] = async <Row>(sql: string, values?: readonly PostgresValue[]) => {
      step()
      const rows = await connection.query<Row>(sql, values)
      step()
      return rows
    }
    turnParts = { query, write }
    return {
      query,
      db: files.connection.db,
      write,
      writeSlices: createSliceWriter({ write, clock, walGuard: null }),
      log,
      now: () => MIRROR_NOW,
      space,
      client: migrations.length,
      officeVersion: () => officeVersion,
      ownActs,
      seedTarget,
      fence: () => state.fence,
      onUpToDate: () => undefined,
      onReady: () => {
        state.isReady = true
      },
      onRefused: () => {
        Object.assign(state, { fence: null, isReady: false })
      },
    }
  }
  const turn = async (fault?: Fault) =>
    (await runTurn(createDeps(createSteps(fault)), new AbortController().signal)).waitMs === 0
  return {
    get db() {
      return files.connection.db
    },
    get write() {
      return files.write
    },
    get ownActs() {
      return ownActs
    },
    get fence() {
      return state.fence
    },
    set fence(fence) {
      Object.assign(state, { fence, isReady: false })
    },
    get isReady() {
      return state.isReady
    },
    logged,
    folder,
    get onAnnounce() {
      return state.onAnnounce
    },
    set onAnnounce(onAnnounce) {
      state.onAnnounce = onAnnounce
    },
    read: (data, reading) => readRecords(files.write, data, reading),
    turn,
    beat: () =>
      sendBeat(
        createDeps(() => undefined),
        state.fence ?? 0,
      ),
    runUntilIdle: async () => {
      while (await turn());
    },
    makeSeed: (fault) => {
      const seedDeps = { clock, random: createRandom(), files: createFiles(), dataDir: folder }
      return makeSeedIfDue({ ...createDeps(createSteps(fault)), ...seedDeps }, new AbortController().signal, 1)
    },
    get hasSeed() {
      return state.storedCount > 0
    },
    countStored: () => state.storedCount,
    startWithSeed: async () => {
      files.connection.close()
      await installPreparedMirror({ folder, files: createFiles(), now: MIRROR_NOW, log: () => undefined })
      files = openFiles(folder)
      ownActs = startOwnActs()
      bringRowsUpToDate(files)
      seedTarget.outcome = outcome
    },
    crash: () => void Object.assign(state, { fence: null, isReady: false }),
    restart: () => {
      files.connection.close()
      files = openFiles(folder)
      ownActs = startOwnActs()
      seedTarget.outcome = outcome
      Object.assign(state, { fence: null, isReady: false })
    },
    close: () => files.connection.close(),
  }
}

/** The own data of a desktop that it shares with its office. */
export const createOwnDataOf = (files: { db: ReadableDb; write: Write; log: Log }): SharedOwnData =>
  createSharedOwnData({
    ...files,
    random: createRandom(),
    now: () => MIRROR_NOW,
    decided: createDecidedRows(files),
    inSlices: (steps) => inSlices(createClock(), steps, new AbortController().signal),
    version: 1,
  })

/** `parts`: those of the present turn. */
function createOwnActsOf({
  files,
  log,
  parts,
  space,
  login,
  officeVersion,
}: {
  files: ReturnType<typeof openFiles>
  log: Log
  parts: () => Pick<TurnDeps, 'query' | 'write'>
  space: number
  login: string
  officeVersion: number
}): OwnActs {
  return createOwnActs({
    log,
    space,
    login,
    query: (sql, values) => parts().query(sql, values),
    // Later than every change of a test.
    now: () => new Date(Date.parse(MIRROR_NOW) + DAY_MS).toISOString(),
    client: migrations.length,
    officeVersion: () => officeVersion,
    ownData: createOwnDataOf({ db: files.connection.db, write: (work) => parts().write(work), log }),
  })
}

/** Stores records as read from the service. */
export function readRecords(write: Write, data: Resource[], reading: { requestSeq: number; readAt: string }): void {
  write((db, announce) => {
    applyRecords(db, announce, { data, included: [] }, { ...reading, sweepId: null })
  })
}

/** Stores all events of a container as read from the service. */
export function readEvents(write: Write, containerId: string, events: Resource[], readAt: string): void {
  write((db) => {
    storeEvents(db, containerId, events, [], readAt)
    db.run('DELETE FROM event_due WHERE container_id = ?', containerId)
  })
}

function openFiles(folder: string, before?: (write: Write) => void): { connection: Connection; write: Write } {
  const connection = openConnection(folder, momentSetup + touchedSetup)
  const write = createWrite(connection)
  write((db) => setMoment(db, Date.parse(MIRROR_NOW), { tomorrow: 1, soon: 3, week: 7 }))
  before?.(write)
  write((db) => startMarking(db, randomUUID(), () => undefined))
  return { connection, write }
}

function createSteps(fault: Fault | undefined): () => void {
  let left = fault?.steps ?? Number.POSITIVE_INFINITY
  return () => {
    if (--left !== 0) return
    throw fault?.kind === 'crash'
      ? new Crash('crash')
      : new PostgresFailure('lost', null, new Error('fault of the test'))
  }
}

/** Columns that are this desktop's own: its keys and ids, and the time of its last check. */
const ownColumns = ['key', 'id', 'reverts_id', 'newest_hold_id', 'verified_at', 'req_seq', 'sweep_id', 'missing_count']

/** Every row that must be equal on all desktops of a space, by table. */
export function dumpMirror(db: ReadableDb): Record<string, string[]> {
  const dump = (sql: string, dropped: readonly string[] = []) =>
    db
      .all<Record<string, unknown>>(sql)
      .map((row) => JSON.stringify(Object.fromEntries(Object.entries(row).filter(([name]) => !dropped.includes(name)))))
      .toSorted()
  const keys = ['key', 'newest_hold_id']
  return {
    records: dump(
      'SELECT r.type, r.id, r.raw, r.hash, r.first_seen_at, s.gone_since FROM res r JOIN seen s USING (key)',
    ),
    changes: dump(
      'SELECT c.*, (SELECT r.uid FROM change r WHERE r.id = c.reverts_id) AS reverts_uid FROM change c',
      ownColumns,
    ),
    ...Object.fromEntries(
      ['container_row', 'shipment_row', 'request_row', 'document_row', 'charge_row', 'event', 'field_of', 'line'].map(
        (table) => [table, dump(`SELECT * FROM ${table}`, keys)],
      ),
    ),
    links: dump('SELECT * FROM document_link'),
    search: dump('SELECT * FROM search_entry', keys),
    zones: dump('SELECT * FROM place_zone'),
    // When they are due is known to the leader only.
    eventsDue: dump('SELECT container_id FROM event_due'),
    eventCount: [String(countEvents(db))],
    readTimes: [JSON.stringify(loadReadTimes(db))],
    sweeps: dump(`SELECT kind, max(ended_at) AS at FROM sweep WHERE state = 'COMPLETE' GROUP BY kind`),
  }
}

/** When each container was last read: equal on all desktops after a complete sweep. */
export const dumpAges = (db: ReadableDb): string[] =>
  db.column<string>(
    `SELECT c.id || ' ' || ${createVerifiedAt('containers', 'c.id')} FROM container_row c JOIN seen s USING (key)
     ORDER BY c.id`,
  )
