// A list in groups on screen: rows after collapsing, the cursor, and marked cells.
import { describe, expect, test } from 'vitest'
import { all, byTestId, click, flush, numberCell, open, press, setScreens } from '#support/screens.ts'

setScreens()

const headings = () => all('[data-testid="group-row"]').map((heading) => heading.textContent.trim())
const numbers = () => all('[data-row][data-id] [data-key="number"]').map((cell) => cell.textContent.trim())
const placeholders = () => all('[data-row] .placeholder').length

async function openGroups() {
  localStorage.setItem('quaywatch.containers.filter', '{"scope":"all"}')
  localStorage.setItem('quaywatch.containers.grouping', '"line"')
  const opened = await open({ rows: 520, path: '/containers' })
  await expect.poll(() => headings()[0]).toMatch(/\d container/)
  return opened
}

describe('a list in groups', () => {
  test('shows the rows that follow a collapsed group', async () => {
    const { engine } = await openGroups()
    const [first] = numbers()
    await click(all('[data-testid="group-row"] [role=gridcell]')[0]!)
    await flush()
    const { groups, rows } = await engine.ask('containers.list', {
      filter: { scope: 'all' },
      sort: [
        { column: 'eta', direction: 'asc' },
        { column: 'number', direction: 'asc' },
      ],
      grouping: 'line',
      window: { offset: 0, limit: 500 },
    })
    await expect.poll(placeholders).toBe(0)
    expect(numbers()[0]).not.toBe(first)
    expect(numbers()[0]?.replaceAll(' ', '')).toBe(rows[groups![0]!.count]!.number)
  })

  test('keeps the marked cells and the cursor when new values arrive', async () => {
    const { engine } = await openGroups()
    await click(numberCell(2))
    await press('ArrowDown', { shiftKey: true })
    const marked = () => all('.cell.marked').length
    expect(marked()).toBe(2)
    const [, second] = (
      await engine.ask('containers.list', { filter: { scope: 'all' }, sort: [], window: { offset: 0, limit: 2 } })
    ).rows
    await engine.client.call('own.addNote', { ids: [second!.id], text: 'Call the broker' })
    await flush()
    expect(marked()).toBe(2)
  })

  test('focuses the chosen grouping when its menu opens', async () => {
    await openGroups()
    await click('group-menu')
    await flush()
    expect(document.activeElement).toBe(byTestId('group-line'))
  })

  test('counts only cells of rows as marked, and stays usable after all groups are collapsed', async () => {
    await openGroups()
    await click(numberCell(2))
    await click('group-menu')
    await click('group-collapse')
    await press('ArrowDown', { shiftKey: true, ctrlKey: true })
    await flush()
    expect(headings().length).toBeGreaterThan(2)
    expect(all('[data-row][data-id]')).toEqual([])
    expect(byTestId('list-count').textContent).toContain('548')
  })
})
