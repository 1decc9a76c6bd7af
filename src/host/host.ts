// Implements the shell calls of the view: stores settings and keys, and runs the engine on one account at a time.
// Electron and the browser host differ in their storage and in how they start a process, and share this code. The
// folder `host` is the only one that both may import besides the contract.
import { listAccounts, updateAccount, getCurrentAccount } from './accounts.ts'
import { AppError } from '#contract/errors.ts'
import { type AccountCalls, type Enqueue, createAccountHandlers, runCurrent } from './host-accounts.ts'
import type { DesktopHandlers, HostDeps, HostMemory, Power } from './host-deps.ts'
import { checkLink, checkWebLink } from './links.ts'
import type { Handlers } from '#contract/rpc.ts'
import { type HostSettings, type HostState, SAMPLE_ACCOUNT_ID, type ShellContract } from '#contract/shell.ts'
import type { Failure } from '#contract/values.ts'

export type Host = {
  handlers: Handlers<ShellContract>
  /** Runs the engine on the current account. Never rejects: an error is in `host.get`, and the view can be shown. */
  start(): Promise<void>
  /** Call it when the engine ended by itself and restarts only on request of the user. */
  setEngineFailure(failure: Failure): void
  /** Stores the number of edits and requests of this account that are not sent yet. */
  setWaitingCount(accountId: string, count: number): void
  updatePower(power: Partial<Power>): void
  stop(): Promise<void>
}

export function createHost(deps: HostDeps): Host {
  const memory: HostMemory = {
    hasKey: false,
    isEngineStarting: false,
    engineFailure: null,
    sampleFailure: null,
    beforeSample: null,
    power: deps.power ?? { isOnBattery: false, isLocked: false },
  }
  // Account changes run one after the other: two at once could start two engines on one folder.
  let lastTask: Promise<unknown> = Promise.resolve()
  const enqueue: Enqueue = (work) => {
    const result = lastTask.then(work)
    lastTask = result.catch(() => undefined)
    return result
  }
  setPace(deps, memory)
  return {
    handlers: {
      ...createHandlers(deps, memory),
      ...createAccountHandlers(deps, memory, enqueue),
      ...(deps.desktop?.handlers ?? browserHandlers),
    },
    start: () => enqueue(() => runCurrent(deps, memory)),
    setEngineFailure: (failure) => {
      memory.engineFailure = failure
      deps.announce()
    },
    setWaitingCount: (accountId, count) => {
      const stored = deps.settings.read()
      if (stored.accounts.every(({ id, waiting }) => id !== accountId || waiting === count)) return
      try {
        deps.settings.saveInternal(updateAccount(stored, accountId, { waiting: count }))
      } catch (error) {
        // The count is only shown in a list. The edits themselves are stored in the account's own files.
        deps.logBug(error)
      }
      deps.announce()
    },
    updatePower: (power) => {
      memory.power = { ...memory.power, ...power }
      setPace(deps, memory)
    },
    stop: () =>
      enqueue(async () => {
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

const refuseDesktopCall = () => {
  throw new AppError('shell/desktop-only')
}

const browserHandlers: DesktopHandlers = {
  'desktop.set': refuseDesktopCall,
  'app.restart': refuseDesktopCall,
  'file.save': refuseDesktopCall,
  'page.toPdf': refuseDesktopCall,
  'logs.open': refuseDesktopCall,
  'deepLink.take': () => ({ query: null, isRefused: false }),
  'screen.take': () => ({ screen: null }),
  'pageRestart.take': () => ({ wasRestarted: false }),
}

function createHandlers(
  deps: HostDeps,
  memory: HostMemory,
): Omit<Handlers<ShellContract>, AccountCalls | keyof DesktopHandlers> {
  const { settings } = deps
  const save = (part: Partial<HostSettings>) => {
    settings.save({ ...settings.read(), ...part })
    deps.announce()
  }
  return {
    'host.get': () => readState(deps, memory),
    'host.setTheme': ({ theme }) => save({ theme }),
    'host.setLanguage': ({ language }) => save({ language }),
    'host.setAppearance': (appearance) => save({ looks: appearance }),
    'host.setKeys': (keys) => save({ keys }),
    'host.setReading': (reading) => {
      save(reading)
      setPace(deps, memory)
    },
    'notification.take': () => ({ popUpId: deps.takeClickedPopUp() }),
    'folder.pick': async () => (await deps.pickFolder()) ?? { path: null, ticket: null },
    'link.open': async ({ url }) => {
      await deps.openLink(deps.host === 'electron' ? checkLink(url) : checkWebLink(url))
    },
  }
}

async function readState(
  { host, version, settings, secrets, systemLanguages, power, desktop }: HostDeps,
  memory: HostMemory,
): Promise<HostState> {
  const stored = settings.read()
  const { id, name, serviceUrl } = getCurrentAccount(stored)
  return {
    version,
    host,
    theme: stored.theme,
    language: stored.language,
    systemLanguages: systemLanguages === null ? null : [...systemLanguages],
    appearance: stored.looks,
    keys: stored.keys,
    account: { id, name, serviceUrl },
    accounts: listAccounts(stored),
    removedAccounts: stored.kept.map((account) => ({ id: account.id, name: account.name })),
    isSample: id === SAMPLE_ACCOUNT_ID,
    metered: stored.metered,
    sparesBattery: power === null ? null : stored.sparesBattery,
    hasKey: memory.hasKey,
    keyStorages: await secrets.listStorages(),
    isEngineStarting: memory.isEngineStarting,
    engineFailure: memory.engineFailure,
    desktop: desktop ? await desktop.readState() : null,
    failures: [
      ...(memory.sampleFailure ? [memory.sampleFailure] : []),
      ...(settings.isReset() ? [{ code: 'shell/settings-reset' as const, details: {} }] : []),
    ],
  }
}
