// One attempt to download Electron with its own installer. On a network that drops every packet, the installer waits
// for minutes, so this file first tries to connect to its host or proxy, and limits the total time.
import { connect } from 'node:net'
import { join } from 'node:path'
import {
  getElectronMirror,
  readElectronVersion,
  findElectron,
  removeAbsence,
  readAbsence,
  writeAbsence,
} from './electron.mjs'
import { createDownloadEnv, findProxy } from './office-network.mjs'
import { ROOT } from './project.mjs'
import { runStep } from './steps.mjs'

const ANSWER_TIMEOUT_MS = 3_000
/**
 * Enough for 120 MB at 0.8 Mbit/s. A download without progress fails earlier: Node's fetch gives up after five minutes
 * without a byte.
 */
const DOWNLOAD_TIMEOUT_MS = 1_200_000
const PROGRESS_MS = 15_000

/** @typedef {{ executable: string } | { reason: string, isRemembered: boolean }} Fetched */

/**
 * @param {{ env: import('./electron.mjs').Environment, isRetry: boolean, print: (line: string) => void }} options
 * @returns {Promise<Fetched>}
 */
export async function fetchElectron({ env, isRetry, print }) {
  const version = readElectronVersion(ROOT)
  const mirror = getElectronMirror(env)
  const proxy = getHost(findProxy(mirror, env))
  const storedReason = isRetry ? null : readAbsence(ROOT, { version, mirror, proxy, nowMs: Date.now() })
  if (storedReason !== null) return { reason: storedReason, isRemembered: true }
  const reason =
    (await findDownloadProblem(mirror, env)) ?? (await download(version, { print, env: createDownloadEnv(env) }))
  const executable = reason === null ? findElectron(ROOT, env) : null
  if (executable !== null) {
    removeAbsence(ROOT)
    return { executable }
  }
  const failure = reason ?? 'its installer ended without leaving it behind'
  writeAbsence(ROOT, { version, mirror, proxy, reason: failure, at: Date.now() })
  return { reason: failure, isRemembered: false }
}

/** The host of an address, without user name and password; '' for none. @param {string | null} address */
const getHost = (address) => (address !== null && URL.canParse(address) ? new URL(address).host : '')

/**
 * Null if the mirror, or the proxy before it, accepts a connection; otherwise the reason, as the end of a sentence.
 * @param {string} mirror
 * @param {import('./electron.mjs').Environment} env
 * @returns {Promise<string | null>}
 */
export async function findDownloadProblem(mirror, env) {
  const proxy = findProxy(mirror, env)
  if (proxy === null) return findAddressProblem(mirror)
  if (!URL.canParse(proxy)) return `the proxy "${proxy}" is not an address such as http://proxy:3128`
  const reason = await findAddressProblem(proxy)
  return reason === null ? null : `the proxy cannot be used, ${reason}`
}

/** @param {string} address */
function findAddressProblem(address) {
  const { hostname, port, protocol } = new URL(address)
  return findConnectionProblem(hostname, Number(port) || (protocol === 'http:' ? 80 : 443))
}

/**
 * Null if this host accepts a connection; otherwise the reason, as the end of a sentence.
 * @param {string} host
 * @param {number} port
 * @param {number} [timeoutMs] for the name and the connection together
 * @returns {Promise<string | null>}
 */
export function findConnectionProblem(host, port, timeoutMs = ANSWER_TIMEOUT_MS) {
  return new Promise((resolve) => {
    const socket = connect({ host: host.replace(/^\[|\]$/g, ''), port })
    /** @param {string | null} reason */
    const finish = (reason) => {
      clearTimeout(timeout)
      socket.destroy()
      resolve(reason)
    }
    const timeout = setTimeout(() => {
      finish(`${host} did not answer within ${timeoutMs / 1000} s`)
    }, timeoutMs)
    socket.once('connect', () => {
      finish(null)
    })
    socket.once('error', (/** @type {NodeJS.ErrnoException} */ { code }) => {
      const isNameUnknown = code === 'ENOTFOUND' || code === 'EAI_AGAIN'
      finish(
        isNameUnknown
          ? `the name ${host} cannot be found from here`
          : `${host} cannot be reached from here (${code ?? 'no reason given'})`,
      )
    })
  })
}

/**
 * @param {string} version
 * @param {{ print: (line: string) => void, env: Record<string, string> }} options
 * @returns {Promise<string | null>} the reason of a failure; null after a success
 */
async function download(version, { print, env }) {
  print(
    `Fetching Electron ${version}, once, about 120 MB; at most ${DOWNLOAD_TIMEOUT_MS / 60_000} minutes. To open Quaywatch in the browser instead: Ctrl+C, then npm start -- --web.`,
  )
  const startedAt = Date.now()
  const progress = setInterval(() => {
    print(`  still fetching, ${Math.round((Date.now() - startedAt) / 1000)} s so far`)
  }, PROGRESS_MS)
  const { isOk, isLate, output } = await runStep({
    name: 'electron',
    args: [join(ROOT, 'node_modules', 'electron', 'install.js')],
    env,
    timeoutMs: DOWNLOAD_TIMEOUT_MS,
  })
  clearInterval(progress)
  if (isOk) return null
  return isLate
    ? `it did not arrive within ${DOWNLOAD_TIMEOUT_MS / 60_000} minutes`
    : `its installer said "${findSummary(output)}"`
}

/**
 * The most useful line of an installer's output.
 * @param {string} output
 */
export function findSummary(output) {
  const lines = output
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  return (lines.find((line) => /error/i.test(line)) ?? lines.at(-1) ?? 'nothing').slice(0, 200)
}
