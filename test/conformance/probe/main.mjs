// A minimal Electron app for tests of Electron itself. It opens a page at app://bundle with a preload script, and
// appends its events to the file `happened` in its profile, which tests read. Tests control the rest over the
// inspector.
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { BrowserWindow, app, protocol, session, utilityProcess } from 'electron'

const profile = process.argv[process.argv.indexOf('--profile') + 1] ?? ''
app.setPath('userData', profile)
const recordEvent = (/** @type {string} */ event) => {
  appendFileSync(join(profile, 'happened'), `${process.pid} ${event}\n`)
}

/**
 * Returns the message of the error that `work` throws, or null.
 * @param {() => unknown} work
 */
function getError(work) {
  try {
    work()
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

const POLICY = "default-src 'none'; script-src 'self'; worker-src 'self'; style-src 'nonce-n1'; connect-src 'self'"
/** @type {Record<string, string>} */
const SCRIPTS = {
  '/worker.mjs': "import { word } from '/module.mjs'\npostMessage([word, self.location.origin])",
  '/module.mjs': "export const word = 'loaded'",
}

const ROWS = 5000
const rows = `<!doctype html><title>rows</title><style nonce="n1">td { border: 1px solid }</style><table>${Array.from({ length: ROWS }, (_, row) => `<tr><td>row ${row}</td></tr>`).join('')}</table>`

const early = {
  isReady: app.isReady(),
  window: getError(
    () =>
      new BrowserWindow({
        webPreferences: {
          preload: join(import.meta.dirname, 'preload.cjs'),
          sandbox: true,
          contextIsolation: true,
          nodeIntegration: false,
        },
      }),
  ),
  fork: getError(() => utilityProcess.fork(join(import.meta.dirname, 'child.mjs'))),
}
globalThis.probe = { early, folder: import.meta.dirname, open, requests: [] }

app.enableSandbox()
protocol.registerSchemesAsPrivileged([
  { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true } },
])
for (const name of /** @type {const} */ ([
  'will-finish-launching',
  'ready',
  'before-quit',
  'will-quit',
  'window-all-closed',
  'quit',
]))
  app.on(name, () => {
    recordEvent(name)
  })
app.on('second-instance', (_event, argv) => {
  recordEvent(`second-instance ${argv.find((arg) => arg.startsWith('probe:')) ?? ''}`)
})

if (app.requestSingleInstanceLock()) {
  app
    .whenReady()
    .then(() => {
      recordEvent('whenReady')
      session.defaultSession.protocol.handle('app', answer)
      open()
    })
    .catch((error) => {
      recordEvent(String(error))
    })
} else {
  recordEvent('refused')
  app.quit()
}
queueMicrotask(() => {
  recordEvent('microtask of the main module')
})
setTimeout(() => {
  recordEvent('timer of the main module')
}, 0)
recordEvent('evaluated')

/** Creates a stream without an end. It sends one piece for each pull. */
function createEndlessStream() {
  return new ReadableStream(
    {
      pull: (controller) => {
        controller.enqueue(new Uint8Array(100_000))
      },
      cancel: () => {
        recordEvent('cancelled')
      },
    },
    { highWaterMark: 0 },
  )
}

/**
 * Counts the bytes of a body without storing the whole body.
 * @param {Request} request
 */
async function countBytes({ body }) {
  let bytes = 0
  for await (const piece of body ?? []) bytes += piece.length
  return bytes
}

/** @param {Request} request */
async function answer(request) {
  const { pathname } = new URL(request.url)
  globalThis.probe.requests.push(`${request.method} ${request.url}`)
  if (pathname === '/')
    return new Response(
      '<!doctype html><title>probe</title><style nonce="n1">body { color: rgb(1, 2, 3) }</style><style>body { background: rgb(4, 5, 6) }</style>',
      { headers: { 'content-type': 'text/html', 'content-security-policy': POLICY } },
    )
  if (pathname === '/echo')
    return new Response(`${request.method} ${request.headers.get('x-word') ?? ''} ${await request.text()}`, {
      status: 201,
      headers: { 'x-answer': 'yes' },
    })
  if (pathname === '/throws') throw new Error('the handler threw')
  if (pathname === '/rows')
    return new Response(rows, { headers: { 'content-type': 'text/html', 'content-security-policy': POLICY } })
  if (pathname === '/size')
    return Response.json({ bytes: await countBytes(request), declaredLength: request.headers.get('content-length') })
  if (pathname === '/endless') return new Response(createEndlessStream(), { headers: { 'content-length': '3500000' } })
  if (pathname in SCRIPTS) return new Response(SCRIPTS[pathname], { headers: { 'content-type': 'text/javascript' } })
  if (pathname === '/away') return new Response(null, { status: 302, headers: { location: 'app://bundle/elsewhere' } })
  return new Response(null, { status: 404 })
}

function open() {
  const window = new BrowserWindow({
    show: false,
    width: 600,
    height: 400,
    webPreferences: {
      preload: join(import.meta.dirname, 'preload.cjs'),
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
    },
  })
  window.on('close', () => {
    recordEvent('close')
  })
  window.on('closed', () => {
    recordEvent('closed')
  })
  void window.loadURL('app://bundle/').then(() => {
    recordEvent('loaded')
  })
  return window
}
