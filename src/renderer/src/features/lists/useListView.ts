// What every list screen needs: its rows in the user's order, the key "F" for its filter, and the data that explains an
// empty list.
import { computed, useTemplateRef } from 'vue'
import type { Topic } from '#contract/index.ts'
import { useLinks } from '../../engine/engine.ts'
import { t } from '../../words/words.ts'
import type { ReadWindow } from './list-reader.ts'
import { useList } from './useList.ts'
import { useNow } from '../../engine/useNow.ts'
import { useSession } from '../../engine/useSession.ts'
import { useVerbs } from '../../ui/useVerbs.ts'

export type ListViewOptions<Row> = {
  read: ReadWindow<Row>
  /** The filter, the sort and the grouping, which identify the list. */
  question: () => unknown
  topics: readonly Topic[]
}

export function useListView<Row extends { id: string }>({ read, question, topics }: ListViewOptions<Row>) {
  const { engine } = useLinks()
  const { sync } = useSession()
  const now = useNow()
  // The template of every list screen has its filter row as the ref `bar`.
  const filterRow = useTemplateRef<{ focusText: () => void }>('bar')
  const list = useList<Row>(engine, { read, order: () => JSON.stringify(question()), topics })
  const emptyListFacts = computed(() => ({
    head: list.head.value,
    error: list.error.value,
    status: sync.data.value,
    nowMs: now.value,
  }))
  useVerbs(() => [
    {
      id: 'filter',
      group: 'screen',
      label: t('keys.filterText'),
      keys: 'f',
      isOfList: true,
      run: () => filterRow.value?.focusText(),
    },
  ])
  return { list, now, emptyListFacts }
}
