// The columns of the list of shipments.
import { h } from 'vue'
import type { ShipmentRow, ShipmentSortColumn } from '#contract/shipments.ts'
import AgeCell from '../containers/cells/AgeCell.vue'
import ArrivalCell from '../containers/cells/ArrivalCell.vue'
import BandCell from '../containers/cells/BandCell.vue'
import type { Column, NowMs } from '../../ui/grid/columns.ts'
import { formatCheckAge, getFreshness } from '../../words/ages.ts'
import { bandTone } from '../containers/bands.ts'
import { formatDate } from '../../words/dates.ts'
import { formatArrivalShift, formatOverdue, getPlaceName, formatVesselVoyage } from '../containers/journey.ts'
import { formatContainerStates, formatTracking } from './shipments.ts'
import { formatCount, joinParts, t } from '../../words/words.ts'
import {
  createRefsCell,
  formatMomentDay,
  createMomentColumn,
  formatMomentCopy,
  formatMomentTip,
  formatOwnCopy,
  createPlainCell as plainColumn,
  createSinceColumn,
} from '../lists/column-kinds.ts'

type ShipmentColumn = Column<ShipmentRow> & { sort?: ShipmentSortColumn }

function createPlainColumn(
  key: string,
  title: string,
  width: number,
  value: (row: ShipmentRow) => string | null,
  sort?: ShipmentSortColumn,
): ShipmentColumn {
  return plainColumn({ key, title, width, ...(sort ? { sort } : {}) }, value)
}

function createPortColumn(key: 'portOfLading' | 'portOfDischarge' | 'destination', title: string): ShipmentColumn {
  return createPlainColumn(key, title, 110, (row) => getPlaceName(row[key]), key)
}

const formatEtaCopy = ({ etaAt, portOfDischarge: { zone } }: ShipmentRow) => formatMomentCopy({ at: etaAt, zone })

const getDeparture = ({ etdAt, atdAt, portOfLading: { zone } }: ShipmentRow) => ({ at: atdAt ?? etdAt, zone })

const etdColumn: ShipmentColumn = {
  ...createMomentColumn({ key: 'etd', title: t('shipmentColumn.etd'), width: 152, sort: 'etd' }, getDeparture),
  extraWidth: 16,
  draw: (row, now) =>
    h(ArrivalCell, {
      isActual: row.atdAt !== null,
      text: formatMomentDay(getDeparture(row), now),
      shift: '',
      overdue: '',
    }),
}

/** The service can miss an arrival. The states of its containers show that the vessel did arrive. */
const hasArrived = ({ ataAt, containers: { ready, held, out } }: ShipmentRow) =>
  ataAt !== null || ready + held + out > 0

const getOverdue = (row: ShipmentRow, now: NowMs) =>
  hasArrived(row) ? '' : formatOverdue(row.etaAt, row.portOfDischarge.zone, now)

const formatArrivalDay = ({ etaAt, ataAt, portOfDischarge: { zone } }: ShipmentRow, now: NowMs) =>
  formatMomentDay({ at: ataAt ?? etaAt, zone }, now)

const getShift = ({ etaAt, ataAt, originalEtaAt, portOfDischarge: { zone } }: ShipmentRow) =>
  ataAt === null ? formatArrivalShift(originalEtaAt, etaAt, zone) : ''

const formatAtaCopy = ({ ataAt, portOfDischarge: { zone } }: ShipmentRow) => formatMomentCopy({ at: ataAt, zone })

const etaColumn: ShipmentColumn = {
  key: 'eta',
  title: t('column.eta'),
  hint: t('shipmentColumn.etaHint'),
  // Wide enough for a day of another year with its shift.
  width: 200,
  sort: 'eta',
  isDate: true,
  text: (row, now) => joinParts(' ', formatArrivalDay(row, now), getOverdue(row, now) || getShift(row)),
  extraWidth: 20,
  draw: (row, now) =>
    h(ArrivalCell, {
      isActual: row.ataAt !== null,
      text: formatArrivalDay(row, now),
      shift: getShift(row),
      overdue: getOverdue(row, now),
    }),
  copyTitle: t('shipment.eta'),
  copy: formatEtaCopy,
  parts: [
    { key: 'eta', title: t('shipment.eta'), copy: formatEtaCopy },
    {
      key: 'originalEta',
      title: t('shipmentColumn.firstEta'),
      copy: ({ originalEtaAt, portOfDischarge: { zone } }) => formatMomentCopy({ at: originalEtaAt, zone }),
    },
    { key: 'ata', title: t('shipmentColumn.ata'), copy: formatAtaCopy },
  ],
  tip: ({ etaAt, ataAt, originalEtaAt, portOfDischarge: { zone } }, now) =>
    joinParts(
      '\n',
      formatMomentTip({ at: ataAt ?? etaAt, zone }, now),
      originalEtaAt === null ? null : t('cell.wasEta', { date: formatMomentDay({ at: originalEtaAt, zone }, now) }),
    ) || null,
}

const journey: readonly ShipmentColumn[] = [
  createPortColumn('portOfLading', t('column.portOfLading')),
  createPortColumn('portOfDischarge', t('column.portOfDischarge')),
  createPortColumn('destination', t('shipmentColumn.destination')),
  createPlainColumn('vessel', t('column.vessel'), 214, formatVesselVoyage, 'vessel'),
  etdColumn,
]

const containerCounts: readonly ShipmentColumn[] = [
  {
    key: 'containers',
    title: t('shipmentColumn.containers'),
    hint: t('shipmentColumn.containersHint'),
    width: 148,
    sort: 'containers',
    firstDirection: 'desc',
    text: ({ containers }) => joinParts(' · ', formatCount(containers.total), formatContainerStates(containers)),
    copy: ({ containers: { total } }) => String(total),
    isNumber: true,
  },
  {
    key: 'earliestLastFreeDay',
    title: t('shipmentColumn.earliestLastFreeDay'),
    width: 150,
    sort: 'earliestLastFreeDay',
    isDate: true,
    extraWidth: 20,
    text: ({ earliestLastFreeDay: date }, now) => (date === null ? '' : formatDate(date, now)),
    copy: ({ earliestLastFreeDay: date }) => date ?? '',
    draw: ({ earliestLastFreeDay: date, earliestBand: band }, now) =>
      date === null || band === null
        ? h('span')
        : h('span', { class: 'inline-flex align-center gap-3' }, [
            h(BandCell, { tone: bandTone[band] }),
            formatDate(date, now),
          ]),
    tip: ({ earliestBand: band }) => (band === null ? null : t(`bandName.${band}`)),
  },
  {
    key: 'worstBand',
    title: t('shipmentColumn.worstBand'),
    width: 138,
    sort: 'worstBand',
    extraWidth: 20,
    text: ({ worstBand: band }) => (band === null ? '' : t(`bandName.${band}`)),
    copy: ({ worstBand: band }) => (band === null ? '' : t(`bandName.${band}`)),
    draw: ({ worstBand: band }) =>
      band === null ? h('span') : h(BandCell, { tone: bandTone[band], label: t(`bandName.${band}`) }),
  },
]

export const shipmentColumns: readonly ShipmentColumn[] = [
  {
    key: 'masterBill',
    title: t('column.masterBill'),
    width: 160,
    isPinned: true,
    sort: 'masterBill',
    text: ({ masterBill }) => masterBill,
    copy: ({ masterBill }) => masterBill,
    draw: ({ masterBill }) => h('span', { class: 'code text' }, masterBill),
  },
  {
    ...createPlainColumn('line', t('column.line'), 64, ({ scac, lineName }) => scac ?? lineName, 'line'),
    tip: ({ lineName }) => lineName,
  },
  { ...createPlainColumn('customer', t('column.customer'), 178, ({ customer }) => customer, 'customer'), grows: true },
  createRefsCell({ key: 'refs', title: t('column.refs'), width: 130 }),
  // In a window of 960 px, what is due comes before the route.
  etaColumn,
  ...containerCounts,
  ...journey,
  createPlainColumn('tracking', t('shipmentColumn.tracking'), 176, formatTracking),
  createPlainColumn('tags', t('column.tags'), 100, ({ tags }) => tags.join(', ')),
  {
    key: 'lineChecked',
    title: t('column.lineChecked'),
    hint: t('columnHint.lineChecked'),
    width: 132,
    sort: 'lineChecked',
    isAge: true,
    text: ({ ages }, now) => formatCheckAge('line', ages.line, now),
    copy: ({ ages }) => formatOwnCopy(ages.line),
    draw: ({ ages }, now) =>
      h(AgeCell, { text: formatCheckAge('line', ages.line, now), freshness: getFreshness('line', ages.line, now) }),
  },
  createSinceColumn(
    {
      key: 'lastChange',
      title: t('column.lastChange'),
      hint: t('columnHint.lastChange'),
      width: 100,
      sort: 'lastChange',
    },
    ({ lastChangeAt }) => lastChangeAt,
  ),
]
