// Starts an engine that watches a folder on the real disk. The test emits the file events, and can make file operations
// fail.
import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import { onTestFinished } from 'vitest'
import type { FolderSettings } from '#contract/folders.ts'
import { type Files, createFiles } from '#engine/outside/files.ts'
import type { Place } from '#engine/outside/user-files.ts'
import type { Hints, Watch } from '#engine/outside/watch.ts'
import { type TestEngine, type TestEngineOptions, startTestEngine, tempDir } from './test-engine.ts'

export type SightingRow = {
  id: number
  path: string
  state: string
  error: string | null
  nextAt: string | null
  sha256: string | null
  post: string
  dest: string | null
  firstSeenAt: string
}
export type UploadRow = {
  sha256: string
  gen: number
  name: string
  contentType: string
  size: number
  warning: string | null
  state: string
}

export type WatchedEngine = TestEngine & {
  /** The path of the watched folder. `id` is the id of its row. */
  folder: string
  id: string
  watch: TestWatch
  files: TestFiles
  /** Writes a file with the time of the test's clock, sends a file event, and returns the path. */
  put(name: string, content: string | Uint8Array): string
  sightings(): SightingRow[]
  uploads(): UploadRow[]
  /** Runs SQL on `state.db` without the engine. */
  sql(text: string): void
  /** Marks every upload as created at the service. */
  markUploaded(): void
  /** Marks the uploaded documents as gone in the mirror, as after an answer 404. */
  markDocumentsGone(): void
  /** Advances the clock by this much. The real disk finishes after each step. */
  passTime(ms: number): Promise<void>
  /** Advances the clock until the condition holds. The real disk finishes after each step. */
  until(condition: () => boolean | Promise<boolean>, atMostMs?: number): Promise<void>
}

export const SETTINGS: FolderSettings = { after: 'leave', alwaysPolls: false, isRecursive: false }

/** Returns the content of a small PDF file. */
export const pdf = (text: string) => `%PDF-1.4 ${text}\n%%EOF\n`

export type WatchedOptions = TestEngineOptions & { settings?: Partial<FolderSettings>; folder?: string }

export async function startWatched({
  settings,
  folder = join(tempDir(), 'inbox'),
  ...options
}: WatchedOptions = {}): Promise<WatchedEngine> {
  mkdirSync(folder, { recursive: true })
  const [watch, files] = [createTestWatch(), createTestFiles()]
  const engine = await startTestEngine({ apiKey: null, ...options, files: files.files, watch: watch.watch })
  const watched = Object.assign(engine, createTools(engine, folder, watch, files), { id: '' })
  watched.id = (await engine.client.call('folders.add', { path: folder, ...SETTINGS, ...settings })).id
  return watched
}

function createTools(engine: TestEngine, folder: string, watch: TestWatch, files: TestFiles) {
  let db: Database.Database | null = null
  const rows = <Row>(sql: string) =>
    (db ??= new Database(join(engine.dir, 'state.db'), { readonly: true })).prepare(sql).all() as Row[]
  onTestFinished(() => {
    db?.close()
  })
  const runInFile = (name: string, text: string) => {
    const database = new Database(join(engine.dir, name))
    database.exec(text)
    database.close()
  }
  const sql = (text: string) => runInFile('state.db', text)
  return {
    folder,
    watch,
    files,
    put: (name: string, content: string | Uint8Array) => {
      const path = join(folder, name)
      writeFileSync(path, content)
      setFileTime(path, engine.clock.wall())
      watch.emitEvent(path)
      return path
    },
    sightings: () =>
      rows<SightingRow>(
        'SELECT id, path, state, error, next_at AS nextAt, sha256, post, post_dest AS dest, first_seen_at AS firstSeenAt FROM sighting ORDER BY id',
      ),
    uploads: () =>
      rows<UploadRow>(
        'SELECT sha256, gen, name, content_type AS contentType, size, warning, state FROM upload ORDER BY created_at, name',
      ),
    sql,
    markUploaded: () =>
      sql(`UPDATE upload SET state = 'CREATED', document_id = 'd-' || substr(sha256, 1, 8) WHERE document_id IS NULL`),
    markDocumentsGone: () => {
      for (const { id } of rows<{ id: string }>('SELECT document_id AS id FROM upload WHERE document_id IS NOT NULL'))
        runInFile(
          'mirror.db',
          `INSERT INTO document_row (id, name, file_name, is_manual, source, has_result, link_count, mismatches, flags, created_at, gone_since, search)
          VALUES ('${id}', '', '', 0, 'other', 0, 0, '[]', 0, '', '2026-11-20T12:00:00.000Z', '')`,
        )
    },
    passTime: async (ms: number) => {
      for (let passed = 0; passed < ms; passed += 250) {
        await engine.clock.advance(Math.min(250, ms - passed))
        await files.idle()
      }
    },
    until: async (condition: () => boolean | Promise<boolean>, atMostMs = 1_800_000) => {
      for (let passed = 0; !(await condition()); passed += 250) {
        if (passed > atMostMs) throw new Error('the condition never became true')
        await engine.clock.advance(250)
        await files.idle()
      }
    },
  }
}

export function setFileTime(path: string, wallMs: number): void {
  utimesSync(path, wallMs / 1000, wallMs / 1000)
}

export type TestWatch = {
  watch: Watch
  started: string[]
  ended: string[]
  emitEvent(path: string | null): void
  emitEnd(code: string): void
  setStartError(code: string | null): void
}

export function createTestWatch(): TestWatch {
  const hintsByFolder = new Map<string, Hints>()
  let refusal: string | null = null
  const test: TestWatch = {
    started: [],
    ended: [],
    emitEvent: (path) => {
      for (const hints of hintsByFolder.values()) hints.onHint(path)
    },
    emitEnd: (code) => {
      for (const hints of hintsByFolder.values()) hints.onEnd(code)
    },
    setStartError: (code) => {
      refusal = code
    },
    watch: {
      start: (folder, hints) => {
        if (refusal !== null) return Promise.reject(new Error(refusal))
        test.started.push(folder)
        hintsByFolder.set(folder, hints)
        return Promise.resolve(() => {
          test.ended.push(folder)
          hintsByFolder.delete(folder)
          return Promise.resolve()
        })
      },
    },
  }
  return test
}

export type Failures = Partial<Record<keyof Files, (path: string) => string | null>>

/** The real disk with failures: operations can fail with error codes of the system, hang, or end the program. */
export type TestFiles = {
  files: Files
  fail(failing: Failures): void
  /** Sets functions that run right before an operation. */
  runBefore(acts: Partial<Record<keyof Files, (path: string) => void>>): void
  /** Ends the program at the next such operation, before or after it is done. All later operations fail. */
  endProgramAt(act: keyof Files, isAfter: boolean): void
  hasProgramEnded(): boolean
  /** If true, checks of folders never get an answer. */
  hang(isHanging: boolean): void
  /** Makes operations on matching paths hang. Returns the list of these operations, which grows. */
  hangOperations(shouldHang: (path: string) => boolean): string[]
  /** Ignores the case of names, as the file systems of Windows and macOS do. */
  foldCase(): void
  /** Changes what `place` reports for folders, such as the type of the file system. */
  setPlaces(changePlace: (path: string) => Partial<Place>): void
  /** Reports that the disk has no free space. */
  setFull(isFull: boolean): void
  recover(): void
  calls: string[]
  /** Waits until no operation is in progress, for at most this much real time. */
  idle(mostMs?: number): Promise<void>
}

type Operation = (...parameters: unknown[]) => Promise<unknown>

const realPlace: (path: string) => Partial<Place> = () => ({})
const nothingHangs: (path: string) => boolean = () => false

export function createTestFiles(real = createFiles()): TestFiles {
  const state = {
    failing: {} as Failures,
    before: {} as Parameters<TestFiles['runBefore']>[0],
    programEnd: null as { act: keyof Files; isAfter: boolean } | null,
    hasEnded: false,
    isHanging: false,
    shouldHang: nothingHangs,
    changePlace: realPlace,
    isFolded: false,
    hangingOperations: [] as string[],
    isFull: false,
    pending: 0,
  }
  const calls: string[] = []
  const track = <T>(promise: Promise<T>) => {
    state.pending++
    return promise.finally(() => {
      state.pending--
    })
  }
  const guard =
    (name: keyof Files, operation: Operation): Operation =>
    async (...parameters) => {
      const path = String(parameters[0])
      if (state.isFolded) parameters[0] = findSpellingOnDisk(path)
      calls.push(`${name} ${path}`)
      const isLast = state.programEnd?.act === name
      if (isLast && !state.programEnd?.isAfter) state.hasEnded = true
      if (state.hasEnded) throw createFsError('EDEAD')
      if (state.shouldHang(path)) await neverAnswer(state.hangingOperations, `${name} ${path}`)
      if (state.isHanging && name === 'place') await new Promise(() => undefined)
      const code = state.failing[name]?.(path) ?? null
      if (code !== null && name.startsWith('may')) return false
      if (code !== null) throw createFsError(code)
      state.before[name]?.(path)
      const value = await track(Reflect.apply<Files, unknown[], Promise<unknown>>(operation, real, parameters))
      if (!isLast) return value
      state.hasEnded = true
      throw createFsError('EDEAD')
    }
  const guarded = Object.fromEntries(
    Object.entries(real).map(([name, act]) => [name, guard(name as keyof Files, act as Operation)]),
  ) as unknown as Files
  const scan: Files['scan'] = async function* (folder, slice, mayHang) {
    const code = state.hasEnded ? 'EDEAD' : (state.failing.scan?.(folder) ?? null)
    if (code !== null) throw createFsError(code)
    if (state.shouldHang(folder)) await neverAnswer(state.hangingOperations, `scan ${folder}`)
    const slices = real.scan(folder, slice, mayHang)[Symbol.asyncIterator]()
    for (;;) {
      const next = await track(slices.next())
      if (next.done === true) return
      yield next.value
    }
  }
  return {
    files: {
      ...guarded,
      scan,
      isThere: (path) => real.isThere(path),
      place: async (path) => ({
        ...(await guarded.place(path)),
        ...(state.isFull && { freeBytes: 0 }),
        ...state.changePlace(path),
      }),
    },
    calls,
    fail: (failing) => {
      state.failing = failing
    },
    runBefore: (acts) => {
      state.before = acts
    },
    endProgramAt: (act, isAfter) => {
      state.programEnd = { act, isAfter }
    },
    hasProgramEnded: () => state.hasEnded,
    hang: (isHanging) => {
      state.isHanging = isHanging
    },
    hangOperations: (shouldHang) => {
      Object.assign(state, { shouldHang, hangingOperations: [] })
      return state.hangingOperations
    },
    foldCase: () => {
      state.isFolded = true
    },
    setPlaces: (changePlace) => {
      Object.assign(state, { changePlace })
    },
    setFull: (isFull) => {
      state.isFull = isFull
    },
    recover: () => {
      Object.assign(state, { programEnd: null, hasEnded: false, failing: {} })
    },
    idle: async (mostMs = Number.POSITIVE_INFINITY) => {
      const stopMs = performance.now() + mostMs
      while (state.pending > 0 && performance.now() < stopMs) await new Promise((resolve) => setImmediate(resolve))
    },
  }
}

function findSpellingOnDisk(path: string): string {
  const names = existsSync(dirname(path)) ? readdirSync(dirname(path)) : []
  const spelling = names.includes(basename(path))
    ? undefined
    : names.find((name) => name.toLowerCase() === basename(path).toLowerCase())
  return spelling === undefined ? path : join(dirname(path), spelling)
}

function neverAnswer(hangingOperations: string[], what: string): Promise<never> {
  hangingOperations.push(what)
  return new Promise(() => undefined)
}

function createFsError(code: string): Error {
  return Object.assign(new Error(code), { code })
}

export const listStatesByPath = (engine: WatchedEngine) =>
  Object.fromEntries(
    engine
      .sightings()
      .map(({ path, state, error }) => [
        path.slice(engine.folder.length + 1),
        [state, error === null ? null : (JSON.parse(error) as { code: string }).code],
      ]),
  )

export const INVALID_NAME = Buffer.from('bad\xff.pdf', 'latin1')

export const listFileStates = (engine: WatchedEngine) => engine.sightings().map(({ state }) => state)
export const hasUpload = (engine: WatchedEngine) => () => engine.uploads().length > 0
export const getFirstFolder = async ({ client }: WatchedEngine) => (await client.call('folders.list', {}))[0]!
