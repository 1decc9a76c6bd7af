// What the preload script exposes to the page, and what it hides from the page.
import { EventEmitter } from 'node:events'
import { describe, expect, test, vi } from 'vitest'
import type { ShellBridge } from '#contract/shell.ts'
import { shellChannels } from '#contract/shell-channels.ts'

/** The modules of Electron that only a preload script has. */
const ipcRenderer = Object.assign(new EventEmitter(), {
  sent: [] as unknown[][],
  send: (...args: unknown[]) => ipcRenderer.sent.push(args),
  invoke: (...args: unknown[]) => Promise.resolve({ value: args }),
})
const contextBridge = {
  worlds: {} as Record<string, unknown>,
  exposeInMainWorld: (name: string, value: unknown) => (contextBridge.worlds[name] = value),
}
vi.doMock('electron', () => ({ contextBridge, ipcRenderer }))

const postMessage = vi.fn()
vi.stubGlobal('window', { postMessage, location: { origin: 'app://bundle' } })
await import('../../../src/preload/index.ts')
const bridge = contextBridge.worlds['shell'] as ShellBridge

describe('window.shell', () => {
  test('is three functions and nothing else', () =>
    expect([Object.keys(contextBridge.worlds), Object.keys(bridge)]).toEqual([
      ['shell'],
      ['call', 'onEvent', 'connectEngine'],
    ]))

  test('sends calls on one channel', async () => {
    expect(await bridge.call('host.get', {})).toEqual({ value: [shellChannels.call, 'host.get', {}] })
    bridge.connectEngine()
    expect(ipcRenderer.sent).toEqual([[shellChannels.connectEngine]])
  })

  test('forwards events without Electron’s event object, until the listener is removed', () => {
    const events: unknown[][] = []
    const removeListener = bridge.onEvent((...args) => events.push(args))
    ipcRenderer.emit(shellChannels.event, { sender: 'secret' }, 'host.changed', {})
    removeListener()
    ipcRenderer.emit(shellChannels.event, { sender: 'secret' }, 'host.changed', {})
    expect(events).toEqual([['host.changed', {}]])
  })

  test('sends the engine’s port to its own page only', () => {
    ipcRenderer.emit(shellChannels.enginePort, { ports: ['port'] }, null)
    ipcRenderer.emit(shellChannels.enginePort, { ports: [] }, null)
    expect(postMessage.mock.calls).toEqual([[{ quaywatch: 'engine-port' }, 'app://bundle', ['port']]])
  })
})
