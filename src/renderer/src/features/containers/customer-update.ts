// Texts about containers to send: an update for the customer, and a dispatch list for the trucker. Times are in the
// zone of the place. The texts contain no data of the user, such as notes, tags, assignees, or the reason of a manual
// date.
import type { ContainerRow } from '#contract/containers.ts'
import { joinParts, joinList, t, tn } from '../../words/words.ts'
import { formatContainerNumber, formatEquipment, formatKilograms } from '../../words/cargo.ts'
import { formatDate, formatDayTime, formatPlaceOfZone } from '../../words/dates.ts'
import { findPlaceInZone, formatPickupPlace, getPlaceName, formatVesselVoyage } from './journey.ts'
import { formatFees } from '../../words/money.ts'
import {
  formatAppointment,
  formatAppointmentTime,
  formatContainerStatus,
  formatHoldName,
  isAppointmentMissed,
} from './readiness.ts'
import { formatGateLimit } from './gates.ts'
import { formatRisk } from './risks.ts'
import { useLinks } from '../../engine/engine.ts'
import { useClipboard } from '../../ui/useClipboard.ts'
import { asAppError } from '../../engine/useQuery.ts'
import { useToast } from '../../ui/useToast.ts'

/** `answeredAt`: the time of the engine's answer. If the record was read earlier, the text has that time. */
export function formatCustomerUpdate(row: ContainerRow, answeredAt: string): string {
  const { feesDue, appointmentAt, pickupZone } = row
  return [
    joinParts(' · ', formatContainerNumber(row.number), formatMasterBill(row), row.refs.join(', ')),
    formatLabelled(
      t('update.status'),
      joinParts(t('phrase.clauseSeparator'), formatContainerStatus(row), row.pickupPlace),
    ),
    formatLabelled(t('update.vessel'), formatVesselVoyage(row)),
    formatArrival(row),
    formatLabelled(t('update.lastFreeDay'), formatLastFreeDayWithPlace(row)),
    formatHolds(row),
    formatLabelled(t('update.fees'), formatFees(feesDue)),
    formatLabelled(
      t('update.appointment'),
      appointmentAt === null ? '' : formatAppointmentTime(appointmentAt, pickupZone, null),
    ),
    row.fullOutAt === null ? '' : formatLabelled(t('update.fullOut'), formatDayTime(row.fullOutAt, pickupZone, null)),
    formatAsOf(row, answeredAt),
  ]
    .filter((line) => line !== '')
    .join('\n')
}

/** Formats the updates one below the other, with a blank line between. */
export function formatCustomerUpdates(rows: readonly ContainerRow[], answeredAt: string): string {
  return rows.map((row) => formatCustomerUpdate(row, answeredAt)).join('\n\n')
}

/**
 * Formats a text for the trucker: where each container is, what it is, and what to know before the pickup. Containers
 * whose readiness is not verified are a group of their own at the end.
 */
export function formatDispatchList(rows: readonly ContainerRow[], answeredAt: string): string {
  const { verified = [], unverified = [] } = Object.groupBy(rows, ({ verdict }) =>
    verdict === 'ready-unverified' ? 'unverified' : 'verified',
  )
  const formatGroup = (title: string, group: ContainerRow[]) =>
    group.length === 0 ? [] : [title, ...group.map((row) => formatDispatchText(row, answeredAt))]
  return [...formatGroup(t('ready.only'), verified), ...formatGroup(t('update.verifyFirst'), unverified)].join('\n\n')
}

function formatDispatchText(row: ContainerRow, answeredAt: string): string {
  const { number, yardSpot, equipment, weightLb, feesDue, refs, verdict } = row
  const isMissed = isAppointmentMissed(row, Date.parse(answeredAt))
  return [
    joinParts(
      ' · ',
      formatContainerNumber(number),
      joinParts(t('phrase.clauseSeparator'), formatPickupPlace(row), yardSpot),
      formatEquipment(equipment),
      weightLb === null ? null : formatKilograms(weightLb),
    ),
    verdict === 'ready-unverified' ? t('update.unverified') : '',
    joinParts(' · ', formatMasterBill(row), row.lineName ?? row.scac),
    row.lastFreeDay.band === 'none'
      ? t('bandName.none')
      : formatLabelled(t('update.lastFreeDay'), formatLastFreeDayWithPlace(row)),
    formatHolds(row),
    formatLabelled(t('update.fees'), formatFees(feesDue)),
    formatLabelled(
      t(isMissed ? 'update.appointmentMissed' : 'update.appointment'),
      // The label says whether it was missed. A missed appointment is in the past, so it is not too late as well.
      formatAppointment(row, null),
    ),
    formatLabelled(t('column.refs'), refs.join(', ')),
    formatAsOf(row, answeredAt),
  ]
    .filter((line) => line !== '')
    .join('\n')
}

function formatMasterBill({ masterBill }: ContainerRow): string | null {
  return masterBill === null ? null : `${t('column.masterBill')} ${masterBill}`
}

/** Includes pending holds, because they may block the pickup. */
function formatHolds({ activeHolds, pendingHolds }: ContainerRow): string {
  const pending = pendingHolds.map((name) => t('hold.pending', { name: formatHoldName(name) }))
  return formatLabelled(t('update.holds'), joinList([...activeHolds.map(formatHoldName), ...pending]))
}

function formatLabelled(label: string, text: string): string {
  return text === '' ? '' : t('phrase.labelled', { what: label, how: text })
}

function formatArrival({ ataAt, etaAt, portOfDischarge }: ContainerRow): string {
  const arrivalAt = ataAt ?? etaAt
  if (arrivalAt === null) return ''
  return formatLabelled(
    t(ataAt === null ? 'update.expected' : 'update.arrived'),
    joinParts(
      t('phrase.clauseSeparator'),
      formatDayTime(arrivalAt, portOfDischarge.zone, null),
      getPlaceName(portOfDischarge),
    ),
  )
}

/**
 * The day with the place of its zone, because a date begins at another hour elsewhere. Says whether the day has passed.
 * With the last gate day and its closing time, if the user entered the hours of the gate. Empty if the free time has
 * stopped.
 */
function formatLastFreeDayWithPlace(row: ContainerRow): string {
  const { date, zone, clock, daysLeft, isDisputed } = row.lastFreeDay
  if (date === null || clock === 'stopped') return ''
  const place = zone === null ? null : (findPlaceInZone(row, zone) ?? formatPlaceOfZone(zone))
  const day = formatDate(date, null)
  const dayWithPlace = place === null ? day : t('update.dayAt', { day, place })
  const text = daysLeft !== null && daysLeft < 0 ? t('update.passed', { day: dayWithPlace }) : dayWithPlace
  return joinParts(' · ', text, formatGateLimit(row, null), isDisputed ? formatRisk('sources-disagree') : null)
}

function formatAsOf({ ages, ...row }: ContainerRow, answeredAt: string): string {
  const zone = row.pickupZone ?? row.lastFreeDay.zone ?? 'UTC'
  const checkedAt = ages.service !== null && ages.service < answeredAt ? ages.service : answeredAt
  const readText = t('update.asOf', { time: formatDayTime(checkedAt, zone, null) })
  return ages.terminal === null
    ? readText
    : joinParts(' · ', readText, t('update.checked', { time: formatDayTime(ages.terminal, zone, null) }))
}

/** Copies the customer texts of containers to the clipboard. */
export function useCustomerUpdate(): { copyUpdates: (ids: readonly string[]) => Promise<void> } {
  const { engine } = useLinks()
  const toast = useToast()
  const { copyText } = useClipboard()
  return {
    copyUpdates: async (ids) => {
      try {
        const details = await Promise.all(ids.map((id) => engine.call('containers.get', { id })))
        const [first] = details
        if (!first) return
        const message =
          details.length === 1
            ? t('update.copied', { number: formatContainerNumber(first.row.number) })
            : tn('update.copiedMany', details.length)
        await copyText(
          formatCustomerUpdates(
            details.map(({ row }) => row),
            first.asOf,
          ),
          message,
        )
      } catch (reason) {
        toast.fail(asAppError(reason))
      }
    },
  }
}
