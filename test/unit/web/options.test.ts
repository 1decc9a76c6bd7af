import { homedir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readOptions } from '../../../src/web/options.ts'
import { StartProblem } from '../../../src/web/start-problem.ts'

const read = (args: string[], env: NodeJS.ProcessEnv = { XDG_CONFIG_HOME: '/config' }) =>
  readOptions(args, env, 'linux')

describe('the command line of the browser host', () => {
  test('has the data folder of the desktop app and the default port without options', () =>
    expect(read([])).toEqual({
      port: null,
      dataDir: '/config/Quaywatch',
      serviceUrl: null,
      apiKey: null,
      useSample: false,
      opensPage: true,
      watchedFolders: [],
      office: null,
      clockRate: 1,
    }))

  test.each([
    ['win32', { APPDATA: 'C:/Users/a/AppData/Roaming' }, 'C:/Users/a/AppData/Roaming/Quaywatch'],
    ['linux', { XDG_CONFIG_HOME: '/home/a/.conf' }, '/home/a/.conf/Quaywatch'],
    // As in Electron, which ignores an empty variable.
    ['linux', { XDG_CONFIG_HOME: '' }, join(homedir(), '.config', 'Quaywatch')],
  ] as const)('on %s with %j has the data folder %s', (platform, env, folder) =>
    expect(readOptions([], env, platform)?.dataDir).toBe(folder),
  )

  test('ignores an empty --data-dir, as the desktop app does', () =>
    expect(read(['--data-dir', ''])?.dataDir).toBe('/config/Quaywatch'))

  test('takes the key of an address from the option or from the environment', () => {
    const readKey = (args: string[], env?: NodeJS.ProcessEnv) => {
      const options = read(['--service-url', 'https://a.example:8443/api/v2?x#y', ...args], env)
      return [options?.serviceUrl, options?.apiKey]
    }
    const url = 'https://a.example:8443/api/v2'
    expect([readKey(['--api-key', 'k']), readKey([], { QUAYWATCH_API_KEY: 'e' }), readKey([])]).toEqual([
      [url, 'k'],
      [url, 'e'],
      [url, null],
    ])
  })

  test('has no address if only a key is given', () =>
    expect(read(['--api-key', 'k'])).toMatchObject({ serviceUrl: null, apiKey: 'k' }))

  test('takes several folders to watch, and makes them absolute', () =>
    expect(read(['--watch', '.', '--watch', '/'])?.watchedFolders).toEqual([process.cwd(), '/']))

  test('ignores all other options after --help', () => expect(read(['--port', 'x', '--help'])).toBeNull())

  test.each([
    [['--port', '70000'], /--port must be a whole number from 0 to 65535, not "70000"/],
    [['--clock-rate', '0'], /--clock-rate must be/],
    [['--service-url', 'example.org'], /full address such as/],
    [['--service-url', 'https://example.org/'], /full address such as/],
    [['--service-url', 'https://me@example.org/v2'], /full address such as/],
    [['--service-url', 'http://example.org/v2'], /full address such as/],
    [['--service-url', 'ftp://example.org/v2'], /full address such as/],
    [['--api-key', 'two words'], /blanks/],
    [['--sample', '--service-url', 'https://a/v2'], /two different sources/],
    [['--watch', '/no/such/folder'], /There is no folder \/no\/such\/folder to be watched\./],
    [['--watch', '/proc/version'], /There is no folder/],
    [['--colour'], /Unknown option '--colour'\. Run it with --help/],
    // Node's message has further lines for this one.
    [
      ['--service-url', '--api-key', 'k'],
      /^Option '--service-url' argument is ambiguous\. Run it with --help to see the options\.$/,
    ],
    [['board'], /--help/],
  ])('with %j is refused with a sentence', (args, sentence) => {
    expect(() => read(args)).toThrow(StartProblem)
    expect(() => read(args)).toThrow(sentence)
  })
})
