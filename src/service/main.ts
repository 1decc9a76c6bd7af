// The command `npm run service`. The packaged app also forks it as the process of its sample account. It prints one
// line on standard output when it is ready, and nothing after that.
import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DOCUMENTS_ALIAS, type Mail } from './account/mail.ts'
import { createClocks } from './clocks.ts'
import { NO_FAULTS, readFaults } from './faults.ts'
import { createHttpServer } from './http.ts'
import { postByHttp } from './outgoing.ts'
import { readOptions, USAGE, type Options } from './options.ts'
import { readRecordedFolder } from './replay/recorded.ts'
import { createService, type Now, type Service } from './service.ts'
import { listenForMail } from './smtp.ts'
import { StartupProblem } from './startup-problem.ts'

const HOST = '127.0.0.1'
/**
 * Idle connections stay open for longer than the pause between two sweeps of the client. Otherwise a client could write
 * to a connection that the service has just closed.
 */
const KEEP_ALIVE_MS = 75_000
/** Open requests may still be answered for this long after the stop. */
const SHUTDOWN_GRACE_MS = 500

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2), Date.now())
  if (!options) {
    process.stderr.write(USAGE)
    return
  }
  const replay = options.replayDir === null ? null : readRecordedFolder(options.replayDir)
  const faults = options.faultsFile === null ? NO_FAULTS : readFaults(options.faultsFile, options.seed)
  let service: Service | null = null
  const now = createClocks(options)
  const server = createHttpServer(
    (request) => {
      if (!service) throw new Error('A request arrived before the service was ready.')
      return service.handle(request, now())
    },
    logLine,
    faults,
  )
  const baseUrl = `http://${HOST}:${await listen(server, options)}/v2`
  const running = createService({ ...options, baseUrl, replay, post: postByHttp, onBug: logBug })
  service = running
  const receiveMail = (mail: Mail) => running.receiveMail(mail, now())
  const mail = options.smtpPort === null ? null : await listenForMail(options.smtpPort, receiveMail, logLine)
  const stopWorking = workAtIntervals(running, now)
  stopOnRequest(server, () => {
    stopWorking()
    mail?.close()
    running.close()
  })
  process.stdout.write(
    `${JSON.stringify({ ready: true, url: baseUrl, key: options.key, ...(mail ? { smtp: { port: mail.port, to: DOCUMENTS_ALIAS } } : {}) })}\n`,
  )
}

/** The interval of the background work. It is short enough that webhooks seem immediate. */
const WORK_EVERY_MS = 250

function workAtIntervals(service: Service, now: () => Now): () => void {
  const timer = setInterval(() => {
    service.work(now()).catch(logBug)
  }, WORK_EVERY_MS)
  return () => clearInterval(timer)
}

async function listen(server: Server, { port }: Options): Promise<number> {
  server.keepAliveTimeout = KEEP_ALIVE_MS
  server.listen(port, HOST)
  try {
    await once(server, 'listening')
  } catch (cause) {
    const isTaken = cause instanceof Error && 'code' in cause && cause.code === 'EADDRINUSE'
    const reason = isTaken
      ? `Port ${port} is already in use on ${HOST}`
      : `Port ${port} cannot be opened (${String(cause)})`
    throw new StartupProblem(`${reason}. Choose another with --port, or leave it out to get any free port.`, { cause })
  }
  return (server.address() as AddressInfo).port
}

function stopOnRequest(server: Server, closeService: () => void): void {
  let isStopping = false
  const stop = () => {
    if (isStopping) return
    isStopping = true
    server.close(() => {
      closeService()
      // Otherwise the open channel of a forked process, or Electron's message loop, keeps the process running.
      process.exit(0)
    })
    setTimeout(() => server.closeAllConnections(), SHUTDOWN_GRACE_MS).unref()
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  // A forked process gets this event when its parent ends.
  process.on('disconnect', stop)
}

function logLine(line: string): void {
  process.stderr.write(`${line}\n`)
}

function logBug(error: unknown): void {
  logLine(error instanceof Error ? (error.stack ?? error.message) : String(error))
}

main().catch((error: unknown) => {
  if (error instanceof StartupProblem) {
    logLine(error.message)
    process.exit(2)
  }
  logBug(error)
  process.exit(1)
})
