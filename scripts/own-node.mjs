// Chooses the Node that runs this project: the computer's own, if it is new enough, or the one that `npm ci` installs
// as an optional package. This file imports nothing from node_modules, and runs on any Node with which npm can install
// this project.
import { spawnSync } from 'node:child_process'
import { existsSync, linkSync, mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

const isWindows = process.platform === 'win32'

/** The versions that `isNodeUsable` accepts, as a text for users. */
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
 * The name of the optional package that contains Node for this platform and processor.
 * @param {NodeJS.Platform} platform
 * @param {string} arch
 */
export function getNodePackage(platform, arch) {
  const prefix = platform === 'darwin' && arch === 'arm64' ? 'node-bin' : 'node'
  return `${prefix}-${platform === 'win32' ? 'win' : platform}-${arch}`
}

/** @param {string} root */
const getOwnNode = (root) =>
  join(root, 'node_modules', getNodePackage(process.platform, process.arch), 'bin', isWindows ? 'node.exe' : 'node')

/** The link in the folder that npm adds first to the PATH of its scripts. @param {string} root */
const getLinkPath = (root) => join(root, 'node_modules', '.bin', isWindows ? 'node.exe' : 'node')

/**
 * Links the Node of the optional package, so that all npm scripts use it. Does nothing if the package is missing, or if
 * its Node does not start, such as on musl or an old glibc.
 * @param {string} root
 */
export function linkNode(root) {
  const link = getLinkPath(root)
  const file = getOwnNode(root)
  if (spawnSync(file, ['--version']).status !== 0) return
  mkdirSync(dirname(link), { recursive: true })
  rmSync(link, { force: true })
  // On Windows only administrators can create symbolic links, so this is a hard link. A batch file is not used, because
  // it asks a question after Ctrl+C.
  if (isWindows) linkSync(file, link)
  else symlinkSync(relative(dirname(link), file), link)
}

/**
 * Null if this Node or the project's own Node can run the project; otherwise one sentence that tells the user what to
 * do.
 * @param {string} root
 * @param {string} version of the Node that runs this
 * @returns {string | null}
 */
export function findNodeProblem(root, version) {
  if (isNodeUsable(version) || existsSync(getLinkPath(root))) return null
  const problem = `This is Node ${version}, and Quaywatch needs ${USABLE_NODES}`
  if (existsSync(getOwnNode(root)))
    return `${problem}: the one that "npm ci" brought is not in use, perhaps because npm is set to ignore scripts; "npm run postinstall" changes that.`
  return `${problem}: "npm ci" could not install one for this computer (${process.platform}-${process.arch}), so install Node 24 from https://nodejs.org, then run "npm ci" again.`
}
