// Events that affect an account's files: days pass, a disk fills up, bytes change.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import { onTestFinished, vi } from 'vitest'
import type { FakeClock } from './fake-clock.ts'
import type { TestEngine } from './test-engine.ts'

/** The code of the error that this promise rejects with, from us, SQLite or the disk. */
export function errorCode(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => 'no error',
    (error: unknown) => (error instanceof Error && 'code' in error ? error.code : error),
  )
}

/** The machine sleeps each night with the program open. */
export async function sleepThroughDays({ clock, dir }: TestEngine, days: number): Promise<void> {
  for (let day = 0; day < days; day++) {
    clock.sleepMachine(86_400_000)
    const today = new Date(clock.wall()).toISOString().slice(0, 10)
    await clock.advance(61_000)
    await advanceUntilWritten(clock, () => existsSync(join(dir, 'backups', `changes-${today}.db`)))
  }
}

/**
 * Waits for the disk, which works in real time while the test's clock is stopped. Ends with the test's time limit.
 */
export async function advanceUntilWritten(clock: FakeClock, condition: () => boolean): Promise<void> {
  while (!condition()) await clock.flush()
}

/** Overwrites the middle of a file, as a crash of the disk does. */
export function damage(path: string): void {
  const bytes = readFileSync(path)
  bytes.fill(0x5a, 100, Math.min(bytes.length, 40_000))
  writeFileSync(path, bytes)
}

/** From now on SQLite fails with this code to prepare matching statements. Call the result to end that. */
export function failStatements(code: string, matching = /^\s*(INSERT|UPDATE|DELETE)\b/): () => void {
  const prepare = Reflect.get(Database.prototype, 'prepare')
  const spy = vi.spyOn(Database.prototype, 'prepare').mockImplementation(function (
    this: Database.Database,
    sql: string,
  ) {
    if (matching.test(sql)) throw new Database.SqliteError(`refused: ${sql}`, code)
    return prepare.call(this, sql)
  })
  const heal = () => spy.mockRestore()
  onTestFinished(heal)
  return heal
}

/**
 * Opens one of the files while no engine runs. The change is not to be reported as damage, so the checksums of the last
 * stop are deleted.
 */
export function withFile<T>(path: string, work: (db: Database.Database) => T): T {
  rmSync(join(dirname(path), 'sums.json'), { force: true })
  const db = new Database(path)
  try {
    return work(db)
  } finally {
    db.close()
  }
}
