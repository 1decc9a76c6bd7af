// The text of a container for a customer: days and hours at the place with weekday and zone, and the time of the data.
// It contains no data of the user: no notes, tags or names of colleagues, and no reason of a manual date.
import type { ContainerRow } from '#contract/containers.ts'
import { joinParts, joinList, t, tn } from '../../words/words.ts'
import { formatContainerNumber, formatEquipment, formatKilograms } from '../../words/cargo.ts'
import { formatDate, formatDayTime, formatPlaceOfZone } from '../../words/dates.ts'
import { getPlaceName, formatVesselVoyage } from './journey.ts'
import { formatFees } from '../../words/money.ts'
import { formatContainerStatus, formatHoldName } from './readiness.ts'
import { formatRisk } from './risks.ts'
import { useLinks } from '../../engine/engine.ts'
import { useClipboard } from '../../ui/useClipboard.ts'
import { asAppError } from '../../engine/useQuery.ts'
import { useToast } from '../../ui/useToast.ts'

/** `readAt`: the time of the answer; an older reading of the row itself counts instead. */
export function writeCustomerUpdate(row: ContainerRow, readAt: string): string {
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
      appointmentAt === null ? '' : formatDayTime(appointmentAt, pickupZone, null),
    ),
    row.fullOutAt === null ? '' : formatLabelled(t('update.fullOut'), formatDayTime(row.fullOutAt, pickupZone, null)),
    formatAsOf(row, readAt),
  ]
    .filter((line) => line !== '')
    .join('\n')
}

/** Writes the texts one below the other, with a blank line between. */
export function writeCustomerUpdates(rows: readonly ContainerRow[], readAt: string): string {
  return rows.map((row) => writeCustomerUpdate(row, readAt)).join('\n\n')
}

/** Writes a text for the trucker: where each container is, what it is, and what to know before the pickup. */
export function writeDispatchList(rows: readonly ContainerRow[], readAt: string): string {
  return [t('ready.only'), ...rows.map((row) => writeDispatchText(row, readAt))].join('\n\n')
}

function writeDispatchText(row: ContainerRow, readAt: string): string {
  const { number, pickupPlace, yardSpot, equipment, weightLb, feesDue, appointmentAt, pickupZone, refs } = row
  return [
    joinParts(
      ' · ',
      formatContainerNumber(number),
      joinParts(t('phrase.clauseSeparator'), pickupPlace, yardSpot),
      formatEquipment(equipment),
      weightLb === null ? null : formatKilograms(weightLb),
    ),
    joinParts(' · ', formatMasterBill(row), row.lineName ?? row.scac),
    formatLabelled(t('update.lastFreeDay'), formatLastFreeDayWithPlace(row)),
    formatHolds(row),
    formatLabelled(t('update.fees'), formatFees(feesDue)),
    formatLabelled(
      t('update.appointment'),
      appointmentAt === null ? '' : formatDayTime(appointmentAt, pickupZone, null),
    ),
    formatLabelled(t('column.refs'), refs.join(', ')),
    formatAsOf(row, readAt),
  ]
    .filter((line) => line !== '')
    .join('\n')
}

function formatMasterBill({ masterBill }: ContainerRow): string | null {
  return masterBill === null ? null : `${t('column.masterBill')} ${masterBill}`
}

/** Also the holds that are only announced: they may block the pickup. */
function formatHolds({ activeHolds, pendingHolds }: ContainerRow): string {
  const pending = pendingHolds.map((name) => t('hold.pending', { name: formatHoldName(name) }))
  return formatLabelled(t('update.holds'), joinList([...activeHolds.map(formatHoldName), ...pending]))
}

function formatLabelled(label: string, text: string): string {
  return text === '' ? '' : t('phrase.labelled', { what: label, how: text })
}

function formatArrival({ ataAt, etaAt, portOfDischarge }: ContainerRow): string {
  const at = ataAt ?? etaAt
  if (at === null) return ''
  return formatLabelled(
    t(ataAt === null ? 'update.expected' : 'update.arrived'),
    joinParts(
      t('phrase.clauseSeparator'),
      formatDayTime(at, portOfDischarge.zone, null),
      getPlaceName(portOfDischarge),
    ),
  )
}

/**
 * A day and the place of its zone, because the same date begins at another hour elsewhere, and whether it has passed.
 * Free time that has stopped is left out.
 */
function formatLastFreeDayWithPlace({ lastFreeDay, portOfDischarge, destination }: ContainerRow): string {
  const { date, zone, clock, daysLeft, isDisputed } = lastFreeDay
  if (date === null || clock === 'stopped') return ''
  const placeOfZone = [portOfDischarge, destination].find(
    (place) => place.zone === zone && getPlaceName(place) !== null,
  )
  const place = zone === null ? null : ((placeOfZone && getPlaceName(placeOfZone)) ?? formatPlaceOfZone(zone))
  const day = formatDate(date, null)
  const dayAt = place === null ? day : t('update.dayAt', { day, place })
  const text = daysLeft !== null && daysLeft < 0 ? t('update.passed', { day: dayAt }) : dayAt
  return joinParts(' · ', text, isDisputed ? formatRisk('sources-disagree') : null)
}

function formatAsOf({ ages, pickupZone }: ContainerRow, readAt: string): string {
  const rowReadAt = ages.service !== null && ages.service < readAt ? ages.service : readAt
  const read = t('update.asOf', { time: formatDayTime(rowReadAt, pickupZone, null) })
  return ages.terminal === null
    ? read
    : joinParts(' · ', read, t('update.checked', { time: formatDayTime(ages.terminal, pickupZone, null) }))
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
          writeCustomerUpdates(
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
