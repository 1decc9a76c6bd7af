// The groups of a list on screen: which are collapsed, and what each line of the grid shows.
import { computed, shallowRef, watch } from 'vue'
import type { ContainerGroup } from '#contract/containers.ts'
import type { GroupHeading } from '../../ui/grid/grid-handle.ts'
import { GroupLines } from './group-lines.ts'
import type { ListReader } from './list-reader.ts'
import type { ListScreen } from './list-screen.ts'

const NO_GROUPS: readonly ContainerGroup[] = []

export function useGroups<Row extends { id: string }>(screen: ListScreen, list: ListReader<Row>) {
  const groups = computed(() => list.head.value?.groups ?? NO_GROUPS)
  const { collapsed, toggle, collapseAll, expandAll } = useCollapsed(screen, () => groups.value)
  const lines = computed(() => new GroupLines(groups.value, list.head.value?.total ?? 0, collapsed.value))

  function groupAt(line: number): ContainerGroup | undefined {
    const found = lines.value.at(line)
    return 'group' in found ? groups.value[found.group] : undefined
  }

  function headingAt(line: number): GroupHeading | undefined {
    const group = groupAt(line)
    return group && { isCollapsed: collapsed.value.has(group.key) }
  }

  function rowAt(line: number): Row | undefined {
    const found = lines.value.at(line)
    return 'row' in found ? list.at(found.row) : undefined
  }

  /** Rows between two lines, loaded or not. */
  async function read(first: number, last: number): Promise<Row[]> {
    const rows: Row[] = []
    for (const [from, to] of lines.value.rowsBetween(first, last)) rows.push(...(await list.read(from, to)))
    return rows
  }

  function need(first: number, last: number) {
    const ranges = lines.value.rowsBetween(first, last)
    const [from, to] = [ranges[0]?.[0], ranges.at(-1)?.[1]]
    if (from !== undefined && to !== undefined) list.need(from, to)
    // Lines may all be headings. Before the first answer there are no lines at all.
    else if (groups.value.length === 0) list.need(first, last)
  }

  return {
    lines,
    groupAt,
    headingAt,
    rowAt,
    read,
    need,
    toggle: (line: number) => {
      toggle(groupAt(line))
    },
    collapseAll,
    expandAll,
  }
}

/** Which groups are collapsed; none after the user groups by another column. */
function useCollapsed(screen: ListScreen, groups: () => readonly ContainerGroup[]) {
  const collapsed = shallowRef<ReadonlySet<string>>(new Set())
  const collapseAll = () => {
    collapsed.value = new Set(groups().map(({ key }) => key))
  }
  const expandAll = () => {
    collapsed.value = new Set()
  }
  watch(() => screen.grouping, expandAll)
  return {
    collapsed,
    toggle: (group: ContainerGroup | undefined) => {
      if (!group) return
      const others = new Set(collapsed.value)
      if (!others.delete(group.key)) others.add(group.key)
      collapsed.value = others
    },
    collapseAll,
    expandAll,
  }
}
