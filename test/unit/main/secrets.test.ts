// Where API keys rest, with Electron's safeStorage played by a keyring the test arranges and real files.
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { app, keyring } from '#support/electron.ts'
import { createSecrets } from '../../../src/main/secrets.ts'

app.becomeReady()
let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'secrets-'))
  Object.assign(keyring, { prefix: 'v11', isAvailable: true, shouldReEncrypt: false, error: null, locked: null, questions: 0 })
})
afterEach(() => {
  vi.useRealTimers()
  rmSync(folder, { recursive: true })
})

function open(platform: NodeJS.Platform = 'linux') {
  const told: string[] = []
  const secrets = createSecrets({
    folder: join(folder, 'keys'),
    platform,
    changed: () => told.push('changed'),
    opened: () => told.push('opened'),
    log: { path: '', write: (level, event) => told.push(`${level}: ${event}`), bug: () => '' },
  })
  return { secrets, told }
}

const asked = () => keyring.questions
const fileOf = (account: string) => join(folder, 'keys', account)

describe('a real keychain', () => {
  test('keeps a key over a restart, encrypted, in a file only this user may read', async () => {
    await open().secrets.keep('main', 'the-key', 'keychain')
    expect(await open().secrets.read('main')).toBe('the-key')
    expect(readFileSync(fileOf('main'), 'latin1')).not.toContain('the-key')
    // Windows has no such bits: there the folder of the user's own data is closed to others.
    if (process.platform !== 'win32') expect(statSync(fileOf('main')).mode & 0o077).toBe(0)
    expect(readdirSync(join(folder, 'keys'))).toEqual(['main'])
  })

  test('is offered first', async () => {
    expect(await open().secrets.storages()).toEqual(['keychain', 'session'])
  })

  test('that is missing, locked or not answering is told as what it is', async () => {
    expect(await open().secrets.problem()).toBeNull()
    keyring.prefix = 'v10'
    expect(await open('linux').secrets.problem()).toBe('missing')
    keyring.error = new Error('no bus')
    expect(await open().secrets.problem()).toBe('unanswered')
    Object.assign(keyring, { error: null, isAvailable: false })
    expect(await open('win32').secrets.problem()).toBe('missing')
  })

  test('holds one key per account', async () => {
    const { secrets } = open()
    await secrets.keep('main', 'a', 'keychain')
    await secrets.keep('second', 'b', 'keychain')
    await secrets.forget('main')
    expect([await secrets.read('main'), await secrets.read('second')]).toEqual([null, 'b'])
  })

  test('whose own key has changed gets the file written anew', async () => {
    await open().secrets.keep('main', 'the-key', 'keychain')
    Object.assign(keyring, { prefix: 'v12', shouldReEncrypt: true })
    expect(await open().secrets.read('main')).toBe('the-key')
    expect(readFileSync(fileOf('main'), 'latin1').slice(0, 3)).toBe('v12')
  })

  test('that is away for a moment loses nothing', async () => {
    await open().secrets.keep('main', 'the-key', 'keychain')
    keyring.error = new Error('temporarily unavailable')
    const { secrets, told } = open()
    expect([await secrets.read('main'), told]).toEqual([null, ['error: stored key cannot be read']])
    keyring.error = null
    expect(await secrets.read('main')).toBe('the-key')
  })

  test('that refuses leaves the key that was there', async () => {
    const { secrets } = open()
    await secrets.keep('main', 'old', 'keychain')
    keyring.error = new Error('refused')
    await expect(secrets.keep('main', 'new', 'keychain')).rejects.toMatchObject({ code: 'shell/key-not-stored' })
    keyring.error = null
    expect(await secrets.read('main')).toBe('old')
  })
})

describe('no real keychain', () => {
  test.each([
    ['Linux with Chromium’s fixed password', 'linux' as const, { prefix: 'v10' }],
    ['a system that says so', 'darwin' as const, { isAvailable: false }],
    ['a keychain that fails', 'win32' as const, { error: new Error('broken') }],
  ])('%s: only for the session, and nothing is written', async (_where, platform, state) => {
    Object.assign(keyring, state)
    const { secrets } = open(platform)
    expect(await secrets.storages()).toEqual(['session'])
    await expect(secrets.keep('main', 'k', 'keychain')).rejects.toMatchObject({ code: 'shell/key-not-stored' })
    await secrets.keep('main', 'k', 'session')
    expect([await secrets.read('main'), readdirSync(folder)]).toEqual(['k', []])
  })

  test('macOS and Windows have no such prefix to look at', async () => {
    keyring.prefix = 'v10'
    expect(await open('darwin').secrets.storages()).toEqual(['keychain', 'session'])
  })

  test('a keychain that failed once is believed for a minute, and then asked again without anybody waiting', async () => {
    vi.useFakeTimers()
    keyring.error = new Error('not yet')
    const { secrets, told } = open()
    expect([await secrets.storages(), await secrets.problem(), asked()]).toEqual([['session'], 'unanswered', 1])
    keyring.error = null
    await vi.advanceTimersByTimeAsync(59_000)
    expect([await secrets.problem(), asked()]).toEqual(['unanswered', 1])
    await vi.advanceTimersByTimeAsync(1_000)
    expect(await secrets.problem()).toBe('unanswered')
    await vi.advanceTimersByTimeAsync(0)
    expect([asked(), await secrets.problem(), told.slice(1)]).toEqual([2, null, ['changed', 'opened']])
    await vi.advanceTimersByTimeAsync(600_000)
    expect([await secrets.storages(), asked()]).toEqual([['keychain', 'session'], 2])
  })
})

describe('a keychain that gives nothing, with keys in it', () => {
  const refusals = [['says so', { isAvailable: false }], ['is another one', { prefix: 'v10' }], ['fails', { error: new Error('locked') }]] as const

  test.each(refusals)('is locked, not missing (it %s), and opens on another try', async (_, state) => {
    await open().secrets.keep('main', 'the-key', 'keychain')
    Object.assign(keyring, state)
    const { secrets, told } = open()
    expect([await secrets.problem(), await secrets.storages(), await secrets.retry()]).toEqual(['locked', ['session'], false])
    Object.assign(keyring, { isAvailable: true, prefix: 'v11', error: null })
    expect([await secrets.retry(), told.at(-1), await secrets.read('main'), await secrets.problem()]).toEqual([true, 'opened', 'the-key', null])
  })

  test('is asked one question at a time, however many want to know, and they wait once for two seconds', async () => {
    vi.useFakeTimers()
    const { promise, resolve } = Promise.withResolvers<undefined>()
    keyring.locked = promise
    const { secrets, told } = open()
    const all = Promise.all([secrets.storages(), secrets.problem(), secrets.storages()])
    const other = secrets.retry()
    await vi.advanceTimersByTimeAsync(2000)
    expect([await all, await secrets.problem(), asked()]).toEqual([[['session'], 'unanswered', ['session']], 'unanswered', 1])
    resolve(undefined)
    expect([await other, told]).toEqual([true, ['changed']])
  })
})

describe('the session', () => {
  test('ends with the program', async () => {
    await open().secrets.keep('main', 'k', 'session')
    expect(await open().secrets.read('main')).toBeNull()
  })

  test('takes the place of a stored key, and a stored key its place', async () => {
    const { secrets } = open()
    await secrets.keep('main', 'stored', 'keychain')
    await secrets.keep('main', 'passing', 'session')
    expect([await secrets.read('main'), await open().secrets.read('main')]).toEqual(['passing', null])
    await secrets.keep('main', 'stored again', 'keychain')
    expect([await secrets.read('main'), await open().secrets.read('main')]).toEqual(['stored again', 'stored again'])
  })

  test('there is no file storage under Electron', async () => {
    await expect(open().secrets.keep('main', 'k', 'file')).rejects.toMatchObject({ code: 'shell/key-not-stored' })
  })
})

test('a keyring that waits for the user holds up nobody, and is told of once it opens', async () => {
  vi.useFakeTimers()
  const { promise, resolve } = Promise.withResolvers<undefined>()
  keyring.locked = promise
  const { secrets, told } = open()
  const first = secrets.storages()
  await vi.advanceTimersByTimeAsync(2000)
  expect([await first, told]).toEqual([['session'], []])
  resolve(undefined)
  await vi.advanceTimersByTimeAsync(0)
  expect(told).toEqual(['changed'])
  expect(await secrets.storages()).toEqual(['keychain', 'session'])
})
