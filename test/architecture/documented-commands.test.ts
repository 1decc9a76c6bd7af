// Checks that what the documents name exists: commands, options, links, pictures, functions. Fast programs print their
// help here.
// The options of the others are read from their source, because a run needs a build or takes seconds.
import { execFile } from 'node:child_process'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { dirname, join, matchesGlob } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'
import { readEndToEndOptions } from '../../scripts/e2e-targets.mjs'
import { DAEMON_USAGE } from '../../src/web/daemon-options.ts'
import { USAGE as WEB_USAGE } from '../../src/web/options.ts'
import config from '../../vitest.config.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const readText = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const { scripts, devDependencies } = JSON.parse(readText('package.json')) as Record<
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
/** The source code of all English texts of the page. */
const ENGLISH = readdirSync(join(ROOT, 'src/renderer/src'), { recursive: true, encoding: 'utf8' })
  .filter((path) => /messages[\\/]en\.ts$/.test(path))
  .map((path) => readText(join('src/renderer/src', path)))
  .join('\n')
const TEST_FILES = readdirSync(join(ROOT, 'test'), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.test.ts'))
  .map((path) => `test/${path.replaceAll('\\', '/')}`)

const SOURCES = ['src', 'test', 'scripts'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(ts|vue|mjs|cjs)$/.test(path))
    .map((path) => `${folder}/${path.replaceAll('\\', '/')}`),
)

/** Programs whose help takes less than a second. */
const RUN_FOR_HELP = ['start', 'package', 'sim', 'kill', 'service', 'office:db']
const BENCH = readText('test/bench/main.ts')
const BENCH_NAMES = new Set([...BENCH.matchAll(/^ {2}'?([a-z-]+)'?: measure/gm)].map(([, name]) => name))
const findOptions = (text: string) => [...text.matchAll(/(?<![\w-])--[a-z][a-z-]*/g)].map(([option]) => option)

const findUsageOptions = (source: string) => findOptions(/(?:USAGE|HELP) = `[^`]*`/.exec(source)?.[0] ?? '')

/** Options by npm script. */
const optionsByScript = new Map<string, Set<string>>([
  ['bench', new Set([...findUsageOptions(BENCH), '--help'])],
  ['dev', new Set(findUsageOptions(readText('scripts/dev.mjs')))],
  ['mutate', new Set(findUsageOptions(readText('scripts/mutate.mjs')))],
  ['office', new Set([...findOptions(DAEMON_USAGE), '--help'])],
  ['web', new Set([...findOptions(WEB_USAGE), '--help'])],
])

beforeAll(async () => {
  const run = promisify(execFile)
  await Promise.all(
    RUN_FOR_HELP.map(async (name) => {
      const file = join(ROOT, scripts[name]?.replace(/^node /, '') ?? '')
      const { stdout, stderr } = await run(process.execPath, [file, '--help'], { cwd: ROOT })
      optionsByScript.set(name, new Set([...findOptions(stdout + stderr), '--help']))
    }),
  )
  // `start` and `dev` pass all other options to the browser version.
  for (const name of ['start', 'dev'])
    for (const option of optionsByScript.get('web')!) optionsByScript.get(name)?.add(option)
})

/** Returns the code spans, and the lines of shell code blocks without their comments. */
function extractCode(markdown: string): string[] {
  const shell = [...markdown.matchAll(/^```sh\n([\s\S]*?)^```/gm)].flatMap(([, lines = '']) => lines.split('\n'))
  const prose = markdown.replaceAll(/^```[\s\S]*?^```/gm, '')
  const spans = [...prose.matchAll(/`([^`]+)`/g)].map(([, span = '']) => span.replaceAll(/\s+/g, ' '))
  return [...shell.map((line) => line.replace(/\s#.*/, '')), ...spans].map((code) => code.trim()).filter(Boolean)
}

/** Returns the npm, npx and node commands, without the environment variables before them. */
const extractCommands = (code: string) =>
  code
    .split('&&')
    .map((part) => part.trim().replace(/^(?:[A-Z_]+=\S+ )*/, ''))
    .filter((part) => /^(?:npm|npx|node) [a-z./-]/.test(part))

/** Returns a sentence for each problem of the command. */
function checkCommand(command: string): string[] {
  const [program, ...args] = command.split(/\s+/)
  if (program === 'npm') return checkNpm(args)
  if (program === 'npx') return checkNpx(args)
  const [file = ''] = args
  return existsSync(join(ROOT, file)) ? [] : [`there is no file ${file}`]
}

function checkNpm(words: string[]): string[] {
  const [verb = '', ...rest] = words.filter((word) => word !== '-s')
  if (verb === 'ci' || verb === 'install') return []
  const name = verb === 'run' ? rest.shift() : verb
  // A text about the option `-s` may name `npm run -s` without a script.
  if (name === undefined) return []
  if (scripts[name] === undefined) return [`package.json has no script ${name}`]
  const args = rest[0] === '--' ? rest.slice(1) : []
  if (rest.length > 0 && args.length === 0) return [`npm passes nothing on without "--": ${rest.join(' ')}`]
  if (name === 'e2e') return checkEndToEnd(args)
  const unknownOptions = findOptions(args.join(' ')).filter((option) => !optionsByScript.get(name)?.has(option))
  const values = args.filter((word, index) => /^[a-z][a-z-]*$/.test(word) && !args[index - 1]?.startsWith('--'))
  const unknownNames = name === 'bench' ? values.filter((value) => !BENCH_NAMES.has(value)) : []
  return [...unknownOptions, ...unknownNames].map((word) => `npm run ${name} does not know ${word}`)
}

function checkEndToEnd(args: string[]): string[] {
  // A synopsis has optional parts in brackets, and alternatives. Only the first alternative is checked.
  const options = args.map((word) => word.replaceAll(/[[\]]/g, '').replace(/\\?\|.*/, ''))
  try {
    const specs = TEST_FILES.filter((file) => file.startsWith('test/e2e/'))
    return readEndToEndOptions(options)
      .filters.filter((filter) => !specs.some((spec) => spec.includes(filter)))
      .map((filter) => `there is no spec ${filter}`)
  } catch (error) {
    return [String(error)]
  }
}

function checkNpx([tool = '', ...args]: string[]): string[] {
  if (devDependencies[tool] === undefined) return [`package.json does not install ${tool}`]
  if (tool !== 'vitest') return []
  const text = args.join(' ').replace(/ -t "[^"]*"/, '')
  const patterns = [...text.matchAll(/--project (?:'([^']+)'|(\S+))/g)].map(
    ([, quoted, plain]) => quoted ?? plain ?? '',
  )
  const filters = text
    .replaceAll(/--project (?:'[^']+'|\S+)/g, '')
    .split(' ')
    .slice(1)
    .filter(Boolean)
  const chosenProjects = projects.filter(({ test: { name } }) => patterns.some((pattern) => matchesGlob(name, pattern)))
  const isTested = (file: string) =>
    chosenProjects.some(({ test: { include } }) => include.some((glob) => matchesGlob(file, glob)))
  return [
    ...patterns.filter((pattern) => !projects.some(({ test: { name } }) => matchesGlob(name, pattern))),
    ...filters.filter((filter) => !TEST_FILES.some((file) => file.includes(filter) && isTested(file))),
  ].map((word) => `Vitest finds nothing for ${word}`)
}

/** Returns the anchors that GitHub generates for the headings. */
function listAnchors(path: string): string[] {
  return [...readText(path).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

function findBrokenLinks(document: string, markdown: string): string[] {
  const targets = [...markdown.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target)
  return targets
    .filter((target) => !/^https?:/.test(target))
    .filter((target) => {
      const [file = '', anchor] = target.split('#')
      const path = file === '' ? document : join(dirname(document), file)
      return !existsSync(join(ROOT, path)) || (anchor !== undefined && !listAnchors(path).includes(anchor))
    })
}

/** Returns the functions, methods and source files in code spans that do not exist. */
function findUnknownNames(markdown: string): string[] {
  const code = SOURCES.filter((path) => !path.startsWith('test/'))
    .map(readText)
    .join('\n')
  const spans = extractCode(markdown)
  const functions = spans.filter((span) => /^(#\w+|\w+\(\))$/.test(span)).map((span) => span.replace('()', ''))
  const files = spans.filter((span) => /^[\w/-]+(\.\w+)*\.(ts|vue|mjs|cjs)$/.test(span) && !/NAME|XX/.test(span))
  return [
    ...functions.filter((name) => !new RegExp(`(?<!\\w)${name}(?:[(<]| =)`).test(code)),
    ...files.filter((file) => !existsSync(join(ROOT, file)) && !SOURCES.some((path) => path.endsWith(`/${file}`))),
  ]
}

test('the map of the code names only functions and files that exist', () => {
  expect(['docs/contributing.md', 'docs/architecture.md'].map(readText).flatMap(findUnknownNames)).toEqual([])
  expect(findUnknownNames('`vanish()`, `#storeAnswer`, `#vanish`, `lost.ts`, `reader.ts`, `sync/reader.ts`')).toEqual([
    'vanish',
    '#vanish',
    'lost.ts',
  ])
})

describe.each(DOCUMENTS)('%s', (document) => {
  const markdown = readText(document)

  test('names only npm scripts, npx tools and files that exist, with options of each npm script', () => {
    const code = extractCode(markdown)
    const problems = code.flatMap((span) =>
      extractCommands(span).flatMap((command) => checkCommand(command).map((problem) => `${command}: ${problem}`)),
    )
    expect(problems).toEqual([])
  })

  test('names an option without its command only if some program has it', () => {
    const documented = new Set([...[...optionsByScript.values()].flatMap((options) => [...options]), '--on'])
    const optionSpans = extractCode(markdown).filter((span) => span.startsWith('--'))
    expect(optionSpans.flatMap(findOptions).filter((option) => !documented.has(option))).toEqual([])
  })

  test('names only sections and buttons of Settings whose text is in the English messages', () => {
    const settingNames = [...markdown.matchAll(/Settings, ((?:\*[^*]+\*(?:, )?)+)/g)].flatMap(([, path = '']) =>
      [...path.matchAll(/\*([^*]+)\*/g)].map(([, word = '']) => word.replaceAll(/\s+/g, ' ')),
    )
    expect(settingNames.filter((word) => !ENGLISH.includes(`'${word}'`))).toEqual([])
  })

  test('links only to files, pictures and headings that exist', () => {
    expect(findBrokenLinks(document, markdown)).toEqual([])
  })
})

test('the README has 700 to 900 words', () => {
  const wordCount = readText('README.md').split(/\s+/).filter(Boolean).length
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
  expect(extractCommands(command).flatMap(checkCommand)).toHaveLength(1)
})

test('a link to a file or heading that does not exist is a problem', () => {
  const markdown =
    '[a](lost.md) [b](#lost) ![c](lost.png) [d](docs/testing.md#lost) [e](LICENSE) [f](docs/testing.md#layers)'
  expect(findBrokenLinks('README.md', markdown)).toEqual(['lost.md', '#lost', 'lost.png', 'docs/testing.md#lost'])
})
