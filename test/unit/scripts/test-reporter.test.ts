// The reporter of `npm test` counts tests and reports failures. It runs in a real Vitest with small files.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ROOT, getToolFile } from '../../../scripts/project.mjs'
import { COUNTS_FILE, type Counts, formatCommand } from '../../../scripts/test-reporter.mjs'
import { makeFolder } from './folder.ts'

/** Runs Vitest on the files. Their tests use globals, because files outside of the project cannot import Vitest. */
function runVitest(
  files: Record<string, string>,
  ...options: string[]
): { counts: Counts; output: string; nameOf: (file: string) => string } {
  const config = 'export default { test: { globals: true, tags: [{ name: "story" }] } }'
  const folder = makeFolder({ 'vitest.config.mjs': config, ...files })
  const countsFile = join(folder, 'counts.json')
  const args = [
    getToolFile('vitest'),
    'run',
    '--root',
    folder,
    '--reporter',
    join(ROOT, 'scripts/test-reporter.mjs'),
    ...options,
  ]
  const env = { ...process.env, [COUNTS_FILE]: countsFile, QUAYWATCH_E2E_ON: undefined, VITEST: undefined }
  const { stdout, stderr } = spawnSync(process.execPath, args, { env, encoding: 'utf8' })
  return {
    counts: JSON.parse(readFileSync(countsFile, 'utf8')) as Counts,
    output: stdout + stderr,
    nameOf: (file) => relative(ROOT, join(folder, file)).split(sep).join('/'),
  }
}

test('counts passed, failed and skipped tests', () => {
  const files = {
    'a.test.js':
      'test("fills", () => {}); describe("the board", () => { test("waits", () => { throw new Error("too late\\nat x") }); test("sorts", () => {}) })',
    'b.test.js': 'test("fills", () => {})',
  }
  // Vitest skips "sorts", because its name does not match.
  const { counts, output, nameOf } = runVitest(files, '--testNamePattern=fills|waits')
  expect(counts).toMatchObject({ passed: 2, failed: 1, skipped: 1 })
  expect(counts.failures).toEqual([
    {
      name: `${nameOf('a.test.js')}: the board > waits`,
      reason: 'too late',
      command: `npx vitest run --project "" ${nameOf('a.test.js')} -t "the board waits"`,
      traces: [],
    },
  ])
  expect(output).toMatch(/FAILED.*: 2 passed, 1 failed, 1 skipped in 2 files/)
})

test('counts only the tests with the tag in a run by tag', () => {
  const files = {
    'a.test.js':
      'test("opens", { tags: "story" }, () => {}); test("saves", { tags: "story" }, () => {}); test("prints", () => {})',
  }
  // Of the two tests with the tag, the name of "saves" does not match.
  const { counts, output } = runVitest(files, '--tagsFilter=story', '--testNamePattern=opens|prints')
  expect(counts).toMatchObject({ passed: 1, failed: 0, skipped: 1 })
  expect(output).toMatch(/ok.*: 1 passed, 0 failed, 1 skipped in 1 files/)
})

test.each([
  ['a file that does not load', 'throw new Error("no such module")', 'no such module'],
  ['a hook that fails', 'beforeAll(() => { throw new Error("no database") }); test("fills", () => {})', 'no database'],
  ['a process that ends', 'test("fills", () => process.exit(3))', ''],
])('counts %s as a failure', (_, text, reason) => {
  const { counts } = runVitest({ 'c.test.js': text })
  expect(counts.failed).toBeGreaterThan(0)
  expect(counts.failures[0]?.reason).toContain(reason)
})

test('counts an error outside every test as a failure', () => {
  const { counts } = runVitest({ 'd.test.js': 'test("fills", () => { void Promise.reject(new Error("unhandled")) })' })
  expect(counts).toMatchObject({ passed: 1, failed: 1 })
  expect(counts.failures[0]).toMatchObject({ name: 'an error outside every test', reason: 'unhandled' })
})

describe('the command that repeats a failure', () => {
  test('names project, file and test', () =>
    expect(formatCommand({ project: 'zones UTC', file: 'test/unit/zones/a.test.ts', test: 'the day turns' })).toBe(
      'npx vitest run --project "zones UTC" test/unit/zones/a.test.ts -t "the day turns"',
    ))

  test('names the target of an end-to-end spec', () =>
    expect(formatCommand({ project: 'e2e', file: 'test/e2e/live.test.ts', target: 'standin' })).toBe(
      'QUAYWATCH_E2E_ON=standin npx vitest run --project e2e test/e2e/live.test.ts',
    ))
})
