// The file that starts the program, and a restart of the program.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { app } from '#standin/electron.ts'
import { isPrevented } from '#standin/modelled.ts'
import { drainBeforeQuit } from '../../../src/main/quit.ts'
import { findAppImage, createRestart } from '../../../src/main/system/relaunch.ts'

app.becomeReady()
let folder = ''
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'relaunch-')))
  for (const mount of ['ours', 'terminal']) {
    mkdirSync(join(folder, mount))
    writeFileSync(join(folder, mount, 'program'), '')
  }
  Object.assign(app, { relaunches: [], isQuitting: false })
  app.removeAllListeners('before-quit')
})
afterEach(() => rmSync(folder, { recursive: true }))

describe('the AppImage that a program runs from', () => {
  const APPIMAGE = '/home/user/quaywatch.AppImage'
  const findImage = (env: NodeJS.ProcessEnv) => findAppImage(env, join(folder, 'ours/program'))

  test('is found by its mount, also if its mount is reached through a link', () => {
    symlinkSync(join(folder, 'ours'), join(folder, 'linked'), 'junction')
    expect([
      findImage({ APPIMAGE, APPDIR: join(folder, 'ours') }),
      findImage({ APPIMAGE, APPDIR: join(folder, 'linked') }),
    ]).toEqual([APPIMAGE, APPIMAGE])
  })

  test('is not the AppImage of a terminal, whose variables the program inherited', () =>
    expect(findImage({ APPIMAGE: '/home/user/terminal.AppImage', APPDIR: join(folder, 'terminal') })).toBeNull())

  test.each([
    ['no variables', {}],
    ['only one variable', { APPIMAGE }],
    ['empty variables', { APPIMAGE: '', APPDIR: '' }],
    ['a missing mount', { APPIMAGE, APPDIR: '/nowhere/at/all' }],
  ])('is none with %s', (_what, env) => expect(findImage(env)).toBeNull())
})

describe('a restart', () => {
  const args = ['.', '--data-dir', '/data', '--hidden', '--', 'quaywatch://shipments/find?q=MSCU1234567']

  test('first ends this run normally, then starts a visible one without the link', async () => {
    const { promise: drained, resolve } = Promise.withResolvers<undefined>()
    drainBeforeQuit(() => drained, { path: '', write: () => undefined, bug: () => '' })
    createRestart(null, args)()
    expect([app.relaunches, app.isQuitting]).toEqual([[{ args: ['.', '--data-dir', '/data', '--'] }], false])
    resolve(undefined)
    await expect.poll(() => app.isQuitting).toBe(true)
    expect(isPrevented(app, 'before-quit')).toBe(false)
  })

  test('of an AppImage starts the file of the image, because its mount is removed', () => {
    createRestart('/home/user/quaywatch.AppImage', ['--sample'])()
    expect(app.relaunches).toEqual([
      { execPath: '/home/user/quaywatch.AppImage', args: ['--appimage-extract-and-run', '--sample'] },
    ])
  })

  test('that is requested twice starts one program', () => {
    const restart = createRestart(null, [])
    restart()
    restart()
    expect(app.relaunches).toEqual([{ args: [] }])
  })
})
