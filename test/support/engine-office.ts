// Engines in an office, on the model of its database.
import { createFakeClock } from './fake-clock.ts'
import { MAIN, lead, readValue } from './office-calls.ts'
import { createFilledModel } from './office-model/filled.ts'
import { type TestEngine, type TestEngineOptions, startTestEngine } from './test-engine.ts'
import { type TrackingServiceOptions, startTrackingService } from './tracking-service.ts'

/** An office with an engine and another computer. What the other one takes, it holds until it releases it. */
export async function startOffice(doesOtherLead: boolean, options: TrackingServiceOptions = {}) {
  const clock = createFakeClock(Date.parse('2026-11-20T17:00:00Z'))
  const { model, connectAs } = await createFilledModel({
    clock,
    nowMs: () => clock.up(),
    randomId: () => crypto.randomUUID(),
  })
  const other = await connectAs('leo')
  let fence = 0
  const takeForOther = async () => {
    fence = await lead(other)
    await model.owner.query('UPDATE office.lease SET until = $2 WHERE space = $1', [MAIN, '9999-01-01T00:00:00Z'])
    return fence
  }
  const releaseForOther = () => readValue(other, 'office.release_lease($1, $2, $3)', [MAIN, fence, '{}'])
  if (doesOtherLead) await takeForOther()
  const service = startTrackingService(clock, { containers: 12, ...options })
  /** Another engine of the office, with its own files. */
  const startEngine = (name: string, options: TestEngineOptions = {}) =>
    startTestEngine({ clock, handle: service.handle, office: model.connectFrom(name), idPrefix: name, ...options })
  const engine = await startEngine('this')
  return Object.assign(engine, { service, model, other, takeForOther, releaseForOther, startEngine })
}

/** Ids of changes are each desktop's own. */
export async function listChanges({ client }: TestEngine) {
  const { rows } = await client.call('changes.list', { filter: { scope: 'all' }, window: { offset: 0, limit: 500 } })
  return rows.map((change) => ({ ...change, id: 0 }))
}

export const readStatus = ({ client }: TestEngine) => client.call('sync.status', {})
