// The main process asks in a dialog when a page fails or hangs, and before it opens a link. It ends with the session.
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { BrowserWindow as RealWindow } from 'electron'
import { HostSettings } from '#contract/shell.ts'
import { BrowserWindow, app, dialog, powerMonitor, shell } from '#standin/electron.ts'
import { isPrevented } from '#standin/modelled.ts'
import type { Host } from '#host/host.ts'
import { createLinkOpener } from '../../../src/main/system/links.ts'
import { createOrigin } from '../../../src/main/window/origin.ts'
import { watchPower } from '../../../src/main/system/power.ts'
import { createView } from '../../../src/main/window/window.ts'
import { getWords } from '../../../src/main/words.ts'

app.becomeReady()
const log = { path: '/logs/quaywatch.log', write: () => undefined, bug: () => '' }
const noWindow = () => null
const words = () => getWords('en')
const afterCallbacks = () => new Promise((resolve) => setImmediate(resolve))

beforeEach(() => {
  Object.assign(dialog, { shownMessageBoxes: [], answers: [], parentWindows: [] })
  app.isQuitting = false
  shell.opened.length = 0
})

function open() {
  /** The number of reloads before each announced restart. */
  const restarts: number[] = []
  const settings = {
    read: () => HostSettings.parse({}),
    save: () => undefined,
    saveInternal: () => undefined,
    isReset: () => false,
    saveWindow: () => undefined,
  }
  createView({
    preload: '',
    icon: null,
    origin: createOrigin(null),
    settings,
    words,
    hasDevTools: false,
    isQuitting: () => false,
    staysInTray: () => false,
    onRestart: () => restarts.push(window.webContents.reloadCount),
    log,
  }).show()
  const window = BrowserWindow.all.at(-1)!
  const crash = (times: number) => {
    for (let crashIndex = 0; crashIndex < times; crashIndex++)
      window.webContents.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 1 })
  }
  return { window, contents: window.webContents, crash, restarts }
}

describe('a page that keeps failing', () => {
  test('is reloaded three times, then the user is asked once', () => {
    const { contents, crash } = open()
    crash(6)
    expect([
      contents.reloadCount,
      dialog.shownMessageBoxes.length,
      dialog.shownMessageBoxes[0]?.message,
      dialog.shownMessageBoxes[0]?.detail,
    ]).toEqual([3, 1, 'The window keeps failing', expect.stringContaining('/logs/quaywatch.log')])
  })

  test('is reloaded again if the user chooses it', async () => {
    const { contents, crash } = open()
    dialog.answers = [0]
    crash(4)
    await afterCallbacks()
    crash(3)
    expect([contents.reloadCount, dialog.shownMessageBoxes.length, app.isQuitting]).toEqual([7, 1, false])
  })

  test('is announced before each reload, and only then', async () => {
    const { window, restarts, crash } = open()
    window.webContents.emit('render-process-gone', {}, { reason: 'clean-exit', exitCode: 0 })
    dialog.answers = [0]
    crash(4)
    await afterCallbacks()
    expect(restarts).toEqual([0, 1, 2, 3])
  })

  test('ends the program if the user chooses it', async () => {
    dialog.answers = [1]
    open().crash(4)
    await afterCallbacks()
    expect(app.isQuitting).toBe(true)
  })

  test('that exits normally is not reloaded', () => {
    const { window, contents } = open()
    window.webContents.emit('render-process-gone', {}, { reason: 'clean-exit', exitCode: 0 })
    expect(contents.reloadCount).toBe(0)
  })
})

describe('a page that does not answer', () => {
  test('causes one question, and the program waits if the user chooses it', async () => {
    const { window, contents } = open()
    window.emit('unresponsive')
    window.emit('unresponsive')
    expect(dialog.shownMessageBoxes.map(({ message }) => message)).toEqual(['The window does not answer'])
    window.emit('responsive')
    await afterCallbacks()
    expect(contents.reloadCount).toBe(0)
    window.emit('unresponsive')
    expect(dialog.shownMessageBoxes.length).toBe(2)
  })

  test('is reloaded if the user chooses it', async () => {
    const { window, contents } = open()
    dialog.answers = [1]
    window.emit('unresponsive')
    await afterCallbacks()
    expect(contents.reloadCount).toBe(1)
  })
})

describe('a link', () => {
  test('is shown in a dialog over the visible window, exactly as it will be opened', async () => {
    const { window } = open()
    const openLink = createLinkOpener({ ownUrls: [], window: () => window as unknown as RealWindow, words })
    dialog.answers = [1, 1, 0]
    await openLink('https://xn--80ak6aa92e.example/ü')
    await openLink('mailto:desk@example.org?subject=a')
    await openLink(`https://example.org/${'x'.repeat(3_000)}`)
    expect(dialog.shownMessageBoxes.slice(0, 2).map(({ detail }) => detail)).toEqual([
      'xn--80ak6aa92e.example\n\nhttps://xn--80ak6aa92e.example/%C3%BC',
      'desk@example.org\n\nmailto:desk@example.org?subject=a',
    ])
    expect(dialog.shownMessageBoxes[2]?.detail?.length).toBeLessThan(520)
    expect([dialog.parentWindows, window.calls.slice(1), shell.opened]).toEqual([
      [window, window, window],
      ['show'],
      ['https://xn--80ak6aa92e.example/%C3%BC', 'mailto:desk@example.org?subject=a'],
    ])
  })

  test('is opened if the user sees the whole address and accepts', async () => {
    const openLink = createLinkOpener({ ownUrls: [null], window: noWindow, words })
    dialog.answers = [1, 0]
    await openLink('https://example.org/a')
    await openLink('https://example.org/b')
    expect([
      shell.opened,
      dialog.shownMessageBoxes.map(({ detail, defaultId, cancelId }) => [detail, defaultId, cancelId]),
    ]).toEqual([
      ['https://example.org/a'],
      [
        ['example.org\n\nhttps://example.org/a', 0, 0],
        ['example.org\n\nhttps://example.org/b', 0, 0],
      ],
    ])
  })

  test('to a site that the user trusts is opened without a question or limit, and another site is limited', async () => {
    const openLink = createLinkOpener({ ownUrls: [null], window: noWindow, words })
    dialog.answers = [0, 1, 1, 1]
    dialog.isCheckboxChecked = true
    await openLink('https://tms.example/declined')
    for (const n of [1, 2, 3, 4, 5, 6]) await openLink(`https://tms.example/${n}`)
    await expect(openLink('http://tms.example/other')).rejects.toThrow('shell/links-too-many')
    dialog.isCheckboxChecked = false
    expect([shell.opened.length, dialog.shownMessageBoxes.map(({ checkboxLabel }) => checkboxLabel)]).toEqual([
      6,
      Array<string>(2).fill('Do not ask again for tms.example until Quaywatch closes'),
    ])
  })

  test('to another program needs a confirmation each time', async () => {
    const openLink = createLinkOpener({ ownUrls: [null], window: noWindow, words })
    dialog.answers = [1, 1]
    dialog.isCheckboxChecked = true
    await openLink('edient:Command=1')
    await openLink('edient:Command=2')
    dialog.isCheckboxChecked = false
    expect([
      shell.opened,
      dialog.shownMessageBoxes.map(({ detail, checkboxLabel }) => [detail, checkboxLabel]),
    ]).toEqual([
      ['edient:Command=1', 'edient:Command=2'],
      [
        ['edient:\n\nedient:Command=1', undefined],
        ['edient:\n\nedient:Command=2', undefined],
      ],
    ])
  })

  test('of the program itself needs no confirmation', async () => {
    await createLinkOpener({ ownUrls: ['https://quaywatch.example/'], window: noWindow, words })(
      'https://quaywatch.example/',
    )
    expect([shell.opened, dialog.shownMessageBoxes]).toEqual([['https://quaywatch.example/'], []])
  })

  test('is refused after five links within a minute', async () => {
    vi.useFakeTimers()
    const ownUrl = 'https://quaywatch.example/'
    const openLink = createLinkOpener({ ownUrls: [ownUrl], window: noWindow, words })
    for (let time = 0; time < 5; time++) await openLink(ownUrl)
    await expect(openLink(ownUrl)).rejects.toThrow('shell/links-too-many')
    await vi.advanceTimersByTimeAsync(60_000)
    await openLink(ownUrl)
    vi.useRealTimers()
    expect(shell.opened.length).toBe(6)
  })
})

describe('the shutdown of the computer', () => {
  test('waits until the program has ended (macOS, Linux)', () => {
    watchPower({ powerChanged: () => undefined } as unknown as Host, () => undefined)
    expect([isPrevented(powerMonitor, 'shutdown'), app.isQuitting]).toEqual([true, true])
  })

  test('ends the program with the session (Windows)', () => {
    open().window.emit('session-end')
    expect(app.isQuitting).toBe(true)
  })
})
