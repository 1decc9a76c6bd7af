// The lease of an office in memory, for tests with a fake clock, with one session for each computer. The tests in
// test/office prove the same rules on a real server.
import type { Postgres, PostgresConnection, PostgresValue } from '#engine/outside/postgres.ts'
import { PostgresFailure } from '#engine/outside/postgres-failure.ts'
import type { FakeClock } from './fake-clock.ts'

type Session = { end(): void; isFrozen: () => boolean }
type Lease = {
  fence: number
  untilMs: number
  renewedMs: number
  budget: unknown
  holder: Session | null
  isLocked: boolean
}

export type OfficeModel = {
  lease: Lease
  /** The server is off: it ends all sessions, and accepts none. */
  setOff(isOff: boolean): void
  connectAs(name: string): Postgres
  /** The session of this computer ends, and with it its lock. */
  endSession(name: string): void
  /** Nothing from this computer arrives and nothing is answered; its session stays. */
  setFrozen(name: string, isFrozen: boolean): void
  /** How often this computer asked for the lease. */
  countTakes(name: string): number
}

const LONG_AGO_MS = -1e9

export function createOfficeModel(clock: FakeClock): OfficeModel {
  const lease: Lease = {
    fence: 0,
    untilMs: LONG_AGO_MS,
    renewedMs: LONG_AGO_MS,
    budget: {},
    holder: null,
    isLocked: false,
  }
  const sessions = new Map<string, Session>()
  const frozen = new Set<string>()
  const takes = new Map<string, number>()
  let locked: Session | null = null
  let isOff = false
  const answer = (sql: string, values: readonly PostgresValue[], session: Session): object => {
    if (sql.includes('office.hello')) return { leastClient: 1, canLead: true, isDirect: true }
    const nowMs = clock.up()
    if (sql.includes('office.take_lease')) {
      const hadLock = locked === session
      locked ??= session
      const hasLock = locked === session
      if (lease.untilMs > nowMs && !(hasLock && lease.isLocked)) {
        if (hasLock && !hadLock) locked = null
        return []
      }
      const idleMs = nowMs - lease.renewedMs
      Object.assign(lease, { holder: session, untilMs: nowMs + Number(values[3]), renewedMs: nowMs, isLocked: hasLock })
      return { fence: ++lease.fence, budget: lease.budget, idleMs }
    }
    const isHolder = lease.holder !== null && lease.fence === values[1] && lease.untilMs > nowMs
    if (sql.includes('office.renew_lease')) {
      if (!isHolder) return { isRenewed: false }
      locked ??= session
      const budget: unknown = JSON.parse(String(values[4]))
      const isLocked = lease.isLocked || locked === session
      Object.assign(lease, { untilMs: nowMs + Number(values[2]), renewedMs: nowMs, budget, isLocked })
      return { isRenewed: true }
    }
    const final: unknown = JSON.parse(String(values[2]))
    if (isHolder) Object.assign(lease, { untilMs: nowMs, renewedMs: nowMs, budget: final, isLocked: false })
    if (locked === session) locked = null
    return {}
  }
  const connect = (
    name: string,
    onLost: (failure: PostgresFailure) => void,
    answerTimeoutMs: number,
  ): PostgresConnection => {
    const lost = new PostgresFailure('lost', null, new Error('the session ended'))
    let isOpen = true
    const waiting = new Set<(failure: PostgresFailure) => void>()
    const session: Session = {
      isFrozen: () => frozen.has(name),
      end: () => {
        if (!isOpen) return
        isOpen = false
        if (locked === session) locked = null
        onLost(lost)
        for (const reject of waiting) reject(lost)
      },
    }
    sessions.set(name, session)
    const query = <Row>(sql: string, values: readonly PostgresValue[] = []): Promise<Row[]> => {
      if (!isOpen) return Promise.reject(lost)
      if (sql.includes('office.take_lease')) takes.set(name, (takes.get(name) ?? 0) + 1)
      if (!session.isFrozen()) return Promise.resolve([answer(sql, values, session)].flat() as Row[])
      return new Promise((_resolve, reject) => {
        waiting.add(reject)
        clock.after(answerTimeoutMs, () => session.end())
      })
    }
    const close = () => {
      isOpen = false
      if (locked === session) locked = null
      return Promise.resolve()
    }
    return { serverProcess: 1, query, runScript: () => Promise.resolve(), listen: () => Promise.resolve(), close }
  }
  return {
    lease,
    setOff: (next) => {
      isOff = next
      if (isOff) for (const session of sessions.values()) session.end()
    },
    connectAs: (name) => ({
      connect: (_address, onLost, answerTimeoutMs = 40_000) =>
        isOff || frozen.has(name)
          ? Promise.reject(new PostgresFailure('unreachable', null, new Error('no answer')))
          : Promise.resolve(connect(name, onLost, answerTimeoutMs)),
    }),
    countTakes: (name) => takes.get(name) ?? 0,
    endSession: (name) => sessions.get(name)?.end(),
    setFrozen: (name, isFrozen) => void (isFrozen ? frozen.add(name) : frozen.delete(name)),
  }
}
