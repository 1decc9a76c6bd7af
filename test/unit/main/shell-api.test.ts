// The main process answers calls of its own page only.
import { beforeEach, describe, expect, test } from 'vitest'
import type { WebContents as RealContents } from 'electron'
import { AppError } from '#contract/errors.ts'
import type { Handlers } from '#contract/rpc.ts'
import type { ShellContract } from '#contract/shell.ts'
import { shellChannels } from '#contract/shell-channels.ts'
import { WebContents } from '#standin/web-contents.ts'
import { ipcMain } from '#standin/electron.ts'
import { createOrigin } from '../../../src/main/window/origin.ts'
import { serveShell } from '../../../src/main/shell-api.ts'

const state = {
  version: '1',
  host: 'electron' as const,
  theme: 'system' as const,
  language: 'system' as const,
  systemLanguages: ['en-US'],
  keys: { custom: {}, hasSingleKeys: true },
  account: { id: 'main', name: 'Mine', serviceUrl: '' },
  accounts: [],
  removedAccounts: [],
  appearance: { dateStyle: 'words' as const, contrast: 'system' as const },
  metered: 'no' as const,
  sparesBattery: true,
  isSample: false,
  hasKey: false,
  keyStorages: ['session' as const],
  isEngineStarting: false,
  engineFailure: null,
  desktop: null,
  failures: [],
}

function startShell(overrides: Partial<Handlers<ShellContract>> = {}) {
  const contents = new WebContents()
  const connected: unknown[] = []
  const bugs: unknown[] = []
  const doNothing = () => undefined
  const api = serveShell({
    handlers: {
      'host.get': () => state,
      'host.setTheme': doNothing,
      'host.setAppearance': doNothing,
      'host.setLanguage': doNothing,
      'host.setKeys': doNothing,
      'account.connect': doNothing,
      'account.forgetKey': doNothing,
      'account.add': () => ({ isBack: false }),
      'account.setOffice': doNothing,
      'account.rename': doNothing,
      'account.switch': doNothing,
      'account.remove': doNothing,
      'account.deleteRemoved': doNothing,
      'host.setReading': doNothing,
      'folder.pick': () => ({ path: null, ticket: null }),
      'desktop.set': doNothing,
      'file.save': () => ({ savedAs: null }),
      'page.toPdf': () => ({ file: '' }),
      'app.restart': doNothing,
      'pageRestart.take': () => ({ wasRestarted: false }),
      'logs.open': doNothing,
      'deepLink.take': () => ({ query: null, isRefused: false }),
      'screen.take': () => ({ screen: null }),
      'notification.take': () => ({ popUpId: null }),
      'link.open': doNothing,
      'engine.restart': doNothing,
      ...overrides,
    },
    origin: createOrigin(null),
    page: () => contents as unknown as RealContents,
    connectEngine: (page) => connected.push(page),
    logBug: (error) => `bug ${bugs.push(error)}`,
    checkOutput: true,
  })
  const event = { sender: contents, senderFrame: contents.mainFrame as unknown }
  return {
    api,
    contents,
    connected,
    bugs,
    event,
    call: (name: unknown, input: unknown) => ipcMain.invoke(shellChannels.call, event, name, input),
  }
}

beforeEach(() => {
  ipcMain.handlers.clear()
  ipcMain.removeAllListeners()
})

describe('our page', () => {
  test('gets the answer as a value', async () =>
    expect(await startShell().call('host.get', {})).toEqual({ value: state }))

  test('gets an expected failure with its code, and a bug as the id it was logged under', async () => {
    const { call, bugs } = startShell({
      'engine.restart': () => {
        throw new AppError('db/in-use', { folder: 'f' })
      },
      'account.forgetKey': () => {
        throw new Error('odd')
      },
    })
    expect(await call('engine.restart', {})).toEqual({ error: { code: 'db/in-use', details: { folder: 'f' } } })
    expect(await call('account.forgetKey', {})).toEqual({ error: { code: 'internal', details: { logId: 'bug 1' } } })
    expect(bugs).toEqual([new Error('odd')])
  })

  test.each([
    ['host.setTheme', { theme: 'pink' }],
    ['account.connect', { serviceUrl: 'file:///x', apiKey: null, keep: 'session' }],
    ['link.open', null],
  ])('gets an error for a wrong input to %s', async (name, input) =>
    expect(await startShell().call(name, input)).toMatchObject({
      error: { code: 'contract/invalid-input', details: { name } },
    }),
  )

  test.each(['constructor', '__proto__', 'host.nothing', undefined, 7])(
    'gets an error for the unknown call %s',
    async (name) =>
      expect(await startShell().call(name, {})).toMatchObject({ error: { code: 'contract/unknown-call' } }),
  )

  test('gets the event that something changed', () => {
    const { api, contents } = startShell()
    api.emit('host.changed')
    expect(contents.sentMessages).toEqual([[shellChannels.event, 'host.changed', {}]])
  })

  test('is connected to the engine', () => {
    const { event, connected, contents } = startShell()
    ipcMain.emit(shellChannels.connectEngine, event)
    expect(connected).toEqual([contents])
  })
})

describe('a call', () => {
  const mainFrame = { url: 'app://bundle/', parent: null }
  test.each([
    ['a frame that is gone', null],
    ['a frame inside the page', { url: 'app://bundle/', parent: mainFrame }],
    ['another origin', { url: 'https://example.org/', parent: null }],
    ['an address that only looks like ours', { url: 'app://bundle.example.org/', parent: null }],
  ])('is rejected if it is from %s', async (_who, senderFrame) => {
    const { event, connected } = startShell()
    await expect(ipcMain.invoke(shellChannels.call, { ...event, senderFrame }, 'host.get', {})).rejects.toThrow(
      'may not ask',
    )
    ipcMain.emit(shellChannels.connectEngine, { ...event, senderFrame })
    expect(connected).toEqual([])
  })

  test('is rejected if it is from the page of another window', async () => {
    const { event, connected } = startShell()
    const foreignEvent = { ...event, sender: new WebContents() }
    await expect(ipcMain.invoke(shellChannels.call, foreignEvent, 'host.get', {})).rejects.toThrow('may not ask')
    ipcMain.emit(shellChannels.connectEngine, foreignEvent)
    expect(connected).toEqual([])
  })

  test('is answered if its frame was ours at the call and is closed before the answer', async () => {
    const { event } = startShell()
    let isGone = false
    const closingEvent = {
      sender: event.sender,
      get senderFrame() {
        return isGone ? null : event.senderFrame
      },
    }
    const answer = ipcMain.handlers.get(shellChannels.call)?.(closingEvent, 'host.get', {})
    isGone = true
    expect(await answer).toEqual({ value: state })
  })
})
