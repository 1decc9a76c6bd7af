// `npm start` with Electron: here a shell script that prints its arguments, or fails like Electron, in place of a
// binary that cannot be downloaded everywhere.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { endPrograms, makeFolder } from '#support/programs.ts'
import type { Computer } from '../../../scripts/electron-reasons.mjs'
import { removeAbsence } from '../../../scripts/electron.mjs'

const START = fileURLToPath(new URL('../../../scripts/start.mjs', import.meta.url))
const START_ON = fileURLToPath(new URL('../start-on.ts', import.meta.url))
/** A computer on which Electron can run. */
const DESKTOP: Partial<Computer> = { platform: 'linux', uid: 1000, isMusl: false }
const SCREEN = { DISPLAY: ':0' }

let folder = ''
const running: ChildProcess[] = []
beforeEach(() => {
  folder = makeFolder()
})
afterEach(async () => {
  for (const child of running.splice(0)) child.kill('SIGKILL')
  await endPrograms()
})

function electron(script: string, mode = 0o755): string {
  const file = join(folder, 'electron')
  writeFileSync(file, `#!/bin/sh\n${script}\n`)
  chmodSync(file, mode)
  return file
}

/** `computer`: null for the real one. */
function start(computer: Partial<Computer> | null, env: Record<string, string>, ...args: string[]) {
  const entry = computer === null ? [START] : [START_ON, JSON.stringify(computer)]
  const child = spawn(process.execPath, [...entry, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  })
  running.push(child)
  let said = ''
  let problems = ''
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (problems += chunk.toString()))
  const end = once(child, 'close').then(([code, signal]) => ({
    code: code as number | null,
    signal: signal as string | null,
    said,
    problems,
  }))
  /** Resolves with the address of the browser version once it is printed. */
  const address = new Promise<string>((resolve, reject) => {
    child.stdout.on('data', () => {
      const printed = /^Quaywatch is ready\. Open this address in a browser: (\S+)$/m.exec(said)?.[1]
      if (printed !== undefined) resolve(printed)
    })
    void end.then(({ code }) => reject(new Error(`It ended with ${code} and without an address: ${said}${problems}`)))
  })
  address.catch(() => undefined)
  return { child, end, address, said: () => said }
}

const startOnDesktop = (env: Record<string, string>, ...args: string[]) =>
  start(DESKTOP, { ...SCREEN, ...env }, ...args)

describe('with an Electron', () => {
  test('opens the app with its arguments, as Electron and not as plain Node, with its sandbox', async () => {
    const file = electron('echo "given: $*, plain Node: ${ELECTRON_RUN_AS_NODE:-no}"')
    const { code, said } = await startOnDesktop(
      { ELECTRON_EXEC_PATH: file, ELECTRON_RUN_AS_NODE: '1' },
      '--sample',
      '--data-dir',
      'D',
    ).end
    expect(code).toBe(0)
    expect(said).toContain('given: . --sample --data-dir D, plain Node: no\n')
    expect(said).not.toContain('no-sandbox')
    // The end of a user who quits at once, and of a second instance.
    expect(said).not.toContain('browser')
  })

  test.each(['SIGINT', 'SIGTERM'] as const)(
    'passes %s on, ends like Electron, and opens nothing else',
    async (signal) => {
      const file = electron(`trap "echo trapped; exit 3" ${signal.slice(3)}; echo up; while :; do sleep 0.05; done`)
      const { child, end } = startOnDesktop({ ELECTRON_EXEC_PATH: file })
      child.stdout.on('data', (chunk: Buffer) => {
        if (chunk.toString().includes('up\n')) child.kill(signal)
      })
      const { code, said } = await end
      expect([code, said.endsWith('up\ntrapped\n')]).toEqual([3, true])
    },
  )

  test('does not open the browser version after an early end on request', async () => {
    const { signal, said } = await startOnDesktop({ ELECTRON_EXEC_PATH: electron('kill -TERM $$') }).end
    expect([signal, said.includes('browser')]).toEqual(['SIGTERM', false])
  })

  test('refuses options that only the browser version knows', async () => {
    const { code, problems } = await startOnDesktop({ ELECTRON_EXEC_PATH: electron('echo opened') }, '--port', '0').end
    expect([code, problems]).toEqual([
      2,
      '--port is for the browser version only. Add --web to open that, or leave it out.\n',
    ])
  })
})

/** The output of Electron, Chromium and the loader of Linux, and how they end. */
const FAILURES: [name: string, script: string, reason: RegExp][] = [
  [
    'root',
    "echo '[7:1101/101010.1:FATAL:electron_main_delegate.cc:223] Running as root without --no-sandbox is not supported. See https://crbug.com/638180.' >&2; kill -TRAP $$",
    /^Electron does not run as root, .*\.$/,
  ],
  [
    'no display',
    "echo '[7:1101/101010.1:ERROR:ozone_platform_x11.cc:249] Missing X server or $DISPLAY' >&2; echo '[7:1101/101010.1:ERROR:env.cc:257] The platform failed to initialize.  Exiting.' >&2; exit 1",
    /^There is no screen to open a window on, .*\.$/,
  ],
  [
    'the SUID sandbox',
    'echo "[7:1101/101010.1:FATAL:setuid_sandbox_host.cc:166] The SUID sandbox helper binary was found, but is not configured correctly. Rather than run without sandboxing I\'m aborting now. You need to make sure that /q/node_modules/electron/dist/chrome-sandbox is owned by root and has mode 4755." >&2; kill -TRAP $$',
    /^The system does not let Electron build its sandbox; .*: sudo chown root '\/q\/node_modules\/electron\/dist\/chrome-sandbox' && sudo chmod 4755 '\/q\/node_modules\/electron\/dist\/chrome-sandbox'$/,
  ],
  [
    'a missing library',
    'echo "$0: error while loading shared libraries: libnss3.so: cannot open shared object file: No such file or directory" >&2; exit 127',
    /^Electron needs the system library libnss3\.so, which is not installed; .*\.$/,
  ],
  ['a segfault', 'kill -SEGV $$', /^Electron failed \d+\.\d s after its start, with SIGSEGV\.$/],
  ['an end without a word', 'exit 7', /^Electron failed \d+\.\d s after its start, with code 7\.$/],
]

/** The lines before the announcement of the browser version. */
const reasonsIn = (said: string, announcement: string) =>
  said
    .slice(0, said.indexOf(announcement))
    .split('\n')
    .filter((line) => line !== '' && line !== 'Opening Quaywatch…' && !line.startsWith('Building'))

describe('with an Electron that cannot run', () => {
  test.each(FAILURES)(
    'because of %s, says why in one sentence and opens the browser version on the same folder',
    async (_name, script, reason) => {
      const dataDir = makeFolder()
      const { child, end, address, said } = startOnDesktop(
        { ELECTRON_EXEC_PATH: electron(script) },
        '--data-dir',
        dataDir,
      )
      expect((await fetch(await address)).status).toBe(200)
      expect(reasonsIn(said(), 'Quaywatch opens in your browser')).toEqual([expect.stringMatching(reason)])
      expect(said()).toMatch(
        /same data folder\.\nThe browser version cannot read the keychain of the system: it keeps an API key until it ends, or in a file/,
      )
      expect(existsSync(join(dataDir, 'accounts'))).toBe(true)
      child.kill('SIGTERM')
      expect((await end).code).toBe(0)
    },
  )

  test.each(FAILURES)(
    'because of %s, with --desktop says why in one sentence, opens nothing and fails',
    async (_name, script, reason) => {
      const { code, said } = await startOnDesktop({ ELECTRON_EXEC_PATH: electron(script) }, '--desktop').end
      expect(reasonsIn(said, 'The desktop app was asked for')).toEqual([expect.stringMatching(reason)])
      expect([code, said.endsWith('The desktop app was asked for with --desktop, so nothing was opened.\n')]).toEqual([
        1,
        true,
      ])
    },
  )

  test('if Electron is not a program, says so in words', async () => {
    const file = electron('exit 0', 0o644)
    const { code, said } = await startOnDesktop({ ELECTRON_EXEC_PATH: file }, '--desktop').end
    expect([code, reasonsIn(said, 'The desktop app was asked for')]).toEqual([
      1,
      [`${file} cannot be started: it is not a program, or may not be run by you.`],
    ])
  })

  test('does not delay the browser version for a helper that continues and keeps the output open', async () => {
    const helper = join(folder, 'helper')
    const file = electron(`sleep 60 & echo $! >'${helper}'; exit 1`)
    const { child, end, address } = startOnDesktop({ ELECTRON_EXEC_PATH: file }, '--data-dir', makeFolder())
    await address
    // Throws if the helper has ended. If it still runs, it delayed nothing.
    process.kill(Number(readFileSync(helper, 'utf8')), 'SIGKILL')
    child.kill('SIGTERM')
    expect((await end).code).toBe(0)
  })
})

describe('where Electron cannot run', () => {
  const COMPUTERS: [name: string, computer: Partial<Computer>, env: Record<string, string>, reason: RegExp][] = [
    ['as root', { ...DESKTOP, uid: 0 }, SCREEN, /^Electron does not run as root, .*\.$/],
    [
      'without a screen',
      DESKTOP,
      { DISPLAY: '', WAYLAND_DISPLAY: '' },
      /^There is no screen to open a window on, .*\.$/,
    ],
    ['on musl', { ...DESKTOP, isMusl: true }, SCREEN, /^Electron needs the C library glibc, .*\.$/],
  ]

  test.each(COMPUTERS)(
    '%s, does not start one that is there and opens the browser version, with its options',
    async (_name, computer, env, reason) => {
      const started = join(folder, 'started')
      const { child, end, address, said } = start(
        computer,
        { ...env, ELECTRON_EXEC_PATH: electron(`touch '${started}'`) },
        '--sample',
        '--no-open',
        '--port',
        '0',
        '--data-dir',
        makeFolder(),
      )
      expect((await fetch(await address)).status).toBe(200)
      expect(reasonsIn(said(), 'Quaywatch opens in your browser')).toEqual([expect.stringMatching(reason)])
      // The sample needs no key.
      expect(said()).not.toContain('API key')
      expect(existsSync(started)).toBe(false)
      child.kill('SIGTERM')
      expect((await end).code).toBe(0)
    },
  )

  test.each(COMPUTERS)(
    '%s, neither starts nor fetches one for --desktop, and fails',
    async (_name, computer, env, reason) => {
      const { code, said } = await start(
        computer,
        { ...env, ELECTRON_MIRROR: 'http://127.0.0.1:9/', ELECTRON_OVERRIDE_DIST_PATH: '/nowhere' },
        '--desktop',
        '--retry-electron',
      ).end
      expect(reasonsIn(said, 'The desktop app was asked for')).toEqual([expect.stringMatching(reason)])
      expect(code).toBe(1)
    },
  )

  test('without a given computer, decides by what it finds on this one', async () => {
    const file = electron('echo opened')
    const { code, said } = await start(null, { ELECTRON_EXEC_PATH: file }, '--desktop').end
    const isPossible =
      process.platform !== 'linux' ||
      (process.getuid?.() !== 0 && Boolean(process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY']))
    expect([code, said.includes('\nopened\n')]).toEqual(isPossible ? [0, true] : [1, false])
  })
})

describe('without one', () => {
  /** No program listens on this port. */
  const NOWHERE = { ELECTRON_MIRROR: 'http://127.0.0.1:9/', ELECTRON_OVERRIDE_DIST_PATH: '/nowhere' }

  // The stored failure must not affect the next start.
  afterEach(() => removeAbsence(fileURLToPath(new URL('../../..', import.meta.url))))

  test('--desktop opens nothing, prints the reason and how to retry, and fails', async () => {
    const { code, said } = await startOnDesktop(NOWHERE, '--desktop', '--retry-electron').end
    expect(code).toBe(1)
    expect(said).toContain('127.0.0.1 cannot be reached from here')
    expect(said).toContain('npm start -- --retry-electron')
    expect(said).toContain('Behind an office proxy, set HTTPS_PROXY=')
    expect(said).toContain('nothing was opened')
    expect(said).not.toContain('Quaywatch is ready')
  })

  test('remembers a failed download from the same address, and does not try again', async () => {
    await startOnDesktop(NOWHERE, '--desktop', '--retry-electron').end
    expect((await startOnDesktop(NOWHERE, '--desktop').end).said).toContain('could not be fetched within the last day')
  })

  test('downloads it through an office proxy, by HTTPS_PROXY alone', async () => {
    const asked: string[] = []
    const proxy = createServer((socket) => {
      socket.on('error', () => undefined)
      socket.once('data', (request) => {
        asked.push(request.toString().split('\r\n')[0] ?? '')
        socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n')
      })
    })
    proxy.listen(0, '127.0.0.1')
    await once(proxy, 'listening')
    const { port } = proxy.address() as AddressInfo
    const env = {
      ...NOWHERE,
      ELECTRON_MIRROR: 'https://mirror.example/',
      HTTPS_PROXY: `http://127.0.0.1:${port}`,
      NO_PROXY: '',
    }
    const { code, said } = await startOnDesktop(env, '--desktop', '--retry-electron').end
    expect(asked).toContain('CONNECT mirror.example:443 HTTP/1.1')
    expect([code, said.includes('its installer said')]).toEqual([1, true])
    proxy.close()
  })
})
