// What a host does when the view asks the shell: keep settings and keys, and run the engine on one account at a time.
// Electron and the browser host differ in where they keep things and in how they start a process, not in this. It
// stands with the contract because that is the only room both may enter. What becomes of the list of accounts is in
// accounts.ts.
import {
  accountEntries,
  added,
  backFromSample,
  changed,
  checkKeyFits,
  connected,
  currentAccount,
  isOwn,
  ownAccount,
  refuseKeyOfAnother,
  refuseNameOfAnother,
  removed,
  switched,
} from './accounts.ts'
import type { DesktopState } from './desktop.ts'
import type { Pace } from './engine-process.ts'
import { AppError, toWireError } from './errors.ts'
import { linkToOpen, pageToOpen } from './links.ts'
import type { Handlers } from './rpc.ts'
import { type HostSettings, type HostState, type KeyStorage, SAMPLE_ACCOUNT_ID, type ShellContract, type StoredAccount } from './shell.ts'
import type { Failure } from './values.ts'

/** What the engine is started on. Account ids are safe as folder names. */
export type EngineRun = { accountId: string; serviceUrl: string; apiKey: string | null }

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
    /** As `read`, but null where it takes long: whoever gives the host its secrets then calls `start` when the key is there. */
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
  /** The embedded service, a process of its own. `start` throws `shell/service-did-not-start`; a second `start` answers the same. */
  sample: { start(): Promise<{ serviceUrl: string; apiKey: string }>; stop(): Promise<void> }
  /**
   * One engine at a time. `start` throws what kept it from starting; `stop` without a start is nothing. The pace last set
   * holds for every engine started after it.
   */
  engine: { start(run: EngineRun): Promise<void>; stop(): Promise<void>; setPace(pace: Pace): void }
  /** The computer's own, best first; null where only the browser knows. */
  systemLanguages: readonly string[] | null
  /** Null where nobody tells. */
  power: Power | null
  openLink(url: string): Promise<void>
  /** Null where the user chose none. `ticket` is the engine's proof of it (engine-process.ts). Throws `shell/no-dialog`. */
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
export type DesktopHandlers = Pick<Handlers<ShellContract>, 'desktop.set' | 'pageRestart.take' | 'app.restart' | 'deepLink.take' | 'screen.take' | 'file.save' | 'page.toPdf' | 'logs.open'>

export type Host = {
  handlers: Handlers<ShellContract>
  /** Runs the engine on the current account. Never rejects: what fails is in `host.get`, and the view can be shown. */
  start(): Promise<void>
  /** The engine ended by itself and is not coming back without the user. */
  engineFailed(failure: Failure): void
  /** So many edits and requests of this account have not left yet. */
  waiting(accountId: string, count: number): void
  powerChanged(power: Partial<Power>): void
  stop(): Promise<void>
}

type Change = (settings: HostSettings) => HostSettings

type InTurn = <Answer>(work: () => Promise<Answer>) => Promise<Answer>

type HostMemory = {
  hasKey: boolean
  isEngineStarting: boolean
  engineFailure: Failure | null
  sampleFailure: Failure | null
  /** The account the sample was opened from: the way back leads there. */
  beforeSample: string | null
  power: Power
}

export function createHost(deps: HostDeps): Host {
  const memory: HostMemory = { hasKey: false, isEngineStarting: false, engineFailure: null, sampleFailure: null, beforeSample: null, power: deps.power ?? { isOnBattery: false, isLocked: false } }
  // One switch at a time: two would start two engines on one folder.
  let last: Promise<unknown> = Promise.resolve()
  const inTurn: InTurn = (work) => {
    const mine = last.then(work)
    last = mine.catch(() => undefined)
    return mine
  }
  setPace(deps, memory)
  return {
    handlers: { ...createHandlers(deps, memory), ...accountHandlers(deps, memory, inTurn), ...(deps.desktop?.handlers ?? withoutDesktop) },
    start: () => inTurn(() => runCurrent(deps, memory)),
    engineFailed: (failure) => {
      memory.engineFailure = failure
      deps.announce()
    },
    waiting: (accountId, count) => {
      const stored = deps.settings.read()
      if (stored.accounts.every(({ id, waiting }) => id !== accountId || waiting === count)) return
      try {
        deps.settings.note(changed(stored, accountId, { waiting: count }))
      } catch (error) {
        // Only the count of a list; the edits themselves are safe in the account's own files.
        deps.logBug(error)
      }
      deps.announce()
    },
    powerChanged: (power) => {
      memory.power = { ...memory.power, ...power }
      setPace(deps, memory)
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

function setPace({ settings, engine }: HostDeps, { power }: HostMemory): void {
  const { metered, sparesBattery } = settings.read()
  engine.setPace({ isOnBattery: power.isOnBattery && sparesBattery, isLocked: power.isLocked, metered })
}

const desktopOnly = () => { throw new AppError('shell/desktop-only') }

const withoutDesktop: DesktopHandlers = {
  'desktop.set': desktopOnly, 'app.restart': desktopOnly, 'file.save': desktopOnly, 'page.toPdf': desktopOnly, 'logs.open': desktopOnly,
  'deepLink.take': () => ({ query: null, isRefused: false }),
  'screen.take': () => ({ screen: null }),
  'pageRestart.take': () => ({ wasRestarted: false }),
}

type AccountCalls = Extract<keyof Handlers<ShellContract>, `account.${string}` | 'engine.restart'>

function createHandlers(deps: HostDeps, memory: HostMemory): Omit<Handlers<ShellContract>, AccountCalls | keyof DesktopHandlers> {
  const { settings } = deps
  const save = (part: Partial<HostSettings>) => {
    settings.save({ ...settings.read(), ...part })
    deps.announce()
  }
  return {
    'host.get': () => stateOf(deps, memory),
    'host.setTheme': ({ theme }) => { save({ theme }) },
    'host.setLanguage': ({ language }) => { save({ language }) },
    'host.setLooks': (looks) => { save({ looks }) },
    'host.setKeys': (keys) => { save({ keys }) },
    'host.setReading': (reading) => {
      save(reading)
      setPace(deps, memory)
    },
    'notification.take': () => ({ popUpId: deps.takeOpened() }),
    'folder.pick': async () => (await deps.pickFolder()) ?? { path: null, ticket: null },
    'link.open': async ({ url }) => {
      await deps.openLink(deps.host === 'electron' ? linkToOpen(url) : pageToOpen(url))
    },
  }
}

function accountHandlers(deps: HostDeps, memory: HostMemory, inTurn: InTurn): Pick<Handlers<ShellContract>, AccountCalls> {
  const { settings, secrets } = deps
  return {
    'account.connect': ({ serviceUrl, apiKey, keep }) =>
      inTurn(async () => {
        const keyHash = apiKey === null ? null : secrets.hash(apiKey)
        const target = { serviceUrl, keyHash, freshId: deps.newId() }
        const next = connected(settings.read(), target)
        if (keyHash === null) checkKeyFits(settings.read(), next)
        else refuseKeyOfAnother(settings.read(), keyHash, next.account)
        const change: Change = (now) => connected(now, target)
        if (apiKey === null) await moveTo(deps, memory, change)
        else await moveWithKey(deps, memory, { accountId: next.account, apiKey, keep }, change)
      }),
    'account.add': ({ name, serviceUrl, apiKey, keep }) =>
      inTurn(async () => {
        const keyHash = secrets.hash(apiKey)
        refuseKeyOfAnother(settings.read(), keyHash, null)
        const target = { serviceUrl, keyHash, freshId: deps.newId() }
        const { settings: next, isBack } = added(settings.read(), name, target)
        refuseNameOfAnother(settings.read(), name, next.account)
        await moveWithKey(deps, memory, { accountId: next.account, apiKey, keep }, (now) => added(now, name, target).settings)
        return { isBack }
      }),
    'account.rename': ({ id, name }) =>
      inTurn(() => {
        ownAccount(settings.read(), id)
        refuseNameOfAnother(settings.read(), name, id)
        settings.save(changed(settings.read(), id, { name }))
        deps.announce()
        return Promise.resolve()
      }),
    'account.forgetKey': () =>
      inTurn(async () => {
        await secrets.forget(settings.read().account)
        await runCurrent(deps, memory)
      }),
    'account.switch': ({ id }) => inTurn(() => switchTo(deps, memory, id)),
    'account.remove': (removal) => inTurn(() => remove(deps, memory, removal)),
    'account.deleteKept': ({ id }) => inTurn(() => deleteKept(deps, id)),
    'engine.restart': () => inTurn(() => runCurrent(deps, memory)),
  }
}

async function switchTo(deps: HostDeps, memory: HostMemory, id: string | null): Promise<void> {
  const before = deps.settings.read()
  const [freshId, { beforeSample }] = [deps.newId(), { ...memory }]
  const change: Change = (now) => (id === null ? backFromSample(now, beforeSample, freshId) : switched(now, id))
  change(before)
  // Before anything is changed: without its service there would be an empty board and no way to fill it.
  if (id === SAMPLE_ACCOUNT_ID) await deps.sample.start()
  if (id === SAMPLE_ACCOUNT_ID && before.account !== SAMPLE_ACCOUNT_ID) memory.beforeSample = before.account
  await moveTo(deps, memory, change)
}

/** The key first: whatever fails after it, nothing is sent in that name any more. */
async function remove(deps: HostDeps, memory: HostMemory, { id, deletesData }: { id: string; deletesData: boolean }): Promise<void> {
  const { settings, secrets, folders, engine } = deps
  const freshId = deps.newId()
  removed(settings.read(), id, { deletesData, freshId })
  const isCurrent = settings.read().account === id
  try {
    if (isCurrent) await engine.stop()
    await secrets.forget(id)
  } catch (error) {
    if (isCurrent) await runCurrent(deps, memory)
    throw error
  }
  let problem: unknown = null
  if (deletesData) await folders.delete(id).catch((error: unknown) => { problem = error })
  // A folder that is still there must not become the one of another account.
  await moveTo(deps, memory, (now) => removed(now, id, { deletesData: deletesData && problem === null, freshId }))
  if (problem !== null) throw new AppError('shell/data-not-deleted', { folder: `accounts/${id}` }, problem)
}

/** Off the list once it is gone: as long as it is there, its key brings it back. */
async function deleteKept(deps: HostDeps, id: string): Promise<void> {
  const { settings, folders } = deps
  if (!settings.read().kept.some((account) => account.id === id)) throw new AppError('shell/account-unknown')
  try {
    await folders.delete(id)
  } catch (error) {
    throw new AppError('shell/data-not-deleted', { folder: `accounts/${id}` }, error)
  }
  const now = settings.read()
  settings.save({ ...now, kept: now.kept.filter((account) => account.id !== id) })
  deps.announce()
}

/**
 * A key is kept before the settings say where it leads. Where they cannot be saved it must not stay beside the old
 * address: what was there is put back, for this session only, because how it was kept is not known here.
 */
async function moveWithKey(deps: HostDeps, memory: HostMemory, key: { accountId: string; apiKey: string; keep: KeyStorage }, change: Change): Promise<void> {
  const { secrets } = deps
  const before = await secrets.read(key.accountId).catch(() => null)
  await secrets.keep(key.accountId, key.apiKey, key.keep)
  await moveTo(deps, memory, change, async () => {
    await secrets.forget(key.accountId)
    if (before !== null) await secrets.keep(key.accountId, before, 'session')
  })
}

/**
 * Between two accounts there is none: the engine of the one has ended before anybody is told of the other. `change` is
 * asked again once it has, for its last word may have been how much waits there. `unsaved` runs before the engine does.
 */
async function moveTo(deps: HostDeps, memory: HostMemory, change: Change, unsaved: () => Promise<void> = () => Promise.resolve()): Promise<void> {
  const { settings, engine } = deps
  const isOther = currentAccount(change(settings.read())).id !== currentAccount(settings.read()).id
  try {
    if (isOther) await engine.stop()
    settings.save(change(settings.read()))
    if (isOther) {
      memory.engineFailure = null
      deps.announce()
    }
  } catch (error) {
    // What is left then is told apart by its hash and not used.
    await unsaved().catch((bug: unknown) => deps.logBug(bug))
    throw error
  } finally {
    await runCurrent(deps, memory)
  }
}

async function runCurrent(deps: HostDeps, memory: HostMemory): Promise<void> {
  memory.engineFailure = null
  memory.isEngineStarting = true
  deps.announce()
  try {
    await deps.engine.stop()
    const run = await runOf(deps, memory)
    memory.hasKey = run.apiKey !== null
    await deps.engine.start(run)
  } catch (error) {
    memory.engineFailure = asFailure(error, deps)
  } finally {
    memory.isEngineStarting = false
  }
  deps.announce()
}

async function runOf(deps: HostDeps, memory: HostMemory): Promise<EngineRun> {
  const account = currentAccount(deps.settings.read())
  const { id, serviceUrl } = account
  memory.sampleFailure = null
  if (id !== SAMPLE_ACCOUNT_ID) {
    await deps.sample.stop()
    // Without an address there is nobody to show a key to.
    const kept = serviceUrl === '' ? null : await (deps.secrets.readForRun?.(id) ?? deps.secrets.read(id))
    const apiKey = kept !== null && isKeyOf(deps, account, kept) ? kept : null
    if (apiKey !== null) noteKey(deps, account, apiKey)
    return { accountId: id, serviceUrl, apiKey }
  }
  try {
    return { accountId: id, ...(await deps.sample.start()) }
  } catch (error) {
    memory.sampleFailure = asFailure(error, deps)
    return { accountId: id, serviceUrl, apiKey: null }
  }
}

/** The program may have ended between the new key and the settings with its address: that key is not for the old one. */
function isKeyOf({ secrets }: HostDeps, account: StoredAccount, apiKey: string): boolean {
  return !isOwn(account) || account.keyHash === null || account.keyHash === secrets.hash(apiKey)
}

/** Keys stored before accounts were told apart by them are known from their first use on. */
function noteKey({ settings, secrets }: HostDeps, account: StoredAccount, apiKey: string): void {
  const keyHash = secrets.hash(apiKey)
  if (isOwn(account) && account.keyHash !== keyHash) settings.note(changed(settings.read(), account.id, { keyHash }))
}

async function stateOf({ host, version, settings, secrets, systemLanguages, power, desktop }: HostDeps, memory: HostMemory): Promise<HostState> {
  const stored = settings.read()
  const { id, name, serviceUrl } = currentAccount(stored)
  return {
    version,
    host,
    theme: stored.theme,
    language: stored.language,
    systemLanguages: systemLanguages === null ? null : [...systemLanguages],
    looks: stored.looks,
    keys: stored.keys,
    account: { id, name, serviceUrl },
    accounts: accountEntries(stored),
    kept: stored.kept.map((account) => ({ id: account.id, name: account.name })),
    isSample: id === SAMPLE_ACCOUNT_ID,
    metered: stored.metered,
    sparesBattery: power === null ? null : stored.sparesBattery,
    hasKey: memory.hasKey,
    keyStorages: await secrets.storages(),
    isEngineStarting: memory.isEngineStarting,
    engineFailure: memory.engineFailure,
    desktop: desktop ? await desktop.state() : null,
    failures: [...(memory.sampleFailure ? [memory.sampleFailure] : []), ...(settings.isReset() ? [{ code: 'shell/settings-reset' as const, details: {} }] : [])],
  }
}

function asFailure(error: unknown, deps: HostDeps): Failure {
  const wire = toWireError(error, (bug) => deps.logBug(bug))
  return wire.code === 'internal' ? { code: 'engine/failed', details: wire.details } : wire
}
