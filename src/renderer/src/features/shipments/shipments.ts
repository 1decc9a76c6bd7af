// A shipment in words: first and current estimate of its arrival, its containers, and whether it is tracked.
import type { ShipmentRow } from '#contract/shipments.ts'
import { formatCount, joinParts, t, tn } from '../../words/words.ts'
import { formatDay, formatDayBeside, formatLocalDate } from '../../words/dates.ts'
import { formatStoppedReason } from '../containers/readiness.ts'

const DAY_MS = 86_400_000

/**
 * Calendar days at the port from the first to the current estimate (or the arrival), as shown beside it; null if one is
 * missing.
 */
function shiftDays({
  etaAt,
  ataAt,
  originalEtaAt,
  portOfDischarge,
}: Pick<ShipmentRow, 'etaAt' | 'ataAt' | 'originalEtaAt' | 'portOfDischarge'>): number | null {
  const present = ataAt ?? etaAt
  const toDayMs = (instant: string) => Date.parse(formatLocalDate(instant, portOfDischarge.zone))
  return present === null || originalEtaAt === null
    ? null
    : Math.round((toDayMs(present) - toDayMs(originalEtaAt)) / DAY_MS)
}

function formatShift(days: number | null): string {
  if (days === null || days === 0) return ''
  return t(days > 0 ? 'shipment.later' : 'shipment.earlier', { n: formatCount(Math.abs(days)) })
}

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
  const days = shiftDays({ ...row, ataAt: null })
  const present = formatDay(etaAt, portOfDischarge.zone, nowMs)
  const isChanged = originalEtaAt !== null && days !== null && days !== 0
  return isChanged
    ? joinParts(
        ' ',
        `${formatDayBeside(originalEtaAt, etaAt, portOfDischarge.zone, nowMs)} →`,
        present,
        formatShift(days),
      )
    : present
}
