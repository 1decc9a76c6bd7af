// A Vitest reporter for `npm test` and similar commands: progress while tests run, the counts of each project, and for
// each failure its first line and the command that runs only that test. Vitest's own `minimal` reporter prints the
// details.
import { writeFileSync } from 'node:fs'
import { relative, sep } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { ROOT } from './project.mjs'

/** The environment variable that names the file to which the counts are written as JSON. */
export const COUNTS_FILE = 'QUAYWATCH_TEST_COUNTS'
const PROGRESS_MS = 15_000
const MAX_REASON_LENGTH = 300

/**
 * @typedef {import('vitest/node').TestModule} TestModule
 * @typedef {import('vitest/node').TestSpecification} TestSpecification
 * `traces`: commands that show the actions of the pages of an end-to-end test.
 * @typedef {{ name: string, reason: string, command: string, traces?: string[] }} Failure
 * @typedef {{ passed: number, failed: number, skipped: number, failures: Failure[] }} Counts
 * @typedef {{ files: number, filesDone: number, startedAt: number | null, counts: Counts }} Project
 */

/** @returns {Counts} */
export const createCounts = () => ({ passed: 0, failed: 0, skipped: 0, failures: [] })

/**
 * @param {readonly Counts[]} all
 * @returns {Counts}
 */
export function sumCounts(all) {
  const sum = (/** @type {'passed' | 'failed' | 'skipped'} */ name) =>
    all.reduce((total, counts) => total + counts[name], 0)
  return {
    passed: sum('passed'),
    failed: sum('failed'),
    skipped: sum('skipped'),
    failures: all.flatMap(({ failures }) => failures),
  }
}

/**
 * The command that runs one file again, or one test of it. `target`: the target of an end-to-end run.
 * @param {{ project: string, file: string, test?: string, target?: string | undefined }} run
 */
export function formatCommand({ project, file, test, target }) {
  const only = test === undefined ? '' : ` -t ${JSON.stringify(test)}`
  if (target !== undefined) return `QUAYWATCH_E2E_ON=${target} npx vitest run --project ${project} ${file}${only}`
  return `npx vitest run --project ${JSON.stringify(project)} ${file}${only}`
}

/**
 * The counts of one file. A file that did not load, or an error outside its tests, is one failure. In a run that
 * is limited to a tag, Vitest reports all other tests as skipped. They are not counted.
 * @param {TestModule} module
 * @returns {Counts}
 */
export function countTests(module) {
  const file = relative(ROOT, module.moduleId).replaceAll(sep, '/')
  const run = { project: module.project.name, file, target: process.env['QUAYWATCH_E2E_ON'] }
  const counts = createCounts()
  for (const test of module.children.allTests()) {
    const result = test.result()
    if (result.state === 'passed') counts.passed += 1
    else if (result.state === 'skipped') counts.skipped += isExcludedByTag(test, module) ? 0 : 1
    else
      counts.failures.push({
        name: `${file}: ${test.fullName}`,
        reason: getReason(result.errors),
        command: formatCommand({ ...run, test: test.fullName.replaceAll(' > ', ' ') }),
        traces: listTraceCommands(test.meta()),
      })
  }
  const errors = [...module.errors(), ...[...module.children.allSuites()].flatMap((suite) => suite.errors())]
  if (errors.length > 0 || (module.state() === 'failed' && counts.failures.length === 0)) {
    counts.failures.push({ name: file, reason: getReason(errors), command: formatCommand(run) })
  }
  return { ...counts, failed: counts.failures.length }
}

/**
 * @param {import('vitest/node').TestCase} test
 * @param {TestModule} module
 */
function isExcludedByTag({ tags }, module) {
  const wantedTags = module.project.vitest.config.tagsFilter ?? []
  return wantedTags.length > 0 && !wantedTags.some((tag) => tags.includes(tag))
}

/**
 * @param {object} meta `traces`: files from test/e2e/trace.ts
 * @returns {string[]}
 */
function listTraceCommands(meta) {
  const { traces = [] } = /** @type {{ traces?: string[] }} */ (meta)
  return traces.map((file) => `npx playwright-core show-trace ${relative(ROOT, file).replaceAll(sep, '/')}`)
}

/** @param {readonly { message?: string }[] | undefined} errors */
function getReason(errors) {
  const text = stripVTControlCharacters(errors?.[0]?.message ?? '').split('\n', 1)[0] ?? ''
  return text === '' ? 'it ended without a message' : text.slice(0, MAX_REASON_LENGTH)
}

/** @param {number} ms */
const formatDuration = (ms) =>
  ms < 60_000
    ? `${(ms / 1000).toFixed(1)} s`
    : `${Math.floor(ms / 60_000)} min ${String(Math.floor(ms / 1000) % 60).padStart(2, '0')} s`

export default class TestReporter {
  /** @type {Map<string, Project>} */
  projects = new Map()
  startedAt = performance.now()
  /** @type {NodeJS.Timeout | undefined} */
  timer

  /** @param {readonly TestSpecification[]} specifications */
  onTestRunStart(specifications) {
    for (const { project } of specifications) {
      const entry = this.projects.get(project.name) ?? {
        files: 0,
        filesDone: 0,
        startedAt: null,
        counts: createCounts(),
      }
      entry.files += 1
      this.projects.set(project.name, entry)
    }
    this.timer = setInterval(() => {
      this.printProgress()
    }, PROGRESS_MS)
    this.timer.unref()
  }

  /** @param {TestModule} module */
  onTestModuleStart(module) {
    const project = this.projects.get(module.project.name)
    if (project) project.startedAt ??= performance.now()
  }

  /** @param {TestModule} module */
  onTestModuleEnd(module) {
    const project = this.projects.get(module.project.name)
    if (!project) return
    project.filesDone += 1
    project.counts = sumCounts([project.counts, countTests(module)])
    if (project.filesDone < project.files) return
    const { counts, files, startedAt } = project
    const skipped = counts.skipped === 0 ? '' : `, ${counts.skipped} skipped`
    const duration = formatDuration(performance.now() - (startedAt ?? this.startedAt))
    print(
      `${counts.failed === 0 ? 'ok    ' : 'FAILED'}  ${module.project.name}: ${counts.passed} passed, ${counts.failed} failed${skipped} in ${files} files  ${duration}`,
    )
  }

  /**
   * @param {readonly TestModule[]} modules
   * @param {readonly { message?: string }[]} unhandled errors outside every test
   */
  onTestRunEnd(modules, unhandled) {
    clearInterval(this.timer)
    const counts = sumCounts(modules.map(countTests))
    if (unhandled.length > 0) {
      counts.failed += 1
      counts.failures.push({
        name: 'an error outside every test',
        reason: getReason(unhandled),
        command: `npx vitest run ${[...this.projects.keys()].map((name) => `--project ${JSON.stringify(name)}`).join(' ')}`,
      })
    }
    const file = process.env[COUNTS_FILE]
    if (file) writeFileSync(file, JSON.stringify(counts))
  }

  printProgress() {
    const running = [...this.projects].filter(
      ([, { startedAt, filesDone, files }]) => startedAt !== null && filesDone < files,
    )
    if (running.length === 0) return
    const lines = running.map(
      ([name, { filesDone, files, counts }]) =>
        `${name} ${filesDone} of ${files} files, ${counts.passed} passed${counts.failed === 0 ? '' : `, ${counts.failed} FAILED`}`,
    )
    print(`        ${formatDuration(performance.now() - this.startedAt)}: ${lines.join('; ')}`)
  }
}

/** @param {string} line */
function print(line) {
  process.stdout.write(`${line}\n`)
}
