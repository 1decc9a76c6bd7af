// The files of the browser host: settings, the log and, if the user chooses it, the API key.
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { AppError } from '#contract/errors.ts'
import { HostSettings } from '#contract/shell.ts'
import { createKeys } from '../../../src/web/keys.ts'
import { openLogFile } from '../../../src/web/log-file.ts'
import { openSettingsFile } from '../../../src/web/settings-file.ts'

let folder: string
const ownLock = { isOurs: () => true, acquire: () => undefined }
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quaywatch-web-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

describe('settings', () => {
  test('are the defaults without a file, and are read again after they were saved', () => {
    const settings = openSettingsFile(folder, ownLock)
    expect([settings.read(), settings.isReset()]).toEqual([HostSettings.parse({}), false])
    settings.save({ ...settings.read(), theme: 'dark' })
    expect(openSettingsFile(folder, ownLock).read().theme).toBe('dark')
    expect(readdirSync(folder)).toEqual(['host.json'])
  })

  test('are read each time and cannot be saved while another host has the folder, and can be saved after it', () => {
    const inUseError = new AppError('db/in-use', { folder })
    let isOurs = false
    const settings = openSettingsFile(folder, {
      isOurs: () => isOurs,
      acquire: () => {
        if (!isOurs) throw inUseError
      },
    })
    const first = openSettingsFile(folder, ownLock)
    first.save({ ...first.read(), theme: 'dark' })
    expect(settings.read().theme).toBe('dark')
    for (const write of ['save', 'saveInternal'] as const)
      expect(() => settings[write]({ ...settings.read(), theme: 'light' })).toThrow(inUseError)
    first.save({ ...first.read(), language: 'de' })
    isOurs = true
    settings.save({ ...settings.read(), theme: 'light' })
    expect(openSettingsFile(folder, ownLock).read()).toMatchObject({ theme: 'light', language: 'de' })
  })

  test('that cannot be read are not changed while another host has the folder', () => {
    writeFileSync(join(folder, 'host.json'), '{"theme":')
    expect(openSettingsFile(folder, { isOurs: () => false, acquire: () => undefined }).read()).toEqual(
      HostSettings.parse({}),
    )
    expect(readdirSync(folder)).toEqual(['host.json'])
  })

  test.each(['', '{"theme":', '[]', '{"theme":"pink"}', '{"accounts":[{"id":"../up"}]}'])(
    'in a file with %j are reported as reset, and the file is renamed',
    (text) => {
      writeFileSync(join(folder, 'host.json'), text)
      const settings = openSettingsFile(folder, ownLock)
      expect([settings.read(), settings.isReset()]).toEqual([HostSettings.parse({}), true])
      const [renamedFile] = readdirSync(folder)
      expect(readFileSync(join(folder, renamedFile!), 'utf8')).toBe(text)
      settings.save(settings.read())
      expect(settings.isReset()).toBe(false)
    },
  )
})

describe('in a folder of the desktop app', () => {
  const accounts = [
    { id: 'main', name: 'Mine', serviceUrl: 'https://tracking.example/v2', keyHash: 'a1', waiting: 2 },
    { id: 'account-2', name: 'Second', serviceUrl: 'https://second.example/v2', keyHash: 'b2', waiting: 0 },
  ]
  const desktopSettings = JSON.stringify({
    theme: 'dark',
    language: 'de',
    account: 'account-2',
    accounts,
    hasTray: true,
    closing: 'tray',
    window: { width: 900, height: 700, isMaximized: false },
  })

  test('the first settings are those of the desktop app, whose file does not change', () => {
    writeFileSync(join(folder, 'settings.json'), desktopSettings)
    const settings = openSettingsFile(folder, ownLock)
    expect([settings.isReset(), settings.read()]).toMatchObject([
      false,
      { theme: 'dark', language: 'de', account: 'account-2', accounts },
    ])
    settings.save({ ...settings.read(), theme: 'light' })
    expect([
      openSettingsFile(folder, ownLock).read().theme,
      readFileSync(join(folder, 'settings.json'), 'utf8'),
    ]).toEqual(['light', desktopSettings])
  })

  test('an unreadable file of the desktop app is not reported', () => {
    writeFileSync(join(folder, 'settings.json'), 'broken')
    const settings = openSettingsFile(folder, ownLock)
    expect([settings.isReset(), settings.read(), readdirSync(folder)]).toEqual([
      false,
      HostSettings.parse({}),
      ['settings.json'],
    ])
  })
})

test('a file of a version with one account is used unchanged', () => {
  writeFileSync(
    join(folder, 'host.json'),
    '{"theme":"dark","account":"main","accounts":[{"id":"main","name":"Mine","serviceUrl":"https://tracking.example/v2"}]}',
  )
  const settings = openSettingsFile(folder, ownLock)
  expect([settings.isReset(), settings.read()]).toMatchObject([
    false,
    {
      theme: 'dark',
      account: 'main',
      accounts: [{ id: 'main', name: 'Mine', serviceUrl: 'https://tracking.example/v2' }],
      kept: [],
    },
  ])
})

test('a value that the program changes itself is stored, and reset settings remain reported', () => {
  writeFileSync(join(folder, 'host.json'), 'broken')
  const settings = openSettingsFile(folder, ownLock)
  settings.saveInternal({ ...settings.read(), account: 'sample' })
  expect([settings.isReset(), openSettingsFile(folder, ownLock).read().account]).toEqual([true, 'sample'])
})

describe('keys', () => {
  test('a key for the session is not in a file', async () => {
    const keys = createKeys(folder, null)
    await keys.store('main', 'secret-key', 'session')
    expect([await keys.read('main'), await createKeys(folder, null).read('main'), readdirSync(folder)]).toEqual([
      'secret-key',
      null,
      [],
    ])
  })

  test('a key in a file is readable only by this user, and deleted when it is forgotten or stored for the session', async () => {
    const keys = createKeys(folder, null)
    const path = join(folder, 'accounts', 'main', 'api-key')
    await keys.store('main', 'secret-key', 'file')
    expect(await createKeys(folder, null).read('main')).toBe('secret-key')
    if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o600)
    await keys.store('main', 'other-key', 'session')
    expect(await createKeys(folder, null).read('main')).toBeNull()
    await keys.store('main', 'other-key', 'file')
    await keys.forget('main')
    expect([await keys.read('main'), await createKeys(folder, null).read('main')]).toEqual([null, null])
  })

  test('a key from the command line is used and does not change the stored one', async () => {
    await createKeys(folder, null).store('main', 'stored', 'file')
    expect(await createKeys(folder, { accountId: 'main', apiKey: 'from the command line' }).read('main')).toBe(
      'from the command line',
    )
    expect(await createKeys(folder, null).read('main')).toBe('stored')
  })

  test('a key that cannot be stored causes an error, and the current key remains in use', async () => {
    writeFileSync(join(folder, 'accounts'), 'a file where the folder should be')
    const keys = createKeys(folder, { accountId: 'main', apiKey: 'from the command line' })
    await expect(keys.store('main', 'k', 'file')).rejects.toMatchObject({ code: 'shell/key-not-stored' })
    await expect(keys.store('main', 'k', 'keychain')).rejects.toMatchObject({ code: 'shell/key-not-stored' })
    expect(await keys.read('main')).toBe('from the command line')
  })
})

describe('the log', () =>
  test('has one line of JSON per event and continues in a new file when it is large', () => {
    const log = openLogFile(folder, ownLock.isOurs)
    log('info', 'first', { count: 1 })
    for (let n = 0; n < 30; n++) log('warn', 'long', { text: 'x'.repeat(100_000) })
    const [newest, older] = ['web.log', 'web.log.1'].map((name) =>
      readFileSync(join(folder, 'logs', name), 'utf8')
        .trim()
        .split('\n'),
    )
    expect(JSON.parse(older![0]!)).toMatchObject({ level: 'info', event: 'first', count: 1 })
    expect([newest!.length + older!.length, newest!.length > 0]).toEqual([31, true])
  }))

test('a log that cannot be written causes no error', () => {
  writeFileSync(join(folder, 'logs'), 'no folder')
  const log = openLogFile(folder, ownLock.isOurs)
  log('info', 'started')
  expect(readFileSync(join(folder, 'logs'), 'utf8')).toBe('no folder')
})
