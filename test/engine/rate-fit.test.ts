// How many containers are in the scope of each rate table.
import { expect, test } from 'vitest'
import { rateTable } from '#support/rate-table.ts'
import { loadAllRows, startSyncedEngine } from '#support/synced-engine.ts'

test('the fit of a table counts the containers in its scope: demurrage those at the terminal, detention those not returned', async () => {
  const engine = await startSyncedEngine({ containers: 150 })
  const open = (await loadAllRows(engine)).filter(({ emptyReturnedAt }) => emptyReturnedAt === null)
  const waiting = open.filter(({ lastFreeDay: { clock } }) => clock !== 'stopped')
  const { scac, pickupPlace, equipment } = waiting.find((row) => row.pickupPlace !== null && row.equipment.lengthFt)!
  const scope = { scac: scac!.toLowerCase(), place: pickupPlace!.toUpperCase(), lengthFt: equipment.lengthFt }
  await engine.client.call('rates.save', rateTable('all'))
  await engine.client.call('rates.save', rateTable('out', { kind: 'detention', freeDays: 4 }))
  await engine.client.call('rates.save', rateTable('some', scope))
  await engine.client.call('rates.save', rateTable('typo', { place: 'Nowhere' }))
  const inScope = waiting.filter(
    (row) => row.scac === scac && row.pickupPlace === pickupPlace && row.equipment.lengthFt === equipment.lengthFt,
  )
  expect([waiting.length > inScope.length, open.length > waiting.length]).toEqual([true, true])
  expect(await engine.client.call('rates.fit', {})).toEqual([
    { id: 'all', count: waiting.length, outOf: waiting.length },
    { id: 'out', count: open.length, outOf: open.length },
    { id: 'some', count: inScope.length, outOf: waiting.length },
    { id: 'typo', count: 0, outOf: waiting.length },
  ])
})
