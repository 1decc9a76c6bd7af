// The severity of the changes when the service no longer tracks a number.
import { expect, test } from 'vitest'
import { startStillEngine } from '#support/still-engine.ts'
import { listRequests } from '#support/tracking-requests.ts'

test('a request whose tracking ended is for information if all containers were returned', async () => {
  const engine = await startStillEngine({ containers: 20 })
  const requests = await listRequests(engine)
  const [returned, silent] = requests.rows.filter(({ state, shipmentId }) => state === 'created' && shipmentId !== null)
  const stop = (reason: string) => ({
    line_tracking_stopped_at: '2026-11-20T17:00:00Z',
    line_tracking_stopped_reason: reason,
  })
  await engine.patch({
    [returned!.shipmentId!]: stop('all_containers_terminated'),
    [silent!.shipmentId!]: stop('no_updates_at_line'),
  })
  await engine.patch({ [returned!.id]: { status: 'tracking_stopped' }, [silent!.id]: { status: 'tracking_stopped' } })
  await engine.clock.advance(600_000)
  const { rows } = await engine.client.call('changes.list', {
    filter: { scope: 'unseen', kinds: ['tracking'] },
    window: { offset: 0, limit: 100 },
  })
  const changes = rows.filter(({ field }) => field === 'status')
  expect(Object.fromEntries(changes.map(({ objectId, severity }) => [objectId, severity]))).toEqual({
    [returned!.id]: 4,
    [silent!.id]: 2,
  })
})
