// `npm run check` lints with this: every file that is not known to be clean as it stands (lint-plan.mjs). On a clean clone
// that is all of them, and the same as `eslint .`.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { ESLint } from 'eslint'
import { cleanKeys, lintKeys } from './lint-plan.mjs'
import { ROOT } from './project.mjs'

const CLEAN = join(ROOT, 'node_modules/.cache/lint-clean.json')

/** @returns {Record<string, string>} */
function knownClean() {
  try {
    return JSON.parse(readFileSync(CLEAN, 'utf8'))
  } catch {
    return {}
  }
}

const known = knownClean()
const all = lintKeys(ROOT)
const due = all.filter(({ path, key }) => known[path] !== key)
const linter = new ESLint({ cwd: ROOT, warnIgnored: false, errorOnUnmatchedPattern: false, globInputPaths: false })
const results = due.length === 0 ? [] : await linter.lintFiles(due.map(({ path }) => join(ROOT, path)))
const unclean = new Set(results.filter(({ messages }) => messages.length > 0).map(({ filePath }) => relative(ROOT, filePath).replaceAll(sep, '/')))
mkdirSync(dirname(CLEAN), { recursive: true })
writeFileSync(CLEAN, JSON.stringify(cleanKeys(all, due.length === 0 ? all : lintKeys(ROOT), unclean)))
const formatter = await linter.loadFormatter('stylish')
process.stdout.write(`${await formatter.format(results)}${due.length} of ${all.length} files linted; the others are as they were when they were clean.\n`)
process.exitCode = results.some(({ errorCount }) => errorCount > 0) ? 1 : 0
