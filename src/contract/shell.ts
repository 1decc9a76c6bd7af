// Calls that need the desktop or the host's own files, and the settings a host needs before the engine starts. Main
// serves them over IPC under Electron, the browser host over its second socket.
import { z } from 'zod'
import { CloseAction, DesktopState, desktop } from './desktop.ts'
import { UNNAMED_ACCOUNT } from './rules/account-names.ts'
import type { WireError } from './errors.ts'
import { LANGUAGES } from './rules/language.ts'
import { MembershipText } from './office.ts'
import type { Contract } from './rpc.ts'
import { AccountMatch } from './sync.ts'
import { Failure } from './values.ts'

export const Theme = z.enum(['system', 'light', 'dark'])
export const LanguageChoice = z.enum(['system', ...LANGUAGES])

/** Where an API key is stored. `file`: a file that only this user can read. `session`: only in memory. */
export const KeyStorage = z.enum(['keychain', 'file', 'session'])

export const Account = z.object({
  id: z.string().regex(/^[a-z0-9-]{1,40}$/),
  name: z.string(),
  /** Address of the tracking service, its path ending in /v2; empty before the first connection. */
  serviceUrl: z.string(),
})

export const AccountName = z.string().trim().min(1).max(60)

/** An account in the settings of a host. Older files do not have the last two fields. */
export const StoredAccount = Account.extend({
  /** A hash of the key, to compare keys; null if none is known. */
  keyHash: z.string().nullable().default(null),
  /** Unsent edits and requests of the account when its engine last ran. */
  waiting: z.int().min(0).default(0),
})

/**
 * `words` writes `Fri 20 Nov`, `iso` `Fri 2026-11-20`. `more`: stronger contrast for text and borders than the theme
 * has.
 */
export const Appearance = z.object({
  dateStyle: z.enum(['words', 'iso']),
  contrast: z.enum(['system', 'usual', 'more']),
})

const DEFAULT_APPEARANCE = { dateStyle: 'words', contrast: 'system' } as const

/** How much the engine reads on a connection that is paid by volume. No operating system reports such a connection. */
export const Metered = z.enum(['no', 'seldom', 'pause'])

/**
 * The user's choice of keys. `custom`: action → stroke, empty for an action without a key; the view defines the actions
 * and the notation of strokes. `hasSingleKeys`: whether single letters, digits and signs are shortcuts (WCAG 2.1.4).
 */
export const ShortcutSettings = z.object({
  custom: z.record(z.string().max(40), z.string().max(40)).refine((custom) => Object.keys(custom).length <= 200),
  hasSingleKeys: z.boolean(),
})

const DEFAULT_SHORTCUTS = { custom: {}, hasSingleKeys: true }

/** One schema for both hosts: electron-store writes it under Electron, the browser host writes `host.json`. */
export const HostSettings = z.object({
  theme: Theme.default('system'),
  language: LanguageChoice.default('system').catch('system'),
  /** The name in stored files; renaming it would lose the user's choice. */
  looks: Appearance.default(DEFAULT_APPEARANCE).catch(DEFAULT_APPEARANCE),
  /** Also falls back to the default, so that an unreadable value does not reset the other settings. */
  keys: ShortcutSettings.default(DEFAULT_SHORTCUTS).catch(DEFAULT_SHORTCUTS),
  account: Account.shape.id.default('main'),
  accounts: z
    .array(StoredAccount)
    .default([{ id: 'main', name: UNNAMED_ACCOUNT, serviceUrl: '', keyHash: null, waiting: 0 }]),
  /** Removed accounts whose folders remain. Adding the same key restores one. */
  kept: z.array(StoredAccount).default([]),
  metered: Metered.default('no'),
  /** Whether less is read while the computer runs on battery. */
  sparesBattery: z.boolean().default(true),
  hasTray: z.boolean().default(false),
  closing: CloseAction.default('quit'),
  window: z
    .object({
      x: z.int().optional(),
      y: z.int().optional(),
      width: z.int().min(400),
      height: z.int().min(300),
      isMaximized: z.boolean(),
    })
    .optional()
    // Invalid values are dropped without a reset of the other settings: a tiling window manager makes windows of any
    // size.
    .catch(undefined),
})

/** The account of the embedded service. Every screen marks its data as sample. */
export const SAMPLE_ACCOUNT_ID = 'sample'

/** An account as the account menu lists it. */
export const AccountEntry = Account.extend({
  /** `run`: given on the command line, for this run only. */
  kind: z.enum(['own', 'run', 'sample']),
  waiting: z.int(),
})

export const HostState = z.object({
  version: z.string(),
  host: z.enum(['electron', 'browser']),
  theme: Theme,
  language: LanguageChoice,
  /** The languages of the computer, best first, as tags; null in the browser host, where each browser has its own. */
  systemLanguages: z.array(z.string()).nullable(),
  appearance: Appearance,
  keys: ShortcutSettings,
  account: Account,
  /** All accounts, the current one among them, always in the same order: the user's own, then the sample. */
  accounts: z.array(AccountEntry),
  /** Removed accounts whose folders remain. */
  removedAccounts: z.array(Account.pick({ id: true, name: true })),
  isSample: z.boolean(),
  metered: Metered,
  /** Null if the host cannot read the power source. */
  sparesBattery: z.boolean().nullable(),
  hasKey: z.boolean(),
  /** Where a key can be stored on this computer, best first. */
  keyStorages: z.array(KeyStorage).min(1),
  /** The engine is starting. After an update of the app this can take minutes, because databases are migrated first. */
  isEngineStarting: z.boolean(),
  /** The engine stopped and is not restarted automatically; null otherwise. */
  engineFailure: Failure.nullable(),
  /** Null in the browser host. */
  desktop: DesktopState.nullable(),
  /**
   * Other problems of the host, listed until they are fixed: settings were reset, or the sample's service did not
   * start.
   */
  failures: z.array(Failure),
})

export const shell = {
  queries: { 'host.get': { input: z.object({}), output: HostState } },
  commands: {
    'host.setTheme': { input: z.object({ theme: Theme }), output: z.void() },
    /** An open page uses the language after it is reloaded. */
    'host.setLanguage': { input: z.object({ language: LanguageChoice }), output: z.void() },
    /** Applies to the computer, for all accounts. */
    'host.setKeys': { input: ShortcutSettings, output: z.void() },
    'host.setAppearance': { input: Appearance, output: z.void() },
    /** Both apply to the computer, for all accounts. */
    'host.setReading': { input: z.object({ metered: Metered, sparesBattery: z.boolean() }), output: z.void() },
    /**
     * Stores address and key of the user's account and restarts the engine with them. `apiKey` null: use the stored
     * key. `shell/key-in-other-account` if another account has that key. `shell/other-account` if the address differs,
     * or the key may belong to another account of the service: then nothing changes. With `replaces`, that account is
     * removed (its data remains), and a new one is opened. `found`: the answer of `sync.checkConnection`.
     */
    'account.connect': {
      input: z.object({
        serviceUrl: z.url({ protocol: /^https?$/ }).max(2000),
        apiKey: z.string().trim().min(1).max(500).nullable(),
        keep: KeyStorage,
        found: z.object({ accountId: Account.shape.id, match: AccountMatch }).optional(),
        replaces: z.boolean().optional(),
      }),
      output: z.void(),
    },
    /** Deletes the key of the current account; its data remains. */
    'account.forgetKey': { input: z.object({}), output: z.void() },
    /**
     * Stores how the current account reaches its office, and restarts the engine. Null: the account leaves its office;
     * its data remains. `shell/membership-not-stored` if this computer can store it only until the program ends: the
     * password of an invitation works only once.
     */
    'account.setOffice': { input: z.object({ membership: MembershipText.nullable() }), output: z.void() },
    /**
     * Adds an account and switches to it. With the key of a removed account whose data remains, that account is
     * restored. `membership` as in `account.setOffice`.
     */
    'account.add': {
      input: z.object({
        name: AccountName,
        serviceUrl: z.url({ protocol: /^https?$/ }).max(2000),
        apiKey: z.string().trim().min(1).max(500),
        keep: KeyStorage,
        membership: MembershipText.optional(),
      }),
      output: z.object({ isBack: z.boolean() }),
    },
    /** `shell/name-in-other-account` as in `account.add`. */
    'account.rename': { input: z.object({ id: Account.shape.id, name: AccountName }), output: z.void() },
    /** Also switches to the sample, which starts the embedded service. Null: back to the account before the sample. */
    'account.switch': { input: z.object({ id: Account.shape.id.nullable() }), output: z.void() },
    /**
     * Deletes the key and removes the account from the list. If its folder remains, the same key restores it.
     * `shell/data-not-deleted`: the account is removed, and its folder could not be deleted.
     */
    'account.remove': { input: z.object({ id: Account.shape.id, deletesData: z.boolean() }), output: z.void() },
    /** Deletes the data of a removed account. `shell/account-unknown`, `shell/data-not-deleted`. */
    'account.deleteRemoved': { input: z.object({ id: Account.shape.id }), output: z.void() },
    /**
     * Asks the user for a folder; null if the user chose none. In the browser host `shell/no-dialog`: the user types
     * the path there. `ticket` goes into `folders.add` with the path: under Electron the engine accepts only picked
     * folders.
     */
    'folder.pick': {
      input: z.object({}),
      output: z.object({ path: z.string().nullable(), ticket: z.string().nullable() }),
    },
    /**
     * `shell/link-refused` for addresses that host/links.ts does not allow. The desktop app asks the user first, limits
     * how many are opened in a short time (`shell/links-too-many`), and allows schemes of other programs. The browser
     * host allows https and mailto only.
     */
    'link.open': { input: z.object({ url: z.string().max(4000) }), output: z.void() },
    /**
     * The pop-up that the user clicked last; returned once. Called when the page starts, and after each
     * `notification.opened`.
     */
    'notification.take': { input: z.object({}), output: z.object({ popUpId: z.string().nullable() }) },
    'engine.restart': { input: z.object({}), output: z.void() },
    ...desktop.commands,
  },
  events: { 'host.changed': z.object({}), 'notification.opened': z.object({}), ...desktop.events },
} satisfies Contract

export type ShellContract = typeof shell

/**
 * What the preload script adds as `window.shell` under Electron. Errors are returned as values, because `invoke` drops
 * the code of an exception. The engine's port arrives as a window message (`EnginePortMessage`) with the port attached:
 * once after each `connectEngine`, and after each restart of the engine. The engine sends every `Beat` back at once
 * when it is ready, so a port is usable only after the first one.
 */
export type ShellBridge = {
  call(name: string, input: unknown): Promise<{ value: unknown } | { error: WireError }>
  onEvent(listener: (name: string, payload: unknown) => void): () => void
  connectEngine(): void
}

/** `data` of the window message that carries the engine's MessagePort. */
export type EnginePortMessage = { quaywatch: 'engine-port' }

/**
 * The handshake of the browser host. The printed address is `http://127.0.0.1:P/#t=<token>`. The page posts
 * `SessionRequest` once to `/session`, gets a cookie and a `SessionAnswer`, and sends that secret as the first message
 * on each socket, `/ws/engine` and `/ws/shell`. `SocketReady` is the answer; the close code `NO_SESSION`
 * (rules/socket-codes.ts) means that the session ended. After that the host sends every `Beat` back at once.
 */
export type SessionRequest = { token: string }
export type SessionAnswer = { secret: string }
export type SocketHello = { secret: string }
export type SocketReady = { ready: true }
export type Theme = z.infer<typeof Theme>
export type ShortcutSettings = z.infer<typeof ShortcutSettings>
export type Appearance = z.infer<typeof Appearance>
export type KeyStorage = z.infer<typeof KeyStorage>
export type Account = z.infer<typeof Account>
export type StoredAccount = z.infer<typeof StoredAccount>
export type AccountEntry = z.infer<typeof AccountEntry>
export type Metered = z.infer<typeof Metered>
export type HostSettings = z.infer<typeof HostSettings>
export type HostState = z.infer<typeof HostState>
