// What main and the engine's utility process say to each other besides client ports. Plain messages, structured clone.
// Types only: neither side needs a schema for what its own program sent.
import type { WireError } from './errors.ts'

/** The key travels here and not in the environment or on a command line, where others could read it. */
export type EngineStart = {
  type: 'start'
  dataDir: string
  baseUrl: string
  apiKey: string | null
  /** `http://host:port` of the system's proxy for the service; null for none. */
  proxy: string | null
  /** Check answers and events against the contract; for development builds. */
  checkOutput: boolean
}

/** `client` comes with a MessagePort attached. */
export type ToEngine = EngineStart | { type: 'client' } | { type: 'resume' } | { type: 'shutdown' }

export type FromEngine =
  | { type: 'started' }
  /** The engine could not start and its process ends: trying again would change nothing. */
  | { type: 'failed'; error: WireError }
  | { type: 'log'; level: 'info' | 'warn' | 'error'; event: string; fields: Record<string, unknown> }
