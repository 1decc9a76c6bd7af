// The columns that each list shows at first fit 1,300 px: a window of 1,440 px without the rail.
import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, expect, test } from 'vitest'
import type { DocumentRow } from '#contract/documents.ts'
import { alertColumns } from '../../src/renderer/src/features/alerts/alert-columns.ts'
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
/** The room in a window of 960 px. */
const MAX_SMALL_PX = 876
/** The room in a window of 1,280 px. A date with its year is up to 38 px wider in another language. */
const MAX_NARROW_PX = 1_196
const WIDER_DATE_PX = 38

beforeEach(() => {
  setActivePinia(createPinia())
})

function widthOf<Row>(columns: readonly Column<Row>[], screen: () => Pick<ListScreen, 'defaults'>): number {
  const cells = placeColumns(columns, screen().defaults.layout)
  return NARROWEST + cells.reduce((sum, { width }) => sum + width, 0)
}

const containers = (['lfd', 'containers', 'ready', 'empties'] as const).map(
  (name) => [name, () => widthOf(createColumns(containerScreens[name].columns), () => useListScreen(name))] as const,
)

test.each([
  ...containers,
  ['shipments', () => widthOf(shipmentColumns, useShipmentScreen)] as const,
  ['charges', () => widthOf(chargeColumns, useChargeScreen)] as const,
  ['alerts', () => widthOf(alertColumns, useAlertScreen)] as const,
  ['requests', () => widthOf(requestColumns, useRequestScreen)] as const,
  ['documents', () => widthOf(documentColumns, useDocumentScreen)] as const,
  ['e-mails', () => widthOf(emailColumns, useEmailScreen)] as const,
])('the first columns of %s fit', (_name, width) => expect(width()).toBeLessThanOrEqual(MAX_PX))

test('the fees of last free days are visible in a window of 960 px', () => {
  const columns = createColumns(containerScreens.lfd.columns)
  const fees = placeColumns(columns, useListScreen('lfd').defaults.layout).find(({ column }) => column.key === 'fees')!
  expect(NARROWEST + fees.left + fees.width).toBeLessThanOrEqual(MAX_SMALL_PX)
})

test('alerts show the customer, their text and their state in a window of 960 px', () => {
  const layout = useAlertScreen().defaults.layout
  const cells = placeWithinWidth(alertColumns, layout, MAX_SMALL_PX - NARROWEST)
  const shown = cells.filter(({ left, width }) => left + width <= MAX_SMALL_PX - NARROWEST)
  expect(shown.map(({ column }) => column.key)).toEqual(['mark', 'number', 'customer', 'alert', 'state'])
})

test('last free days show the customer in full and a reference in a window of 1,280 px', () => {
  const columns = createColumns(containerScreens.lfd.columns)
  const cells = placeWithinWidth(columns, useListScreen('lfd').defaults.layout, MAX_NARROW_PX - NARROWEST)
  const refs = cells.find(({ column }) => column.key === 'refs')!
  expect(cells.find(({ column }) => column.key === 'customer')!.width).toBeGreaterThanOrEqual(178)
  expect(refs.width).toBeGreaterThanOrEqual(130)
  expect(refs.left + refs.width).toBeLessThanOrEqual(MAX_NARROW_PX - NARROWEST)
})

test('empties show the customer in full in a window of 1,280 px', () => {
  const columns = createColumns(containerScreens.empties.columns)
  const cells = placeWithinWidth(columns, useListScreen('empties').defaults.layout, MAX_NARROW_PX - NARROWEST)
  expect(cells.find(({ column }) => column.key === 'customer')!.width).toBeGreaterThanOrEqual(178)
})

test('documents show a shipment and a container that they are linked to, or count further ones', () => {
  const link = documentColumns.find(({ key }) => key === 'link')!
  const links = ['COSU7548672820', 'CSLU7192248', 'TCNU9217820'].map((number, index) => ({
    type: index === 0 ? 'shipment' : 'container',
    id: number,
    number,
  }))
  const textOf = (count: number) => link.text({ links: links.slice(0, count) } as DocumentRow, null)
  expect([textOf(0), textOf(1), textOf(2), textOf(3)]).toEqual([
    '',
    'COSU7548672820',
    'COSU7548672820, CSLU 719224 8',
    'COSU7548672820 +2',
  ])
  expect(widthOf(documentColumns, useDocumentScreen)).toBeLessThanOrEqual(MAX_NARROW_PX)
})

test.each([
  ['one by one', changeColumns],
  ['by container', groupColumns],
])('the first columns of changes %s fit a window of 1,280 px in every language', (_name, columns) => {
  expect(widthOf(columns, useChangeScreen) + WIDER_DATE_PX).toBeLessThanOrEqual(MAX_NARROW_PX)
})
