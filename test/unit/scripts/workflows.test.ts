// Public CI, which nobody here can run: that it is YAML, that what it calls exists, that nothing it takes from
// elsewhere can be changed under it, and that no workflow may do more than it needs.
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
  Object.entries((load(text) as Workflow).jobs).map(([job, what]) => ({ name: `${name}: ${job}`, job: what })),
)
const steps = jobs.flatMap(({ name, job }) => job.steps.map((step) => ({ name, step, job })))
const { scripts, devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
  devDependencies: Record<string, string>
}

/** As the shell gets it, with every choice of the matrix in its place. */
function commands(step: Step, job: Job): string[] {
  const lines = (step.run ?? '').split('\n')
  const { include = [], command = [] } = job.strategy?.matrix ?? {}
  const choices = [...include, ...command.map((each) => ({ command: each }))]
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

test('there are workflows for every push, the desktop app, releases and the night', () => {
  expect(texts.map(({ name }) => name).sort()).toEqual(['ci.yml', 'desktop.yml', 'nightly.yml', 'release.yml'])
})

describe('what a workflow calls', () => {
  const called = steps.flatMap(({ step, job }) => commands(step, job))

  test('by npm is a script of ours', () => {
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

  test('by npx is pinned here and not fetched on the spot', () => {
    const names = called.flatMap((line) => /npx ([\w-]+)/.exec(line)?.[1] ?? [])
    const commandOf: Record<string, string> = { 'install-electron': 'electron', vitest: 'vitest' }
    expect(names.filter((name) => !Object.hasOwn(devDependencies, commandOf[name] ?? name))).toEqual([])
  })

  test('as a file is there', () => {
    expect(
      called.filter((line) => line.startsWith('.')).filter((line) => !existsSync(join(root, line.split(' ')[0] ?? ''))),
    ).toEqual([])
  })
})

describe('what a workflow trusts', () => {
  test('is pinned to a commit, with the version beside it', () => {
    const uses = texts.flatMap(({ text }) => [...text.matchAll(/uses: (.*)$/gm)].map(([, what]) => what ?? ''))
    expect(uses.length).toBeGreaterThan(10)
    expect(uses.filter((what) => !/^actions\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(what))).toEqual([])
  })

  test('is nothing but reading, except where a release is drafted', () => {
    for (const { text } of texts) expect((load(text) as Workflow).permissions).toEqual({ contents: 'read' })
    expect(jobs.filter(({ job }) => job.permissions !== undefined).map(({ name }) => name)).toEqual([
      'release.yml: draft',
    ])
  })

  test('never puts what others wrote into a shell', () => {
    expect(steps.filter(({ step }) => /\$\{\{\s*github\.(event|head_ref)/.test(step.run ?? ''))).toEqual([])
    expect(texts.filter(({ text }) => text.includes('pull_request_target'))).toEqual([])
  })

  test('shows a certificate to the one step that signs', () => {
    const withSecrets = steps.filter(({ step }) =>
      Object.values(step.env ?? {}).some((value) => value.includes('secrets.')),
    )
    expect(withSecrets.map(({ step }) => step.run?.split('\n')[0])).toEqual([
      'umask 077',
      'npm run package -- ${{ matrix.flags }}',
    ])
  })
})

test('a failed test of the desktop app hides neither its packaging nor the packed program', () => {
  const {
    jobs: { electron },
  } = load(readFileSync(join(folder, 'desktop.yml'), 'utf8')) as Workflow
  const runs = (electron?.steps ?? []).map(({ run = '', if: condition = '' }) => ({ run, condition }))
  const at = (what: RegExp) => runs.findIndex(({ run }) => what.test(run))
  expect(at(/npm run package/)).toBeGreaterThan(-1)
  expect(at(/npm run package/)).toBeLessThan(at(/npm run smoke/))
  expect(at(/npm run smoke/)).toBeLessThan(at(/npm run e2e/))
  const after = runs.slice(at(/npm run smoke/) + 1).filter(({ run }) => run.includes('npm run'))
  expect(after).toHaveLength(3)
  expect(after.map(({ condition }) => condition)).toEqual(after.map(() => '${{ !cancelled() }}'))
})

test('signatures are checked of packages that are installed', () => {
  const {
    jobs: { audit },
  } = load(readFileSync(join(folder, 'ci.yml'), 'utf8')) as Workflow
  const runs = (audit?.steps ?? []).map(({ run = '' }) => run)
  expect(runs.indexOf('npm ci')).toBeGreaterThan(-1)
  expect(runs.indexOf('npm ci')).toBeLessThan(runs.indexOf('npm audit signatures'))
})

test('every job ends by itself', () => {
  expect(jobs.filter(({ job }) => job['timeout-minutes'] === undefined)).toEqual([])
})

test('what is released was started and asked before', () => {
  const release = load(readFileSync(join(folder, 'release.yml'), 'utf8')) as Workflow
  const runs = release.jobs['installers']?.steps.map(({ run, uses }) => run ?? uses ?? '') ?? []
  const at = (what: RegExp) => runs.findIndex((line) => what.test(line))
  expect(at(/npm run package/)).toBeLessThan(at(/npm run smoke/))
  expect(at(/npm run smoke/)).toBeLessThan(at(/upload-artifact/))
  expect(release.jobs['draft']?.steps.map(({ run }) => run ?? '').join('\n')).toMatch(
    /sha256sum[\s\S]*gh release create .*--draft/,
  )
})
