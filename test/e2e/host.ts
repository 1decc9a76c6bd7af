// A running Quaywatch as specs see it, whatever it runs in. What a spec needs beyond this is about one kind of host,
// and then the spec runs there only (scripts/e2e-places.mjs).
import type { BrowserContextOptions } from 'playwright-core'
import type { EngineContract } from '#contract/index.ts'
import type { Client } from '#contract/rpc.ts'
import type { ShellContract } from '#contract/shell.ts'
import type { Board } from './board.ts'
import { startBrowserHost } from './browser-host.ts'
import { startDesktop } from './desktop-host.ts'
import { place } from './places.ts'

export type HostOptions = {
  dataDir?: string
  /** It is connected to this service when it has started. */
  service?: { url: string; key: string }
  /** So many times faster than the wall clock. */
  rate?: number
  /** What its computer's clock shows at the start. */
  now?: string
  /** The time zone of its computer; New York's where none is named. */
  zone?: string
  /** A folder it watches from the start. */
  watch?: string
}

export type PageOptions = Pick<
  BrowserContextOptions,
  'colorScheme' | 'deviceScaleFactor' | 'locale' | 'permissions' | 'reducedMotion' | 'viewport'
>

export type Host = {
  dataDir: string
  /** Where it keeps its own settings. */
  settingsFile: string
  /** The files in which a stored key would be. */
  keyFiles: string[]
  /** A page as at the very first time: nothing is stored in it. `prepare` runs in it before anything of ours does. */
  show(options: PageOptions, prepare?: () => void): Promise<Board>
  /** Asks engine and shell as the page does. */
  client(): Promise<HostClient>
  /** What was copied last, in a page that was opened with the permission to read it. */
  clipboard(board: Board): Promise<string>
  /** Id of the process that the engine is in. */
  engineProcess(): Promise<number>
  /** Resolves with the exit code, or null when a signal ended it. */
  stop(signal?: NodeJS.Signals): Promise<number | null>
}

export type HostClient = {
  engine: Pick<Client<EngineContract>, 'call'>
  shell: Pick<Client<ShellContract>, 'call'>
  close: () => void
}

export function startHost(options: HostOptions = {}): Promise<Host> {
  return place === 'browser' ? startBrowserHost(options) : startDesktop(options)
}
