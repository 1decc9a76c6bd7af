// Tests `npm start` with a shell script in place of Electron, which cannot be downloaded everywhere. The script prints
// its arguments, or fails like Electron.
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

/** Writes the script that replaces Electron, and returns its path. */
function writeElectron(script: string, mode = 0o755): string {
  const file = join(folder, 'electron')
  writeFileSync(file, `#!/bin/sh\n${script}\n`)
  chmodSync(file, mode)
  return file
}

/** Runs `npm start` on a simulated computer, or on the real one if `computer` is null. */
function startApp(computer: Partial<Computer> | null, env: Record<string, string>, ...args: string[]) {
  const entry = computer === null ? [START] : [START_ON, JSON.stringify(computer)]
  const child = spawn(process.execPath, [...entry, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  })
  running.push(child)
  let output = ''
  let errors = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()))
  const end = once(child, 'close').then(([code, signal]) => ({
    code: code as number | null,
    signal: signal as string | null,
    output,
    errors,
  }))
  /** Resolves with the address of the browser version once it is printed. */
  const address = new Promise<string>((resolve, reject) => {
    child.stdout.on('data', () => {
      const printed = /^Quaywatch is ready\. Open this address in a browser: (\S+)$/m.exec(output)?.[1]
      if (printed !== undefined) resolve(printed)
    })
    void end.then(({ code }) => reject(new Error(`It ended with ${code} and without an address: ${output}${errors}`)))
  })
  address.catch(() => undefined)
  return { child, end, address, output: () => output }
}

const startOnDesktop = (env: Record<string, string>, ...args: string[]) =>
  startApp(DESKTOP, { ...SCREEN, ...env }, ...args)

describe('npm start with Electron', () => {
  test('opens the app with its arguments, as Electron and not as plain Node, with its sandbox', async () => {
    const file = writeElectron('echo "given: $*, plain Node: ${ELECTRON_RUN_AS_NODE:-no}"')
    const { code, output } = await startOnDesktop(
      { ELECTRON_EXEC_PATH: file, ELECTRON_RUN_AS_NODE: '1' },
      '--sample',
      '--data-dir',
      'D',
    ).end
    expect(code).toBe(0)
    expect(output).toContain('given: . --sample --data-dir D, plain Node: no\n')
    expect(output).not.toContain('no-sandbox')
    // Electron ends at once if the user quits or if another instance is running. Neither opens the browser version.
    expect(output).not.toContain('browser')
  })

  test.each(['SIGINT', 'SIGTERM'] as const)(
    'passes %s on, ends like Electron, and opens nothing else',
    async (signal) => {
      const file = writeElectron(
        `trap "echo trapped; exit 3" ${signal.slice(3)}; echo up; while :; do sleep 0.05; done`,
      )
      const { child, end } = startOnDesktop({ ELECTRON_EXEC_PATH: file })
      child.stdout.on('data', (chunk: Buffer) => {
        if (chunk.toString().includes('up\n')) child.kill(signal)
      })
      const { code, output } = await end
      expect([code, output.endsWith('up\ntrapped\n')]).toEqual([3, true])
    },
  )

  test('does not open the browser version if a signal ends Electron early', async () => {
    const { signal, output } = await startOnDesktop({ ELECTRON_EXEC_PATH: writeElectron('kill -TERM $$') }).end
    expect([signal, output.includes('browser')]).toEqual(['SIGTERM', false])
  })

  test('refuses options that only the browser version has', async () => {
    const { code, errors } = await startOnDesktop({ ELECTRON_EXEC_PATH: writeElectron('echo opened') }, '--port', '0')
      .end
    expect([code, errors]).toEqual([
      2,
      '--port is for the browser version only. Add --web to open that, or leave it out.\n',
    ])
  })
})

/** Scripts with the output and the end of Electron in each failure, and the reason that `npm start` then prints. */
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
  ['an end without output', 'exit 7', /^Electron failed \d+\.\d s after its start, with code 7\.$/],
]

/** Returns the lines before the announcement, except progress messages. */
const listReasons = (output: string, announcement: string) =>
  output
    .slice(0, output.indexOf(announcement))
    .split('\n')
    .filter((line) => line !== '' && line !== 'Opening Quaywatch…' && !line.startsWith('Building'))

describe('npm start with an Electron that fails', () => {
  test.each(FAILURES)(
    'because of %s, prints the reason in one sentence and opens the browser version on the same folder',
    async (_name, script, reason) => {
      const dataDir = makeFolder()
      const { child, end, address, output } = startOnDesktop(
        { ELECTRON_EXEC_PATH: writeElectron(script) },
        '--data-dir',
        dataDir,
      )
      expect((await fetch(await address)).status).toBe(200)
      expect(listReasons(output(), 'Quaywatch opens in your browser')).toEqual([expect.stringMatching(reason)])
      expect(output()).toMatch(
        /same data folder\.\nThe browser version cannot read the keychain of the system: it keeps an API key until it ends, or in a file/,
      )
      expect(existsSync(join(dataDir, 'accounts'))).toBe(true)
      child.kill('SIGTERM')
      expect((await end).code).toBe(0)
    },
  )

  test.each(FAILURES)(
    'because of %s, with --desktop prints the reason in one sentence, opens nothing and fails',
    async (_name, script, reason) => {
      const { code, output } = await startOnDesktop({ ELECTRON_EXEC_PATH: writeElectron(script) }, '--desktop').end
      expect(listReasons(output, 'The desktop app was asked for')).toEqual([expect.stringMatching(reason)])
      expect([code, output.endsWith('The desktop app was asked for with --desktop, so nothing was opened.\n')]).toEqual(
        [1, true],
      )
    },
  )

  test('because it is not an executable file, prints that reason', async () => {
    const file = writeElectron('exit 0', 0o644)
    const { code, output } = await startOnDesktop({ ELECTRON_EXEC_PATH: file }, '--desktop').end
    expect([code, listReasons(output, 'The desktop app was asked for')]).toEqual([
      1,
      [`${file} cannot be started: it is not a program, or may not be run by you.`],
    ])
  })

  test('does not wait for a helper process that still runs and keeps the output open', async () => {
    const helper = join(folder, 'helper')
    const file = writeElectron(`sleep 60 & echo $! >'${helper}'; exit 1`)
    const { child, end, address } = startOnDesktop({ ELECTRON_EXEC_PATH: file }, '--data-dir', makeFolder())
    await address
    // `kill` throws if the helper has ended. If the helper still runs, the browser version did not wait for it.
    process.kill(Number(readFileSync(helper, 'utf8')), 'SIGKILL')
    child.kill('SIGTERM')
    expect((await end).code).toBe(0)
  })
})

describe('npm start on a computer where Electron cannot run', () => {
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
    '%s, does not start an installed Electron, and opens the browser version with its options',
    async (_name, computer, env, reason) => {
      const started = join(folder, 'started')
      const { child, end, address, output } = startApp(
        computer,
        { ...env, ELECTRON_EXEC_PATH: writeElectron(`touch '${started}'`) },
        '--sample',
        '--no-open',
        '--port',
        '0',
        '--data-dir',
        makeFolder(),
      )
      expect((await fetch(await address)).status).toBe(200)
      expect(listReasons(output(), 'Quaywatch opens in your browser')).toEqual([expect.stringMatching(reason)])
      // The sample needs no key.
      expect(output()).not.toContain('API key')
      expect(existsSync(started)).toBe(false)
      child.kill('SIGTERM')
      expect((await end).code).toBe(0)
    },
  )

  test.each(COMPUTERS)(
    '%s, with --desktop neither starts nor downloads Electron, and fails',
    async (_name, computer, env, reason) => {
      const { code, output } = await startApp(
        computer,
        { ...env, ELECTRON_MIRROR: 'http://127.0.0.1:9/', ELECTRON_OVERRIDE_DIST_PATH: '/nowhere' },
        '--desktop',
        '--retry-electron',
      ).end
      expect(listReasons(output, 'The desktop app was asked for')).toEqual([expect.stringMatching(reason)])
      expect(code).toBe(1)
    },
  )

  test('checks the real computer if none is simulated', async () => {
    const file = writeElectron('echo opened')
    const { code, output } = await startApp(null, { ELECTRON_EXEC_PATH: file }, '--desktop').end
    const canRunElectron =
      process.platform !== 'linux' ||
      (process.getuid?.() !== 0 && Boolean(process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY']))
    expect([code, output.includes('\nopened\n')]).toEqual(canRunElectron ? [0, true] : [1, false])
  })
})

describe('npm start without an installed Electron', () => {
  /** No program listens on this port. */
  const UNREACHABLE_MIRROR = { ELECTRON_MIRROR: 'http://127.0.0.1:9/', ELECTRON_OVERRIDE_DIST_PATH: '/nowhere' }

  // A failed download is stored in the checkout, and would affect later tests and the developer's next start.
  afterEach(() => removeAbsence(fileURLToPath(new URL('../../..', import.meta.url))))

  test('with --desktop opens nothing, prints the reason and how to retry, and fails', async () => {
    const { code, output } = await startOnDesktop(UNREACHABLE_MIRROR, '--desktop', '--retry-electron').end
    expect(code).toBe(1)
    expect(output).toContain('127.0.0.1 cannot be reached from here')
    expect(output).toContain('npm start -- --retry-electron')
    expect(output).toContain('Behind an office proxy, set HTTPS_PROXY=')
    expect(output).toContain('nothing was opened')
    expect(output).not.toContain('Quaywatch is ready')
  })

  test('does not repeat a failed download from the same address within a day', async () => {
    await startOnDesktop(UNREACHABLE_MIRROR, '--desktop', '--retry-electron').end
    expect((await startOnDesktop(UNREACHABLE_MIRROR, '--desktop').end).output).toContain(
      'could not be fetched within the last day',
    )
  })

  test('downloads Electron through the proxy in HTTPS_PROXY, without other settings', async () => {
    const requestLines: string[] = []
    const proxy = createServer((socket) => {
      socket.on('error', () => undefined)
      socket.once('data', (request) => {
        requestLines.push(request.toString().split('\r\n')[0] ?? '')
        socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n')
      })
    })
    proxy.listen(0, '127.0.0.1')
    await once(proxy, 'listening')
    const { port } = proxy.address() as AddressInfo
    const env = {
      ...UNREACHABLE_MIRROR,
      ELECTRON_MIRROR: 'https://mirror.example/',
      HTTPS_PROXY: `http://127.0.0.1:${port}`,
      NO_PROXY: '',
    }
    const { code, output } = await startOnDesktop(env, '--desktop', '--retry-electron').end
    expect(requestLines).toContain('CONNECT mirror.example:443 HTTP/1.1')
    expect([code, output.includes('its installer said')]).toEqual([1, true])
    proxy.close()
  })
})
