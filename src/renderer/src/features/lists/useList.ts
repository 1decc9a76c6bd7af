// Reads a list for a screen: windows when they are needed, new values when data changes, and a new order when the
// filter or the sort changes.
import { onScopeDispose, watch } from 'vue'
import type { EngineContract, Topic } from '#contract/index.ts'
import { isAwaited, type Link } from '../../engine/link.ts'
import { ListReader, type ReadWindow } from './list-reader.ts'
import { createChangeTrigger } from '../../engine/useQuery.ts'

export type ListOptions<Row> = {
  read: ReadWindow<Row>
  /** A text that identifies the filter, the sort and the grouping. */
  order: () => string
  topics: readonly Topic[]
}

export function useList<Row extends { id: string }>(
  link: Link<EngineContract>,
  options: ListOptions<Row>,
): ListReader<Row> {
  const list = new ListReader<Row>(options.read)
  const subscriptions = [
    createChangeTrigger(options.topics)(link, () => list.refresh()),
    // A new engine does not have the frozen orders of the old one.
    link.onConnect(() => void list.reorder()),
  ]
  watch(options.order, () => {
    list.need([[0, 0]])
    void list.reorder()
  })
  if (!isAwaited(link.state.value)) void list.reorder()
  // Without data and connection, the request fails and its error says why.
  watch(link.state, (state) => {
    if (state !== 'lost' && state !== 'over') list.forgetUnanswered()
    if (!list.head.value && (state === 'lost' || state === 'over')) void list.reorder()
  })
  onScopeDispose(() => {
    list.stop()
    for (const unsubscribe of subscriptions) unsubscribe()
  })
  return list
}
