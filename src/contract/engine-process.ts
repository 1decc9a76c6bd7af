// The messages between main and the engine's utility process, besides client ports. Plain messages, structured clone.
// Types only: neither side needs a schema for messages of its own program.
import type { WireError } from './errors.ts'
import type { Metered } from './shell.ts'

/** The key travels here and not in the environment or on a command line, where others could read it. */
export type EngineStart = {
  type: 'start'
  dataDir: string
  baseUrl: string
  apiKey: string | null
  /** The service is the embedded one: one account, whatever its address and key. */
  isEmbedded: boolean
  /** Whoever holds it can prove that the user picked a folder (contract/shell.ts, folder.pick): an HMAC of the path. */
  ticketKey: string
  /** Check answers and events against the contract; for development builds. */
  checkOutput: boolean
}

/**
 * What the host knows of this computer and the user said about it; what follows for reading is the engine's to decide.
 */
export type Pace = {
  isOnBattery: boolean
  /** The screen is not visible to a user. */
  isLocked: boolean
  metered: Metered
}

/**
 * To `find-proxies`: addresses such as `http://proxy.office:8080`, in the order to be tried; null: directly. Only
 * Electron's main process can ask the system, which may have to run a script of the office's first.
 */
export type ProxyAnswer = { type: 'proxies'; id: number; proxies: readonly (string | null)[] }

/** `client` comes with a MessagePort attached; main itself is one, and no screen. */
export type ToEngine =
  | EngineStart
  | ProxyAnswer
  | { type: 'client'; isScreen: boolean }
  | { type: 'resume' }
  | { type: 'pace'; pace: Pace }
  | { type: 'beat' }
  | { type: 'shutdown' }

export type FromEngine =
  | { type: 'started' }
  /** The engine could not start and its process ends: trying again would change nothing. */
  | { type: 'failed'; error: WireError }
  /** So many edits and requests have not left yet; said at the start, and whenever it is another number. */
  | { type: 'waiting'; count: number }
  /** Answered by `proxies` with the same id. */
  | { type: 'find-proxies'; id: number; origin: string }
  /** At once, to every beat. */
  | { type: 'beat' }
  | { type: 'log'; level: 'info' | 'warn' | 'error'; event: string; fields: Record<string, unknown> }
