// The main process writes two files: settings and log. The files and electron-store are real.
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { app, ipcMain } from '#standin/electron.ts'
import { openLog } from '../../../src/main/log.ts'
import { openSettings } from '../../../src/main/settings-store.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'settings-'))
  app.setPath('userData', folder)
})
afterEach(() => rmSync(folder, { recursive: true }))

const logged: string[] = []
const open = () =>
  openSettings(folder, {
    path: '',
    write: (_level, event, fields) => logged.push(event + JSON.stringify(fields)),
    bug: () => '',
  })

describe('settings', () => {
  test('have defaults, and are read as they were saved', () => {
    const settings = open()
    expect([settings.read().theme, settings.isReset()]).toEqual(['system', false])
    settings.save({ ...settings.read(), theme: 'dark' })
    expect(open().read()).toEqual({ ...settings.read(), theme: 'dark' })
  })

  test.each([
    ['not JSON', '{"theme": "da'],
    ['not valid', '{"theme":"pink"}'],
    ['a list', '[]'],
    ['nothing', ''],
  ])('that are %s are renamed, and reported as reset until the next save', (_what, text) => {
    writeFileSync(join(folder, 'settings.json'), text)
    const settings = open()
    expect([settings.isReset(), settings.read().theme]).toEqual([true, 'system'])
    const brokenFile = readdirSync(folder).find((name) => name.includes('broken'))
    expect(readFileSync(join(folder, brokenFile!), 'utf8')).toBe(text)
    settings.save(settings.read())
    expect([settings.isReset(), open().isReset()]).toEqual([false, false])
  })

  test('store the position of the window, and the reset remains reported', () => {
    writeFileSync(join(folder, 'settings.json'), 'broken')
    const settings = open()
    settings.saveWindow({ x: 1, y: 2, width: 1000, height: 700, isMaximized: false })
    expect([settings.isReset(), open().read().window]).toEqual([
      true,
      { x: 1, y: 2, width: 1000, height: 700, isMaximized: false },
    ])
  })

  test.each([
    [300, 260],
    [0, 0],
    [-5, 700],
    [1200.5, 700],
  ])('with a window of %s by %s, as some window managers create, are not reset', (width, height) => {
    const settings = open()
    settings.save({
      ...settings.read(),
      accounts: [{ id: 'a', name: 'Office', serviceUrl: '', keyHash: null, waiting: 0 }],
    })
    settings.saveWindow({ x: 1, y: 2, width, height, isMaximized: false })
    const reopened = open()
    expect([reopened.isReset(), reopened.read().accounts[0]?.name]).toEqual([false, 'Office'])
    const path = join(folder, 'settings.json')
    writeFileSync(
      path,
      JSON.stringify({
        ...(JSON.parse(readFileSync(path, 'utf8')) as object),
        window: { width, height, isMaximized: false },
      }),
    )
    expect([open().isReset(), open().read().accounts[0]?.name]).toEqual([false, 'Office'])
  })

  test('store a value that the program changes itself, and the reset remains reported', () => {
    writeFileSync(join(folder, 'settings.json'), 'broken')
    const settings = open()
    settings.saveInternal({ ...settings.read(), account: 'sample' })
    expect([settings.isReset(), open().read().account]).toEqual([true, 'sample'])
  })

  test('from a broken file are not written to the log', () => {
    writeFileSync(join(folder, 'settings.json'), '{"theme":"my-secret"}')
    open()
    expect(logged.at(-1)).toContain('theme')
    expect(logged.at(-1)).not.toContain('my-secret')
  })

  test('have no channel through which a page can query electron-store', () => {
    open()
    expect(ipcMain.eventNames()).toEqual([])
  })
})

describe('the log', () => {
  const logLines = (name = 'quaywatch.log') =>
    readFileSync(join(folder, 'logs', name), 'utf8')
      .trimEnd()
      .split('\n')

  test('has one line per record, also for texts with line feeds', () => {
    const log = openLog(join(folder, 'logs'))
    log.write('info', 'two\nlines', { text: 'a\nb', list: [1] })
    log.write('warn', 'plain')
    expect(logLines().map((line) => line.replace(/^\S+ /, ''))).toEqual([
      'info two lines {"text":"a\\nb","list":[1]}',
      'warn plain {}',
    ])
    expect(logLines()[0]).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z /)
  })

  test('omits fields that look like a key or a body at any depth', () => {
    const log = openLog(join(folder, 'logs'))
    log.write('info', 'x', {
      apiKey: 'k1',
      headers: { Authorization: 'Token k2' },
      body: 'k3',
      token: 'k4',
      hasKey: true,
      status: 200,
    })
    expect(logLines()[0]).not.toMatch(/k[1-4]"/)
    expect(logLines()[0]).toContain('"status":200')
  })

  test('has five files and starts a new one when the newest is full', () => {
    const log = openLog(join(folder, 'logs'), 100)
    for (let record = 1; record <= 8; record++) log.write('info', `record-${record}`, { filler: 'x'.repeat(40) })
    expect(readdirSync(join(folder, 'logs')).sort()).toEqual([
      'quaywatch.1.log',
      'quaywatch.2.log',
      'quaywatch.3.log',
      'quaywatch.4.log',
      'quaywatch.log',
    ])
    expect([logLines()[0], logLines('quaywatch.4.log')[0]]).toEqual([
      expect.stringContaining('record-8'),
      expect.stringContaining('record-4'),
    ])
  })

  test('continues an existing file', () => {
    openLog(join(folder, 'logs'), 300).write('info', 'first')
    const log = openLog(join(folder, 'logs'), 300)
    log.write('info', 'second')
    expect(logLines()).toHaveLength(2)
  })

  test('has the stack of a bug under the returned id', () => {
    const log = openLog(join(folder, 'logs'))
    const id = log.bug(new Error('odd'))
    expect(logLines()[0]).toContain(`"id":"${id}"`)
    expect(logLines()[0]).toContain('settings-and-log.test')
  })
})
