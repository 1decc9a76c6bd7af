// The office daemon: one engine for each account, without a page. It keeps an office fresh while no desktop is open. It
// prints one line on standard output when its engines run; messages go to standard error.
import { createServer, type Server } from 'node:http'
import { hostname } from 'node:os'
import { once } from 'node:events'
import { join } from 'node:path'
import type { EngineContract } from '#contract/index.ts'
import { type Port, connect } from '#contract/rpc.ts'
import type { SyncStatus } from '#contract/sync.ts'
import { trustSystemCertificates } from '#engine/outside/http.ts'
import { checkDataFolder } from './data-folder.ts'
import { DAEMON_USAGE, type DaemonAccount, type DaemonOptions, readDaemonOptions } from './daemon-options.ts'
import { openFolderLock } from './folder-lock.ts'
import { type WriteLog, openLogFile } from './log-file.ts'
import { createExit, print, stopOnSignal } from './program-end.ts'
import { type RunningEngine, createRunningEngine } from './running-engine.ts'
import { StartProblem } from './start-problem.ts'

/** False if this file runs from src/web during development, true in out/web. */
const isBuilt = import.meta.url.endsWith('.js')
const READER_SCRIPT = new URL(isBuilt ? '../main/reader.js' : '../engine/reader-thread.ts', import.meta.url)

const NAME = 'The office daemon'

type RunningAccount = { id: string; engine: RunningEngine }

async function main(): Promise<void> {
  const options = readDaemonOptions(process.argv.slice(2), process.env, process.platform)
  if (!options) {
    print(DAEMON_USAGE)
    return
  }
  checkDataFolder(options.dataDir)
  const lock = openFolderLock(options.dataDir)
  if (!lock.isOurs())
    throw new StartProblem(`Another program uses ${options.dataDir}. End it, or give another folder with --data-dir.`)
  const log = openLogFile(options.dataDir, lock.isOurs)
  trustSystemCertificates((error) => log('error', 'system certificates not trusted', { error: String(error) }))
  const accounts: RunningAccount[] = []
  const health =
    options.healthPort === null ? null : await startHealth(options.healthPort, accounts, options.accounts.length)
  stopOnSignal(NAME, log, () => {
    health?.close()
    return Promise.all(accounts.map(({ engine }) => engine.stop()))
  })
  await startAccounts(options, accounts, log)
  const address = health?.address()
  const port = typeof address === 'object' && address ? { healthPort: address.port } : {}
  process.stdout.write(`${JSON.stringify({ ready: true, accounts: accounts.map(({ id }) => id), ...port })}\n`)
}

/** If one does not start, stops those that run, so that they give their leases back at once. */
async function startAccounts(
  { accounts, dataDir }: DaemonOptions,
  running: RunningAccount[],
  log: WriteLog,
): Promise<void> {
  try {
    for (const account of accounts) running.push(await startAccount(account, dataDir, log))
  } catch (error) {
    await Promise.allSettled(running.map(({ engine }) => engine.stop()))
    throw error
  }
}

async function startAccount(
  { id, serviceUrl, apiKey, office }: DaemonAccount,
  dataDir: string,
  log: WriteLog,
): Promise<RunningAccount> {
  const engine = createRunningEngine({
    getAccountFolder: (accountId) => join(dataDir, 'accounts', accountId),
    clockRate: 1,
    watchedFolders: [],
    office,
    device: hostname(),
    log: (level, event, fields = {}) => log(level, event, { account: id, ...fields }),
    readerScript: READER_SCRIPT,
  })
  await engine.start({ accountId: id, serviceUrl, apiKey })
  return { id, engine }
}

/** States in which an account needs its administrator. */
const BAD_STATES: SyncStatus['state'][] = [
  'no-key',
  'starting',
  'key-rejected',
  'other-account',
  'office-away',
  'offline',
  'trouble',
]

/**
 * Answers 200 while every account follows or reads, otherwise 503, with the state of each account. `count`: how many
 * there are when all have started.
 */
async function startHealth(port: number, accounts: readonly RunningAccount[], count: number): Promise<Server> {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/healthz') {
      response.writeHead(404).end()
      return
    }
    Promise.all(accounts.map(readHealth)).then(
      (states) => {
        const isOk =
          states.length === count && states.every(({ state }) => state !== null && !BAD_STATES.includes(state))
        response
          .writeHead(isOk ? 200 : 503, { 'content-type': 'application/json' })
          .end(JSON.stringify({ ok: isOk, accounts: states }))
      },
      () => response.writeHead(503).end(),
    )
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return server
}

/** `state`: null while the engine starts again. */
async function readHealth({ id, engine }: RunningAccount) {
  const attach = await engine.connector()
  if (attach === null) return { id, state: null }
  const { port1, port2 } = new MessageChannel()
  attach(toPort(port1))
  const client = connect<EngineContract>(toPort(port2))
  try {
    const { state, since, lastCompleteAt, error, office } = await client.call('sync.status', {})
    return { id, state, since, lastCompleteAt, error: error?.code ?? null, reader: office?.reader ?? null }
  } finally {
    port2.close()
  }
}

function toPort(port: InstanceType<typeof MessageChannel>['port1']): Port {
  return {
    post: (message) => port.postMessage(message),
    onMessage: (listener) => void port.on('message', listener),
    onClose: (listener) => void port.on('close', listener),
    close: () => port.close(),
  }
}

main().catch(createExit(NAME))
