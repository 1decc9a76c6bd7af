// Test projects by what they need. `npm run check` runs the quick ones, `npm test` a sample of each layer,
// `npm run test:all` the rest (scripts/test-plan.mjs).
import { join } from 'node:path'
import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { readTarget, listSkippedSpecs } from './scripts/e2e-targets.mjs'
import { HANG_MS } from './test/support/hang.ts'
import { findPrograms } from './test/support/office-server.ts'

/** Rules about calendar days must hold whatever zone this computer sits in. */
const zones = ['UTC', 'America/Los_Angeles', 'Asia/Kolkata', 'Pacific/Auckland']
const inZones = (name: string, include: string[], exclude: string[] = []) =>
  zones.map((zone) => ({
    extends: true as const,
    test: { name: `${name} ${zone}`, include, exclude, isolate: false, env: { TZ: zone } },
  }))
const everyZone = ['test/unit/zones/every-zone.test.ts']

/** Big tables, rows made at random and tools started for each test: half the work of `unit`. */
const thoroughUnit = [
  'test/architecture/typed-lint.test.ts',
  'test/unit/{api/budget,api/decode,changes/plans,containers/board,containers/next-change,db/wal-guard}.test.ts',
  'test/unit/{scripts/packaging,scripts/test-reporter,sync/missing,table/columns,web/running-engine}.test.ts',
]

/** What only `test:all` runs: faults, odd input and load, and the parts of the program that few tests depend on. */
const thorough = (layer: string) => [`test/${layer}/thorough/**/*.test.ts`]

/** These tests kill a server of their own, and stop programs with a signal that Windows does not have. */
const canKillOffice = process.platform !== 'win32' && findPrograms().length > 0
const impossible = canKillOffice
  ? []
  : ['test/process/thorough/{office,office-daemon}.test.ts', 'test/e2e/story-16.test.ts']

/** Live through seconds that count: what else runs on the machine must not take them. */
const alone = ['test/e2e/{live,scale}.test.ts']

/**
 * Links last as long as their window, words as long as their modules: these files have a page to themselves, and throw
 * it away.
 */
const ownPage = ['test/renderer/{catalogues,engine-links-browser,engine-links-electron,languages}.test.ts']
const page = { environment: 'happy-dom', execArgv: ['--max-semi-space-size=64'] }
const sharedPage = { ...page, isolate: false, setupFiles: ['test/support/shared-page.ts'] }
const elsewhere = listSkippedSpecs(readTarget(), process.env).map(({ spec }) => `test/e2e/${spec}.test.ts`)
/**
 * Small files with long tests. Without durations of an earlier run, Vitest runs large files first, and one of these would
 * run alone at the end.
 */
const longest = [
  'accessibility',
  'languages',
  'pictures',
  'narrow',
  'own-work',
  'accounts',
  'settings',
  'other-account',
]
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) =>
      longest.some((name) => moduleId.endsWith(`/e2e/${name}.test.ts`)) ? 0 : 1
    const group = ({ project }: TestSpecification) => project.config.sequence.groupOrder
    return (await super.sort(files)).sort((a, b) => group(a) - group(b) || rank(a) - rank(b))
  }
}

/** Tests of real programs wait for many things one after the other. */
const long = { testTimeout: 5 * HANG_MS, hookTimeout: 5 * HANG_MS }
const endToEnd = { exclude: elsewhere, globalSetup: ['test/e2e/find-browser.ts'], ...long }

export default defineConfig({
  plugins: [vue()],
  // Under plain Node, importing the real one starts a download. Inlined, so that electron-store meets the fake as well.
  resolve: { alias: [{ find: /^electron$/, replacement: join(import.meta.dirname, 'test/standin/electron.ts') }] },
  test: {
    server: { deps: { inline: ['electron-store'] } },
    pool: 'forks',
    // Two cores, shared with others: more workers only make every test slower.
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    // Only a hang gets there, so that no test fails because the computer is slow.
    testTimeout: 2 * HANG_MS,
    hookTimeout: 2 * HANG_MS,
    expect: { poll: { timeout: HANG_MS } },
    setupFiles: ['test/support/patience.ts'],
    tags: [{ name: 'story', description: 'End-to-end tests that npm test runs: one for each story.' }],
    projects: [
      {
        extends: true,
        // Nothing of ours happens at import and nothing is a singleton, so files may share a process: a third less
        // work.
        test: {
          name: 'unit',
          include: ['test/{unit,contract,migrations,architecture}/**/*.test.ts'],
          exclude: ['test/unit/{zones,main}/**', ...thoroughUnit],
          isolate: false,
        },
      },
      { extends: true, test: { name: 'unit thorough', include: thoroughUnit, isolate: false } },
      {
        extends: true,
        test: { name: 'service', include: ['test/service/**/*.test.ts'], exclude: thorough('service'), isolate: false },
      },
      { extends: true, test: { name: 'service thorough', include: thorough('service'), isolate: false } },
      // Electron is a singleton, and so is its fake: it remembers what another file did to it.
      { extends: true, test: { name: 'shell', include: ['test/unit/main/**/*.test.ts'] } },
      // Whole screens come and go with each test: with Node's small nursery a fifth of the work was moving them about
      // in memory. Files share a page and what was compiled for it: loading it for each was half the work. None leaves
      // anything on it (shared-page.ts).
      {
        extends: true,
        test: {
          name: 'renderer',
          include: ['test/renderer/**/*.test.ts'],
          exclude: [...ownPage, ...thorough('renderer')],
          ...sharedPage,
        },
      },
      { extends: true, test: { name: 'renderer thorough', include: thorough('renderer'), ...sharedPage } },
      { extends: true, test: { name: 'renderer pages', include: ownPage, ...page } },
      // Files of a zone share a process, as those of `unit` do.
      ...inZones('zones', ['test/unit/zones/**/*.test.ts'], everyZone),
      ...inZones('every-zone', everyZone),
      // Files share a process, as those of `unit` do: a fifth less work.
      {
        extends: true,
        test: { name: 'engine', include: ['test/engine/**/*.test.ts'], exclude: thorough('engine'), isolate: false },
      },
      { extends: true, test: { name: 'engine thorough', include: thorough('engine'), isolate: false } },
      // The office's schema on a real PostgreSQL server, one for the run (test/office/server.ts). Another server has a
      // certificate of its own.
      {
        extends: true,
        test: {
          name: 'office',
          include: ['test/office/**/*.test.ts'],
          exclude: process.env['OFFICE_TEST_URL'] === undefined ? [] : ['test/office/{tls,office-db}.test.ts'],
          globalSetup: ['test/office/server.ts'],
        },
      },
      // Real processes, ports and files; they wait for conditions with a cap, one file at a time.
      {
        extends: true,
        test: {
          name: 'process',
          include: ['test/process/**/*.test.ts'],
          exclude: thorough('process'),
          ...long,
          fileParallelism: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'process thorough',
          include: thorough('process'),
          exclude: impossible,
          ...long,
          fileParallelism: false,
        },
      },
      { extends: true, test: { name: 'bundles', include: ['test/bundles/**/*.test.ts'], ...long } },
      // What needs the whole computer runs alone. The rest mostly waits, so three files share the cores.
      {
        extends: true,
        test: { name: 'e2e-alone', include: alone, ...endToEnd, fileParallelism: false, sequence: { groupOrder: 1 } },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          ...endToEnd,
          exclude: [...alone, ...impossible, ...elsewhere],
          maxWorkers: 3,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
})
