// A copy of a document is saved where the user chooses: complete on the disk before the success, or not at all.
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { BrowserWindow as RealWindow } from 'electron'
import { SPOOL_FOLDER } from '#contract/rules/files.ts'
import { BrowserWindow, app, dialog } from '#standin/electron.ts'
import { getCopyErrorCode, createFileSaver } from '../../../src/main/system/save-file.ts'

app.becomeReady()
const CONTENT = 'ab'.repeat(32)
let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'save-'))
  mkdirSync(join(root, SPOOL_FOLDER))
  mkdirSync(join(root, 'chosen'))
  writeFileSync(join(root, SPOOL_FOLDER, CONTENT), 'the invoice')
  Object.assign(dialog, { savePath: null, proposedPaths: [], parentWindows: [] })
})
afterEach(() => rmSync(root, { recursive: true }))

const save = (content = CONTENT, name = 'invoice.pdf') =>
  createFileSaver(
    () => null,
    () => root,
  )(content, name)
const chosenPath = (name: string) => join(root, 'chosen', name)

test('a saved copy is complete, replaces an older file and leaves no other file', async () => {
  writeFileSync(chosenPath('mine.pdf'), 'an older and longer one')
  dialog.savePath = chosenPath('mine.pdf')
  expect(await save()).toBe('mine.pdf')
  expect([readFileSync(chosenPath('mine.pdf'), 'utf8'), readdirSync(join(root, 'chosen'))]).toEqual([
    'the invoice',
    ['mine.pdf'],
  ])
})

test('the dialog is shown over the window and suggests a name without a path', async () => {
  const window = BrowserWindow.createBlank()
  await createFileSaver(
    () => window as unknown as RealWindow,
    () => root,
  )(CONTENT, '../../etc/passwd')
  expect([dialog.proposedPaths, dialog.parentWindows]).toEqual([['.._.._etc_passwd'], [window]])
})

test('a cancelled dialog saves nothing and causes no error', async () =>
  expect([await save(), readdirSync(join(root, 'chosen'))]).toEqual([null, []]))

test('a missing document is refused before the dialog', async () => {
  await expect(save('cd'.repeat(32))).rejects.toMatchObject({ code: 'documents/no-file' })
  expect(dialog.proposedPaths).toEqual([])
})

test('a failed copy is reported and leaves no file', async () => {
  dialog.savePath = join(root, 'gone', 'invoice.pdf')
  await expect(save()).rejects.toMatchObject({ code: 'shell/copy-not-saved' })
  mkdirSync(chosenPath('a folder.pdf'))
  writeFileSync(chosenPath('a folder.pdf/x'), '')
  dialog.savePath = chosenPath('a folder.pdf')
  await expect(save()).rejects.toMatchObject({ code: 'shell/copy-not-saved' })
  expect(readdirSync(join(root, 'chosen'))).toEqual(['a folder.pdf'])
})

test.each([
  ['ENOSPC', 'shell/copy-no-room'],
  ['EACCES', 'shell/copy-refused'],
  ['EBUSY', 'shell/copy-refused'],
  ['EIO', 'shell/copy-not-saved'],
])('%s has its own error code', (code, expected) =>
  expect(getCopyErrorCode(Object.assign(new Error(code), { code }))).toBe(expected),
)
