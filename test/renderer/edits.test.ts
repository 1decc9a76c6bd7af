// Editing what the service keeps: typed in the panel, shown as it will be with a quiet mark, decided where it must be,
// taken back while it has not left; and the list of all that waits.
import { describe, expect, it } from 'vitest'
import type { ContainerRow } from '#contract/containers.ts'
import type { Edit } from '#contract/edits.ts'
import type { HttpRequest } from '#engine/outside/http.ts'
import { accountAt } from '#support/account.ts'
import { type Fault, refusal } from '#support/network.ts'
import { type ScreenEngine, startScreenEngine } from '#support/screen-engine.ts'
import { all, byTestId, click, isShown, open, press, setScreens, settled, text, type } from '#support/screens.ts'

setScreens()

/** The panel of a container; edits wait, for there is no network any more. */
const openBox = async (given?: ScreenEngine, isMeant: (row: ContainerRow) => boolean = () => true) => {
  const engine = given ?? (await startScreenEngine({ containers: 7 }))
  const row = (await engine.rows()).find((row) => row.shipmentId !== null && isMeant(row))
  if (!row?.shipmentId) throw new Error('there is a container with a shipment')
  const opened = await open({ path: `/containers?container=${row.id}`, engine })
  engine.network.unplug()
  return { ...opened, row: { ...row, shipmentId: row.shipmentId } }
}
const edits = async (engine: ScreenEngine) => (await engine.ask('edits.list', { target: null })).rows
const isAtService = ({ method }: HttpRequest) => method === 'PATCH'
/** The network is back, and this becomes of every edit until its first one is in that state. */
const sendUntil = async (engine: ScreenEngine, state: Edit['state'], fault: Fault | null = null) => {
  engine.network.fault((request) => (isAtService(request) ? fault : null))
  engine.network.plug()
  await engine.clock.advanceUntil(async () => (await engine.client.call('edits.list', { target: null })).rows[0]?.state === state)
  await settled()
}
/** A colleague does it in the web application, and this computer meets it when it sends its own. */
const meetOther = async (engine: ScreenEngine, id: string, refs: string[]) => {
  accountAt(engine.service.act).send('PATCH', `/containers/${id}`, { data: { type: 'container', id, attributes: { ref_numbers: refs } } })
  await sendUntil(engine, 'conflict')
}
const openShipment = async (...given: Parameters<typeof openBox>) => {
  const opened = await openBox(...given)
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
const lastSaved = (engine: ScreenEngine) => engine.lastInput('edits.saveWords')
const runVerb = async (words: string) => {
  await press('k', { ctrlKey: true })
  await type('palette-input', words)
  await press('Enter')
}

describe('references of a container', () => {
  it('are changed in its panel and shown as they will be, with a quiet mark', async () => {
    const { engine, row } = await openBox()
    await save('refs', 'PO-77')
    expect(await edits(engine)).toMatchObject([{ target: { type: 'container', id: row.id }, field: 'refs', value: [...row.refs, 'PO-77'] }])
    expect(text('fact-refs')).toContain('PO-77')
    expect(text('edit-waiting')).toBe('Waiting to be sentTake back')
  })

  it('are taken back from the mark, and from the keys', async () => {
    const { engine, row } = await openBox()
    await save('refs', 'PO-77')
    await click('edit-undo')
    expect([await edits(engine), isShown('edit-waiting'), (await engine.rows()).find(({ id }) => id === row.id)?.refs]).toEqual([[], false, row.refs])
    await save('refs', 'PO-78')
    await press('z', { ctrlKey: true })
    expect([await edits(engine), isShown('undo')]).toEqual([[], false])
  })

  it('taken back after a second change go back to the first, not to the beginning', async () => {
    const { engine } = await openBox()
    await save('refs', 'ONE')
    await save('refs', 'TWO')
    await press('z', { ctrlKey: true })
    expect((await edits(engine)).map(({ value }) => value)).toEqual([expect.arrayContaining(['ONE'])])
    expect(text('fact-refs')).not.toContain('TWO')
  })

  it('that have left meanwhile go back by an edit of their own, over what this window wrote and nobody else', async () => {
    const { engine, row } = await openBox()
    await save('refs', 'PO-77')
    await sendUntil(engine, 'sending', { kind: 'hang' })
    await press('z', { ctrlKey: true })
    expect(lastSaved(engine)).toEqual({ target: { type: 'container', id: row.id }, field: 'refs', words: row.refs, seen: [...row.refs, 'PO-77'] })
    expect(document.body.textContent).toContain('It was already sent: the earlier value is sent again')
    await press('z', { ctrlKey: true })
    expect(document.body.textContent).toContain('This window has nothing left to take back')
  })

  it('are taken back once, by keys or from what is said of them, and leave the way back of what was saved since', async () => {
    const { engine } = await openShipment()
    await save('refs', 'PO-77')
    await save('tags', 'hot')
    await click(all('[data-testid="undo"]')[0]!)
    expect((await edits(engine)).map(({ field }) => field)).toEqual(['tags'])
    await press('z', { ctrlKey: true })
    expect([await edits(engine), isShown('undo')]).toEqual([[], false])
  })

  it('changed a second time and sent meanwhile go back to the first, and do so once they have been sent', async () => {
    const { engine, row } = await openBox()
    await save('refs', 'ONE')
    await save('refs', 'TWO')
    await sendUntil(engine, 'sending', { kind: 'hang' })
    await press('z', { ctrlKey: true })
    expect(lastSaved(engine)).toMatchObject({ words: [...row.refs, 'ONE'], seen: [...row.refs, 'ONE', 'TWO'] })
  })

  it('are saved over what the form was opened on, whatever came in while it was open', async () => {
    const { engine, row } = await openBox()
    await click('change-refs')
    engine.network.plug()
    await engine.patch({ [row.id]: { ref_numbers: [...row.refs, 'PO-9'] } })
    engine.network.unplug()
    await settled()
    await type('add-refs', 'PO-77')
    byTestId('save-refs').closest('form')?.requestSubmit()
    await settled()
    expect(await edits(engine)).toMatchObject([{ base: row.refs, value: [...row.refs, 'PO-77'] }])
  })

  it('are typed in a field that Escape leaves as it was', async () => {
    const { engine, row } = await openBox()
    await click('change-refs')
    await type('add-refs', 'NOT MEANT')
    byTestId('add-refs').focus()
    await press('Escape')
    expect([await edits(engine), isShown('add-refs'), isShown('detail-panel'), text('fact-refs')]).toEqual([[], false, true, `Refs${row.refs.join(', ') || 'None'}`])
  })

  it('are taken one by one from a column of cells or a line with commas, whatever is being typed', async () => {
    const { engine, row } = await openBox()
    await click('change-refs')
    await type('add-refs', 'PO-1')
    await paste('add-refs', 'PO-2\r\nPO 3\r\n')
    await paste('add-refs', `PO-4, PO-2,${Array.from({ length: 30 }, (_, place) => ` JOB-${place}`).join(',')}`)
    byTestId('save-refs').closest('form')?.requestSubmit()
    await settled()
    expect(await edits(engine)).toMatchObject([{ value: [...row.refs, 'PO-2', 'PO 3', 'PO-4', ...Array.from({ length: 30 }, (_, place) => `JOB-${place}`), 'PO-1'] }])
  })

  it('are not cut off where more is pasted than one of them or all of them hold: nothing is taken, and it is said', async () => {
    const { row } = await openBox()
    const chips = () => all('[data-testid="refs-chip"]').length
    await click('change-refs')
    await paste('add-refs', 'X'.repeat(101))
    expect([text('refs-full'), chips()]).toEqual(['Nothing was pasted: one entry is longer than 100 characters. Put a comma or a new line after each.', row.refs.length])
    await paste('add-refs', Array.from({ length: 101 }, (_, place) => `PO-${place}`).join('\n'))
    expect([text('refs-full'), chips()]).toEqual(['Nothing was pasted: 101 more would exceed the limit of 100.', row.refs.length])
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
    const { engine, row } = await openBox()
    await save('refs', 'MINE')
    await meetOther(engine, row.id, ['THEIRS'])
    expect([text('edit-mine'), text('edit-theirs')]).toEqual([expect.stringContaining('MINE'), 'THEIRS'])
    engine.network.unplug()
    await click('keep-mine')
    expect([(await edits(engine))[0]?.state, isShown('edit-waiting')]).toEqual(['waiting', true])
  })

  it('left to theirs is given up, and their value stands', async () => {
    const { engine, row } = await openBox()
    await save('refs', 'MINE')
    await meetOther(engine, row.id, ['THEIRS'])
    await click('keep-theirs')
    expect([await edits(engine), text('fact-refs')]).toEqual([[], 'RefsTHEIRS'])
  })

  it('refused says in the service’s words why, and is corrected from what was typed', async () => {
    const { engine } = await openBox()
    await save('refs', 'FAR TOO LONG')
    await sendUntil(engine, 'refused', refusal('At most 8 characters.'))
    expect(text('edit-refused')).toMatch(/^The service did not accept it\. The service says: “At most 8 characters\.” Correct it, or discard it\.You entered: .*FAR TOO LONG/)
    await click('edit-correct')
    expect(all('[data-testid="refs-chip"]').map(({ textContent }) => textContent.trim())).toContain('FAR TOO LONG')
  })
})

describe('what cannot be done here', () => {
  it('is not meant by Ctrl+Shift+Z, which elsewhere does again what was taken back', async () => {
    const { engine } = await openBox()
    await save('refs', 'PO-77')
    await press('Z', { ctrlKey: true, shiftKey: true })
    expect(await edits(engine)).toHaveLength(1)
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
    expect([(await edits(engine)).map(({ target }) => target.type), isShown('edit-again'), isShown('edit-correct')]).toEqual([['tracking_request'], true, false])
  })

  it('is said of one word too many, which stays where it was typed and is not saved away', async () => {
    const full = await startScreenEngine({ containers: 7 })
    const [first] = await full.rows()
    await full.patch({ [first!.id]: { ref_numbers: Array.from({ length: 100 }, (_, place) => `PO-${place}`) } })
    const { engine } = await openBox(full, ({ id }) => id === first!.id)
    await save('refs', 'ONE MORE')
    expect([text('refs-full'), (byTestId('add-refs') as HTMLInputElement).value, await edits(engine)]).toEqual(['The limit is 100. Remove one to add another.', 'ONE MORE', []])
  })
})

describe('a shipment', () => {
  it('has references and tags of its own', async () => {
    const { engine, row } = await openShipment()
    await save('tags', 'urgent')
    await save('refs', 'FILE-9')
    expect(await edits(engine)).toMatchObject([{ target: { type: 'shipment', id: row.shipmentId }, field: 'tags' }, { field: 'refs' }])
  })

  it('is not stopped before it was said what stopping means', async () => {
    const { engine } = await openShipment()
    await click('turn-tracking')
    expect(text('stop-tracking')).toMatch(/Stop tracking .*\?.*no longer updated, and no alert is raised/)
    expect(await edits(engine)).toEqual([])
    await click('stop-tracking-act')
    expect(await edits(engine)).toMatchObject([{ field: 'tracking', value: false }])
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
    expect([await edits(engine), text('fact-tracking')]).toEqual([[], expect.stringContaining('Active')])
  })

  it('is resumed at once, for nothing is lost by it', async () => {
    const { engine } = await openShipment(await startScreenEngine({ containers: 7 }), ({ trackingStoppedAt }) => trackingStoppedAt !== null)
    await click('turn-tracking')
    expect(await edits(engine)).toMatchObject([{ field: 'tracking', value: true }])
  })
})

describe('the list of edits', () => {
  it('says that nothing waits', async () => {
    await open({ path: '/edits', rows: 7 })
    expect(text('empty-state')).toContain('No edits are waiting.')
  })

  it('keeps the keyboard on its page when one comes, and when the last goes', async () => {
    const { engine, router } = await openBox()
    await save('refs', 'PO-77')
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
    const { engine, router } = await openBox()
    engine.network.plug()
    engine.network.fault((request) => (isAtService(request) ? { kind: 'delay', ms: 3_000 } : null))
    await save('refs', 'PO-76')
    expect([(await edits(engine)).length, isShown('edits-waiting')]).toEqual([1, false])
    await engine.clock.advanceUntil(async () => (await engine.client.call('edits.list', { target: null })).rows.length === 0)
    engine.network.unplug()
    await save('refs', 'PO-77')
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
    const { engine, router, row } = await openBox()
    await save('refs', 'PO-77')
    await router.push({ name: 'shipments', query: { shipment: row.shipmentId } })
    await settled()
    await save('tags', 'urgent')
    engine.network.fault((request) => (isAtService(request) ? (request.url.includes('/shipments/') ? refusal('Not now.') : { kind: 'hang' }) : null))
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
