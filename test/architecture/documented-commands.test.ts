// The commands, options, links and pictures in the documents exist. Cheap programs print their real help here; the
// options of the others are read from their sources, because a run needs a build or seconds of processor time.
import { execFile } from 'node:child_process'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { dirname, join, matchesGlob } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'
import { readEndToEndOptions } from '../../scripts/e2e-targets.mjs'
import { USAGE as WEB_USAGE } from '../../src/web/options.ts'
import config from '../../vitest.config.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const { scripts, devDependencies } = JSON.parse(read('package.json')) as Record<
  'scripts' | 'devDependencies',
  Record<string, string>
>
const { projects } = (config as { test: { projects: { test: { name: string; include: string[] } }[] } }).test
const DOCUMENTS = [
  'README.md',
  'SECURITY.md',
  'CHANGELOG.md',
  ...readdirSync(join(ROOT, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
]
/** The source of all English texts of the page. */
const ENGLISH = readdirSync(join(ROOT, 'src/renderer/src'), { recursive: true, encoding: 'utf8' })
  .filter((path) => /messages[\\/]en\.ts$/.test(path))
  .map((path) => read(join('src/renderer/src', path)))
  .join('\n')
const TEST_FILES = readdirSync(join(ROOT, 'test'), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.test.ts'))
  .map((path) => `test/${path.replaceAll('\\', '/')}`)

/** Programs whose help takes less than a second. */
const RUN_FOR_HELP = ['start', 'package', 'sim', 'kill', 'service']
const BENCH = read('test/bench/main.ts')
const BENCH_NAMES = new Set([...BENCH.matchAll(/^ {2}'?([a-z-]+)'?: measure/gm)].map(([, name]) => name))
const optionsIn = (text: string) => [...text.matchAll(/(?<![\w-])--[a-z][a-z-]*/g)].map(([option]) => option)

const usageIn = (source: string) => optionsIn(/(?:USAGE|HELP) = `[^`]*`/.exec(source)?.[0] ?? '')

/** Options by npm script. */
const optionsOf = new Map<string, Set<string>>([
  ['bench', new Set([...usageIn(BENCH), '--help'])],
  ['dev', new Set(usageIn(read('scripts/dev.mjs')))],
  ['mutate', new Set(usageIn(read('scripts/mutate.mjs')))],
  ['web', new Set([...optionsIn(WEB_USAGE), '--help'])],
])

beforeAll(async () => {
  const run = promisify(execFile)
  await Promise.all(
    RUN_FOR_HELP.map(async (name) => {
      const file = join(ROOT, scripts[name]?.replace(/^node /, '') ?? '')
      const { stdout, stderr } = await run(process.execPath, [file, '--help'], { cwd: ROOT })
      optionsOf.set(name, new Set([...optionsIn(stdout + stderr), '--help']))
    }),
  )
  // "All other options are for the browser version", says its help; those of `dev` go to the same program.
  for (const name of ['start', 'dev']) for (const option of optionsOf.get('web')!) optionsOf.get(name)?.add(option)
})

/** Code spans, and the lines of fenced shell code without their comments. */
function codeOf(markdown: string): string[] {
  const shell = [...markdown.matchAll(/^```sh\n([\s\S]*?)^```/gm)].flatMap(([, lines = '']) => lines.split('\n'))
  const prose = markdown.replaceAll(/^```[\s\S]*?^```/gm, '')
  const spans = [...prose.matchAll(/`([^`]+)`/g)].map(([, span = '']) => span.replaceAll(/\s+/g, ' '))
  return [...shell.map((line) => line.replace(/\s#.*/, '')), ...spans].map((code) => code.trim()).filter(Boolean)
}

/** Each command without the environment variables before it. Programs of the system, such as `sudo`, are left out. */
const commandsIn = (code: string) =>
  code
    .split('&&')
    .map((part) => part.trim().replace(/^(?:[A-Z_]+=\S+ )*/, ''))
    .filter((part) => /^(?:npm|npx|node) [a-z./-]/.test(part))

function problemsOf(command: string): string[] {
  const [program, ...args] = command.split(/\s+/)
  if (program === 'npm') return npmProblems(args)
  if (program === 'npx') return npxProblems(args)
  const [file = ''] = args
  return existsSync(join(ROOT, file)) ? [] : [`there is no file ${file}`]
}

function npmProblems(words: string[]): string[] {
  const [verb = '', ...rest] = words.filter((word) => word !== '-s')
  if (verb === 'ci' || verb === 'install') return []
  const name = verb === 'run' ? rest.shift() : verb
  // `npm run -s` alone names the option.
  if (name === undefined) return []
  if (scripts[name] === undefined) return [`package.json has no script ${name}`]
  const args = rest[0] === '--' ? rest.slice(1) : []
  if (rest.length > 0 && args.length === 0) return [`npm passes nothing on without "--": ${rest.join(' ')}`]
  if (name === 'e2e') return endToEndProblems(args)
  const unknown = optionsIn(args.join(' ')).filter((option) => !optionsOf.get(name)?.has(option))
  const values = args.filter((word, index) => /^[a-z][a-z-]*$/.test(word) && !args[index - 1]?.startsWith('--'))
  const unmeasured = name === 'bench' ? values.filter((value) => !BENCH_NAMES.has(value)) : []
  return [...unknown, ...unmeasured].map((word) => `npm run ${name} does not know ${word}`)
}

function endToEndProblems(args: string[]): string[] {
  // A synopsis has optional parts in brackets, and alternatives; the first alternative is tried.
  const typed = args.map((word) => word.replaceAll(/[[\]]/g, '').replace(/\\?\|.*/, ''))
  try {
    const specs = TEST_FILES.filter((file) => file.startsWith('test/e2e/'))
    return readEndToEndOptions(typed)
      .filters.filter((filter) => !specs.some((spec) => spec.includes(filter)))
      .map((filter) => `there is no spec ${filter}`)
  } catch (error) {
    return [String(error)]
  }
}

function npxProblems([tool = '', ...args]: string[]): string[] {
  if (devDependencies[tool] === undefined) return [`package.json does not install ${tool}`]
  if (tool !== 'vitest') return []
  const text = args.join(' ').replace(/ -t "[^"]*"/, '')
  const named = [...text.matchAll(/--project (?:'([^']+)'|(\S+))/g)].map(([, quoted, plain]) => quoted ?? plain ?? '')
  const filters = text
    .replaceAll(/--project (?:'[^']+'|\S+)/g, '')
    .split(' ')
    .slice(1)
    .filter(Boolean)
  const chosen = projects.filter(({ test: { name } }) => named.some((pattern) => matchesGlob(name, pattern)))
  const isTested = (file: string) =>
    chosen.some(({ test: { include } }) => include.some((glob) => matchesGlob(file, glob)))
  return [
    ...named.filter((pattern) => !projects.some(({ test: { name } }) => matchesGlob(name, pattern))),
    ...filters.filter((filter) => !TEST_FILES.some((file) => file.includes(filter) && isTested(file))),
  ].map((word) => `Vitest finds nothing for ${word}`)
}

/** The anchors that a code host makes of the headings. */
function anchorsOf(path: string): string[] {
  return [...read(path).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

function linkProblems(document: string, markdown: string): string[] {
  const targets = [...markdown.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target)
  return targets
    .filter((target) => !/^https?:/.test(target))
    .filter((target) => {
      const [file = '', anchor] = target.split('#')
      const path = file === '' ? document : join(dirname(document), file)
      return !existsSync(join(ROOT, path)) || (anchor !== undefined && !anchorsOf(path).includes(anchor))
    })
}

describe.each(DOCUMENTS)('%s', (document) => {
  const markdown = read(document)

  test('names only npm scripts, npx tools and files that exist, with options of each npm script', () => {
    const code = codeOf(markdown)
    const problems = code.flatMap((span) =>
      commandsIn(span).flatMap((command) => problemsOf(command).map((problem) => `${command}: ${problem}`)),
    )
    expect(problems).toEqual([])
  })

  test('names an option without its command only if some program has it', () => {
    const documented = new Set([...[...optionsOf.values()].flatMap((options) => [...options]), '--on'])
    const alone = codeOf(markdown).filter((span) => span.startsWith('--'))
    expect(alone.flatMap(optionsIn).filter((option) => !documented.has(option))).toEqual([])
  })

  test('names only sections and buttons of Settings whose text is in the English messages', () => {
    const named = [...markdown.matchAll(/Settings, ((?:\*[^*]+\*(?:, )?)+)/g)].flatMap(([, path = '']) =>
      [...path.matchAll(/\*([^*]+)\*/g)].map(([, word = '']) => word.replaceAll(/\s+/g, ' ')),
    )
    expect(named.filter((word) => !ENGLISH.includes(`'${word}'`))).toEqual([])
  })

  test('links only to files, pictures and headings that exist', () => {
    expect(linkProblems(document, markdown)).toEqual([])
  })
})

test('the README has 700 to 900 words', () => {
  const wordCount = read('README.md').split(/\s+/).filter(Boolean).length
  expect(wordCount).toBeGreaterThanOrEqual(700)
  expect(wordCount).toBeLessThanOrEqual(900)
})

test.each([
  'npm run nothing',
  'npm start -- --nothing',
  'npm start --web',
  'npm run check -- --fast',
  'npm run service -- --ports 1',
  'npm run bench -- nothing',
  'npm run e2e -- --on moon',
  'npm run e2e -- no-such-spec',
  'npx vitest run --project nothing',
  'npx vitest run --project engine test/unit/zones',
  'npx nothing',
  'node test/nothing.ts',
])('"%s" is a problem', (command) => {
  expect(commandsIn(command).flatMap(problemsOf)).toHaveLength(1)
})

test('a link to a file or heading that does not exist is a problem', () => {
  const markdown =
    '[a](lost.md) [b](#lost) ![c](lost.png) [d](docs/testing.md#lost) [e](LICENSE) [f](docs/testing.md#layers)'
  expect(linkProblems('README.md', markdown)).toEqual(['lost.md', '#lost', 'lost.png', 'docs/testing.md#lost'])
})
