// The texts of a card.
import type { ContainerRow } from '#contract/containers.ts'
import { describeOwnDay, formatBand, formatLastFreeDay } from '../../containers/bands.ts'
import { describeGate } from '../../containers/gates.ts'
import { formatContainerNumber } from '../../../words/cargo.ts'
import { formatPickupPlace } from '../../containers/journey.ts'
import { formatVerdict } from '../../containers/readiness.ts'
import { formatRisk } from '../../containers/risks.ts'
import { joinParts, t } from '../../../words/words.ts'

/** Formats the days without the band, which the column shows. */
export function formatCardDays(row: ContainerRow, nowMs: number | null): string {
  const { band, date, daysSinceDischarge } = row.lastFreeDay
  if (band === 'none' && daysSinceDischarge !== null) return t('band.sinceDischarge', { n: daysSinceDischarge })
  return band === 'not-discharged' && date !== null
    ? t('board.known', { date: formatLastFreeDay(row.lastFreeDay, nowMs) })
    : formatBand(row, nowMs)
}

/** Describes the whole card for the tooltip and for screen readers. */
export function describeCard(row: ContainerRow, nowMs: number | null): string {
  return t('board.card', {
    number: formatContainerNumber(row.number),
    days: joinParts(
      t('phrase.clauseSeparator'),
      formatBand(row, nowMs),
      describeOwnDay(row.lastFreeDay),
      describeGate(row),
      row.lastFreeDay.isDisputed ? formatRisk('sources-disagree') : null,
    ),
    state: formatVerdict(row, nowMs),
    place: formatPickupPlace(row) ?? t('board.noPlace'),
    customer: row.customer ?? t('board.noCustomer'),
  })
}
