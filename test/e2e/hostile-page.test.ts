// Attempts of a compromised page inside the real window to reach something outside. Each is refused, and no request
// leaves.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Board, eventually } from './board.ts'
import { type Desktop, startDesktop } from './desktop-host.ts'
import { setStage } from './stage.ts'

type World = { shell: { call(name: string, input: unknown): Promise<unknown>; connectEngine(): void } }

const stage = setStage()
const asked: string[] = []
const elsewhere = createServer((request, response) => {
  asked.push(request.url ?? '')
  response
    .writeHead(200, { 'access-control-allow-origin': '*', 'content-type': 'text/html' })
    .end('<title>elsewhere</title>')
})
let desktop: Desktop
let board: Board
let away = ''

beforeAll(async () => {
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve))
  away = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`
  desktop = await startDesktop({})
})
afterAll(() => {
  elsewhere.close()
  // Also requests that left late.
  expect(asked).toEqual([])
})
beforeEach(async () => {
  board = await stage.open(desktop)
  board.expectComplaints(/policy|Content Security Policy|violates|blocked|Refused|Not allowed| csp$/i)
  await board.by('connect').waitFor()
})

const attempt = <Given>(work: (given: Given) => unknown, given: Given) =>
  board.page.evaluate(work as (given: unknown) => unknown, given)

async function expectNoNavigation(): Promise<void> {
  expect(await board.by('connect').count()).toBe(1)
  expect(desktop.app.windows()).toHaveLength(1)
  expect(asked).toEqual([])
}

describe('a hostile page', () => {
  test('cannot navigate: not by location, nor by a link, a form or a frame of another origin', async () => {
    await desktop.app.evaluate(({ BrowserWindow }) => {
      const tried: string[] = []
      Object.assign(globalThis, { tried })
      BrowserWindow.getAllWindows()[0]!.webContents.on('will-frame-navigate', ({ url }) =>
        tried.push(new URL(url).pathname),
      )
    })
    const tried = () => desktop.app.evaluate(() => (globalThis as unknown as { tried: string[] }).tried)
    await attempt((url) => {
      setTimeout(() => {
        location.href = `${url}/location`
      }, 0)
    }, away)
    await eventually(tried).toEqual(['/location'])
    await attempt((url) => {
      setTimeout(() => Object.assign(document.createElement('a'), { href: `${url}/link` }).click(), 0)
    }, away)
    await eventually(tried).toEqual(['/location', '/link'])
    await attempt((url) => {
      const form = Object.assign(document.createElement('form'), { action: `${url}/form`, method: 'post' })
      document.body.append(form, Object.assign(document.createElement('iframe'), { src: `${url}/frame` }))
      setTimeout(() => form.submit(), 0)
    }, away)
    await eventually(() =>
      ['form-action', 'frame-src'].filter((rule) => board.hasComplaint(new RegExp(`policy: ${rule}`))),
    ).toHaveLength(2)
    await expectNoNavigation()
    expect(new URL(board.page.url()).host).not.toContain('127.0.0.1')
  })

  test('cannot write to the disk: a download is refused', async () => {
    const begun = () => desktop.app.evaluate(() => (globalThis as unknown as { begun: [string, boolean][] }).begun)
    await desktop.app.evaluate(({ session }) => {
      const seen: [string, boolean][] = []
      Object.assign(globalThis, { begun: seen })
      session.defaultSession.on('will-download', (event) => seen.push(['will-download', event.defaultPrevented]))
    })
    await attempt(() => {
      const link = Object.assign(document.createElement('a'), {
        href: URL.createObjectURL(new Blob(['rm -rf'])),
        download: 'autorun.sh',
      })
      link.click()
    }, null)
    await eventually(begun).toEqual([['will-download', true]])
    await expectNoNavigation()
  })

  test('opens no window, neither by a call nor by a link with a target', async () => {
    await desktop.app.evaluate(({ app }) => {
      const made: string[] = []
      Object.assign(globalThis, { made })
      app.on('browser-window-created', () => made.push('window'))
    })
    const opened = await attempt((url) => {
      const link = Object.assign(document.createElement('a'), { href: `${url}/target`, target: '_blank' })
      document.body.append(link)
      link.click()
      // The answer comes after the link was processed, so the checks below see the result of both.
      return window.open(`${url}/window`) !== null
    }, away)
    expect(opened).toBe(false)
    const [made, windows] = await desktop.app.evaluate(({ BrowserWindow }) => [
      (globalThis as unknown as { made: string[] }).made,
      BrowserWindow.getAllWindows().length,
    ])
    expect([made, windows]).toEqual([[], 1])
    await expectNoNavigation()
  })

  test('cannot reach other hosts: fetch, socket, beacon, picture and worker fail', async () => {
    const ends = await attempt(async (url) => {
      const failed = (work: () => Promise<unknown>) =>
        work().then(
          () => 'reached',
          () => 'failed',
        )
      const event = (target: EventTarget) =>
        new Promise((resolve, reject) => {
          target.addEventListener('load', resolve)
          target.addEventListener('open', resolve)
          target.addEventListener('error', reject)
        })
      const script = () => {
        const element = Object.assign(document.createElement('script'), { src: `${url}/script.js` })
        document.head.append(element)
        return event(element)
      }
      const image = () => event(Object.assign(new Image(), { src: `${url}/picture.png` }))
      const ends = [
        await failed(() => fetch(`${url}/fetch`)),
        await failed(() => event(new WebSocket(url.replace('http', 'ws')))),
        await failed(image),
        await failed(script),
      ]
      navigator.sendBeacon(`${url}/beacon`)
      return ends
    }, away)
    expect(ends).toEqual(['failed', 'failed', 'failed', 'failed'])
    // A beacon does not report its end, but the policy that blocked it does.
    await eventually(() => board.hasComplaint(/policy: connect-src \S*\/beacon/)).toBe(true)
    await expectNoNavigation()
  })

  test('has no Node, no Electron and no way to evaluate text', async () => {
    const found = await attempt(async () => {
      const world = window as unknown as Record<string, unknown>
      // Deferred, because scripts that a spec runs directly bypass the page's policy.
      const evaluated = await new Promise((resolve) =>
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
        evaluated,
        world['ran'],
      ]
    }, null)
    expect(found).toEqual([
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
    const states = await attempt(async () => {
      const names = ['geolocation', 'notifications', 'camera', 'microphone', 'clipboard-read'] as PermissionName[]
      const found = await Promise.all(names.map(async (name) => (await navigator.permissions.query({ name })).state))
      const media = await navigator.mediaDevices.getUserMedia({ audio: true }).then(
        () => 'granted',
        () => 'denied',
      )
      return [...new Set([...found, await Notification.requestPermission(), media])]
    }, null)
    expect(states).toEqual(['denied'])
  })

  test('cannot make unlisted or malformed calls to main, nor open a file or a program', async () => {
    const answers = await attempt(async () => {
      const { shell } = window as unknown as World
      const wanted: [string, unknown][] = [
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
        wanted.map(
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
    const { engine } = await desktop.client()
    const ask = engine.call as (name: string, input: unknown) => Promise<unknown>
    const codes = await Promise.all(
      [
        ['sql.run', { text: 'select 1' }],
        ['__proto__', {}],
        ['containers.list', { sort: 'everything' }],
      ].map(([name, input]) =>
        ask(name as string, input).then(
          () => 'answered',
          (error: unknown) => (error as { code?: string }).code,
        ),
      ),
    )
    expect(codes).toEqual(['contract/unknown-call', 'contract/unknown-call', 'contract/invalid-input'])
  })
})
