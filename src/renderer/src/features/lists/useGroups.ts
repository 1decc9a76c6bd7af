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
  const { collapsed, toggle, collapseAll, expandAll } = useCollapsedGroups(screen, () => groups.value)
  const total = computed(() => list.head.value?.total ?? 0)
  // Returns the same object while the lines are the same, because each answer contains all groups again.
  const lines = computed<GroupLines>((previousLines) => {
    const newLines = new GroupLines(groups.value, total.value, collapsed.value)
    return previousLines?.isSameAs(newLines) ? previousLines : newLines
  })

  function findGroup(line: number): ContainerGroup | undefined {
    const content = lines.value.at(line)
    return 'group' in content ? groups.value[content.group] : undefined
  }

  function getHeading(line: number): GroupHeading | undefined {
    const group = findGroup(line)
    return group && { isCollapsed: collapsed.value.has(group.key) }
  }

  function getRow(line: number): Row | undefined {
    const content = lines.value.at(line)
    return 'row' in content ? list.at(content.row) : undefined
  }

  /** Reads the rows between two lines, loaded or not. */
  async function read(first: number, last: number): Promise<Row[]> {
    const rows: Row[] = []
    for (const [from, to] of lines.value.listRowRanges(first, last)) rows.push(...(await list.read(from, to)))
    return rows
  }

  /** The first and the last line on screen. When `lines` changes, they show other rows. */
  let linesOnScreen: [first: number, last: number] = [0, 0]
  function need(first: number, last: number) {
    linesOnScreen = [first, last]
    const ranges = lines.value.listRowRanges(first, last)
    const row = lines.value.findFirstRow(first)
    // If all lines are headings, one block is read anyway, because each answer contains the subtotals.
    list.need(ranges.length > 0 ? ranges : [[row, row]])
  }
  watch(lines, () => need(...linesOnScreen))

  return {
    lines,
    groupAt: findGroup,
    getHeading,
    getRow,
    read,
    need,
    toggle: (line: number) => toggle(findGroup(line)),
    collapseAll,
    expandAll,
  }
}

/** Keeps the keys of collapsed groups. When the user groups by another column, no group is collapsed. */
function useCollapsedGroups(screen: ListScreen, groups: () => readonly ContainerGroup[]) {
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
      const newCollapsed = new Set(collapsed.value)
      if (!newCollapsed.delete(group.key)) newCollapsed.add(group.key)
      collapsed.value = newCollapsed
    },
    collapseAll,
    expandAll,
  }
}
