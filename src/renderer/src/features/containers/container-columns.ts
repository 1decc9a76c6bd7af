// The definition of each column of the container lists. screen-columns.ts and PastView.vue say which columns are shown,
// and in which order.
import { h } from 'vue'
import { type CellKey, MONEY_CELLS, containerCell } from '#words/container-cells.ts'
import type { ContainerRow } from '#contract/containers.ts'
import { forPlainColumns, sortablePlainKeys } from '#contract/rules/container-columns.ts'
import BandCell from './cells/BandCell.vue'
import DayCell from './cells/DayCell.vue'
import HoldsCell from './cells/HoldsCell.vue'
import SourcesCell from './cells/SourcesCell.vue'
import VerdictCell from './cells/VerdictCell.vue'
import { type Column, type Now, moneyParts } from '../../ui/grid/columns.ts'
import { WIDER_DAY } from '../../ui/grid/room-for-words.ts'
import {
  bandShort,
  bandSpoken,
  SOURCE_LETTERS,
  bandTip,
  bandTone,
  formatBand,
  disputeTip,
  isUncertain,
  lastFreeDaySpoken,
  namesSeveralDays,
  sourcesTip,
} from './bands.ts'
import { formatContainerNumber, formatEquipment, formatKilograms, formatPounds } from '../../words/cargo.ts'
import { cellWords } from '../lists/cell-words.ts'
import { computerZone, formatDate, formatDayTime, formatShortDate, formatTime, formatUtc } from '../../words/dates.ts'
import { placeName, vesselVoyage } from './journey.ts'
import { formatFees, formatFeesShort } from '../../words/money.ts'
import {
  containerStatus,
  formatAppointment,
  holdName,
  isAppointmentMissed,
  payFirstText,
  verdictText,
  formatVerdict,
} from './readiness.ts'
import { leadingAction, risksTip } from './risks.ts'
import { formatCount, joined, listed, t } from '../../words/words.ts'
import { assigneeCell, noteCell, tagsCell } from '../own/own-columns.ts'
import { daysLeftColumn, formatMomentDay, momentColumn, momentTip, sinceColumn } from '../lists/column-kinds.ts'
import {
  type ColumnKey,
  type ContainerColumn,
  ageColumn,
  arrivalColumn,
  columnBase,
  createColumn,
  drawUnset,
  estimateColumn,
  numberTooltip,
  pickupMoment,
  plainColumn,
  returnByText,
  textOrEmpty,
  textOrNoTerms,
  textOrNull,
} from './column-makers.ts'

const dayText = ({ lastFreeDay: { date } }: ContainerRow, now: Now) => textOrEmpty(date, (day) => formatDate(day, now))

const appointmentText = ({ appointmentAt, pickupZone }: ContainerRow, now: Now) =>
  textOrEmpty(appointmentAt, (at) => formatDayTime(at, pickupZone, now))

/** Functions, so that a list creates only its own columns. */
const columnDefinitions: Record<ColumnKey, () => ContainerColumn> = {
  number: () =>
    createColumn('number', 118, {
      isPinned: true,
      sort: 'number',
      text: ({ number }) => formatContainerNumber(number),
      draw: ({ number, goneSince }) =>
        h('span', { class: goneSince === null ? 'code' : 'code gone' }, [formatContainerNumber(number)]),
      tip: numberTooltip,
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
          word: formatBand(row, now),
          isFlagged: isUncertain(row, now),
        }),
      tip: bandTip,
      spoken: bandSpoken,
    }),
  lastFreeDay: () =>
    createColumn('lastFreeDay', 190, {
      sort: 'lastFreeDay',
      isDate: true,
      extraWidth: 50,
      text: (row, now) => joined(' ', dayText(row, now), bandShort(row)),
      draw: (row, now) =>
        h(DayCell, {
          day: dayText(row, now),
          isDisputed: row.lastFreeDay.isDisputed,
          tone: bandTone[row.lastFreeDay.band],
          word: bandShort(row) ?? undefined,
          isFlagged: isUncertain(row, now),
        }),
      tip: (row, now) => joined('\n', disputeTip(row.lastFreeDay, now), bandTip(row, now)) || null,
      spoken: lastFreeDaySpoken,
    }),
  daysLeft: () => daysLeftColumn(columnBase('daysLeft', 80, 'daysLeft'), ({ lastFreeDay }) => lastFreeDay),
  sources: () =>
    // Two dates with their source letters fit, and a mark for further dates.
    createColumn('sources', 204 + WIDER_DAY.words, {
      text: ({ lastFreeDay: { sources } }) =>
        sources
          .map(({ source, date }) =>
            namesSeveralDays(sources) ? `${SOURCE_LETTERS[source]} ${formatShortDate(date)}` : SOURCE_LETTERS[source],
          )
          .join(' '),
      extraWidth: 40,
      draw: ({ lastFreeDay: { sources, isDisputed } }) => h(SourcesCell, { sources, isDisputed }),
      tip: ({ lastFreeDay }, now) => sourcesTip(lastFreeDay, now),
      spoken: ({ lastFreeDay }, now) => sourcesTip(lastFreeDay, now) ?? '',
    }),
  verdict: () =>
    createColumn('verdict', 224, {
      isWordy: true,
      sort: 'verdict',
      extraWidth: 20,
      text: (row, now) => formatVerdict(row, now),
      draw: (row, now) => h(VerdictCell, { verdict: row.verdict, word: formatVerdict(row, now), payFirstText: null }),
      tip: (row, now) => {
        if (row.verdict === 'conflict') return t('verdict.conflictHint')
        return payFirstText(row) === null ? null : verdictText(row, now)
      },
      spoken: verdictText,
    }),
  holds: () =>
    createColumn('holds', 190, {
      sort: 'holds',
      extraWidth: 40,
      text: ({ activeHolds, pendingHolds }) =>
        listed([
          ...activeHolds.map(holdName),
          ...pendingHolds.map((name) => t('hold.pending', { name: holdName(name) })),
        ]),
      draw: ({ activeHolds, pendingHolds }) => h(HoldsCell, { active: activeHolds, pending: pendingHolds }),
    }),
  fees: () =>
    createColumn('fees', 92, {
      align: 'end',
      sort: 'fees',
      text: ({ feesDue }) => formatFeesShort(feesDue),
      tip: ({ feesDue }) => formatFees(feesDue),
    }),
  exposure: () => estimateColumn('exposure', 142, ({ exposure }) => exposure, 'rate.noDate'),
  appointment: () =>
    createColumn('appointment', 162, {
      sort: 'appointment',
      isDate: true,
      text: appointmentText,
      draw: (row, now) => h('span', { class: { missed: isAppointmentMissed(row, now) } }, appointmentText(row, now)),
      tip: (row, now) =>
        row.appointmentAt === null
          ? null
          : joined(
              '\n',
              isAppointmentMissed(row, now) ? t('cell.appointmentMissed') : null,
              formatUtc(row.appointmentAt),
            ),
      spoken: formatAppointment,
    }),
  pickupPlace: () => ({
    ...plainColumn('pickupPlace', 134, ({ pickupPlace }) => pickupPlace, 'pickupPlace'),
    grows: true,
  }),
  placeTime: () =>
    createColumn('placeTime', 142, {
      isAge: true,
      // A copy has the time zone and not the time, because a copied time would soon be wrong. So its title differs.
      copyTitle: t('cell.placeZoneTitle'),
      text: ({ pickupZone }, now) => (now === null || pickupZone === null ? '' : formatTime(now, pickupZone)),
    }),
  status: () => createColumn('status', 150, { isWordy: true, sort: 'status', text: containerStatus }),
  masterBill: () =>
    createColumn('masterBill', 150, {
      sort: 'masterBill',
      text: ({ masterBill }) => masterBill ?? '',
      draw: ({ masterBill }) => h('span', { class: 'code text' }, [masterBill ?? '']),
    }),
  customer: () => ({ ...plainColumn('customer', 148, ({ customer }) => customer, 'customer'), grows: true }),
  refs: () => ({ ...plainColumn('refs', 82, ({ refs }) => refs.join(', ')), grows: true }),
  tags: () =>
    createColumn(
      'tags',
      140,
      tagsCell<ContainerRow>(({ tags, own }) => ({ tags, own: own.tags })),
    ),
  assignee: () => createColumn('assignee', 80, { sort: 'assignee', ...assigneeCell<ContainerRow>(({ own }) => own) }),
  note: () => createColumn('note', 220, { sort: 'note', ...noteCell<ContainerRow>(({ own }) => own) }),
  priority: () =>
    plainColumn(
      'priority',
      84,
      ({ own }) => (own.priority === 'normal' ? null : t(`priority.${own.priority}`)),
      'priority',
    ),
  terminalChecked: () => ageColumn('terminalChecked', 'terminal'),
  lineChecked: () => ageColumn('lineChecked', 'line'),
  lastChange: () => sinceColumn(columnBase('lastChange', 100, 'lastChange'), ({ lastChangeAt }) => lastChangeAt),
  equipment: () => plainColumn('equipment', 104, ({ equipment }) => formatEquipment(equipment), 'equipment'),
  line: () =>
    createColumn('line', 64, {
      sort: 'line',
      text: ({ scac, lineName }) => scac ?? lineName ?? '',
      tip: ({ lineName }) => lineName,
    }),
  vessel: () => plainColumn('vessel', 216, vesselVoyage, 'vessel'),
  portOfLading: () => plainColumn('portOfLading', 110, ({ portOfLading }) => placeName(portOfLading), 'portOfLading'),
  portOfDischarge: () =>
    plainColumn('portOfDischarge', 110, ({ portOfDischarge }) => placeName(portOfDischarge), 'portOfDischarge'),
  eta: () =>
    arrivalColumn('eta', (row) => ({
      eta: row.etaAt,
      ata: row.ataAt,
      first: row.originalEtaAt,
      zone: row.portOfDischarge.zone,
    })),
  discharged: () =>
    momentColumn(columnBase('discharged', 138, 'discharged'), (row) => ({
      at: row.dischargedAt,
      zone: row.portOfDischarge.zone,
    })),
  fullOut: () =>
    momentColumn(columnBase('fullOut', 138, 'fullOut'), (row) => ({ at: row.fullOutAt, zone: row.pickupZone })),
  emptyReturned: () =>
    momentColumn(columnBase('emptyReturned', 138, 'emptyReturned'), (row) => ({
      at: row.emptyReturnedAt,
      zone: row.emptyReturnedZone,
    })),
  destination: () =>
    plainColumn(
      'destination',
      110,
      ({ isInland, destination }) => (isInland ? placeName(destination) : null),
      'destination',
    ),
  inlandEta: () =>
    arrivalColumn('inlandEta', (row) => ({
      eta: row.inlandEtaAt,
      ata: row.inlandAtaAt,
      first: null,
      zone: row.destination.zone,
    })),
  nextAction: () =>
    createColumn('nextAction', 212, { sort: 'risk', text: (row) => leadingAction(row), tip: (row) => risksTip(row) }),
  readySince: () => ({
    ...sinceColumn(columnBase('readySince', 118, 'readySince'), ({ readySince }) => readySince),
    tip: ({ readySince, pickupZone }, now) => momentTip({ at: readySince, zone: pickupZone }, now),
  }),
  outOn: () => ({
    ...momentColumn(columnBase('outOn', 138, 'fullOut'), pickupMoment),
    text: (row, now) => formatMomentDay(pickupMoment(row), now) || t('cell.noDayOut'),
    draw: (row, now) =>
      row.fullOutAt === null ? drawUnset('cell.noDayOut') : h('span', formatMomentDay(pickupMoment(row), now)),
  }),
  daysOut: () =>
    createColumn('daysOut', 108, {
      align: 'end',
      sort: 'daysOut',
      text: ({ daysOut }) => (daysOut === null ? t('cell.notCounted') : formatCount(daysOut)),
      draw: ({ daysOut }) => (daysOut === null ? drawUnset('cell.notCounted') : h('span', formatCount(daysOut))),
    }),
  freeDays: () =>
    createColumn('freeDays', 128, {
      align: 'end',
      text: ({ detention }) => (detention ? textOrNoTerms(detention.freeDays, formatCount) : ''),
      draw: ({ detention }) =>
        detention && detention.freeDays === null ? drawUnset('cell.noTerms') : h('span', detention?.freeDays ?? ''),
    }),
  returnBy: () =>
    createColumn('returnBy', 164, {
      sort: 'returnBy',
      isDate: true,
      text: ({ detention }, now) => (detention ? returnByText(detention, now) : ''),
      draw: ({ detention }, now) =>
        h(
          'span',
          { class: detention?.returnBy ? undefined : 'not-set' },
          detention ? returnByText(detention, now) : '',
        ),
    }),
  detention: () => estimateColumn('detention', 142, ({ detention }) => detention?.estimate ?? null, 'rate.noDayOut'),
  railCarrier: () => plainColumn('railCarrier', 88, ({ railScac }) => railScac),
  weight: () =>
    createColumn('weight', 88, {
      align: 'end',
      sort: 'weight',
      copyTitle: t('cell.weightTitle'),
      text: ({ weightLb }) => (weightLb === null ? '' : formatKilograms(weightLb)),
      tip: ({ weightLb }) => (weightLb === null ? null : formatPounds(weightLb)),
    }),
  ...forPlainColumns(
    ({ width }, key) =>
      () =>
        plainColumn(
          key,
          width,
          (row) => textOrNull(row[key]),
          // Undefined for a column that cannot be sorted.
          sortablePlainKeys.find((sortable) => sortable === key),
        ),
  ),
}

function isMoney(key: ColumnKey): key is keyof typeof MONEY_CELLS {
  return Object.hasOwn(MONEY_CELLS, key)
}

export function createColumns(keys: readonly ColumnKey[]): Column<ContainerRow>[] {
  const context = { words: cellWords(), zone: computerZone() }
  const copyOf = (key: CellKey) => (row: ContainerRow) => containerCell(key, row, context)
  return keys.map((key) => {
    const column = { ...columnDefinitions[key](), copy: copyOf(key) }
    if (!isMoney(key)) return column
    const [amount, currency] = MONEY_CELLS[key]
    return { ...column, parts: moneyParts(column, copyOf(amount), copyOf(currency)) }
  })
}
