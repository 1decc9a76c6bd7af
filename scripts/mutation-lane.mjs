// One lane of `npm run mutate`: a process that is handed broken sources one after the other, loads the service with each
// beside the sound rest, and runs the conformance rows against it until one fails. Nothing is written anywhere. Modules
// are told apart by a query behind their address; those that import nothing of the service hold no state of it and are
// shared. It says what it is doing after every row: whoever waits can tell slow from hung.
import { readFileSync } from 'node:fs'
import { registerHooks, stripTypeScriptTypes } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { join } from 'node:path'
import { ROOT } from './project.mjs'

const SERVICE = pathToFileURL(join(ROOT, 'src', 'service', '/')).href
const TESTS = pathToFileURL(join(ROOT, 'test', 'service', 'conformance', '/')).href

/** @type {{ name: string, file: string, text: string }} */
let current = { name: '', file: '', text: '' }
/** @type {Map<string, string>} */
const stripped = new Map()

/** @param {string} url */
function isLeaf(url) {
  return !/^import (?!type)[^'"]*from '\./m.test(readFileSync(fileURLToPath(url), 'utf8'))
}
/** @type {Map<string, boolean>} */
const leaves = new Map()

registerHooks({
  resolve: (specifier, context, next) => {
    const resolved = next(specifier, context)
    const [url = '', query] = [resolved.url, context.parentURL?.split('?m=')[1]]
    if (query === undefined || !url.startsWith(SERVICE)) return resolved
    if (!leaves.has(url)) leaves.set(url, isLeaf(url))
    return leaves.get(url) === true && fileURLToPath(url) !== current.file ? resolved : { ...resolved, url: `${url}?m=${query}` }
  },
  load: (url, context, next) => {
    const [plain = ''] = url.split('?')
    if (!plain.startsWith(SERVICE) || !plain.endsWith('.ts')) return next(url, context)
    const path = fileURLToPath(plain)
    if (path === current.file && url.includes('?m=')) return { format: 'module', shortCircuit: true, source: stripTypeScriptTypes(current.text) }
    let source = stripped.get(path)
    if (source === undefined) stripped.set(path, (source = stripTypeScriptTypes(readFileSync(path, 'utf8'))))
    return { format: 'module', shortCircuit: true, source }
  },
})

const { givenOf } = await import(`${TESTS}given.ts`)
const { ALL_ROWS } = await import(`${TESTS}all-rows.ts`)
const { pinsOf } = await import(`${TESTS}pinned.ts`)
const pins = JSON.stringify(JSON.parse(readFileSync(fileURLToPath(`${TESTS}world-pins.json`), 'utf8')))

/** Rows that caught much in little time go first. */
const rows = ALL_ROWS.map((/** @type {import('../test/service/conformance/row.ts').Row} */ row) => ({ row, catches: 0, ms: 0 }))
/** @param {{ catches: number, ms: number }} entry */
const worth = ({ catches, ms }) => catches / (ms + 20)

/** @param {unknown} message */
const say = (message) => void process.send?.(message)

/** @returns {Promise<string | null>} what caught it */
async function firstFailure() {
  let create
  try {
    ;({ createService: create } = await import(`${SERVICE}service.ts?m=${current.name}`))
  } catch {
    return 'it does not load'
  }
  const given = givenOf(create)
  for (const entry of rows.toSorted((/** @type {{ catches: number, ms: number }} */ one, /** @type {{ catches: number, ms: number }} */ other) => worth(other) - worth(one))) {
    say({ kind: 'alive' })
    const startedAt = performance.now()
    try {
      await entry.row.check(given)
    } catch {
      entry.catches += 1
      return `row ${entry.row.section} ${entry.row.what}`
    } finally {
      entry.ms += performance.now() - startedAt
    }
  }
  try {
    return JSON.stringify(pinsOf(create)) === pins ? null : 'pinned worlds'
  } catch {
    return 'pinned worlds'
  }
}

// A promise a mutant forgot must not end the lane.
process.on('unhandledRejection', () => {})
process.on('message', (message) => {
  current = /** @type {typeof current} */ (message)
  firstFailure().then((caught) => say({ kind: 'done', caught }), (error) => say({ kind: 'done', caught: `it throws: ${String(error)}` }))
})
say({ kind: 'ready' })
