// The calls that need a desktop or the host's own files, and the settings a host must know before the engine starts.
// Served by main over IPC under Electron and by the browser host over its second socket.
import { z } from 'zod'
import { Closing, DesktopState, desktop } from './desktop.ts'
import { UNNAMED_ACCOUNT } from './rules/account-names.ts'
import type { WireError } from './errors.ts'
import { LANGUAGES } from './rules/language.ts'
import type { Contract } from './rpc.ts'
import { AccountMatch } from './sync.ts'
import { Failure } from './values.ts'

export const Theme = z.enum(['system', 'light', 'dark'])
export const LanguageChoice = z.enum(['system', ...LANGUAGES])

/** Where an API key rests. `file` is a file only this user may read; `session` is forgotten when the program ends. */
export const KeyStorage = z.enum(['keychain', 'file', 'session'])

export const Account = z.object({
  id: z.string().regex(/^[a-z0-9-]{1,40}$/),
  name: z.string(),
  /** Address of the tracking service, its path ending in /v2; empty before the first connection. */
  serviceUrl: z.string(),
})

export const AccountName = z.string().trim().min(1).max(60)

/** What a host keeps of an account. Files written before there were several have neither of the two at the end. */
export const StoredAccount = Account.extend({
  /** Tells one key from another without being one; null while none is known. */
  keyHash: z.string().nullable().default(null),
  /** Edits and requests saved there that had not left when its engine last ran. */
  waiting: z.int().min(0).default(0),
})

/**
 * Two ways to read: `words` writes `Fri 20 Nov`, `iso` `Fri 2026-11-20`. `more`: text and edges stand out more than the
 * theme needs.
 */
export const Looks = z.object({ dateStyle: z.enum(['words', 'iso']), contrast: z.enum(['system', 'usual', 'more']) })

const USUAL_LOOKS = { dateStyle: 'words', contrast: 'system' } as const

/** What a connection that is paid by volume means for reading; no system tells a program that it is on one. */
export const Metered = z.enum(['no', 'seldom', 'pause'])

/**
 * What the user made of the keys. `custom`: action → stroke, empty for one without a key; which actions there are and
 * how strokes are spelled is the view's. `hasSingleKeys`: whether letters, digits and signs by themselves do anything
 * (WCAG 2.1.4).
 */
export const KeyChoice = z.object({
  custom: z.record(z.string().max(40), z.string().max(40)).refine((custom) => Object.keys(custom).length <= 200),
  hasSingleKeys: z.boolean(),
})

const NO_CHOICE = { custom: {}, hasSingleKeys: true }

/** One schema for both hosts: electron-store keeps it under Electron, `host.json` in the browser host. */
export const HostSettings = z.object({
  theme: Theme.default('system'),
  language: LanguageChoice.default('system').catch('system'),
  looks: Looks.default(USUAL_LOOKS).catch(USUAL_LOOKS),
  /** Not worth the rest either, should it not be readable. */
  keys: KeyChoice.default(NO_CHOICE).catch(NO_CHOICE),
  account: Account.shape.id.default('main'),
  accounts: z
    .array(StoredAccount)
    .default([{ id: 'main', name: UNNAMED_ACCOUNT, serviceUrl: '', keyHash: null, waiting: 0 }]),
  /** Removed, but their folders stay: with the same key they come back. */
  kept: z.array(StoredAccount).default([]),
  metered: Metered.default('no'),
  /** Whether less is read while the computer runs on its battery. */
  sparesBattery: z.boolean().default(true),
  hasTray: z.boolean().default(false),
  closing: Closing.default('quit'),
  window: z
    .object({
      x: z.int().optional(),
      y: z.int().optional(),
      width: z.int().min(400),
      height: z.int().min(300),
      isMaximized: z.boolean(),
    })
    .optional()
    // Its place is not worth the rest; a tiling window manager makes windows of any size.
    .catch(undefined),
})

/** The account whose data comes from the embedded service. Marked as sample on every screen. */
export const SAMPLE_ACCOUNT_ID = 'sample'

/** An account as the list to switch from shows it. */
export const AccountEntry = Account.extend({
  /** `run`: named on the command line, gone with the program. */
  kind: z.enum(['own', 'run', 'sample']),
  waiting: z.int(),
})

export const HostState = z.object({
  version: z.string(),
  host: z.enum(['electron', 'browser']),
  theme: Theme,
  language: LanguageChoice,
  /** The computer's own, best first, as tags; null in the browser host, where each browser has its own. */
  systemLanguages: z.array(z.string()).nullable(),
  looks: Looks,
  keys: KeyChoice,
  account: Account,
  /** All there are to switch to, the current one among them, always in the same order: own ones, then the sample. */
  accounts: z.array(AccountEntry),
  /** Removed ones whose data is still in its folder. */
  kept: z.array(Account.pick({ id: true, name: true })),
  isSample: z.boolean(),
  metered: Metered,
  /** Null where the host cannot see what the computer runs on. */
  sparesBattery: z.boolean().nullable(),
  hasKey: z.boolean(),
  /** The places a key can be kept here, best first. */
  keyStorages: z.array(KeyStorage).min(1),
  /**
   * The engine is being started. That it brings its files up to date first takes minutes at most, after an update of
   * the app.
   */
  isEngineStarting: z.boolean(),
  /** The engine is down and will not be restarted without the user; null while all is well. */
  engineFailure: Failure.nullable(),
  /** Null in the browser host. */
  desktop: DesktopState.nullable(),
  /** What else is wrong with the host, told until it is mended: settings set back, sample data without its service. */
  failures: z.array(Failure),
})

export const shell = {
  queries: { 'host.get': { input: z.object({}), output: HostState } },
  commands: {
    'host.setTheme': { input: z.object({ theme: Theme }), output: z.void() },
    /** A page that stands speaks it once it is loaded again. */
    'host.setLanguage': { input: z.object({ language: LanguageChoice }), output: z.void() },
    /** Of this computer, whatever the account. */
    'host.setKeys': { input: KeyChoice, output: z.void() },
    'host.setLooks': { input: Looks, output: z.void() },
    /** Both are of this computer, whatever the account. */
    'host.setReading': { input: z.object({ metered: Metered, sparesBattery: z.boolean() }), output: z.void() },
    /**
     * Stores address and key of the user's account and restarts the engine on it. `apiKey` null keeps the stored key.
     * `shell/key-in-other-account` where another account has that key. `shell/other-account` where the address is
     * another one, or the key may belong to another account of the service: nothing is changed then, and with
     * `replaces` that account is removed, its data kept, and a new one opened in its place. `found`: what
     * `sync.checkConnection` answered.
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
    /** Forgets the key of the current account; everything saved stays. */
    'account.forgetKey': { input: z.object({}), output: z.void() },
    /**
     * One more, which becomes the current one. With the key of a removed account whose data was kept, that one comes
     * back.
     */
    'account.add': {
      input: z.object({
        name: AccountName,
        serviceUrl: z.url({ protocol: /^https?$/ }).max(2000),
        apiKey: z.string().trim().min(1).max(500),
        keep: KeyStorage,
      }),
      output: z.object({ isBack: z.boolean() }),
    },
    /** `shell/name-in-other-account` as in `account.add`. */
    'account.rename': { input: z.object({ id: Account.shape.id, name: AccountName }), output: z.void() },
    /** To the sample as well, which starts the embedded service. Null: back to where the sample was opened from. */
    'account.switch': { input: z.object({ id: Account.shape.id.nullable() }), output: z.void() },
    /**
     * Forgets the key and takes the account off the list. Its folder is deleted or kept; kept, it comes back with the
     * key.
     * `shell/data-not-deleted`: it is removed, and the folder is still there.
     */
    'account.remove': { input: z.object({ id: Account.shape.id, deletesData: z.boolean() }), output: z.void() },
    /** The data of a removed account that was kept. `shell/account-unknown`, `shell/data-not-deleted`. */
    'account.deleteKept': { input: z.object({ id: Account.shape.id }), output: z.void() },
    /**
     * Asks the user for a folder; null where he chose none. Under the browser host `shell/no-dialog`: the path is typed
     * there.
     * `ticket` goes with the path into `folders.add`: under Electron the engine takes no folder that was not picked.
     */
    'folder.pick': {
      input: z.object({}),
      output: z.object({ path: z.string().nullable(), ticket: z.string().nullable() }),
    },
    /**
     * What may not leave is `shell/link-refused` (links.ts): the desktop app asks the user first, opens only so many in
     * a while (`shell/links-too-many`), and takes addresses of other programs; the browser host takes https and mailto
     * only.
     */
    'link.open': { input: z.object({ url: z.string().max(4000) }), output: z.void() },
    /**
     * The pop-up the user clicked last, told once: asked when the page begins, and after each `notification.opened`.
     */
    'notification.take': { input: z.object({}), output: z.object({ popUpId: z.string().nullable() }) },
    'engine.restart': { input: z.object({}), output: z.void() },
    ...desktop.commands,
  },
  events: { 'host.changed': z.object({}), 'notification.opened': z.object({}), ...desktop.events },
} satisfies Contract

export type ShellContract = typeof shell

/**
 * What the preload script puts on `window.shell` under Electron. Errors come back as values, because an exception
 * loses its code on the way through `invoke`. The engine's port arrives as a window message
 * (`EnginePortMessage`) with the port attached: once after each `connectEngine`, and again whenever the engine was
 * restarted. The engine sends every `Beat` on it back at once, from when it can be asked: a port before the first of
 * them proves nothing.
 */
export type ShellBridge = {
  call(name: string, input: unknown): Promise<{ value: unknown } | { error: WireError }>
  onEvent(listener: (name: string, payload: unknown) => void): () => void
  connectEngine(): void
}

/** `data` of the window message that carries the engine's MessagePort. */
export type EnginePortMessage = { quaywatch: 'engine-port' }

/**
 * The browser host's door (electron.md 5). The printed address is `http://127.0.0.1:P/#t=<token>`; the page posts
 * `SessionRequest` once to `/session`, gets a cookie and a `SessionAnswer`, and sends that secret as the first message
 * on each socket, `/ws/engine` and `/ws/shell`. `SocketReady` is the answer; close code 4401 means the session is over.
 * From then on the host sends every `Beat` back at once.
 */
export type SessionRequest = { token: string }
export type SessionAnswer = { secret: string }
export type SocketHello = { secret: string }
export type SocketReady = { ready: true }
export type Theme = z.infer<typeof Theme>
export type KeyChoice = z.infer<typeof KeyChoice>
export type Looks = z.infer<typeof Looks>
export type KeyStorage = z.infer<typeof KeyStorage>
export type Account = z.infer<typeof Account>
export type StoredAccount = z.infer<typeof StoredAccount>
export type AccountEntry = z.infer<typeof AccountEntry>
export type Metered = z.infer<typeof Metered>
export type HostSettings = z.infer<typeof HostSettings>
export type HostState = z.infer<typeof HostState>
