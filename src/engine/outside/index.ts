// The adapters that the engine uses, passed as `deps.outside`: tests and the simulator pass their own.
import { type Clock, createClock } from './clock.ts'
import { type Files, createFiles } from './files.ts'
import { type Http, createHttp } from './http.ts'
import type { Postgres } from './postgres.ts'
import type { Proxies } from './proxies.ts'
import { type Random, createRandom } from './random.ts'
import type { Threads } from './threads.ts'
import { type Watch, createWatch } from './watch.ts'

/**
 * Without `threads`, all work runs on the engine's own thread: another thread cannot use lists of files in memory, or
 * time that a test sets. Without `postgres`, no account has an office.
 */
export type Outside = {
  clock: Clock
  random: Random
  http: Http
  files: Files
  watch: Watch
  threads?: Threads | undefined
  postgres?: Postgres
}

export type OutsideOptions = {
  /** Process time per real time; above 1 in tests only. */
  clockRate?: number
  /** Without proxies, everything is reached directly. */
  proxies?: Proxies
  threads?: Threads
}

export function createOutside(options: OutsideOptions = {}): Outside {
  return {
    clock: createClock(options.clockRate),
    random: createRandom(),
    http: createHttp(options.proxies),
    files: createFiles(),
    watch: createWatch(),
    threads: options.threads,
    postgres: lazyPostgres,
  }
}

/** Loads the driver at the first connection, because most computers have no office. */
const lazyPostgres: Postgres = {
  connect: async (...args) => (await import('./postgres.ts')).createPostgres().connect(...args),
}
