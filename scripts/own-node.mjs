// The Node that runs this project: the computer's, if it is new enough, or the one that `npm ci` brings as an optional
// package. Loads nothing from node_modules and runs on any Node that npm can install this project with.
import { spawnSync } from 'node:child_process'
import { existsSync, linkSync, mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

const isWindows = process.platform === 'win32'

/** What `isNodeUsable` accepts, in words. */
export const USABLE_NODES = 'Node 24.5 or newer, or 22.22'

/**
 * chokidar needs 22.22. `tls.setDefaultCACertificates` needs 24.5 in version 24, and no version 23 has it.
 * @param {string} version such as 24.21.0
 */
export function isNodeUsable(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major === 22 ? minor >= 22 : major === 24 ? minor >= 5 : major > 24
}

/**
 * The optional package that carries Node for a computer.
 * @param {NodeJS.Platform} platform
 * @param {string} arch
 */
export function nodePackage(platform, arch) {
  const prefix = platform === 'darwin' && arch === 'arm64' ? 'node-bin' : 'node'
  return `${prefix}-${platform === 'win32' ? 'win' : platform}-${arch}`
}

/** @param {string} root */
const ownNode = (root) =>
  join(root, 'node_modules', nodePackage(process.platform, process.arch), 'bin', isWindows ? 'node.exe' : 'node')

/** npm puts this folder first in the PATH of its scripts. @param {string} root */
const linkIn = (root) => join(root, 'node_modules', '.bin', isWindows ? 'node.exe' : 'node')

/**
 * Makes the Node of the optional package the `node` of all npm scripts. Links nothing when the package is not there, or
 * when its Node does not start, as on musl or an old glibc.
 * @param {string} root
 */
export function linkNode(root) {
  const link = linkIn(root)
  const file = ownNode(root)
  if (spawnSync(file, ['--version']).status !== 0) return
  mkdirSync(dirname(link), { recursive: true })
  rmSync(link, { force: true })
  // Only administrators make symbolic links on Windows, and through a batch file Ctrl+C asks a question first.
  if (isWindows) linkSync(file, link)
  else symlinkSync(relative(dirname(link), file), link)
}

/**
 * Null when this Node, or the project's own, runs the project; otherwise one sentence that says what to do.
 * @param {string} root
 * @param {string} version of the Node that runs this
 * @returns {string | null}
 */
export function nodeProblem(root, version) {
  if (isNodeUsable(version) || existsSync(linkIn(root))) return null
  const problem = `This is Node ${version}, and Quaywatch needs ${USABLE_NODES}`
  if (existsSync(ownNode(root)))
    return `${problem}: the one that "npm ci" brought is not in use, perhaps because npm is set to ignore scripts; "npm run postinstall" changes that.`
  return `${problem}: "npm ci" could not install one for this computer (${process.platform}-${process.arch}), so install Node 24 from https://nodejs.org, then run "npm ci" again.`
}
