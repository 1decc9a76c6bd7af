// The tray icon, the badge, the first window, and the start at sign-in on each system.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { EngineContract } from '#contract/index.ts'
import { connect } from '#contract/rpc.ts'
import type { Language } from '#contract/rules/language.ts'
import { HostSettings } from '#contract/shell.ts'
import { BrowserWindow, MessageChannelMain, Tray, app, nativeImage, nativeTheme } from '#standin/electron.ts'
import { waitForMessages } from '#standin/ports.ts'
import { NO_LINK } from '../../../src/main/system/deep-link.ts'
import { toPort } from '../../../src/main/engine/engine-port.ts'
import { createLoginItem } from '../../../src/main/system/login-item.ts'
import { createPending } from '../../../src/main/window/pending.ts'
import { createPictures } from '../../../src/main/system/pictures.ts'
import { readReleasesUrl } from '../../../src/main/releases.ts'
import { createSystemUi } from '../../../src/main/system/system-ui.ts'
import { createTray } from '../../../src/main/system/tray.ts'
import { createUrgentCount } from '../../../src/main/system/urgent.ts'
import { createLocalization } from '../../../src/main/system/localization.ts'
import { getWords } from '../../../src/main/words.ts'

app.becomeReady()
const platforms = ['linux', 'darwin', 'win32'] as const
let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'places-'))
  app.paths['appData'] = folder
  app.loginItem = { openAtLogin: false }
  app.ignoresLoginItemChanges = false
  app.isLoginItemDisabled = false
  Tray.all.length = 0
  nativeTheme.removeAllListeners()
  BrowserWindow.all.length = 0
})
afterEach(() => rmSync(folder, { recursive: true }))

describe('a start at sign-in', () => {
  const file = () => join(folder, 'autostart/app.quaywatch.desktop')

  test.each(['darwin', 'win32'] as const)('is stored by the system itself (%s)', (platform) => {
    const item = createLoginItem(platform, '/opt/Quaywatch')
    item.set(true)
    expect([item.isOn(), app.loginItem]).toEqual([
      true,
      platform === 'win32' ? { openAtLogin: true, args: ['--hidden'] } : { openAtLogin: true },
    ])
    item.set(false)
    expect(item.isOn()).toBe(false)
  })

  test('that was disabled in the Task Manager is off, and can be enabled again', () => {
    const item = createLoginItem('win32', '/opt/Quaywatch')
    item.set(true)
    app.isLoginItemDisabled = true
    expect([item.isOn(), app.loginItem.openAtLogin]).toEqual([false, true])
    item.set(true)
    expect(item.isOn()).toBe(true)
  })

  test('is a file on Linux, whose command line is valid for any folder name', () => {
    const item = createLoginItem('linux', '/home/u/My "apps"/100% $HOME/`a`\\quaywatch.AppImage')
    item.set(true)
    expect(item.isOn()).toBe(true)
    expect(readFileSync(file(), 'utf8')).toContain(
      'Exec="/home/u/My \\\\"apps\\\\"/100%% \\\\$HOME/\\\\`a\\\\`\\\\\\\\quaywatch.AppImage" --hidden\n',
    )
    item.set(false)
    expect([item.isOn(), existsSync(file())]).toEqual([false, false])
    item.set(false)
  })

  test('of a program that was moved is off', () => {
    createLoginItem('linux', '/old/quaywatch').set(true)
    expect(createLoginItem('linux', '/new/quaywatch').isOn()).toBe(false)
  })

  test('that the system refuses is an error, and so is one that would start another program', () => {
    app.ignoresLoginItemChanges = true
    writeFileSync(join(folder, 'autostart'), 'a file where the folder should be')
    for (const platform of platforms)
      expect(() => createLoginItem(platform, '/opt/Quaywatch').set(true)).toThrow('shell/login-refused')
    expect(() => createLoginItem('linux', '/opt/a\nb').set(true)).toThrow('shell/login-refused')
    expect(() => createLoginItem('linux', null).set(true)).toThrow('shell/login-refused')
    expect(createLoginItem('darwin', null).isOn()).toBeNull()
  })
})

describe('the tray icon', () => {
  const current: { language: Language } = { language: 'en' }
  function createTestTray(platform: NodeJS.Platform) {
    const acts: string[] = []
    const tray = createTray({
      platform,
      pictures: createPictures('/resources', platform),
      words: () => getWords(current.language),
      actions: { open: () => acts.push('open'), alerts: () => acts.push('alerts'), quit: () => acts.push('quit') },
    })
    return { tray, acts }
  }

  test('exists only while the setting is on', () => {
    const { tray } = createTestTray('linux')
    tray.setUrgent(2)
    expect(Tray.all).toEqual([])
    tray.show(true)
    tray.show(true)
    tray.show(false)
    expect(Tray.all.map(({ isDestroyed, toolTip }) => [isDestroyed, toolTip])).toEqual([
      [true, 'Quaywatch · 2 urgent alerts'],
    ])
  })

  test('shows the count of urgent alerts, and opens them, opens the window and quits', () => {
    const { tray, acts } = createTestTray('win32')
    tray.show(true)
    expect(Tray.all[0]?.menu?.items[0]).toMatchObject({ label: 'No urgent alerts', enabled: false })
    tray.setUrgent(1)
    for (const label of ['1 urgent alert', 'Open Quaywatch', 'Quit Quaywatch']) Tray.all[0]?.menu?.clickItem(label)
    Tray.all[0]?.emit('click')
    expect(acts).toEqual(['alerts', 'open', 'quit', 'open'])
  })

  test('has texts in the current language', () => {
    const { tray } = createTestTray('win32')
    onTestFinished(() => {
      current.language = 'en'
    })
    tray.show(true)
    tray.setUrgent(2)
    current.language = 'de'
    tray.redraw()
    expect([Tray.all[0]?.toolTip, Tray.all[0]?.menu?.items.map(({ label }) => label)]).toEqual([
      'Quaywatch · 2 dringende Meldungen',
      ['2 dringende Meldungen', undefined, 'Quaywatch öffnen', 'Quaywatch beenden'],
    ])
  })

  test('opens its menu at a click on macOS, where its picture takes the colour of the bar', () => {
    const { tray, acts } = createTestTray('darwin')
    tray.show(true)
    Tray.all[0]?.emit('click')
    expect([acts, Tray.all[0]?.image]).toEqual([
      [],
      nativeImage.createFromPath(join('/resources/tray', 'trayTemplate.png')),
    ])
  })

  test('has the picture for a dark taskbar on Windows, whatever the theme of programs, and another when the taskbar changes', () => {
    onTestFinished(() => {
      nativeTheme.isTaskbarDark = false
    })
    const { tray } = createTestTray('win32')
    const image = (name: string) => nativeImage.createFromPath(join('/resources/tray', `${name}.ico`))
    nativeTheme.emit('updated')
    tray.show(true)
    const light = Tray.all[0]?.image
    nativeTheme.isTaskbarDark = true
    nativeTheme.emit('updated')
    const dark = Tray.all[0]?.image
    tray.show(false)
    tray.show(true)
    expect([light, dark, Tray.all[1]?.image]).toEqual([image('tray'), image('trayDark'), image('trayDark')])
  })

  test('and the taskbar overlay have pictures for one to nine, and for more', () => {
    expect(createPictures('/resources', 'win32').getTray()).toEqual(
      nativeImage.createFromPath(join('/resources/tray', 'tray.ico')),
    )
    const { getCount } = createPictures('/resources', 'win32')
    expect([getCount(1), getCount(9), getCount(10)]).toEqual(
      ['1', '9', '9+'].map((name) => nativeImage.createFromPath(join('/resources/badges', `${name}.png`))),
    )
  })
})

describe('the first window', () => {
  function openFirstWindow(
    platform: NodeJS.Platform,
    { isHidden, settings = {} }: { isHidden: boolean; settings?: Partial<HostSettings> },
  ) {
    vi.spyOn(process, 'platform', 'get').mockReturnValue(platform)
    const shown: string[] = []
    const view = {
      show: () => shown.push('shown'),
      openMinimized: () => shown.push('minimised'),
      setOverlay: () => undefined,
      page: () => null,
      window: () => null,
    }
    const stored = HostSettings.parse(settings)
    createSystemUi({
      resources: '',
      isPackaged: true,
      isHidden,
      executable: null,
      releasesUrl: null,
      links: createPending(NO_LINK),
      log: { path: '', write: () => undefined, bug: () => '' },
      settings: { read: () => stored, save: () => undefined, saveInternal: () => undefined, isReset: () => false },
      view,
      localization: createLocalization({ read: () => stored }),
      openLink: () => Promise.resolve(),
      saveFile: () => Promise.resolve(null),
      makePdf: () => Promise.resolve(''),
      secrets: { findProblem: () => Promise.resolve(null) },
      restart: () => undefined,
      restarts: createPending(false),
      onChange: () => undefined,
    }).openFirstWindow()
    vi.restoreAllMocks()
    return shown
  }
  const inTray = { hasTray: true, closing: 'tray' } as const

  test('is shown at once if the user started the program', () =>
    expect(platforms.map((platform) => openFirstWindow(platform, { isHidden: false, settings: inTray }))).toEqual([
      ['shown'],
      ['shown'],
      ['shown'],
    ]))

  test('is hidden after a start at sign-in with a tray icon, and minimised without one', () => {
    expect(openFirstWindow('win32', { isHidden: true, settings: inTray })).toEqual([])
    expect(openFirstWindow('win32', { isHidden: true, settings: { ...inTray, hasTray: false } })).toEqual(['minimised'])
    expect(openFirstWindow('linux', { isHidden: true })).toEqual(['minimised'])
  })

  test('is hidden after a start at sign-in on macOS, because the Dock opens it', () => {
    app.wasOpenedAtLogin = true
    expect(openFirstWindow('darwin', { isHidden: false })).toEqual([])
    app.wasOpenedAtLogin = false
    expect(openFirstWindow('darwin', { isHidden: false })).toEqual(['shown'])
  })
})

describe('the number of urgent alerts', () => {
  function createFakeEngine(urgent: number | null) {
    const { port1, port2 } = new MessageChannelMain()
    const state = { urgent }
    port1.on('message', ({ data }: { data: { id: number } }) =>
      port1.postMessage({
        type: 'result',
        id: data.id,
        ...(state.urgent === null
          ? { error: { code: 'engine/disconnected', details: {} } }
          : { value: { urgent: state.urgent } }),
      }),
    )
    port1.start()
    const emitChange = (topic: string) =>
      port1.postMessage({ type: 'event', name: 'changed', payload: { topic, ids: null } })
    return { state, emitChange, client: connect<EngineContract>(toPort(port2)) }
  }

  test('is requested at once and when alerts change, and belongs to one account', async () => {
    const counts: number[] = []
    const count = createUrgentCount((urgent) => counts.push(urgent))
    const first = createFakeEngine(3)
    count.serve(first.client, 'main')
    await waitForMessages()
    first.state.urgent = 2
    first.emitChange('documents')
    first.emitChange('alerts')
    await waitForMessages()
    const restarted = createFakeEngine(2)
    count.serve(restarted.client, 'main')
    await waitForMessages()
    count.serve(createFakeEngine(null).client, 'another')
    restarted.emitChange('alerts')
    await waitForMessages()
    expect(counts).toEqual([0, 3, 2, 2, 0])
  })
})

describe('the page of new versions', () => {
  test.each([
    ['{"releasesUrl":"https://quaywatch.example/"}', 'https://quaywatch.example/'],
    ['{"releasesUrl":"file:///etc"}', null],
    ['{"releasesUrl":"some-program:go"}', null],
    ['{"releasesUrl":7}', null],
    ['{}', null],
    ['{', null],
  ])('of %s is %s', (text, url) => {
    writeFileSync(join(folder, 'package.json'), text)
    expect(readReleasesUrl(join(folder, 'package.json'))).toBe(url)
  })

  test('is unknown without a file', () => expect(readReleasesUrl(join(folder, 'none.json'))).toBeNull())
})
