// Every boundary is broken once, in a small tree of its own, and has to be noticed. A rule that never fails is no rule.
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { toolFile } from '../../scripts/project.mjs'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const CONFIG = join(ROOT, 'test/architecture/dependency-cruiser.cjs')

/** Rule, and the files that break it: the first one is where it must be noticed. */
const offences: [rule: string, files: Record<string, string>][] = [
  ['engine-is-electron-free', { 'src/engine/window.ts': "import './far.ts'", 'src/engine/far.ts': "import 'electron-store'" }],
  ['engine-is-electron-free', { 'src/web/dialog.ts': "import 'electron'" }],
  ['contract-is-neutral', { 'src/contract/path.ts': "import 'node:path'" }],
  ['words-are-neutral', { 'src/words/path.ts': "import 'node:path'" }],
  ['host-is-neutral', { 'src/host/path.ts': "import 'node:path'" }],
  ['tables-are-neutral', { 'src/tables/path.ts': "import 'node:path'" }],
  ['shell-does-not-touch-engine', { 'src/main/peek.ts': "import '../engine/lists.ts'" }],
  ['renderer-sees-contract-only', { 'src/renderer/src/peek.ts': "import '../../engine/lists.ts'" }],
  ['renderer-carries-no-zod', { 'src/renderer/src/schema.ts': "import '#contract/values.ts'" }],
  ['renderer-carries-no-zod', { 'src/tables/schema.ts': "import '#contract/values.ts'" }],
  ['ground-knows-no-feature', { 'src/renderer/src/ui/reach.ts': "import '../features/today/rows.ts'", 'src/renderer/src/features/today/rows.ts': 'export {}' }],
  ['words-know-no-engine', { 'src/renderer/src/words/asking.ts': "import '../engine/link.ts'", 'src/renderer/src/engine/link.ts': 'export {}' }],
  ['features-do-not-know-the-frame', { 'src/renderer/src/features/lfd/reach.ts': "import '../../app/frame.ts'", 'src/renderer/src/app/frame.ts': 'export {}' }],
  ['web-serves-built-files', { 'src/web/peek.ts': "import '../service/world.ts'" }],
  ['service-stands-alone', { 'src/service/shared.ts': "import '#contract/values.ts'" }],
  ['sqlite-lives-in-db', { 'src/engine/containers/rows.ts': "import Database from 'better-sqlite3'\nexport const rows = new Database()" }],
  ['features-meet-at-the-store', { 'src/engine/containers/reach.ts': "import '../shipments/handlers.ts'", 'src/engine/shipments/handlers.ts': 'export {}' }],
  ['features-meet-at-the-store', { 'src/engine/tracking/reach.ts': "import '../outbox/worker.ts'", 'src/engine/outbox/worker.ts': 'export {}' }],
  ['features-meet-at-the-store', { 'src/engine/status/reach.ts': "import '../sync/scheduler.ts'", 'src/engine/sync/scheduler.ts': 'export {}' }],
  ['features-meet-at-the-store', { 'src/engine/sync/reach.ts': "import '../status/handlers.ts'", 'src/engine/status/handlers.ts': 'export {}' }],
  ['features-meet-at-the-store', { 'src/engine/outbox/reach.ts': "import '../tracking/infer.ts'", 'src/engine/tracking/infer.ts': 'export {}' }],
  ['outside-is-the-edge', { 'src/engine/outside/product.ts': "import '../lists.ts'" }],
  ['no-cycles', { 'src/engine/one.ts': "import './two.ts'", 'src/engine/two.ts': "import './one.ts'" }],
  ['no-orphans', { 'src/engine/alone.ts': 'export const alone = true' }],
  ['no-unresolvable', { 'src/engine/missing.ts': "import './nowhere.ts'" }],
]

const innocent: Record<string, string> = {
  'src/contract/values.ts': "import 'zod'",
  'src/engine/lists.ts': "import '#contract/values.ts'",
  'src/service/world.ts': "import './innocent.ts'",
  'src/service/innocent.ts': 'export {}',
}

type Violation = { rule: { name: string }; from: string }
let folder: string
let found: { rule: string; from: string }[]

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'quaywatch-boundaries-'))
  // Links to the real packages would resolve to where they really lie, outside of this tree.
  for (const name of ['zod', 'electron', 'electron-store', 'better-sqlite3']) {
    mkdirSync(join(folder, 'node_modules', name), { recursive: true })
    writeFileSync(join(folder, 'node_modules', name, 'package.json'), JSON.stringify({ name, version: '1.0.0', main: 'index.js' }))
    writeFileSync(join(folder, 'node_modules', name, 'index.js'), '')
  }
  for (const name of ['package.json', 'tsconfig.base.json']) copyFileSync(join(ROOT, name), join(folder, name))
  for (const [path, text] of Object.entries(Object.assign({}, innocent, ...offences.map(([, files]) => files)) as Record<string, string>)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), `${text}\n`)
  }
  const { stdout } = spawnSync(process.execPath, [toolFile('dependency-cruiser', 'depcruise'), 'src', '--config', CONFIG, '--output-type', 'json'], { cwd: folder, encoding: 'utf8', maxBuffer: 2 ** 26 })
  const { summary } = JSON.parse(stdout) as { summary: { violations: Violation[] } }
  found = summary.violations.map(({ rule, from }) => ({ rule: rule.name, from }))
})

afterAll(() => {
  rmSync(folder, { recursive: true })
})

test.each(offences)('%s is noticed', (rule, files) => {
  expect(found).toContainEqual({ rule, from: Object.keys(files)[0] })
})

test('every folder of the engine is a feature that is guarded, or ground that features stand on', () => {
  const { forbidden } = createRequire(import.meta.url)(CONFIG) as { forbidden: { name: string; from: { path?: string } }[] }
  const guarded = new RegExp(forbidden.find(({ name }) => name === 'features-meet-at-the-store')?.from.path ?? '^$')
  const folders = readdirSync(join(ROOT, 'src/engine'), { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))
  expect(folders.filter((name) => !guarded.test(`src/engine/${name}/`))).toEqual(['api', 'db', 'outside', 'reader', 'table'])
})

test('no rule goes untried, and the innocent stay unaccused', () => {
  const { forbidden } = createRequire(import.meta.url)(CONFIG) as { forbidden: { name: string }[] }
  expect([...new Set(offences.map(([rule]) => rule))]).toEqual(forbidden.map(({ name }) => name))
  expect(found.filter(({ from }) => from in innocent)).toEqual([])
})
