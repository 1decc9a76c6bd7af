// The user's own data on screen: assignees, tags and notes. Keys set them on the active row or on the selection. Undo
// reverts them, and lists filter by them.
import { describe, expect, test, vi } from 'vitest'
import type { ScreenEngine } from '#support/screen-engine.ts'
import {
  all,
  byTestId,
  click,
  closeDialog,
  flush,
  isShown,
  open,
  press,
  setScreens,
  showAllColumns,
  text,
  type,
} from '#support/screens.ts'

setScreens()
/** Makes the grid wide enough to draw every column. */
const drawAllColumns = () => vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(6_000)

const submit = async (id: string) => {
  byTestId(id).closest('form')?.requestSubmit()
  await flush()
}
/** Opens a list with its first row active. */
const openOnFirstRow = async (path = '/lfd') => {
  const opened = await open({ path, rows: 7 })
  await press('Home', { ctrlKey: true })
  return opened
}
const listAssignees = async ({ engine }: { engine: ScreenEngine }) =>
  (await engine.rows()).filter(({ own }) => own.assignee !== null).map(({ own }) => own.assignee)
const runCommand = async (label: string) => {
  await press('k', { ctrlKey: true })
  await type('palette-input', label)
  await press('Enter')
}
const openContainer = async () => {
  const opened = await open({ path: '/containers', rows: 7 })
  const row = (await opened.engine.rows()).find(({ customer }) => customer !== null)
  if (!row) throw new Error('expected a container with a customer')
  await opened.router.push({ name: 'containers', query: { container: row.id } })
  await flush()
  return { ...opened, row, loadOwn: async () => (await opened.engine.rows()).find(({ id }) => id === row.id)?.own }
}

describe('assigning', () => {
  test('asks for the user’s name the first time, and says that it stays on this computer', async () => {
    const opened = await openOnFirstRow()
    await press('a')
    expect(text('own-local')).toContain('Saved on this computer only')
    await type('my-name', 'Ana')
    await submit('save-my-name')
    expect([await listAssignees(opened), isShown('own-local')]).toEqual([['Ana'], false])
    expect(document.body.textContent).toContain('assigned to Ana')
  })

  test('focuses the button with the user’s name, and Ctrl+Z reverts the assignment', async () => {
    const opened = await openOnFirstRow()
    await opened.engine.ask('own.setMe', { name: 'Ana' })
    await press('a')
    expect(document.activeElement).toBe(byTestId('assign-me'))
    expect(text('assign-nobody')).toBe('Unassignedcurrent')
    await click('assign-me')
    expect(await listAssignees(opened)).toEqual(['Ana'])
    await press('z', { ctrlKey: true })
    expect([await listAssignees(opened), isShown('undo')]).toEqual([[], false])
    expect(all('.toast-words').map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Undone: .+: assigned to Ana$/),
    ])
  })

  test('works for another user, for no user, and for all selected containers', async () => {
    const opened = await openOnFirstRow()
    await press('a')
    await type('other-name', 'Ben')
    await submit('assign-other')
    expect(await listAssignees(opened)).toEqual(['Ben'])
    // happy-dom does not restore focus when a dialog closes.
    document.querySelector<HTMLElement>('[role="grid"]')?.focus()
    await press('a', { ctrlKey: true })
    await press('a')
    await click('assign-name')
    const { length } = await listAssignees(opened)
    expect([length > 2, new Set(await listAssignees(opened))]).toEqual([true, new Set(['Ben'])])
    await click('own-assign')
    await click('assign-nobody')
    expect(await listAssignees(opened)).toEqual([])
    await press('z', { ctrlKey: true })
    expect(await listAssignees(opened)).toHaveLength(length)
  })
})

describe('a changed user name', () =>
  test('shows how many containers have the old name, and assigns them to the new one', async () => {
    const opened = await openOnFirstRow()
    await opened.engine.ask('own.setMe', { name: 'Aan' })
    await press('a', { ctrlKey: true })
    await press('a')
    await click('assign-me')
    const { length } = await listAssignees(opened)
    document.querySelector<HTMLElement>('[role="grid"]')?.focus()
    await press('a')
    await click('not-me')
    await type('my-name', 'Ana')
    await submit('save-my-name')
    expect(document.body.textContent).toContain(
      `${length} containers are still assigned to Aan, which is no longer your name.`,
    )
    await click('toast-act')
    expect([length > 2, new Set(await listAssignees(opened))]).toEqual([true, new Set(['Ana'])])
    await click(all('[data-testid="undo"]').at(-1) ?? '')
    expect(new Set(await listAssignees(opened))).toEqual(new Set(['Aan']))
  }))

describe('tags and notes', () => {
  test('are added by keys on the row', async () => {
    const opened = await openOnFirstRow()
    await press('l')
    await type('add-own-tag', 'rush')
    await submit('save-own-tags')
    expect((await opened.engine.rows()).flatMap(({ own }) => own.tags)).toEqual(['rush'])
    await press('n')
    await submit('save-note')
    expect(document.body.textContent).toContain('Write something first')
    await type('note-text', 'Broker asked')
    await submit('save-note')
    expect((await opened.engine.rows()).map(({ own }) => own.note).filter((note) => note !== null)).toEqual([
      'Broker asked',
    ])
    expect(isShown('note-text')).toBe(false)
  })

  test('a note that is too long is reported and not cut off', async () => {
    const opened = await openOnFirstRow()
    await press('n')
    const longText = 'ETA as discussed. '.repeat(300)
    await type('note-text', longText)
    expect([(byTestId('note-text') as HTMLTextAreaElement).value.length, text('note-problem')]).toEqual([
      longText.length,
      expect.stringContaining('1,399 characters over the limit of 4,000'),
    ])
    await submit('save-note')
    expect([isShown('note-text'), (await opened.engine.rows()).filter(({ own }) => own.note !== null)]).toEqual([
      true,
      [],
    ])
  })

  test('a note that was closed unsaved is restored by Ctrl+Z', async () => {
    await openOnFirstRow()
    await press('n')
    await type('note-text', 'Release is at the broker')
    closeDialog('own-dialog')
    await flush()
    expect(document.body.textContent).toContain('note closed without saving')
    await press('z', { ctrlKey: true })
    expect((byTestId('note-text') as HTMLTextAreaElement).value).toBe('Release is at the broker')
    await submit('save-note')
    expect([isShown('note-text'), document.body.textContent.includes('closed without saving')]).toEqual([false, false])
  })

  test('tags that were closed unsaved are restored by Ctrl+Z, also half a tag', async () => {
    await openOnFirstRow()
    await press('l')
    await type('add-own-tag', 'rush')
    byTestId('add-own-tag').focus()
    await press('Enter')
    await type('add-own-tag', 'half')
    closeDialog('own-dialog')
    await flush()
    expect(document.body.textContent).toContain('tags closed without saving')
    await press('z', { ctrlKey: true })
    const chips = all('[data-testid="own-tag-chip"]').map((chip) => chip.textContent.trim())
    expect([chips, (byTestId('add-own-tag') as HTMLInputElement).value]).toEqual([['rush'], 'half'])
  })

  test('closed tags that are restored leave tags alone that were saved meanwhile', async () => {
    const opened = await openOnFirstRow()
    await press('l')
    await type('add-own-tag', 'rush')
    closeDialog('own-dialog')
    await flush()
    await press('l')
    await type('add-own-tag', 'vip')
    await submit('save-own-tags')
    await click(all('[data-testid="undo"]')[0] ?? '')
    await submit('save-own-tags')
    expect((await opened.engine.rows()).flatMap(({ own }) => own.tags).toSorted()).toEqual(['rush', 'vip'])
  })

  test('Backspace in an input method removes no tag, and its Ctrl+Enter saves no note', async () => {
    await openOnFirstRow()
    await press('l')
    await type('add-own-tag', 'rush')
    const field = byTestId('add-own-tag')
    field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))
    await flush()
    field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Backspace', isComposing: true, bubbles: true }))
    await flush()
    expect(all('[data-testid="own-tag-chip"]')).toHaveLength(1)
    field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Backspace', bubbles: true }))
    await flush()
    expect(all('[data-testid="own-tag-chip"]')).toHaveLength(0)
    await submit('save-own-tags')
    document.querySelector<HTMLElement>('[role="grid"]')?.focus()
    await press('n')
    await type('note-text', 'Half')
    byTestId('note-text').dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Enter', ctrlKey: true, isComposing: true, bubbles: true }),
    )
    await flush()
    expect(isShown('note-text')).toBe(true)
  })

  test('of several containers show the tags of all and of some, and each can be added to all or removed from all', async () => {
    const opened = await open({ path: '/lfd', rows: 7 })
    const [firstId, ...otherIds] = (await opened.engine.rows())
      .filter(({ lastFreeDay }) => lastFreeDay.clock === 'running')
      .map(({ id }) => id)
    await opened.engine.ask('own.changeTags', { ids: [firstId ?? ''], add: ['rush', 'old'], remove: [] })
    await opened.engine.ask('own.changeTags', { ids: [firstId ?? '', ...otherIds], add: ['all'], remove: [] })
    await flush()
    await press('Home', { ctrlKey: true })
    await press('a', { ctrlKey: true })
    await press('l')
    const tagsOfAll = all('[data-testid="own-tag-chip"]').map((chip) => chip.textContent.trim())
    expect([tagsOfAll, all('[data-testid="put-on-all"]').length]).toEqual([['all'], 2])
    const findPartialTag = (tag: string) => all('.some').find((chip) => chip.textContent.includes(tag))
    await click(findPartialTag('rush')?.querySelector<HTMLElement>('[data-testid="put-on-all"]') ?? '')
    await click(findPartialTag('old')?.querySelector<HTMLElement>('[data-testid="take-off-all"]') ?? '')
    await submit('save-own-tags')
    const taggedRows = (await opened.engine.rows()).filter(({ own }) => own.tags.includes('rush'))
    expect([taggedRows.length > 2, (await opened.engine.rows()).some(({ own }) => own.tags.includes('old'))]).toEqual([
      true,
      false,
    ])
  })

  test('come from these containers in each new form, not from an earlier form', async () => {
    await openOnFirstRow()
    await press('l')
    await type('add-own-tag', 'rush')
    await submit('save-own-tags')
    document.querySelector<HTMLElement>('[role="grid"]')?.focus()
    await press('a', { ctrlKey: true })
    await press('l')
    expect([all('[data-testid="put-on-all"]').length, isShown('tag-in-use')]).toEqual([1, false])
  })
})

describe('in the panel', () => {
  test('notes are added, edited and removed, and a removal can be undone', async () => {
    const { loadOwn } = await openContainer()
    expect(text('own-block')).toContain('No notes yet.')
    await click('add-note')
    await type('note-text', 'First')
    await submit('save-note')
    expect(text('own-note')).toContain('First')
    await click('change-note')
    expect(byTestId('note-text')).toHaveProperty('value', 'First')
    await type('note-text', 'Second')
    await submit('save-note')
    expect([text('own-note').startsWith('Second'), text('own-note').includes('edited')]).toEqual([true, true])
    await click('remove-note')
    expect([isShown('own-note'), (await loadOwn())?.noteCount]).toEqual([false, 0])
    await press('z', { ctrlKey: true })
    expect(text('own-note')).toContain('Second')
  })

  test('in an office, the title and the author of each note say that it is shared', async () => {
    const { engine } = await openContainer()
    engine.intercept('sync.status', async (_, callEngine) => ({ ...(await callEngine()), sharesOwnData: true }))
    engine.intercept('containers.get', async (_, callEngine) => {
      const detail = await callEngine()
      return { ...detail, notes: detail.notes.map((note) => ({ ...note, author: 'Lea' })) }
    })
    engine.announce({ topic: 'sync', ids: null })
    await click('add-note')
    await type('note-text', 'Driver called')
    await submit('save-note')
    expect(text('own-block')).toMatch(/^Notes and tags\s*Shared with your office/)
    expect(text('own-note')).toMatch(/^Driver called\s*Lea · /)
  })

  test('the customer’s priority is chosen for all of its containers, and can be undone', async () => {
    const { engine, row } = await openContainer()
    await click('scope-high')
    const listHighCustomers = async () =>
      (await engine.rows()).filter(({ own }) => own.priority === 'high').map(({ customer }) => customer)
    expect(new Set(await listHighCustomers())).toEqual(new Set([row.customer]))
    await click('undo')
    expect(await listHighCustomers()).toEqual([])
  })

  test('keys and the palette work as in a list', async () => {
    const { loadOwn } = await openContainer()
    await press('n')
    await type('note-text', 'From the panel')
    await submit('save-note')
    expect((await loadOwn())?.note).toBe('From the panel')
    await runCommand('customer priority high')
    expect((await loadOwn())?.priority).toBe('high')
  })
})

describe('own data in lists', () => {
  test('the view “mine” explains that it is empty while the user’s name is unknown', async () => {
    drawAllColumns()
    const { engine } = await open({ path: '/lfd', rows: 7 })
    await click('view-menu')
    await click('view-my-lfd-week')
    expect(document.body.textContent).toContain('You have not set your name on this computer.')
    await engine.ask('own.setMe', { name: 'Ana' })
    const container = (await engine.rows()).find(
      ({ lastFreeDay: { clock, daysLeft } }) => clock === 'running' && daysLeft !== null && daysLeft <= 7,
    )
    await engine.ask('own.assign', { ids: [container?.id ?? ''], assignee: 'Ana' })
    await flush()
    expect(document.body.textContent).toContain('Ana (you)')
    expect(document.body.textContent).toContain('Assigned to me')
  })

  test('the empties have a view of containers that are out for more than 5 days', async () => {
    const { engine } = await open({ path: '/empties', rows: 60 })
    await click('view-menu')
    await click('view-empties-long')
    expect(engine.calls.findLast(({ name }) => name === 'containers.list')?.input).toMatchObject({
      filter: { scope: 'open', isEmptyOut: true, daysOutOver: 5 },
    })
    expect(document.body.textContent).toContain('Out for more than 5 days')
  })

  test('holds and fees show the assignee and the note of their container', async () => {
    drawAllColumns()
    showAllColumns('charges')
    const { engine } = await open({ path: '/charges', rows: 60 })
    const heldContainer = (await engine.rows()).find(
      ({ activeHolds, lastFreeDay }) => activeHolds.length > 0 && lastFreeDay.clock === 'running',
    )
    await engine.ask('own.assign', { ids: [heldContainer?.id ?? ''], assignee: 'Ben' })
    await engine.ask('own.addNote', { ids: [heldContainer?.id ?? ''], text: 'Broker asked' })
    await flush()
    const rowElement = all('[role="row"]').find((row) => row.textContent.includes('Ben'))
    expect(rowElement?.textContent).toContain('Broker asked')
  })

  test('the container of an alert can be assigned in the list of alerts', async () => {
    const { engine } = await open({ path: '/alerts', rows: 60 })
    await engine.ask('own.setMe', { name: 'Ana' })
    await press('Home', { ctrlKey: true })
    // The first alert is the look-ahead, which has no container.
    await press('j')
    await press('k', { ctrlKey: true })
    await type('palette-input', 'assign to me')
    await press('Enter')
    expect((await engine.rows()).filter(({ own }) => own.isMine).length).toBe(1)
  })
})
