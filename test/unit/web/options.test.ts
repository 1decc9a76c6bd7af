import { homedir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { StartProblem, readOptions } from '../../../src/web/options.ts'

const read = (args: string[], env: NodeJS.ProcessEnv = { XDG_CONFIG_HOME: '/config' }) =>
  readOptions(args, env, 'linux')

describe('the command line of the browser host', () => {
  test('without options it keeps its data where the desktop app does and takes the usual port', () => {
    expect(read([])).toEqual({
      port: null,
      dataDir: '/config/Quaywatch',
      serviceUrl: null,
      apiKey: null,
      useSample: false,
      openPage: true,
      watch: [],
      clockRate: 1,
    })
  })

  test.each([
    ['win32', { APPDATA: 'C:/Users/a/AppData/Roaming' }, 'C:/Users/a/AppData/Roaming/Quaywatch'],
    ['linux', { XDG_CONFIG_HOME: '/home/a/.conf' }, '/home/a/.conf/Quaywatch'],
    // As in Electron, which takes an empty variable for one that is not set.
    ['linux', { XDG_CONFIG_HOME: '' }, join(homedir(), '.config', 'Quaywatch')],
  ] as const)('on %s with %j the folder is %s', (platform, env, folder) => {
    expect(readOptions([], env, platform)?.dataDir).toBe(folder)
  })

  test('an empty --data-dir is none, as in the desktop app', () => {
    expect(read(['--data-dir', ''])?.dataDir).toBe('/config/Quaywatch')
  })

  test('an address brings its key from the option or from the environment', () => {
    const given = (args: string[], env?: NodeJS.ProcessEnv) => {
      const options = read(['--service-url', 'https://a.example:8443/api/v2?x#y', ...args], env)
      return [options?.serviceUrl, options?.apiKey]
    }
    const url = 'https://a.example:8443/api/v2'
    expect([given(['--api-key', 'k']), given([], { QUAYWATCH_API_KEY: 'e' }), given([])]).toEqual([
      [url, 'k'],
      [url, 'e'],
      [url, null],
    ])
  })

  test('a key alone is for the stored account', () => {
    expect(read(['--api-key', 'k'])).toMatchObject({ serviceUrl: null, apiKey: 'k' })
  })

  test('folders to be watched are as many as are given, and absolute', () => {
    expect(read(['--watch', '.', '--watch', '/'])?.watch).toEqual([process.cwd(), '/'])
  })

  test('help wins over everything', () => {
    expect(read(['--port', 'x', '--help'])).toBeNull()
  })

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
    // Node says more of this one, on lines of its own.
    [
      ['--service-url', '--api-key', 'k'],
      /^Option '--service-url' argument is ambiguous\. Run it with --help to see the options\.$/,
    ],
    [['board'], /--help/],
  ])('%j is refused with a sentence', (args, sentence) => {
    expect(() => read(args)).toThrow(StartProblem)
    expect(() => read(args)).toThrow(sentence)
  })
})
