// A compromised page inside the real window tries to reach something outside. Each attempt is refused, and no request
// is sent.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Board, eventually } from './board.ts'
import { type Desktop, startDesktop } from './desktop-host.ts'
import { createStage } from './stage.ts'

type HostileWindow = { shell: { call(name: string, input: unknown): Promise<unknown>; connectEngine(): void } }

const stage = createStage()
const receivedUrls: string[] = []
const outsideServer = createServer((request, response) => {
  receivedUrls.push(request.url ?? '')
  response
    .writeHead(200, { 'access-control-allow-origin': '*', 'content-type': 'text/html' })
    .end('<title>elsewhere</title>')
})
let desktop: Desktop
let board: Board
let outsideUrl = ''

beforeAll(async () => {
  await new Promise<void>((resolve) => outsideServer.listen(0, '127.0.0.1', resolve))
  outsideUrl = `http://127.0.0.1:${(outsideServer.address() as AddressInfo).port}`
  desktop = await startDesktop({})
})
afterAll(() => {
  outsideServer.close()
  // Includes requests that were sent late.
  expect(receivedUrls).toEqual([])
})
beforeEach(async () => {
  board = await stage.open(desktop)
  board.expectReports(/policy|Content Security Policy|violates|blocked|Refused|Not allowed| csp$/i)
  await board.by('connect').waitFor()
})

const runInPage = <Input>(action: (input: Input) => unknown, input: Input) =>
  board.page.evaluate(action as (input: unknown) => unknown, input)

async function expectNoNavigation(): Promise<void> {
  expect(await board.by('connect').count()).toBe(1)
  expect(desktop.app.windows()).toHaveLength(1)
  expect(receivedUrls).toEqual([])
}

describe('a hostile page', () => {
  test('cannot navigate: not by location, nor by a link, a form or a frame of another origin', async () => {
    await desktop.app.evaluate(({ BrowserWindow }) => {
      const triedPaths: string[] = []
      Object.assign(globalThis, { triedPaths })
      BrowserWindow.getAllWindows()[0]!.webContents.on('will-frame-navigate', ({ url }) =>
        triedPaths.push(new URL(url).pathname),
      )
    })
    const readTriedPaths = () =>
      desktop.app.evaluate(() => (globalThis as unknown as { triedPaths: string[] }).triedPaths)
    await runInPage((url) => {
      setTimeout(() => {
        location.href = `${url}/location`
      }, 0)
    }, outsideUrl)
    await eventually(readTriedPaths).toEqual(['/location'])
    await runInPage((url) => {
      setTimeout(() => Object.assign(document.createElement('a'), { href: `${url}/link` }).click(), 0)
    }, outsideUrl)
    await eventually(readTriedPaths).toEqual(['/location', '/link'])
    await runInPage((url) => {
      const form = Object.assign(document.createElement('form'), { action: `${url}/form`, method: 'post' })
      document.body.append(form, Object.assign(document.createElement('iframe'), { src: `${url}/frame` }))
      setTimeout(() => form.submit(), 0)
    }, outsideUrl)
    await eventually(() =>
      ['form-action', 'frame-src'].filter((rule) => board.hasReported(new RegExp(`policy: ${rule}`))),
    ).toHaveLength(2)
    await expectNoNavigation()
    expect(new URL(board.page.url()).host).not.toContain('127.0.0.1')
  })

  test('cannot write to the disk: a download is refused', async () => {
    const readDownloads = () =>
      desktop.app.evaluate(() => (globalThis as unknown as { downloads: [string, boolean][] }).downloads)
    await desktop.app.evaluate(({ session }) => {
      const downloads: [string, boolean][] = []
      Object.assign(globalThis, { downloads })
      session.defaultSession.on('will-download', (event) => downloads.push(['will-download', event.defaultPrevented]))
    })
    await runInPage(() => {
      const link = Object.assign(document.createElement('a'), {
        href: URL.createObjectURL(new Blob(['rm -rf'])),
        download: 'autorun.sh',
      })
      link.click()
    }, null)
    await eventually(readDownloads).toEqual([['will-download', true]])
    await expectNoNavigation()
  })

  test('opens no window, neither by a call nor by a link with a target', async () => {
    await desktop.app.evaluate(({ app }) => {
      const createdWindows: string[] = []
      Object.assign(globalThis, { createdWindows })
      app.on('browser-window-created', () => createdWindows.push('window'))
    })
    const opened = await runInPage((url) => {
      const link = Object.assign(document.createElement('a'), { href: `${url}/target`, target: '_blank' })
      document.body.append(link)
      link.click()
      // The answer comes after the link was processed, so the checks below see the result of both.
      return window.open(`${url}/window`) !== null
    }, outsideUrl)
    expect(opened).toBe(false)
    const [createdWindows, windowCount] = await desktop.app.evaluate(({ BrowserWindow }) => [
      (globalThis as unknown as { createdWindows: string[] }).createdWindows,
      BrowserWindow.getAllWindows().length,
    ])
    expect([createdWindows, windowCount]).toEqual([[], 1])
    await expectNoNavigation()
  })

  test('cannot reach other hosts: fetch, socket, beacon, picture and script fail', async () => {
    const outcomes = await runInPage(async (url) => {
      const tryRequest = (action: () => Promise<unknown>) =>
        action().then(
          () => 'reached',
          () => 'failed',
        )
      const waitForEvent = (target: EventTarget) =>
        new Promise((resolve, reject) => {
          target.addEventListener('load', resolve)
          target.addEventListener('open', resolve)
          target.addEventListener('error', reject)
        })
      const loadScript = () => {
        const element = Object.assign(document.createElement('script'), { src: `${url}/script.js` })
        document.head.append(element)
        return waitForEvent(element)
      }
      const loadImage = () => waitForEvent(Object.assign(new Image(), { src: `${url}/picture.png` }))
      const outcomes = [
        await tryRequest(() => fetch(`${url}/fetch`)),
        await tryRequest(() => waitForEvent(new WebSocket(url.replace('http', 'ws')))),
        await tryRequest(loadImage),
        await tryRequest(loadScript),
      ]
      navigator.sendBeacon(`${url}/beacon`)
      return outcomes
    }, outsideUrl)
    expect(outcomes).toEqual(['failed', 'failed', 'failed', 'failed'])
    // A beacon does not report that it failed, but the policy that blocked it reports a violation.
    await eventually(() => board.hasReported(/policy: connect-src \S*\/beacon/)).toBe(true)
    await expectNoNavigation()
  })

  test('has no Node, no Electron and no way to evaluate text', async () => {
    const accessible = await runInPage(async () => {
      const world = window as unknown as Record<string, unknown>
      // Deferred, because scripts that a spec runs directly bypass the page's policy.
      const evalResult = await new Promise((resolve) =>
        setTimeout(() => {
          try {
            resolve((0, eval)('1 + 1'))
          } catch {
            resolve('refused')
          }
        }, 0),
      )
      const inline = document.createElement('script')
      inline.textContent = 'window.ran = true'
      document.head.append(inline)
      return [
        typeof world['require'],
        typeof world['process'],
        typeof world['module'],
        typeof world['ipcRenderer'],
        Object.keys(world['shell'] as object),
        evalResult,
        world['ran'],
      ]
    }, null)
    expect(accessible).toEqual([
      'undefined',
      'undefined',
      'undefined',
      'undefined',
      ['call', 'onEvent', 'connectEngine'],
      'refused',
      undefined,
    ])
  })

  test('gets no permission of the system', async () => {
    const states = await runInPage(async () => {
      const names = ['geolocation', 'notifications', 'camera', 'microphone', 'clipboard-read'] as PermissionName[]
      const permissionStates = await Promise.all(
        names.map(async (name) => (await navigator.permissions.query({ name })).state),
      )
      const media = await navigator.mediaDevices.getUserMedia({ audio: true }).then(
        () => 'granted',
        () => 'denied',
      )
      return [...new Set([...permissionStates, await Notification.requestPermission(), media])]
    }, null)
    expect(states).toEqual(['denied'])
  })

  test('cannot make unlisted or malformed calls to main, nor open a file or a program', async () => {
    const answers = await runInPage(async () => {
      const { shell } = window as unknown as HostileWindow
      const calls: [string, unknown][] = [
        ['secrets.read', {}],
        ['__proto__', {}],
        ['constructor', {}],
        ['', {}],
        ['account.connect', {}],
        ['account.connect', { serviceUrl: 'file:///etc/passwd', apiKey: 'k', keep: 'session' }],
        ['host.setTheme', { theme: 'purple' }],
        ['host.setTheme', null],
        ['link.open', { url: 'file:///etc/passwd' }],
        ['link.open', { url: 'javascript:alert(1)' }],
        ['link.open', { url: 'smb://host/share' }],
        ['link.open', { url: 'https://user:pass@example.com/' }],
      ]
      return Promise.all(
        calls.map(
          async ([name, input]) =>
            ((await shell.call(name, input)) as { error?: { code: string } }).error?.code ?? 'answered',
        ),
      )
    }, null)
    expect(answers).toEqual([
      ...Array<string>(4).fill('contract/unknown-call'),
      ...Array<string>(4).fill('contract/invalid-input'),
      ...Array<string>(4).fill('shell/link-refused'),
    ])
  })

  test('cannot make unlisted or malformed calls to the engine', async () => {
    const { engine } = await desktop.createClient()
    const callEngine = engine.call as (name: string, input: unknown) => Promise<unknown>
    const codes = await Promise.all(
      [
        ['sql.run', { text: 'select 1' }],
        ['__proto__', {}],
        ['containers.list', { sort: 'everything' }],
      ].map(([name, input]) =>
        callEngine(name as string, input).then(
          () => 'answered',
          (error: unknown) => (error as { code?: string }).code,
        ),
      ),
    )
    expect(codes).toEqual(['contract/unknown-call', 'contract/unknown-call', 'contract/invalid-input'])
  })
})
