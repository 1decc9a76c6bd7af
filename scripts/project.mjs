// Checks the version of Node and the installed packages at the start of each script. This file imports nothing from
// node_modules, and runs on any Node with which npm can install this project.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { USABLE_NODES, isNodeUsable, findNodeProblem } from './own-node.mjs'

export const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** A problem that the user can solve: its message is for the user, and no stack is shown. */
export class Problem extends Error {}

/**
 * Throws a Problem. The packages are checked first, because without them `npm run` uses the computer's Node.
 * @param {string} [root]
 * @param {string} [nodeVersion]
 */
export function checkProject(root = ROOT, nodeVersion = process.versions.node) {
  const isInstalled = ['electron-vite', 'vite', 'better-sqlite3', 'ws'].every((name) =>
    existsSync(join(root, 'node_modules', name, 'package.json')),
  )
  if (!isInstalled)
    throw new Problem(
      'The packages Quaywatch is built from are not installed. Run "npm ci" in this folder, then try again.',
    )
  const problem = findNodeProblem(root, nodeVersion)
  if (problem !== null) throw new Problem(problem)
  if (!isNodeUsable(nodeVersion))
    throw new Problem(
      `This is Node ${nodeVersion}, and Quaywatch needs ${USABLE_NODES}: start it through npm ("npm start"), which uses the project's own Node.`,
    )
}

/**
 * The JavaScript file of a tool's command, to be run with `process.execPath`, because the links in node_modules/.bin
 * are shell scripts on Windows.
 * @param {string} packageName
 * @param {string} [command]
 * @returns {string}
 */
export function getToolFile(packageName, command = packageName) {
  const folder = join(ROOT, 'node_modules', packageName)
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return join(folder, typeof bin === 'string' ? bin : bin[command])
}

/**
 * Prints the options of a program whose standard output is only for other programs.
 * @param {string} usage
 */
export function printUsage(usage) {
  process.stderr.write(`${usage}\n`)
  return 0
}

/**
 * Runs a script's work, and turns an error into a message and an exit code.
 * @param {() => Promise<number>} work returns the exit code
 */
export async function runScript(work) {
  try {
    process.exitCode = await work()
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 2
  }
}
