// The settings of watched folders.
import { describe, expect, test } from 'vitest'
import { PICKED_FOLDER } from '#support/fake-shell.ts'
import { startInbox } from '#support/inbox.ts'
import { startScreenEngine } from '#support/screen-engine.ts'
import { tempDir } from '#support/test-engine.ts'
import { createTestWatch } from '#support/watched.ts'
import { all, byTestId, click, isShown, open, setScreens, text, type } from '#support/screens.ts'
import { expectEventually } from '#support/inbox-screen.ts'

setScreens()

/** An example in the path syntax of this computer. */
const SAMPLE_PATH = /Windows/.test(navigator.userAgent)
  ? 'C:\\Users\\you\\Documents\\Inbox'
  : /Mac OS/.test(navigator.userAgent)
    ? '/Users/you/Documents/Inbox'
    : '/home/you/Documents/Inbox'

describe('watched folders', () => {
  /** Opens the settings of an account that watches one folder. */
  async function openFolders(options: Parameters<typeof open>[0] = {}) {
    const engine = await startScreenEngine({ containers: 7, watch: createTestWatch().watch })
    const folder = tempDir()
    const { id } = await engine.ask('folders.add', {
      path: folder,
      after: 'leave',
      alwaysPolls: true,
      isRecursive: false,
    })
    return { folder, id, ...(await open({ path: '/settings', engine, ...options })) }
  }

  test('are listed with their state and their documents', async () => {
    const { engine } = await startInbox()
    const folder = tempDir()
    const { id } = await engine.ask('folders.add', {
      path: folder,
      after: 'leave',
      alwaysPolls: true,
      isRecursive: false,
    })
    await open({ path: '/settings', engine })
    expect(text('folder-inbox')).toContain('/in')
    expect(text('folder-inbox')).toContain('1 failed · 2 done')
    expect(text(`folder-${id}`)).toContain('checked every 30 seconds')
  })

  test('are added by a typed path, and an error of the path is shown in the form', async () => {
    const engine = await startScreenEngine({ containers: 7, watch: createTestWatch().watch })
    await open({ path: '/settings', engine })
    const folder = tempDir()
    // The form of the first folder is open, and does not take focus from the page.
    await expectEventually(() => isShown('folder-path'))
    expect(document.activeElement).not.toBe(byTestId('folder-path'))
    expect([isShown('folder-pick'), isShown('folder-cancel'), isShown('add-folder')]).toEqual([false, false, false])
    await click('folder-submit')
    expect(text('folder-problem')).toBe('Enter a path.')
    await type('folder-path', '/nowhere/at/all')
    await click('folder-submit')
    await expectEventually(() => text('folder-problem') !== 'Enter a path.')
    expect(text('folder-problem')).toBe(
      'There is no folder at this path. Check the spelling. Connect the network share first if the folder is on one.',
    )
    await type('folder-path', folder)
    await click('folder-submit')
    expect(engine.lastInput('folders.add')).toEqual({
      path: folder,
      after: 'leave',
      alwaysPolls: false,
      isRecursive: false,
    })
    await expectEventually(() => all('[data-testid^="folder-id-"]').length === 1)
    expect(all('[data-testid^="folder-id-"]')[0]!.textContent).toContain(folder)
  })

  test('start in an empty field for the path, without an earlier error, and return focus on Cancel', async () => {
    await openFolders()
    await click('add-folder')
    expect(document.activeElement).toBe(byTestId('folder-path'))
    expect(byTestId('folder-path').getAttribute('placeholder')).toBe(SAMPLE_PATH)
    await type('folder-path', '/nowhere/at/all')
    await click('folder-submit')
    await expectEventually(() => isShown('folder-problem'))
    await click('folder-cancel')
    expect(document.activeElement).toBe(byTestId('add-folder'))
    await click('add-folder')
    expect(isShown('folder-problem')).toBe(false)
  })

  test('are selected in a dialog if the computer has one', async () => {
    const { engine } = await open({ rows: 7, path: '/settings', host: { host: 'electron' } })
    await click('folder-pick')
    await click('folder-submit')
    expect(engine.lastInput('folders.add')).toMatchObject({ path: PICKED_FOLDER, ticket: 'ticket' })
  })

  test('can be selected again after a Cancel, also with a space at the end of their name', async () => {
    const { engine, shell } = await openFolders({ host: { host: 'electron' } })
    const getTypedPath = () => (byTestId('folder-path') as HTMLInputElement).value
    shell.handlers['folder.pick'] = () => ({ path: '/srv/Scans ', ticket: 'ticket' })
    await click('add-folder')
    await click('folder-pick')
    await click([...document.querySelectorAll<HTMLElement>('.folder-form .acts button')].at(-1)!)
    expect(isShown('folder-pick')).toBe(false)
    await click('add-folder')
    expect(getTypedPath()).toBe('')
    await click('folder-pick')
    expect(getTypedPath()).toBe('/srv/Scans ')
    await click('folder-submit')
    expect(engine.lastInput('folders.add')).toMatchObject({ path: '/srv/Scans ', ticket: 'ticket' })
  })

  test('are removed only after the note that no file is changed', async () => {
    const { engine, id } = await openFolders()
    await click(`remove-${id}`)
    expect(text('remove-folder')).toContain('Its files stay unchanged, and uploads already queued from it continue.')
    await click('remove-folder-keep')
    expect(engine.calls.map(({ name }) => name)).not.toContain('folders.remove')
    await click(`remove-${id}`)
    await click('remove-folder-act')
    expect(engine.lastInput('folders.remove')).toEqual({ id })
    await expectEventually(() => !isShown(`folder-${id}`))
  })

  test('are changed at once', async () => {
    const { engine, id } = await openFolders()
    await click(byTestId(`folder-${id}`).querySelector<HTMLElement>('[data-testid="folder-recursive"]')!)
    expect(engine.lastInput('folders.change')).toEqual({ id, after: 'leave', alwaysPolls: true, isRecursive: true })
  })
})
