// The name and the subtotals of a group as texts, for the screen and for exports.
import type { ContainerGroup } from '#contract/containers.ts'
import { formatDate } from '../../words/dates.ts'
import { formatFees } from '../../words/money.ts'
import { t, tn } from '../../words/words.ts'
import type { ListScreen } from './list-screen.ts'

export function formatGroupName(grouping: ListScreen['grouping'], { label }: ContainerGroup): string {
  return label === '' && grouping !== null ? t(`grouping.without.${grouping}`) : label
}

/** Lists the number of containers, the earliest LFD, and the fees due by currency. */
export function listGroupTotals({ count, earliestLfd, feesDue }: ContainerGroup, nowMs: number | null): string[] {
  return [
    tn('grouping.n', count),
    ...(earliestLfd === null ? [] : [t('grouping.lfd', { date: formatDate(earliestLfd, nowMs) })]),
    ...(feesDue.length === 0 ? [] : [t('grouping.due', { amount: formatFees(feesDue) })]),
  ]
}
