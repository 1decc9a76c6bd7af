// The messages between main and the engine's utility process, besides those of client ports. They are sent by
// structured clone. There are only types and no schemas, because both sides belong to one program.
import type { WireError } from './errors.ts'
import type { Metered } from './shell.ts'

/** The key is sent here, because other programs could read the environment or the command line. */
export type EngineStart = {
  type: 'start'
  dataDir: string
  baseUrl: string
  apiKey: string | null
  /** The service is the embedded one, which has one account, regardless of address and key. */
  isEmbedded: boolean
  /** How this account reaches its office (contract/office.ts); null without one. */
  membership: string | null
  /** With this key the host signs the path of a folder that the user picked (HMAC; shell.ts, `folder.pick`). */
  ticketKey: string
  /** Check answers and events against the contract; for development builds. */
  checkOutput: boolean
}

/** The state of this computer and the user's choice about it. The engine decides how often to read. */
export type Pace = {
  isOnBattery: boolean
  /** The screen is not visible to a user. */
  isLocked: boolean
  metered: Metered
}

/**
 * The answer to `find-proxies`: addresses such as `http://proxy.office:8080` in the order to try them; null: a direct
 * connection. Only Electron's main process can ask the system, which may have to run a proxy script first.
 */
export type ProxyAnswer = { type: 'proxies'; id: number; proxies: readonly (string | null)[] }

/** `client` comes with a MessagePort attached. The main process is also a client, which is not a screen. */
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
  /** The engine could not start and its process ends. A restart would not help. */
  | { type: 'failed'; error: WireError }
  /** The engine stops and its process ends, so that main starts it again with repaired or new files. */
  | { type: 'restart' }
  /** The number of unsent edits and requests; sent at the start and after each change. */
  | { type: 'waiting'; count: number }
  /** The main process answers with `proxies` and the same id. */
  | { type: 'find-proxies'; id: number; origin: string }
  /** The answer to each beat, sent at once. */
  | { type: 'beat' }
  | { type: 'log'; level: 'info' | 'warn' | 'error'; event: string; fields: Record<string, unknown> }
