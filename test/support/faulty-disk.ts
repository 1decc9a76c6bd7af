// Makes statements of every open database fail with errors of SQLite, as a full or broken disk does.
import Database from 'better-sqlite3'
import { onTestFinished } from 'vitest'

export type FaultyDisk = {
  /** From now on, statements whose SQL matches fail with this code. */
  fail(matching: RegExp, code: 'SQLITE_FULL' | 'SQLITE_IOERR' | 'SQLITE_IOERR_WRITE' | 'SQLITE_READONLY'): void
  stopFailing(): void
}

const METHODS = ['run', 'get', 'all'] as const

export function createFaultyDisk(): FaultyDisk {
  let fault: { matching: RegExp; code: string } | null = null
  // The class of prepared statements is not exported.
  const database = new Database(':memory:')
  const prototype = Object.getPrototypeOf(database.prepare('SELECT 1')) as Record<
    (typeof METHODS)[number],
    (...parameters: unknown[]) => unknown
  >
  database.close()
  for (const name of METHODS) {
    const original = prototype[name]
    prototype[name] = function (this: Database.Statement, ...parameters: unknown[]) {
      if (fault?.matching.test(this.source)) throw new Database.SqliteError('the disk fails in this test', fault.code)
      return Reflect.apply(original, this, parameters)
    }
    onTestFinished(() => {
      prototype[name] = original
    })
  }
  return {
    fail: (matching, code) => {
      fault = { matching, code }
    },
    stopFailing: () => {
      fault = null
    },
  }
}
