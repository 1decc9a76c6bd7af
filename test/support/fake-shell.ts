// A host in memory with one account, which answers the shell calls of the view.
import type { RequestedScreen, DeepLinkRequest } from '#contract/desktop.ts'
import { shell, type AccountEntry, type HostState, type ShellContract } from '#contract/shell.ts'
import { AppError } from '#contract/errors.ts'
import { serve, type Handlers, type Port } from '#contract/rpc.ts'

/** The folder that the user chooses in the dialog. */
export const PICKED_FOLDER = 'D:\\Freight\\To upload'

export type FakeShell = {
  state: HostState
  /** A test may replace a handler to get another answer. */
  handlers: Handlers<ShellContract>
  attach: (port: Port) => void
  announceChange: () => void
  /** Emits a click on a notification of the system. */
  openPopUp: (id: string) => void
  /** Emits a link to the app that was opened in another program. */
  openLink: (link: DeepLinkRequest) => void
  /** Emits a command of a menu. */
  emitMenuCommand: (screen: RequestedScreen) => void
}

export function createFakeShell(overrides: Partial<HostState> = {}): FakeShell {
  const sampleAccount: AccountEntry = { id: 'sample', name: 'Sample', serviceUrl: '', kind: 'sample', waiting: 0 }
  const ownAccount: AccountEntry = {
    id: 'main',
    name: 'Harbour Row Forwarding',
    serviceUrl: 'https://tracking.example/v2',
    ...overrides.account,
    kind: 'own',
    waiting: 0,
  }
  const { id, name, serviceUrl } = overrides.isSample ? sampleAccount : ownAccount
  const state: HostState = {
    version: '0.1.0',
    host: 'browser',
    theme: 'system',
    language: 'system',
    systemLanguages: null,
    appearance: { dateStyle: 'words', contrast: 'system' },
    keys: { custom: {}, hasSingleKeys: true },
    account: { id, name, serviceUrl },
    accounts: [ownAccount, sampleAccount],
    removedAccounts: [],
    isSample: false,
    metered: 'no',
    sparesBattery: null,
    hasKey: true,
    keyStorages: ['session', 'file'],
    isEngineStarting: false,
    engineFailure: null,
    desktop: null,
    failures: [],
    ...overrides,
  }
  let openedPopUpId: string | null = null
  let pendingLink: DeepLinkRequest = { query: null, isRefused: false }
  let requestedScreen: RequestedScreen | null = null
  const servers = new Set<ReturnType<typeof serve<ShellContract>>>()
  const announceChange = () => {
    for (const server of servers) server.emit('host.changed', {})
  }
  const change = (part: Partial<HostState>) => {
    Object.assign(state, part)
    announceChange()
  }
  const createOpenState = ({ id, name, serviceUrl, kind }: AccountEntry): Partial<HostState> => ({
    account: { id, name, serviceUrl },
    isSample: kind === 'sample',
  })
  const handlers: Handlers<ShellContract> = {
    'host.get': () => ({ ...state }),
    'host.setTheme': ({ theme }) => change({ theme }),
    'host.setLanguage': ({ language }) => change({ language }),
    'host.setKeys': (keys) => change({ keys }),
    'host.setAppearance': (appearance) => change({ appearance }),
    'host.setReading': (reading) => change(reading),
    'account.connect': ({ serviceUrl, replaces }) => {
      // The replaced account is removed, and its successor has an id of its own.
      const successor = replaces === true ? `${state.account.id}-2` : state.account.id
      change({ hasKey: true, isSample: false, account: { ...state.account, id: successor, serviceUrl } })
    },
    'account.setOffice': () => undefined,
    'account.add': ({ name, serviceUrl }) => {
      const added: AccountEntry = { id: `account-${state.accounts.length}`, name, serviceUrl, kind: 'own', waiting: 0 }
      change({
        accounts: [...state.accounts.filter(({ kind }) => kind === 'own'), added, sampleAccount],
        ...createOpenState(added),
      })
      return { isBack: false }
    },
    'account.rename': ({ id, name }) =>
      change({
        account: { ...state.account, name },
        accounts: state.accounts.map((account) => (account.id === id ? { ...account, name } : account)),
      }),
    'account.remove': ({ id }) => {
      const accounts = state.accounts.filter((account) => account.id !== id)
      change({ accounts, ...createOpenState(accounts[0] ?? sampleAccount) })
    },
    'account.deleteRemoved': ({ id }) =>
      change({ removedAccounts: state.removedAccounts.filter((account) => account.id !== id) }),
    'account.forgetKey': () => change({ hasKey: false }),
    'account.switch': ({ id }) => {
      const account = state.accounts.find((account) => (id === null ? account.kind === 'own' : account.id === id))
      if (!account) throw new AppError('shell/account-unknown')
      change(createOpenState(account))
    },
    'folder.pick': () => {
      if (state.host === 'browser') throw new AppError('shell/no-dialog')
      return { path: PICKED_FOLDER, ticket: 'ticket' }
    },
    'link.open': () => undefined,
    'desktop.set': (choice) => {
      if (!state.desktop) throw new AppError('shell/desktop-only')
      change({ desktop: { ...state.desktop, ...choice } })
    },
    'file.save': ({ name }) => {
      if (state.host === 'browser') throw new AppError('shell/desktop-only')
      return { savedAs: name }
    },
    'page.toPdf': () => {
      if (state.host === 'browser') throw new AppError('shell/desktop-only')
      return { file: 'cd'.repeat(32) }
    },
    'logs.open': () => undefined,
    'app.restart': () => {
      if (!state.desktop) throw new AppError('shell/desktop-only')
    },
    'deepLink.take': () => {
      const taken = pendingLink
      pendingLink = { query: null, isRefused: false }
      return taken
    },
    'pageRestart.take': () => ({ wasRestarted: false }),
    'screen.take': () => {
      const screen = requestedScreen
      requestedScreen = null
      return { screen }
    },
    'notification.take': () => {
      const popUpId = openedPopUpId
      openedPopUpId = null
      return { popUpId }
    },
    'engine.restart': () => change({ engineFailure: null }),
  }
  return {
    state,
    handlers,
    announceChange,
    openPopUp: (id) => {
      openedPopUpId = id
      for (const server of servers) server.emit('notification.opened', {})
    },
    openLink: (next) => {
      pendingLink = next
      for (const server of servers) server.emit('deepLink.opened', {})
    },
    emitMenuCommand: (screen) => {
      requestedScreen = screen
      for (const server of servers) server.emit('screen.asked', {})
    },
    attach: (port) => {
      const server = serve(port, shell, handlers, { logBug: (error) => String(error), checkOutput: true })
      servers.add(server)
      port.onClose(() => servers.delete(server))
    },
  }
}
