// `npm run mutate`: makes small mistakes in the embedded service, one at a time, and checks that a test finds each.
// First it runs the rows of the conformance suite and the pinned worlds in lanes (mutation-lane.mjs, without Vitest).
// Then it runs the other tests of test/service in a copy of the repository. The working tree is never changed. Stryker
// is not used, because it cannot choose a sample by a seed, and its Vitest runner loses mutants of values that are
// created at import, such as routes, codes and tables (stryker-js issues 2182 and 6209).
import { fork } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { findMutants, applyMutant } from './mutants.mjs'
import { ROOT, Problem, checkProject, runScript, getToolFile } from './project.mjs'
import { runStep } from './steps.mjs'

/**
 * @typedef {import('./mutants.mjs').Mutant} Mutant
 * @typedef {{ mutant: Mutant, caught: string | null }} Verdict
 */

/**
 * Files that the tests in lanes do not run: the process, its command line, its connections, and recorded answers. The
 * lanes call `handle`, `work` and `receiveMail` directly.
 */
const PROCESS_FILES = [
  'main.ts',
  'clocks.ts',
  'http.ts',
  'smtp.ts',
  'outgoing.ts',
  'startup-problem.ts',
  'options.ts',
  'faults.ts',
  'replay/recorded.ts',
]
/** Files with names, locations and distances of the invented world, where any value is valid. */
const WORLD_DATA = /^world\/data\//
/** @type {Mutant} */
const UNCHANGED = {
  file: 'src/service/service.ts',
  line: 1,
  operator: 'change nothing',
  start: 0,
  end: 0,
  before: '',
  after: '',
}
/**
 * A lane that sends no message for this time hangs. The longest row takes two seconds on an idle core, and ten times as
 * long on a busy one.
 */
const LANE_TIMEOUT_MS = 120_000
const MUTANTS_PER_LANE = 40
/**
 * The time limit of the other tests for one mutant. They take one minute on two idle cores, so only a hang reaches it.
 */
const COPY_TIMEOUT_MS = 20 * 60_000
/** The project with the faster tests runs first. */
const PROJECTS = ['service', 'service thorough']

export const MUTATE_HELP = `npm run mutate -- [options]
  --sample N   number of changes to the service that are tried, or "all" (default 60)
  --seed S     a whole number that chooses the changes (default 1)
  --only PART  only in files whose path contains PART
  --json       prints one line of counts for programs at the end
  --help       show this
`

/** @typedef {{ sample: number, seed: string, only: string, json: boolean, help: boolean }} MutateOptions */

const MAX_COUNT = 100_000

/**
 * @param {string[]} args
 * @returns {MutateOptions}
 */
export function readMutateOptions(args) {
  /** @type {MutateOptions} */
  const options = { sample: 60, seed: '1', only: '', json: false, help: false }
  /** @type {Record<string, (text: string) => void>} */
  const setters = {
    '--sample': (text) => (options.sample = parseSampleSize(text)),
    '--seed': (text) => (options.seed = text),
    '--only': (text) => (options.only = text),
  }
  for (let index = 0; index < args.length; index += 1) {
    const [name = '', ...rest] = (args[index] ?? '').split('=')
    const setOption = setters[name]
    if (name === '--json' && rest.length === 0) options.json = true
    else if (name === '--help' && rest.length === 0) options.help = true
    else if (setOption) setOption(rest.length > 0 ? rest.join('=') : checkValue(name, args[(index += 1)]))
    else
      throw new Problem(
        `${args[index] ?? ''} is not an option. There are --sample N, --seed S, --only PART-OF-A-PATH, --json and --help.`,
      )
  }
  return options
}

/**
 * @param {string} name
 * @param {string | undefined} text
 */
function checkValue(name, text) {
  if (text === undefined || text.startsWith('--')) throw new Problem(`${name} needs a value behind it.`)
  return text
}

/** @param {string} text */
function parseSampleSize(text) {
  const count = text === 'all' ? MAX_COUNT : Number(text)
  if (Number.isInteger(count) && count >= 1 && count <= MAX_COUNT) return count
  throw new Problem(`--sample must be a whole number from 1, or "all", not "${text}".`)
}

/**
 * Chooses `count` items at random. The same seed always gives the same items.
 * @template T
 * @param {readonly T[]} all
 * @param {number} count
 * @param {string} seed
 * @returns {T[]} in the order of the list
 */
export function drawSample(all, count, seed) {
  const nextRandom = createRandom(seed)
  const indexes = all.map((_, index) => index)
  // The first `count` steps of a Fisher-Yates shuffle.
  for (let step = 0; step < Math.min(count, indexes.length); step += 1) {
    const otherIndex = step + Math.floor(nextRandom() * (indexes.length - step))
    ;[indexes[step], indexes[otherIndex]] = [indexes[otherIndex] ?? 0, indexes[step] ?? 0]
  }
  return indexes
    .slice(0, count)
    .sort((one, otherIndex) => one - otherIndex)
    .flatMap((index) => all.slice(index, index + 1))
}

/**
 * A random generator (mulberry32) that starts from a hash of the seed. It returns numbers from 0 up to, but not
 * including, 1.
 * @param {string} seed
 */
function createRandom(seed) {
  let state = 0x811c9dc5
  for (const character of seed) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let bits = Math.imul(state ^ (state >>> 15), state | 1)
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61)
    return ((bits ^ (bits >>> 14)) >>> 0) / 0x1_0000_0000
  }
}

export const HANGS = 'it hangs or ends the process'

/**
 * Tries each mutant that ended its lane once more in a lane of its own. The second result counts.
 * @template M
 * @param {{ mutant: M, caught: string | null }[]} verdicts changed in place
 * @param {(mutant: M) => Promise<readonly { caught: string | null }[]>} tryAlone
 */
export async function confirmHangs(verdicts, tryAlone) {
  for (const verdict of verdicts) {
    if (verdict.caught !== HANGS) continue
    const [secondVerdict] = await tryAlone(verdict.mutant)
    if (secondVerdict) verdict.caught = secondVerdict.caught
  }
}

/** @returns {Mutant[]} */
function listMutants() {
  const folder = join(ROOT, 'src', 'service')
  const files = readdirSync(folder, { recursive: true })
    .map((name) => String(name).replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.ts') && !PROCESS_FILES.includes(name) && !WORLD_DATA.test(name))
  return files.sort().flatMap((name) => findMutants(`src/service/${name}`, readFileSync(join(folder, name), 'utf8')))
}

/** @param {Mutant} mutant */
function describeMutant({ file, line, operator, before, after }) {
  const shorten = (/** @type {string} */ text) => text.replaceAll(/\s+/g, ' ').slice(0, 100)
  return `${file}:${line}  ${operator}: ${shorten(before)}  →  ${after.trim() === '' ? 'nothing' : shorten(after)}`
}

/**
 * @param {readonly Mutant[]} mutants
 * @returns {Promise<Verdict[]>}
 */
async function runInLanes(mutants) {
  /** @type {Verdict[]} */
  const verdicts = []
  const queue = mutants.map((mutant, number) => ({ mutant, number }))
  const lanes = Array.from({ length: Math.min(availableParallelism(), mutants.length) }, async () => {
    while (queue.length > 0) verdicts.push(...(await runLane(queue)))
  })
  await Promise.all(lanes)
  await confirmHangs(verdicts, (mutant) => runLane([{ mutant, number: 0 }]))
  return verdicts.sort((one, other) => mutants.indexOf(one.mutant) - mutants.indexOf(other.mutant))
}

/**
 * Runs one lane until it hangs or has tried MUTANTS_PER_LANE mutants. Every tried mutant stays in the memory of the
 * lane, so its process must end after some of them.
 * @param {{ mutant: Mutant, number: number }[]} queue
 * @returns {Promise<Verdict[]>}
 */
function runLane(queue) {
  return new Promise((resolve, reject) => {
    const child = fork(join(ROOT, 'scripts', 'mutation-lane.mjs'), {
      cwd: ROOT,
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      execArgv: ['--max-old-space-size=1500', '--disable-warning=ExperimentalWarning'],
    })
    /** @type {Verdict[]} */
    const verdicts = []
    /** @type {Mutant | null} */
    let current = null
    let errorText = ''
    let timer = setTimeout(() => child.kill('SIGKILL'), LANE_TIMEOUT_MS)
    child.stderr?.setEncoding('utf8').on('data', (text) => (errorText = `${errorText}${text}`.slice(-2000)))
    const sendNext = () => {
      const item = verdicts.length < MUTANTS_PER_LANE ? queue.shift() : undefined
      current = item?.mutant ?? null
      if (!item) child.kill()
      else
        child.send({
          name: String(item.number),
          file: join(ROOT, item.mutant.file),
          text: applyMutant(item.mutant, readFileSync(join(ROOT, item.mutant.file), 'utf8')),
        })
    }
    child.on('message', (/** @type {{ kind: string, caught?: string | null }} */ { kind, caught = null }) => {
      clearTimeout(timer)
      timer = setTimeout(() => child.kill('SIGKILL'), LANE_TIMEOUT_MS)
      if (kind === 'alive') return
      if (kind === 'done' && current) verdicts.push({ mutant: current, caught })
      if (kind === 'done' && queue.length % 20 === 0) process.stderr.write(`${queue.length} to go\n`)
      if (kind === 'done' && current && current !== UNCHANGED && caught === null)
        process.stderr.write(`caught by no row, goes to the other tests: ${describeMutant(current)}\n`)
      sendNext()
    })
    child.on('exit', () => {
      clearTimeout(timer)
      // The lane hung or ran out of memory. `confirmHangs` checks whether the mutant was the cause.
      if (current) {
        verdicts.push({ mutant: current, caught: HANGS })
        process.stderr.write(`hangs: ${describeMutant(current)}\n`)
      }
      if (verdicts.length === 0 && queue.length > 0) reject(new Error(`A lane could not start: ${errorText}`))
      else resolve(verdicts)
    })
  })
}

/**
 * @param {Verdict[]} verdicts
 * @returns {Promise<Verdict[]>} the mutants that were not caught
 */
async function runOtherTests(verdicts) {
  const uncaught = verdicts.filter(({ caught }) => caught === null)
  if (uncaught.length === 0) return []
  const copyFolder = mkdtempSync(join(tmpdir(), 'quaywatch-mutate-'))
  try {
    for (const name of [
      'package.json',
      'vitest.config.ts',
      'tsconfig.base.json',
      'tsconfig.json',
      'scripts',
      'src',
      'test',
      'resources',
      // A test compares the counts of docs/service.md with the rows.
      'docs',
    ])
      cpSync(join(ROOT, name), join(copyFolder, name), { recursive: true })
    symlinkSync(join(ROOT, 'node_modules'), join(copyFolder, 'node_modules'))
    for (const project of PROJECTS)
      if (!(await passesProject(copyFolder, project)))
        throw new Problem(
          'The tests of test/service fail before anything is broken: their result would say nothing about the changes.',
        )
    for (const verdict of uncaught) verdict.caught = await tryOtherTests(copyFolder, verdict.mutant)
  } finally {
    rmSync(copyFolder, { recursive: true, force: true })
  }
  return uncaught.filter(({ caught }) => caught === null)
}

/**
 * @param {string} copy
 * @param {Mutant} mutant
 */
async function tryOtherTests(copy, mutant) {
  const path = join(copy, mutant.file)
  const original = readFileSync(path, 'utf8')
  writeFileSync(path, applyMutant(mutant, original))
  try {
    for (const project of PROJECTS) if (!(await passesProject(copy, project))) return 'test/service'
    return null
  } finally {
    writeFileSync(path, original)
  }
}

/**
 * @param {string} copy
 * @param {string} project
 */
async function passesProject(copy, project) {
  const args = [
    getToolFile('vitest'),
    'run',
    '--root',
    copy,
    '--project',
    project,
    '--bail',
    '1',
    '--testTimeout',
    '150000',
    '--exclude',
    'test/service/conformance/**',
  ]
  return (await runStep({ name: 'other tests', args, timeoutMs: COPY_TIMEOUT_MS })).isOk
}

if (import.meta.main) {
  await runScript(async () => {
    const options = readMutateOptions(process.argv.slice(2))
    if (options.help) {
      process.stdout.write(MUTATE_HELP)
      return 0
    }
    checkProject()
    const startedAt = performance.now()
    const all = listMutants().filter(({ file }) => file.includes(options.only))
    const chosen = drawSample(all, options.sample, options.seed)
    process.stdout.write(`${chosen.length} of ${all.length} ways to break src/service, seed ${options.seed}\n`)
    const [unchanged] = await runInLanes([UNCHANGED])
    if (unchanged?.caught !== null)
      throw new Problem(`The service fails before anything is broken: ${unchanged?.caught ?? ''}. Fix that first.`)
    const verdicts = await runInLanes(chosen)
    const survivors = await runOtherTests(verdicts)
    const seconds = Math.round((performance.now() - startedAt) / 1000)
    for (const { mutant } of survivors) process.stdout.write(`survived  ${describeMutant(mutant)}\n`)
    const countCaughtBy = (/** @type {RegExp} */ pattern) =>
      verdicts.filter(({ caught }) => caught !== null && pattern.test(caught)).length
    const summary = {
      mutants: chosen.length,
      of: all.length,
      seed: options.seed,
      caughtByRows: countCaughtBy(/^(row|it )/),
      caughtByPins: countCaughtBy(/^pinned/),
      caughtByOtherTests: countCaughtBy(/^test\//),
      survived: survivors.length,
      seconds,
    }
    process.stdout.write(
      `${summary.caughtByRows} caught by rows, ${summary.caughtByPins} by pinned worlds, ${summary.caughtByOtherTests} by other tests, ${summary.survived} survived, ${seconds} s\n`,
    )
    if (options.json)
      process.stdout.write(`${JSON.stringify({ ...summary, survivors: survivors.map(({ mutant }) => mutant) })}\n`)
    return survivors.length === 0 && chosen.length > 0 ? 0 : 1
  })
}
