// The interface of a running Quaywatch for specs, the same on every kind of host. A spec that needs more runs on one
// kind of host only (scripts/e2e-targets.mjs).
import type { BrowserContextOptions } from 'playwright-core'
import type { EngineContract } from '#contract/index.ts'
import type { Client } from '#contract/rpc.ts'
import type { ShellContract } from '#contract/shell.ts'
import type { Board } from './board.ts'
import { startBrowserHost } from './browser-host.ts'
import { startDesktop } from './desktop-host.ts'
import { target } from './target.ts'

export type HostOptions = {
  dataDir?: string
  /** The host is connected to this service after its start. */
  service?: { url: string; key: string }
  /** How many times faster than the wall clock the host runs. */
  rate?: number
  /** The time that the host's computer shows when it is started. */
  now?: string
  /** The time zone of the host's computer; New York by default. */
  zone?: string
  /** A folder that is watched from the start. */
  watchedFolder?: string
  /** The file that says how the host reaches the office of its account. */
  officeFile?: string
}

export type PageOptions = Pick<
  BrowserContextOptions,
  'colorScheme' | 'deviceScaleFactor' | 'locale' | 'permissions' | 'reducedMotion' | 'viewport'
>

export type Host = {
  dataDir: string
  /** The file of the host's own settings. */
  settingsFile: string
  /** The files that would contain a stored key. */
  keyFiles: string[]
  /** Opens a page with empty storage, as at the first visit. `prepare` runs in it before our scripts. */
  openPage(options: PageOptions, prepare?: () => void): Promise<Board>
  /** Creates a client that calls engine and shell like the page. */
  createClient(): Promise<HostClient>
  /** Reads the last copied text from a page that was opened with the permission to read it. */
  readClipboard(board: Board): Promise<string>
  /** The id of the engine's process. */
  findEnginePid(): Promise<number>
  /** Resolves with the exit code, or null when a signal ended it. */
  stop(signal?: NodeJS.Signals): Promise<number | null>
}

export type HostClient = {
  engine: Pick<Client<EngineContract>, 'call'>
  shell: Pick<Client<ShellContract>, 'call'>
  close: () => void
}

export function startHost(options: HostOptions = {}): Promise<Host> {
  return target === 'browser' ? startBrowserHost(options) : startDesktop(options)
}
