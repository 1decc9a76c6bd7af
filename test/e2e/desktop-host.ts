// The desktop app, real or on the stand-in, started through Playwright's Electron launcher: pages over the port that
// Chromium prints, main over Node's inspector. It accepts no key on its command line, so it is connected through the
// page.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { type ElectronApplication, type Page, _electron } from 'playwright-core'
import { AppError, fromWireError, type WireError } from '#contract/errors.ts'
import type { ShellBridge } from '#contract/shell.ts'
import { HANG_MS } from '#support/hang.ts'
import { clockVariables, makeFolder } from '#support/programs.ts'
import { Board } from './board.ts'
import type { Host, HostClient, HostOptions } from './host.ts'
import { desktopProgram, place } from './places.ts'

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
  { dataDir = makeFolder(), service, rate, now, zone = 'America/New_York', watch }: HostOptions,
  ...more: string[]
): Promise<Desktop> {
  const { executable, args } = desktopProgram()
  const env = {
    ...process.env,
    TZ: zone,
    ...(rate === undefined ? {} : { QUAYWATCH_TEST_RATE: String(rate) }),
    ...clockVariables(now, rate),
  } as Record<string, string>
  // Chromium refuses to sandbox root; Playwright disables the sandbox by default.
  const app = await _electron.launch({
    executablePath: executable,
    args: [...args, '--data-dir', dataDir, ...more],
    env,
    colorScheme: null,
    locale: 'en-US',
    timeout: HANG_MS,
    chromiumSandbox: process.getuid?.() !== 0,
  })
  app.context().setDefaultTimeout(HANG_MS)
  running.add(app)
  app.once('close', () => running.delete(app))
  const page = await windowOf(app)
  await page.addInitScript(keepSpecPort)
  await page.reload()
  // Hidden until the spec opens it, because the browser host has no window before that either.
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
    show: async ({ colorScheme = null, permissions = [], viewport = VIEWPORT }, prepare) => {
      const shown = await windowOf(app)
      await shown.emulateMedia({ colorScheme })
      await shown.setViewportSize(viewport ?? VIEWPORT)
      // Electron does not know this override: main decides, and the clipboard is read in main.
      if (permissions.length > 0 && place === 'standin')
        await app.context().grantPermissions(permissions, { origin: new URL(shown.url()).origin })
      if (prepare) await shown.addInitScript(prepare)
      await shown.evaluate(() => {
        localStorage.clear()
        sessionStorage.clear()
        history.replaceState(null, '', '/')
      })
      const board = await Board.on(shown, () => Promise.resolve())
      await shown.reload()
      return board
    },
    client: () => Promise.resolve(clientOf(page)),
    clipboard: async (board) =>
      place === 'electron'
        ? app.evaluate(({ clipboard }) => clipboard.readText())
        : board.page.evaluate(() => navigator.clipboard.readText()),
    engineProcess: () => engineProcess(app),
    startSecond: async (...given) => {
      const root = process.getuid?.() === 0 ? ['--no-sandbox'] : []
      const second = spawn(executable, [...root, ...args, '--data-dir', dataDir, ...given], { env, stdio: 'ignore' })
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
export async function windowOf(app: ElectronApplication): Promise<Page> {
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
 * Adds a watched folder like a user, who tries again while the disk does not answer in time: the engine waits 5 s of
 * its own clock, which are a quarter of a second if that clock runs 20 times faster.
 */
async function watchFolder(app: ElectronApplication, page: Page, folder: string): Promise<void> {
  let isAdded = false
  while (!isAdded)
    isAdded = await pickFolder(app, page, folder).then(
      () => true,
      (error: unknown) => {
        if (error instanceof AppError && error.code === 'folders/not-answering') return false
        throw error
      },
    )
}

/** The system's dialog, answered here, picks the folder. */
async function pickFolder(app: ElectronApplication, page: Page, folder: string): Promise<void> {
  await app.evaluate(({ dialog }, picked) => {
    const given = { ...dialog }
    dialog.showOpenDialog = () => {
      Object.assign(dialog, given)
      return Promise.resolve({ canceled: false, filePaths: [picked] })
    }
  }, folder)
  const picked = (await callShell(page, 'folder.pick', {})) as { path: string; ticket: string }
  await callEngine(page, 'folders.add', { ...picked, after: 'leave', alwaysPolls: false, isRecursive: true })
}

async function engineProcess(app: ElectronApplication): Promise<number> {
  const metrics = await app.evaluate((electron) => electron.app.getAppMetrics().map(({ pid, name }) => ({ pid, name })))
  const engine = metrics.find(({ name }) => name === 'Quaywatch engine')
  if (!engine) throw new Error('No engine is running.')
  return engine.pid
}

function clientOf(page: Page): HostClient {
  return {
    engine: { call: ((name: string, input: unknown) => callEngine(page, name, input)) as HostClient['engine']['call'] },
    shell: { call: ((name: string, input: unknown) => callShell(page, name, input)) as HostClient['shell']['call'] },
    close: () => undefined,
  }
}

type Answer = { value: unknown } | { error: WireError }

function valueOf(answer: Answer): unknown {
  if ('error' in answer) throw fromWireError(answer.error)
  return answer.value
}

async function callShell(page: Page, name: string, input: unknown): Promise<unknown> {
  return valueOf(
    await page.evaluate(([called, given]) => (window as unknown as Bridged).shell.call(called, given), [
      name,
      input,
    ] as const),
  )
}

type Bridged = {
  shell: ShellBridge
  specPort?: Promise<MessagePort>
  specTakes?: ((port: MessagePort) => void) | undefined
  specCalls?: number
}

/** Runs before the view, so that a port that the spec requested never reaches the view. */
function keepSpecPort(): void {
  window.addEventListener('message', (event: MessageEvent<{ quaywatch?: string } | null>) => {
    const spec = window as unknown as Bridged
    const port = event.ports[0]
    if (event.data?.quaywatch !== 'engine-port' || !port || !spec.specTakes) return
    event.stopImmediatePropagation()
    spec.specTakes(port)
    spec.specTakes = undefined
    port.addEventListener('close', () => {
      delete spec.specPort
    })
    port.start()
  })
}

/** Connects over a separate port. */
async function callEngine(page: Page, name: string, input: unknown): Promise<unknown> {
  return valueOf(
    await page.evaluate(
      async ([called, given]) => {
        const spec = window as unknown as Bridged
        spec.specPort ??= new Promise((resolve) => {
          spec.specTakes = resolve
          spec.shell.connectEngine()
        })
        const port = await spec.specPort
        const id = (spec.specCalls = (spec.specCalls ?? 0) + 1)
        return await new Promise<Answer>((resolve) => {
          port.addEventListener('message', ({ data }: MessageEvent<{ type: string; id: number } & Answer>) => {
            if (data.type === 'result' && data.id === id) resolve(data)
          })
          port.postMessage({ type: 'call', id, name: called, input: given })
        })
      },
      [name, input] as const,
    ),
  )
}
