// The definition of each column of the container lists. screen-columns.ts and PastView.vue say which columns are shown,
// and in which order.
import { h } from 'vue'
import { type CellKey, DAY_NOTE_CELL, MONEY_CELLS, formatCell } from '#words/container-cells.ts'
import { isGateClosed } from '#words/gate-state.ts'
import type { ContainerRow } from '#contract/containers.ts'
import { mapPlainColumns, sortablePlainKeys } from '#contract/rules/container-columns.ts'
import BandCell from './cells/BandCell.vue'
import DayCell from './cells/DayCell.vue'
import HoldsCell from './cells/HoldsCell.vue'
import SourcesCell from './cells/SourcesCell.vue'
import VerdictCell from './cells/VerdictCell.vue'
import { type Column, type NowMs, createMoneyParts } from '../../ui/grid/columns.ts'
import { WIDER_DAY, WIDER_PORT } from '../../ui/grid/room-for-words.ts'
import {
  formatBandShort,
  describeBand,
  SOURCE_LETTERS,
  formatBandTip,
  bandTone,
  formatBand,
  formatDisputeTip,
  isUncertain,
  describeLastFreeDay,
  hasSeveralDays,
  formatSourcesTip,
} from './bands.ts'
import { formatContainerNumber, formatEquipment, formatKilograms, formatPounds } from '../../words/cargo.ts'
import { createCellWords } from '../lists/cell-words.ts'
import { getComputerZone, formatDate, formatShortDate, formatTime, formatUtc } from '../../words/dates.ts'
import { formatPickupPlace, getPlaceName, formatVesselVoyage } from './journey.ts'
import { formatFees } from '../../words/money.ts'
import {
  formatAppointmentTime,
  formatContainerStatus,
  formatAppointment,
  formatHoldName,
  formatAppointmentProblem,
  getAppointmentProblem,
  formatVerdictLong,
  formatVerdictShort,
} from './readiness.ts'
import { drawQuietMark, formatQuiet } from './quiet-marks.ts'
import { formatActionByGate, formatRisksTip } from './risks.ts'
import { formatCount, joinParts, joinList, t } from '../../words/words.ts'
import { createAssigneeCell, createNoteCell, createTagsCell } from '../own/own-columns.ts'
import { returnColumns } from './return-columns.ts'
import {
  createDaysLeftColumn,
  createRefsCell,
  formatMomentDay,
  createMomentColumn,
  formatMomentTip,
  createSinceColumn,
} from '../lists/column-kinds.ts'
import {
  type ColumnKey,
  type ContainerColumn,
  createAgeColumn,
  createArrivalColumn,
  createColumnBase,
  createColumn,
  drawUnset,
  createEstimateColumn,
  formatNumberTip,
  getPickupMoment,
  createPlainColumn,
  formatOrEmpty,
  toTextOrNull,
} from './column-makers.ts'

const formatDateOf = ({ lastFreeDay: { date } }: ContainerRow, now: NowMs) =>
  formatOrEmpty(date, (day) => formatDate(day, now))

const formatAppointmentCell = ({ appointmentAt, pickupZone }: ContainerRow, now: NowMs) =>
  formatOrEmpty(appointmentAt, (at) => formatAppointmentTime(at, pickupZone, now))

/** The values are functions, so that a list creates only its own columns. */
const columnDefinitions: Record<ColumnKey, () => ContainerColumn> = {
  number: () =>
    createColumn('number', 118, {
      isPinned: true,
      sort: 'number',
      text: ({ number }) => formatContainerNumber(number),
      draw: ({ id, number, goneSince }, now) =>
        h('span', { class: goneSince === null ? 'code' : 'code gone' }, [
          formatContainerNumber(number),
          drawQuietMark(id, now),
        ]),
      tip: (row, now) => joinParts('\n', formatNumberTip(row, now), formatQuiet(row.id, now)),
    }),
  band: () =>
    createColumn('band', 292, {
      isWordy: true,
      sort: 'band',
      extraWidth: 24,
      text: formatBand,
      draw: (row, now) =>
        h(BandCell, {
          tone: bandTone[row.lastFreeDay.band],
          label: formatBand(row, now),
          isFlagged: isUncertain(row, now),
        }),
      tip: formatBandTip,
      spoken: describeBand,
    }),
  lastFreeDay: () =>
    // A date, the longest band, and two marks fit in every language.
    createColumn('lastFreeDay', 214, {
      sort: 'lastFreeDay',
      isDate: true,
      hasSpareWidth: true,
      extraWidth: 72,
      text: (row, now) => joinParts(' ', formatDateOf(row, now), formatBandShort(row)),
      draw: (row, now) =>
        h(DayCell, {
          day: formatDateOf(row, now),
          isDisputed: row.lastFreeDay.isDisputed,
          isOwn: row.lastFreeDay.source === 'manual',
          isGateClosed: isGateClosed(row),
          tone: bandTone[row.lastFreeDay.band],
          label: formatBandShort(row) ?? undefined,
          isFlagged: isUncertain(row, now),
        }),
      tip: (row, now) => joinParts('\n', formatDisputeTip(row.lastFreeDay, now), formatBandTip(row, now)) || null,
      spoken: describeLastFreeDay,
    }),
  daysLeft: () => createDaysLeftColumn(createColumnBase('daysLeft', 80, 'daysLeft'), ({ lastFreeDay }) => lastFreeDay),
  sources: () =>
    // Two dates with their source letters fit, and a mark for further dates.
    createColumn('sources', 204 + WIDER_DAY.words, {
      text: ({ lastFreeDay: { sources } }) =>
        sources
          .map(({ source, date }) =>
            hasSeveralDays(sources) ? `${SOURCE_LETTERS[source]} ${formatShortDate(date)}` : SOURCE_LETTERS[source],
          )
          .join(' '),
      extraWidth: 40,
      draw: ({ lastFreeDay: { sources, isDisputed } }) => h(SourcesCell, { sources, isDisputed }),
      tip: ({ lastFreeDay }, now) => formatSourcesTip(lastFreeDay, now),
      spoken: ({ lastFreeDay }, now) => formatSourcesTip(lastFreeDay, now) ?? '',
    }),
  verdict: () =>
    createColumn('verdict', 146, {
      isWordy: true,
      hasSpareWidth: true,
      sort: 'verdict',
      extraWidth: 20,
      text: formatVerdictShort,
      draw: (row, now) =>
        h(VerdictCell, {
          verdict: row.verdict,
          label: formatVerdictShort(row, now),
          feesDueText: null,
          isHoldPending: row.pendingHolds.length > 0,
        }),
      tip: (row, now) => {
        const full = formatVerdictLong(row, now)
        if (row.verdict === 'conflict') return joinParts('\n', full, t('verdict.conflictHint'))
        if (row.verdict === 'ready' && row.pendingHolds.length > 0)
          return joinParts(
            '\n',
            full,
            ...row.pendingHolds.map((name) => t('hold.pending', { name: formatHoldName(name) })),
          )
        return full === formatVerdictShort(row, now) ? null : full
      },
      spoken: formatVerdictLong,
    }),
  holds: () =>
    createColumn('holds', 190, {
      sort: 'holds',
      firstDirection: 'desc',
      extraWidth: 40,
      text: ({ activeHolds, pendingHolds }) =>
        joinList([
          ...activeHolds.map(formatHoldName),
          ...pendingHolds.map((name) => t('hold.pending', { name: formatHoldName(name) })),
        ]),
      draw: ({ activeHolds, pendingHolds }) => h(HoldsCell, { active: activeHolds, pending: pendingHolds }),
    }),
  fees: () =>
    createColumn('fees', 92, {
      align: 'end',
      sort: 'fees',
      firstDirection: 'desc',
      text: ({ feesDue }) => formatFees(feesDue, 'short'),
      tip: ({ feesDue }) => formatFees(feesDue),
    }),
  exposure: () => createEstimateColumn('exposure', 142, ({ exposure }) => exposure, 'rate.noDate'),
  appointment: () =>
    createColumn('appointment', 161, {
      sort: 'appointment',
      isDate: true,
      endsInEllipsis: true,
      hasSpareWidth: true,
      text: formatAppointmentCell,
      draw: (row, now) =>
        h('span', { class: ['text', getAppointmentProblem(row, now)] }, formatAppointmentCell(row, now)),
      tip: (row, now) =>
        row.appointmentAt === null
          ? null
          : joinParts('\n', formatAppointmentProblem(row, now), formatUtc(row.appointmentAt)),
      spoken: formatAppointment,
    }),
  pickupPlace: () => ({
    ...createPlainColumn('pickupPlace', 121 + WIDER_PORT, formatPickupPlace, 'pickupPlace'),
    grows: true,
  }),
  placeTime: () =>
    createColumn('placeTime', 142, {
      isAge: true,
      // A copied time would soon be wrong, so a copy has the time zone instead, under another title.
      copyTitle: t('cell.placeZoneTitle'),
      text: ({ pickupZone }, now) => (now === null || pickupZone === null ? '' : formatTime(now, pickupZone)),
    }),
  status: () => createColumn('status', 140, { isWordy: true, sort: 'status', text: formatContainerStatus }),
  masterBill: () =>
    createColumn('masterBill', 150, {
      sort: 'masterBill',
      // Other programs find the shipment by its bill of lading.
      isInFiles: true,
      text: ({ masterBill }) => masterBill ?? '',
      draw: ({ masterBill }) => h('span', { class: 'code text' }, [masterBill ?? '']),
    }),
  customer: () => ({
    ...createPlainColumn('customer', 132, ({ customer }) => customer, 'customer'),
    grows: true,
    fullWidth: 178,
  }),
  refs: () => ({ ...createRefsCell<ContainerRow>(createColumnBase('refs', 130)), grows: true }),
  tags: () =>
    createColumn(
      'tags',
      140,
      createTagsCell<ContainerRow>(({ tags, own }) => ({ tags, own: own.tags })),
    ),
  assignee: () => ({
    ...createColumn('assignee', 80, { sort: 'assignee', ...createAssigneeCell<ContainerRow>(({ own }) => own) }),
    grows: true,
  }),
  note: () => createColumn('note', 220, { sort: 'note', ...createNoteCell<ContainerRow>(({ own }) => own) }),
  priority: () =>
    createPlainColumn(
      'priority',
      84,
      ({ own }) => (own.priority === 'normal' ? null : t(`priority.${own.priority}`)),
      'priority',
    ),
  terminalChecked: () => createAgeColumn('terminalChecked', 'terminal'),
  lineChecked: () => createAgeColumn('lineChecked', 'line'),
  lastChange: () =>
    createSinceColumn(createColumnBase('lastChange', 100, 'lastChange'), ({ lastChangeAt }) => lastChangeAt),
  equipment: () => createPlainColumn('equipment', 104, ({ equipment }) => formatEquipment(equipment), 'equipment'),
  line: () =>
    createColumn('line', 64, {
      sort: 'line',
      text: ({ scac, lineName }) => scac ?? lineName ?? '',
      tip: ({ lineName }) => lineName,
    }),
  vessel: () => ({ ...createPlainColumn('vessel', 210, formatVesselVoyage, 'vessel'), grows: true }),
  portOfLading: () =>
    createPlainColumn('portOfLading', 110, ({ portOfLading }) => getPlaceName(portOfLading), 'portOfLading'),
  portOfDischarge: () =>
    createPlainColumn(
      'portOfDischarge',
      106,
      ({ portOfDischarge }) => getPlaceName(portOfDischarge),
      'portOfDischarge',
    ),
  eta: () =>
    createArrivalColumn('eta', (row) => ({
      eta: row.etaAt,
      ata: row.ataAt,
      first: row.originalEtaAt,
      zone: row.portOfDischarge.zone,
    })),
  discharged: () =>
    createMomentColumn(createColumnBase('discharged', 138, 'discharged'), (row) => ({
      at: row.dischargedAt,
      zone: row.portOfDischarge.zone,
    })),
  fullOut: () =>
    createMomentColumn(createColumnBase('fullOut', 138, 'fullOut'), (row) => ({
      at: row.fullOutAt,
      zone: row.pickupZone,
    })),
  emptyReturned: () =>
    createMomentColumn(createColumnBase('emptyReturned', 138, 'emptyReturned'), (row) => ({
      at: row.emptyReturnedAt,
      zone: row.emptyReturnedZone,
    })),
  destination: () =>
    createPlainColumn(
      'destination',
      110,
      ({ isInland, destination }) => (isInland ? getPlaceName(destination) : null),
      'destination',
    ),
  inlandEta: () =>
    createArrivalColumn('inlandEta', (row) => ({
      eta: row.inlandEtaAt,
      ata: row.inlandAtaAt,
      first: null,
      zone: row.destination.zone,
    })),
  nextAction: () => createColumn('nextAction', 212, { sort: 'risk', text: formatActionByGate, tip: formatRisksTip }),
  readySince: () => ({
    ...createSinceColumn(createColumnBase('readySince', 118, 'readySince'), ({ readySince }) => readySince),
    tip: ({ readySince, pickupZone }, now) => formatMomentTip({ at: readySince, zone: pickupZone }, now),
  }),
  outOn: () => ({
    ...createMomentColumn(createColumnBase('outOn', 124, 'fullOut'), getPickupMoment),
    text: (row, now) => formatMomentDay(getPickupMoment(row), now) || t('cell.noDayOut'),
    draw: (row, now) =>
      row.fullOutAt === null
        ? drawUnset('cell.noDayOut')
        : h('span', { class: 'text' }, formatMomentDay(getPickupMoment(row), now)),
  }),
  daysOut: () =>
    createColumn('daysOut', 108, {
      align: 'end',
      sort: 'daysOut',
      firstDirection: 'desc',
      text: ({ daysOut }) => (daysOut === null ? t('cell.notCounted') : formatCount(daysOut)),
      draw: ({ daysOut }) => (daysOut === null ? drawUnset('cell.notCounted') : h('span', formatCount(daysOut))),
    }),
  ...returnColumns,
  railCarrier: () => createPlainColumn('railCarrier', 88, ({ railScac }) => railScac),
  weight: () =>
    createColumn('weight', 88, {
      align: 'end',
      sort: 'weight',
      firstDirection: 'desc',
      copyTitle: t('cell.weightTitle'),
      text: ({ weightLb }) => (weightLb === null ? '' : formatKilograms(weightLb)),
      tip: ({ weightLb }) => (weightLb === null ? null : formatPounds(weightLb)),
    }),
  ...mapPlainColumns(
    ({ width }, key) =>
      () =>
        createPlainColumn(
          key,
          width,
          (row) => toTextOrNull(row[key]),
          // The key is undefined for a column that cannot be sorted.
          sortablePlainKeys.find((sortable) => sortable === key),
        ),
  ),
}

function isMoney(key: ColumnKey): key is keyof typeof MONEY_CELLS {
  return Object.hasOwn(MONEY_CELLS, key)
}

/** The columns of an exported last free day: the date alone, so that it can be sorted, and why it is not certain. */
function createDayParts(
  { key, title }: Pick<Column<ContainerRow>, 'key' | 'title'>,
  copyOf: (key: CellKey) => Column<ContainerRow>['copy'],
): Column<ContainerRow>['parts'] {
  return [
    { key, title, copy: copyOf('lastFreeDay') },
    { key: DAY_NOTE_CELL, title: t('export.noteOf', { column: title }), copy: copyOf(DAY_NOTE_CELL) },
  ]
}

export function createColumns(keys: readonly ColumnKey[]): Column<ContainerRow>[] {
  const context = { words: createCellWords(), zone: getComputerZone() }
  const copyOf = (key: CellKey) => (row: ContainerRow) => formatCell(key, row, context)
  return keys.map((key) => {
    const column = { ...columnDefinitions[key](), copy: copyOf(key) }
    if (key === 'lastFreeDay') return { ...column, parts: createDayParts(column, copyOf) }
    if (!isMoney(key)) return column
    const [amount, currency] = MONEY_CELLS[key]
    return { ...column, parts: createMoneyParts(column, copyOf(amount), copyOf(currency)) }
  })
}
