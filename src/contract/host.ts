// What a host does when the view asks the shell: keep settings and keys, and run the engine on one account at a time.
// Electron and the browser host differ in where they keep things and in how they start a process, not in this. It
// stands with the contract because that is the only room both may enter.
import { AppError, toWireError } from './errors.ts'
import type { Handlers } from './rpc.ts'
import { type Account, type HostSettings, type HostState, type KeyStorage, SAMPLE_ACCOUNT_ID, type ShellContract } from './shell.ts'
import type { Failure } from './values.ts'

/** What the engine is started on. Account ids are safe as folder names. */
export type EngineRun = { accountId: string; serviceUrl: string; apiKey: string | null }

export type HostDeps = {
  host: HostState['host']
  version: string
  settings: {
    read(): HostSettings
    save(settings: HostSettings): void
    /** The stored settings could not be read and were set aside; true until the next save. */
    isReset(): boolean
  }
  secrets: {
    /** The places a key can be kept here, best first; never empty. */
    storages(): Promise<KeyStorage[]>
    read(accountId: string): Promise<string | null>
    /** Throws `shell/key-not-stored`. What was kept before, wherever it was, is gone afterwards. */
    keep(accountId: string, apiKey: string, storage: KeyStorage): Promise<void>
    forget(accountId: string): Promise<void>
  }
  /** The embedded service, a process of its own. `start` throws `shell/service-did-not-start`; a second `start` answers the same. */
  sample: { start(): Promise<{ serviceUrl: string; apiKey: string }>; stop(): Promise<void> }
  /** One engine at a time. `start` throws what kept it from starting; `stop` without a start is nothing. */
  engine: { start(run: EngineRun): Promise<void>; stop(): Promise<void> }
  openLink(url: string): Promise<void>
  /** Something in `host.get` is not what it was. */
  announce(): void
  logBug(error: unknown): string
}

export type Host = {
  handlers: Handlers<ShellContract>
  /** Runs the engine on the current account. Never rejects: what fails is in `host.get`, and the view can be shown. */
  start(): Promise<void>
  /** The engine ended by itself and is not coming back without the user. */
  engineFailed(failure: Failure): void
  stop(): Promise<void>
}

type HostMemory = {
  hasKey: boolean
  engineFailure: Failure | null
  sampleFailure: Failure | null
  /** The account the sample was opened from: the way back leads there. */
  beforeSample: string | null
}

export function createHost(deps: HostDeps): Host {
  const memory: HostMemory = { hasKey: false, engineFailure: null, sampleFailure: null, beforeSample: null }
  // One switch at a time: two would start two engines on one folder.
  let last: Promise<void> = Promise.resolve()
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    const mine = last.then(work)
    last = mine.catch(() => undefined)
    return mine
  }
  return {
    handlers: createHandlers(deps, memory, inTurn),
    start: () => inTurn(() => runCurrent(deps, memory)),
    engineFailed: (failure) => {
      memory.engineFailure = failure
      deps.announce()
    },
    stop: () =>
      inTurn(async () => {
        try {
          await deps.engine.stop()
        } finally {
          await deps.sample.stop()
        }
      }),
  }
}

function createHandlers(deps: HostDeps, memory: HostMemory, inTurn: (work: () => Promise<void>) => Promise<void>): Handlers<ShellContract> {
  const { settings, secrets, sample } = deps
  return {
    'host.get': () => stateOf(deps, memory),
    'host.setTheme': ({ theme }) => {
      settings.save({ ...settings.read(), theme })
      deps.announce()
    },
    'account.connect': ({ serviceUrl, apiKey, keep }) =>
      inTurn(async () => {
        const next = connected(settings.read(), serviceUrl)
        if (apiKey === null) checkKeyFits(settings.read(), next)
        if (apiKey !== null) await secrets.keep(next.account, apiKey, keep)
        settings.save(next)
        await runCurrent(deps, memory)
      }),
    'account.forgetKey': () =>
      inTurn(async () => {
        await secrets.forget(settings.read().account)
        await runCurrent(deps, memory)
      }),
    'account.useSample': ({ isSample }) =>
      inTurn(async () => {
        // Before anything is changed: without its service there would be an empty board and no way to fill it.
        if (isSample) await sample.start()
        const before = settings.read()
        if (isSample && before.account !== SAMPLE_ACCOUNT_ID) memory.beforeSample = before.account
        settings.save(isSample ? onSample(before) : backFromSample(before, memory.beforeSample))
        await runCurrent(deps, memory)
      }),
    'link.open': async ({ url }) => {
      await deps.openLink(linkToOpen(url))
    },
    'engine.restart': () => inTurn(() => runCurrent(deps, memory)),
  }
}

/** A key was given to one service. Another address may be a typing mistake, and whoever answers there must not get it. */
function checkKeyFits(before: HostSettings, after: HostSettings): void {
  const originOf = (settings: HostSettings) => /^https?:\/\/[^/?#]*/.exec(addressOf(settings, after.account))?.[0].toLowerCase()
  if (originOf(before) !== originOf(after)) throw new AppError('shell/key-for-other-address')
}

function addressOf({ accounts }: HostSettings, id: string): string {
  return accounts.find((account) => account.id === id)?.serviceUrl ?? ''
}

async function runCurrent(deps: HostDeps, memory: HostMemory): Promise<void> {
  memory.engineFailure = null
  try {
    await deps.engine.stop()
    const run = await runOf(deps, memory)
    memory.hasKey = run.apiKey !== null
    await deps.engine.start(run)
  } catch (error) {
    memory.engineFailure = asFailure(error, deps)
  }
  deps.announce()
}

async function runOf(deps: HostDeps, memory: HostMemory): Promise<EngineRun> {
  const { id, serviceUrl } = currentAccount(deps.settings.read())
  memory.sampleFailure = null
  if (id !== SAMPLE_ACCOUNT_ID) {
    await deps.sample.stop()
    // Without an address there is nobody to show a key to.
    return { accountId: id, serviceUrl, apiKey: serviceUrl === '' ? null : await deps.secrets.read(id) }
  }
  try {
    return { accountId: id, ...(await deps.sample.start()) }
  } catch (error) {
    memory.sampleFailure = asFailure(error, deps)
    return { accountId: id, serviceUrl, apiKey: null }
  }
}

async function stateOf({ host, version, settings, secrets }: HostDeps, memory: HostMemory): Promise<HostState> {
  const stored = settings.read()
  const account = currentAccount(stored)
  const reset: Failure[] = settings.isReset() ? [{ code: 'shell/settings-reset', details: {} }] : []
  return {
    version,
    host,
    theme: stored.theme,
    account,
    isSample: account.id === SAMPLE_ACCOUNT_ID,
    hasKey: memory.hasKey,
    keyStorages: await secrets.storages(),
    engineFailure: memory.engineFailure,
    failures: [...(memory.sampleFailure ? [memory.sampleFailure] : []), ...reset],
  }
}

function asFailure(error: unknown, deps: HostDeps): Failure {
  const wire = toWireError(error, (bug) => deps.logBug(bug))
  return wire.code === 'internal' ? { code: 'engine/failed', details: wire.details } : wire
}

const FIRST_ACCOUNT: Account = { id: 'main', name: 'My account', serviceUrl: '' }

/** The account the settings name, or the user's own where they name none that is there. */
function currentAccount(settings: HostSettings): Account {
  return settings.accounts.find(({ id }) => id === settings.account) ?? settings.accounts[0] ?? FIRST_ACCOUNT
}

/**
 * The account of this run stays the current one at its own address: another key there must not leave its folder, with
 * what waits in it, behind. Any other address becomes the one the user's own account reads from.
 */
function connected(settings: HostSettings, serviceUrl: string): HostSettings {
  const current = currentAccount(settings)
  const isKept = isOwn(current) && isSameAddress(current.serviceUrl, serviceUrl)
  const run = settings.accounts.find((account) => isOfRun(account) && isSameAddress(account.serviceUrl, serviceUrl))
  if (run && !isKept) return { ...settings, account: run.id }
  const next = onOwnAccount(settings)
  return { ...next, accounts: next.accounts.map((account) => (account.id === next.account ? { ...account, serviceUrl } : account)) }
}

/** Scheme and host are the same in capitals, and a slash at the end says nothing. */
function isSameAddress(one: string, other: string): boolean {
  const plain = (address: string) => address.replace(/^https?:\/\/[^/?#]*/i, (origin) => origin.toLowerCase()).replace(/\/+$/, '')
  return plain(one) === plain(other)
}

function backFromSample(settings: HostSettings, before: string | null): HostSettings {
  const isThere = settings.accounts.some(({ id }) => id === before)
  return before !== null && isThere ? { ...settings, account: before } : onOwnAccount(settings)
}

function isOfRun({ id }: Account): boolean {
  return id.startsWith(RUN_PREFIX)
}

function isOwn(account: Account): boolean {
  return account.id !== SAMPLE_ACCOUNT_ID && !isOfRun(account)
}

function onOwnAccount(settings: HostSettings): HostSettings {
  const own = settings.accounts.find((account) => isOwn(account) && account.id === settings.account) ?? settings.accounts.find(isOwn)
  return own ? { ...settings, account: own.id } : { ...settings, account: FIRST_ACCOUNT.id, accounts: [FIRST_ACCOUNT, ...settings.accounts] }
}

export const SAMPLE_ACCOUNT: Account = { id: SAMPLE_ACCOUNT_ID, name: 'Sample', serviceUrl: '' }
/** Accounts named on a command line. */
const RUN_PREFIX = 'run-'

function onSample(settings: HostSettings): HostSettings {
  const others = settings.accounts.filter(({ id }) => id !== SAMPLE_ACCOUNT_ID)
  return { ...settings, account: SAMPLE_ACCOUNT_ID, accounts: [...others, SAMPLE_ACCOUNT] }
}

/**
 * An account for an address given on a command line. It has a folder and keys of its own, because a key belongs to the
 * address it was entered for. `hash` tells addresses apart: 12 letters or digits.
 */
export function accountForRun(serviceUrl: string, hash: string): Account {
  return { id: `${RUN_PREFIX}${hash}`, name: /^https?:\/\/([^/]+)/.exec(serviceUrl)?.[1] ?? serviceUrl, serviceUrl }
}

/** The stored settings, with `account` as the current one until another is chosen, and there to come back to after that. Neither is stored. */
export function forThisRun(stored: HostDeps['settings'], account: Account): HostDeps['settings'] {
  let isCurrent = true
  const storedFirst = stored.read().account
  const others = (accounts: Account[]) => accounts.filter(({ id }) => id !== account.id)
  return {
    read: () => {
      const settings = stored.read()
      return { ...settings, account: isCurrent ? account.id : settings.account, accounts: [...others(settings.accounts), account] }
    },
    save: (next) => {
      const { account: id, accounts } = stored.read()
      isCurrent = next.account === account.id
      // Back from the sample it is over, for the next start as well.
      const storedId = id === SAMPLE_ACCOUNT_ID ? storedFirst : id
      stored.save(isCurrent ? { ...next, account: storedId, accounts } : { ...next, accounts: others(next.accounts) })
    },
    isReset: () => stored.isReset(),
  }
}

/** What may be handed to the system's browser or mail program; throws `shell/link-refused` for everything else. */
export function linkToOpen(text: string): string {
  const refused = new AppError('shell/link-refused', { url: text.slice(0, 200) })
  const match = /^(https:\/\/|mailto:)([^\s\p{Cc}\\]+)$/u.exec(text)
  const [, scheme, rest] = match ?? []
  if (rest === undefined) throw refused
  // A name and password before the host are how a link pretends to lead elsewhere.
  const authority = scheme === 'mailto:' ? '' : (rest.split(/[/?#]/, 1)[0] ?? '')
  if (authority.includes('@')) throw refused
  return text
}
