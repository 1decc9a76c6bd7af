import { mount } from '@vue/test-utils'
import { expect, test } from 'vitest'
import type { ShipmentRow } from '#contract/shipments.ts'
import { NOW, makeRow } from '#support/row-factories.ts'
import { shipmentColumns } from '../../src/renderer/src/features/shipments/shipment-columns.ts'
import { formatContainerStates, formatEta } from '../../src/renderer/src/features/shipments/shipments.ts'

const port = { ...makeRow(0).portOfDischarge, zone: 'America/Los_Angeles' }

test.each([
  // 15 hours later, on the same day at the port.
  ['2026-11-25T08:30:00Z', '2026-11-25T23:30:00Z', 'Wed 25 Nov'],
  // 2 hours later, after midnight at the port.
  ['2026-11-26T07:00:00Z', '2026-11-26T09:00:00Z', 'Wed 25 Nov → Thu 26 Nov +1 d'],
  ['2026-11-26T07:00:00Z', '2026-11-23T20:00:00Z', 'Wed 25 Nov → Mon 23 Nov −2 d'],
])(
  'an arrival first estimated for %s and now for %s is shown as %s, in days at the port',
  (originalEtaAt, etaAt, word) =>
    expect(formatEta({ originalEtaAt, etaAt, portOfDischarge: port }, Date.parse(NOW))).toBe(word),
)

test('the states of a shipment’s containers leave out those without a container', () =>
  expect([
    formatContainerStates({ total: 1, ready: 1, held: 0, out: 0 }),
    formatContainerStates({ total: 7, ready: 0, held: 2, out: 3 }),
    formatContainerStates({ total: 2, ready: 0, held: 0, out: 0 }),
  ]).toEqual(['1 ready', '2 held · 3 out', '']))

test('the earliest last free day has the mark of its band', () => {
  const column = shipmentColumns.find(({ key }) => key === 'earliestLastFreeDay')!
  const draw = (part: Partial<ShipmentRow>) =>
    mount({ render: () => column.draw!(part as ShipmentRow, Date.parse(NOW)) })
  const past = draw({ earliestLastFreeDay: '2026-11-18', earliestBand: 'past' })
  expect([past.text(), past.find('.tone-past').exists()]).toEqual(['Wed 18 Nov', true])
  expect(draw({ earliestLastFreeDay: null, earliestBand: null }).text()).toBe('')
})
