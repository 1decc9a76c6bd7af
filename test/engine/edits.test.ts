// Edits of records against the service itself: shown at once, sent once it can be, never lost and never over somebody
// else's change unseen.
import { describe, expect, test } from 'vitest'
import type { Edit, EditTarget } from '#contract/edits.ts'
import { createFaultyDisk } from '#support/faulty-disk.ts'
import type { Fault } from '#support/network.ts'
import { type SyncedEngine, allRows, nextSweep, startSyncedEngine } from '#support/synced-engine.ts'

const HEADERS = { authorization: 'Token test-key' }
const small = () => startSyncedEngine({ containers: 12 })
const isPatch = ({ method }: { method: string }) => method === 'PATCH'
const patches = ({ network }: SyncedEngine) => network.sent.filter(isPatch)
const firstBox = async (engine: SyncedEngine) => {
  const [row] = await allRows(engine)
  if (!row?.shipmentId) throw new Error('there is a container with a shipment')
  return { ...row, shipmentId: row.shipmentId, target: { type: 'container', id: row.id } as EditTarget }
}
const refsOf = async (engine: SyncedEngine, id: string) => (await allRows(engine)).find((row) => row.id === id)?.refs
const editsOf = async ({ client }: SyncedEngine, target: EditTarget | null = null) => (await client.call('edits.list', { target })).rows
const done = (engine: SyncedEngine) => engine.clock.advanceUntil(async () => (await editsOf(engine)).length === 0)
const isState = (engine: SyncedEngine, state: Edit['state']) => engine.clock.advanceUntil(async () => (await editsOf(engine))[0]?.state === state)
const saveRefs = ({ client }: SyncedEngine, target: EditTarget, words: string[]) => client.call('edits.saveWords', { target, field: 'refs', words })

/** What the service holds, asked past the program. */
function atService(engine: SyncedEngine, path: string): Record<string, unknown> {
  const { bytes } = engine.service.handle({ method: 'GET', url: `https://track.example/v2${path}`, headers: HEADERS, maxBytes: 1e9 })
  return (JSON.parse(new TextDecoder().decode(bytes)) as { data: { attributes: Record<string, unknown> } }).data.attributes
}

/** A colleague does it in the web application. */
function changeAtService(engine: SyncedEngine, { type, id }: EditTarget, attributes: Record<string, unknown>): void {
  const body = JSON.stringify({ data: { type, id, attributes } })
  engine.service.handle({ method: 'PATCH', url: `https://track.example/v2/${type}s/${id}`, headers: HEADERS, body, maxBytes: 1e9 })
}

describe('references of a container', () => {
  test('are shown at once and stand at the service soon after', async () => {
    const engine = await small()
    const { id, target } = await firstBox(engine)
    await saveRefs(engine, target, ['PO-1', 'PO-2'])
    expect([await refsOf(engine, id), await editsOf(engine)]).toMatchObject([['PO-1', 'PO-2'], [{ target, field: 'refs', value: ['PO-1', 'PO-2'], state: 'waiting', failure: null }]])
    await done(engine)
    expect([await refsOf(engine, id), atService(engine, `/containers/${id}`)['ref_numbers'], patches(engine).length]).toEqual([['PO-1', 'PO-2'], ['PO-1', 'PO-2'], 1])
  })

  test('edited offline outlive sweeps and restarts, and leave once the line is back', async () => {
    const engine = await small()
    const { id, target } = await firstBox(engine)
    engine.network.unplug()
    await saveRefs(engine, target, ['OFFLINE'])
    await engine.restart()
    await engine.clock.advance(600_000)
    expect([await refsOf(engine, id), (await editsOf(engine)).map(({ state }) => state)]).toEqual([['OFFLINE'], ['waiting']])
    expect((await engine.client.call('edits.list', { target: null })).waitsFor).toMatchObject({ code: 'api/offline' })
    engine.network.plug()
    await done(engine)
    expect([atService(engine, `/containers/${id}`)['ref_numbers'], patches(engine).length]).toEqual([['OFFLINE'], 1])
  })

  test('edited twice before they leave are sent once, and set back not at all', async () => {
    const engine = await small()
    const { id, refs, target } = await firstBox(engine)
    engine.network.unplug()
    const first = await saveRefs(engine, target, ['ONE'])
    expect(await saveRefs(engine, target, ['TWO'])).toEqual(first)
    expect((await editsOf(engine)).map(({ value }) => value)).toEqual([['TWO']])
    expect(await saveRefs(engine, target, refs)).toEqual({ id: null })
    expect([await editsOf(engine), await refsOf(engine, id)]).toEqual([[], refs])
    engine.network.plug()
    await nextSweep(engine)
    expect(patches(engine)).toEqual([])
  })

  test('edited in two windows before they leave are kept both, and what one of them removed is gone', async () => {
    const engine = await small()
    const { id, refs, target } = await firstBox(engine)
    engine.network.unplug()
    const seen = [...refs, 'OLD', 'STAYS']
    await saveRefs(engine, target, seen)
    const save = (words: string[]) => engine.client.call('edits.saveWords', { target, field: 'refs', words, seen })
    const { id: editId } = await save([...refs, 'STAYS', 'FIRST'])
    expect(await save([...seen, 'SECOND'])).toEqual({ id: editId })
    expect(await refsOf(engine, id)).toEqual([...refs, 'STAYS', 'FIRST', 'SECOND'])
    // The first window takes back what it did, and nothing else.
    await engine.client.call('edits.saveWords', { target, field: 'refs', words: seen, seen: [...refs, 'STAYS', 'FIRST'] })
    const both = [...refs, 'STAYS', 'SECOND', 'OLD']
    expect(await refsOf(engine, id)).toEqual(both)
    engine.network.plug()
    await done(engine)
    expect([atService(engine, `/containers/${id}`)['ref_numbers'], patches(engine).length]).toEqual([both, 1])
  })

  test('do not flicker: a page that was read before they were sent does not bring the old ones back', async () => {
    const engine = await small()
    const { id, target } = await firstBox(engine)
    engine.network.fault(({ method }): Fault | null => (method === 'PATCH' ? { kind: 'delay', ms: 20_000 } : null))
    await saveRefs(engine, target, ['STAYS'])
    for (let second = 0; second < 60; second++) {
      await engine.clock.advance(1_000)
      expect(await refsOf(engine, id)).toEqual(['STAYS'])
    }
    expect(await editsOf(engine)).toEqual([])
  })

  test('whose answer was lost are found at the service, not sent over a later change', async () => {
    const engine = await small()
    const { id, target } = await firstBox(engine)
    let hung = 0
    engine.network.fault(({ method }): Fault | null => (method === 'PATCH' && hung++ === 0 ? { kind: 'hang' } : null))
    await saveRefs(engine, target, ['MAYBE'])
    await engine.clock.advance(40_000)
    expect(await editsOf(engine)).toMatchObject([{ isUnsure: true }])
    await done(engine)
    expect([atService(engine, `/containers/${id}`)['ref_numbers'], patches(engine).length]).toEqual([['MAYBE'], 1])
  })

  test('are sent by the other spelling where the service knows only that', async () => {
    const engine = await small()
    const { id, target } = await firstBox(engine)
    engine.network.fault(({ method, url }): Fault | null => (method === 'PATCH' && url.endsWith(`/${id}`) ? { kind: 'answer', status: 405 } : null))
    await saveRefs(engine, target, ['BARE'])
    await done(engine)
    expect(atService(engine, `/containers/${id}`)['ref_numbers']).toEqual(['BARE'])
  })
})

describe('changed by somebody else meanwhile', () => {
  const conflict = async () => {
    const engine = await small()
    const { id, target } = await firstBox(engine)
    engine.network.unplug()
    await saveRefs(engine, target, ['MINE'])
    changeAtService(engine, target, { ref_numbers: ['THEIRS'] })
    engine.network.plug()
    await isState(engine, 'conflict')
    return { engine, id, target }
  }

  test('both values are kept and nothing is sent until the user decides', async () => {
    const { engine, id } = await conflict()
    await engine.clock.advance(300_000)
    expect([await editsOf(engine), await refsOf(engine, id), patches(engine)]).toMatchObject([[{ value: ['MINE'], theirs: ['THEIRS'], state: 'conflict' }], ['MINE'], []])
  })

  test('for his own, it is sent', async () => {
    const { engine, id } = await conflict()
    const [edit] = await editsOf(engine)
    await engine.client.call('edits.resolve', { id: edit?.id ?? '', keep: 'mine' })
    await done(engine)
    expect(atService(engine, `/containers/${id}`)['ref_numbers']).toEqual(['MINE'])
  })

  test('for theirs, it is given up', async () => {
    const { engine, id } = await conflict()
    const [edit] = await editsOf(engine)
    await engine.client.call('edits.resolve', { id: edit?.id ?? '', keep: 'theirs' })
    expect([await editsOf(engine), await refsOf(engine, id)]).toEqual([[], ['THEIRS']])
    await engine.clock.advance(60_000)
    expect(patches(engine)).toEqual([])
  })

  test('while the form was open, and read before it was saved, is not written over', async () => {
    const engine = await small()
    const { id, refs, target } = await firstBox(engine)
    changeAtService(engine, target, { ref_numbers: [...refs, 'THEIRS'] })
    await engine.clock.advanceUntil(async () => (await refsOf(engine, id))?.includes('THEIRS') === true)
    await engine.client.call('edits.saveWords', { target, field: 'refs', words: [...refs, 'MINE'], seen: refs })
    await isState(engine, 'conflict')
    expect([await editsOf(engine), patches(engine)]).toMatchObject([[{ value: [...refs, 'MINE'], theirs: [...refs, 'THEIRS'] }], []])
  })

  test('and seen side by side is written over when the user says so in the form', async () => {
    const { engine, id, target } = await conflict()
    await engine.client.call('edits.saveWords', { target, field: 'refs', words: ['MINE', 'THEIRS'], seen: ['THEIRS'] })
    await done(engine)
    expect(atService(engine, `/containers/${id}`)['ref_numbers']).toEqual(['MINE', 'THEIRS'])
  })

  test('after an edit of his own left, is not reached by taking back what was changed in that', async () => {
    const engine = await small()
    const { id, target } = await firstBox(engine)
    engine.network.unplug()
    await saveRefs(engine, target, ['ONE'])
    const { id: editId } = await saveRefs(engine, target, ['TWO'])
    engine.network.plug()
    await done(engine)
    changeAtService(engine, target, { ref_numbers: ['THEIRS'] })
    await expect(engine.client.call('edits.saveWords', { target, field: 'refs', words: ['ONE'], insteadOf: editId ?? '' })).rejects.toMatchObject({ code: 'edits/already-sent' })
    expect([await editsOf(engine), atService(engine, `/containers/${id}`)['ref_numbers']]).toEqual([[], ['THEIRS']])
  })

  test('after an edit of his own left, is not written over by one that puts the value before back over what he wrote', async () => {
    const engine = await small()
    const { id, target, refs } = await firstBox(engine)
    await saveRefs(engine, target, ['MINE'])
    await done(engine)
    changeAtService(engine, target, { ref_numbers: ['THEIRS'] })
    await engine.client.call('edits.saveWords', { target, field: 'refs', words: refs, seen: ['MINE'] })
    await isState(engine, 'conflict')
    expect([await editsOf(engine), atService(engine, `/containers/${id}`)['ref_numbers']]).toMatchObject([[{ value: refs, theirs: ['THEIRS'] }], ['THEIRS']])
  })

  test('to the very same, there is nothing to decide', async () => {
    const engine = await small()
    const { target } = await firstBox(engine)
    engine.network.unplug()
    await saveRefs(engine, target, ['SAME', 'BOTH'])
    changeAtService(engine, target, { ref_numbers: ['BOTH', 'SAME'] })
    engine.network.plug()
    await done(engine)
    expect(patches(engine)).toEqual([])
  })
})

describe('refused by the service', () => {
  const refusal: Fault = { kind: 'answer', status: 422, contentType: 'application/vnd.api+json', body: '{"errors":[{"code":"too_long","detail":"At most 20 characters."}]}' }
  const refused = async () => {
    const engine = await small()
    const { id, refs, target } = await firstBox(engine)
    engine.network.fault(({ method }) => (method === 'PATCH' ? refusal : null))
    await saveRefs(engine, target, ['LONG'])
    await isState(engine, 'refused')
    return { engine, id, refs, target }
  }

  test('it says why, keeps what was typed, and the list shows what the service has', async () => {
    const { engine, id, refs } = await refused()
    expect([await editsOf(engine), await refsOf(engine, id)]).toMatchObject([[{ value: ['LONG'], failure: { code: 'api/refused', details: { serviceCode: 'too_long' } } }], refs])
  })

  test('it can be sent again, given up, or taken the place of', async () => {
    const { engine, id, target } = await refused()
    engine.network.fault(null)
    await saveRefs(engine, target, ['SHORT'])
    await done(engine)
    expect(atService(engine, `/containers/${id}`)['ref_numbers']).toEqual(['SHORT'])
  })

  test('and given up it is gone', async () => {
    const { engine } = await refused()
    const [edit] = await editsOf(engine)
    await engine.client.call('edits.undo', { id: edit?.id ?? '' })
    expect(await editsOf(engine)).toEqual([])
    await expect(engine.client.call('edits.undo', { id: 'no such' })).rejects.toMatchObject({ code: 'edits/unknown' })
  })
})

test('tags of a shipment are shown with all its containers, and can be taken back until they leave', async () => {
  const engine = await small()
  const { shipmentId } = await firstBox(engine)
  const target: EditTarget = { type: 'shipment', id: shipmentId }
  const tagsShown = async () => [(await engine.client.call('shipments.get', { id: shipmentId })).row.tags, ...(await allRows(engine)).filter((row) => row.shipmentId === shipmentId).map(({ tags }) => tags)]
  const before = await tagsShown()
  engine.network.unplug()
  const { id } = await engine.client.call('edits.saveWords', { target, field: 'tags', words: ['urgent'] })
  expect(new Set((await tagsShown()).map((tags) => tags.join()))).toEqual(new Set(['urgent']))
  await engine.client.call('edits.undo', { id: id ?? '' })
  expect(await tagsShown()).toEqual(before)
  await engine.client.call('edits.saveWords', { target, field: 'tags', words: ['urgent', 'reefer'] })
  engine.network.plug()
  await done(engine)
  expect(atService(engine, `/shipments/${shipmentId}`)['tags']).toEqual(['urgent', 'reefer'])
  await expect(engine.client.call('edits.undo', { id: id ?? '' })).rejects.toMatchObject({ code: 'edits/already-sent' })
})

test('tracking that is stopped is shown as stopped at once, and asked for by its own address', async () => {
  const engine = await small()
  const { shipmentId } = await firstBox(engine)
  let stoppedAt: string | null = null
  engine.network.fault(({ method, url }): Fault | null => {
    const { pathname } = new URL(url)
    if (method === 'PATCH') {
      stoppedAt = pathname.endsWith('/stop_tracking') ? '2026-11-20T17:00:00Z' : null
      return { kind: 'answer', status: 200, contentType: 'application/json', body: JSON.stringify({ data: { type: 'shipment', id: shipmentId, attributes: { line_tracking_stopped_at: stoppedAt } } }) }
    }
    return pathname.endsWith(`/shipments/${shipmentId}`) ? { kind: 'alter', alter: (response) => withAttribute(response, 'line_tracking_stopped_at', stoppedAt) } : null
  })
  const shownAt = async () => (await engine.client.call('shipments.get', { id: shipmentId })).row.trackingStoppedAt
  await engine.client.call('edits.setTracking', { shipmentId, isTracked: false })
  expect(await shownAt()).not.toBeNull()
  await done(engine)
  expect([await shownAt(), patches(engine).map(({ url }) => new URL(url).pathname)]).toEqual(['2026-11-20T17:00:00.000Z', [`/v2/shipments/${shipmentId}/stop_tracking`]])
  await engine.client.call('edits.setTracking', { shipmentId, isTracked: true })
  await done(engine)
  expect([await shownAt(), patches(engine).length]).toEqual([null, 2])
})

function withAttribute<T extends { bytes: Uint8Array }>(response: T, name: string, value: unknown): T {
  const json = JSON.parse(new TextDecoder().decode(response.bytes)) as { data: { attributes: Record<string, unknown> } }
  json.data.attributes[name] = value
  return { ...response, bytes: new TextEncoder().encode(JSON.stringify(json)) }
}

describe('whose rows cannot be written for want of room', () => {
  const MIRROR_ROWS = /(INSERT INTO|UPDATE) (mirror\.)?(container_row|shipment_row|meta)/i
  const held = async () => {
    const engine = await small()
    const [one, other] = await allRows(engine)
    if (!one || !other) throw new Error('there are two containers')
    const disk = createFaultyDisk()
    engine.network.unplug()
    disk.fail(MIRROR_ROWS, 'SQLITE_FULL')
    await saveRefs(engine, { type: 'container', id: one.id }, ['FIRST'])
    expect([await refsOf(engine, one.id), (await editsOf(engine)).map(({ value }) => value)]).toEqual([one.refs, [['FIRST']]])
    expect(engine.errors.splice(0)).toEqual([expect.stringMatching(/^rows wait to be written/)])
    disk.heal()
    return { engine, one, other }
  }

  test('are written by themselves within a minute', async () => {
    const { engine, one } = await held()
    await engine.clock.advance(61_000)
    expect(await refsOf(engine, one.id)).toEqual(['FIRST'])
  })

  test('are not forgotten when another record is edited before that', async () => {
    const { engine, one, other } = await held()
    await saveRefs(engine, { type: 'container', id: other.id }, ['SECOND'])
    expect([await refsOf(engine, one.id), await refsOf(engine, other.id)]).toEqual([['FIRST'], ['SECOND']])
  })

  test('are not forgotten when a last free day is set before that', async () => {
    const { engine, one, other } = await held()
    await engine.client.call('containers.setManualLastFreeDay', { id: other.id, manual: { date: '2026-11-25', reason: 'by phone' } })
    expect(await refsOf(engine, one.id)).toEqual(['FIRST'])
  })

  test('are written anew at the next start', async () => {
    const { engine, one } = await held()
    await engine.restart()
    expect(await refsOf(engine, one.id)).toEqual(['FIRST'])
  })
})

test('references of a request are read and sent by the other spelling where the service knows only that', async () => {
  const engine = await small()
  const request = () => engine.client.call('tracking.list', { filter: { scope: 'all' }, sort: [], window: { offset: 0, limit: 1 } }).then(({ rows }) => rows[0])
  await engine.clock.advanceUntil(async () => (await request()) !== undefined)
  const target: EditTarget = { type: 'tracking_request', id: (await request())?.id ?? '' }
  const missing: Fault = { kind: 'answer', status: 404, contentType: 'application/vnd.api+json', body: '{"errors":[{"code":"not_found","detail":"No such path."}]}' }
  engine.network.fault(({ url }): Fault | null => (new URL(url).pathname.endsWith(`/tracking_requests/${target.id}`) ? missing : null))
  await saveRefs(engine, target, ['SINGULAR'])
  await done(engine)
  expect(patches(engine).map(({ url }) => new URL(url).pathname.split('/').at(-2))).toEqual(['tracking_requests', 'tracking_request'])
})

test.each<[string, EditTarget, 'refs' | 'tags', string]>([
  ['of a container nobody has read', { type: 'container', id: 'no such' }, 'refs', 'containers/unknown'],
  ['of a shipment nobody has read', { type: 'shipment', id: 'no such' }, 'tags', 'shipments/unknown'],
  ['of the tags of a container', { type: 'container', id: 'no such' }, 'tags', 'contract/invalid-input'],
])('an edit %s is not saved', async (_name, target, field, code) => {
  const engine = await small()
  await expect(engine.client.call('edits.saveWords', { target, field, words: ['A'] })).rejects.toMatchObject({ code })
  expect(await editsOf(engine)).toEqual([])
})
