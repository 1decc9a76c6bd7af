// Looks at the built view without the engine: `node test/support/fake-engine-host.ts --rows 1000 --scene offline`.
// Serves out/renderer with the product's content security policy and does the browser host's handshake.
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { extname, resolve, sep } from 'node:path'
import { parseArgs } from 'node:util'
import { WebSocketServer, type WebSocket } from 'ws'
import type { DesktopState } from '#contract/desktop.ts'
import { DROP_PATH, RESTORE_PATH, contentOf, fileHeaders } from '#contract/rules/files.ts'
import { acceptedLanguages, languageOf } from '#contract/rules/language.ts'
import { pageText } from '#host/page.ts'
import type { Port } from '#contract/rpc.ts'
import { createFakeEngine, type FakeEngine } from './fake-engine.ts'
import { createFakeShell, type FakeShell } from './fake-shell.ts'
import { at } from './row-factories.ts'

const { values } = parseArgs({ options: { rows: { type: 'string', default: '1000' }, port: { type: 'string', default: '0' }, scene: { type: 'string', default: 'live' } } })
const root = resolve(import.meta.dirname, '../../out/renderer')
const types: Record<string, string> = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml' }

const engine = createFakeEngine(Number(values.rows))
const shell = createFakeShell()
const desktop: DesktopState = { platform: 'windows', startsAtLogin: true, hasTray: false, closing: 'quit', keychainProblem: null, releasesUrl: null }
const scenes: Record<string, (engine: FakeEngine, shell: FakeShell) => void> = {
  live: () => undefined,
  first: (_, { state }) => { Object.assign(state, { hasKey: false, account: { ...state.account, serviceUrl: '' } }) },
  sample: (_, { state }) => { Object.assign(state, { isSample: true, account: { id: 'sample', name: 'Sample', serviceUrl: '' } }) },
  accounts: (_, { state }) => {
    const own = [{ ...state.account, waiting: 0 }, { id: 'account-2', name: 'Night desk, Rotterdam customers', serviceUrl: 'https://tracking.example/v2', waiting: 3 }, { id: 'account-3', name: 'Kestrel Imports', serviceUrl: 'https://eu.tracking.example/v2', waiting: 0 }]
    Object.assign(state, { accounts: [...own.map((each) => ({ ...each, kind: 'own' })), ...state.accounts.filter(({ kind }) => kind === 'sample')] })
  },
  battery: ({ status }, { state }) => {
    Object.assign(state, { sparesBattery: true })
    Object.assign(status, { pace: { word: 'battery', everyS: 60 } })
  },
  desktop: (_, { state }) => { Object.assign(state, { host: 'electron', desktop: { ...desktop, releasesUrl: 'https://quaywatch.example/releases' } }) },
  unlocked: (_, { state }) => { Object.assign(state, { hasKey: false, keyStorages: ['session'], desktop: { ...desktop, platform: 'linux', startsAtLogin: null, hasTray: true, closing: 'tray', keychainProblem: 'missing' } }) },
  locked: (own, { state }) => { withoutKeychain(own, state, 'locked') },
  unreadable: (own, { state }) => { withoutKeychain(own, state, 'unreadable') },
  unanswered: (own, { state }) => { withoutKeychain(own, state, 'unanswered') },
  quiet: ({ alerts }) => { alerts.quietUntil = '2026-11-23T11:30:00.000Z' },
  paused: ({ status }, { state }) => {
    Object.assign(state, { metered: 'pause' })
    Object.assign(status, { pace: { word: 'paused', everyS: null } })
  },
  offline: ({ status }) => { Object.assign(status, { state: 'offline', since: at(-3_400_000), lastSuccessAt: at(-3_500_000), lastCompleteAt: at(-3_510_000), error: { code: 'api/offline', details: { host: 'tracking.example' } } }) },
  folders: ({ folders }) => {
    const [first, second] = folders.all
    if (first) Object.assign(first, { state: 'missing', stateSince: at(-7_200_000) })
    if (second) Object.assign(second, { state: 'denied', stateSince: at(-86_400_000) })
    folders.queue = { waitsFor: { code: 'api/offline', details: {} }, nextTryAt: at(30_000) }
  },
  limited: ({ status }) => { Object.assign(status, { state: 'rate-limited', nextTryAt: at(41_000) }) },
  refused: ({ status }) => { Object.assign(status, { state: 'key-rejected', isFirstSweep: true, lastCompleteAt: null, lastSuccessAt: null, error: { code: 'api/unauthorized', details: {} } }) },
  incomplete: ({ status }) => {
    Object.assign(status, { state: 'incomplete', since: at(-900_000), lastCompleteAt: at(-930_000), incomplete: { done: 100, total: 300 }, error: { code: 'api/link-elsewhere', details: { host: 'tracking.internal.example' } } })
  },
  filling: ({ status }) => { Object.assign(status, { state: 'checking', isFirstSweep: true, progress: { done: 34, total: 51 }, lastCompleteAt: null }) },
  trouble: ({ status }, { state }) => {
    Object.assign(state, { hasKey: false })
    Object.assign(status, { state: 'trouble', clockSkewS: 4_300, error: { code: 'api/server-error', details: { status: 502 } }, notices: [{ id: 1, code: 'db/mirror-rebuilt', at: at(-600_000), details: {} }, { id: 2, code: 'snapshots/no-room', at: at(-300_000), details: { snapshot: 'For the yard' } }] })
  },
}
scenes[values.scene]?.(engine, shell)

/** A key is stored, and it cannot be read. */
function withoutKeychain({ status }: FakeEngine, state: FakeShell['state'], keychainProblem: DesktopState['keychainProblem']) {
  Object.assign(state, { host: 'electron', hasKey: false, keyStorages: keychainProblem === 'unreadable' ? ['keychain', 'session'] : ['session'], desktop: { ...desktop, keychainProblem } })
  Object.assign(status, { state: 'no-key', error: null })
}

async function answer(request: IncomingMessage, response: ServerResponse) {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost')
  if (pathname === '/session') {
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ secret: 'fake' }))
    return
  }
  if (pathname === DROP_PATH && request.method === 'PUT') {
    await takeDrop(request, response)
    return
  }
  if (pathname === RESTORE_PATH && request.method === 'PUT') {
    request.resume()
    response.writeHead(201).end()
    return
  }
  const content = contentOf(pathname)
  if (content !== null) {
    giveFile(content, response)
    return
  }
  const path = resolve(root, `.${pathname === '/' ? '/index.html' : pathname}`)
  const bytes = path.startsWith(root + sep) ? await readFile(path).catch(() => null) : null
  if (!bytes) {
    response.writeHead(404).end()
    return
  }
  const nonce = randomUUID()
  response.setHeader('content-type', types[extname(path)] ?? 'application/octet-stream')
  response.setHeader(
    'content-security-policy',
    `default-src 'none'; script-src 'self'; style-src-elem 'self' 'nonce-${nonce}'; style-src-attr 'none'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self' ws://${request.headers.host ?? ''}; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-src 'none'; object-src 'none'; frame-ancestors 'none'`,
  )
  response.end(extname(path) === '.html' ? pageText(bytes.toString('utf8'), { nonce, language: languageOf(shell.state.language, acceptedLanguages(request.headers['accept-language'])) }) : bytes)
}

/** As the hosts do it (contract/rules/files.ts), into the fake's memory. */
async function takeDrop(request: IncomingMessage, response: ServerResponse) {
  const name = new URL(request.url ?? '/', 'http://localhost').searchParams.get('name') ?? ''
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  engine.documents.drop(name, Buffer.concat(parts))
  response.setHeader('content-type', 'application/json').end(JSON.stringify({ name }))
}

function giveFile(content: string, response: ServerResponse) {
  const file = engine.documents.file(content)
  if (file) response.writeHead(200, fileHeaders(file.bytes.length)).end(file.bytes)
  else response.writeHead(404).end()
}

function portOf(socket: WebSocket): Port {
  return {
    post: (message) => { socket.send(JSON.stringify(message)) },
    onMessage: (listener) => {
      socket.on('message', (data: Buffer) => {
        const message = JSON.parse(data.toString('utf8')) as object
        if ('beat' in message) socket.send(JSON.stringify(message))
        else listener(message)
      })
    },
    onClose: (listener) => { socket.once('close', listener) },
    close: () => { socket.close() },
  }
}

const server = createServer((request, response) => void answer(request, response))
const sockets = new WebSocketServer({ server })
sockets.on('connection', (socket, request) => {
  socket.once('message', () => {
    socket.send(JSON.stringify({ ready: true }))
    const host = request.url === '/ws/engine' ? engine : shell
    host.attach(portOf(socket))
  })
})
server.listen(Number(values.port), '127.0.0.1', () => {
  const address = server.address()
  process.stdout.write(`http://127.0.0.1:${typeof address === 'object' && address ? address.port : ''}/#t=fake\n`)
})
// For scripts that watch the view react: one line in, one change out.
process.stdin.on('data', (line: Buffer) => {
  if (line.toString().trim() === 'change') engine.change((row) => (row.lastFreeDay.daysLeft === 2 ? { lastFreeDay: { ...row.lastFreeDay, daysLeft: 0, band: 'today' }, verdict: 'ready' } : null))
})
