// Tests the rules of dependency-cruiser.cjs, because a rule that never fails proves nothing. A small source tree breaks
// each rule once, and the check must report it.
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getToolFile } from '../../scripts/project.mjs'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const CONFIG = join(ROOT, 'test/architecture/dependency-cruiser.cjs')

type BrokenRule = [rule: string, files: Record<string, string>]

/** The ground folders of the engine, in the same order as in dependency-cruiser.cjs, lowest first. */
const ground = ['outside', 'db', 'settings', 'table', 'api', 'outbox', 'mirror', 'reader']

/** A rule, and files that break it. The violation must be reported for the first file. */
const brokenRules: BrokenRule[] = [
  [
    'engine-is-electron-free',
    { 'src/engine/window.ts': "import './far.ts'", 'src/engine/far.ts': "import 'electron-store'" },
  ],
  ['engine-is-electron-free', { 'src/web/dialog.ts': "import 'electron'" }],
  ['contract-is-neutral', { 'src/contract/path.ts': "import 'node:path'" }],
  ['words-are-neutral', { 'src/words/path.ts': "import 'node:path'" }],
  ['host-is-neutral', { 'src/host/path.ts': "import 'node:path'" }],
  ['tables-are-neutral', { 'src/tables/path.ts': "import 'node:path'" }],
  ['shell-does-not-touch-engine', { 'src/main/peek.ts': "import '../engine/table/lists.ts'" }],
  ['renderer-sees-contract-only', { 'src/renderer/src/peek.ts': "import '../../engine/table/lists.ts'" }],
  ['renderer-carries-no-zod', { 'src/renderer/src/schema.ts': "import '#contract/values.ts'" }],
  ['renderer-carries-no-zod', { 'src/tables/schema.ts': "import '#contract/values.ts'" }],
  [
    'ground-knows-no-feature',
    {
      'src/renderer/src/ui/reach.ts': "import '../features/today/rows.ts'",
      'src/renderer/src/features/today/rows.ts': 'export {}',
    },
  ],
  [
    'words-know-no-engine',
    {
      'src/renderer/src/words/asking.ts': "import '../engine/link.ts'",
      'src/renderer/src/engine/link.ts': 'export {}',
    },
  ],
  [
    'features-do-not-know-the-frame',
    {
      'src/renderer/src/features/lfd/reach.ts': "import '../../app/frame.ts'",
      'src/renderer/src/app/frame.ts': 'export {}',
    },
  ],
  ['web-serves-built-files', { 'src/web/peek.ts': "import '../service/world.ts'" }],
  ['service-is-standalone', { 'src/service/shared.ts': "import '#contract/values.ts'" }],
  [
    'sqlite-lives-in-db',
    { 'src/engine/containers/rows.ts': "import Database from 'better-sqlite3'\nexport const rows = new Database()" },
  ],
  [
    'postgres-lives-outside',
    { 'src/engine/office/client.ts': "import { Client } from 'pg'\nexport const client = Client" },
  ],
  [
    'threads-live-outside',
    { 'src/engine/exports/pack.ts': "import { Worker } from 'node:worker_threads'\nexport const pack = Worker" },
  ],
  [
    'engine-features-are-independent',
    { 'src/engine/today/reach.ts': "import '../alerts/store.ts'", 'src/engine/alerts/store.ts': 'export {}' },
  ],
  [
    'engine-features-are-independent',
    {
      'src/engine/status/named.ts': "import type { Gate } from '../sync/gate.ts'\nexport type Named = Gate",
      'src/engine/sync/gate.ts': 'export type Gate = 1',
    },
  ],
  [
    'engine-features-are-independent',
    { 'src/engine/alerts/root.ts': "import '../core.ts'", 'src/engine/core.ts': 'export {}' },
  ],
  ...ground.map((folder, index): BrokenRule => [
    `engine-ground-${folder}`,
    {
      [`src/engine/${folder}/reach.ts`]: `import '../${ground[index + 1] ?? 'sync'}/far.ts'`,
      [`src/engine/${ground[index + 1] ?? 'sync'}/far.ts`]: 'export {}',
    },
  ]),
  ['outside-is-the-edge', { 'src/engine/outside/product.ts': "import '../table/lists.ts'" }],
  ['no-cycles', { 'src/engine/one.ts': "import './two.ts'", 'src/engine/two.ts': "import './one.ts'" }],
  ['no-orphans', { 'src/engine/alone.ts': 'export const alone = true' }],
  ['no-unresolvable', { 'src/engine/missing.ts': "import './nowhere.ts'" }],
]

/** Files that break no rule. */
const allowedFiles: Record<string, string> = {
  'src/engine/outside/postgres.ts': "import 'pg'",
  'src/engine/outside/threads.ts': "import 'node:worker_threads'",
  'src/engine/reader-thread.ts': "import './outside/threads.ts'\nimport 'node:worker_threads'",
  'src/contract/values.ts': "import 'zod'",
  'src/engine/table/lists.ts': "import '#contract/values.ts'",
  'src/service/world.ts': "import './innocent.ts'",
  'src/service/innocent.ts': 'export {}',
}

type Violation = { rule: { name: string }; from: string }
let folder: string
let reported: { rule: string; from: string }[]

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'quaywatch-boundaries-'))
  // Empty packages replace the real ones. Links to the real ones would resolve to folders outside this tree.
  for (const name of ['zod', 'electron', 'electron-store', 'better-sqlite3', 'pg']) {
    mkdirSync(join(folder, 'node_modules', name), { recursive: true })
    writeFileSync(
      join(folder, 'node_modules', name, 'package.json'),
      JSON.stringify({ name, version: '1.0.0', main: 'index.js' }),
    )
    writeFileSync(join(folder, 'node_modules', name, 'index.js'), '')
  }
  for (const name of ['package.json', 'tsconfig.base.json']) copyFileSync(join(ROOT, name), join(folder, name))
  for (const [path, text] of Object.entries(
    Object.assign({}, allowedFiles, ...brokenRules.map(([, files]) => files)) as Record<string, string>,
  )) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), `${text}\n`)
  }
  const { stdout } = spawnSync(
    process.execPath,
    [getToolFile('dependency-cruiser', 'depcruise'), 'src', '--config', CONFIG, '--output-type', 'json'],
    { cwd: folder, encoding: 'utf8', maxBuffer: 2 ** 26 },
  )
  const { summary } = JSON.parse(stdout) as { summary: { violations: Violation[] } }
  reported = summary.violations.map(({ rule, from }) => ({ rule: rule.name, from }))
})

afterAll(() => {
  rmSync(folder, { recursive: true })
})

test.each(brokenRules)('a violation of %s is reported', (rule, files) => {
  expect(reported).toContainEqual({ rule, from: Object.keys(files)[0] })
})

test('every rule is broken by some file, in the order of the rules, and allowed files are not reported', () => {
  const { forbidden } = createRequire(import.meta.url)(CONFIG) as { forbidden: { name: string }[] }
  expect([...new Set(brokenRules.map(([rule]) => rule))]).toEqual(forbidden.map(({ name }) => name))
  expect(reported.filter(({ from }) => from in allowedFiles)).toEqual([])
})
