// Edits of records against the embedded service. An edit is shown at once, sent when possible and never lost. It never
// overwrites an unseen change of another user.
import { describe, expect, test } from 'vitest'
import type { EditTarget } from '#contract/edits.ts'
import { createFaultyDisk } from '#support/faulty-disk.ts'
import type { Fault } from '#support/network.ts'
import { loadAllRows, waitForNewSweep } from '#support/synced-engine.ts'
import {
  startSmallEngine,
  findFirstContainer,
  saveRefs,
  readRefs,
  listEdits,
  waitUntilEditsSent,
  readServiceAttributes,
  listPatchRequests,
} from '#support/edits.ts'

describe('references of a container', () => {
  test('are shown at once and are stored at the service soon after', async () => {
    const engine = await startSmallEngine()
    const { id, target } = await findFirstContainer(engine)
    await saveRefs(engine, target, ['PO-1', 'PO-2'])
    expect([await readRefs(engine, id), await listEdits(engine)]).toMatchObject([
      ['PO-1', 'PO-2'],
      [{ target, field: 'refs', value: ['PO-1', 'PO-2'], state: 'waiting', failure: null }],
    ])
    await waitUntilEditsSent(engine)
    expect([
      await readRefs(engine, id),
      readServiceAttributes(engine, `/containers/${id}`)['ref_numbers'],
      listPatchRequests(engine).length,
    ]).toEqual([['PO-1', 'PO-2'], ['PO-1', 'PO-2'], 1])
  })

  test('edited offline survive sweeps and restarts, and are sent when the network is back', async () => {
    const engine = await startSmallEngine()
    const { id, target } = await findFirstContainer(engine)
    engine.network.unplug()
    await saveRefs(engine, target, ['OFFLINE'])
    await engine.restart()
    await engine.clock.advance(600_000)
    expect([await readRefs(engine, id), (await listEdits(engine)).map(({ state }) => state)]).toEqual([
      ['OFFLINE'],
      ['waiting'],
    ])
    expect((await engine.client.call('edits.list', { target: null })).waitsFor).toMatchObject({ code: 'api/offline' })
    engine.network.plug()
    await waitUntilEditsSent(engine)
    expect([
      readServiceAttributes(engine, `/containers/${id}`)['ref_numbers'],
      listPatchRequests(engine).length,
    ]).toEqual([['OFFLINE'], 1])
  })

  test.each<Fault>([{ kind: 'fail', reason: 'unreachable' }, { kind: 'hang' }])(
    'sent right after an outage (%o) end it: all containers are read at once, and the board is live',
    async (fault) => {
      const engine = await startSmallEngine()
      const { target } = await findFirstContainer(engine)
      const loadStatus = () => engine.client.call('sync.status', {})
      engine.network.fault(() => fault)
      await engine.clock.advance(600_000)
      // The next try of the sync is almost a minute away.
      await engine.clock.advanceUntil(async () => {
        const { nextTryAt, now } = await loadStatus()
        return nextTryAt !== null && Date.parse(nextTryAt) - Date.parse(now) < 57_000
      })
      expect((await loadStatus()).state).toBe('offline')
      engine.network.fault(null)
      const reconnectedAt = (await loadStatus()).now
      await saveRefs(engine, target, ['RECONNECTED'])
      await engine.clock.advance(5_000)
      const { state, lastCompleteAt } = await loadStatus()
      expect([await listEdits(engine), state, lastCompleteAt! > reconnectedAt]).toEqual([[], 'live', true])
    },
  )

  test('edited twice before sending are sent once, and not at all if restored', async () => {
    const engine = await startSmallEngine()
    const { id, refs, target } = await findFirstContainer(engine)
    engine.network.unplug()
    const first = await saveRefs(engine, target, ['ONE'])
    expect(await saveRefs(engine, target, ['TWO'])).toEqual(first)
    expect((await listEdits(engine)).map(({ value }) => value)).toEqual([['TWO']])
    expect(await saveRefs(engine, target, refs)).toEqual({ id: null })
    expect([await listEdits(engine), await readRefs(engine, id)]).toEqual([[], refs])
    engine.network.plug()
    await waitForNewSweep(engine)
    expect(listPatchRequests(engine)).toEqual([])
  })

  test('edited in two windows before sending are merged, and a removed reference stays removed', async () => {
    const engine = await startSmallEngine()
    const { id, refs, target } = await findFirstContainer(engine)
    engine.network.unplug()
    const seen = [...refs, 'OLD', 'STAYS']
    await saveRefs(engine, target, seen)
    const save = (words: string[]) => engine.client.call('edits.saveLabels', { target, field: 'refs', words, seen })
    const { id: editId } = await save([...refs, 'STAYS', 'FIRST'])
    expect(await save([...seen, 'SECOND'])).toEqual({ id: editId })
    expect(await readRefs(engine, id)).toEqual([...refs, 'STAYS', 'FIRST', 'SECOND'])
    // The first window undoes its own change only.
    await engine.client.call('edits.saveLabels', {
      target,
      field: 'refs',
      words: seen,
      seen: [...refs, 'STAYS', 'FIRST'],
    })
    const labels = [...refs, 'STAYS', 'SECOND', 'OLD']
    expect(await readRefs(engine, id)).toEqual(labels)
    engine.network.plug()
    await waitUntilEditsSent(engine)
    expect([
      readServiceAttributes(engine, `/containers/${id}`)['ref_numbers'],
      listPatchRequests(engine).length,
    ]).toEqual([labels, 1])
  })

  test('do not flicker: a page requested before the edit does not bring the old references back', async () => {
    const engine = await startSmallEngine()
    const { id, target } = await findFirstContainer(engine)
    engine.network.fault(({ method }): Fault | null => (method === 'PATCH' ? { kind: 'delay', ms: 20_000 } : null))
    await saveRefs(engine, target, ['STAYS'])
    for (let second = 0; second < 60; second++) {
      await engine.clock.advance(1_000)
      expect(await readRefs(engine, id)).toEqual(['STAYS'])
    }
    expect(await listEdits(engine)).toEqual([])
  })

  test('whose answer was lost are checked at the service, and do not overwrite a later change', async () => {
    const engine = await startSmallEngine()
    const { id, target } = await findFirstContainer(engine)
    let hungCount = 0
    engine.network.fault(({ method }): Fault | null =>
      method === 'PATCH' && hungCount++ === 0 ? { kind: 'hang' } : null,
    )
    await saveRefs(engine, target, ['MAYBE'])
    await engine.clock.advance(40_000)
    expect(await listEdits(engine)).toMatchObject([{ isUnsure: true }])
    await waitUntilEditsSent(engine)
    expect([
      readServiceAttributes(engine, `/containers/${id}`)['ref_numbers'],
      listPatchRequests(engine).length,
    ]).toEqual([['MAYBE'], 1])
  })

  test('are sent under the other attribute name where the service knows only that name', async () => {
    const engine = await startSmallEngine()
    const { id, target } = await findFirstContainer(engine)
    engine.network.fault(({ method, url }): Fault | null =>
      method === 'PATCH' && url.endsWith(`/${id}`) ? { kind: 'answer', status: 405 } : null,
    )
    await saveRefs(engine, target, ['BARE'])
    await waitUntilEditsSent(engine)
    expect(readServiceAttributes(engine, `/containers/${id}`)['ref_numbers']).toEqual(['BARE'])
  })
})

test('tags of a shipment are shown with all its containers, and can be undone until they are sent', async () => {
  const engine = await startSmallEngine()
  const { shipmentId } = await findFirstContainer(engine)
  const target: EditTarget = { type: 'shipment', id: shipmentId }
  const loadTags = async () => [
    (await engine.client.call('shipments.get', { id: shipmentId })).row.tags,
    ...(await loadAllRows(engine)).filter((row) => row.shipmentId === shipmentId).map(({ tags }) => tags),
  ]
  const tagsBefore = await loadTags()
  engine.network.unplug()
  const { id } = await engine.client.call('edits.saveLabels', { target, field: 'tags', words: ['urgent'] })
  expect(new Set((await loadTags()).map((tags) => tags.join()))).toEqual(new Set(['urgent']))
  await engine.client.call('edits.undo', { id: id ?? '' })
  expect(await loadTags()).toEqual(tagsBefore)
  await engine.client.call('edits.saveLabels', { target, field: 'tags', words: ['urgent', 'reefer'] })
  engine.network.plug()
  await waitUntilEditsSent(engine)
  expect(readServiceAttributes(engine, `/shipments/${shipmentId}`)['tags']).toEqual(['urgent', 'reefer'])
  await expect(engine.client.call('edits.undo', { id: id ?? '' })).rejects.toMatchObject({ code: 'edits/already-sent' })
})

test('stopped tracking is shown at once, and sent to its own endpoint', async () => {
  const engine = await startSmallEngine()
  const { shipmentId } = await findFirstContainer(engine)
  let stoppedAt: string | null = null
  engine.network.fault(({ method, url }): Fault | null => {
    const { pathname } = new URL(url)
    if (method === 'PATCH') {
      stoppedAt = pathname.endsWith('/stop_tracking') ? '2026-11-20T17:00:00Z' : null
      return {
        kind: 'answer',
        status: 200,
        contentType: 'application/json',
        body: JSON.stringify({
          data: { type: 'shipment', id: shipmentId, attributes: { line_tracking_stopped_at: stoppedAt } },
        }),
      }
    }
    return pathname.endsWith(`/shipments/${shipmentId}`)
      ? { kind: 'alter', alter: (response) => withAttribute(response, 'line_tracking_stopped_at', stoppedAt) }
      : null
  })
  const loadStoppedAt = async () =>
    (await engine.client.call('shipments.get', { id: shipmentId })).row.trackingStoppedAt
  await engine.client.call('edits.setTracking', { shipmentId, isTracked: false })
  expect(await loadStoppedAt()).not.toBeNull()
  await waitUntilEditsSent(engine)
  expect([await loadStoppedAt(), listPatchRequests(engine).map(({ url }) => new URL(url).pathname)]).toEqual([
    '2026-11-20T17:00:00.000Z',
    [`/v2/shipments/${shipmentId}/stop_tracking`],
  ])
  await engine.client.call('edits.setTracking', { shipmentId, isTracked: true })
  await waitUntilEditsSent(engine)
  expect([await loadStoppedAt(), listPatchRequests(engine).length]).toEqual([null, 2])
})

function withAttribute<T extends { bytes: Uint8Array }>(response: T, name: string, value: unknown): T {
  const json = JSON.parse(new TextDecoder().decode(response.bytes)) as { data: { attributes: Record<string, unknown> } }
  json.data.attributes[name] = value
  return { ...response, bytes: new TextEncoder().encode(JSON.stringify(json)) }
}

describe('edits whose rows cannot be written because the disk is full', () => {
  const MIRROR_ROWS = /(INSERT INTO|UPDATE) (mirror\.)?(container_row|shipment_row|meta)/i
  const startWithWaitingRows = async () => {
    const engine = await startSmallEngine()
    const [first, second] = await loadAllRows(engine)
    if (!first || !second) throw new Error('there are two containers')
    const disk = createFaultyDisk()
    engine.network.unplug()
    disk.fail(MIRROR_ROWS, 'SQLITE_FULL')
    await saveRefs(engine, { type: 'container', id: first.id }, ['FIRST'])
    expect([await readRefs(engine, first.id), (await listEdits(engine)).map(({ value }) => value)]).toEqual([
      first.refs,
      [['FIRST']],
    ])
    expect(engine.errors.splice(0)).toEqual([expect.stringMatching(/^rows not written yet/)])
    disk.stopFailing()
    return { engine, first, second }
  }

  test('are written automatically within a minute', async () => {
    const { engine, first } = await startWithWaitingRows()
    await engine.clock.advance(61_000)
    expect(await readRefs(engine, first.id)).toEqual(['FIRST'])
  })

  test('are not lost when another record is edited before that', async () => {
    const { engine, first, second } = await startWithWaitingRows()
    await saveRefs(engine, { type: 'container', id: second.id }, ['SECOND'])
    expect([await readRefs(engine, first.id), await readRefs(engine, second.id)]).toEqual([['FIRST'], ['SECOND']])
  })

  test('are not lost when a last free day is set before that', async () => {
    const { engine, first, second } = await startWithWaitingRows()
    await engine.client.call('containers.setManualLastFreeDay', {
      id: second.id,
      manual: { date: '2026-11-25', reason: 'by phone' },
    })
    expect(await readRefs(engine, first.id)).toEqual(['FIRST'])
  })

  test('are written at the next start', async () => {
    const { engine, first } = await startWithWaitingRows()
    await engine.restart()
    expect(await readRefs(engine, first.id)).toEqual(['FIRST'])
  })
})

test('references of a request are read and sent under the other attribute name where the service knows only that name', async () => {
  const engine = await startSmallEngine()
  const loadRequest = () =>
    engine.client
      .call('tracking.list', { filter: { scope: 'all' }, sort: [], window: { offset: 0, limit: 1 } })
      .then(({ rows }) => rows[0])
  await engine.clock.advanceUntil(async () => (await loadRequest()) !== undefined)
  const target: EditTarget = { type: 'tracking_request', id: (await loadRequest())?.id ?? '' }
  const missing: Fault = {
    kind: 'answer',
    status: 404,
    contentType: 'application/vnd.api+json',
    body: '{"errors":[{"code":"not_found","detail":"No such path."}]}',
  }
  engine.network.fault(({ url }): Fault | null =>
    new URL(url).pathname.endsWith(`/tracking_requests/${target.id}`) ? missing : null,
  )
  await saveRefs(engine, target, ['SINGULAR'])
  await waitUntilEditsSent(engine)
  expect(listPatchRequests(engine).map(({ url }) => new URL(url).pathname.split('/').at(-2))).toEqual([
    'tracking_requests',
    'tracking_request',
  ])
})

test.each<[string, EditTarget, 'refs' | 'tags', string]>([
  ['of an unknown container', { type: 'container', id: 'no such' }, 'refs', 'containers/unknown'],
  ['of an unknown shipment', { type: 'shipment', id: 'no such' }, 'tags', 'shipments/unknown'],
  ['of the tags of a container', { type: 'container', id: 'no such' }, 'tags', 'contract/invalid-input'],
])('an edit %s is not saved', async (_name, target, field, code) => {
  const engine = await startSmallEngine()
  await expect(engine.client.call('edits.saveLabels', { target, field, words: ['A'] })).rejects.toMatchObject({ code })
  expect(await listEdits(engine)).toEqual([])
})

test('references of a tracking request can be edited, its tags cannot', async () => {
  const engine = await startSmallEngine()
  const window = { offset: 0, limit: 10 }
  const loadRequests = async () =>
    (await engine.client.call('tracking.list', { filter: { scope: 'all' }, sort: [], window })).rows
  await engine.clock.advanceUntil(async () => (await loadRequests()).length > 0)
  const [request] = await loadRequests()
  const target: EditTarget = { type: 'tracking_request', id: request?.id ?? '' }
  const loadRequestRefs = async () => (await loadRequests()).find(({ id }) => id === target.id)?.refs
  engine.network.unplug()
  await saveRefs(engine, target, ['PO-9'])
  expect(await loadRequestRefs()).toEqual(['PO-9'])
  engine.network.plug()
  await waitUntilEditsSent(engine)
  expect([
    await loadRequestRefs(),
    readServiceAttributes(engine, `/tracking_requests/${target.id}`)['ref_numbers'],
  ]).toEqual([['PO-9'], ['PO-9']])
  await expect(engine.client.call('edits.saveLabels', { target, field: 'tags', words: ['x'] })).rejects.toMatchObject({
    code: 'contract/invalid-input',
  })
})
