// The shell put together: what the page asks for reaches the system, the engine's process and the files.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { shellChannels } from '#contract/shell-channels.ts'
import { BrowserWindow, UtilityProcess, app, ipcMain, nativeTheme, powerMonitor, session, shell } from '#support/electron.ts'
import { type Desktop, startDesktop } from '../../../src/main/desktop.ts'
import { chooseFolders } from '../../../src/main/folders.ts'
import { createOrigin } from '../../../src/main/origin.ts'

let root = ''
let desktop: Desktop
const bugs: unknown[] = []
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'desktop-'))
  app.becomeReady()
})
afterAll(() => {
  rmSync(root, { recursive: true })
})
beforeEach(() => {
  desktop = startDesktop({
    folders: chooseFolders(root),
    bundles: { engine: '/out/main/engine.js', service: '/out/main/service.js', preload: '/out/preload/index.cjs', view: '/out/renderer' },
    origin: createOrigin(null),
    useSample: false,
    isPackaged: true,
    log: { path: '', write: () => undefined, bug: (error) => `bug ${bugs.push(error)}` },
  })
})
afterEach(async () => {
  const running = await engine()
  const stopping = desktop.stop()
  running.end(0)
  await stopping
  UtilityProcess.all.length = 0
  ipcMain.handlers.clear()
  ipcMain.removeAllListeners()
  powerMonitor.removeAllListeners()
})

const contents = () => BrowserWindow.all.at(-1)!.webContents
const call = (name: string, input: unknown) => ipcMain.invoke(shellChannels.call, { sender: contents(), senderFrame: contents().mainFrame }, name, input)
const engine = (position = -1) => vi.waitUntil(() => UtilityProcess.all.at(position))

async function connect(serviceUrl: string) {
  const first = await engine()
  first.emit('message', { type: 'started' })
  const connecting = call('account.connect', { serviceUrl, apiKey: 'the-key', keep: 'keychain' })
  await vi.waitUntil(() => first.posted.some(({ message }) => (message as { type: string }).type === 'shutdown'))
  first.end(0)
  const second = await engine(1)
  second.emit('message', { type: 'started' })
  expect(await connecting).toEqual({ value: undefined })
  return second.posted[0]?.message
}

describe('the desktop', () => {
  test('starts the engine on the folder of the account, and shows the window at once', async () => {
    expect((await engine()).posted[0]?.message).toEqual({ type: 'start', dataDir: join(root, 'accounts/main'), baseUrl: '', apiKey: null, proxy: null, checkOutput: false })
    expect(app.getPath('logs')).toBe(join(root, 'logs'))
  })

  test('connects: the key goes to the keychain and the engine, the address to the settings, the proxy is the system’s', async () => {
    session.defaultSession.proxy = 'PROXY proxy.office:8080; DIRECT'
    const start = await connect('https://tracking.example/v2')
    expect(start).toMatchObject({ baseUrl: 'https://tracking.example/v2', apiKey: 'the-key', proxy: 'http://proxy.office:8080' })
    const stored = readFileSync(join(root, 'settings.json'), 'utf8')
    expect(stored).toContain('https://tracking.example/v2')
    expect(stored).not.toContain('the-key')
  })

  test('goes the direct way when the system cannot say which proxy', async () => {
    session.defaultSession.proxy = new Error('no answer')
    expect(await connect('https://tracking.example/v2')).toMatchObject({ proxy: null })
  })

  test('takes over the theme, tells the page and gives the engine a fresh sight after sleep', async () => {
    expect(await call('host.setTheme', { theme: 'dark' })).toEqual({ value: undefined })
    expect([nativeTheme.themeSource, contents().sent.at(-1)]).toEqual(['dark', [shellChannels.event, 'host.changed', {}]])
    const running = await engine()
    powerMonitor.emit('resume')
    expect(running.posted.at(-1)?.message).toEqual({ type: 'resume' })
  })

  test('tells the engine what the computer runs on, and when nobody can see the screen', async () => {
    const running = await engine()
    for (const event of ['on-battery', 'lock-screen', 'unlock-screen', 'on-ac']) powerMonitor.emit(event)
    const paces = running.posted.map(({ message }) => message as { type: string; pace?: { isOnBattery: boolean; isLocked: boolean } }).filter(({ type }) => type === 'pace')
    expect(paces.map(({ pace }) => [pace?.isOnBattery, pace?.isLocked])).toEqual([[false, false], [true, false], [true, true], [true, false], [false, false]])
  })

  test('opens links that are harmless, and no others', async () => {
    await call('link.open', { url: 'https://example.org/' })
    expect(await call('link.open', { url: 'file:///etc/passwd' })).toMatchObject({ error: { code: 'shell/link-refused' } })
    expect([shell.opened, bugs]).toEqual([['https://example.org/'], []])
  })

  test('tells why there is no engine', async () => {
    const refusal = { type: 'failed', error: { code: 'db/in-use', details: {} } }
    const running = await engine()
    running.emit('message', refusal)
    running.end(1)
    await vi.waitUntil(() => contents().sent.length > 0)
    expect(await call('host.get', {})).toMatchObject({ value: { engineFailure: { code: 'db/in-use' }, host: 'electron' } })
  })
})
