// The columns that each list shows at first fit 1,300 px: a window of 1,440 px without the rail.
import { createPinia, setActivePinia } from 'pinia'
import { mount } from '@vue/test-utils'
import { beforeEach, expect, test } from 'vitest'
import type { DocumentRow } from '#contract/documents.ts'
import type { RequestRow } from '#contract/tracking.ts'
import { loadLanguage } from '#support/languages.ts'
import { makeRow } from '#support/row-factories.ts'
import type * as ContainerColumns from '../../src/renderer/src/features/containers/container-columns.ts'
import type * as Grid from '../../src/renderer/src/ui/grid/columns.ts'
import { listAlertColumns } from '../../src/renderer/src/features/alerts/alert-columns.ts'
import { changeColumns, groupColumns } from '../../src/renderer/src/features/changes/change-columns.ts'
import { chargeColumns } from '../../src/renderer/src/features/charges/charge-columns.ts'
import { createColumns } from '../../src/renderer/src/features/containers/container-columns.ts'
import { containerScreens } from '../../src/renderer/src/features/containers/screen-columns.ts'
import { documentColumns } from '../../src/renderer/src/features/documents/document-columns.ts'
import { emailColumns } from '../../src/renderer/src/features/emails/email-columns.ts'
import {
  type ListScreen,
  useAlertScreen,
  useChangeScreen,
  useChargeScreen,
  useDocumentScreen,
  useEmailScreen,
  useListScreen,
  useRequestScreen,
  useShipmentScreen,
} from '../../src/renderer/src/features/lists/list-screen.ts'
import { shipmentColumns } from '../../src/renderer/src/features/shipments/shipment-columns.ts'
import { requestColumns } from '../../src/renderer/src/features/tracking/request-columns.ts'
import { type Column, NARROWEST, placeColumns, placeWithinWidth } from '../../src/renderer/src/ui/grid/columns.ts'

const MAX_PX = 1_300
/** The width of a list in a window of 960 px. */
const MAX_SMALL_PX = 876
/** The width of a list in a window of 1,280 px. A date with its year is up to 38 px wider in another language. */
const MAX_NARROW_PX = 1_196
const WIDER_DATE_PX = 38
/** The name of a customer, and a reference, are complete in columns of these widths. */
const CUSTOMER_PX = 178
const REF_PX = 130

beforeEach(() => {
  setActivePinia(createPinia())
})

function sumWidths<Row>(columns: readonly Column<Row>[], screen: () => Pick<ListScreen, 'defaults'>): number {
  const cells = placeColumns(columns, screen().defaults.layout)
  return NARROWEST + cells.reduce((sum, { width }) => sum + width, 0)
}

const containers = (['lfd', 'containers', 'ready', 'empties'] as const).map(
  (name) => [name, () => sumWidths(createColumns(containerScreens[name].columns), () => useListScreen(name))] as const,
)

test.each([
  ...containers,
  ['shipments', () => sumWidths(shipmentColumns, useShipmentScreen)] as const,
  ['charges', () => sumWidths(chargeColumns, useChargeScreen)] as const,
  ['alerts', () => sumWidths(listAlertColumns('open'), useAlertScreen)] as const,
  ['requests', () => sumWidths(requestColumns, useRequestScreen)] as const,
  ['documents', () => sumWidths(documentColumns, useDocumentScreen)] as const,
  ['e-mails', () => sumWidths(emailColumns, useEmailScreen)] as const,
])('the first columns of %s fit', (_name, width) => expect(width()).toBeLessThanOrEqual(MAX_PX))

test('the fees of last free days are visible in a window of 960 px', () => {
  const columns = createColumns(containerScreens.lfd.columns)
  const fees = placeColumns(columns, useListScreen('lfd').defaults.layout).find(({ column }) => column.key === 'fees')!
  expect(NARROWEST + fees.left + fees.width).toBeLessThanOrEqual(MAX_SMALL_PX)
})

test('shipments show vessel and voyage in full in a window of 1,280 px', () => {
  const cells = placeColumns(shipmentColumns, useShipmentScreen().defaults.layout)
  const vessel = cells.find(({ column }) => column.key === 'vessel')!
  expect(NARROWEST + vessel.left + vessel.width).toBeLessThanOrEqual(MAX_NARROW_PX)
})

test('alerts show the customer, their text and their state in a window of 960 px', () => {
  const layout = useAlertScreen().defaults.layout
  const cells = placeWithinWidth(listAlertColumns('open'), layout, MAX_SMALL_PX - NARROWEST)
  const shown = cells.filter(({ left, width }) => left + width <= MAX_SMALL_PX - NARROWEST)
  expect(shown.map(({ column }) => column.key)).toEqual(['mark', 'number', 'customer', 'alert', 'state'])
  const widthOf = (key: string) => cells.find(({ column }) => column.key === key)!.width
  expect(widthOf('alert')).toBeGreaterThan(2 * widthOf('state'))
})

test('last free days show the customer in full and a reference in a window of 1,280 px', () => {
  const columns = createColumns(containerScreens.lfd.columns)
  const cells = placeWithinWidth(columns, useListScreen('lfd').defaults.layout, MAX_NARROW_PX - NARROWEST)
  const refs = cells.find(({ column }) => column.key === 'refs')!
  expect(cells.find(({ column }) => column.key === 'customer')!.width).toBeGreaterThanOrEqual(CUSTOMER_PX)
  expect(refs.width).toBeGreaterThanOrEqual(REF_PX)
  expect(refs.left + refs.width).toBeLessThanOrEqual(MAX_NARROW_PX - NARROWEST)
})

// Days beside their band and two marks leave less to the customer in Spanish and Chinese.
test.each([
  ['de', 150],
  ['es', 145],
  ['zh', 125],
] as const)(
  'last free days give the width of rare dates and long words to the customer in a window of 1,280 px: %s',
  async (language, customerWidth) => {
    await loadLanguage(language)
    const { layout } = useListScreen('lfd').defaults
    const root = '../../src/renderer/src'
    const grid = (await import(`${root}/ui/grid/columns.ts`)) as typeof Grid
    const translated = (await import(`${root}/features/containers/container-columns.ts`)) as typeof ContainerColumns
    const columns = translated.createColumns(containerScreens.lfd.columns)
    const findWidth = (cells: { column: { key: string }; width: number }[], key: string) =>
      cells.find(({ column }) => column.key === key)!.width
    const narrow = grid.placeWithinWidth(columns, layout, MAX_NARROW_PX - NARROWEST)
    expect(findWidth(narrow, 'customer')).toBeGreaterThanOrEqual(customerWidth)
    expect(findWidth(narrow, 'refs')).toBeGreaterThanOrEqual(REF_PX)
    const wide = grid.placeWithinWidth(columns, layout, 2 * MAX_NARROW_PX)
    for (const key of ['lastFreeDay', 'verdict', 'appointment'])
      expect(findWidth(narrow, key), key).toBeLessThan(findWidth(wide, key))
    const sized = { ...layout, widths: { lastFreeDay: 240 } }
    expect(findWidth(grid.placeWithinWidth(columns, sized, MAX_NARROW_PX - NARROWEST), 'lastFreeDay')).toBe(240)
  },
)

test('empties show the customer in full in a window of 1,280 px', () => {
  const columns = createColumns(containerScreens.empties.columns)
  const cells = placeWithinWidth(columns, useListScreen('empties').defaults.layout, MAX_NARROW_PX - NARROWEST)
  expect(cells.find(({ column }) => column.key === 'customer')!.width).toBeGreaterThanOrEqual(CUSTOMER_PX)
})

test('documents show a shipment and a container that they are linked to, or count further ones', () => {
  const linkColumn = documentColumns.find(({ key }) => key === 'link')!
  const links = ['COSU7548672820', 'CSLU7192248', 'TCNU9217820'].map((number, index) => ({
    type: index === 0 ? 'shipment' : 'container',
    id: number,
    number,
  }))
  const formatLinks = (count: number) => linkColumn.text({ links: links.slice(0, count) } as DocumentRow, null)
  expect([formatLinks(0), formatLinks(1), formatLinks(2), formatLinks(3)]).toEqual([
    '',
    'COSU7548672820',
    'COSU7548672820, CSLU 719224 8',
    'COSU7548672820 +2',
  ])
  expect(sumWidths(documentColumns, useDocumentScreen)).toBeLessThanOrEqual(MAX_NARROW_PX)
})

test('an appointment and the number of a request end with an ellipsis if they do not fit', () => {
  const listClasses = <Row>(columns: readonly Column<Row>[], key: string, row: Row) => {
    const column = columns.find((candidate) => candidate.key === key)!
    return mount({ render: () => column.draw!(row, null) }).classes()
  }
  const row = { ...makeRow(0), appointmentAt: '2026-11-23T09:00:00.000Z', pickupZone: null }
  const request = { number: 'SEGU5858218EVERGREEN', isDismissed: true } as RequestRow
  expect(listClasses(createColumns(['appointment']), 'appointment', row)).toContain('text')
  expect(listClasses(requestColumns, 'number', request)).toEqual(['code', 'text', 'quiet'])
})

test.each([
  ['one by one', changeColumns],
  ['by container', groupColumns],
])('the first columns of changes %s fit a window of 1,280 px in every language', (_name, columns) => {
  expect(sumWidths(columns, useChangeScreen) + WIDER_DATE_PX).toBeLessThanOrEqual(MAX_NARROW_PX)
})

test.each([
  ['containers', () => createColumns([...containerScreens.containers.columns, ...containerScreens.empties.columns])],
  ['shipments', () => shipmentColumns],
  ['charges', () => chargeColumns],
  ['requests', () => requestColumns],
  ['documents', () => documentColumns],
  ['e-mails', () => emailColumns],
])(
  'amounts and counts of %s are sorted with the largest first, days left and texts with the smallest',
  (_name, list) => {
    const sortable = (list() as readonly Column<never>[]).filter(({ sort }) => sort !== undefined)
    const largestFirst = sortable.filter(({ firstDirection }) => firstDirection === 'desc').map(({ key }) => key)
    const isNumber = ({ key, align, isNumber }: Column<never>) =>
      align === 'end' || isNumber === true || key === 'holds'
    expect(largestFirst).toEqual(
      sortable.filter((column) => isNumber(column) && column.key !== 'daysLeft').map(({ key }) => key),
    )
    expect(largestFirst).not.toEqual([])
  },
)
