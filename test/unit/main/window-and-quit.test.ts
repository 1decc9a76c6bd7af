// The window of the program, and quitting.
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { NativeImage } from 'electron'
import { HostSettings } from '#contract/shell.ts'
import { BrowserWindow, app, dialog, nativeImage, nativeTheme } from '#standin/electron.ts'
import { isPrevented } from '#standin/modelled.ts'
import { createOrigin } from '../../../src/main/window/origin.ts'
import { createWindowPicture } from '../../../src/main/system/pictures.ts'
import { drainBeforeQuit, watchQuit } from '../../../src/main/quit.ts'
import type { WindowState } from '../../../src/main/settings-store.ts'
import { CANVAS, createView } from '../../../src/main/window/window.ts'
import { getWords } from '../../../src/main/words.ts'
import { colours } from '../../../src/renderer/src/ui/colours.ts'

app.becomeReady()
beforeEach(() => {
  vi.useFakeTimers()
  BrowserWindow.all.length = 0
})
afterEach(() => {
  vi.useRealTimers()
})

const log = { path: '', write: () => undefined, bug: () => '' }
const closing = { hides: false, isQuitting: false }
const lastWindow = () => BrowserWindow.all.at(-1)!

function open(window?: WindowState, picture: NativeImage | null = null) {
  const saved: WindowState[] = []
  const settings = {
    read: () => HostSettings.parse({ window }),
    save: () => undefined,
    saveInternal: () => undefined,
    isReset: () => false,
    saveWindow: (state: WindowState) => {
      saved.push(state)
    },
  }
  const view = createView({
    preload: '/out/preload/index.cjs',
    icon: picture,
    origin: createOrigin(null),
    settings,
    words: () => getWords('en'),
    hasDevTools: false,
    isQuitting: () => closing.isQuitting,
    staysInTray: () => closing.hides,
    onRestart: () => undefined,
    log,
  })
  view.show()
  return { view, saved }
}

describe('the window', () => {
  test('gives its page only the preload script', () => {
    open()
    expect(lastWindow().options.webPreferences).toEqual({
      preload: '/out/preload/index.cjs',
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false,
      navigateOnDragDrop: false,
      spellcheck: false,
      devTools: false,
    })
    expect(lastWindow().calls).toEqual(['load app://bundle/'])
  })

  test('has its own icon only on Linux, where the system has none', () => {
    const picture = createWindowPicture('/resources', 'linux')
    open(undefined, picture)
    expect(lastWindow().options['icon']).toEqual(nativeImage.createFromPath(join('/resources', 'icon.png')))
    open()
    expect([
      'icon' in lastWindow().options,
      createWindowPicture('/resources', 'win32'),
      createWindowPicture('/resources', 'darwin'),
    ]).toEqual([false, null, null])
  })

  test('is shown when its page is ready, and maximised if it was before', () => {
    open({ width: 1000, height: 700, isMaximized: true })
    expect(lastWindow().options['show']).toBe(false)
    lastWindow().emit('ready-to-show')
    expect(lastWindow().calls.slice(1)).toEqual(['maximize', 'show'])
  })

  test('is shown even when its page cannot be loaded', async () => {
    vi.spyOn(BrowserWindow.prototype, 'loadURL').mockRejectedValueOnce(new Error('ERR_FAILED'))
    open()
    await vi.advanceTimersByTimeAsync(0)
    expect(lastWindow().calls).toEqual(['show'])
  })

  test('has the colour of the page before the page is loaded, in both themes', () => {
    expect([CANVAS.light, CANVAS.dark]).toEqual([colours.light.canvas, colours.dark.canvas])
    open()
    expect(lastWindow().options['backgroundColor']).toBe(CANVAS.light)
    nativeTheme.themeSource = 'dark'
    expect(lastWindow().backgroundColour).toBe(CANVAS.dark)
    nativeTheme.themeSource = 'system'
  })

  test('saves its bounds half a second after the last move and when it closes', async () => {
    const { saved } = open()
    lastWindow().bounds = { x: 10, y: 20, width: 1200, height: 800 }
    for (let pixel = 0; pixel < 5; pixel++) lastWindow().emit('move')
    await vi.advanceTimersByTimeAsync(499)
    expect(saved).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    lastWindow().emit('resize')
    isPrevented(lastWindow(), 'close')
    lastWindow().emit('closed')
    await vi.advanceTimersByTimeAsync(1000)
    expect(saved).toEqual(Array(2).fill({ x: 10, y: 20, width: 1200, height: 800, isMaximized: false }))
  })

  test('is saved with its minimum size if a tiling window manager makes it smaller', () => {
    const { saved } = open()
    lastWindow().bounds = { x: 10, y: 20, width: 300, height: 260 }
    isPrevented(lastWindow(), 'close')
    expect(saved).toEqual([{ x: 10, y: 20, width: 960, height: 600, isMaximized: false }])
  })

  test('exists only once: a second start focuses it', () => {
    const { view } = open()
    lastWindow().shape = 'minimized'
    view.show()
    expect([BrowserWindow.all.length, lastWindow().calls.slice(1)]).toEqual([1, ['restore', 'show', 'focus']])
    lastWindow().emit('closed')
    expect(view.page()).toBeNull()
    view.show()
    expect(BrowserWindow.all.length).toBe(2)
  })

  test('is hidden instead of closed if the user chose that, and shown again', () => {
    const { view } = open()
    closing.hides = true
    lastWindow().close()
    expect([lastWindow().calls.at(-1), view.page() === null]).toEqual(['hide', false])
    view.show()
    expect([BrowserWindow.all.length, lastWindow().calls.slice(-2)]).toEqual([1, ['show', 'focus']])
    closing.hides = false
    lastWindow().close()
    expect(view.page()).toBeNull()
  })

  test('asks once before it closes with unsaved input, and closes if the user chooses it', async () => {
    const { view } = open()
    /** Returns whether the page is unloaded although it has unsaved input. */
    const leavePage = () => {
      lastWindow().emit('close', { defaultPrevented: false })
      return isPrevented(lastWindow().webContents, 'will-prevent-unload')
    }
    dialog.shownMessageBoxes.length = 0
    dialog.answers = [0, 1]
    expect([leavePage(), leavePage()]).toEqual([false, false])
    expect(dialog.shownMessageBoxes.map(({ message }) => message)).toEqual(['Close without saving?'])
    await vi.advanceTimersByTimeAsync(0)
    expect(view.page()).not.toBeNull()
    expect(leavePage()).toBe(false)
    await vi.advanceTimersByTimeAsync(0)
    // Electron asks the page again.
    expect([view.page(), leavePage(), dialog.shownMessageBoxes.length]).toEqual([null, true, 2])
  })

  test('reloads its page without a question, and asks again after it was hidden', async () => {
    open()
    const contents = lastWindow().webContents
    dialog.shownMessageBoxes.length = 0
    dialog.answers = [1]
    expect([isPrevented(contents, 'will-prevent-unload'), dialog.shownMessageBoxes.length]).toEqual([true, 0])
    lastWindow().emit('close', { defaultPrevented: false })
    closing.hides = true
    expect(isPrevented(contents, 'will-prevent-unload')).toBe(false)
    await vi.advanceTimersByTimeAsync(0)
    closing.hides = false
    dialog.answers = [0]
    lastWindow().emit('close', { defaultPrevented: false })
    expect(isPrevented(contents, 'will-prevent-unload')).toBe(false)
    expect(dialog.shownMessageBoxes.length).toBe(2)
    await vi.advanceTimersByTimeAsync(0)
  })

  test('closes without a question while the program quits, also with unsaved input', () => {
    open()
    dialog.shownMessageBoxes.length = 0
    closing.isQuitting = true
    lastWindow().emit('close', { defaultPrevented: false })
    expect(isPrevented(lastWindow().webContents, 'will-prevent-unload')).toBe(true)
    expect(dialog.shownMessageBoxes).toEqual([])
    closing.isQuitting = false
  })

  test('is minimised and not focused if the user did not start the program', () => {
    const { view } = open({ width: 1000, height: 700, isMaximized: true })
    lastWindow().emit('closed')
    view.openMinimized()
    lastWindow().emit('ready-to-show')
    expect([BrowserWindow.all.length, lastWindow().calls.slice(1)]).toEqual([2, ['minimize']])
    view.openMinimized()
    expect(BrowserWindow.all.length).toBe(2)
  })

  test('is maximised again after a minimised start, and saved as maximised until then', () => {
    const { view, saved } = open({ width: 1000, height: 700, isMaximized: true })
    lastWindow().emit('closed')
    view.openMinimized()
    lastWindow().emit('ready-to-show')
    lastWindow().shape = 'minimized'
    isPrevented(lastWindow(), 'close')
    expect(saved.at(-1)?.isMaximized).toBe(true)
    lastWindow().emit('restore')
    lastWindow().emit('restore')
    expect(lastWindow().calls.slice(1)).toEqual(['minimize', 'maximize'])
  })

  test('is saved as maximised while it is minimised, until it has a normal size', () => {
    const { saved } = open()
    lastWindow().emit('ready-to-show')
    lastWindow().shape = 'maximized'
    isPrevented(lastWindow(), 'close')
    lastWindow().shape = 'minimized'
    isPrevented(lastWindow(), 'close')
    lastWindow().shape = 'normal'
    isPrevented(lastWindow(), 'close')
    expect(saved.map(({ isMaximized }) => isMaximized)).toEqual([true, true, false])
  })

  test('has an overlay in the taskbar, also after it is opened again', () => {
    const { view } = open()
    view.setOverlay({ icon: {} as NativeImage, text: '3 urgent alerts' })
    expect(lastWindow().overlayDescription).toBe('3 urgent alerts')
    lastWindow().emit('closed')
    view.show()
    expect([BrowserWindow.all.length, lastWindow().overlayDescription]).toEqual([2, '3 urgent alerts'])
    view.setOverlay(null)
    expect(lastWindow().overlayDescription).toBeNull()
  })
})

describe('quitting', () => {
  beforeEach(() => {
    app.removeAllListeners('before-quit')
    app.isQuitting = false
  })

  test('waits until the drain has ended, and drains once', async () => {
    const { promise, resolve } = Promise.withResolvers<undefined>()
    const drain = vi.fn(() => promise.then(() => undefined))
    drainBeforeQuit(drain, log)
    app.quit()
    app.quit()
    expect([app.isQuitting, drain.mock.calls.length]).toEqual([false, 1])
    resolve(undefined)
    await vi.advanceTimersByTimeAsync(0)
    expect([app.isQuitting, isPrevented(app, 'before-quit')]).toEqual([true, false])
  })

  test('waits for at most five seconds', async () => {
    drainBeforeQuit(() => new Promise(() => undefined), log)
    app.quit()
    await vi.advanceTimersByTimeAsync(4999)
    expect(app.isQuitting).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(app.isQuitting).toBe(true)
  })

  test('is reported as soon as it begins', () => {
    const isQuitting = watchQuit()
    drainBeforeQuit(() => new Promise(() => undefined), log)
    expect(isQuitting()).toBe(false)
    app.quit()
    expect([isQuitting(), app.isQuitting]).toEqual([true, false])
  })

  test('continues if the drain fails', async () => {
    drainBeforeQuit(() => Promise.reject(new Error('odd')), log)
    app.quit()
    await vi.advanceTimersByTimeAsync(0)
    expect(app.isQuitting).toBe(true)
  })
})
