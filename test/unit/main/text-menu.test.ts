// A right click on a text or a field opens a context menu.
import { beforeEach, describe, expect, test } from 'vitest'
import type { BrowserWindow as RealWindow } from 'electron'
import { BrowserWindow, Menu, app } from '#standin/electron.ts'
import { addTextMenu } from '../../../src/main/window/text-menu.ts'
import { getWords } from '../../../src/main/words.ts'

app.becomeReady()
beforeEach(() => {
  Menu.opened.length = 0
})

function rightClick(params: object) {
  const window = BrowserWindow.createBlank()
  addTextMenu(window as unknown as RealWindow, () => getWords('de'))
  window.webContents.emit(
    'context-menu',
    {},
    {
      isEditable: false,
      selectionText: '',
      editFlags: { canCut: false, canCopy: false, canPaste: true, canSelectAll: true },
      ...params,
    },
  )
  return Menu.opened.map(({ items }) =>
    items.filter(({ role }) => role).map(({ role, enabled }) => (enabled === false ? `no ${String(role)}` : role)),
  )
}

describe('a right click', () => {
  test('in a field shows the possible commands, so that a key can be pasted with the mouse', () =>
    expect(rightClick({ isEditable: true })).toEqual([['no cut', 'no copy', 'paste', 'selectAll']]))

  test('has labels in the current language', () => {
    rightClick({ isEditable: true })
    expect(Menu.opened[0]?.items.map(({ label }) => label)).toEqual([
      'Ausschneiden',
      'Kopieren',
      'Einfügen',
      undefined,
      'Alles auswählen',
    ])
  })

  test('on selected text offers to copy it', () =>
    expect(rightClick({ selectionText: 'MSCU1234567' })).toEqual([['copy']]))

  test('without a text or field opens no menu', () => expect(rightClick({ selectionText: ' ' })).toEqual([]))
})
