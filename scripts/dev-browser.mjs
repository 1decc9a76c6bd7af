// Development without Electron: Vite serves the view, with the browser host behind it. The page knows only Vite's
// address, so all other requests are forwarded.
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { join } from 'node:path'
import { watch } from 'chokidar'
import { createServer } from 'vite'
import viewConfig from '../electron.vite.config.ts'
import { ensureBuilt } from './build-state.mjs'
import { HOST_FOLDERS, createDevHost } from './dev-host.mjs'
import { Problem, ROOT } from './project.mjs'

const HOST = '127.0.0.1'
/** Vite's default port. It is always tried first, because the browser stores the page's data by address. */
const DEFAULT_PORT = 5173
/** Paths that the browser host answers, besides the view's files. */
const HOST_PATHS = '^/(session|ws|file|drop)(/|\\?|$)'
const WATCHED = HOST_FOLDERS.map((folder) => join(ROOT, 'src', folder))
/** An editor may save several files at once, which must cause only one restart. */
const RESTART_DELAY_MS = 150

/**
 * @param {string[]} args options for the browser host
 * @returns {Promise<number>} the exit code, after a signal to stop
 */
export async function runInBrowser(args) {
  if (args.some((arg) => arg === '--port' || arg.startsWith('--port='))) {
    throw new Problem('"npm run dev" chooses its ports itself. Leave --port out, or use "npm run web -- --port P".')
  }
  // The host does not start without a built view, although that view is not used here.
  if (!existsSync(join(ROOT, 'out', 'renderer', 'index.html')))
    await ensureBuilt((line) => process.stdout.write(`${line}\n`))
  // The same port for every restart, so that the proxy's target and the host's own address stay valid.
  const hostPort = await findFreePort()
  const server = createHttpServer()
  // Vite uses our server: with its own server it would end the process on SIGTERM before the host has ended.
  const viteServer = await createServer(createViewConfig(server, hostPort))
  server.on('request', viteServer.middlewares)
  const viewPort = await listen(server, DEFAULT_PORT).catch(() => listen(server, 0))
  // The host prints its own address, which would show the built view.
  const replaceOrigin = (/** @type {string} */ text) => text.replaceAll(formatOrigin(hostPort), formatOrigin(viewPort))
  const host = createDevHost({
    args: ['src/web/host.ts', '--no-open', '--port', String(hostPort), ...args],
    onReady: (url) => process.stdout.write(`Quaywatch, from its sources: ${replaceOrigin(url)}\n`),
    onErrorLine: (line) => process.stderr.write(`${replaceOrigin(line)}\n`),
  })
  const watcher = watch(WATCHED, { ignoreInitial: true })
  /** @type {NodeJS.Timeout | undefined} */
  let restartTimer
  watcher.on('all', () => {
    clearTimeout(restartTimer)
    restartTimer = setTimeout(host.restart, RESTART_DELAY_MS)
  })
  host.restart()
  await waitForStopSignal()
  clearTimeout(restartTimer)
  server.close()
  server.closeAllConnections()
  await Promise.all([watcher.close(), viteServer.close(), host.stop()])
  return 0
}

/**
 * @param {import('node:http').Server} server
 * @param {number} hostPort
 * @returns {import('vite').InlineConfig}
 */
function createViewConfig(server, hostPort) {
  const hostOrigin = formatOrigin(hostPort)
  const { plugins, define } = getRendererConfig()
  return {
    root: join(ROOT, 'src', 'renderer'),
    configFile: false,
    cacheDir: join(ROOT, 'node_modules', '.cache', 'vite-dev'),
    plugins,
    define,
    clearScreen: false,
    server: {
      middlewareMode: { server },
      hmr: { server },
      fs: { allow: [ROOT] },
      proxy: {
        [HOST_PATHS]: {
          target: hostOrigin,
          changeOrigin: true,
          ws: true,
          configure: (proxy) => {
            proxy.on('proxyReq', createOriginRewriter(hostOrigin))
            proxy.on('proxyReqWs', createOriginRewriter(hostOrigin))
          },
        },
      },
    },
  }
}

function getRendererConfig() {
  if (typeof viewConfig === 'function' || viewConfig instanceof Promise || !viewConfig.renderer) {
    throw new Error('electron.vite.config.ts must be a plain object with a renderer section.')
  }
  return viewConfig.renderer
}

/**
 * The host accepts only its own origin. Our origin is rewritten to it, but no other one: a page of another site that
 * reaches this port must be refused here too.
 * @param {string} hostOrigin
 */
function createOriginRewriter(hostOrigin) {
  return (
    /** @type {import('node:http').ClientRequest} */ outgoing,
    /** @type {import('node:http').IncomingMessage} */ incoming,
  ) => {
    const { host = '', origin } = incoming.headers
    const isOurs = host.startsWith(`${HOST}:`) || host.startsWith('localhost:')
    if (isOurs && origin === `http://${host}`) outgoing.setHeader('origin', hostOrigin)
  }
}

/** @param {number} port */
const formatOrigin = (port) => `http://${HOST}:${port}`

async function findFreePort() {
  const server = createHttpServer()
  const port = await listen(server, 0)
  server.close()
  await once(server, 'close')
  return port
}

/**
 * @param {import('node:http').Server} server
 * @param {number} port 0 for any
 * @returns {Promise<number>}
 */
async function listen(server, port) {
  server.listen(port, HOST)
  await once(server, 'listening')
  const address = server.address()
  if (address && typeof address === 'object') return address.port
  throw new Error('A server on a port has no address.')
}

/** @returns {Promise<void>} */
function waitForStopSignal() {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
      process.once(signal, () => {
        resolve()
      })
    }
  })
}
