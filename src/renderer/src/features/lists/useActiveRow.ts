// The active row of a list: it stays the same record after a new sort, and becomes the record that a link or the search
// opens.
import { nextTick, shallowRef, watch, type ShallowRef } from 'vue'
import type { GridHandle } from '../../ui/grid/grid-handle.ts'
import type { ListReader } from './list-reader.ts'
import type { useGroups } from './useGroups.ts'

type ActiveRowParts<Row extends { id: string }> = {
  list: ListReader<Row>
  groups: ReturnType<typeof useGroups<Row>>
  grid: () => GridHandle | null
  /** The row whose panel is open. */
  openId: () => string | null
  /** The active row is in a group that was collapsed. */
  onHeading: () => void
}

/** Returns the id of the active row. The caller sets it when the user chooses a row. */
export function useActiveRow<Row extends { id: string }>(parts: ActiveRowParts<Row>): ShallowRef<string | null> {
  const { list, groups, grid, openId, onHeading } = parts
  const activeId = shallowRef<string | null>(null)

  // In a collapsed group its heading is active.
  watch([() => list.rows.value, groups.lines], ([rows, lines], [rowsBefore, linesBefore]) => {
    const isRegrouped = lines !== linesBefore && (lines.hasGroups || linesBefore.hasGroups)
    if (rows === rowsBefore && !isRegrouped) return
    const row = activeId.value === null ? -1 : rows.indexOf(activeId.value)
    if (row < 0) return
    grid()?.setActiveRow(lines.getLineOfRow(row))
    if (groups.getHeading(lines.getLineOfRow(row))) onHeading()
  })

  watch(
    [openId, () => (list.head.value?.total ?? 0) > 0],
    async ([id, hasRows]) => {
      if (id === null || id === activeId.value || !hasRows) return
      // Without an answer, the list reports the failure itself.
      const row = await list.find(id).catch(() => -1)
      await nextTick()
      if (row < 0 || openId() !== id) return
      activeId.value = id
      grid()?.reveal(groups.lines.value.getLineOfRow(row))
    },
    { immediate: true, flush: 'post' },
  )
  return activeId
}
