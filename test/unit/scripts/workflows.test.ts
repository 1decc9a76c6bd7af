// The workflows of public CI cannot run here. So the tests check that they are valid YAML, that everything they call
// exists, that all actions are pinned, and that no workflow has more permissions than it needs.
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

type Step = { uses?: string; run?: string; if?: string; env?: Record<string, string>; with?: Record<string, unknown> }
type Job = {
  'runs-on': string
  'timeout-minutes'?: number
  permissions?: Record<string, string>
  strategy?: { matrix: { include?: Record<string, string>[]; command?: string[] } }
  steps: Step[]
}
type Workflow = { permissions?: Record<string, string>; jobs: Record<string, Job> }

const root = join(import.meta.dirname, '../../..')
const folder = join(root, '.github/workflows')
const { load } = createRequire(import.meta.url)('js-yaml') as { load: (text: string) => unknown }
const texts = readdirSync(folder).map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }))
const jobs = texts.flatMap(({ name, text }) =>
  Object.entries((load(text) as Workflow).jobs).map(([jobName, job]) => ({ name: `${name}: ${jobName}`, job })),
)
const steps = jobs.flatMap(({ name, job }) => job.steps.map((step) => ({ name, step, job })))
const { scripts, devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
  devDependencies: Record<string, string>
}

/** The lines that the shell gets, for every choice of the matrix. An unknown key becomes `?`. */
function listCommands(step: Step, job: Job): string[] {
  const lines = (step.run ?? '').split('\n')
  const { include = [], command: commands = [] } = job.strategy?.matrix ?? {}
  const choices = [...include, ...commands.map((command) => ({ command }))]
  if (choices.length === 0) return lines
  return choices.flatMap((choice) =>
    lines.map((line) =>
      line.replaceAll(
        /\$\{\{ matrix\.(\w+) \}\}/g,
        (_whole, key: string) => (choice as Record<string, string>)[key] ?? '?',
      ),
    ),
  )
}

test('there are workflows for every push, the desktop app, releases and the night', () =>
  expect(texts.map(({ name }) => name).sort()).toEqual(['ci.yml', 'desktop.yml', 'nightly.yml', 'release.yml']))

describe('a command of a workflow', () => {
  const called = steps.flatMap(({ step, job }) => listCommands(step, job))

  test('with npm run calls an existing script', () => {
    const names = called.flatMap((line) =>
      [...line.matchAll(/npm run (?:-s )?([\w:]+)/g)].map(([, name]) => name ?? ''),
    )
    expect(names.length).toBeGreaterThan(10)
    expect(names.filter((name) => !Object.hasOwn(scripts, name))).toEqual([])
    expect(
      Object.values(scripts)
        .flatMap((line) => /^node (\S+)/.exec(line)?.[1] ?? [])
        .filter((path) => !existsSync(join(root, path))),
    ).toEqual([])
  })

  test('with npx calls a dependency of this project', () => {
    const names = called.flatMap((line) => /npx ([\w-]+)/.exec(line)?.[1] ?? [])
    const commandOf: Record<string, string> = { 'install-electron': 'electron', vitest: 'vitest' }
    expect(names.filter((name) => !Object.hasOwn(devDependencies, commandOf[name] ?? name))).toEqual([])
  })

  test('with a path calls an existing file', () =>
    expect(
      called.filter((line) => line.startsWith('.')).filter((line) => !existsSync(join(root, line.split(' ')[0] ?? ''))),
    ).toEqual([]))
})

describe('the security of a workflow', () => {
  test('has actions that are pinned to a commit, with the version as a comment', () => {
    const uses = texts.flatMap(({ text }) =>
      [...text.matchAll(/uses: (.*)$/gm)].map(([, reference]) => reference ?? ''),
    )
    expect(uses.length).toBeGreaterThan(10)
    expect(uses.filter((reference) => !/^actions\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(reference))).toEqual([])
  })

  test('has only read permission, except for the draft of a release', () => {
    for (const { text } of texts) expect((load(text) as Workflow).permissions).toEqual({ contents: 'read' })
    expect(jobs.filter(({ job }) => job.permissions !== undefined).map(({ name }) => name)).toEqual([
      'release.yml: draft',
    ])
  })

  test('has no text of other users in a shell command', () => {
    expect(steps.filter(({ step }) => /\$\{\{\s*github\.(event|head_ref)/.test(step.run ?? ''))).toEqual([])
    expect(texts.filter(({ text }) => text.includes('pull_request_target'))).toEqual([])
  })

  test('has secrets only in the steps that store the key and sign', () => {
    const withSecrets = steps.filter(({ step }) =>
      Object.values(step.env ?? {}).some((value) => value.includes('secrets.')),
    )
    expect(withSecrets.map(({ step }) => step.run?.split('\n')[0])).toEqual([
      'umask 077',
      'npm run package -- ${{ matrix.flags }}',
    ])
  })
})

test('a failed test of the desktop app does not prevent the second packaging and the later tests', () => {
  const {
    jobs: { electron },
  } = load(readFileSync(join(folder, 'desktop.yml'), 'utf8')) as Workflow
  const runs = (electron?.steps ?? []).map(({ run = '', if: condition = '' }) => ({ run, condition }))
  const findPosition = (pattern: RegExp) => runs.findIndex(({ run }) => pattern.test(run))
  expect(findPosition(/npm run package/)).toBeGreaterThan(-1)
  expect(findPosition(/npm run package/)).toBeLessThan(findPosition(/npm run smoke/))
  expect(findPosition(/npm run smoke/)).toBeLessThan(findPosition(/npm run e2e/))
  const laterRuns = runs.slice(findPosition(/npm run smoke/) + 1).filter(({ run }) => run.includes('npm run'))
  expect(laterRuns).toHaveLength(3)
  expect(laterRuns.map(({ condition }) => condition)).toEqual(laterRuns.map(() => '${{ !cancelled() }}'))
})

test('signatures of packages are checked after the installation', () => {
  const {
    jobs: { audit },
  } = load(readFileSync(join(folder, 'ci.yml'), 'utf8')) as Workflow
  const runs = (audit?.steps ?? []).map(({ run = '' }) => run)
  expect(runs.indexOf('npm ci')).toBeGreaterThan(-1)
  expect(runs.indexOf('npm ci')).toBeLessThan(runs.indexOf('npm audit signatures'))
})

test('every job has a time limit', () =>
  expect(jobs.filter(({ job }) => job['timeout-minutes'] === undefined)).toEqual([]))

test('a release is packed and smoke-tested before the upload', () => {
  const release = load(readFileSync(join(folder, 'release.yml'), 'utf8')) as Workflow
  const runs = release.jobs['installers']?.steps.map(({ run, uses }) => run ?? uses ?? '') ?? []
  const findPosition = (pattern: RegExp) => runs.findIndex((line) => pattern.test(line))
  expect(findPosition(/npm run package/)).toBeLessThan(findPosition(/npm run smoke/))
  expect(findPosition(/npm run smoke/)).toBeLessThan(findPosition(/upload-artifact/))
  expect(release.jobs['draft']?.steps.map(({ run }) => run ?? '').join('\n')).toMatch(
    /sha256sum[\s\S]*gh release create .*--draft/,
  )
})
