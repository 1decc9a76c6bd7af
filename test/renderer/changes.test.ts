// The list of changes, and which of them the user has seen.
import { describe, expect, test } from 'vitest'
import { type ScreenEngine, startScreenEngine, findRow, markAllSeen } from '#support/screen-engine.ts'
import { all, byTestId, click, column, flush, isShown, open, press, setScreens, text, type } from '#support/screens.ts'
import type { ChangeRow } from '#contract/changes.ts'
import { formatChangeNumber } from '../../src/renderer/src/features/changes/changes.ts'
import { formatContainerNumber } from '../../src/renderer/src/words/cargo.ts'

setScreens()

describe('changes', () => {
  const loadUnseen = async (engine: ScreenEngine) =>
    (await engine.ask('changes.list', { filter: { scope: 'unseen' }, window: { offset: 0, limit: 500 } })).rows
  const loadSeenMark = (engine: ScreenEngine) => engine.ask('changes.seenMark', {})
  /** Opens the list with all changes but the newest twenty marked as seen. */
  async function openChanges() {
    const engine = await startScreenEngine()
    await engine.ask('changes.markSeen', { throughId: (await loadUnseen(engine))[20]!.id })
    return openUngrouped(engine)
  }
  /** Opens the list with one row for each change. */
  async function openUngrouped(engine: ScreenEngine) {
    const screen = await open({ engine, path: '/changes' })
    await click('scope-each')
    return screen
  }

  test('begin with unseen ones, newest first, each with old and new value', async () => {
    const { engine } = await openChanges()
    expect(engine.calls.find(({ name }) => name === 'changes.list')?.input).toMatchObject({
      filter: { scope: 'unseen' },
    })
    const { outOf } = await engine.ask('changes.list', { filter: { scope: 'all' }, window: { offset: 0, limit: 1 } })
    expect([
      byTestId('list-count').querySelector('[aria-hidden]')?.textContent.trim(),
      column('kind').slice(0, 3),
    ]).toEqual([`20 of ${outOf}`, ['Tracking', 'Tracking', 'Fee']])
    expect(column('values')[2]).toMatch(/^\$595\s*→\s*\$680$/)
    expect(text('unread-bar')).toMatch(/^20 changes since you last checked, /)
  })

  test('that arrive while the list is open are only counted above it', async () => {
    const { engine } = await openChanges()
    const { id } = await findRow(engine, ({ lastFreeDay }) => lastFreeDay.clock === 'running')
    await engine.patch({
      [id]: { seal_number: 'NEW', holds_at_pod_terminal: [{ name: 'TMF', status: 'hold', description: null }] },
    })
    await flush()
    const { unseen } = await loadSeenMark(engine)
    const unlistedCount = unseen - 20
    expect([unlistedCount > 0, text('unread-bar'), text('resort-pill')]).toEqual([
      true,
      expect.stringMatching(
        new RegExp(
          `^${unseen} changes since you last checked, .*\\. ${unlistedCount} are not in the list yet\\. ?Mark seen to here`,
        ),
      ),
      `${unlistedCount} rows changed, refresh list`,
    ])
    await type('filter-text', 'eta')
    expect(text('unread-bar'), 'a filtered list').not.toContain('not in the list yet')
  })

  test('are marked as seen up to the active row, and the mark can be undone', async () => {
    const { engine } = await openChanges()
    const fourth = (await loadUnseen(engine))[3]!
    await click(all('[data-row="3"] [data-key="field"]')[0]!)
    await press('e')
    expect(engine.lastInput('changes.markSeen')).toEqual({ throughId: fourth.id })
    expect(text('unread-bar')).toMatch(/^3 changes since/)
    await click('undo')
    expect(text('unread-bar')).toMatch(/^20 changes since/)
  })

  test('show one message with focus if there are none', async () => {
    await open({ path: '/changes', rows: 0 })
    expect([
      byTestId('empty-state')
        .parentElement?.closest('main')
        ?.textContent.match(/No changes yet/g)?.length,
      document.activeElement,
    ]).toEqual([1, byTestId('empty-state')])
  })

  test('say when those of the sample data appear', async () => {
    await open({ path: '/changes', rows: 0, host: { isSample: true } })
    expect(text('empty-state')).toContain('catches up within a minute')
  })

  test('are marked as seen up to the newest selected row', async () => {
    const { engine } = await openChanges()
    const third = (await loadUnseen(engine))[2]!
    await click(all('[data-row="2"] [data-key="field"]')[0]!)
    await press('ArrowDown', { ctrlKey: true, shiftKey: true })
    await press('ArrowDown', { ctrlKey: true, shiftKey: true })
    await click('mark-selected')
    expect([engine.lastInput('changes.markSeen'), isShown('selected-count')]).toEqual([{ throughId: third.id }, false])
  })

  test('are all marked if no row is active, and Ctrl+Z undoes it', async () => {
    await openChanges()
    await press('e')
    expect([text('unread-bar'), text('empty-state')]).toEqual([
      expect.stringMatching(/^No changes since you last checked/),
      'No new changes.Earlier changes are under “All”.',
    ])
    await press('z', { ctrlKey: true })
    expect(text('unread-bar')).toMatch(/^20 changes since/)
  })

  test('that returned to the earlier value are shown as such', async () => {
    const engine = await startScreenEngine()
    await markAllSeen(engine)
    const { id, seal } = await findRow(engine, (row) => row.seal !== null)
    await engine.patch({ [id]: { seal_number: 'NEW' } })
    await engine.patch({ [id]: { seal_number: seal } })
    await openUngrouped(engine)
    expect(column('values')).toEqual([expect.stringMatching(/^NEW → .*Reverted within 1 h$/)])
  })

  test('are in one row for each container at first, with its customer, and open it at the first changed field', async () => {
    const engine = await startScreenEngine()
    await markAllSeen(engine)
    const { id, number, customer } = await findRow(
      engine,
      ({ lastFreeDay, activeHolds }) => lastFreeDay.clock === 'running' && activeHolds.length === 0,
    )
    await engine.patch({ [id]: { holds_at_pod_terminal: [{ name: 'customs', status: 'hold', description: null }] } })
    await engine.ask('changes.markSeen', { throughId: (await loadSeenMark(engine)).newestId })
    await engine.patch({
      [id]: { holds_at_pod_terminal: [], seal_number: 'NEW', import_deadlines: { pickup_lfd_terminal: '2026-12-24' } },
    })
    const { router } = await open({ engine, path: '/changes' })
    expect([column('number').map((cellText) => cellText.replaceAll(' ', '')), column('customer')]).toEqual([
      [number],
      [customer ?? ''],
    ])
    expect(column('changes')[0]).toMatch(
      /^LFD, line: .+ → none · LFD, terminal: .+ → Thu 24 Dec · .*Customs hold cleared/,
    )
    expect(text('unread-bar')).toMatch(/^\d+ changes since .+ Grouped in 1 row\./)
    expect(column('number')).toEqual([formatContainerNumber(number)])
    await click(all('[data-row="0"] [data-key="number"]')[0]!)
    await press('Enter')
    expect(router.currentRoute.value.query).toEqual({ container: id, mark: 'import_deadlines.pickup_lfd_line' })
    await press('Escape')
    await press('e')
    expect((await loadSeenMark(engine)).unseen).toBe(0)
  })

  test('of numbers added in one list share a row, which unfolds and folds', async () => {
    const engine = await startScreenEngine()
    await markAllSeen(engine)
    const lines = ['260000001', '260000002'].map((number) => ({
      text: number,
      request: { number, type: 'bill_of_lading' as const, scac: 'MAEU', refs: [] },
      left: null,
    }))
    const { id } = await engine.ask('batches.create', { name: 'week 47.csv', lines })
    const areAllTracked = async () =>
      (await engine.ask('batches.get', { id })).rows.every(({ request }) => request?.state === 'created')
    while (!(await areAllTracked())) await engine.clock.advance(10_000)
    await open({ engine, path: '/changes' })
    const row = column('number').indexOf('2 numbers added')
    expect(column('changes')[row]).toBe('week 47.csv · Tracked: 2')
    await click(all(`[data-row="${row}"] [data-key="number"]`)[0]!)
    expect(
      column('number')
        .slice(row + 1, row + 3)
        .toSorted(),
    ).toEqual(['260000001', '260000002'])
    await press('Enter')
    expect(column('number')).not.toContain('260000001')
  })

  test('of a request have the number in the groups of a container number, if it is one', () => {
    const format = (object: ChangeRow['object'], number: string) => formatChangeNumber({ object, number })
    expect(format('tracking-request', 'MSCU4000005')).toBe('MSCU 400000 5')
    expect(format('tracking-request', 'MEDUA1234567')).toBe('MEDUA1234567')
    expect(format('shipment', 'MEDU1234567')).toBe('MEDU1234567')
  })

  test('can be filtered by type, and open their container', async () => {
    await openChanges()
    await click('kinds')
    await click(
      all('.choice')
        .find(({ textContent }) => textContent.trim() === 'Fee')!
        .querySelector('input')!,
    )
    expect(new Set(column('kind'))).toEqual(new Set(['Fee']))
    await click(all('[data-row="0"] [data-key="number"]')[0]!)
    await press('Enter')
    expect(text('panel-number')).toBe(column('number')[0])
  })
})
