// What happens to an account's files: days that pass, disks that fill up, bytes that change.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import { onTestFinished, vi } from 'vitest'
import type { FakeClock } from './fake-clock.ts'
import type { TestEngine } from './test-engine.ts'

/** The code of what was thrown, by us, by SQLite or by the disk. */
export function errorCode(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => 'no error',
    (error: unknown) => (error instanceof Error && 'code' in error ? error.code : error),
  )
}

/** Night after night the machine sleeps with the program open. */
export async function daysPass({ clock, dir }: TestEngine, days: number): Promise<void> {
  for (let day = 0; day < days; day++) {
    clock.sleepMachine(86_400_000)
    const today = new Date(clock.wall()).toISOString().slice(0, 10)
    await clock.advance(61_000)
    await diskDone(clock, () => existsSync(join(dir, 'backups', `changes-${today}.db`)))
  }
}

/** The disk works in real time, however slow, while the test's clock stands still. Ends with the test's time limit. */
export async function diskDone(clock: FakeClock, condition: () => boolean): Promise<void> {
  while (!condition()) await clock.settle()
}

/** As after a crash that hit the disk: the middle of the file is something else. */
export function damage(path: string): void {
  const bytes = readFileSync(path)
  bytes.fill(0x5a, 100, Math.min(bytes.length, 40_000))
  writeFileSync(path, bytes)
}

/** From now on SQLite refuses with this code to prepare what matches; the answer makes it well again. */
export function refuse(code: string, matching = /^\s*(INSERT|UPDATE|DELETE)\b/): () => void {
  const prepare = Reflect.get(Database.prototype, 'prepare')
  const spy = vi.spyOn(Database.prototype, 'prepare').mockImplementation(function (
    this: Database.Database,
    sql: string,
  ) {
    if (matching.test(sql)) throw new Database.SqliteError(`refused: ${sql}`, code)
    return prepare.call(this, sql)
  })
  const heal = () => {
    spy.mockRestore()
  }
  onTestFinished(heal)
  return heal
}

/**
 * Opens one of the files while no engine does. What is written then is no damage, so the sums of the last closing go.
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
