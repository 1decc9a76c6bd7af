// The engine accepts only folders that the user picked in a dialog, or typed in a host without dialogs.
import { describe, expect, test } from 'vitest'
import type { BrowserWindow as RealWindow } from 'electron'
import { BrowserWindow, app, dialog } from '#standin/electron.ts'
import { checkTicket } from '../../../src/engine/folders/ticket.ts'
import { createFolderPicker } from '../../../src/main/system/pick-folder.ts'

app.becomeReady()
const noWindow = () => null

describe('a folder', () => {
  test('that was picked is accepted by the engine with its ticket', async () => {
    dialog.folders = ['/home/u/Scans']
    const picker = createFolderPicker(noWindow)
    const picked = await picker.pick()
    expect(() => checkTicket(picker.ticketKey, picked?.path ?? '', picked?.ticket)).not.toThrow()
  })

  test('is picked in one dialog over the window, also if the button is pressed twice', async () => {
    Object.assign(dialog, { folders: ['/home/u/Scans'], parentWindows: [] })
    const window = BrowserWindow.createBlank()
    const picker = createFolderPicker(() => window as unknown as RealWindow)
    const [first, second] = await Promise.all([picker.pick(), picker.pick()])
    expect([first?.path, second, dialog.parentWindows]).toEqual(['/home/u/Scans', first, [window]])
    await picker.pick()
    expect(dialog.parentWindows).toEqual([window, window])
  })

  test.each([undefined, null, '', 'zz', 'ab'.repeat(32)])(
    'that was not picked is refused with the ticket %s',
    (ticket) =>
      expect(() => checkTicket(createFolderPicker(noWindow).ticketKey, '/etc', ticket)).toThrow('folders/not-picked'),
  )

  test('is refused with the ticket of another folder or of an earlier run', async () => {
    dialog.folders = ['/home/u/Scans']
    const [picker, earlier] = [createFolderPicker(noWindow), createFolderPicker(noWindow)]
    const [picked, earlierPick] = [await picker.pick(), await earlier.pick()]
    expect(() => checkTicket(picker.ticketKey, '/home/u', picked?.ticket)).toThrow('folders/not-picked')
    expect(() => checkTicket(picker.ticketKey, '/home/u/Scans', earlierPick?.ticket)).toThrow('folders/not-picked')
  })

  test('is null if the dialog was cancelled, and any folder is accepted if paths are typed', async () => {
    dialog.folders = []
    expect(await createFolderPicker(noWindow).pick()).toBeNull()
    expect(() => checkTicket(undefined, '/srv/scans', undefined)).not.toThrow()
  })
})
