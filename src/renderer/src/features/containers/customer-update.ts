// The text of a container for a customer: days and hours at the place with weekday and zone, and the time of the data.
// It contains no data of the user: no notes, tags or names of colleagues, and no reason of a manual date.
import type { ContainerRow } from '#contract/containers.ts'
import { joined, listed, t, tn } from '../../words/words.ts'
import { formatContainerNumber, formatEquipment, formatKilograms } from '../../words/cargo.ts'
import { formatDate, formatDayTime, zonePlace } from '../../words/dates.ts'
import { placeName, vesselVoyage } from './journey.ts'
import { formatFees } from '../../words/money.ts'
import { containerStatus, holdName } from './readiness.ts'
import { formatRisk } from './risks.ts'
import { useLinks } from '../../engine/engine.ts'
import { useClipboard } from '../../ui/useClipboard.ts'
import { asAppError } from '../../engine/useQuery.ts'
import { useToast } from '../../ui/useToast.ts'

/** `readAt`: the time of the answer; an older reading of the row itself counts instead. */
export function customerUpdate(row: ContainerRow, readAt: string): string {
  const { activeHolds, pendingHolds, feesDue, appointmentAt, pickupZone } = row
  const holds = [
    ...activeHolds.map(holdName),
    ...pendingHolds.map((name) => t('hold.pending', { name: holdName(name) })),
  ]
  return [
    joined(
      ' · ',
      formatContainerNumber(row.number),
      row.masterBill === null ? null : `${t('column.masterBill')} ${row.masterBill}`,
      row.refs.join(', '),
    ),
    labelled(t('update.status'), joined(t('phrase.clauseSeparator'), containerStatus(row), row.pickupPlace)),
    labelled(t('update.vessel'), vesselVoyage(row)),
    arrivalLine(row),
    labelled(t('update.lastFreeDay'), lastFreeDayText(row)),
    labelled(t('update.holds'), listed(holds)),
    labelled(t('update.fees'), formatFees(feesDue)),
    labelled(t('update.appointment'), appointmentAt === null ? '' : formatDayTime(appointmentAt, pickupZone, null)),
    row.fullOutAt === null ? '' : labelled(t('update.fullOut'), formatDayTime(row.fullOutAt, pickupZone, null)),
    asOfLine(row, readAt),
  ]
    .filter((line) => line !== '')
    .join('\n')
}

/** One below the other, with a blank line between. */
export function customerUpdates(rows: readonly ContainerRow[], readAt: string): string {
  return rows.map((row) => customerUpdate(row, readAt)).join('\n\n')
}

/** For the trucker: where each container is, what it is, and what to know before the pickup. */
export function dispatchList(rows: readonly ContainerRow[], readAt: string): string {
  return [t('ready.only'), ...rows.map((row) => dispatchText(row, readAt))].join('\n\n')
}

function dispatchText(row: ContainerRow, readAt: string): string {
  const { number, pickupPlace, yardSpot, equipment, weightLb, feesDue, appointmentAt, pickupZone, refs } = row
  return [
    joined(
      ' · ',
      formatContainerNumber(number),
      joined(t('phrase.clauseSeparator'), pickupPlace, yardSpot),
      formatEquipment(equipment),
      weightLb === null ? null : formatKilograms(weightLb),
    ),
    labelled(t('update.lastFreeDay'), lastFreeDayText(row)),
    labelled(t('update.fees'), formatFees(feesDue)),
    labelled(t('update.appointment'), appointmentAt === null ? '' : formatDayTime(appointmentAt, pickupZone, null)),
    labelled(t('column.refs'), refs.join(', ')),
    asOfLine(row, readAt),
  ]
    .filter((line) => line !== '')
    .join('\n')
}

function labelled(label: string, text: string): string {
  return text === '' ? '' : t('phrase.labelled', { what: label, how: text })
}

function arrivalLine({ ataAt, etaAt, portOfDischarge }: ContainerRow): string {
  const at = ataAt ?? etaAt
  if (at === null) return ''
  return labelled(
    t(ataAt === null ? 'update.expected' : 'update.arrived'),
    joined(t('phrase.clauseSeparator'), formatDayTime(at, portOfDischarge.zone, null), placeName(portOfDischarge)),
  )
}

/**
 * A day and the place of its zone, because the same date begins at another hour elsewhere, and whether it has passed.
 * Free time that has stopped is left out.
 */
function lastFreeDayText({ lastFreeDay, portOfDischarge, destination }: ContainerRow): string {
  const { date, zone, clock, daysLeft, isDisputed } = lastFreeDay
  if (date === null || clock === 'stopped') return ''
  const known = [portOfDischarge, destination].find((place) => place.zone === zone && placeName(place) !== null)
  const place = zone === null ? null : ((known && placeName(known)) ?? zonePlace(zone))
  const day = formatDate(date, null)
  const dayAt = place === null ? day : t('update.dayAt', { day, place })
  const text = daysLeft !== null && daysLeft < 0 ? t('update.passed', { day: dayAt }) : dayAt
  return joined(' · ', text, isDisputed ? formatRisk('sources-disagree') : null)
}

function asOfLine({ ages, pickupZone }: ContainerRow, readAt: string): string {
  const rowReadAt = ages.service !== null && ages.service < readAt ? ages.service : readAt
  const read = t('update.asOf', { time: formatDayTime(rowReadAt, pickupZone, null) })
  return ages.terminal === null
    ? read
    : joined(' · ', read, t('update.checked', { time: formatDayTime(ages.terminal, pickupZone, null) }))
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
          customerUpdates(
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
