// The calls that need a desktop or the host's own files, and the settings a host must know before the engine starts.
// Served by main over IPC under Electron and by the browser host over its second socket.
import { z } from 'zod'
import type { WireError } from './errors.ts'
import type { Contract } from './rpc.ts'
import { Failure } from './values.ts'

export const Theme = z.enum(['system', 'light', 'dark'])

/** Where an API key rests. `file` is a file only this user may read; `session` is forgotten when the program ends. */
export const KeyStorage = z.enum(['keychain', 'file', 'session'])

export const Account = z.object({
  id: z.string().regex(/^[a-z0-9-]{1,40}$/),
  name: z.string(),
  /** Address of the tracking service, its path ending in /v2; empty before the first connection. */
  serviceUrl: z.string(),
})

/** One schema for both hosts: electron-store keeps it under Electron, `host.json` in the browser host. */
export const HostSettings = z.object({
  theme: Theme.default('system'),
  account: Account.shape.id.default('main'),
  accounts: z.array(Account).default([{ id: 'main', name: 'My account', serviceUrl: '' }]),
  window: z
    .object({
      x: z.int().optional(),
      y: z.int().optional(),
      width: z.int().min(400),
      height: z.int().min(300),
      isMaximized: z.boolean(),
    })
    .optional(),
})

/** The account whose data comes from the embedded service. Marked as sample on every screen. */
export const SAMPLE_ACCOUNT_ID = 'sample'

export const HostState = z.object({
  version: z.string(),
  host: z.enum(['electron', 'browser']),
  theme: Theme,
  account: Account,
  isSample: z.boolean(),
  hasKey: z.boolean(),
  /** The places a key can be kept here, best first. */
  keyStorages: z.array(KeyStorage).min(1),
  /** The engine is down and will not be restarted without the user; null while all is well. */
  engineFailure: Failure.nullable(),
  /** What else is wrong with the host, told until it is mended: settings set back, sample data without its service. */
  failures: z.array(Failure),
})

export const shell = {
  queries: {
    'host.get': { input: z.object({}), output: HostState },
  },
  commands: {
    'host.setTheme': { input: z.object({ theme: Theme }), output: z.void() },
    /** Stores address and key of the user's account and restarts the engine on it. `apiKey` null keeps the stored key. */
    'account.connect': {
      input: z.object({
        serviceUrl: z.url({ protocol: /^https?$/ }).max(2000),
        apiKey: z.string().trim().min(1).max(500).nullable(),
        keep: KeyStorage,
      }),
      output: z.void(),
    },
    /** Forgets the key; everything saved stays. */
    'account.forgetKey': { input: z.object({}), output: z.void() },
    /** Switches to sample data (starting the embedded service) or back to the user's own account. */
    'account.useSample': { input: z.object({ isSample: z.boolean() }), output: z.void() },
    /** https or mailto only; anything else is `shell/link-refused`. */
    'link.open': { input: z.object({ url: z.string().max(4000) }), output: z.void() },
    'engine.restart': { input: z.object({}), output: z.void() },
  },
  events: {
    'host.changed': z.object({}),
  },
} satisfies Contract

export type ShellContract = typeof shell

/**
 * What the preload script puts on `window.shell` under Electron. Errors come back as values, because an exception
 * loses its code on the way through `invoke`. The engine's port arrives as a window message
 * (`EnginePortMessage`) with the port attached: once after each `connectEngine`, and again whenever the engine was restarted.
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
 * From then on the host sends every `SocketBeat` back at once: a socket may stay open long after nobody answers.
 */
export type SessionRequest = { token: string }
export type SessionAnswer = { secret: string }
export type SocketHello = { secret: string }
export type SocketReady = { ready: true }
export type SocketBeat = { beat: true }
export type Theme = z.infer<typeof Theme>
export type KeyStorage = z.infer<typeof KeyStorage>
export type Account = z.infer<typeof Account>
export type HostSettings = z.infer<typeof HostSettings>
export type HostState = z.infer<typeof HostState>
