// The shell's side of the fake: a host with an account, kept in memory.
import { shell, type HostState, type ShellContract } from '#contract/shell.ts'
import { serve, type Handlers, type Port } from '#contract/rpc.ts'

export type FakeShell = { state: HostState; attach: (port: Port) => void; changed: () => void }

export function createFakeShell(patch: Partial<HostState> = {}): FakeShell {
  const state: HostState = {
    version: '0.1.0',
    host: 'browser',
    theme: 'system',
    account: { id: 'main', name: 'Harbour Row Forwarding', serviceUrl: 'https://tracking.example/v2' },
    isSample: false,
    hasKey: true,
    keyStorages: ['session', 'file'],
    engineFailure: null,
    failures: [],
    ...patch,
  }
  const servers = new Set<ReturnType<typeof serve<ShellContract>>>()
  const changed = () => {
    for (const server of servers) server.emit('host.changed', {})
  }
  const change = (part: Partial<HostState>) => {
    Object.assign(state, part)
    changed()
  }
  const handlers: Handlers<ShellContract> = {
    'host.get': () => ({ ...state }),
    'host.setTheme': ({ theme }) => { change({ theme }) },
    'account.connect': ({ serviceUrl }) => { change({ hasKey: true, isSample: false, account: { ...state.account, serviceUrl } }) },
    'account.forgetKey': () => { change({ hasKey: false }) },
    'account.useSample': ({ isSample }) => { change({ isSample, account: { ...state.account, name: isSample ? 'Sample' : 'Harbour Row Forwarding' } }) },
    'link.open': () => undefined,
    'engine.restart': () => { change({ engineFailure: null }) },
  }
  return {
    state,
    changed,
    attach: (port) => {
      const server = serve(port, shell, handlers, { logBug: (error) => String(error), checkOutput: true })
      servers.add(server)
      port.onClose(() => servers.delete(server))
    },
  }
}
