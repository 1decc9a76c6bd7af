// An office in memory, for tests of many computers without a server: the functions of the office's database, and faults
// that a test asks for. It runs the same cases as the real server (test/office), so that both do the same.
import type { Clock } from '#engine/outside/clock.ts'
import type { Postgres, PostgresConnection } from '#engine/outside/postgres.ts'
import { type ModelNetwork, type Server, createModelPostgres, startSession } from './connections.ts'
import { createModelState, endSession, restoreTables } from './office.ts'
import { runStatement } from './statements.ts'
import type { Role } from './tables.ts'

export type OfficeModelDeps = {
  clock: Pick<Clock, 'after'>
  /** The clock of the server. */
  nowMs: () => number
  randomId: () => string
}

export type OfficeModel = {
  /** The owner of the office, on the server itself: no network, no rights to check. */
  owner: Pick<PostgresConnection, 'query'>
  /** A login of the server, and what it may call. */
  addLogin(login: string, roles: readonly Role[]): void
  /** The connections of one computer. */
  connectFrom(computer: string, network?: ModelNetwork): Postgres
  /** A server that is off ends all sessions and accepts none. Its data stays. */
  setOff(isOff: boolean): void
  /** The server ends the sessions of this computer. */
  endSessions(computer: string): void
  /** Nothing from or to this computer arrives until it thaws. Its sessions stay, and so do their locks. */
  setFrozen(computer: string, isFrozen: boolean): void
  /** A copy of the tables, as a backup has it. */
  save(): Buffer
  /** Sets the office back to an earlier copy. All sessions end. */
  restore(copy: Buffer): void
}

export function createOfficeModel({ clock, nowMs, randomId }: OfficeModelDeps): OfficeModel {
  const office = createModelState(nowMs, randomId)
  const server: Server = { office, isOff: false, after: clock.after, frozen: new Map() }
  const owner = startSession(office, '', null, { onNotify: () => undefined, onEnd: () => undefined })
  office.sessions.delete(owner)
  const endAll = () => {
    for (const session of [...office.sessions]) endSession(office, session)
  }
  return {
    owner: {
      query: <Row>(sql: string, values: Parameters<PostgresConnection['query']>[1] = []) =>
        new Promise<Row[]>((resolve) => resolve(runStatement(office, owner, sql, values) as Row[])),
    },
    addLogin: (login, roles) => void office.roles.set(login, new Set(roles)),
    connectFrom: (computer, network = {}) => createModelPostgres(server, computer, network),
    setOff: (isOff) => {
      server.isOff = isOff
      if (isOff) endAll()
    },
    endSessions: (computer) => {
      for (const session of [...office.sessions]) if (session.computer === computer) endSession(office, session)
    },
    setFrozen: (computer, isFrozen) => {
      const held = server.frozen.get(computer)
      if (isFrozen && !held) server.frozen.set(computer, [])
      if (isFrozen || !held) return
      server.frozen.delete(computer)
      for (const work of held) work()
    },
    save: () => office.db.serialize(),
    restore: (copy) => {
      endAll()
      restoreTables(office, copy)
    },
  }
}
