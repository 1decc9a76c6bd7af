// What the browser host keeps in files of its own: settings and, if the user wants it, the key.
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
const ours = { isOurs: () => true, take: () => undefined }
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quaywatch-web-'))
})
afterEach(() => {
  rmSync(folder, { recursive: true })
})

describe('settings', () => {
  test('without a file they are the defaults, and what is saved is there next time', () => {
    const settings = openSettingsFile(folder, ours)
    expect([settings.read(), settings.isReset()]).toEqual([HostSettings.parse({}), false])
    settings.save({ ...settings.read(), theme: 'dark' })
    expect(openSettingsFile(folder, ours).read().theme).toBe('dark')
    expect(readdirSync(folder)).toEqual(['host.json'])
  })

  test('are read anew while another host has the folder, and cannot be saved; from when it is ours on they are those it left', () => {
    const inUse = new AppError('db/in-use', { folder })
    let isOurs = false
    const settings = openSettingsFile(folder, {
      isOurs: () => isOurs,
      take: () => {
        if (!isOurs) throw inUse
      },
    })
    const first = openSettingsFile(folder, ours)
    first.save({ ...first.read(), theme: 'dark' })
    expect(settings.read().theme).toBe('dark')
    for (const write of ['save', 'note'] as const)
      expect(() => {
        settings[write]({ ...settings.read(), theme: 'light' })
      }).toThrow(inUse)
    first.save({ ...first.read(), language: 'de' })
    isOurs = true
    settings.save({ ...settings.read(), theme: 'light' })
    expect(openSettingsFile(folder, ours).read()).toMatchObject({ theme: 'light', language: 'de' })
  })

  test('that cannot be read are left as they are while another host has the folder', () => {
    writeFileSync(join(folder, 'host.json'), '{"theme":')
    expect(openSettingsFile(folder, { isOurs: () => false, take: () => undefined }).read()).toEqual(
      HostSettings.parse({}),
    )
    expect(readdirSync(folder)).toEqual(['host.json'])
  })

  test.each(['', '{"theme":', '[]', '{"theme":"pink"}', '{"accounts":[{"id":"../up"}]}'])(
    'a file with %j is set aside, told, and never lost',
    (text) => {
      writeFileSync(join(folder, 'host.json'), text)
      const settings = openSettingsFile(folder, ours)
      expect([settings.read(), settings.isReset()]).toEqual([HostSettings.parse({}), true])
      const [aside] = readdirSync(folder)
      expect(readFileSync(join(folder, aside!), 'utf8')).toBe(text)
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
  const desktop = JSON.stringify({
    theme: 'dark',
    language: 'de',
    account: 'account-2',
    accounts,
    hasTray: true,
    closing: 'tray',
    window: { width: 900, height: 700, isMaximized: false },
  })

  test('the first settings are those of the desktop app, and its file stays as it is', () => {
    writeFileSync(join(folder, 'settings.json'), desktop)
    const settings = openSettingsFile(folder, ours)
    expect([settings.isReset(), settings.read()]).toMatchObject([
      false,
      { theme: 'dark', language: 'de', account: 'account-2', accounts },
    ])
    settings.save({ ...settings.read(), theme: 'light' })
    expect([openSettingsFile(folder, ours).read().theme, readFileSync(join(folder, 'settings.json'), 'utf8')]).toEqual([
      'light',
      desktop,
    ])
  })

  test('a file of the desktop app that cannot be read is not the browser version’s to report', () => {
    writeFileSync(join(folder, 'settings.json'), 'broken')
    const settings = openSettingsFile(folder, ours)
    expect([settings.isReset(), settings.read(), readdirSync(folder)]).toEqual([
      false,
      HostSettings.parse({}),
      ['settings.json'],
    ])
  })
})

test('a file from before there were several accounts is taken over as it is', () => {
  writeFileSync(
    join(folder, 'host.json'),
    '{"theme":"dark","account":"main","accounts":[{"id":"main","name":"Mine","serviceUrl":"https://tracking.example/v2"}]}',
  )
  const settings = openSettingsFile(folder, ours)
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

test('what nobody chose is stored, and what was told about the settings is told on', () => {
  writeFileSync(join(folder, 'host.json'), 'broken')
  const settings = openSettingsFile(folder, ours)
  settings.note({ ...settings.read(), account: 'sample' })
  expect([settings.isReset(), openSettingsFile(folder, ours).read().account]).toEqual([true, 'sample'])
})

describe('keys', () => {
  test('a key for the session is in no file', async () => {
    const keys = createKeys(folder, null)
    await keys.store('main', 'secret-key', 'session')
    expect([await keys.read('main'), await createKeys(folder, null).read('main'), readdirSync(folder)]).toEqual([
      'secret-key',
      null,
      [],
    ])
  })

  test('a key in a file is readable by this user only, and gone when forgotten or moved to the session', async () => {
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

  test('a key from the command line is used and leaves the stored one alone', async () => {
    await createKeys(folder, null).store('main', 'stored', 'file')
    expect(await createKeys(folder, { accountId: 'main', apiKey: 'lent' }).read('main')).toBe('lent')
    expect(await createKeys(folder, null).read('main')).toBe('stored')
  })

  test('where no file can be written the user is told, and the key used so far stays', async () => {
    writeFileSync(join(folder, 'accounts'), 'in the way')
    const keys = createKeys(folder, { accountId: 'main', apiKey: 'lent' })
    await expect(keys.store('main', 'k', 'file')).rejects.toMatchObject({ code: 'shell/key-not-stored' })
    await expect(keys.store('main', 'k', 'keychain')).rejects.toMatchObject({ code: 'shell/key-not-stored' })
    expect(await keys.read('main')).toBe('lent')
  })
})

describe('the log', () => {
  test('is a line of JSON per event and begins a new file before it grows without end', () => {
    const log = openLogFile(folder, ours.isOurs)
    log('info', 'first', { count: 1 })
    for (let n = 0; n < 30; n++) log('warn', 'long', { text: 'x'.repeat(100_000) })
    const [newest, older] = ['web.log', 'web.log.1'].map((name) =>
      readFileSync(join(folder, 'logs', name), 'utf8')
        .trim()
        .split('\n'),
    )
    expect(JSON.parse(older![0]!)).toMatchObject({ level: 'info', event: 'first', count: 1 })
    expect([newest!.length + older!.length, newest!.length > 0]).toEqual([31, true])
  })
})

test('a log that cannot be written stops nothing, not even the start', () => {
  writeFileSync(join(folder, 'logs'), 'no folder')
  const log = openLogFile(folder, ours.isOurs)
  log('info', 'started')
  expect(readFileSync(join(folder, 'logs'), 'utf8')).toBe('no folder')
})
