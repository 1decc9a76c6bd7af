// A link opens a list with its own filter, order and columns. None of it stays after the user leaves the list.
import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, expect, test } from 'vitest'
import { nextTick } from 'vue'
import { useListScreen } from '../../src/renderer/src/features/lists/list-screen.ts'
import { createSelection, selectedCount } from '../../src/renderer/src/ui/grid/selection.ts'

const bySeverity = [{ column: 'risk' as const, direction: 'asc' as const }]

function openByLink() {
  const screen = useListScreen('lfd')
  screen.setTemporaryFilter({ scope: 'open', leadingRisks: ['hold-ageing'] }, bySeverity, [
    'number',
    'nextAction',
    'lastFreeDay',
  ])
  return screen
}

beforeEach(() => {
  localStorage.clear()
  setActivePinia(createPinia())
})

test('the order of a link has no groups', () => {
  useListScreen('lfd').grouping = 'customer'
  const screen = openByLink()
  expect([screen.sort, screen.grouping]).toEqual([bySeverity, null])
  screen.clearTemporaryFilter()
  expect([screen.sort[0]?.column, screen.grouping]).toEqual(['band', 'customer'])
})

test('a link clears the selection, because its list may not have the selected rows', async () => {
  const screen = useListScreen('lfd')
  screen.selection = createSelection(['container-1'])
  await nextTick()
  expect(selectedCount(screen.selection, 100)).toBe(1)
  openByLink()
  await nextTick()
  expect(selectedCount(screen.selection, 100)).toBe(0)
})

test('a column of a link is hidden again, also if the user changed the width of another', () => {
  const screen = openByLink()
  expect(screen.layout.hidden).not.toContain('nextAction')
  screen.layout = { ...screen.layout, widths: { customer: 300 } }
  expect(screen.layout.hidden).not.toContain('nextAction')
  screen.clearTemporaryFilter()
  expect([screen.layout.hidden.includes('nextAction'), screen.layout.order, screen.layout.widths]).toEqual([
    true,
    [],
    { customer: 300 },
  ])
})

test('an order of columns that the user chooses stays', () => {
  const screen = openByLink()
  screen.layout = { ...screen.layout, order: ['number', 'customer', 'nextAction'] }
  expect([screen.layout.order, screen.layout.hidden.includes('nextAction')]).toEqual([
    ['number', 'customer', 'nextAction'],
    false,
  ])
  screen.clearTemporaryFilter()
  expect([screen.layout.hidden.includes('nextAction'), screen.layout.order.slice(0, 2)]).toEqual([
    true,
    ['number', 'customer'],
  ])
})

test('a filter that the user changes stays, without the scope of the link', () => {
  const screen = openByLink()
  screen.setPart('text', 'maersk')
  expect(screen.filter).toMatchObject({ scope: 'open', text: 'maersk' })
  screen.clearTemporaryFilter()
  expect(screen.filter).toEqual({ scope: 'board', leadingRisks: ['hold-ageing'], text: 'maersk' })
  screen.setTemporaryFilter({ scope: 'open', leadingRisks: ['hold-ageing'] })
  screen.clearFilter()
  screen.clearTemporaryFilter()
  expect(screen.filter).toEqual({ scope: 'board' })
})

test('a filter in the list’s own scope stays', () => {
  const screen = useListScreen('lfd')
  screen.setTemporaryFilter({ scope: 'board', bands: ['today'] })
  screen.setPart('text', 'maersk')
  screen.clearTemporaryFilter()
  expect(screen.filter).toEqual({ scope: 'board', bands: ['today'], text: 'maersk' })
})
