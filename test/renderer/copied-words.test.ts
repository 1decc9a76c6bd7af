// Cells that are copied or exported contain the texts of the screen, not internal names.
import { expect, test } from 'vitest'
import { formatCell } from '#words/container-cells.ts'
import type { ShipmentRow } from '#contract/shipments.ts'
import { makeRow } from '#support/row-factories.ts'
import { startScreenEngine } from '#support/screen-engine.ts'
import { splitIntoParts, type Column } from '../../src/renderer/src/ui/grid/columns.ts'
import { createCellWords } from '../../src/renderer/src/features/lists/cell-words.ts'
import { changeColumns, toListRow } from '../../src/renderer/src/features/changes/change-columns.ts'
import { chargeColumns } from '../../src/renderer/src/features/charges/charge-columns.ts'
import { documentColumns } from '../../src/renderer/src/features/documents/document-columns.ts'
import { createColumns } from '../../src/renderer/src/features/containers/container-columns.ts'
import { requestColumns } from '../../src/renderer/src/features/tracking/request-columns.ts'
import { shipmentColumns } from '../../src/renderer/src/features/shipments/shipment-columns.ts'

function columnOf<Row>(columns: readonly Column<Row>[], key: string): Column<Row> {
  const match = columns.find((column) => column.key === key)
  if (!match) throw new Error(`There is no column ${key}.`)
  return match
}

/** The copied text of a row that has only the values for this column. */
const copyCell = (columns: readonly Column<never>[], key: string, row: object) =>
  columnOf(columns, key).copy(row as never)

test.each([
  ['the kind of a hold', copyCell(chargeColumns, 'name', { kind: 'hold', name: 'freight' }), 'Freight hold'],
  ['the worst band of a shipment', copyCell(shipmentColumns, 'worstBand', { worstBand: 'none' }), 'No LFD reported'],
  ['no band', copyCell(shipmentColumns, 'worstBand', { worstBand: null }), ''],
  ['the type of a request', copyCell(requestColumns, 'type', { type: 'bill_of_lading' }), 'Master B/L'],
])('a copied cell has the text of the screen: %s', (_, text, word) => expect(text).toBe(word))

test('a copied change has the texts of the screen', async () => {
  const engine = await startScreenEngine()
  const changes = await engine.ask('changes.list', { filter: { scope: 'all' }, window: { offset: 0, limit: 200 } })
  const rows = changes.rows.map(toListRow)
  expect(rows.length).toBeGreaterThan(20)
  for (const key of ['field', 'kind', 'severity']) {
    const column = columnOf(changeColumns, key)
    for (const row of rows) expect(column.copy(row)).toBe(column.text(row, null))
  }
})

test('a discharged container with an inland pickup is “Not at destination”', () => {
  const row = {
    ...makeRow(0),
    verdict: 'not-arrived' as const,
    isInland: true,
    dischargedAt: '2026-11-18T08:00:00.000Z',
  }
  const context = { words: createCellWords(), zone: 'UTC' }
  expect(formatCell('verdict', row, context)).toBe('Not at destination')
  expect(formatCell('verdict', { ...row, dischargedAt: null }, context)).toBe('Not discharged')
  // A snapshot that was set up before this text existed has only the older text.
  expect(formatCell('verdict', row, { words: { 'verdict not-arrived': 'Not arrived' }, zone: 'UTC' })).toBe(
    'Not arrived',
  )
})

test('a ready container with an expected hold is copied as on screen', () => {
  const row = { ...makeRow(0), verdict: 'ready' as const, activeHolds: [], pendingHolds: ['customs'] }
  const [column] = createColumns(['verdict'])
  expect([column!.text(row, null), column!.copy(row)]).toEqual(['Ready, hold soon', 'Ready, hold soon'])
  expect(formatCell('verdict', row, { words: { 'verdict ready': 'Ready' }, zone: 'UTC' })).toBe('Ready')
})

test('a pickup location that the service does not name is the port, on screen and copied', () => {
  const row = { ...makeRow(0), pickupPlace: null, isInland: false }
  const [column] = createColumns(['pickupPlace'])
  const port = `${row.portOfDischarge.name} (port)`
  expect([column!.text(row, null), column!.copy(row)]).toEqual([port, port])
  // A snapshot that was set up before this text existed.
  expect(formatCell('pickupPlace', row, { words: {}, zone: 'UTC' })).toBe('')
})

test('a snapshot that was set up before a text for unnamed holds existed names the hold', () => {
  const row = {
    ...makeRow(0),
    verdict: 'held' as const,
    activeHolds: ['other'],
    risks: [{ reason: 'past-last-free-day' as const, severity: 1 as const }],
  }
  const { 'action askHoldPast': askHoldPast, ...olderWords } = createCellWords()
  const formatAction = (words: Record<string, string>) => formatCell('nextAction', row, { words, zone: 'UTC' })
  expect([formatAction({ ...olderWords, 'action askHoldPast': askHoldPast ?? '' }), formatAction(olderWords)]).toEqual([
    'Ask terminal about hold; check fees',
    'Clear other hold; check fees',
  ])
})

test('copied cells name holds, and say why a last free day is not certain', () => {
  const row = makeRow(0)
  const held = { ...row, verdict: 'held' as const, activeHolds: ['customs', 'tmf'], pendingHolds: ['freight'] }
  const context = { words: createCellWords(), zone: 'UTC' }
  expect(formatCell('verdict', held, context)).toBe('Customs, TMF hold')
  // A snapshot that was set up before the text with a placeholder existed.
  const olderWords = { 'verdict held': 'Held', 'hold customs': 'Customs', 'hold tmf': 'TMF' }
  expect(formatCell('verdict', held, { ...context, words: olderWords })).toBe('Held: Customs, TMF')
  expect(formatCell('holds', held, context)).toBe('Customs, TMF, Freight (pending)')
  const lastFreeDay = { ...row.lastFreeDay, isDisputed: true, flags: ['may-be-later' as const] }
  expect(formatCell('lastFreeDayNote', { ...row, lastFreeDay }, context)).toBe(
    'Sources disagree; May be one day later: verify; Terminal check outdated',
  )
  const parts = splitIntoParts(createColumns(['lastFreeDay'])).map((column) => [column.key, column.copyTitle])
  expect(parts).toEqual([
    ['lastFreeDay', 'LFD'],
    ['lastFreeDayNote', 'LFD, note'],
  ])
})

test('the clock at the terminal is copied as its time zone, with its own title', () => {
  const [column] = createColumns(['placeTime'])
  expect([column?.copyTitle, column?.copy({ ...makeRow(0), pickupZone: 'America/Halifax' })]).toEqual([
    'Pickup location time zone',
    'America/Halifax',
  ])
})

test.each([
  ['2026-11-26T07:00:00Z', '2026-11-29T09:00:00Z', ['2026-11-29T01:00-08:00', '2026-11-25T23:00-08:00']],
  ['2026-11-26T07:00:00.000Z', '2026-11-26T07:00:00Z', ['2026-11-25T23:00-08:00', '2026-11-25T23:00-08:00']],
  [null, '2026-11-26T07:00:00Z', ['2026-11-25T23:00-08:00', '']],
  ['2026-11-26T07:00:00Z', null, ['', '2026-11-25T23:00-08:00']],
])(
  'a first ETA of %s and a current ETA of %s are copied into columns of their own',
  (originalEtaAt, etaAt, expected) => {
    const row = {
      originalEtaAt,
      etaAt,
      ataAt: null,
      portOfDischarge: { ...makeRow(0).portOfDischarge, zone: 'America/Los_Angeles' },
    } as ShipmentRow
    const columns = splitIntoParts([columnOf(shipmentColumns, 'eta')])
    expect(columns.map(({ copyTitle }) => copyTitle)).toEqual(['ETA', 'First ETA', 'ATA'])
    expect(columns.map((column) => column.copy(row))).toEqual([...expected, ''])
  },
)

test('a snapshot has the word for a fee that is posted without an amount, and not 0', () => {
  const row = { ...makeRow(0), feesDue: [{ currency: 'EUR', amount: 0, isPending: true }] }
  const context = { words: createCellWords(), zone: 'UTC' }
  expect(formatCell('fees', row, context)).toBe('Pending EUR')
  expect(formatCell('feesAmount', row, context)).toBe('')
  // A snapshot that was set up before this text existed.
  expect(formatCell('feesCurrency', row, { words: {}, zone: 'UTC' })).toBe('Pending EUR')
})

const usdFee = { currency: 'USD', amount: 3_264, isPending: false }
const estimate = {
  state: 'costed' as const,
  minor: 125_050,
  currency: 'USD',
  days: 2,
  counting: 'calendar' as const,
  table: { id: 'a', name: 'A' },
  parts: [],
}

test.each([
  ['fees', createColumns(['fees']), { feesDue: [usdFee] }, ['Fees', '3264.00', 'USD']],
  [
    'fees in two currencies',
    createColumns(['fees']),
    { feesDue: [usdFee, { ...usdFee, currency: 'EUR', amount: 425 }] },
    ['Fees', '3264.00, 425.00', 'USD, EUR'],
  ],
  [
    'a fee that is posted without an amount',
    createColumns(['fees']),
    { feesDue: [{ currency: 'EUR', amount: 0, isPending: true }] },
    ['Fees', '', 'Pending EUR'],
  ],
  [
    'a fee, and one without an amount in another currency',
    createColumns(['fees']),
    { feesDue: [usdFee, { currency: 'EUR', amount: 0, isPending: true }] },
    ['Fees', '3264.00, Pending', 'USD, EUR'],
  ],
  ['one fee that is posted without an amount', chargeColumns, { amount: 0, currency: null }, ['Amount', '', 'Pending']],
  ['no fees', createColumns(['fees']), { feesDue: [] }, ['Fees', '', '']],
  ['an estimate', createColumns(['exposure']), { exposure: estimate }, ['Est. exposure', '1250.50', 'USD']],
  ['a fee', chargeColumns, { amount: 850.5, currency: 'USD' }, ['Amount', '850.5', 'USD']],
  ['a hold', chargeColumns, { amount: null, currency: null }, ['Amount', '', '']],
  ['a document', documentColumns, { amount: { value: '7000.00', currency: 'EUR' } }, ['Amount', '7000.00', 'EUR']],
] as [string, readonly Column<never>[], object, [string, string, string]][])(
  'the money of %s has an amount and a currency in columns of their own',
  (_, columns, row, [title, amount, currency]) => {
    const money = splitIntoParts(columns.filter(({ key }) => ['fees', 'exposure', 'amount'].includes(key)))
    expect(money.map((column) => [column.copyTitle, column.copy(row as never)])).toEqual([
      [title, amount],
      [`${title}, currency`, currency],
    ])
  },
)
