// One lane of `npm run mutate`: a process that receives mutants one after the other, loads the service with each of
// them, and runs the conformance rows until one fails. It writes no files. It loads the changed module, and all modules
// that import it, again under a URL with another query; all other modules are shared. It sends a message before each
// row, so that its parent can distinguish a slow mutant from one that hangs.
import { readdirSync, readFileSync } from 'node:fs'
import { registerHooks, stripTypeScriptTypes } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { dirname, join } from 'node:path'
import { ROOT } from './project.mjs'

const SERVICE = pathToFileURL(join(ROOT, 'src', 'service', '/')).href
const TESTS = pathToFileURL(join(ROOT, 'test', 'service', 'conformance', '/')).href

/** @type {{ name: string, file: string, text: string }} */
let current = { name: '', file: '', text: '' }
/** @type {Map<string, string>} */
const strippedByPath = new Map()

/** The importers of each module, by path. @type {Map<string, string[]>} */
const importers = new Map()
for (const name of readdirSync(fileURLToPath(SERVICE), { recursive: true })) {
  if (!String(name).endsWith('.ts')) continue
  const path = join(fileURLToPath(SERVICE), String(name))
  for (const [, from = ''] of readFileSync(path, 'utf8').matchAll(
    /^(?:import|export) (?!type)[^;]*? from '(\.[^']+)'/gm,
  )) {
    const imported = join(dirname(path), from)
    importers.set(imported, [...(importers.get(imported) ?? []), path])
  }
}

/** All modules that import this file directly or indirectly, and the file itself. @param {string} file */
function findDependents(file) {
  const dependents = new Set([file])
  for (const path of dependents) for (const importer of importers.get(path) ?? []) dependents.add(importer)
  return dependents
}

let reloadedModules = findDependents('')

registerHooks({
  resolve: (specifier, context, next) => {
    const resolved = next(specifier, context)
    const [url = '', query] = [resolved.url, context.parentURL?.split('?m=')[1]]
    if (query === undefined || !url.startsWith(SERVICE)) return resolved
    return reloadedModules.has(fileURLToPath(url)) ? { ...resolved, url: `${url}?m=${query}` } : resolved
  },
  load: (url, context, next) => {
    const [plainUrl = ''] = url.split('?')
    if (!plainUrl.startsWith(SERVICE) || !plainUrl.endsWith('.ts')) return next(url, context)
    const path = fileURLToPath(plainUrl)
    if (path === current.file && url.includes('?m='))
      return { format: 'module', shortCircuit: true, source: stripTypeScriptTypes(current.text) }
    let source = strippedByPath.get(path)
    if (source === undefined) strippedByPath.set(path, (source = stripTypeScriptTypes(readFileSync(path, 'utf8'))))
    return { format: 'module', shortCircuit: true, source }
  },
})

const { createServices } = await import(`${TESTS}services.ts`)
const { ALL_ROWS } = await import(`${TESTS}all-rows.ts`)
const { computeWorldPins } = await import(`${TESTS}pinned.ts`)
const { createAnswerRecorder } = await import(`${TESTS}answer-pins.ts`)
const readPins = (/** @type {string} */ name) =>
  JSON.stringify(JSON.parse(readFileSync(fileURLToPath(`${TESTS}${name}`), 'utf8')))
const pins = readPins('world-pins.json')
const answerPins = readPins('answer-pins.json')

/**
 * Rows that caught many mutants in little time run first.
 * @type {{ row: import('../test/service/conformance/row.ts').Row, catches: number, ms: number }[]}
 */
const rows = ALL_ROWS.map((/** @type {import('../test/service/conformance/row.ts').Row} */ row) => ({
  row,
  catches: 0,
  ms: 0,
}))
/**
 * The sections that most likely catch a mutant of a file.
 * @type {readonly (readonly [file: RegExp, section: RegExp])[]}
 */
const LIKELY_SECTIONS = [
  [/account\/(extract|reading|classify|document|linking|mail)/, /^(2\.9|2\.1[01]|3\.4)/],
  [/background|delivery|notification|webhook/, /^(6|2\.12)/],
  [/rate-|rolling|request-log/, /^8/],
  [/endpoints\/find/, /^4\.4/],
  [/requests\.ts|request-record/, /^(3\.3|2\.7)/],
  [/\/world\//, /^(2$|2\.[1-6]$|3\.[12])/],
]

/**
 * Computes how many mutants a row catches per ms. 20 ms are added, so that a quick row does not lead after one mutant.
 * @param {{ catches: number, ms: number }} entry
 */
const rateRow = ({ catches, ms }) => catches / (ms + 20)

/** @param {unknown} message */
const sendMessage = (message) => void process.send?.(message)

/** @returns {Promise<string | null>} the name of the check that caught it */
async function findFirstFailure() {
  let createService
  try {
    ;({ createService } = await import(`${SERVICE}service.ts?m=${current.name}`))
  } catch {
    return 'it does not load'
  }
  const recorder = createAnswerRecorder(createService)
  const services = createServices(recorder.create)
  const likelySection = LIKELY_SECTIONS.find(([file]) => file.test(current.file))?.[1] ?? /^4\.2/
  const orderedRows = rows.toSorted(
    (one, other) =>
      Number(likelySection.test(other.row.section)) - Number(likelySection.test(one.row.section)) ||
      rateRow(other) - rateRow(one),
  )
  let isPinned = !current.file.includes('/world/')
  for (const entry of orderedRows) {
    sendMessage({ kind: 'alive' })
    // The rows about the world passed, so the mutant affects data of the world. Its pins check that faster than the
    // other rows.
    if (!isPinned && !likelySection.test(entry.row.section)) {
      if (differsFromPins(createService)) return 'pinned worlds'
      isPinned = true
    }
    const startedAt = performance.now()
    try {
      await entry.row.check(services)
    } catch {
      entry.catches += 1
      return `row ${entry.row.section} ${entry.row.what}`
    } finally {
      entry.ms += performance.now() - startedAt
    }
  }
  if (JSON.stringify(recorder.pins()) !== answerPins) return 'pinned answers'
  return isPinned && current.file.includes('/world/') ? null : differsFromPins(createService) ? 'pinned worlds' : null
}

/** @param {typeof import('../src/service/service.ts').createService} createService */
function differsFromPins(createService) {
  try {
    return JSON.stringify(computeWorldPins(createService)) !== pins
  } catch {
    return true
  }
}

// A promise that a mutant does not await must not end the lane.
process.on('unhandledRejection', () => {})
process.on('message', (message) => {
  current = /** @type {typeof current} */ (message)
  reloadedModules = findDependents(current.file)
  findFirstFailure().then(
    (caught) => sendMessage({ kind: 'done', caught }),
    (error) => sendMessage({ kind: 'done', caught: `it throws: ${String(error)}` }),
  )
})
sendMessage({ kind: 'ready' })
