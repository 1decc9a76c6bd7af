// What every script asks first: where the project is, which Node runs, and whether the packages are installed. Loads
// nothing from node_modules and runs on any Node that npm can install this project with.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { USABLE_NODES, isNodeUsable, nodeProblem } from './own-node.mjs'

export const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** Something the person at the keyboard can change: the message is for them, and no stack is shown. */
export class Problem extends Error {}

/**
 * Throws a Problem. The packages come first: without them `npm run` takes whatever Node the computer has.
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
  const problem = nodeProblem(root, nodeVersion)
  if (problem !== null) throw new Problem(problem)
  if (!isNodeUsable(nodeVersion))
    throw new Problem(
      `This is Node ${nodeVersion}, and Quaywatch needs ${USABLE_NODES}: start it through npm ("npm start"), which uses the project's own Node.`,
    )
}

/**
 * The JavaScript file behind a tool's command, to be run with `process.execPath`: the links in node_modules/.bin are
 * shell scripts on Windows.
 * @param {string} packageName
 * @param {string} [command]
 * @returns {string}
 */
export function toolFile(packageName, command = packageName) {
  const folder = join(ROOT, 'node_modules', packageName)
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return join(folder, typeof bin === 'string' ? bin : bin[command])
}

/**
 * Runs a script's work and turns what it throws into words and an exit code.
 * @param {() => Promise<number>} work answers the exit code
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
