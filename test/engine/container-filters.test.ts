// Container lists can be filtered by vessel, port of discharge and equipment.
import { expect, test } from 'vitest'
import type { ContainerRow } from '#contract/containers.ts'
import { loadAllRows, startSyncedEngine } from '#support/synced-engine.ts'

test('a list of containers is filtered by vessel, port of discharge and equipment, and counts their values', async () => {
  const engine = await startSyncedEngine({ containers: 150 })
  const rows = await loadAllRows(engine)
  const facets = await engine.client.call('containers.facets', { filter: { scope: 'all' } })
  const values = {
    vessels: ({ vessel }: ContainerRow) => vessel,
    dischargePorts: ({ portOfDischarge: { name, locode } }: ContainerRow) => name ?? locode,
    equipment: ({ equipment: { lengthFt, height, type } }: ContainerRow) =>
      [lengthFt, height === 'high_cube' ? height : '', type].join('/'),
  }
  for (const [part, getValue] of Object.entries(values) as [keyof typeof values, (row: ContainerRow) => string][]) {
    expect(facets[part].length).toBeGreaterThan(1)
    for (const { value, count } of facets[part].slice(0, 5)) {
      const numbers = rows.filter((row) => getValue(row) === value).map(({ number }) => number)
      const { rows: foundRows } = await engine.client.call('containers.list', {
        filter: { scope: 'all', [part]: [value] },
        sort: [],
        window: { offset: 0, limit: 500 },
      })
      expect([value, count, foundRows.map(({ number }) => number).toSorted()]).toEqual([
        value,
        numbers.length,
        numbers.toSorted(),
      ])
    }
  }
})
