// All columns of container lists, and which of them each screen shows, in which order.
import { h } from 'vue'
import { containerCell } from '#words/container-cells.ts'
import type { ContainerRow } from '#contract/containers.ts'
import { forPlainColumns, sortablePlainKeys } from '#contract/rules/container-columns.ts'
import BandCell from './cells/BandCell.vue'
import DayCell from './cells/DayCell.vue'
import FeesCell from './cells/FeesCell.vue'
import HoldsCell from './cells/HoldsCell.vue'
import SourcesCell from './cells/SourcesCell.vue'
import VerdictCell from './cells/VerdictCell.vue'
import type { Column } from '../../ui/grid/columns.ts'
import { WIDER_DAY } from '../../ui/grid/room-for-words.ts'
import {
  bandSpoken,
  bandTip,
  bandTone,
  bandWord,
  disputeSpoken,
  disputeTip,
  isUncertain,
  namesSeveralDays,
  sourcesTip,
} from './bands.ts'
import { formatContainerNumber, formatEquipment, formatKilograms, formatPounds } from '../../words/cargo.ts'
import { cellWords } from '../lists/cell-words.ts'
import { computerZone, formatDate, formatDayTime, formatShortDate, formatTime, formatUtc } from '../../words/dates.ts'
import { placeName, vesselVoyage } from './journey.ts'
import { formatFees, formatFeesShort } from '../../words/money.ts'
import { holdName, payFirst, statusWord, verdictWord } from './readiness.ts'
import { leadingAction, risksTip } from './risks.ts'
import { formatCount, joined, listed, stated, t } from '../../words/words.ts'
import { assigneeCell, noteCell, tagsCell } from '../own/own-columns.ts'
import { daysLeft, moment, momentDay, momentTip, since } from '../lists/column-kinds.ts'
import {
  type ColumnKey,
  type ContainerColumn,
  column,
  numberTip,
  either,
  named,
  estimated,
  plain,
  age,
  arrival,
  leftAt,
  unset,
  orUnset,
  returnWord,
  plainText,
} from './column-makers.ts'

const columns: Record<ColumnKey, () => ContainerColumn> = {
  number: () =>
    column('number', 126, {
      isPinned: true,
      sort: 'number',
      text: ({ number }) => formatContainerNumber(number),
      draw: ({ number, goneSince }) =>
        h('span', { class: goneSince === null ? 'mono' : 'mono gone' }, [formatContainerNumber(number)]),
      tip: numberTip,
    }),
  mark: () =>
    column('mark', 34, {
      isPinned: true,
      align: 'center',
      text: () => '',
      draw: ({ lastFreeDay: { band } }) => h(BandCell, { tone: bandTone[band] }),
      tip: (row, now) => bandSpoken(row, now),
      spoken: bandSpoken,
    }),
  band: () =>
    column('band', 292, {
      isWordy: true,
      isPinned: true,
      sort: 'band',
      extraWidth: 24,
      text: bandWord,
      draw: (row, now) =>
        h(BandCell, {
          tone: bandTone[row.lastFreeDay.band],
          word: bandWord(row, now),
          isFlagged: isUncertain(row, now),
        }),
      tip: bandTip,
      spoken: bandSpoken,
    }),
  lastFreeDay: () =>
    column('lastFreeDay', 152, {
      sort: 'lastFreeDay',
      isDate: true,
      extraWidth: 18,
      text: ({ lastFreeDay: { date } }, now) => either(date, (day) => formatDate(day, now)),
      draw: ({ lastFreeDay: { date, isDisputed } }, now) =>
        h(DayCell, { text: either(date, (day) => formatDate(day, now)), isDisputed }),
      tip: ({ lastFreeDay }, now) => disputeTip(lastFreeDay, now),
      spoken: ({ lastFreeDay }, now) => disputeSpoken(lastFreeDay, now),
    }),
  daysLeft: () => daysLeft(named('daysLeft', 54, 'daysLeft'), ({ lastFreeDay }) => lastFreeDay),
  sources: () =>
    // It has room for two dates if they differ, with up to three letters, and the mark for further ones.
    column('sources', 204 + WIDER_DAY.words, {
      text: ({ lastFreeDay: { sources } }) =>
        sources
          .map(({ source, date }) =>
            namesSeveralDays(sources)
              ? `${t(`sourceLetter.${source}`)} ${formatShortDate(date)}`
              : t(`sourceLetter.${source}`),
          )
          .join(' '),
      extraWidth: 40,
      draw: ({ lastFreeDay: { sources, isDisputed } }) => h(SourcesCell, { sources, isDisputed }),
      tip: ({ lastFreeDay }, now) => sourcesTip(lastFreeDay, now),
      spoken: ({ lastFreeDay }, now) => sourcesTip(lastFreeDay, now) ?? '',
    }),
  verdict: () =>
    column('verdict', 320, {
      isWordy: true,
      sort: 'verdict',
      extraWidth: 20,
      text: (row, now) => joined(' ', verdictWord(row, now), payFirst(row, 'short')),
      draw: (row, now) =>
        h(VerdictCell, { verdict: row.verdict, word: verdictWord(row, now), payFirst: payFirst(row, 'short') }),
      tip: (row, now) =>
        row.verdict === 'conflict'
          ? t('verdict.conflictHint')
          : payFirst(row) && stated(verdictWord(row, now), payFirst(row)),
    }),
  holds: () =>
    column('holds', 190, {
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
    column('fees', 138, {
      align: 'end',
      sort: 'fees',
      extraWidth: 14,
      text: ({ feesDue }) => formatFeesShort(feesDue),
      draw: ({ feesDue }) => h(FeesCell, { text: formatFeesShort(feesDue) }),
      tip: ({ feesDue }) => formatFees(feesDue),
    }),
  exposure: () => estimated('exposure', 142, ({ exposure }) => exposure, 'rate.noDate'),
  appointment: () =>
    column('appointment', 208, {
      sort: 'appointment',
      isDate: true,
      text: ({ appointmentAt, pickupZone }, now) => either(appointmentAt, (at) => formatDayTime(at, pickupZone, now)),
      tip: ({ appointmentAt }) => (appointmentAt === null ? null : formatUtc(appointmentAt)),
    }),
  pickupPlace: () => plain('pickupPlace', 170, ({ pickupPlace }) => pickupPlace, 'pickupPlace'),
  placeTime: () =>
    column('placeTime', 142, {
      isAge: true,
      // Outside of the app the clock does not run on, so the title names the zone.
      copyTitle: t('cell.placeZoneTitle'),
      text: ({ pickupZone }, now) => (now === null || pickupZone === null ? '' : formatTime(now, pickupZone)),
    }),
  status: () => ({ ...plain('status', 112, ({ status }) => statusWord(status), 'status'), isWordy: true }),
  masterBill: () => ({
    ...plain('masterBill', 150, ({ masterBill }) => masterBill, 'masterBill'),
    draw: ({ masterBill }) => h('span', { class: 'mono text' }, [masterBill ?? '']),
  }),
  customer: () => plain('customer', 150, ({ customer }) => customer, 'customer'),
  refs: () => plain('refs', 130, ({ refs }) => refs.join(', ')),
  tags: () => ({ ...named('tags', 140), ...tagsCell<ContainerRow>(({ tags, own }) => ({ tags, own: own.tags })) }),
  assignee: () => ({ ...named('assignee', 120, 'assignee'), ...assigneeCell<ContainerRow>(({ own }) => own) }),
  note: () => ({ ...named('note', 220, 'note'), ...noteCell<ContainerRow>(({ own }) => own) }),
  priority: () =>
    plain('priority', 84, ({ own }) => (own.priority === 'normal' ? null : t(`priority.${own.priority}`)), 'priority'),
  terminalChecked: () => age('terminalChecked', 'terminal'),
  lineChecked: () => age('lineChecked', 'line'),
  lastChange: () => since(named('lastChange', 100, 'lastChange'), ({ lastChangeAt }) => lastChangeAt),
  equipment: () => plain('equipment', 104, ({ equipment }) => formatEquipment(equipment), 'equipment'),
  line: () =>
    column('line', 64, {
      sort: 'line',
      text: ({ scac, lineName }) => scac ?? lineName ?? '',
      tip: ({ lineName }) => lineName,
    }),
  vessel: () => plain('vessel', 216, vesselVoyage, 'vessel'),
  portOfLading: () => plain('portOfLading', 132, ({ portOfLading }) => placeName(portOfLading), 'portOfLading'),
  portOfDischarge: () =>
    plain('portOfDischarge', 132, ({ portOfDischarge }) => placeName(portOfDischarge), 'portOfDischarge'),
  eta: () =>
    arrival('eta', (row) => ({
      eta: row.etaAt,
      ata: row.ataAt,
      first: row.originalEtaAt,
      zone: row.portOfDischarge.zone,
    })),
  discharged: () =>
    moment(named('discharged', 138, 'discharged'), (row) => ({ at: row.dischargedAt, zone: row.portOfDischarge.zone })),
  fullOut: () => moment(named('fullOut', 138, 'fullOut'), (row) => ({ at: row.fullOutAt, zone: row.pickupZone })),
  emptyReturned: () =>
    moment(named('emptyReturned', 138, 'emptyReturned'), (row) => ({
      at: row.emptyReturnedAt,
      zone: row.emptyReturnedZone,
    })),
  destination: () =>
    plain('destination', 110, ({ isInland, destination }) => (isInland ? placeName(destination) : null), 'destination'),
  inlandEta: () =>
    arrival('inlandEta', (row) => ({
      eta: row.inlandEtaAt,
      ata: row.inlandAtaAt,
      first: null,
      zone: row.destination.zone,
    })),
  nextAction: () =>
    column('nextAction', 212, { sort: 'risk', text: (row) => leadingAction(row), tip: (row) => risksTip(row) }),
  readySince: () => ({
    ...since(named('readySince', 118, 'readySince'), ({ readySince }) => readySince),
    tip: ({ readySince, pickupZone }, now) => momentTip({ at: readySince, zone: pickupZone }, now),
  }),
  outOn: () => ({
    ...moment(named('outOn', 138, 'fullOut'), leftAt),
    text: (row, now) => momentDay(leftAt(row), now) || t('cell.noDayOut'),
    draw: (row, now) => (row.fullOutAt === null ? unset('cell.noDayOut') : h('span', momentDay(leftAt(row), now))),
  }),
  daysOut: () =>
    column('daysOut', 108, {
      align: 'end',
      sort: 'daysOut',
      text: ({ daysOut }) => (daysOut === null ? t('cell.notCounted') : formatCount(daysOut)),
      draw: ({ daysOut }) => (daysOut === null ? unset('cell.notCounted') : h('span', formatCount(daysOut))),
    }),
  freeDays: () =>
    column('freeDays', 128, {
      align: 'end',
      text: ({ detention }) => (detention ? orUnset(detention.freeDays, formatCount) : ''),
      draw: ({ detention }) =>
        detention && detention.freeDays === null ? unset('cell.noTerms') : h('span', detention?.freeDays ?? ''),
    }),
  returnBy: () =>
    column('returnBy', 164, {
      sort: 'returnBy',
      isDate: true,
      text: ({ detention }, now) => (detention ? returnWord(detention, now) : ''),
      draw: ({ detention }, now) =>
        h('span', { class: detention?.returnBy ? undefined : 'not-set' }, detention ? returnWord(detention, now) : ''),
    }),
  detention: () => estimated('detention', 142, ({ detention }) => detention?.estimate ?? null, 'rate.noDayOut'),
  railCarrier: () => plain('railCarrier', 88, ({ railScac }) => railScac),
  weight: () =>
    column('weight', 88, {
      align: 'end',
      sort: 'weight',
      copyTitle: t('cell.weightTitle'),
      text: ({ weightLb }) => (weightLb === null ? '' : formatKilograms(weightLb)),
      tip: ({ weightLb }) => (weightLb === null ? null : formatPounds(weightLb)),
    }),
  ...forPlainColumns(
    ({ width }, key) =>
      () =>
        plain(
          key,
          width,
          (row) => plainText(row[key]),
          sortablePlainKeys.find((sortable) => sortable === key),
        ),
  ),
}

export function columnsFor(keys: readonly ColumnKey[]): Column<ContainerRow>[] {
  const context = { words: cellWords(), zone: computerZone() }
  return keys.map((key) => ({ ...columns[key](), copy: (row) => containerCell(key, row, context) }))
}
