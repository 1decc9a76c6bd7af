// Checks the bundles of electron-vite, and runs them under plain Node. It needs the folder `out` of a build.
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LANGUAGES } from '#contract/rules/language.ts'
import { shellChannels } from '#contract/shell-channels.ts'
import { HANG_MS } from '#support/hang.ts'

const root = join(import.meta.dirname, '../..')
const outPath = (path: string) => join(root, 'out', path)
const scriptPath = (name: string) => join(import.meta.dirname, name)
let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'bundles-'))
})
afterAll(() => {
  rmSync(folder, { recursive: true })
})

type RunResult = { code: number; output: string; problems: string }

/** Runs a script of this folder, and returns its exit code and output. */
async function run(name: string, ...args: string[]): Promise<RunResult> {
  try {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [scriptPath(name), ...args], {
      timeout: HANG_MS,
    })
    return { code: 0, output: stdout, problems: stderr }
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string }
    return { code, output: stdout, problems: stderr }
  }
}

describe('the preload script', () => {
  const text = readFileSync(outPath('preload/index.cjs'), 'utf8')

  test('requires only modules that a sandbox has', () => {
    const required = [...text.matchAll(/\b(?:require|import)\s*\(([^)]*)\)/g)].map(([, name]) =>
      name?.replaceAll(/["']/g, ''),
    )
    expect(required).toEqual(['electron'])
    expect(text).not.toMatch(/^\s*(?:import|export)\b/m)
  })

  test('contains no schema library', () => {
    expect(text).not.toMatch(/zod|safeParse/i)
    expect(text.length).toBeLessThan(4000)
  })

  test('runs in a sandbox and exposes one object to the page', () => {
    const exposed: string[] = []
    const electron = {
      contextBridge: { exposeInMainWorld: (name: string) => exposed.push(name) },
      ipcRenderer: { on: () => undefined },
    }
    // oxlint-disable-next-line typescript/no-implied-eval -- Electron runs it as a function with a `require`
    const preload = new Function('require', 'module', 'exports', text) as (...args: unknown[]) => void
    preload((name: string) => (name === 'electron' ? electron : expect.unreachable(name)), {}, {})
    expect(exposed).toEqual(['shell'])
  })
})

test.each(['main', 'web'])(
  'the driver of PostgreSQL is a chunk of its own in %s, loaded only with an office',
  (part) => {
    const files = readdirSync(outPath(part), { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.js'),
    )
    const withDriver = files.filter((name) =>
      readFileSync(join(outPath(part), name), 'utf8').includes('SCRAM-SERVER-FIRST-MESSAGE'),
    )
    expect(withDriver).toEqual([expect.stringMatching(/\bpostgres-[\w-]+\.js$/)])
  },
)

describe('the main bundle', () => {
  test('is evaluated before `ready`, and then opens its window and forks its engine from existing files', async () => {
    const { code, output, problems } = await run('run-main.ts', outPath('main/index.js'), folder)
    expect([code, problems]).toEqual([0, ''])
    const result = JSON.parse(output) as { preloads: string[]; forks: string[] }
    expect([...result.preloads, ...result.forks].filter((path) => !existsSync(path))).toEqual([])
    expect(result).toEqual({
      isSandboxed: true,
      schemes: [
        {
          scheme: 'app',
          privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true },
        },
      ],
      crashReporter: { uploadToServer: false },
      userData: join(folder, 'Quaywatch'),
      handlers: ['app', 'check', 'device', 'request'],
      channels: [shellChannels.call, shellChannels.connectEngine],
      preloads: [outPath('preload/index.cjs')],
      pages: ['load app://bundle/'],
      links: [
        { value: { query: 'cold', isRefused: false } },
        { value: { query: 'second', isRefused: false } },
        { value: { query: null, isRefused: true } },
        { value: { query: null, isRefused: false } },
      ],
      forks: [outPath('main/engine.js')],
      start: {
        type: 'start',
        dataDir: join(folder, 'Quaywatch/accounts/main'),
        baseUrl: '',
        apiKey: null,
        isEmbedded: false,
        membership: null,
        ticketKey: expect.any(String) as string,
        checkOutput: true,
      },
    })
  })

  test('with a file as its data folder shows an error box and ends, instead of running without a window', async () => {
    const file = join(folder, 'a-file')
    writeFileSync(file, '')
    const { code, output, problems } = await run('run-main.ts', outPath('main/index.js'), folder, '--data-dir', file)
    expect([code, problems]).toEqual([0, ''])
    expect(JSON.parse(output)).toEqual({
      errors: [
        ['Quaywatch has to close', expect.stringMatching(/^The data folder cannot be used\.\n\nEEXIST: .*a-file/)],
      ],
      windows: 0,
      code: 1,
    })
  })

  test('is reported by run-main.ts if it awaits `ready` at top level', async () => {
    const bundle = join(folder, 'waits.mjs')
    writeFileSync(bundle, "import { app } from 'electron'\nawait app.whenReady()\n")
    const { code, output } = await run('run-main.ts', bundle, folder)
    expect([code, output]).toEqual([70, ''])
  })
})

describe('the engine bundle', () => {
  test('opens its database, answers over a port, sends beats and stops cleanly, without Electron', async () => {
    const { code, output, problems } = await run('run-engine.ts', outPath('main/engine.js'), join(folder, 'account'))
    expect([code, problems]).toEqual([0, ''])
    expect(JSON.parse(output)).toMatchObject({
      summary: expect.any(Object) as object,
      messages: ['waiting', 'started', 'beat'],
    })
    expect(readdirSync(join(folder, 'account'))).toEqual(expect.arrayContaining(['mirror.db', 'state.db']))
  })

  test('gets the proxy of the service from main, logs the refusal of the proxy, and looks up the proxy again after a wake-up', async () => {
    const { code, output, problems } = await run('ask-proxies.ts', outPath('main/engine.js'), join(folder, 'proxied'))
    expect([code, problems]).toEqual([0, ''])
    const events = JSON.parse(output) as string[]
    const asked = 'asked https://tracking.example'
    expect([events[0], events[1], events.indexOf(asked, 1) > events.indexOf('resume'), events.at(-1)]).toEqual([
      asked,
      'api/proxy-login',
      true,
      asked,
    ])
  })

  test('and the reader and the service do not import Electron', () => {
    const chunks = [
      outPath('main/engine.js'),
      outPath('main/reader.js'),
      outPath('main/service.js'),
      ...readdirSync(outPath('main/chunks'))
        .filter((name) => name.endsWith('.js'))
        .map((name) => outPath(`main/chunks/${name}`)),
    ]
    expect(
      chunks.filter((path) => /from\s*["']electron["']|require\(["']electron["']\)/.test(readFileSync(path, 'utf8'))),
    ).toEqual([])
  })
})

test('the sample service prints its address, answers, and ends on a signal', async () => {
  const child = spawn(
    process.execPath,
    [outPath('main/service.js'), '--port', '0', '--key', 'k', '--data-dir', join(folder, 'service')],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  const { url } = JSON.parse(line.toString()) as { url: string }
  const requestStatus = async (key: string) =>
    (await fetch(`${url}/containers`, { headers: { authorization: `Token ${key}` } })).status
  expect([await requestStatus('k'), await requestStatus('other')]).toEqual([200, 401])
  child.kill()
  expect(await once(child, 'exit')).toEqual([0, null])
})

describe('the page', () => {
  const html = readFileSync(outPath('renderer/index.html'), 'utf8')

  test('has a placeholder for the nonce on every script and style sheet, and no inline script or style', () => {
    const tags = [...html.matchAll(/<(script|link|style)\b([^>]*)>([^<]*)/g)].filter(
      ([, , attributes]) => !attributes?.includes('rel="icon"'),
    )
    expect(tags.length).toBeGreaterThanOrEqual(2)
    expect(tags.filter(([, , attributes]) => !attributes?.includes('nonce="__CSP_NONCE__"'))).toEqual([])
    expect(
      tags.filter(
        ([, name, attributes, text]) => name !== 'link' && (!attributes?.includes('src="') || text?.trim() !== ''),
      ),
    ).toEqual([])
    expect(html).not.toMatch(/\son\w+=|\sstyle=/)
    expect(html).toContain('<meta property="csp-nonce" nonce="__CSP_NONCE__"')
  })

  const assets = readdirSync(outPath('renderer/assets')).filter((name) => name.endsWith('.js'))
  const readAsset = (name: string) => readFileSync(outPath(`renderer/assets/${name}`), 'utf8')
  /** Lists scripts with all modules that they import before they run, except those in `before`. */
  const listModules = (names: readonly string[], before: readonly string[] = []): string[] =>
    names.reduce<string[]>(
      (found, name) =>
        found.includes(name) || before.includes(name)
          ? found
          : [
              ...found,
              name,
              ...listModules(
                [...readAsset(name).matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g)].map(([, other]) => other ?? ''),
                [...before, ...found, name],
              ),
            ],
      [],
    )
  const firstModules = listModules([...html.matchAll(/assets\/([^"]+\.js)"/g)].map(([, name]) => name ?? ''))
  const sumKilobytes = (names: readonly string[]) =>
    names.reduce((sum, name) => sum + gzipSync(readAsset(name)).length, 0) / 1_000

  test.each(LANGUAGES)(
    'loads at most 350 kB of gzipped scripts before its first row, including the texts in %s',
    (language) => {
      const languageModules = listModules(assets.filter((name) => name.startsWith(`catalogue-${language}-`)))
      expect(languageModules).not.toEqual([])
      // The first script waits for these modules, so none of them may import from it.
      expect(languageModules.filter((name) => firstModules.includes(name))).toEqual([])
      expect(sumKilobytes([...firstModules, ...languageModules])).toBeLessThanOrEqual(350)
    },
  )
})
