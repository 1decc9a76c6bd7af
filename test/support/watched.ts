// An engine that watches folders on the real disk, with a watch that tells what a test says and disks that fail on demand.
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import type { FolderSettings } from '#contract/folders.ts'
import { type Files, createFiles } from '#engine/outside/files.ts'
import type { Hints, Watch } from '#engine/outside/watch.ts'
import { type TestEngine, type TestEngineOptions, startTestEngine, tempDir } from './test-engine.ts'

export type SightingRow = { id: number; path: string; state: string; error: string | null; nextAt: string | null; sha256: string | null; post: string; dest: string | null; firstSeenAt: string }
export type UploadRow = { sha256: string; gen: number; name: string; contentType: string; size: number; warning: string | null; state: string }

export type WatchedEngine = TestEngine & {
  /** The watched folder; `id` is its row's. */
  folder: string
  id: string
  watch: TestWatch
  files: TestFiles
  /** Puts a file there, as old as the test's clock says. */
  put(name: string, content: string | Uint8Array): string
  sightings(): SightingRow[]
  uploads(): UploadRow[]
  /** As the service would have it, by whatever way. */
  arrive(): void
  /** Lets time and the real disk go on until it is so. */
  until(condition: () => boolean | Promise<boolean>, atMostMs?: number): Promise<void>
}

export const SETTINGS: FolderSettings = { after: 'leave', alwaysPolls: false, isRecursive: false }

export type WatchedOptions = TestEngineOptions & { settings?: Partial<FolderSettings>; folder?: string }

export async function startWatched({ settings, folder = join(tempDir(), 'inbox'), ...options }: WatchedOptions = {}): Promise<WatchedEngine> {
  mkdirSync(folder, { recursive: true })
  const [watch, files] = [createTestWatch(), createTestFiles()]
  const engine = await startTestEngine({ apiKey: null, ...options, files: files.files, watch: watch.watch })
  const watched = Object.assign(engine, tools(engine, folder, watch, files), { id: '' })
  watched.id = (await engine.client.call('folders.add', { path: folder, ...SETTINGS, ...settings })).id
  return watched
}

function tools(engine: TestEngine, folder: string, watch: TestWatch, files: TestFiles) {
  const rows = <Row>(sql: string) => {
    const db = new Database(join(engine.dir, 'state.db'), { readonly: true })
    try {
      return db.prepare(sql).all() as Row[]
    } finally {
      db.close()
    }
  }
  return {
    folder,
    watch,
    files,
    put: (name: string, content: string | Uint8Array) => {
      const path = join(folder, name)
      writeFileSync(path, content)
      age(path, engine.clock.wall())
      return path
    },
    sightings: () => rows<SightingRow>('SELECT id, path, state, error, next_at AS nextAt, sha256, post, post_dest AS dest, first_seen_at AS firstSeenAt FROM sighting ORDER BY id'),
    uploads: () => rows<UploadRow>('SELECT sha256, gen, name, content_type AS contentType, size, warning, state FROM upload ORDER BY created_at, name'),
    arrive: () => {
      const db = new Database(join(engine.dir, 'state.db'))
      db.prepare(`UPDATE upload SET state = 'CREATED', document_id = 'd-' || substr(sha256, 1, 8) WHERE document_id IS NULL`).run()
      db.close()
    },
    until: async (condition: () => boolean | Promise<boolean>, atMostMs = 1_800_000) => {
      for (let passed = 0; !(await condition()); passed += 250) {
        if (passed > atMostMs) throw new Error('it never came to be so')
        await engine.clock.advance(250)
      }
    },
  }
}

export function age(path: string, wallMs: number): void {
  utimesSync(path, wallMs / 1000, wallMs / 1000)
}

export type TestWatch = { watch: Watch; started: string[]; ended: string[]; hint(path: string | null): void; end(code: string): void; refuse(code: string | null): void }

export function createTestWatch(): TestWatch {
  const all = new Map<string, Hints>()
  let refusal: string | null = null
  const test: TestWatch = {
    started: [],
    ended: [],
    hint: (path) => { for (const hints of all.values()) hints.onHint(path) },
    end: (code) => { for (const hints of all.values()) hints.onEnd(code) },
    refuse: (code) => { refusal = code },
    watch: {
      start: (folder, hints) => {
        if (refusal !== null) return Promise.reject(new Error(refusal))
        test.started.push(folder)
        all.set(folder, hints)
        return Promise.resolve(() => {
          test.ended.push(folder)
          all.delete(folder)
          return Promise.resolve()
        })
      },
    },
  }
  return test
}

export type Failing = Partial<Record<keyof Files, (path: string) => string | null>>

/** The real disk, on which some acts on some paths fail with the system's codes. */
export type TestFiles = { files: Files; fail(failing: Failing): void; calls: string[] }

export function createTestFiles(): TestFiles {
  const real = createFiles()
  let failing: Failing = {}
  const calls: string[] = []
  const guarded = Object.fromEntries(
    Object.entries(real).map(([name, act]) => [
      name,
      name === 'scan'
        ? act
        : (...parameters: unknown[]) => {
            const path = String(parameters[0])
            calls.push(`${name} ${path}`)
            const code = failing[name as keyof Files]?.(path) ?? null
            if (code !== null) return Promise.reject(Object.assign(new Error(code), { code }))
            return Reflect.apply(act as (...all: unknown[]) => unknown, real, parameters)
          },
    ]),
  ) as unknown as Files
  const scan: Files['scan'] = async function* (folder, slice, mayHang) {
    const code = failing.scan?.(folder) ?? null
    if (code !== null) throw Object.assign(new Error(code), { code })
    yield* real.scan(folder, slice, mayHang)
  }
  return { files: { ...guarded, scan }, calls, fail: (next) => { failing = next } }
}
