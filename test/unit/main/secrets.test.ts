// Where API keys rest, with Electron's safeStorage played by a keyring the test arranges and real files.
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { app } from '#standin/electron.ts'
import { keyring } from '#standin/keyring.ts'
import { createSecrets } from '../../../src/main/system/secrets.ts'

app.becomeReady()
let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'secrets-'))
  keyring.reset()
})
afterEach(() => {
  vi.useRealTimers()
  rmSync(folder, { recursive: true })
})

const platforms = ['linux', 'darwin', 'win32'] as const
const WORKS = { prefix: 'v11', secret: 'keyring' }
/** What a system gives where its keychain cannot be had. */
const NOTHING = { linux: { prefix: 'v10', secret: 'peanuts' }, darwin: null, win32: null }

/** A run of the program of its own. */
function open(platform: NodeJS.Platform = 'linux') {
  keyring.newRun()
  const told: string[] = []
  const secrets = createSecrets({
    folder: join(folder, 'keys'),
    platform,
    changed: () => told.push('changed'),
    log: { path: '', write: (level, event) => told.push(`${level}: ${event}`), bug: () => '' },
  })
  const state = async () => [await secrets.storages(), await secrets.problem('main')]
  return { secrets, told, state }
}

const fileOf = (account: string) => join(folder, 'keys', account)
const BOTH = ['keychain', 'session']

describe('a keychain that works', () => {
  test('keeps a key over a restart, encrypted, in a file only this user may read', async () => {
    await open().secrets.store('main', 'the-key', 'keychain')
    expect(await open().secrets.read('main')).toBe('the-key')
    expect(readFileSync(fileOf('main'), 'latin1')).not.toContain('the-key')
    // Windows has no such bits: there the folder of the user's own data is closed to others.
    if (process.platform !== 'win32') expect(statSync(fileOf('main')).mode & 0o077).toBe(0)
    expect(readdirSync(join(folder, 'keys'))).toEqual(['main'])
  })

  test.each(platforms)('is offered first, and the system is asked once (%s)', async (platform) => {
    const { secrets, state } = open(platform)
    expect([await state(), await state(), keyring.questions]).toEqual([[BOTH, null], [BOTH, null], 1])
    await secrets.store('main', 'the-key', 'keychain')
    expect([await secrets.read('main'), await state(), keyring.questions]).toEqual(['the-key', [BOTH, null], 1])
  })

  test('holds one key per account', async () => {
    const { secrets } = open()
    await secrets.store('main', 'a', 'keychain')
    await secrets.store('second', 'b', 'keychain')
    await secrets.forget('main')
    expect([await secrets.read('main'), await secrets.read('second')]).toEqual([null, 'b'])
  })

  test('whose own key has changed gets the file written anew', async () => {
    await open().secrets.store('main', 'the-key', 'keychain')
    Object.assign(keyring, { gives: { prefix: 'v12', secret: 'keyring' }, shouldReEncrypt: true })
    expect(await open().secrets.read('main')).toBe('the-key')
    expect(readFileSync(fileOf('main'), 'latin1').slice(0, 3)).toBe('v12')
  })

  test('on macOS and Windows, where Chromium’s prefix says nothing of where the key comes from', async () => {
    keyring.gives = { prefix: 'v10', secret: 'of the system' }
    expect([await open('darwin').state(), await open('win32').state()]).toEqual([
      [BOTH, null],
      [BOTH, null],
    ])
  })
})

describe.each(platforms)('no keychain that can be used (%s)', (platform) => {
  beforeEach(() => {
    keyring.gives = NOTHING[platform]
  })

  test('is told as missing; a key is kept for the session only and nothing is written', async () => {
    const { secrets, state } = open(platform)
    expect(await state()).toEqual([['session'], 'missing'])
    await expect(secrets.store('main', 'k', 'keychain')).rejects.toMatchObject({ code: 'shell/key-not-stored' })
    await secrets.store('main', 'k', 'session')
    expect([await secrets.read('main'), readdirSync(folder)]).toEqual(['k', []])
  })

  test('stays so to the end of the run, although the keychain is there by now: Electron does not ask it twice', async () => {
    const { state } = open(platform)
    const before = await state()
    keyring.gives = WORKS
    expect([before, await state(), keyring.questions]).toEqual([[['session'], 'missing'], [['session'], 'missing'], 1])
    expect(await open(platform).state()).toEqual([BOTH, null])
  })

  test('is told as locked where a key of the account lies in it, and gives that key after a restart', async () => {
    keyring.gives = WORKS
    await open(platform).secrets.store('main', 'the-key', 'keychain')
    keyring.gives = NOTHING[platform]
    const { secrets, state } = open(platform)
    expect([await state(), await secrets.problem('another'), await secrets.read('main')]).toEqual([
      [['session'], 'locked'],
      'missing',
      null,
    ])
    keyring.gives = WORKS
    expect([await secrets.read('main'), await state()]).toEqual([null, [['session'], 'locked']])
    const next = open(platform)
    expect([await next.secrets.read('main'), await next.state()]).toEqual(['the-key', [BOTH, null]])
  })

  test('takes no new key in place of the one that lies in it', async () => {
    keyring.gives = WORKS
    await open(platform).secrets.store('main', 'old', 'keychain')
    keyring.gives = NOTHING[platform]
    await expect(open(platform).secrets.store('main', 'new', 'keychain')).rejects.toMatchObject({
      code: 'shell/key-not-stored',
    })
    keyring.gives = WORKS
    expect(await open(platform).secrets.read('main')).toBe('old')
  })
})

describe('a stored key the keychain no longer opens', () => {
  beforeEach(async () => {
    await open().secrets.store('main', 'the-key', 'keychain')
    keyring.gives = { prefix: 'v11', secret: 'made anew' }
  })

  test.each(platforms)('is told as unreadable once it was tried, and stays in its file (%s)', async (platform) => {
    const { secrets, told, state } = open(platform)
    expect([await secrets.read('main'), await state(), await secrets.problem('another'), told]).toEqual([
      null,
      [BOTH, 'unreadable'],
      null,
      ['error: stored key cannot be read', 'changed'],
    ])
    keyring.gives = WORKS
    expect(await open(platform).secrets.read('main')).toBe('the-key')
  })

  test.each(['keychain', 'session'] as const)(
    'is replaced when it is entered again, to be kept in the %s',
    async (storage) => {
      const { secrets, state } = open()
      await secrets.read('main')
      await secrets.store('main', 'the-key', storage)
      expect([await secrets.read('main'), await state()]).toEqual(['the-key', [BOTH, null]])
    },
  )

  test('is nobody’s problem any more once it is forgotten', async () => {
    const { secrets, state } = open()
    await secrets.read('main')
    await secrets.forget('main')
    expect(await state()).toEqual([BOTH, null])
  })
})

describe('the session', () => {
  test('ends with the program', async () => {
    await open().secrets.store('main', 'k', 'session')
    expect(await open().secrets.read('main')).toBeNull()
  })

  test('takes the place of a stored key, and a stored key its place', async () => {
    const { secrets } = open()
    await secrets.store('main', 'stored', 'keychain')
    await secrets.store('main', 'passing', 'session')
    expect([await secrets.read('main'), await open().secrets.read('main')]).toEqual(['passing', null])
    await secrets.store('main', 'stored again', 'keychain')
    expect([await secrets.read('main'), await open().secrets.read('main')]).toEqual(['stored again', 'stored again'])
  })

  test('there is no file storage under Electron', async () => {
    await expect(open().secrets.store('main', 'k', 'file')).rejects.toMatchObject({ code: 'shell/key-not-stored' })
  })
})

describe('a keychain that asks the user', () => {
  const prompt = () => {
    const { promise, resolve } = Promise.withResolvers<undefined>()
    keyring.prompt = promise
    return async () => {
      resolve(undefined)
      await vi.advanceTimersByTimeAsync(0)
    }
  }
  beforeEach(() => {
    vi.useFakeTimers()
  })

  test('holds up nobody for longer than two seconds in all, and is told of once it answers', async () => {
    const unlock = prompt()
    const { state, told } = open()
    const all = Promise.all([state(), state()])
    await vi.advanceTimersByTimeAsync(2000)
    expect([await all, await state(), told]).toEqual([
      [
        [['session'], 'unanswered'],
        [['session'], 'unanswered'],
      ],
      [['session'], 'unanswered'],
      [],
    ])
    await unlock()
    expect([told, await state(), keyring.questions]).toEqual([['changed'], [BOTH, null], 1])
  })

  test('gives a key that was asked for meanwhile once it is unlocked', async () => {
    await open().secrets.store('main', 'the-key', 'keychain')
    const unlock = prompt()
    const { secrets } = open()
    const reading = secrets.read('main')
    const keeping = secrets.store('another', 'second', 'keychain')
    await unlock()
    await keeping
    expect([await reading, await secrets.read('another')]).toEqual(['the-key', 'second'])
  })

  test('and is refused in the end is told as what it is', async () => {
    const unlock = prompt()
    const { state, told } = open()
    const first = state()
    await vi.advanceTimersByTimeAsync(2000)
    await first
    keyring.gives = NOTHING.linux
    await unlock()
    expect([await state(), told.filter((each) => each === 'changed')]).toEqual([[['session'], 'missing'], ['changed']])
  })
})
