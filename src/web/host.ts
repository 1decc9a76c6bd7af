// The browser host: the same engine and view without Electron, on 127.0.0.1, behind a one-time token. It prints one
// line on standard output when it is ready; messages for users go to standard error.
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { SAMPLE_ACCOUNT, createRunAccount } from '#host/accounts.ts'
import { AppError } from '#contract/errors.ts'
import { type Host, createHost } from '#host/host.ts'
import type { HostDeps } from '#host/host-deps.ts'
import { type Server, serve } from '#contract/rpc.ts'
import { type ShellContract, type StoredAccount, shell } from '#contract/shell.ts'
import { withRunAccount } from '#host/run-account.ts'
import { trustSystemCertificates } from '#engine/outside/http.ts'
import { openInBrowser } from './browser.ts'
import { checkDataFolder } from './data-folder.ts'
import { createKeys } from './keys.ts'
import { type FolderLock, withFolderLock, openFolderLock } from './folder-lock.ts'
import { type WriteLog, openLogFile } from './log-file.ts'
import { type Options, USAGE, readOptions } from './options.ts'
import { createExit, print, stopOnSignal } from './program-end.ts'
import { type GetAccountFolder, type RunningEngine, createRunningEngine } from './running-engine.ts'
import { createSampleService } from './sample-service.ts'
import { startServer } from './server.ts'
import { createSessions } from './sessions.ts'
import { type SettingsFile, openSettingsFile } from './settings-file.ts'
import { type PortConnector, startSockets } from './sockets.ts'
import { StartProblem } from './start-problem.ts'

const resolvePath = (path: string) => fileURLToPath(new URL(path, import.meta.url))
/** False if this file runs from src/web during development, true in out/web. Both are two folders below the root. */
const isBuilt = import.meta.url.endsWith('.js')
const SERVICE_ENTRY = resolvePath(isBuilt ? '../main/service.js' : '../service/main.ts')
const READER_SCRIPT = new URL(isBuilt ? '../main/reader.js' : '../engine/reader-thread.ts', import.meta.url)
const PAGE_DIR = resolvePath('../../out/renderer')

const NAME = 'Quaywatch'

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2), process.env, process.platform)
  if (!options) {
    print(USAGE)
    return
  }
  checkBuildAndDataFolder(options)
  const lock = openFolderLock(options.dataDir)
  const log = openLogFile(options.dataDir, lock.isOurs)
  trustSystemCertificates((error) => log('error', 'system certificates not trusted', { error: String(error) }))
  // A token is valid once. After each use a new address is printed, so that the last line always has a valid one.
  const sessions = createSessions(() => print(`Opened. To open it again, or in another window: ${createAddress()}`))
  const stored = openSettingsFile(options.dataDir, lock)
  const account = chooseAccount(options)
  const settings = account ? withRunAccount(stored, account) : stored
  const getAccountFolder: GetAccountFolder = (accountId) => join(options.dataDir, 'accounts', accountId)
  const web = await startServer(
    options.port,
    {
      pageDir: PAGE_DIR,
      accountFolder: () => getAccountFolder(settings.read().account),
      canWrite: lock.isOurs,
      language: () => settings.read().language,
    },
    sessions,
  )
  const engine = createRunningEngine({
    getAccountFolder,
    clockRate: options.clockRate,
    watchedFolders: options.watchedFolders,
    office: options.office,
    device: hostname(),
    log,
    readerScript: READER_SCRIPT,
  })
  const { host, connector } = createShell(options, { settings, getAccountFolder, engine, lock, log })
  const createAddress = () => `${web.origin}/#t=${sessions.createToken()}`
  const sockets = startSockets(web, sessions, { '/ws/engine': engine.connector, '/ws/shell': connector })
  stopOnSignal(NAME, log, () => {
    sockets.close()
    web.server.close()
    web.server.closeAllConnections()
    return host.stop()
  })
  await host.start()
  const address = createAddress()
  process.stdout.write(`${JSON.stringify({ ready: true, url: address })}\n`)
  if (options.opensPage && process.env['CI'] === undefined && process.stderr.isTTY) await openInBrowser(address)
}

function checkBuildAndDataFolder({ dataDir }: Options): void {
  if (!existsSync(join(PAGE_DIR, 'index.html')))
    throw new StartProblem('The screens are not built yet. Run: npm run build')
  checkDataFolder(dataDir)
  if (process.getuid?.() === 0) print('Running as root is not needed, and what is saved now belongs to root.')
}

type ShellParts = {
  settings: SettingsFile
  getAccountFolder: GetAccountFolder
  engine: RunningEngine
  lock: FolderLock
  log: WriteLog
}

/** The host, and the connection through which pages call it. */
function createShell(
  options: Options,
  { settings, getAccountFolder, engine, lock, log }: ShellParts,
): { host: Host; connector: PortConnector } {
  const { dataDir, apiKey, clockRate } = options
  const servers = new Set<Server<ShellContract>>()
  const logBug = (error: unknown): string => {
    const logId = Date.now().toString(36)
    log('error', 'bug', { logId, error: String(error), stack: error instanceof Error ? error.stack : null })
    return logId
  }
  const host = createHost(
    withFolderLock<HostDeps>(lock, {
      host: 'browser',
      version: readVersion(resolvePath('../..')),
      settings,
      secrets: createKeys(dataDir, apiKey === null ? null : { accountId: settings.read().account, apiKey }),
      memberships: createKeys(dataDir, null, 'membership'),
      sample: createSampleService({
        entry: SERVICE_ENTRY,
        dataDir,
        clockRate,
        log: (event, fields) => log('warn', event, fields),
      }),
      folders: {
        delete: (accountId) => rm(getAccountFolder(accountId), { recursive: true, force: true, maxRetries: 3 }),
      },
      newId: () => `account-${randomBytes(6).toString('hex')}`,
      engine,
      systemLanguages: null,
      // A browser reports neither the battery nor the screen lock.
      power: null,
      openLink: openInBrowser,
      // A browser does not give a page the path of a file, so the user types the path in the page.
      pickFolder: () => Promise.reject(new AppError('shell/no-dialog')),
      takeClickedPopUp: () => null,
      desktop: null,
      announce: () => {
        for (const server of servers) server.emit('host.changed', {})
      },
      logBug,
    }),
  )
  engine.onWaiting((accountId, count) => host.setWaitingCount(accountId, count))
  const connector: PortConnector = () =>
    Promise.resolve((port) => {
      const server = serve(port, shell, host.handlers, { logBug })
      servers.add(server)
      port.onClose(() => servers.delete(server))
    })
  return { host, connector }
}

/** The account that the command line names; null if it names none. */
function chooseAccount({ serviceUrl, useSample }: Options): StoredAccount | null {
  if (useSample) return SAMPLE_ACCOUNT
  return serviceUrl === null
    ? null
    : createRunAccount(serviceUrl, createHash('sha256').update(serviceUrl).digest('hex').slice(0, 12))
}

function readVersion(root: string): string {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  return version
}

main().catch(createExit(NAME))
