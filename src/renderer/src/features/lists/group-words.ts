// A group of a list in words, on screen and in exports.
import type { ContainerGroup } from '#contract/containers.ts'
import { formatDate } from '../../words/dates.ts'
import { formatFees } from '../../words/money.ts'
import { t, tn } from '../../words/words.ts'
import type { ListScreen } from './list-screen.ts'

export function groupName(grouping: ListScreen['grouping'], { label }: ContainerGroup): string {
  return label === '' && grouping !== null ? t(`grouping.without.${grouping}`) : label
}

/** The number of containers, the earliest LFD, and the fees due by currency. */
export function groupTotals({ count, earliestLfd, feesDue }: ContainerGroup, nowMs: number | null): string[] {
  return [
    tn('grouping.n', count),
    ...(earliestLfd === null ? [] : [t('grouping.lfd', { date: formatDate(earliestLfd, nowMs) })]),
    ...(feesDue.length === 0 ? [] : [t('grouping.due', { amount: formatFees(feesDue) })]),
  ]
}
