// Marks of snoozed and muted containers in lists: they raise no pop-up, but still need work. The state is of the
// module, because the functions that draw cells know only their row.
import { h, shallowRef, watch, type VNode } from 'vue'
import { useLinks } from '../../engine/engine.ts'
import { createChangeTrigger, useQuery } from '../../engine/useQuery.ts'
import { formatOwnTime } from '../../words/dates.ts'
import { t } from '../../words/words.ts'
import type { NowMs } from '../../ui/grid/columns.ts'
import AppIcon from '../../ui/AppIcon.vue'

/** The end of each snooze, by container; null if the container is muted. */
const quietEnds = shallowRef<ReadonlyMap<string, string | null>>(new Map())

/** Keeps the marks current while a list is open. */
export function useQuietMarks(): void {
  const quieted = useQuery(useLinks().engine, 'alerts.quieted', () => ({}), createChangeTrigger(['alerts', 'clock']))
  watch(
    () => quieted.data.value,
    (rows) => {
      quietEnds.value = new Map((rows ?? []).map(({ id, until }) => [id, until]))
    },
    { immediate: true },
  )
}

/** Whether the container is muted, or until when it is snoozed; null if it is neither. */
export function formatQuiet(id: string, now: NowMs): string | null {
  const end = quietEnds.value.get(id)
  if (end === undefined) return null
  return end === null ? t('alerts.muted') : t('alerts.snoozed', { time: formatOwnTime(end, now) })
}

/** The mark in the upper right corner of the cell, above the check digit, which leaves only 9 px beside it. */
export function drawQuietMark(id: string, now: NowMs): VNode | null {
  const text = formatQuiet(id, now)
  if (text === null) return null
  const style = 'display:flex;position:absolute;right:0;top:2px;color:var(--text-2)'
  return h('span', { style, 'data-testid': 'quiet-mark' }, [
    h(AppIcon, { name: 'bellOff', size: 9 }),
    h('span', { class: 'sr-only' }, text),
  ])
}
