// The functions that a host must implement for `createHost`: storage of settings and keys, the engine, and the embedded
// service.
import type { DesktopState } from '#contract/desktop.ts'
import type { Pace } from '#contract/engine-process.ts'
import type { Handlers } from '#contract/rpc.ts'
import type { HostSettings, HostState, KeyStorage, ShellContract } from '#contract/shell.ts'
import type { Failure } from '#contract/values.ts'

/**
 * The parameters of the engine's start. Account ids are safe as folder names. `isEmbedded`: the account reads the
 * embedded service (engine/core.ts).
 */
export type EngineRun = {
  accountId: string
  serviceUrl: string
  apiKey: string | null
  isEmbedded?: boolean
  /** The text that `account.setOffice` stored. */
  membership?: string
}

/** The power source of the computer, and whether its screen is visible to a user. */
export type Power = { isOnBattery: boolean; isLocked: boolean }

export type HostDeps = {
  host: HostState['host']
  version: string
  settings: {
    read(): HostSettings
    save(settings: HostSettings): void
    /** Stores values that the user did not choose. `isReset` does not change. */
    saveInternal(settings: HostSettings): void
    /** Whether the stored settings could not be read and were set aside. True until the next save. */
    isReset(): boolean
  }
  secrets: {
    /** Lists where a key can be stored on this computer, the safest first. Never empty. */
    listStorages(): Promise<KeyStorage[]>
    read(accountId: string): Promise<string | null>
    /**
     * Like `read`, but resolves with null if the read takes long. The host then calls `start` again when the key is
     * available.
     */
    readForRun?: (accountId: string) => Promise<string | null>
    /** Throws `shell/key-not-stored`. Also deletes the previous key from all storages. */
    store(accountId: string, apiKey: string, storage: KeyStorage): Promise<void>
    forget(accountId: string): Promise<void>
    /** Returns a one-way hash, to compare keys without storing them. */
    hash(apiKey: string): string
  }
  /** The same for the membership of an account in its office (contract/office.ts), which contains a password. */
  memberships: Pick<HostDeps['secrets'], 'listStorages' | 'read' | 'store' | 'forget'>
  /** The data folder of an account. */
  folders: { delete(accountId: string): Promise<void> }
  /** Returns a unique id for a new account. */
  newId(): string
  /**
   * The embedded service, in a process of its own. `start` throws `shell/service-did-not-start`; a second `start`
   * returns the same address.
   */
  sample: { start(): Promise<{ serviceUrl: string; apiKey: string }>; stop(): Promise<void> }
  /**
   * One engine at a time. `start` throws the reason why the engine did not start; `stop` without a start does nothing.
   * The last pace also applies to every engine started later.
   */
  engine: { start(run: EngineRun): Promise<void>; stop(): Promise<void>; setPace(pace: Pace): void }
  /** The languages of the computer, best first; null if only the browser knows them. */
  systemLanguages: readonly string[] | null
  /** Null if the host cannot read the power source. */
  power: Power | null
  openLink(url: string): Promise<void>
  /**
   * Null if the user chose no folder. `ticket` proves the choice to the engine (contract/engine-process.ts). Throws
   * `shell/no-dialog`.
   */
  pickFolder(): Promise<{ path: string; ticket: string } | null>
  /** Null in the browser host. */
  desktop: { readState(): Promise<DesktopState>; handlers: DesktopHandlers } | null
  /**
   * Returns the pop-up that the user clicked last, only once. Null if there is none, or if the page receives clicks.
   */
  takeClickedPopUp(): string | null
  /** Notifies all pages that a value in `host.get` changed. */
  announce(): void
  /** Logs an unexpected error and returns the id of the log entry. */
  logBug(error: unknown): string
}

/** Functions that only the desktop app has. */
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

/** The state of a host while it runs. */
export type HostMemory = {
  hasKey: boolean
  isEngineStarting: boolean
  engineFailure: Failure | null
  sampleFailure: Failure | null
  /** The account from which the user opened the sample, to return to it. */
  beforeSample: string | null
  power: Power
}
