// A shipment in words: first and current estimate of its arrival, its containers, and whether it is tracked.
import type { ShipmentRow } from '#contract/shipments.ts'
import { joinParts, t, tn } from '../../words/words.ts'
import { formatDay, formatDayBeside } from '../../words/dates.ts'
import { formatArrivalShift } from '../containers/journey.ts'
import { formatStoppedReason } from '../containers/readiness.ts'

/** States without a container are left out. */
export function formatContainerStates({ ready, held, out }: ShipmentRow['containers']): string {
  return joinParts(
    ' · ',
    ready === 0 ? null : tn('shipment.containersReady', ready),
    held === 0 ? null : tn('shipment.containersHeld', held),
    out === 0 ? null : tn('shipment.containersOut', out),
  )
}

export function formatTracking({ trackingStoppedAt, trackingStoppedReason }: ShipmentRow): string {
  if (trackingStoppedAt === null) return t('shipment.active')
  return trackingStoppedReason === null
    ? t('shipment.stopped')
    : t('cell.stoppedShort', { reason: formatStoppedReason(trackingStoppedReason) })
}

/** `Tue 17 Nov → Fri 20 Nov +3 d`; only the current one if it did not change. */
export function formatEta(
  row: Pick<ShipmentRow, 'etaAt' | 'originalEtaAt' | 'portOfDischarge'>,
  nowMs: number | null,
): string {
  const { etaAt, originalEtaAt, portOfDischarge } = row
  if (etaAt === null) return ''
  const current = formatDay(etaAt, portOfDischarge.zone, nowMs)
  const shift = formatArrivalShift(originalEtaAt, etaAt, portOfDischarge.zone)
  return originalEtaAt === null || shift === ''
    ? current
    : joinParts(' ', `${formatDayBeside(originalEtaAt, etaAt, portOfDischarge.zone, nowMs)} →`, current, shift)
}
