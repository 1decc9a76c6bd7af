// The complete main process: calls of the page reach the system, the engine process and the files.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { shellChannels } from '#contract/shell-channels.ts'
import {
  BrowserWindow,
  Menu,
  type MessagePortMain,
  Notification,
  Tray,
  app,
  dialog,
  ipcMain,
  nativeTheme,
  powerMonitor,
  session,
  shell,
} from '#standin/electron.ts'
import { keyring } from '#standin/keyring.ts'
import { isPrevented } from '#standin/modelled.ts'
import { UtilityProcess } from '#standin/utility.ts'
import { NO_LINK, readDeepLink } from '../../../src/main/system/deep-link.ts'
import { type Desktop, startDesktop } from '../../../src/main/desktop.ts'
import { chooseFolders } from '../../../src/main/folders.ts'
import { PAGE_SCHEME, createOrigin } from '../../../src/main/window/origin.ts'
import { registerPageScheme } from '../../../src/main/window/page.ts'
import { createPending } from '../../../src/main/window/pending.ts'
import { hostileLinks } from './hostile-links.ts'

let root = ''
let desktop: Desktop
const bugs: unknown[] = []
const logged: unknown[] = []
let restarts = 0
const links = createPending(NO_LINK)
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'desktop-'))
  registerPageScheme()
  app.becomeReady()
})
afterAll(() => rmSync(root, { recursive: true }))
beforeEach(() => {
  rmSync(join(root, 'settings.json'), { force: true })
  startProgram()
})
afterEach(endProgram)

function startProgram() {
  desktop = startDesktop({
    folders: chooseFolders(root),
    bundles: {
      engine: '/out/main/engine.js',
      service: '/out/main/service.js',
      preload: '/out/preload/index.cjs',
      view: '/out/renderer',
      resources: '/resources',
    },
    origin: createOrigin(null),
    useSample: false,
    isPackaged: true,
    isHidden: false,
    executable: null,
    restart: () => {
      restarts++
    },
    releasesUrl: 'https://quaywatch.example/releases',
    links,
    log: {
      path: '/logs/quaywatch.log',
      write: (...record) => logged.push(record),
      bug: (error) => `bug ${bugs.push(error)}`,
    },
  })
}

async function endProgram() {
  const running = await waitForEngine()
  const stopping = desktop.stop()
  running.end(0)
  await stopping
  UtilityProcess.all.length = 0
  ipcMain.handlers.clear()
  ipcMain.removeAllListeners()
  powerMonitor.removeAllListeners()
  nativeTheme.removeAllListeners()
  session.defaultSession.removeAllListeners()
  session.defaultSession.protocol.unhandle(PAGE_SCHEME)
  app.removeAllListeners('before-quit')
}

const contents = () => BrowserWindow.all.at(-1)!.webContents
const call = (name: string, input: unknown) =>
  ipcMain.invoke(shellChannels.call, { sender: contents(), senderFrame: contents().mainFrame }, name, input)
const waitForEngine = (position = -1) => vi.waitUntil(() => UtilityProcess.all.at(position))

async function connect(serviceUrl: string) {
  const first = await waitForEngine()
  first.emit('message', { type: 'started' })
  const connecting = call('account.connect', { serviceUrl, apiKey: 'the-key', keep: 'keychain' })
  await vi.waitUntil(() =>
    first.postedMessages.some(({ message }) => (message as { type: string }).type === 'shutdown'),
  )
  first.end(0)
  const second = await waitForEngine(1)
  second.emit('message', { type: 'started' })
  expect(await connecting).toEqual({ value: undefined })
  return second.postedMessages[0]?.message
}

describe('the desktop', () => {
  test('starts without the key while the keychain is locked, and has the key after the restart that it offers', async () => {
    await connect('https://tracking.example/v2')
    await endProgram()
    keyring.restart()
    keyring.systemKey = null
    onTestFinished(() => keyring.reset())
    startProgram()
    const without = await waitForEngine()
    without.emit('message', { type: 'started' })
    expect([without.postedMessages[0]?.message, await call('host.get', {})]).toMatchObject([
      { apiKey: null },
      { value: { hasKey: false, keyStorages: ['session'], desktop: { keychainProblem: 'locked' } } },
    ])
    expect([await call('app.restart', {}), restarts]).toEqual([{ value: undefined }, 1])
    await endProgram()
    keyring.reset()
    startProgram()
    expect((await waitForEngine()).postedMessages[0]?.message).toMatchObject({ apiKey: 'the-key' })
    await vi.waitFor(async () =>
      expect(await call('host.get', {})).toMatchObject({ value: { desktop: { keychainProblem: null } } }),
    )
  })

  test('reports a stored key that cannot be decrypted as unreadable, not as missing', async () => {
    await connect('https://tracking.example/v2')
    await endProgram()
    keyring.restart()
    keyring.systemKey = { prefix: 'v11', secret: 'made again' }
    onTestFinished(() => keyring.reset())
    startProgram()
    expect((await waitForEngine()).postedMessages[0]?.message).toMatchObject({ apiKey: null })
    expect(await call('host.get', {})).toMatchObject({
      value: { hasKey: false, keyStorages: ['keychain', 'session'], desktop: { keychainProblem: 'unreadable' } },
    })
  })

  test('starts the engine with the folder of the account, and has a folder for logs', async () => {
    expect((await waitForEngine()).postedMessages[0]?.message).toEqual({
      type: 'start',
      dataDir: join(root, 'accounts/main'),
      baseUrl: '',
      apiKey: null,
      isEmbedded: false,
      membership: null,
      ticketKey: expect.any(String) as string,
      checkOutput: false,
    })
    expect(app.getPath('logs')).toBe(join(root, 'logs'))
  })

  test('stores the key in the keychain, sends it to the engine, and stores the address in the settings', async () => {
    const start = await connect('https://tracking.example/v2')
    expect(start).toMatchObject({ baseUrl: 'https://tracking.example/v2', apiKey: 'the-key' })
    const stored = readFileSync(join(root, 'settings.json'), 'utf8')
    expect(stored).toContain('https://tracking.example/v2')
    expect(stored).not.toContain('the-key')
  })

  test('sends the key only to the engine, never to the page or the log', async () => {
    await connect('https://tracking.example/v2')
    const answers = [
      await call('host.get', {}),
      await call('account.connect', { serviceUrl: 'https://other.example/v2', apiKey: null, keep: 'session' }),
    ]
    const seen = JSON.stringify([answers, contents().sentMessages, logged, bugs.map(String)])
    expect(seen).not.toContain('the-key')
    expect(seen).toContain('shell/key-for-other-address')
  })

  test('answers the engine with the proxies of the system, or with a direct connection if the system fails', async () => {
    const running = await waitForEngine()
    const findProxies = async (id: number, answer: string | Error) => {
      session.defaultSession.proxy = answer
      running.emit('message', { type: 'find-proxies', id, origin: 'https://tracking.example' })
      await vi.waitUntil(() => running.postedMessages.some(({ message }) => (message as { id?: number }).id === id))
      return running.postedMessages.at(-1)?.message
    }
    logged.length = 0
    expect([
      await findProxies(1, 'PROXY proxy.office:8080; DIRECT'),
      await findProxies(2, 'PROXY proxy.office:8080; DIRECT'),
      await findProxies(3, 'QUIC q:443; SOCKS5 s:1080'),
      await findProxies(4, new Error('no answer')),
    ]).toEqual([
      { type: 'proxies', id: 1, proxies: ['http://proxy.office:8080', null] },
      { type: 'proxies', id: 2, proxies: ['http://proxy.office:8080', null] },
      { type: 'proxies', id: 3, proxies: ['socks5h://s:1080'] },
      { type: 'proxies', id: 4, proxies: [null] },
    ])
    // The log names a proxy of an unsupported kind, and has the same answer only once.
    expect(logged).toEqual([
      [
        'info',
        'system proxy',
        { origin: 'https://tracking.example', answer: 'PROXY proxy.office:8080; DIRECT', unsupported: [] },
      ],
      [
        'warn',
        'system proxy',
        { origin: 'https://tracking.example', answer: 'QUIC q:443; SOCKS5 s:1080', unsupported: ['QUIC q:443'] },
      ],
      ['warn', 'system proxy unknown', { origin: 'https://tracking.example', error: 'Error: no answer' }],
    ])
  })

  test('applies the theme, informs the page, and sends the engine one resume message five seconds after a sleep', async () => {
    expect(await call('host.setTheme', { theme: 'dark' })).toEqual({ value: undefined })
    expect([nativeTheme.themeSource, contents().sentMessages.at(-1)]).toEqual([
      'dark',
      [shellChannels.event, 'host.changed', {}],
    ])
    const running = await waitForEngine()
    vi.useFakeTimers()
    powerMonitor.emit('resume')
    await vi.advanceTimersByTimeAsync(4_999)
    expect(running.postedMessages.at(-1)?.message).not.toEqual({ type: 'resume' })
    powerMonitor.emit('suspend')
    powerMonitor.emit('resume')
    await vi.advanceTimersByTimeAsync(20_000)
    vi.useRealTimers()
    expect(running.postedMessages.filter(({ message }) => (message as { type: string }).type === 'resume').length).toBe(
      1,
    )
  })

  test('informs the engine about the power source and the screen lock', async () => {
    const running = await waitForEngine()
    for (const event of ['on-battery', 'lock-screen', 'unlock-screen', 'on-ac']) powerMonitor.emit(event)
    const paces = running.postedMessages
      .map(({ message }) => message as { type: string; pace?: { isOnBattery: boolean; isLocked: boolean } })
      .filter(({ type }) => type === 'pace')
    expect(paces.map(({ pace }) => [pace?.isOnBattery, pace?.isLocked])).toEqual([
      [false, false],
      [true, false],
      [true, true],
      [true, false],
      [false, false],
    ])
  })

  test('opens only harmless links that the user accepts', async () => {
    dialog.answers = [1, 0]
    await call('link.open', { url: 'https://example.org/' })
    await call('link.open', { url: 'https://example.org/unwanted' })
    expect(await call('link.open', { url: 'file:///etc/passwd' })).toMatchObject({
      error: { code: 'shell/link-refused' },
    })
    expect([shell.opened, bugs]).toEqual([['https://example.org/'], []])
  })

  test('opens its log in the file manager, and the page of releases without a question', async () => {
    shell.opened.length = 0
    await call('logs.open', {})
    Menu.application?.clickItem('Show new versions')
    await vi.waitUntil(() => shell.opened.length > 1)
    expect([shell.opened, await call('host.get', {})]).toMatchObject([
      ['/logs/quaywatch.log', 'https://quaywatch.example/releases'],
      {
        value: {
          desktop: { releasesUrl: 'https://quaywatch.example/releases', startsAtLogin: null, keychainProblem: null },
        },
      },
    ])
  })

  test('rebuilds its menus in another language and informs the page', async () => {
    expect(await call('host.get', {})).toMatchObject({ value: { language: 'system', systemLanguages: ['en-US'] } })
    await call('host.setLanguage', { language: 'es' })
    expect([
      Menu.application?.listItems().some(({ label }) => label === 'Ajustes…'),
      contents().sentMessages.at(-1),
    ]).toEqual([true, [shellChannels.event, 'host.changed', {}]])
    await call('host.setLanguage', { language: 'system' })
    expect(Menu.application?.listItems().some(({ label }) => label === 'Settings…')).toBe(true)
  })

  test('shows the window for a link of its scheme, and gives the link to the page once', async () => {
    links.set(readDeepLink('quaywatch://shipments/find?q=MSCU1234567'))
    expect([BrowserWindow.all.at(-1)?.calls.slice(-2), contents().sentMessages.at(-1)]).toEqual([
      ['show', 'focus'],
      [shellChannels.event, 'deepLink.opened', {}],
    ])
    expect(await call('deepLink.take', {})).toEqual({ value: { query: 'MSCU1234567', isRefused: false } })
    expect(await call('deepLink.take', {})).toEqual({ value: NO_LINK })
  })

  test('reports 200 hostile links to the page and does nothing else', async () => {
    await waitForEngine()
    shell.opened.length = 0
    const before = [contents().sentMessages.length, BrowserWindow.all.length, UtilityProcess.all.length]
    for (const link of hostileLinks) links.set(readDeepLink(link))
    expect([
      contents().sentMessages.length - hostileLinks.length,
      BrowserWindow.all.length,
      UtilityProcess.all.length,
    ]).toEqual(before)
    expect(
      new Set(
        contents()
          .sentMessages.slice(-hostileLinks.length)
          .map(([, name]) => name),
      ),
    ).toEqual(new Set(['deepLink.opened']))
    expect([await call('deepLink.take', {}), shell.opened, dialog.errors]).toEqual([
      { value: { query: null, isRefused: true } },
      [],
      [],
    ])
  })

  test('gives the page the screen that the user chose in a menu, once', async () => {
    Menu.application?.clickItem('Settings…')
    expect([contents().sentMessages.at(-1), await call('screen.take', {}), await call('screen.take', {})]).toEqual([
      [shellChannels.event, 'screen.asked', {}],
      { value: { screen: 'settings' } },
      { value: { screen: null } },
    ])
  })

  test('shows the number of urgent alerts in the tray and on its icon', async () => {
    await call('desktop.set', { hasTray: true })
    const port = (await waitForEngine()).postedMessages.find(
      ({ message }) => (message as { isScreen?: boolean }).isScreen === false,
    )?.ports[0] as MessagePortMain
    port.on('message', ({ data }: { data: { id: number; name: string } }) =>
      port.postMessage({ type: 'result', id: data.id, value: data.name === 'alerts.summary' ? { urgent: 3 } : [] }),
    )
    port.start()
    await vi.waitUntil(() => app.badgeCount === 3)
    expect(Tray.all.at(-1)).toMatchObject({ toolTip: 'Quaywatch · 3 urgent alerts', isDestroyed: false })
    expect(Tray.all.at(-1)?.menu?.items[0]).toMatchObject({ label: '3 urgent alerts', enabled: true })
  })

  test('hides a closed window only if the user chose that, and never when the program quits', async () => {
    const window = BrowserWindow.all.at(-1)!
    await call('desktop.set', { hasTray: true, closing: 'tray' })
    expect([isPrevented(window, 'close'), window.calls.at(-1), desktop.staysInTray()]).toEqual([true, 'hide', true])
    await call('desktop.set', { hasTray: false })
    expect([isPrevented(window, 'close'), await call('host.get', {})]).toMatchObject([
      false,
      { value: { desktop: { hasTray: false, closing: 'quit' } } },
    ])
    await call('desktop.set', { hasTray: true, closing: 'tray' })
    app.quit()
    expect(isPrevented(window, 'close')).toBe(false)
  })

  test('shows alerts without the page, and a click on one shows the window and the alert', async () => {
    const port = (await waitForEngine()).postedMessages.find(
      ({ message }) => (message as { isScreen?: boolean }).isScreen === false,
    )?.ports[0] as MessagePortMain
    port.start()
    port.postMessage({
      type: 'event',
      name: 'alerts.raised',
      payload: { id: 'popup', shape: 'test', alerts: [], hidesDetails: false, isSilent: true },
    })
    await vi.waitUntil(() => Notification.all.length > 0)
    expect(await call('notification.take', {})).toEqual({ value: { popUpId: null } })
    Notification.all.at(-1)?.emit('click', {})
    expect([BrowserWindow.all.at(-1)?.calls.slice(-2), contents().sentMessages.at(-1)]).toEqual([
      ['show', 'focus'],
      [shellChannels.event, 'notification.opened', {}],
    ])
    expect(await call('notification.take', {})).toEqual({ value: { popUpId: 'popup' } })
    expect(await call('notification.take', {})).toEqual({ value: { popUpId: null } })
  })

  test('reports why the engine did not start', async () => {
    const refusal = { type: 'failed', error: { code: 'db/in-use', details: {} } }
    const running = await waitForEngine()
    running.emit('message', refusal)
    running.end(1)
    await vi.waitUntil(() => contents().sentMessages.length > 0)
    expect(await call('host.get', {})).toMatchObject({
      value: { engineFailure: { code: 'db/in-use' }, host: 'electron' },
    })
  })
})
