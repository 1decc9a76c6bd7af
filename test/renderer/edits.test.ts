// Edits of records of the service: conflicts, refusals, shipments, and the list of waiting edits.
import { describe, expect, test } from 'vitest'
import { AppError } from '#contract/errors.ts'
import { createAccountClient } from '#support/account.ts'
import { createRefusal } from '#support/network.ts'
import { type ScreenEngine, startScreenEngine } from '#support/screen-engine.ts'
import { all, byTestId, click, flush, isShown, open, press, setScreens, text, type } from '#support/screens.ts'
import {
  openContainer,
  addLabel,
  reconnectUntil,
  isPatch,
  listEdits,
  openShipment,
  lastSavedLabels,
} from '#support/edit-screen.ts'

setScreens()
/** Another user changes the references, and this computer gets a conflict when it sends its edit. */
const createConflict = async (engine: ScreenEngine, id: string, refs: string[]) => {
  createAccountClient(engine.service.act).send('PATCH', `/containers/${id}`, {
    data: { type: 'container', id, attributes: { ref_numbers: refs } },
  })
  await reconnectUntil(engine, 'conflict')
}

describe('an edit that must be decided', () => {
  test('shows both values side by side, and sends the chosen one', async () => {
    const { engine, row } = await openContainer()
    await addLabel('refs', 'MINE')
    await createConflict(engine, row.id, ['THEIRS'])
    expect([text('edit-mine'), text('edit-theirs')]).toEqual([expect.stringContaining('MINE'), 'THEIRS'])
    engine.network.unplug()
    await click('keep-mine')
    expect([(await listEdits(engine))[0]?.state, isShown('edit-waiting')]).toEqual(['waiting', true])
  })

  test('is discarded if the user chooses the other value', async () => {
    const { engine, row } = await openContainer()
    await addLabel('refs', 'MINE')
    await createConflict(engine, row.id, ['THEIRS'])
    await click('keep-theirs')
    expect([await listEdits(engine), text('fact-refs')]).toEqual([[], 'RefsTHEIRS'])
  })

  test('that was refused shows the reason of the service, and is corrected from the typed value', async () => {
    const { engine } = await openContainer()
    await addLabel('refs', 'FAR TOO LONG')
    await reconnectUntil(engine, 'refused', createRefusal('At most 8 characters.'))
    expect(text('edit-refused')).toMatch(
      /^The service did not accept it\. Service message: “At most 8 characters\.” Correct it, or discard it\.You entered: .*FAR TOO LONG/,
    )
    await click('edit-correct')
    expect(all('[data-testid="refs-chip"]').map(({ textContent }) => textContent.trim())).toContain('FAR TOO LONG')
  })
})

describe('an edit', () => {
  test('has no redo: Ctrl+Shift+Z does nothing', async () => {
    const { engine } = await openContainer()
    await addLabel('refs', 'PO-77')
    await press('Z', { ctrlKey: true, shiftKey: true })
    expect(await listEdits(engine)).toHaveLength(1)
  })

  test('that was refused has no form if it is the tracking of a shipment or a value of a request', async () => {
    const { engine, router } = await openShipment()
    await click('turn-tracking')
    await click('stop-tracking-act')
    await reconnectUntil(engine, 'refused', createRefusal('Not now.'))
    await router.push({ name: 'edits' })
    await flush()
    expect([isShown('edit-again'), isShown('edit-correct')]).toEqual([true, false])
    await click('edit-give-up')
    const [request] = (
      await engine.ask('tracking.list', { filter: { scope: 'all' }, sort: [], window: { offset: 0, limit: 1 } })
    ).rows
    await engine.ask('edits.saveLabels', {
      target: { type: 'tracking_request', id: request!.id },
      field: 'refs',
      words: ['PO-77'],
    })
    await reconnectUntil(engine, 'refused', createRefusal('Not now.'))
    expect([
      (await listEdits(engine)).map(({ target }) => target.type),
      isShown('edit-again'),
      isShown('edit-correct'),
    ]).toEqual([['tracking_request'], true, false])
  })

  test('is not saved if it has one word too many: the word stays in the field with a message', async () => {
    const engineWithFullList = await startScreenEngine({ containers: 7 })
    const [first] = await engineWithFullList.rows()
    await engineWithFullList.patch({
      [first!.id]: { ref_numbers: Array.from({ length: 100 }, (_, index) => `PO-${index}`) },
    })
    const { engine } = await openContainer(engineWithFullList, ({ id }) => id === first!.id)
    await addLabel('refs', 'ONE MORE')
    expect([text('refs-full'), (byTestId('add-refs') as HTMLInputElement).value, await listEdits(engine)]).toEqual([
      'The limit is 100. Remove one to add another.',
      'ONE MORE',
      [],
    ])
  })
})

describe('a form with changed references', () => {
  const CLOSED = /^Refs of .*: change closed without saving/
  /** Opens the panel of a container and leaves it for another one, with these references in its form. */
  async function leaveForm(opened: Awaited<ReturnType<typeof openContainer>>, typed: string) {
    const { engine, row, router } = opened
    if (!isShown('add-refs')) await click('change-refs')
    await type('add-refs', typed)
    const otherContainer = (await engine.rows()).find(({ id }) => id !== row.id)!
    await router.push({ query: { container: otherContainer.id } })
    await flush()
    return otherContainer
  }
  const typedText = () => (byTestId('add-refs') as HTMLInputElement).value

  test('does not save them when another container is opened, and Undo opens it again with the draft', async () => {
    const opened = await openContainer()
    const { engine, row, router } = opened
    await router.push({ name: 'lfd', query: { container: row.id } })
    await flush()
    await leaveForm(opened, 'PO-77')
    expect([isShown('add-refs'), await listEdits(engine)]).toEqual([false, []])
    expect(all('.toast-words').map(({ textContent }) => textContent)).toEqual([expect.stringMatching(CLOSED)])
    await router.push({ name: 'status' })
    await click('undo')
    const { name, query } = router.currentRoute.value
    expect([name, query['container'], typedText()]).toEqual(['lfd', row.id, 'PO-77'])
    byTestId('save-refs').closest('form')?.requestSubmit()
    await flush()
    expect(await listEdits(engine)).toMatchObject([{ target: { type: 'container', id: row.id }, field: 'refs' }])
    expect(lastSavedLabels(engine)).toMatchObject({ words: expect.arrayContaining(['PO-77']) as string[] })
    expect(all('.toast-words').some(({ textContent }) => CLOSED.test(textContent))).toBe(false)
  })

  test('offers them again if it is left after a failed attempt, or before the attempt fails', async () => {
    const opened = await openContainer()
    const { engine, row } = opened
    const answer = Promise.withResolvers<never>()
    engine.intercept('edits.saveLabels', () => Promise.reject(new AppError('db/disk-full')))
    await addLabel('refs', 'PO-77')
    await leaveForm(opened, 'PO-78')
    await click('undo')
    expect([all('[data-testid="refs-chip"]').at(-1)?.textContent.trim(), typedText()]).toEqual(['PO-77', 'PO-78'])
    engine.intercept('edits.saveLabels', () => answer.promise)
    byTestId('save-refs').closest('form')?.requestSubmit()
    await opened.router.push({ query: {} })
    await flush()
    expect([isShown('add-refs'), isShown('undo')]).toEqual([false, false])
    answer.reject(new AppError('db/disk-full'))
    await flush()
    await click('undo')
    expect(opened.router.currentRoute.value.query['container']).toBe(row.id)
    expect(all('[data-testid="refs-chip"]').map(({ textContent }) => textContent.trim())).toEqual(
      expect.arrayContaining(['PO-77', 'PO-78']),
    )
  })

  test('offers them in the same panel after Escape, also a word that exceeds the limit', async () => {
    const engineWithFullList = await startScreenEngine({ containers: 7 })
    const [first] = (await engineWithFullList.rows()).filter(({ shipmentId }) => shipmentId !== null)
    await engineWithFullList.patch({
      [first!.id]: { ref_numbers: Array.from({ length: 100 }, (_, index) => `PO-${index}`) },
    })
    const { engine } = await openContainer(engineWithFullList, ({ id }) => id === first!.id)
    await click('change-refs')
    await type('add-refs', 'ONE MORE')
    byTestId('add-refs').dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
    await flush()
    expect([isShown('add-refs'), await listEdits(engine)]).toEqual([false, []])
    await click('undo')
    expect(typedText()).toBe('ONE MORE')
  })

  test('says nothing if nothing was changed', async () => {
    const opened = await openContainer()
    await leaveForm(opened, ' ')
    expect([isShown('undo'), await listEdits(opened.engine)]).toEqual([false, []])
  })

  test('adds no word while one of its buttons is pressed', async () => {
    await openContainer()
    await click('change-refs')
    await type('add-refs', 'PO-77')
    byTestId('add-refs').dispatchEvent(new FocusEvent('blur', { relatedTarget: byTestId('save-refs') }))
    await flush()
    expect(typedText()).toBe('PO-77')
  })
})

describe('a shipment', () => {
  test('has references and tags of its own', async () => {
    const { engine, row } = await openShipment()
    await addLabel('tags', 'urgent')
    await addLabel('refs', 'FILE-9')
    expect(await listEdits(engine)).toMatchObject([
      { target: { type: 'shipment', id: row.shipmentId }, field: 'tags' },
      { field: 'refs' },
    ])
  })

  test('is no longer tracked only after the effect was explained', async () => {
    const { engine } = await openShipment()
    await click('turn-tracking')
    expect(text('stop-tracking')).toMatch(/Stop tracking .*\?.*no longer update, and their changes raise no alerts/)
    expect(await listEdits(engine)).toEqual([])
    await click('stop-tracking-act')
    expect(await listEdits(engine)).toMatchObject([{ field: 'tracking', value: false }])
    expect(text('fact-tracking')).toContain('Waiting to be sent')
  })

  test('is named in the question, and neither keys nor another shipment behind the dialog change it', async () => {
    const { router, engine } = await openShipment()
    const dialogBefore = text('stop-tracking')
    await click('turn-tracking')
    const title = byTestId('stop-tracking').querySelector('h2')?.textContent
    const pathBefore = router.currentRoute.value.fullPath
    byTestId('stop-tracking-keep').focus()
    for (const key of ['j', 'ArrowDown', 'k', 'Escape']) await press(key)
    expect([router.currentRoute.value.fullPath, byTestId('stop-tracking').querySelector('h2')?.textContent]).toEqual([
      pathBefore,
      title,
    ])
    const otherContainer = (await engine.rows()).find(
      ({ shipmentId }) => shipmentId !== null && !pathBefore.includes(shipmentId),
    )
    await router.push({ name: 'shipments', query: { shipment: otherContainer?.shipmentId } })
    await flush()
    expect([isShown('detail-panel'), text('stop-tracking')]).toEqual([true, dialogBefore])
  })

  test('remains tracked if the waiting stop is undone', async () => {
    const { engine } = await openShipment()
    await click('turn-tracking')
    await click('stop-tracking-act')
    await click(byTestId('fact-tracking').querySelector<HTMLElement>('[data-testid="edit-undo"]')!)
    expect([await listEdits(engine), text('fact-tracking')]).toEqual([[], expect.stringContaining('Active')])
  })

  test('is tracked again at once, without a question', async () => {
    const { engine } = await openShipment(
      await startScreenEngine({ containers: 7 }),
      ({ trackingStoppedAt }) => trackingStoppedAt !== null,
    )
    await click('turn-tracking')
    expect(await listEdits(engine)).toMatchObject([{ field: 'tracking', value: true }])
  })
})

describe('the list of edits', () => {
  test('says that no edit is pending', async () => {
    await open({ path: '/edits', rows: 7 })
    expect(text('empty-state')).toContain('No pending edits.')
  })

  test('does not lose focus when an edit is added, or when the last one is removed', async () => {
    const { engine, router } = await openContainer()
    await addLabel('refs', 'PO-77')
    const input = lastSavedLabels(engine)
    await click('edit-undo')
    ;(document.activeElement as HTMLElement).blur()
    await router.push('/edits')
    await flush()
    expect([isShown('empty-state'), document.activeElement]).toEqual([true, byTestId('edits-screen')])
    await engine.ask('edits.saveLabels', input)
    await flush()
    expect([isShown('empty-state'), document.activeElement]).toEqual([false, byTestId('edits-screen')])
    await click('edit-undo')
    expect([isShown('empty-state'), document.activeElement]).toEqual([true, byTestId('edits-screen')])
  })

  test('opens from the count of waiting edits, and by keys', async () => {
    const { engine, router } = await openContainer()
    engine.network.plug()
    engine.network.fault((request) => (isPatch(request) ? { kind: 'delay', ms: 3_000 } : null))
    await addLabel('refs', 'PO-76')
    expect([(await listEdits(engine)).length, isShown('edits-waiting')]).toEqual([1, false])
    await engine.clock.advanceUntil(
      async () => (await engine.client.call('edits.list', { target: null })).rows.length === 0,
    )
    engine.network.unplug()
    await addLabel('refs', 'PO-77')
    await engine.clock.advanceUntil(
      async () => (await engine.client.call('edits.list', { target: null })).waitsFor !== null,
    )
    await flush()
    expect(text('edits-waiting')).toBe('1 edit pending: offline.See edits')
    await click(byTestId('edits-waiting').querySelector('button')!)
    expect([router.currentRoute.value.name, text('edits-held')]).toEqual([
      'edits',
      expect.stringContaining('cannot be reached'),
    ])
    await press('g')
    await press('c')
    await press('g')
    await press('e')
    expect(router.currentRoute.value.name).toBe('edits')
  })

  test('counts new numbers that wait for the network, alone and beside edits', async () => {
    const { engine, router } = await openContainer()
    await engine.ask('tracking.create', {
      number: 'COSU6123456701',
      type: 'bill_of_lading',
      scac: 'COSU',
      refs: [],
      replaces: null,
    })
    await engine.clock.advanceUntil(async () => (await engine.client.call('sync.status', {})).state === 'offline')
    await flush()
    expect(text('edits-waiting')).toMatch(/^1 request pending: offline\..*Requests$/)
    await addLabel('refs', 'PO-79')
    expect(text('edits-waiting')).toBe('2 changes pending: offline (edits: 1, tracking requests: 1).See edits')
    const [edit] = await listEdits(engine)
    await engine.ask('edits.undo', { id: edit!.id })
    await flush()
    await click(byTestId('edits-waiting').querySelector('button')!)
    expect(router.currentRoute.value.name).toBe('requests')
  })

  test('says that the service does not accept an edit, while everything else is live', async () => {
    const { engine } = await openContainer()
    engine.network.plug()
    engine.network.fault((request) =>
      isPatch(request) ? { kind: 'answer', status: 503, contentType: 'text/plain', body: '' } : null,
    )
    await addLabel('refs', 'PO-78')
    await engine.clock.advanceUntil(
      async () => (await engine.client.call('edits.list', { target: null })).waitsFor !== null,
    )
    await flush()
    expect(text('edits-waiting')).toBe('1 edit pending: the service does not accept it now.See edits')
  })

  test('lists edits that wait for the user first, and leads to the record to correct them', async () => {
    const { engine, router, row } = await openContainer()
    await addLabel('refs', 'PO-77')
    await router.push({ name: 'shipments', query: { shipment: row.shipmentId } })
    await flush()
    await addLabel('tags', 'urgent')
    engine.network.fault((request) =>
      isPatch(request) ? (request.url.includes('/shipments/') ? createRefusal('Not now.') : { kind: 'hang' }) : null,
    )
    engine.network.plug()
    await engine.clock.advanceUntil(
      async () => (await engine.client.call('edits.list', { target: null })).rows[1]?.state === 'refused',
    )
    await router.push({ name: 'edits' })
    await flush()
    expect(all('.screen h2').map(({ textContent }) => textContent)).toEqual([
      '1 needs your decision',
      '1 waiting or being sent',
    ])
    expect(text('edits-deciding')).toContain('1 edit needs your decision')
    await click('edit-correct')
    expect([router.currentRoute.value.query['shipment'], isShown('add-tags')]).toEqual([row.shipmentId, true])
  })
})
