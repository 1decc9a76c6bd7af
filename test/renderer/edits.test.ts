// Editing what the service keeps: typed in the panel, shown as it will be with a quiet mark, decided where it must be,
// taken back while it has not left; and the list of all that waits.
import { describe, expect, it } from 'vitest'
import type { EngineContract } from '#contract/index.ts'
import type { Input } from '#contract/rpc.ts'
import type { FakeEngine } from '#support/fake-engine.ts'
import { all, byTestId, click, isShown, open, press, setScreens, settled, text, type } from '#support/fake-screens.ts'

setScreens()

const openBox = async (rows = 7) => {
  const opened = await open({ path: '/containers', rows })
  const [row] = opened.engine.rows()
  if (!row?.shipmentId) throw new Error('there is a container with a shipment')
  await opened.router.push({ name: 'containers', query: { container: row.id } })
  await settled()
  return { ...opened, row: { ...row, shipmentId: row.shipmentId } }
}
const openShipment = async () => {
  const opened = await openBox()
  await opened.router.push({ name: 'shipments', query: { shipment: opened.row.shipmentId } })
  await settled()
  return opened
}
const save = async (field: string, word: string) => {
  await click(`change-${field}`)
  await type(`add-${field}`, word)
  byTestId(`save-${field}`).closest('form')?.requestSubmit()
  await settled()
}
const paste = async (id: string, pasted: string) => {
  const clipboardData = new DataTransfer()
  clipboardData.setData('text/plain', pasted)
  byTestId(id).dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  await settled()
}
const lastSaved = (engine: FakeEngine) => engine.calls.findLast(({ name }) => name === 'edits.saveWords')?.input
const runVerb = async (words: string) => {
  await press('k', { ctrlKey: true })
  await type('palette-input', words)
  await press('Enter')
}

describe('references of a container', () => {
  it('are changed in its panel and shown as they will be, with a quiet mark', async () => {
    const { engine, row } = await openBox()
    await save('refs', 'PO-77')
    expect(engine.edits.all()).toMatchObject([{ target: { type: 'container', id: row.id }, field: 'refs', value: [...row.refs, 'PO-77'] }])
    expect(text('fact-refs')).toContain('PO-77')
    expect(text('edit-waiting')).toBe('Waiting to be sentTake back')
  })

  it('are taken back from the mark, and from the keys', async () => {
    const { engine, row } = await openBox()
    await save('refs', 'PO-77')
    await click('edit-undo')
    expect([engine.edits.all(), isShown('edit-waiting'), engine.rows()[0]?.refs]).toEqual([[], false, row.refs])
    await save('refs', 'PO-78')
    await press('z', { ctrlKey: true })
    expect([engine.edits.all(), isShown('undo')]).toEqual([[], false])
  })

  it('taken back after a second change go back to the first, not to the beginning', async () => {
    const { engine } = await openBox()
    await save('refs', 'ONE')
    await save('refs', 'TWO')
    await press('z', { ctrlKey: true })
    expect(engine.edits.all().map(({ value }) => value)).toEqual([expect.arrayContaining(['ONE'])])
    expect(text('fact-refs')).not.toContain('TWO')
  })

  it('that have left meanwhile go back by an edit of their own, over what this window wrote and nobody else', async () => {
    const { engine, row } = await openBox()
    await save('refs', 'PO-77')
    engine.edits.turn(engine.edits.all()[0]!.id, { state: 'sending' })
    await settled()
    await press('z', { ctrlKey: true })
    expect(lastSaved(engine)).toEqual({ target: { type: 'container', id: row.id }, field: 'refs', words: row.refs, seen: [...row.refs, 'PO-77'] })
    expect(document.body.textContent).toContain('It had left already: the value before is sent again')
    await press('z', { ctrlKey: true })
    expect(document.body.textContent).toContain('Nothing done in this window is left to take back')
  })

  it('are taken back once, by keys or from what is said of them, and leave the way back of what was saved since', async () => {
    const { engine } = await openShipment()
    await save('refs', 'PO-77')
    await save('tags', 'hot')
    await click(all('[data-testid="undo"]')[0]!)
    expect(engine.edits.all().map(({ field }) => field)).toEqual(['tags'])
    await press('z', { ctrlKey: true })
    expect([engine.edits.all(), isShown('undo')]).toEqual([[], false])
  })

  it('changed a second time and sent meanwhile go back to the first, and do so once they have been sent', async () => {
    const { engine, row } = await openBox()
    await save('refs', 'ONE')
    await save('refs', 'TWO')
    engine.edits.turn(engine.edits.all()[0]!.id, { state: 'sending' })
    await settled()
    await press('z', { ctrlKey: true })
    expect(lastSaved(engine)).toMatchObject({ words: [...row.refs, 'ONE'], seen: [...row.refs, 'ONE', 'TWO'] })
  })

  it('are saved over what the form was opened on, whatever came in while it was open', async () => {
    const { engine, row } = await openBox()
    await click('change-refs')
    engine.change((each) => (each.id === row.id ? { refs: [...row.refs, 'PO-9'] } : null))
    await settled()
    await type('add-refs', 'PO-77')
    byTestId('save-refs').closest('form')?.requestSubmit()
    await settled()
    expect(engine.edits.all()).toMatchObject([{ base: row.refs, value: [...row.refs, 'PO-77'] }])
  })

  it('are typed in a field that Escape leaves as it was', async () => {
    const { engine, row } = await openBox()
    await click('change-refs')
    await type('add-refs', 'NOT MEANT')
    byTestId('add-refs').focus()
    await press('Escape')
    expect([engine.edits.all(), isShown('add-refs'), isShown('detail-panel'), text('fact-refs')]).toEqual([[], false, true, `Refs${row.refs.join(', ') || 'None'}`])
  })

  it('are taken one by one from a column of cells or a line with commas, whatever is being typed', async () => {
    const { engine, row } = await openBox()
    await click('change-refs')
    await type('add-refs', 'PO-1')
    await paste('add-refs', 'PO-2\r\nPO 3\r\n')
    await paste('add-refs', `PO-4, PO-2,${Array.from({ length: 30 }, (_, place) => ` JOB-${place}`).join(',')}`)
    byTestId('save-refs').closest('form')?.requestSubmit()
    await settled()
    expect(engine.edits.all()).toMatchObject([{ value: [...row.refs, 'PO-2', 'PO 3', 'PO-4', ...Array.from({ length: 30 }, (_, place) => `JOB-${place}`), 'PO-1'] }])
  })

  it('are not cut off where more is pasted than one of them or all of them hold: nothing is taken, and it is said', async () => {
    const { row } = await openBox()
    const chips = () => all('[data-testid="refs-chip"]').length
    await click('change-refs')
    await paste('add-refs', 'X'.repeat(101))
    expect([text('refs-full'), chips()]).toEqual(['Nothing was pasted: one of them is longer than 100 characters. Put a comma or a new line after each.', row.refs.length])
    await paste('add-refs', Array.from({ length: 101 }, (_, place) => `PO-${place}`).join('\n'))
    expect([text('refs-full'), chips()]).toEqual(['Nothing was pasted: 101 more are too many, for there is room for 100 in all.', row.refs.length])
    await type('add-refs', 'PO-77')
    expect(isShown('refs-full')).toBe(false)
  })

  it('are reached by the palette, also for a row whose panel is closed', async () => {
    const { router } = await open({ path: '/containers', rows: 7 })
    await click(all('[data-row="0"] [data-key="number"]')[0]!)
    await runVerb('Change references')
    expect([typeof router.currentRoute.value.query['container'], isShown('add-refs')]).toEqual(['string', true])
  })
})

describe('an edit that must be decided', () => {
  it('shows both values side by side, and sends what is chosen', async () => {
    const { engine } = await openBox()
    await save('refs', 'MINE')
    const [edit] = engine.edits.all()
    engine.edits.turn(edit!.id, { state: 'conflict', theirs: ['THEIRS'] })
    await settled()
    expect([text('edit-mine'), text('edit-theirs')]).toEqual([expect.stringContaining('MINE'), 'THEIRS'])
    await click('keep-mine')
    expect([engine.edits.all()[0]?.state, isShown('edit-waiting')]).toEqual(['waiting', true])
  })

  it('left to theirs is given up, and their value stands', async () => {
    const { engine } = await openBox()
    await save('refs', 'MINE')
    engine.edits.turn(engine.edits.all()[0]!.id, { state: 'conflict', theirs: ['THEIRS'] })
    await settled()
    await click('keep-theirs')
    expect([engine.edits.all(), text('fact-refs')]).toEqual([[], 'RefsTHEIRS'])
  })

  it('refused says in the service’s words why, and is corrected from what was typed', async () => {
    const { engine } = await openBox()
    await save('refs', 'FAR TOO LONG')
    engine.edits.turn(engine.edits.all()[0]!.id, { state: 'refused', failure: { code: 'api/refused', details: { status: 422, reason: 'At most 8 characters.' } } })
    await settled()
    expect(text('edit-refused')).toMatch(/^The service did not take it\. The service says: “At most 8 characters\.” Correct it, or give it up\.You entered: .*FAR TOO LONG/)
    await click('edit-correct')
    expect(all('[data-testid="refs-chip"]').map(({ textContent }) => textContent.trim())).toContain('FAR TOO LONG')
  })
})

describe('what cannot be done here', () => {
  it('is not meant by Ctrl+Shift+Z, which elsewhere does again what was taken back', async () => {
    const { engine } = await openBox()
    await save('refs', 'PO-77')
    await press('Z', { ctrlKey: true, shiftKey: true })
    expect(engine.edits.all()).toHaveLength(1)
  })

  it('is not offered: there is no form for the tracking of a shipment, or for anything of a request', async () => {
    const { engine, router } = await openShipment()
    await click('turn-tracking')
    await click('stop-tracking-act')
    engine.edits.turn(engine.edits.all()[0]!.id, { state: 'refused', failure: { code: 'api/refused', details: {} } })
    await router.push({ name: 'edits' })
    await settled()
    expect([isShown('edit-again'), isShown('edit-correct')]).toEqual([true, false])
    engine.edits.turn(engine.edits.all()[0]!.id, { target: { type: 'tracking_request', id: 'request-1' }, field: 'refs', value: [] })
    await settled()
    expect([isShown('edit-again'), isShown('edit-correct')]).toEqual([true, false])
  })

  it('is said of one word too many, which stays where it was typed and is not saved away', async () => {
    const { engine, row } = await openBox()
    engine.change((each) => (each.id === row.id ? { refs: Array.from({ length: 100 }, (_, place) => `PO-${place}`) } : null))
    await settled()
    await save('refs', 'ONE MORE')
    expect([text('refs-full'), (byTestId('add-refs') as HTMLInputElement).value, engine.edits.all()]).toEqual(['There is room for 100. Remove one to add another.', 'ONE MORE', []])
  })
})

describe('a shipment', () => {
  it('has references and tags of its own', async () => {
    const { engine, row } = await openShipment()
    await save('tags', 'urgent')
    await save('refs', 'FILE-9')
    expect(engine.edits.all()).toMatchObject([{ target: { type: 'shipment', id: row.shipmentId }, field: 'tags' }, { field: 'refs' }])
  })

  it('is not stopped before it was said what stopping means', async () => {
    const { engine } = await openShipment()
    await click('turn-tracking')
    expect(text('stop-tracking')).toMatch(/Stop tracking .*\?.*no longer updated, and nothing warns you/)
    expect(engine.edits.all()).toEqual([])
    await click('stop-tracking-act')
    expect(engine.edits.all()).toMatchObject([{ field: 'tracking', value: false }])
    expect(text('fact-tracking')).toContain('Waiting to be sent')
  })

  it('is asked about by name, and neither keys of the panel nor another shipment behind it change which', async () => {
    const { router, engine } = await openShipment()
    const asked = text('stop-tracking')
    await click('turn-tracking')
    const title = byTestId('stop-tracking').querySelector('h2')?.textContent
    const at = router.currentRoute.value.fullPath
    byTestId('stop-tracking-keep').focus()
    for (const key of ['j', 'ArrowDown', 'k', 'Escape']) await press(key)
    expect([router.currentRoute.value.fullPath, byTestId('stop-tracking').querySelector('h2')?.textContent]).toEqual([at, title])
    const other = engine.rows().find(({ shipmentId }) => shipmentId !== null && !at.includes(shipmentId))
    await router.push({ name: 'shipments', query: { shipment: other?.shipmentId } })
    await settled()
    expect([isShown('detail-panel'), text('stop-tracking')]).toEqual([true, asked])
  })

  it('whose stopping waits goes on being tracked when that is taken back', async () => {
    const { engine } = await openShipment()
    await click('turn-tracking')
    await click('stop-tracking-act')
    await click(byTestId('fact-tracking').querySelector<HTMLElement>('[data-testid="edit-undo"]')!)
    expect([engine.edits.all(), text('fact-tracking')]).toEqual([[], expect.stringContaining('Active')])
  })

  it('is resumed at once, for nothing is lost by it', async () => {
    const { engine, row } = await openShipment()
    engine.change(({ shipmentId }) => (shipmentId === row.shipmentId ? { trackingStoppedAt: '2026-11-01T00:00:00.000Z', trackingStoppedReason: null } : null))
    await settled()
    await click('turn-tracking')
    expect(engine.edits.all()).toMatchObject([{ field: 'tracking', value: true }])
  })
})

describe('the list of edits', () => {
  it('says that nothing waits', async () => {
    await open({ path: '/edits', rows: 7 })
    expect(text('empty-state')).toContain('No edit waits.')
  })

  it('keeps the keyboard on its page when one comes, and when the last goes', async () => {
    const { engine, router, links } = await openBox()
    await save('refs', 'PO-77')
    const input = engine.calls.findLast((call) => call.name === 'edits.saveWords')!.input as Input<EngineContract, 'edits.saveWords'>
    await click('edit-undo')
    ;(document.activeElement as HTMLElement).blur()
    await router.push('/edits')
    await settled()
    expect([isShown('empty-state'), document.activeElement]).toEqual([true, byTestId('edits-screen')])
    await links.engine.call('edits.saveWords', input)
    await settled()
    expect([isShown('empty-state'), document.activeElement]).toEqual([false, byTestId('edits-screen')])
    await click('edit-undo')
    expect([isShown('empty-state'), document.activeElement]).toEqual([true, byTestId('edits-screen')])
  })

  it('is reached from the line that says how many wait for the network, and by keys', async () => {
    const { engine, router } = await openBox()
    await save('refs', 'PO-77')
    expect(isShown('edits-waiting')).toBe(false)
    engine.edits.hold({ code: 'api/offline', details: {} })
    await settled()
    expect(text('edits-waiting')).toBe('1 edit waits for the network.See edits')
    await click(byTestId('edits-waiting').querySelector('button')!)
    expect([router.currentRoute.value.name, text('edits-held')]).toEqual(['edits', expect.stringContaining('cannot be reached')])
    await press('g')
    await press('c')
    await press('g')
    await press('e')
    expect(router.currentRoute.value.name).toBe('edits')
  })

  it('puts first what waits for the user, and leads to the record to correct it', async () => {
    const { engine, router, row } = await openBox()
    await save('refs', 'PO-77')
    await router.push({ name: 'shipments', query: { shipment: row.shipmentId } })
    await settled()
    await save('tags', 'urgent')
    engine.edits.turn(engine.edits.all()[1]!.id, { state: 'refused', failure: { code: 'api/refused', details: {} } })
    await router.push({ name: 'edits' })
    await settled()
    expect(all('.screen h2').map(({ textContent }) => textContent)).toEqual(['1 needs your decision', '1 on its way'])
    expect(text('edits-deciding')).toContain('1 edit needs your decision')
    await click('edit-correct')
    expect([router.currentRoute.value.query['shipment'], isShown('add-tags')]).toEqual([row.shipmentId, true])
  })
})
