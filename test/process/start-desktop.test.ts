// `npm start` where there is an Electron: here a shell script that says what it was given, in the place of a binary that
// cannot be fetched everywhere.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { endPrograms, makeFolder } from '#support/programs.ts'
import { forgetAbsence } from '../../scripts/electron.mjs'

const START = fileURLToPath(new URL('../../scripts/start.mjs', import.meta.url))

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

function start(env: Record<string, string>, ...args: string[]) {
  const child = spawn(process.execPath, [START, ...args], { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } })
  running.push(child)
  let said = ''
  let problems = ''
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (problems += chunk.toString()))
  const end = once(child, 'close').then(([code, signal]) => ({ code: code as number | null, signal: signal as string | null, said, problems }))
  return { child, end }
}

describe('with an Electron', () => {
  test('opens the app in it with what was asked for, as a program and not as a plain Node, with its sandbox', async () => {
    const file = electron('echo "given: $*, plain Node: ${ELECTRON_RUN_AS_NODE:-no}"')
    const { code, said } = await start({ ELECTRON_EXEC_PATH: file, ELECTRON_RUN_AS_NODE: '1' }, '--sample', '--data-dir', 'D').end
    expect(code).toBe(0)
    expect(said).toContain('given: . --sample --data-dir D, plain Node: no\n')
    expect(said).not.toContain('no-sandbox')
  })

  test('ends with its code', async () => {
    expect((await start({ ELECTRON_EXEC_PATH: electron('exit 7') }).end).code).toBe(7)
  })

  test('hands signals on and ends as it does', async () => {
    const file = electron('trap "echo heard; exit 0" TERM; echo up; while :; do sleep 0.05; done')
    const { child, end } = start({ ELECTRON_EXEC_PATH: file })
    child.stdout.on('data', (chunk: Buffer) => {
      if (chunk.toString().includes('up\n')) child.kill('SIGTERM')
    })
    const { code, said } = await end
    expect([code, said.endsWith('up\nheard\n')]).toEqual([0, true])
  })

  test.each([
    ['error while loading shared libraries: libnss3.so: cannot open shared object file', 'needs the system library libnss3.so'],
    ['Missing X server or $DISPLAY', 'no screen to open a window on'],
    ['The SUID sandbox helper binary was found, but is not configured correctly', 'does not let Electron build its sandbox'],
  ])('that ends at once with “%s” says what to do, and how to go on meanwhile', async (words, hint) => {
    const { code, problems } = await start({ ELECTRON_EXEC_PATH: electron(`echo '${words}' >&2; exit 127`) }).end
    expect(code).toBe(127)
    expect(problems).toContain(hint)
    expect(problems).toContain('npm start -- --web')
  })

  test('that is no program says so in words', async () => {
    const file = electron('exit 0', 0o644)
    const { code, problems } = await start({ ELECTRON_EXEC_PATH: file }).end
    expect([code, problems]).toEqual([2, `${file} cannot be started: it is not a program, or may not be run by you.\n`])
  })

  test('refuses what only the browser version knows', async () => {
    const { code, problems } = await start({ ELECTRON_EXEC_PATH: electron('echo opened') }, '--port', '0').end
    expect([code, problems]).toEqual([2, '--port is for the browser version only. Add --web to open that, or leave it out.\n'])
  })
})

describe('without one', () => {
  /** Nothing listens at that port of this computer. */
  const NOWHERE = { ELECTRON_MIRROR: 'http://127.0.0.1:9/', ELECTRON_OVERRIDE_DIST_PATH: '/nowhere' }

  // What this computer remembers is not for the next start to believe.
  afterEach(() => {
    forgetAbsence(fileURLToPath(new URL('../..', import.meta.url)))
  })

  test('--desktop opens nothing, says why and how to try again, and fails', async () => {
    const { code, said } = await start(NOWHERE, '--desktop', '--retry-electron').end
    expect(code).toBe(1)
    expect(said).toContain('127.0.0.1 cannot be reached from here')
    expect(said).toContain('npm start -- --retry-electron')
    expect(said).toContain('nothing was opened')
    expect(said).not.toContain('Quaywatch is ready')
  })

  test('remembers it for the same address, without asking again', async () => {
    await start(NOWHERE, '--desktop', '--retry-electron').end
    expect((await start(NOWHERE, '--desktop').end).said).toContain('could not be fetched within the last day')
  })
})
