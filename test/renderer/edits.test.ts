// Editing what the service keeps: typed in the panel, shown as it will be with a quiet mark, decided where it must be,
// taken back while it has not left; and the list of all that waits.
import { describe, expect, it } from 'vitest'
import { accountAt } from '#support/account.ts'
import { refusal } from '#support/network.ts'
import { type ScreenEngine, startScreenEngine } from '#support/screen-engine.ts'
import { all, byTestId, click, isShown, open, press, setScreens, settled, text } from '#support/screens.ts'
import { openContainer, addWord, sendUntil, isPatch, editsOf, openShipment, lastSaved } from '#support/edit-screen.ts'

setScreens()
/** A colleague does it in the web application, and this computer meets it when it sends its own. */
const meetConflict = async (engine: ScreenEngine, id: string, refs: string[]) => {
  accountAt(engine.service.act).send('PATCH', `/containers/${id}`, { data: { type: 'container', id, attributes: { ref_numbers: refs } } })
  await sendUntil(engine, 'conflict')
}

describe('an edit that must be decided', () => {
  it('shows both values side by side, and sends what is chosen', async () => {
    const { engine, row } = await openContainer()
    await addWord('refs', 'MINE')
    await meetConflict(engine, row.id, ['THEIRS'])
    expect([text('edit-mine'), text('edit-theirs')]).toEqual([expect.stringContaining('MINE'), 'THEIRS'])
    engine.network.unplug()
    await click('keep-mine')
    expect([(await editsOf(engine))[0]?.state, isShown('edit-waiting')]).toEqual(['waiting', true])
  })

  it('left to theirs is given up, and their value stands', async () => {
    const { engine, row } = await openContainer()
    await addWord('refs', 'MINE')
    await meetConflict(engine, row.id, ['THEIRS'])
    await click('keep-theirs')
    expect([await editsOf(engine), text('fact-refs')]).toEqual([[], 'RefsTHEIRS'])
  })

  it('refused says in the service’s words why, and is corrected from what was typed', async () => {
    const { engine } = await openContainer()
    await addWord('refs', 'FAR TOO LONG')
    await sendUntil(engine, 'refused', refusal('At most 8 characters.'))
    expect(text('edit-refused')).toMatch(/^The service did not take it\. The service says: “At most 8 characters\.” Correct it, or give it up\.You entered: .*FAR TOO LONG/)
    await click('edit-correct')
    expect(all('[data-testid="refs-chip"]').map(({ textContent }) => textContent.trim())).toContain('FAR TOO LONG')
  })
})

describe('what cannot be done here', () => {
  it('is not meant by Ctrl+Shift+Z, which elsewhere does again what was taken back', async () => {
    const { engine } = await openContainer()
    await addWord('refs', 'PO-77')
    await press('Z', { ctrlKey: true, shiftKey: true })
    expect(await editsOf(engine)).toHaveLength(1)
  })

  it('is not offered: there is no form for the tracking of a shipment, or for anything of a request', async () => {
    const { engine, router } = await openShipment()
    await click('turn-tracking')
    await click('stop-tracking-act')
    await sendUntil(engine, 'refused', refusal('Not now.'))
    await router.push({ name: 'edits' })
    await settled()
    expect([isShown('edit-again'), isShown('edit-correct')]).toEqual([true, false])
    await click('edit-give-up')
    const [request] = (await engine.ask('tracking.list', { filter: { scope: 'all' }, sort: [], window: { offset: 0, limit: 1 } })).rows
    await engine.ask('edits.saveWords', { target: { type: 'tracking_request', id: request!.id }, field: 'refs', words: ['PO-77'] })
    await sendUntil(engine, 'refused', refusal('Not now.'))
    expect([(await editsOf(engine)).map(({ target }) => target.type), isShown('edit-again'), isShown('edit-correct')]).toEqual([['tracking_request'], true, false])
  })

  it('is said of one word too many, which stays where it was typed and is not saved away', async () => {
    const full = await startScreenEngine({ containers: 7 })
    const [first] = await full.rows()
    await full.patch({ [first!.id]: { ref_numbers: Array.from({ length: 100 }, (_, place) => `PO-${place}`) } })
    const { engine } = await openContainer(full, ({ id }) => id === first!.id)
    await addWord('refs', 'ONE MORE')
    expect([text('refs-full'), (byTestId('add-refs') as HTMLInputElement).value, await editsOf(engine)]).toEqual(['There is room for 100. Remove one to add another.', 'ONE MORE', []])
  })
})

describe('a shipment', () => {
  it('has references and tags of its own', async () => {
    const { engine, row } = await openShipment()
    await addWord('tags', 'urgent')
    await addWord('refs', 'FILE-9')
    expect(await editsOf(engine)).toMatchObject([{ target: { type: 'shipment', id: row.shipmentId }, field: 'tags' }, { field: 'refs' }])
  })

  it('is not stopped before it was said what stopping means', async () => {
    const { engine } = await openShipment()
    await click('turn-tracking')
    expect(text('stop-tracking')).toMatch(/Stop tracking .*\?.*no longer updated, and nothing warns you/)
    expect(await editsOf(engine)).toEqual([])
    await click('stop-tracking-act')
    expect(await editsOf(engine)).toMatchObject([{ field: 'tracking', value: false }])
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
    const other = (await engine.rows()).find(({ shipmentId }) => shipmentId !== null && !at.includes(shipmentId))
    await router.push({ name: 'shipments', query: { shipment: other?.shipmentId } })
    await settled()
    expect([isShown('detail-panel'), text('stop-tracking')]).toEqual([true, asked])
  })

  it('whose stopping waits goes on being tracked when that is taken back', async () => {
    const { engine } = await openShipment()
    await click('turn-tracking')
    await click('stop-tracking-act')
    await click(byTestId('fact-tracking').querySelector<HTMLElement>('[data-testid="edit-undo"]')!)
    expect([await editsOf(engine), text('fact-tracking')]).toEqual([[], expect.stringContaining('Active')])
  })

  it('is resumed at once, for nothing is lost by it', async () => {
    const { engine } = await openShipment(await startScreenEngine({ containers: 7 }), ({ trackingStoppedAt }) => trackingStoppedAt !== null)
    await click('turn-tracking')
    expect(await editsOf(engine)).toMatchObject([{ field: 'tracking', value: true }])
  })
})

describe('the list of edits', () => {
  it('says that nothing waits', async () => {
    await open({ path: '/edits', rows: 7 })
    expect(text('empty-state')).toContain('No edit waits.')
  })

  it('keeps the keyboard on its page when one comes, and when the last goes', async () => {
    const { engine, router } = await openContainer()
    await addWord('refs', 'PO-77')
    const input = lastSaved(engine)
    await click('edit-undo')
    ;(document.activeElement as HTMLElement).blur()
    await router.push('/edits')
    await settled()
    expect([isShown('empty-state'), document.activeElement]).toEqual([true, byTestId('edits-screen')])
    await engine.ask('edits.saveWords', input)
    await settled()
    expect([isShown('empty-state'), document.activeElement]).toEqual([false, byTestId('edits-screen')])
    await click('edit-undo')
    expect([isShown('empty-state'), document.activeElement]).toEqual([true, byTestId('edits-screen')])
  })

  it('is reached from the line that says how many wait for the network, and by keys', async () => {
    const { engine, router } = await openContainer()
    engine.network.plug()
    engine.network.fault((request) => (isPatch(request) ? { kind: 'delay', ms: 3_000 } : null))
    await addWord('refs', 'PO-76')
    expect([(await editsOf(engine)).length, isShown('edits-waiting')]).toEqual([1, false])
    await engine.clock.advanceUntil(async () => (await engine.client.call('edits.list', { target: null })).rows.length === 0)
    engine.network.unplug()
    await addWord('refs', 'PO-77')
    await engine.clock.advanceUntil(async () => (await engine.client.call('edits.list', { target: null })).waitsFor !== null)
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
    const { engine, router, row } = await openContainer()
    await addWord('refs', 'PO-77')
    await router.push({ name: 'shipments', query: { shipment: row.shipmentId } })
    await settled()
    await addWord('tags', 'urgent')
    engine.network.fault((request) => (isPatch(request) ? (request.url.includes('/shipments/') ? refusal('Not now.') : { kind: 'hang' }) : null))
    engine.network.plug()
    await engine.clock.advanceUntil(async () => (await engine.client.call('edits.list', { target: null })).rows[1]?.state === 'refused')
    await router.push({ name: 'edits' })
    await settled()
    expect(all('.screen h2').map(({ textContent }) => textContent)).toEqual(['1 needs your decision', '1 on its way'])
    expect(text('edits-deciding')).toContain('1 edit needs your decision')
    await click('edit-correct')
    expect([router.currentRoute.value.query['shipment'], isShown('add-tags')]).toEqual([row.shipmentId, true])
  })
})
