// API keys are stored in the keychain or for the session. The files are real; a fake replaces Electron's safeStorage.
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
/** What each system gives if its keychain is not available. */
const NOTHING = { linux: { prefix: 'v10', secret: 'peanuts' }, darwin: null, win32: null }

/** Starts a new run of the program. */
function open(platform: NodeJS.Platform = 'linux') {
  keyring.restart()
  const events: string[] = []
  const secrets = createSecrets({
    folder: join(folder, 'keys'),
    platform,
    onChange: () => events.push('changed'),
    log: { path: '', write: (level, event) => events.push(`${level}: ${event}`), bug: () => '' },
  })
  const loadState = async () => [await secrets.listStorages(), await secrets.findProblem('main')]
  return { secrets, events, loadState }
}

const getFilePath = (account: string) => join(folder, 'keys', account)
const BOTH = ['keychain', 'session']

describe('a keychain that works', () => {
  test('stores a key encrypted, in a file that only this user can read, and reads it after a restart', async () => {
    await open().secrets.store('main', 'the-key', 'keychain')
    expect(await open().secrets.read('main')).toBe('the-key')
    expect(readFileSync(getFilePath('main'), 'latin1')).not.toContain('the-key')
    // Windows has no such mode bits. The user's data folder is closed to other users there.
    if (process.platform !== 'win32') expect(statSync(getFilePath('main')).mode & 0o077).toBe(0)
    expect(readdirSync(join(folder, 'keys'))).toEqual(['main'])
  })

  test.each(platforms)('is offered first, and the program queries it once (%s)', async (platform) => {
    const { secrets, loadState } = open(platform)
    expect([await loadState(), await loadState(), keyring.requestCount]).toEqual([[BOTH, null], [BOTH, null], 1])
    await secrets.store('main', 'the-key', 'keychain')
    expect([await secrets.read('main'), await loadState(), keyring.requestCount]).toEqual(['the-key', [BOTH, null], 1])
  })

  test('stores one key per account', async () => {
    const { secrets } = open()
    await secrets.store('main', 'a', 'keychain')
    await secrets.store('second', 'b', 'keychain')
    await secrets.forget('main')
    expect([await secrets.read('main'), await secrets.read('second')]).toEqual([null, 'b'])
  })

  test('that changed its own key causes the file to be encrypted again', async () => {
    await open().secrets.store('main', 'the-key', 'keychain')
    Object.assign(keyring, { systemKey: { prefix: 'v12', secret: 'keyring' }, shouldReEncrypt: true })
    expect(await open().secrets.read('main')).toBe('the-key')
    expect(readFileSync(getFilePath('main'), 'latin1').slice(0, 3)).toBe('v12')
  })

  test('is offered on macOS and Windows for every prefix: only on Linux does the prefix name the source of the key', async () => {
    keyring.systemKey = { prefix: 'v10', secret: 'of the system' }
    expect([await open('darwin').loadState(), await open('win32').loadState()]).toEqual([
      [BOTH, null],
      [BOTH, null],
    ])
  })
})

describe.each(platforms)('an unavailable keychain (%s)', (platform) => {
  beforeEach(() => {
    keyring.systemKey = NOTHING[platform]
  })

  test('is reported as missing; a key is stored for the session only and no file is written', async () => {
    const { secrets, loadState } = open(platform)
    expect(await loadState()).toEqual([['session'], 'missing'])
    await expect(secrets.store('main', 'k', 'keychain')).rejects.toMatchObject({ code: 'shell/key-not-stored' })
    await secrets.store('main', 'k', 'session')
    expect([await secrets.read('main'), readdirSync(folder)]).toEqual(['k', []])
  })

  test('is missing until the program ends, even if it becomes available: Electron queries it only once', async () => {
    const { loadState } = open(platform)
    const stateBefore = await loadState()
    keyring.systemKey = WORKS
    expect([stateBefore, await loadState(), keyring.requestCount]).toEqual([
      [['session'], 'missing'],
      [['session'], 'missing'],
      1,
    ])
    expect(await open(platform).loadState()).toEqual([BOTH, null])
  })

  test('is reported as locked if the account has a stored key, and that key is read after a restart', async () => {
    keyring.systemKey = WORKS
    await open(platform).secrets.store('main', 'the-key', 'keychain')
    keyring.systemKey = NOTHING[platform]
    const { secrets, loadState } = open(platform)
    expect([await loadState(), await secrets.findProblem('another'), await secrets.read('main')]).toEqual([
      [['session'], 'locked'],
      'missing',
      null,
    ])
    keyring.systemKey = WORKS
    expect([await secrets.read('main'), await loadState()]).toEqual([null, [['session'], 'locked']])
    const next = open(platform)
    expect([await next.secrets.read('main'), await next.loadState()]).toEqual(['the-key', [BOTH, null]])
  })

  test('does not replace a stored key', async () => {
    keyring.systemKey = WORKS
    await open(platform).secrets.store('main', 'old', 'keychain')
    keyring.systemKey = NOTHING[platform]
    await expect(open(platform).secrets.store('main', 'new', 'keychain')).rejects.toMatchObject({
      code: 'shell/key-not-stored',
    })
    keyring.systemKey = WORKS
    expect(await open(platform).secrets.read('main')).toBe('old')
  })
})

describe('a stored key that the keychain can no longer decrypt', () => {
  beforeEach(async () => {
    await open().secrets.store('main', 'the-key', 'keychain')
    keyring.systemKey = { prefix: 'v11', secret: 'made again' }
  })

  test.each(platforms)('is reported as unreadable after an attempt, and remains in its file (%s)', async (platform) => {
    const { secrets, events, loadState } = open(platform)
    expect([await secrets.read('main'), await loadState(), await secrets.findProblem('another'), events]).toEqual([
      null,
      [BOTH, 'unreadable'],
      null,
      ['error: stored key cannot be read', 'changed'],
    ])
    keyring.systemKey = WORKS
    expect(await open(platform).secrets.read('main')).toBe('the-key')
  })

  test.each(['keychain', 'session'] as const)(
    'is replaced when the user enters it again for the storage %s',
    async (storage) => {
      const { secrets, loadState } = open()
      await secrets.read('main')
      await secrets.store('main', 'the-key', storage)
      expect([await secrets.read('main'), await loadState()]).toEqual(['the-key', [BOTH, null]])
    },
  )

  test('is no longer reported after the user deletes it', async () => {
    const { secrets, loadState } = open()
    await secrets.read('main')
    await secrets.forget('main')
    expect(await loadState()).toEqual([BOTH, null])
  })
})

describe('a session', () => {
  test('key is lost when the program ends', async () => {
    await open().secrets.store('main', 'k', 'session')
    expect(await open().secrets.read('main')).toBeNull()
  })

  test('key replaces a stored key, and a stored key replaces the session key', async () => {
    const { secrets } = open()
    await secrets.store('main', 'stored', 'keychain')
    await secrets.store('main', 'passing', 'session')
    expect([await secrets.read('main'), await open().secrets.read('main')]).toEqual(['passing', null])
    await secrets.store('main', 'stored again', 'keychain')
    expect([await secrets.read('main'), await open().secrets.read('main')]).toEqual(['stored again', 'stored again'])
  })

  test('is the only other storage under Electron: a key file is refused', async () => {
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

  test('delays callers for at most two seconds in total, and reports a change when it answers', async () => {
    const unlock = prompt()
    const { loadState, events } = open()
    const all = Promise.all([loadState(), loadState()])
    await vi.advanceTimersByTimeAsync(2000)
    expect([await all, await loadState(), events]).toEqual([
      [
        [['session'], 'unanswered'],
        [['session'], 'unanswered'],
      ],
      [['session'], 'unanswered'],
      [],
    ])
    await unlock()
    expect([events, await loadState(), keyring.requestCount]).toEqual([['changed'], [BOTH, null], 1])
  })

  test('completes waiting reads and writes when it is unlocked', async () => {
    await open().secrets.store('main', 'the-key', 'keychain')
    const unlock = prompt()
    const { secrets } = open()
    const reading = secrets.read('main')
    const storing = secrets.store('another', 'second', 'keychain')
    await unlock()
    await storing
    expect([await reading, await secrets.read('another')]).toEqual(['the-key', 'second'])
  })

  test('and is refused is reported as missing', async () => {
    const unlock = prompt()
    const { loadState, events } = open()
    const first = loadState()
    await vi.advanceTimersByTimeAsync(2000)
    await first
    keyring.systemKey = NOTHING.linux
    await unlock()
    expect([await loadState(), events.filter((event) => event === 'changed')]).toEqual([
      [['session'], 'missing'],
      ['changed'],
    ])
  })
})
