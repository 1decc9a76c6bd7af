// Test projects by what they need. `npm run check` runs the quick ones, `npm test` a sample of each layer,
// `npm run test:all` the rest (scripts/test-plan.mjs).
import { join } from 'node:path'
import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { readTarget, listSkippedSpecs } from './scripts/e2e-targets.mjs'
import { HANG_MS } from './test/support/hang.ts'
import { findPrograms } from './test/support/office-server.ts'

/** The rules about calendar days must hold in every time zone of the computer. */
const zones = ['UTC', 'America/Los_Angeles', 'Asia/Kolkata', 'Pacific/Auckland']
const inZones = (name: string, include: string[], exclude: string[] = []) =>
  zones.map((zone) => ({
    extends: true as const,
    test: { name: `${name} ${zone}`, include, exclude, isolate: false, env: { TZ: zone } },
  }))
const everyZone = ['test/unit/zones/every-zone.test.ts']

/** Tests with large tables, random rows, or a tool that starts for each test. They are half the work of `unit`. */
const thoroughUnit = [
  'test/architecture/typed-lint.test.ts',
  'test/unit/{api/budget,api/decode,changes/plans,containers/board,containers/next-change,db/wal-guard}.test.ts',
  'test/unit/{scripts/packaging,scripts/test-reporter,sync/missing,table/columns,web/running-engine}.test.ts',
]

/** Only `test:all` runs these: faults, unusual input, load, and parts of the program that few tests depend on. */
const thorough = (layer: string) => [`test/${layer}/thorough/**/*.test.ts`]

/** These tests kill a server of their own, and stop programs with a signal that Windows does not have. */
const canKillOffice = process.platform !== 'win32' && findPrograms().length > 0
const impossible = canKillOffice
  ? []
  : ['test/process/thorough/{office,office-daemon}.test.ts', 'test/e2e/story-{16,17}.test.ts']

/** These tests depend on real seconds, so nothing else may run on the machine. */
const alone = ['test/e2e/{live,scale}.test.ts']

/** These tests change state that lasts as long as the page: links to the engine, and loaded languages. */
const ownPage = ['test/renderer/{catalogues,engine-links-browser,engine-links-electron,languages}.test.ts']
const page = { environment: 'happy-dom', execArgv: ['--max-semi-space-size=64'] }
const sharedPage = { ...page, isolate: false, setupFiles: ['test/support/shared-page.ts'] }
const elsewhere = listSkippedSpecs(readTarget(), process.env).map(({ spec }) => `test/e2e/${spec}.test.ts`)
/**
 * Small files with long tests. Without durations of an earlier run, Vitest runs large files first, and one of these
 * would run alone at the end.
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

/** Tests of real programs wait for many conditions, one after the other. */
const long = { testTimeout: 5 * HANG_MS, hookTimeout: 5 * HANG_MS }
const endToEnd = { exclude: elsewhere, globalSetup: ['test/e2e/find-browser.ts'], ...long }

export default defineConfig({
  plugins: [vue()],
  // Under plain Node, an import of the real Electron starts a download. electron-store is inlined, so that it imports
  // the fake too.
  resolve: { alias: [{ find: /^electron$/, replacement: join(import.meta.dirname, 'test/standin/electron.ts') }] },
  test: {
    server: { deps: { inline: ['electron-store'] } },
    pool: 'forks',
    // On two shared cores, more workers only make every test slower.
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    // Only a hang reaches these limits, so no test fails because the computer is slow.
    testTimeout: 2 * HANG_MS,
    hookTimeout: 2 * HANG_MS,
    expect: { poll: { timeout: HANG_MS } },
    setupFiles: ['test/support/patience.ts'],
    tags: [{ name: 'story', description: 'End-to-end tests that npm test runs: one for each story.' }],
    projects: [
      {
        extends: true,
        // No module has an effect when it is imported, and none holds state, so files can share a process. This saves a
        // third of the work.
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
      // The fake of Electron holds state, so each file needs a process of its own.
      { extends: true, test: { name: 'shell', include: ['test/unit/main/**/*.test.ts'] } },
      // Each test mounts and unmounts whole screens. With Node's default size of new space, a fifth of the time was
      // garbage collection. Files share a page, because loading its modules for each file was half the work. Each file
      // cleans the page up (shared-page.ts).
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
      // The files of a zone share a process, as in `unit`.
      ...inZones('zones', ['test/unit/zones/**/*.test.ts'], everyZone),
      ...inZones('every-zone', everyZone),
      // Files share a process, as in `unit`. This saves a fifth of the work.
      {
        extends: true,
        test: { name: 'engine', include: ['test/engine/**/*.test.ts'], exclude: thorough('engine'), isolate: false },
      },
      { extends: true, test: { name: 'engine thorough', include: thorough('engine'), isolate: false } },
      // The office's schema on a real PostgreSQL server, which starts once per run (test/office/server.ts). The tests
      // of TLS start a second server with its own certificate.
      {
        extends: true,
        test: {
          name: 'office',
          include: ['test/office/**/*.test.ts'],
          exclude: process.env['OFFICE_TEST_URL'] === undefined ? [] : ['test/office/{tls,office-db}.test.ts'],
          globalSetup: ['test/office/server.ts'],
        },
      },
      // These tests use real processes, ports and files, and wait for conditions with a time limit. One file runs at a
      // time.
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
      // Tests that need the whole computer run alone. The others mostly wait, so three files share the cores.
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
