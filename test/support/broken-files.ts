// Changes the files of an account as a faulty computer does: days pass, statements fail, and bytes change.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import { onTestFinished, vi } from 'vitest'
import type { FakeClock } from './fake-clock.ts'
import type { TestEngine } from './test-engine.ts'

/** Resolves with the code of the error with which the promise rejects: an AppError, or an error of SQLite or Node. */
export function getErrorCode(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => 'no error',
    (error: unknown) => (error instanceof Error && 'code' in error ? error.code : error),
  )
}

/** Advances the clock by days of sleep. After each day it waits until the engine has written its backup. */
export async function sleepThroughDays({ clock, dir }: TestEngine, days: number): Promise<void> {
  for (let day = 0; day < days; day++) {
    clock.sleepMachine(86_400_000)
    const today = new Date(clock.wall()).toISOString().slice(0, 10)
    await clock.advance(61_000)
    await advanceUntilWritten(clock, () => existsSync(join(dir, 'backups', `changes-${today}.db`)))
  }
}

/**
 * Waits until the condition holds, while the test's clock is stopped and the real disk works. Without the condition the
 * test ends with its time limit.
 */
export async function advanceUntilWritten(clock: FakeClock, condition: () => boolean): Promise<void> {
  while (!condition()) await clock.flush()
}

/** Overwrites the middle of a file, as a failing disk does. */
export function damageFile(path: string): void {
  const bytes = readFileSync(path)
  bytes.fill(0x5a, 100, Math.min(bytes.length, 40_000))
  writeFileSync(path, bytes)
}

/** Makes SQLite fail with this code when it prepares matching statements. The returned function ends that. */
export function failStatements(code: string, matching = /^\s*(INSERT|UPDATE|DELETE)\b/): () => void {
  const prepare = Reflect.get(Database.prototype, 'prepare')
  const spy = vi.spyOn(Database.prototype, 'prepare').mockImplementation(function (
    this: Database.Database,
    sql: string,
  ) {
    if (matching.test(sql)) throw new Database.SqliteError(`refused: ${sql}`, code)
    return prepare.call(this, sql)
  })
  const restore = () => spy.mockRestore()
  onTestFinished(restore)
  return restore
}

/**
 * Opens a database file while no engine runs. Deletes the checksums of the last stop, so that the engine does not
 * report the change as damage.
 */
export function withDatabase<T>(path: string, work: (db: Database.Database) => T): T {
  rmSync(join(dirname(path), 'sums.json'), { force: true })
  const db = new Database(path)
  try {
    return work(db)
  } finally {
    db.close()
  }
}
