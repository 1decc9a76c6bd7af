// Pure functions of the scripts: they read options, the ready line and the test command in the README.
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readEndToEndOptions } from '../../../scripts/e2e-targets.mjs'
import { KILL_HELP, readKillOptions } from '../../../scripts/kill-options.mjs'
import { checkNoBrowserOptions, splitArguments } from '../../../scripts/open-app.mjs'
import { mustPassOn } from '../../../scripts/program.mjs'
import { checkProject } from '../../../scripts/project.mjs'
import { readTestCommand } from '../../../scripts/readme-command.mjs'
import { formatForUser, parseReadyUrl } from '../../../scripts/web-host.mjs'
import { addFiles, makeFolder } from './folder.ts'

describe('npm run kill', () => {
  test('has defaults, reads its options and lists them in its help', () => {
    const defaults = { trials: 100, seed: 1, documents: false, json: false, help: false }
    expect(readKillOptions([])).toEqual(defaults)
    expect(readKillOptions(['--trials', '500', '--seed=7', '--documents', '--json'])).toEqual({
      ...defaults,
      trials: 500,
      seed: 7,
      documents: true,
      json: true,
    })
    expect([readKillOptions(['--help']).help, KILL_HELP]).toEqual([true, expect.stringContaining('--trials N')])
  })

  test.each([
    [['--trials', 'x'], '--trials must be a whole number from 1, not "x".'],
    [['--trials=0'], 'not "0"'],
    [['--seed', '1.5'], '--seed must be a whole number from 0, not "1.5".'],
    [['--what'], '"npm run kill -- --help" lists the options.'],
    [['500'], '"npm run kill -- --help" lists the options.'],
  ])('%j is refused with a sentence', (args, sentence) => expect(() => readKillOptions(args)).toThrow(sentence))
})

describe('npm start', () => {
  test('takes its own options and passes the others on in their order', () => {
    const defaults = { web: false, desktop: false, retryElectron: false, help: false, rest: [] }
    expect(splitArguments([])).toEqual(defaults)
    expect(splitArguments(['--sample', '--web', '--port', '0', '--what'])).toEqual({
      ...defaults,
      web: true,
      rest: ['--sample', '--port', '0', '--what'],
    })
    expect(splitArguments(['--retry-electron', '--desktop'])).toEqual({
      ...defaults,
      desktop: true,
      retryElectron: true,
    })
    expect(() => splitArguments(['--web', '--desktop'])).toThrow(
      '--web and --desktop ask for two different programs. Give one of them.',
    )
  })

  test('refuses an option of the browser version', () => {
    expect(() => checkNoBrowserOptions(['--sample', '--service-url=https://a/v2'])).toThrow(
      '--service-url=https://a/v2 is for the browser version only. Add --web',
    )
    expect(() => checkNoBrowserOptions(['--sample', '--data-dir', '/d'])).not.toThrow()
  })

  test('names the next step if packages are missing or Node is too old', () => {
    expect(() => checkProject(makeFolder())).toThrow('Run "npm ci" in this folder')
    const installed = Object.fromEntries(
      ['electron-vite', 'vite', 'better-sqlite3', 'ws'].map((name) => [`node_modules/${name}/package.json`, '{}']),
    )
    const root = makeFolder(installed)
    const withNode = (version: string) => () => checkProject(root, version)
    expect(withNode('20.19.0')).toThrow('install Node 24 from https://nodejs.org')
    expect(withNode('22.22.0')).not.toThrow()
    // The project's own Node exists, and the script was started without npm.
    addFiles(root, { [`node_modules/.bin/${process.platform === 'win32' ? 'node.exe' : 'node'}`]: '' })
    expect(withNode('20.19.0')).toThrow('start it through npm ("npm start"), which uses the project\'s own Node')
  })
})

describe('a signal to a script', () => {
  const terminal = { platform: 'linux' as const, isTerminal: true, isWindowed: true }

  test('is passed on, except Ctrl+C if the terminal also sends it to the program', () =>
    expect([
      mustPassOn('SIGINT', terminal),
      mustPassOn('SIGTERM', terminal),
      mustPassOn('SIGINT', { ...terminal, isTerminal: false }),
    ]).toEqual([false, true, true]))

  test('is passed on also after Ctrl+C on Windows, whose terminals do not reach a program with windows', () => {
    expect(mustPassOn('SIGINT', { ...terminal, platform: 'win32' })).toBe(true)
    expect(mustPassOn('SIGINT', { ...terminal, platform: 'win32', isWindowed: false })).toBe(false)
  })
})

describe('the ready line', () => {
  const line = '{"ready":true,"url":"http://127.0.0.1:4000/#t=abc"}'

  test('is distinguished from other output', () => {
    expect(parseReadyUrl(line)).toBe('http://127.0.0.1:4000/#t=abc')
    for (const otherLine of ['Ready.', '{"ready":false,"url":"x"}', '{"ready":true}', '{"ready":'])
      expect(parseReadyUrl(otherLine)).toBeNull()
  })

  test('becomes a sentence, and other lines do not change', () => {
    expect(formatForUser(line, { opensPage: true })).toMatch(
      /^Quaywatch is open in your browser: http:\/\/127\.0\.0\.1:4000\/#t=abc\n/,
    )
    expect(formatForUser(line, { opensPage: false })).toMatch(
      /^Quaywatch is ready\. Open this address in a browser: http:\/\/127\.0\.0\.1:4000\/#t=abc\n/,
    )
    expect(formatForUser('{"level":"info"}', { opensPage: true })).toBe('{"level":"info"}')
  })
})

test('the README has what a user needs before what a developer needs', () => {
  const readme = readFileSync('README.md', 'utf8')
  expect([...readme.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading)).toEqual([
    'What it does',
    'Try it',
    'Download',
    'Privacy',
    'Documentation',
    'How it works',
    'Test',
  ])
})

describe('the README’s test command', () => {
  test.each([
    ['## Start\n```sh\nnpm ci && npm start\n```\n## Test\n\n```sh\nnpm ci && npm test\n```\n## Map\n', 'npm test'],
    ['# Quaywatch\n\n## Tests\n\n## Test\nRun `npm ci && npm test -- --all` once.', 'npm test -- --all'],
    ['## Test\r\n$ npm ci && npm test  \r\n$ npm ci && npm start', 'npm test'],
  ])('is found in %j', (readme, command) => expect(readTestCommand(readme)).toBe(command))

  test.each([
    '',
    '## Test\nnpm ci\nnpm test\n',
    '## Test\nLater.\n## Start\nnpm ci && npm start\n',
    'npm ci && npm test',
  ])('is none in %j', (readme) => expect(readTestCommand(readme)).toBeNull())

  test('exists in the README', () =>
    expect(readTestCommand(readFileSync(new URL('../../../README.md', import.meta.url), 'utf8'))).toBe('npm test'))
})

describe('npm run e2e', () => {
  test('reads its options and uses the rest as names of specs', () => {
    expect(readEndToEndOptions([])).toEqual({ on: 'browser', json: false, filters: [] })
    expect(readEndToEndOptions(['board', '--json', '--on', 'standin'])).toEqual({
      on: 'standin',
      json: true,
      filters: ['board'],
    })
    expect(readEndToEndOptions(['--on=electron'])).toEqual({ on: 'electron', json: false, filters: [] })
  })

  test.each([
    [['--on'], '--on must be one of browser, standin, electron.'],
    [['--on', 'moon'], '--on must be one of browser, standin, electron, not "moon".'],
    [['--fast'], '--fast is not an option.'],
  ])('refuses %j', (args, sentence) => expect(() => readEndToEndOptions(args)).toThrow(sentence))
})
