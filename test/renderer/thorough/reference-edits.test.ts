// The references of a container: typed, pasted, saved and undone.
import { describe, expect, test } from 'vitest'
import { all, byTestId, click, flush, isShown, open, press, setScreens, text, type } from '#support/screens.ts'
import {
  openContainer,
  addLabel,
  reconnectUntil,
  listEdits,
  openShipment,
  lastSavedLabels,
} from '#support/edit-screen.ts'

setScreens()
const paste = async (id: string, pasted: string) => {
  const clipboardData = new DataTransfer()
  clipboardData.setData('text/plain', pasted)
  byTestId(id).dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  await flush()
}
const runCommand = async (label: string) => {
  await press('k', { ctrlKey: true })
  await type('palette-input', label)
  await press('Enter')
}

describe('references of a container', () => {
  test('are changed in its panel, and the new values are shown with a mark', async () => {
    const { engine, row } = await openContainer()
    await addLabel('refs', 'PO-77')
    expect(await listEdits(engine)).toMatchObject([
      { target: { type: 'container', id: row.id }, field: 'refs', value: [...row.refs, 'PO-77'] },
    ])
    expect(text('fact-refs')).toContain('PO-77')
    expect(text('edit-waiting')).toBe('Waiting to be sentUndo')
  })

  test('are undone from the mark, and by keys', async () => {
    const { engine, row } = await openContainer()
    await addLabel('refs', 'PO-77')
    await click('edit-undo')
    expect([
      await listEdits(engine),
      isShown('edit-waiting'),
      (await engine.rows()).find(({ id }) => id === row.id)?.refs,
    ]).toEqual([[], false, row.refs])
    await addLabel('refs', 'PO-78')
    await press('z', { ctrlKey: true })
    expect([await listEdits(engine), isShown('undo')]).toEqual([[], false])
  })

  test('undone after a second change have the first change, not the original values', async () => {
    const { engine } = await openContainer()
    await addLabel('refs', 'ONE')
    await addLabel('refs', 'TWO')
    await press('z', { ctrlKey: true })
    expect((await listEdits(engine)).map(({ value }) => value)).toEqual([expect.arrayContaining(['ONE'])])
    expect(text('fact-refs')).not.toContain('TWO')
  })

  test('that were sent meanwhile are undone by a new edit, which overwrites only the values of this window', async () => {
    const { engine, row } = await openContainer()
    await addLabel('refs', 'PO-77')
    await reconnectUntil(engine, 'sending', { kind: 'hang' })
    await press('z', { ctrlKey: true })
    expect(lastSavedLabels(engine)).toEqual({
      target: { type: 'container', id: row.id },
      field: 'refs',
      words: row.refs,
      seen: [...row.refs, 'PO-77'],
    })
    expect(document.body.textContent).toContain('Already sent: sending the earlier value again')
    await press('z', { ctrlKey: true })
    expect(document.body.textContent).toContain('This window has nothing left to undo')
  })

  test('are undone once, by keys or from the message, and later edits can still be undone', async () => {
    const { engine } = await openShipment()
    await addLabel('refs', 'PO-77')
    await addLabel('tags', 'hot')
    await click(all('[data-testid="undo"]')[0]!)
    expect((await listEdits(engine)).map(({ field }) => field)).toEqual(['tags'])
    await press('z', { ctrlKey: true })
    expect([await listEdits(engine), isShown('undo')]).toEqual([[], false])
  })

  test('changed twice and sent meanwhile are restored to the first change after they are sent', async () => {
    const { engine, row } = await openContainer()
    await addLabel('refs', 'ONE')
    await addLabel('refs', 'TWO')
    await reconnectUntil(engine, 'sending', { kind: 'hang' })
    await press('z', { ctrlKey: true })
    expect(lastSavedLabels(engine)).toMatchObject({ words: [...row.refs, 'ONE'], seen: [...row.refs, 'ONE', 'TWO'] })
  })

  test('are saved against the values at the opening of the form, whatever arrived meanwhile', async () => {
    const { engine, row } = await openContainer()
    await click('change-refs')
    engine.network.plug()
    await engine.patch({ [row.id]: { ref_numbers: [...row.refs, 'PO-9'] } })
    engine.network.unplug()
    await flush()
    await type('add-refs', 'PO-77')
    byTestId('save-refs').closest('form')?.requestSubmit()
    await flush()
    expect(await listEdits(engine)).toMatchObject([{ base: row.refs, value: [...row.refs, 'PO-77'] }])
  })

  test('are typed in a field that Escape closes without a change', async () => {
    const { engine, row } = await openContainer()
    await click('change-refs')
    await type('add-refs', 'NOT MEANT')
    byTestId('add-refs').focus()
    await press('Escape')
    expect([await listEdits(engine), isShown('add-refs'), isShown('detail-panel'), text('fact-refs')]).toEqual([
      [],
      false,
      true,
      `Refs${row.refs.join(', ') || 'None'}`,
    ])
  })

  test('are split from a column of cells or a line with commas, also while another one is typed', async () => {
    const { engine, row } = await openContainer()
    await click('change-refs')
    await type('add-refs', 'PO-1')
    await paste('add-refs', 'PO-2\r\nPO 3\r\n')
    await paste('add-refs', `PO-4, PO-2,${Array.from({ length: 30 }, (_, index) => ` JOB-${index}`).join(',')}`)
    byTestId('save-refs').closest('form')?.requestSubmit()
    await flush()
    expect(await listEdits(engine)).toMatchObject([
      {
        value: [
          ...row.refs,
          'PO-2',
          'PO 3',
          'PO-4',
          ...Array.from({ length: 30 }, (_, index) => `JOB-${index}`),
          'PO-1',
        ],
      },
    ])
  })

  test('say so when a typed entry has the maximum length', async () => {
    await openContainer()
    await click('change-refs')
    await type('add-refs', 'X'.repeat(99))
    expect(isShown('refs-longest')).toBe(false)
    await type('add-refs', 'X'.repeat(100))
    expect(text('refs-longest')).toBe('An entry has at most 100 characters.')
  })

  test('are not truncated if a pasted text is too long: nothing is inserted, and a message explains it', async () => {
    const { row } = await openContainer()
    const countChips = () => all('[data-testid="refs-chip"]').length
    await click('change-refs')
    await paste('add-refs', 'X'.repeat(101))
    expect([text('refs-full'), countChips()]).toEqual([
      'Nothing was pasted: one entry is longer than 100 characters. Put a comma or line break after each entry.',
      row.refs.length,
    ])
    await paste('add-refs', Array.from({ length: 101 }, (_, index) => `PO-${index}`).join('\n'))
    expect([text('refs-full'), countChips()]).toEqual([
      'Nothing was pasted: 101 more would exceed the limit of 100.',
      row.refs.length,
    ])
    await type('add-refs', 'PO-77')
    expect(isShown('refs-full')).toBe(false)
  })

  test('are edited from the palette, also for a row whose panel is closed', async () => {
    const { router } = await open({ path: '/containers', rows: 7 })
    await click(all('[data-row="0"] [data-key="number"]')[0]!)
    await runCommand('Change references')
    expect([typeof router.currentRoute.value.query['container'], isShown('add-refs')]).toEqual(['string', true])
  })
})
