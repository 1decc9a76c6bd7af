// Creates `write`, the one function that changes data. It combines a transaction, the permission to write, and the
// announcements.
import { AppError } from '#contract/errors.ts'
import type { Changed, Topic } from '#contract/index.ts'
import type { Clock } from '../outside/clock.ts'
import { isFull } from './failures.ts'
import type { Connection, ReadableDb, WritableDb } from './open.ts'

/** Announces that this record of this topic changed. Without an id: too many records changed to name them. */
export type Announce = (topic: Topic, id?: string) => void

/**
 * Runs `work` in one transaction and announces what it named after the commit, never after a rollback.
 * `work` touches one of the two files: no transaction is atomic over both.
 */
export type Write = <T>(work: (db: WritableDb, announce: Announce) => T) => T

/** What most features need: to read, to write, and the trusted time. */
export type DataDeps = { db: ReadableDb; write: Write; now: () => string }

/** Called at the end of each transaction with its announcements. The returned callback runs after the commit. */
export type CommitHook = (db: WritableDb, announced: readonly Parameters<Announce>[]) => () => void

export function createWrite(connection: Connection, commitHook: CommitHook = () => () => undefined): Write {
  // SQLite sets this flag when it compiles the pragma, which EXPLAIN does without running it. Running it would also
  // expire every prepared statement of the connection, and each would be compiled again in the next transaction.
  const setQueryOnly = (state: 'ON' | 'OFF') => connection.raw.exec(`EXPLAIN PRAGMA query_only = ${state}`)
  return (work) => {
    const announced: Parameters<Announce>[] = []
    let result
    setQueryOnly('OFF')
    try {
      result = connection.runTransaction(() => {
        const value = work(connection.db, (...change) => announced.push(change))
        return { value, afterCommit: commitHook(connection.db, announced) }
      })
    } catch (error) {
      throw isFull(error) ? new AppError('db/disk-full', {}, error) : error
    } finally {
      setQueryOnly('ON')
    }
    result.afterCommit()
    return result.value
  }
}

/** At most four announcements a second and topic: a sweep of 1,000 rows must not cause 1,000 reads. */
const SPACING_MS = 250
/** Above this number, naming ids costs more than it saves. */
const MAX_IDS = 200

export type Announcer = { add: Announce; stop(): void }

export function createAnnouncer(clock: Clock, emit: (changed: Changed) => void): Announcer {
  const pendingIds = new Map<Topic, Set<string> | null>()
  const quietUntilMono = new Map<Topic, number>()
  const cancelByTopic = new Map<Topic, () => void>()

  const flush = (topic: Topic) => {
    cancelByTopic.delete(topic)
    const ids = pendingIds.get(topic)
    if (ids === undefined) return
    pendingIds.delete(topic)
    quietUntilMono.set(topic, clock.mono() + SPACING_MS)
    emit({ topic, ids: ids === null ? null : [...ids] })
  }
  return {
    add: (topic, id) => {
      const ids = pendingIds.get(topic)
      if (id === undefined || ids === null || (ids && ids.size >= MAX_IDS)) pendingIds.set(topic, null)
      else pendingIds.set(topic, (ids ?? new Set<string>()).add(id))
      if (cancelByTopic.has(topic)) return
      const waitMs = Math.max(0, (quietUntilMono.get(topic) ?? 0) - clock.mono())
      cancelByTopic.set(
        topic,
        clock.after(waitMs, () => flush(topic)),
      )
    },
    stop: () => {
      for (const cancel of cancelByTopic.values()) cancel()
      cancelByTopic.clear()
    },
  }
}
