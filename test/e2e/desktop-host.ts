// Starts the desktop app, real or on the stand-in, through Playwright's Electron launcher. Playwright reaches the pages
// over the port that Chromium prints, and main over Node's inspector. The app accepts no key on its command line, so
// the spec connects it through the page.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { ElectronApplication, Page } from 'playwright-core'
import { AppError, fromWireError, type WireError } from '#contract/errors.ts'
import type { ShellBridge } from '#contract/shell.ts'
import { HANG_MS } from '#support/hang.ts'
import { clockVariables, makeFolder } from '#support/programs.ts'
import { Board } from './board.ts'
import type { Host, HostClient, HostOptions } from './host.ts'
import { launchElectron } from './launch.ts'
import { desktopProgram, target } from './target.ts'

const VIEWPORT = { width: 1440, height: 900 }
const running = new Set<ElectronApplication>()

export type Desktop = Host & {
  app: ElectronApplication
  /**
   * Starts the app a second time on the same folder, as the system does for a link, and returns how the second process
   * ended.
   */
  startSecond(...args: string[]): Promise<number | null>
}

export async function endDesktops(): Promise<void> {
  await Promise.all([...running].map((app) => app.close()))
}

export async function startDesktop(
  { dataDir = makeFolder(), service, rate, now, zone = 'America/New_York', watchedFolder: watch }: HostOptions,
  ...extraArgs: string[]
): Promise<Desktop> {
  const { executable, args } = desktopProgram()
  const env = {
    ...process.env,
    TZ: zone,
    ...(rate === undefined ? {} : { QUAYWATCH_TEST_RATE: String(rate) }),
    ...clockVariables(now, rate),
  } as Record<string, string>
  const app = await launchElectron({
    executablePath: executable,
    args: [...args, '--data-dir', dataDir, ...extraArgs],
    env,
    locale: 'en-US',
  })
  running.add(app)
  app.once('close', () => running.delete(app))
  const page = await waitForWindow(app)
  await page.addInitScript(captureSpecPort)
  await page.reload()
  // The page counts as hidden until the spec opens it, because the browser host has no window before that either.
  await page.evaluate(() => {
    document.hasFocus = () => false
  })
  if (service) await connectTo(page, service)
  if (watch !== undefined) await watchFolder(app, page, watch)
  return {
    app,
    dataDir,
    settingsFile: join(dataDir, 'settings.json'),
    keyFiles: [join(dataDir, 'keys', 'main')],
    openPage: async ({ colorScheme = null, permissions = [], viewport = VIEWPORT }, prepare) => {
      const shownPage = await waitForWindow(app)
      await shownPage.emulateMedia({ colorScheme })
      await shownPage.setViewportSize(viewport ?? VIEWPORT)
      // Electron does not know this override. There main decides on permissions, and the clipboard is read in main.
      if (permissions.length > 0 && target === 'standin')
        await app.context().grantPermissions(permissions, { origin: new URL(shownPage.url()).origin })
      if (prepare) await shownPage.addInitScript(prepare)
      await shownPage.evaluate(() => {
        localStorage.clear()
        sessionStorage.clear()
        history.replaceState(null, '', '/')
      })
      const board = await Board.create(shownPage, () => Promise.resolve())
      await shownPage.reload()
      return board
    },
    createClient: () => Promise.resolve(createHostClient(page)),
    readClipboard: async (board) =>
      target === 'electron'
        ? app.evaluate(({ clipboard }) => clipboard.readText())
        : board.page.evaluate(() => navigator.clipboard.readText()),
    findEnginePid: () => findEnginePid(app),
    startSecond: async (...secondArgs) => {
      const sandboxArgs = process.getuid?.() === 0 ? ['--no-sandbox'] : []
      const second = spawn(executable, [...sandboxArgs, ...args, '--data-dir', dataDir, ...secondArgs], {
        env,
        stdio: 'ignore',
      })
      const [code] = (await once(second, 'exit')) as [number | null]
      return code
    },
    stop: async (signal) => {
      const child = app.process()
      const ended = new Promise<void>((resolve) => app.once('close', () => resolve()))
      if (signal === undefined) await app.close()
      else {
        child.kill(signal)
        await ended
      }
      return child.exitCode
    },
  }
}

/** Resolves after the preload script ran in the page. */
export async function waitForWindow(app: ElectronApplication): Promise<Page> {
  const page = await app.firstWindow({ timeout: HANG_MS })
  await page.waitForFunction(() => 'shell' in window)
  // A second load in the middle of the first one would be reported as failed requests.
  await page.waitForLoadState('load')
  return page
}

async function connectTo(page: Page, { url, key }: { url: string; key: string }): Promise<void> {
  // The key is not stored, as with the browser host's command line.
  await callShell(page, 'account.connect', { serviceUrl: url, apiKey: key, keep: 'session' })
}

/**
 * Adds a watched folder, unless an earlier run of the same data folder added it. Tries again while the disk does not
 * answer in time, like a user. The engine waits 5 s of its own clock, and this is a quarter of a second if that clock
 * runs 20 times faster.
 */
async function watchFolder(app: ElectronApplication, page: Page, folder: string): Promise<void> {
  let isAdded = false
  while (!isAdded)
    isAdded = await pickFolder(app, page, folder).then(
      () => true,
      (error: unknown) => {
        if (!(error instanceof AppError)) throw error
        if (error.code === 'folders/not-answering') return false
        if (error.code === 'folders/already-watched') return true
        throw error
      },
    )
}

/** Picks the folder in the system's dialog. The dialog is replaced by its answer. */
async function pickFolder(app: ElectronApplication, page: Page, folder: string): Promise<void> {
  await app.evaluate(({ dialog }, path) => {
    const original = { ...dialog }
    dialog.showOpenDialog = () => {
      Object.assign(dialog, original)
      return Promise.resolve({ canceled: false, filePaths: [path] })
    }
  }, folder)
  const picked = (await callShell(page, 'folder.pick', {})) as { path: string; ticket: string }
  await callEngine(page, 'folders.add', { ...picked, after: 'leave', alwaysPolls: false, isRecursive: true })
}

async function findEnginePid(app: ElectronApplication): Promise<number> {
  const metrics = await app.evaluate((electron) => electron.app.getAppMetrics().map(({ pid, name }) => ({ pid, name })))
  const engine = metrics.find(({ name }) => name === 'Quaywatch engine')
  if (!engine) throw new Error('No engine is running.')
  return engine.pid
}

function createHostClient(page: Page): HostClient {
  return {
    engine: { call: ((name: string, input: unknown) => callEngine(page, name, input)) as HostClient['engine']['call'] },
    shell: { call: ((name: string, input: unknown) => callShell(page, name, input)) as HostClient['shell']['call'] },
    close: () => undefined,
  }
}

type Answer = { value: unknown } | { error: WireError }

function readValue(answer: Answer): unknown {
  if ('error' in answer) throw fromWireError(answer.error)
  return answer.value
}

async function callShell(page: Page, name: string, input: unknown): Promise<unknown> {
  return readValue(
    await page.evaluate(([callName, callInput]) => (window as unknown as SpecWindow).shell.call(callName, callInput), [
      name,
      input,
    ] as const),
  )
}

type SpecWindow = {
  shell: ShellBridge
  specPort?: Promise<MessagePort>
  receiveSpecPort?: ((port: MessagePort) => void) | undefined
  specCallCount?: number
}

/** Runs in the page before the view, so that a port that the spec requested never reaches the view. */
function captureSpecPort(): void {
  window.addEventListener('message', (event: MessageEvent<{ quaywatch?: string } | null>) => {
    const spec = window as unknown as SpecWindow
    const port = event.ports[0]
    if (event.data?.quaywatch !== 'engine-port' || !port || !spec.receiveSpecPort) return
    event.stopImmediatePropagation()
    spec.receiveSpecPort(port)
    spec.receiveSpecPort = undefined
    port.addEventListener('close', () => {
      delete spec.specPort
    })
    port.start()
  })
}

/** Calls the engine over a separate port. */
async function callEngine(page: Page, name: string, input: unknown): Promise<unknown> {
  return readValue(
    await page.evaluate(
      async ([callName, callInput]) => {
        const spec = window as unknown as SpecWindow
        spec.specPort ??= new Promise((resolve) => {
          spec.receiveSpecPort = resolve
          spec.shell.connectEngine()
        })
        const port = await spec.specPort
        const id = (spec.specCallCount = (spec.specCallCount ?? 0) + 1)
        return await new Promise<Answer>((resolve) => {
          port.addEventListener('message', ({ data }: MessageEvent<{ type: string; id: number } & Answer>) => {
            if (data.type === 'result' && data.id === id) resolve(data)
          })
          port.postMessage({ type: 'call', id, name: callName, input: callInput })
        })
      },
      [name, input] as const,
    ),
  )
}
