// What a host must be able to do for `createHost`: keep settings and keys, run the engine and the embedded service.
import type { DesktopState } from '#contract/desktop.ts'
import type { Pace } from '#contract/engine-process.ts'
import type { Handlers } from '#contract/rpc.ts'
import type { HostSettings, HostState, KeyStorage, ShellContract } from '#contract/shell.ts'
import type { Failure } from '#contract/values.ts'

/**
 * What the engine is started on. Account ids are safe as folder names. `isEmbedded`: of the embedded service
 * (engine/core.ts).
 */
export type EngineRun = { accountId: string; serviceUrl: string; apiKey: string | null; isEmbedded?: boolean }

/** What the computer runs on, and whether anybody can see its screen. */
export type Power = { isOnBattery: boolean; isLocked: boolean }

export type HostDeps = {
  host: HostState['host']
  version: string
  settings: {
    read(): HostSettings
    save(settings: HostSettings): void
    /** Stores what nobody chose: it does not mean that somebody read what is told about the settings. */
    note(settings: HostSettings): void
    /** The stored settings could not be read and were set aside; true until the next save. */
    isReset(): boolean
  }
  secrets: {
    /** The places a key can be kept here, best first; never empty. */
    storages(): Promise<KeyStorage[]>
    read(accountId: string): Promise<string | null>
    /**
     * As `read`, but null where it takes long: whoever gives the host its secrets then calls `start` when the key is
     * there.
     */
    readForRun?: (accountId: string) => Promise<string | null>
    /** Throws `shell/key-not-stored`. What was kept before, wherever it was, is gone afterwards. */
    keep(accountId: string, apiKey: string, storage: KeyStorage): Promise<void>
    forget(accountId: string): Promise<void>
    /** The same for the same key, and no way back from it to the key. */
    hash(apiKey: string): string
  }
  /** The folder of an account, with everything in it. */
  folders: { delete(accountId: string): Promise<void> }
  /** Safe as an account id, and never the same twice. */
  newId(): string
  /**
   * The embedded service, a process of its own. `start` throws `shell/service-did-not-start`; a second `start` answers
   * the same.
   */
  sample: { start(): Promise<{ serviceUrl: string; apiKey: string }>; stop(): Promise<void> }
  /**
   * One engine at a time. `start` throws what kept it from starting; `stop` without a start is nothing. The pace last
   * set holds for every engine started after it.
   */
  engine: { start(run: EngineRun): Promise<void>; stop(): Promise<void>; setPace(pace: Pace): void }
  /** The computer's own, best first; null where only the browser knows. */
  systemLanguages: readonly string[] | null
  /** Null where nobody tells. */
  power: Power | null
  openLink(url: string): Promise<void>
  /**
   * Null where the user chose none. `ticket` is the engine's proof of it (engine-process.ts). Throws `shell/no-dialog`.
   */
  pickFolder(): Promise<{ path: string; ticket: string } | null>
  /** Null in the browser host. */
  desktop: { state(): Promise<DesktopState>; handlers: DesktopHandlers } | null
  /** The pop-up the user clicked last, once; null where the page itself hears of clicks. */
  takeOpened(): string | null
  /** Something in `host.get` is not what it was. */
  announce(): void
  logBug(error: unknown): string
}

/** What only a desktop can answer. */
export type DesktopHandlers = Pick<
  Handlers<ShellContract>,
  | 'desktop.set'
  | 'pageRestart.take'
  | 'app.restart'
  | 'deepLink.take'
  | 'screen.take'
  | 'file.save'
  | 'page.toPdf'
  | 'logs.open'
>

/** What a host remembers while it runs. */
export type HostMemory = {
  hasKey: boolean
  isEngineStarting: boolean
  engineFailure: Failure | null
  sampleFailure: Failure | null
  /** The account the sample was opened from: the way back leads there. */
  beforeSample: string | null
  power: Power
}
