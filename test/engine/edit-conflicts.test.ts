// An edit can meet a value that changed at the service meanwhile, and the service can refuse an edit.
import { describe, expect, test } from 'vitest'
import type { Edit, EditTarget } from '#contract/edits.ts'
import type { Fault } from '#support/network.ts'
import type { SyncedEngine } from '#support/synced-engine.ts'
import {
  startSmallEngine,
  findFirstContainer,
  saveRefs,
  readRefs,
  listEdits,
  waitUntilEditsSent,
  readServiceAttributes,
  HEADERS,
  listPatchRequests,
} from '#support/edits.ts'

const waitForState = (engine: SyncedEngine, state: Edit['state']) =>
  engine.clock.advanceUntil(async () => (await listEdits(engine))[0]?.state === state)

/** Changes the record as another user does in the web application. */
function changeAtService(engine: SyncedEngine, { type, id }: EditTarget, attributes: Record<string, unknown>): void {
  const body = JSON.stringify({ data: { type, id, attributes } })
  engine.service.handle({
    method: 'PATCH',
    url: `https://track.example/v2/${type}s/${id}`,
    headers: HEADERS,
    body,
    maxBytes: 1e9,
  })
}

describe('a value that another user changed meanwhile', () => {
  const startConflict = async () => {
    const engine = await startSmallEngine()
    const { id, target } = await findFirstContainer(engine)
    engine.network.unplug()
    await saveRefs(engine, target, ['MINE'])
    changeAtService(engine, target, { ref_numbers: ['THEIRS'] })
    engine.network.plug()
    await waitForState(engine, 'conflict')
    return { engine, id, target }
  }

  test('is shown beside the edit, and nothing is sent until the user decides', async () => {
    const { engine, id } = await startConflict()
    await engine.clock.advance(300_000)
    expect([await listEdits(engine), await readRefs(engine, id), listPatchRequests(engine)]).toMatchObject([
      [{ value: ['MINE'], theirs: ['THEIRS'], state: 'conflict' }],
      ['MINE'],
      [],
    ])
  })

  test('is overwritten if the user chooses the edit', async () => {
    const { engine, id } = await startConflict()
    const [edit] = await listEdits(engine)
    await engine.client.call('edits.resolve', { id: edit?.id ?? '', keep: 'mine' })
    await waitUntilEditsSent(engine)
    expect(readServiceAttributes(engine, `/containers/${id}`)['ref_numbers']).toEqual(['MINE'])
  })

  test('stays if the user discards the edit', async () => {
    const { engine, id } = await startConflict()
    const [edit] = await listEdits(engine)
    await engine.client.call('edits.resolve', { id: edit?.id ?? '', keep: 'theirs' })
    expect([await listEdits(engine), await readRefs(engine, id)]).toEqual([[], ['THEIRS']])
    await engine.clock.advance(60_000)
    expect(listPatchRequests(engine)).toEqual([])
  })

  test('is not overwritten if it changed while the form was open', async () => {
    const engine = await startSmallEngine()
    const { id, refs, target } = await findFirstContainer(engine)
    changeAtService(engine, target, { ref_numbers: [...refs, 'THEIRS'] })
    await engine.clock.advanceUntil(async () => (await readRefs(engine, id))?.includes('THEIRS') === true)
    await engine.client.call('edits.saveLabels', { target, field: 'refs', words: [...refs, 'MINE'], seen: refs })
    await waitForState(engine, 'conflict')
    expect([await listEdits(engine), listPatchRequests(engine)]).toMatchObject([
      [{ value: [...refs, 'MINE'], theirs: [...refs, 'THEIRS'] }],
      [],
    ])
  })

  test('is overwritten if the form shows both values and the user confirms', async () => {
    const { engine, id, target } = await startConflict()
    await engine.client.call('edits.saveLabels', { target, field: 'refs', words: ['MINE', 'THEIRS'], seen: ['THEIRS'] })
    await waitUntilEditsSent(engine)
    expect(readServiceAttributes(engine, `/containers/${id}`)['ref_numbers']).toEqual(['MINE', 'THEIRS'])
  })

  test('is not changed by undoing an earlier edit that was sent', async () => {
    const engine = await startSmallEngine()
    const { id, target } = await findFirstContainer(engine)
    engine.network.unplug()
    await saveRefs(engine, target, ['ONE'])
    const { id: editId } = await saveRefs(engine, target, ['TWO'])
    engine.network.plug()
    await waitUntilEditsSent(engine)
    changeAtService(engine, target, { ref_numbers: ['THEIRS'] })
    await expect(
      engine.client.call('edits.saveLabels', { target, field: 'refs', words: ['ONE'], insteadOf: editId ?? '' }),
    ).rejects.toMatchObject({ code: 'edits/already-sent' })
    expect([await listEdits(engine), readServiceAttributes(engine, `/containers/${id}`)['ref_numbers']]).toEqual([
      [],
      ['THEIRS'],
    ])
  })

  test('is not overwritten by an edit that restores the value before an earlier edit', async () => {
    const engine = await startSmallEngine()
    const { id, target, refs } = await findFirstContainer(engine)
    await saveRefs(engine, target, ['MINE'])
    await waitUntilEditsSent(engine)
    changeAtService(engine, target, { ref_numbers: ['THEIRS'] })
    await engine.client.call('edits.saveLabels', { target, field: 'refs', words: refs, seen: ['MINE'] })
    await waitForState(engine, 'conflict')
    expect([await listEdits(engine), readServiceAttributes(engine, `/containers/${id}`)['ref_numbers']]).toMatchObject([
      [{ value: refs, theirs: ['THEIRS'] }],
      ['THEIRS'],
    ])
  })

  test('causes no conflict if both values are the same', async () => {
    const engine = await startSmallEngine()
    const { target } = await findFirstContainer(engine)
    engine.network.unplug()
    await saveRefs(engine, target, ['SAME', 'BOTH'])
    changeAtService(engine, target, { ref_numbers: ['BOTH', 'SAME'] })
    engine.network.plug()
    await waitUntilEditsSent(engine)
    expect(listPatchRequests(engine)).toEqual([])
  })
})

describe('an edit that the service refuses', () => {
  const refusal: Fault = {
    kind: 'answer',
    status: 422,
    contentType: 'application/vnd.api+json',
    body: '{"errors":[{"code":"too_long","detail":"At most 20 characters."}]}',
  }
  const startRefused = async () => {
    const engine = await startSmallEngine()
    const { id, refs, target } = await findFirstContainer(engine)
    engine.network.fault(({ method }) => (method === 'PATCH' ? refusal : null))
    await saveRefs(engine, target, ['LONG'])
    await waitForState(engine, 'refused')
    return { engine, id, refs, target }
  }

  test('has the reason and the typed value, and the list shows the value of the service', async () => {
    const { engine, id, refs } = await startRefused()
    expect([await listEdits(engine), await readRefs(engine, id)]).toMatchObject([
      [{ value: ['LONG'], failure: { code: 'api/refused', details: { serviceCode: 'too_long' } } }],
      refs,
    ])
  })

  test('can be replaced by a new edit, which is sent', async () => {
    const { engine, id, target } = await startRefused()
    engine.network.fault(null)
    await saveRefs(engine, target, ['SHORT'])
    await waitUntilEditsSent(engine)
    expect(readServiceAttributes(engine, `/containers/${id}`)['ref_numbers']).toEqual(['SHORT'])
  })

  test('is removed when it is discarded', async () => {
    const { engine } = await startRefused()
    const [edit] = await listEdits(engine)
    await engine.client.call('edits.undo', { id: edit?.id ?? '' })
    expect(await listEdits(engine)).toEqual([])
    await expect(engine.client.call('edits.undo', { id: 'no such' })).rejects.toMatchObject({ code: 'edits/unknown' })
  })
})
