// Which files have to be linted anew. What a rule with types says of a file depends on the file, on everything that it
// imports, however far, and on what holds for all: the linter's rules, the compiler's options, the packages, and whatever
// declares something for everybody. A file of which none of that moved since it was found clean is clean.
import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'

const LINTED = /\.(ts|vue|js|mjs|cjs)$/
/** What every file's verdict depends on. */
const FOR_ALL = /(^|\/)(tsconfig[^/]*\.json|package\.json|package-lock\.json|eslint\.config\.js|[^/]+\.d\.ts)$/
const DECLARES_FOR_ALL = /\bdeclare\s+(global|module)\b/
/** What it imports are rules as well. */
const RULES = 'eslint.config.js'
const NOT_OURS = ['node_modules', 'out', 'dist', '.git']
/** Imports of every kind, and references; one too many, from a comment, costs nothing but a look. */
const IMPORTS = /(?:\bfrom\s*|\bimport\s*\(?\s*|\brequire\s*\(\s*|\bpath=|\bsrc=)(['"])([#.][^'"\n]*)\1/g

/** @typedef {{ path: string, key: string }} Linted */

/**
 * Every file that may be linted, with the key of all that its verdict depends on.
 * @param {string} root
 * @returns {Linted[]}
 */
export function lintKeys(root) {
  const texts = new Map(filesIn(root, '').map((path) => [path, readFileSync(join(root, path), 'utf8')]))
  const hashes = new Map([...texts].map(([path, text]) => [path, hashOf(text)]))
  const imports = new Map([...texts].map(([path, text]) => [path, importsOf(path, text)]))
  const forAll = [...texts].filter(([path, text]) => FOR_ALL.test(path) || DECLARES_FOR_ALL.test(text)).map(([path]) => path)
  const common = [process.version, installed(root), ...[...new Set([...forAll, ...reachedFrom(RULES, imports)])].sort().map((path) => `${path} ${hashes.get(path)}`)].join('\n')
  return [...texts.keys()].filter((path) => LINTED.test(path)).sort().map((path) => ({
    path,
    // What is not there is part of it as well: were it to come, the verdict may be another.
    key: hashOf([common, path, ...[...reachedFrom(path, imports)].sort().map((one) => `${one} ${hashes.get(one) ?? 'missing'}`)].join('\n')),
  }))
}

/**
 * What may be kept as clean: what had nothing said of it, and was the same when the linter began and when it ended. A file
 * mended in between is clean as it is now, which is not what the key says.
 * @param {readonly Linted[]} before
 * @param {readonly Linted[]} after
 * @param {ReadonlySet<string>} unclean
 * @returns {Record<string, string>}
 */
export function cleanKeys(before, after, unclean) {
  const now = new Map(after.map(({ path, key }) => [path, key]))
  return Object.fromEntries(before.filter(({ path, key }) => !unclean.has(path) && now.get(path) === key).map(({ path, key }) => [path, key]))
}

/**
 * @param {string} root
 * @param {string} folder
 * @returns {string[]} with slashes, whatever the system
 */
function filesIn(root, folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = posix.join(folder, entry.name)
    if (entry.isDirectory()) return NOT_OURS.includes(entry.name) ? [] : filesIn(root, path)
    return entry.isFile() && (LINTED.test(path) || path.endsWith('.json')) ? [path] : []
  })
}

/**
 * What npm says it put there.
 * @param {string} root
 */
function installed(root) {
  try {
    return hashOf(readFileSync(join(root, 'node_modules', '.package-lock.json'), 'utf8'))
  } catch {
    return 'nothing known of the packages'
  }
}

/**
 * @param {string} path
 * @param {string} text
 * @returns {string[]}
 */
function importsOf(path, text) {
  return [...text.matchAll(IMPORTS)].map(([, , named = '']) => {
    const plain = named.replace(/\?.*$/, '')
    return plain.startsWith('#') ? plain.replace(/^#support\//, 'test/support/').replace(/^#/, 'src/') : posix.join(dirname(path), plain)
  })
}

/**
 * @param {string} start
 * @param {ReadonlyMap<string, string[]>} imports
 * @returns {Set<string>}
 */
function reachedFrom(start, imports) {
  const reached = new Set([start])
  for (const path of reached) for (const next of imports.get(path) ?? []) reached.add(next)
  return reached
}

/** @param {string} text */
function hashOf(text) {
  return createHash('sha1').update(text).digest('base64')
}
