// What the users of followers save reaches the service through the leader, once, and its result comes back.
import { expect, test } from 'vitest'
import { createFakeClock } from '#support/fake-clock.ts'
import { createFilledModel } from '#support/office-model/filled.ts'
import { loadAllRows, waitForFirstSweep } from '#support/synced-engine.ts'
import { type TestEngine, type TestEngineOptions, startTestEngine } from '#support/test-engine.ts'
import { hasProcessed, listServiceDocuments, spool, untilDocuments, wakeUploader } from '#support/spooled.ts'
import { startTrackingService } from '#support/tracking-service.ts'
import { PDF } from '#support/uploads.ts'
import { VALID_NUMBER, getRequest, isPost, listRequests, newBillRequest } from '#support/tracking-requests.ts'

const MINUTE_MS = 60_000

/** An office with a leader and a follower. */
async function startOffice(options: Pick<TestEngineOptions, 'handle' | 'login'> = {}) {
  const clock = createFakeClock(Date.parse('2026-11-20T17:00:00Z'))
  const randomId = () => crypto.randomUUID()
  const { model } = await createFilledModel({ clock, nowMs: () => clock.up(), randomId })
  const service = startTrackingService(clock, { containers: 12 })
  const start = (name: string, login = 'lea') =>
    startTestEngine({
      clock,
      handle: options.handle ?? service.handle,
      office: model.connectFrom(name),
      idPrefix: name,
      login,
    })
  const leader = await start('leader')
  await waitForFirstSweep(leader)
  const follower = await start('follower', options.login)
  await waitForFirstSweep(follower)
  await clock.advance(10_000)
  return { clock, model, service, leader, follower }
}

const countPosts = (...engines: TestEngine[]) =>
  engines.reduce((sum, { network }) => sum + network.sent.filter(isPost).length, 0)
const isCreateDocument = ({ method, url }: { method: string; url: string }) =>
  method === 'POST' && url.endsWith('/v2/documents')
const readEdits = async ({ client }: TestEngine) => (await client.call('edits.list', { target: null })).rows
const findShipment = async (engine: TestEngine) => {
  const [row] = await loadAllRows(engine)
  if (!row?.shipmentId) throw new Error('expected a container with a shipment')
  return { id: row.id, shipmentId: row.shipmentId }
}

test('a tracking request of a follower reaches the service once, and the follower shows its result', async () => {
  const { clock, leader, follower } = await startOffice()
  const { id } = await follower.client.call('tracking.create', newBillRequest(VALID_NUMBER))
  await clock.advanceUntil(async () => (await getRequest(follower, id)).state === 'created')
  expect([countPosts(leader), countPosts(follower)]).toEqual([1, 0])
  expect((await listRequests(leader)).rows.filter(({ number }) => number === VALID_NUMBER)).toMatchObject([
    { state: 'created', failure: null },
  ])
})

test('an edit of a follower reaches the service, and the follower shows the new value throughout', async () => {
  const { clock, leader, follower } = await startOffice()
  const { id, shipmentId } = await findShipment(follower)
  const words = ['PO 4711']
  const target = { type: 'container', id } as const
  await follower.client.call('edits.saveLabels', { target, field: 'refs', words })
  const seen: unknown[] = []
  await clock.advanceUntil(async () => {
    seen.push((await loadAllRows(follower)).find((row) => row.id === id)?.refs)
    return (await readEdits(follower)).length === 0
  })
  seen.push((await loadAllRows(follower)).find((row) => row.id === id)?.refs)
  expect(new Set(seen.map(String))).toEqual(new Set(['PO 4711']))
  expect((await loadAllRows(leader)).find((row) => row.id === id)).toMatchObject({ refs: words, shipmentId })
  expect(leader.network.sent.filter(({ method }) => method === 'PATCH')).toHaveLength(1)
  expect(await readEdits(leader)).toEqual([])
})

test('a refusal of the service is shown to the follower that asked, and to no other', async () => {
  const { clock, leader, follower } = await startOffice()
  const { id } = await follower.client.call('tracking.create', newBillRequest(VALID_NUMBER, { scac: 'QQQQ' }))
  await clock.advanceUntil(async () => (await getRequest(follower, id)).state === 'refused')
  expect((await getRequest(follower, id)).failure?.code).toBe('api/refused')
  expect((await listRequests(leader)).rows.filter(({ state }) => state === 'refused')).toEqual([])
})

test('a request that waits says which computer sends it, and the follower can cancel it', async () => {
  const { clock, model, leader, follower } = await startOffice()
  model.setFrozen('leader', true)
  const { id } = await follower.client.call('tracking.create', newBillRequest(VALID_NUMBER))
  await clock.advance(1_000)
  expect((await getRequest(follower, id)).failure).toEqual({
    code: 'office/handed-over',
    details: { device: 'its computer' },
  })
  await follower.client.call('tracking.cancel', { id })
  model.setFrozen('leader', false)
  await clock.advance(5 * MINUTE_MS)
  expect(countPosts(leader, follower)).toBe(0)
})

test('a leader that loses the office after it sent a request leaves the result to the next leader', async () => {
  const { clock, model, leader, follower } = await startOffice()
  const { id } = await follower.client.call('tracking.create', newBillRequest(VALID_NUMBER))
  await clock.advanceUntil(() => countPosts(leader) === 1)
  model.setFrozen('leader', true)
  await clock.advance(3 * MINUTE_MS)
  model.setFrozen('leader', false)
  await clock.advanceUntil(async () => (await getRequest(follower, id)).state === 'created')
  expect(countPosts(leader, follower)).toBe(1)
})

test('a follower identifies a number, and reads a container again', async () => {
  const { clock, leader, follower } = await startOffice()
  const inference = follower.client.call('tracking.infer', { number: 'MSCU6639870' })
  expect((await clock.advanceUntilSettled(inference)).isValid).toBe(true)
  const { id } = await findShipment(follower)
  await clock.advanceUntilSettled(follower.client.call('containers.reread', { id }))
  expect(leader.network.sent.filter(({ url }) => url.includes(`/containers/${id}`)).length).toBeGreaterThan(0)
  expect(follower.network.sent).toEqual([])
})

test('a file on a follower is uploaded once, and both desktops show its result', async () => {
  const { service, leader, follower } = await startOffice()
  spool(follower, PDF)
  await wakeUploader(follower)
  await untilDocuments({ ...follower, service }, hasProcessed(1))
  await untilDocuments({ ...leader, service }, hasProcessed(1))
  expect(listServiceDocuments({ service })).toHaveLength(1)
  const listTypes = ({ client }: TestEngine) => client.call('documents.types', {})
  expect((await listTypes(leader)).length).toBeGreaterThan(1)
  expect(await listTypes(follower)).toEqual(await listTypes(leader))
  // The bytes went straight to the storage.
  expect(follower.network.sent.map(({ method }) => method)).toEqual(['PUT'])
  expect(leader.network.sent.filter(({ method }) => method === 'POST')).toHaveLength(2)
})

test('an upload whose document a leader created without an answer is found, and not created again', async () => {
  const { clock, model, service, leader, follower } = await startOffice()
  spool(follower, PDF)
  await wakeUploader(follower)
  await clock.advanceUntil(() => leader.network.sent.some(isCreateDocument))
  model.setFrozen('leader', true)
  await clock.advance(MINUTE_MS)
  model.setFrozen('leader', false)
  await untilDocuments({ ...follower, service }, hasProcessed(1))
  expect(listServiceDocuments({ service })).toHaveLength(1)
})

test('an upload of a member who lost every right ends, although its document may exist', async () => {
  const { clock, model, leader, follower } = await startOffice({ login: 'ben' })
  // The leader never reports the answer.
  leader.network.fault((request) => {
    if (isCreateDocument(request)) model.setFrozen('leader', true)
    return null
  })
  spool(follower, PDF)
  await wakeUploader(follower)
  await clock.advanceUntil(() => leader.network.sent.some(isCreateDocument))
  await model.owner.query('DELETE FROM office.access WHERE login = $1', ['ben'])
  const read = () => follower.client.call('documents.get', { id: 'f1' })
  await clock.advanceUntil(async () => (await read()).state === 'failed')
  expect((await read()).failure?.code).toBe('office/not-allowed')
  model.setFrozen('leader', false)
})

test('a limit of the plan that paused the leader’s own requests does not pause those of a follower', async () => {
  const { clock, leader, follower } = await startOffice()
  leader.network.fault((request) => (isPost(request) ? { kind: 'answer', status: 402 } : null))
  await leader.client.call('tracking.create', newBillRequest('MEDUAA000001'))
  await clock.advanceUntil(async () => (await leader.client.call('batches.hold', {})) !== null)
  const refused = await follower.client.call('tracking.create', newBillRequest('MEDUAA000002'))
  await clock.advanceUntil(async () => (await getRequest(follower, refused.id)).state === 'refused')
  expect((await getRequest(follower, refused.id)).failure?.code).toBe('tracking/plan-limit')
  leader.network.fault(() => null)
  const { id } = await follower.client.call('tracking.create', newBillRequest(VALID_NUMBER))
  await clock.advanceUntil(async () => (await getRequest(follower, id)).state === 'created')
  expect(await leader.client.call('batches.hold', {})).toMatchObject({ waiting: 1 })
})

test('a key that the service refused to the leader pauses the uploads of a follower for some minutes', async () => {
  const { clock, service, leader, follower } = await startOffice()
  leader.network.fault(({ url }) => (url.endsWith('/direct_uploads') ? { kind: 'answer', status: 401 } : null))
  spool(follower, PDF)
  await wakeUploader(follower)
  await clock.advanceUntil(() => leader.network.sent.some(({ url }) => url.endsWith('/direct_uploads')))
  await clock.advance(MINUTE_MS)
  leader.network.fault(() => null)
  await clock.advance(MINUTE_MS)
  expect(listServiceDocuments({ service })).toHaveLength(0)
  await clock.advance(15 * MINUTE_MS)
  expect(listServiceDocuments({ service })).toHaveLength(1)
})

test('each desktop has the corrections of all, so that the next leader sends them with its own', async () => {
  const { clock, service, leader, follower } = await startOffice()
  spool(follower, PDF)
  await wakeUploader(follower)
  await untilDocuments({ ...leader, service }, hasProcessed(1))
  await untilDocuments({ ...follower, service }, hasProcessed(1))
  const [document] = listServiceDocuments({ service })
  const documentId = document!.id
  const read = async ({ client }: TestEngine, id: string) => {
    const { fields } = await client.call('documents.get', { id })
    return ['invoice_number', 'buyer_name'].map((name) => {
      const field = fields.find((candidate) => candidate.name === name)
      return [field?.value, field?.isCorrected]
    })
  }
  const correct = async (engine: TestEngine, extracted: string, value: string) => {
    await engine.client.call('edits.saveDocument', { documentId, field: { extracted }, value })
    await clock.advanceUntil(async () => {
      await service.work()
      return (await readEdits(engine)).length === 0
    })
    await clock.advance(10_000)
  }
  await correct(follower, 'invoice_number', 'K-119')
  const first = [
    ['K-119', true],
    [null, false],
  ]
  expect([await read(leader, documentId), await read(follower, 'f1')]).toEqual([first, first])
  await leader.stop()
  await clock.advance(10_000)
  await correct(follower, 'buyer_name', 'Kestrelmoor')
  expect(await read(follower, 'f1')).toEqual([
    ['K-119', true],
    ['Kestrelmoor', true],
  ])
})
