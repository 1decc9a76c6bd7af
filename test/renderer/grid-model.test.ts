import { describe, expect, test } from 'vitest'
import {
  NO_LAYOUT,
  orderColumns,
  placeColumns,
  withHidden,
  withMoved,
  placeWithinWidth,
  withPinned,
  withSort,
  withWidth,
  type Column,
  type SortLevel,
} from '../../src/renderer/src/ui/grid/columns.ts'
import { getRowHeight } from '../../src/renderer/src/ui/grid/density.ts'
import { createKeys } from '../../src/renderer/src/ui/keys/useKeys.ts'
import { getGridCommand } from '../../src/renderer/src/ui/grid/keys.ts'
import { isFastScroll, getRowWindow, scrollTopFor, countSlots } from '../../src/renderer/src/ui/grid/row-window.ts'
import {
  EVERYTHING,
  NOTHING,
  isSelected,
  createSelection,
  selectedCount,
  toggleRow,
  addRange,
} from '../../src/renderer/src/ui/grid/selection.ts'
import { toTsv } from '../../src/renderer/src/ui/grid/tsv.ts'

type Row = { id: string; note: string }

function column(key: string, rest: Partial<Column<Row>> = {}): Column<Row> {
  return { key, title: key.toUpperCase(), width: 100, text: (row) => row.note, copy: (row) => row.note, ...rest }
}

const columns = [column('a', { isPinned: true }), column('b'), column('c'), column('d')]
const joinKeys = (list: readonly Column<Row>[]) => list.map(({ key }) => key).join('')

describe('columns', () => {
  test('are in their defined order until the user moves one', () => {
    expect(joinKeys(orderColumns(columns, NO_LAYOUT))).toBe('abcd')
    expect(joinKeys(orderColumns(columns, withMoved(columns, NO_LAYOUT, 'd', 'b')))).toBe('adbc')
  })

  test('that the user pins are beside the fixed ones, and return to their place when they are unpinned', () => {
    const pinned = withPinned(columns, NO_LAYOUT, 'd', true)
    expect([
      joinKeys(orderColumns(columns, pinned)),
      placeColumns(columns, pinned).map(({ column }) => column.isPinned ?? false),
    ]).toEqual(['adbc', [true, true, false, false]])
    expect([
      withPinned(columns, pinned, 'd', false),
      withPinned(columns, NO_LAYOUT, 'a', false),
      withPinned(columns, NO_LAYOUT, 'zz', true),
    ]).toEqual([NO_LAYOUT, NO_LAYOUT, NO_LAYOUT])
  })

  test('that the user pinned are pinned only while the list is wide enough', () => {
    const pinned = withPinned(columns, withPinned(columns, NO_LAYOUT, 'c', true), 'd', true)
    const countPinned = (listWidth: number) =>
      placeWithinWidth(columns, pinned, listWidth).filter(({ column }) => column.isPinned).length
    expect([countPinned(1_000), countPinned(400), countPinned(0)]).toEqual([3, 1, 3])
  })

  test('that the user pinned can be hidden, others that are pinned cannot', () => {
    const layout = withHidden(withHidden(withPinned(columns, NO_LAYOUT, 'c', true), 'c', true), 'a', true)
    expect(
      placeColumns(columns, layout)
        .map(({ column }) => column.key)
        .join(''),
    ).toBe('abd')
  })

  test('cannot be moved between the pinned and the other ones', () => {
    expect(withMoved(columns, NO_LAYOUT, 'b', 'a')).toEqual(NO_LAYOUT)
    expect(withMoved(columns, NO_LAYOUT, 'a', 'c')).toEqual(NO_LAYOUT)
  })

  test('of a later version have their defined place in the order of the user', () => {
    const layout = withMoved(columns, NO_LAYOUT, 'd', 'b')
    expect(joinKeys(orderColumns([...columns.slice(0, 2), column('new'), ...columns.slice(2)], layout))).toBe('adbnewc')
  })

  test('that no longer exist are ignored', () =>
    expect(joinKeys(orderColumns(columns, { ...NO_LAYOUT, order: ['gone', 'c', 'b'] }))).toBe('acdb'))

  test('can be hidden, except the fixed ones that identify the row', () => {
    const layout = withHidden(withHidden(NO_LAYOUT, 'a', true), 'c', true)
    expect(placeColumns(columns, layout).map(({ column: { key }, left }) => [key, left])).toEqual([
      ['a', 0],
      ['b', 100],
      ['d', 200],
    ])
    expect(joinKeys(placeColumns(columns, withHidden(layout, 'c', false)).map(({ column: each }) => each))).toBe('abcd')
  })

  test('have a width from 36 to 640 px', () => {
    const resizeTo = (width: number) => placeColumns(columns, withWidth([], NO_LAYOUT, 'b', width))[1]?.width
    expect([resizeTo(3), resizeTo(222.4), resizeTo(9_000)]).toEqual([36, 222, 640])
  })

  test('share the free width, up to a limit, except those that the user sized', () => {
    const growing = columns.map((column) => ({ ...column, grows: column.key === 'b' || column.key === 'd' }))
    const widths = (listWidth: number, layout = NO_LAYOUT) =>
      placeWithinWidth(growing, layout, listWidth).map(({ width }) => width)
    expect(widths(0)).toEqual([100, 100, 100, 100])
    expect(widths(461)).toEqual([100, 130, 100, 130])
    expect(widths(2_000)).toEqual([100, 220, 100, 220])
    expect(widths(450, withWidth([], NO_LAYOUT, 'b', 90))).toEqual([100, 90, 100, 160])
  })

  test('grow to their full width before the others get a share, also if no width is left for the last one', () => {
    const growing = columns.map((column) => ({
      ...column,
      grows: column.key !== 'c',
      ...(column.key === 'a' ? { fullWidth: 130 } : {}),
    }))
    const widths = (listWidth: number) => placeWithinWidth(growing, NO_LAYOUT, listWidth).map(({ width }) => width)
    expect(widths(420)).toEqual([120, 100, 100, 100])
    expect(widths(460)).toEqual([140, 110, 100, 110])
    expect(widths(340)).toEqual([130, 110, 100, 100])
  })

  test('of text end at the edge of the list, or leave a narrow rest to the column before', () => {
    const texts = columns.map((column) => ({ ...column, grows: column.key === 'b' || column.key === 'd' }))
    const widths = (listWidth: number, layout = NO_LAYOUT) =>
      placeWithinWidth(texts, layout, listWidth).map(({ width }) => width)
    expect(widths(380)).toEqual([100, 100, 100, 80])
    expect(widths(330)).toEqual([100, 130, 100, 100])
    expect(widths(280)).toEqual([100, 100, 100, 100])
    expect(widths(220)).toEqual([100, 120, 100, 100])
    expect(widths(380, withWidth([], NO_LAYOUT, 'd', 100))).toEqual([100, 100, 100, 100])
  })

  test('of a long text end at the edge if enough of it can be read', () => {
    const [first, ...rest] = columns
    const texts = [first!, { ...rest[0]!, width: 420, grows: true }]
    const widths = (room: number) => placeWithinWidth(texts, NO_LAYOUT, room).map(({ width }) => width)
    expect([widths(290), widths(180)]).toEqual([
      [100, 190],
      [100, 420],
    ])
  })

  test('before a column that is resized keep the width that they have grown to', () => {
    const growing = columns.map((column) => ({ ...column, grows: column.key !== 'c' }))
    const cells = placeWithinWidth(growing, NO_LAYOUT, 460)
    const resized = placeWithinWidth(growing, withWidth(cells, NO_LAYOUT, 'c', 110), 460)
    expect([cells, resized].map((all) => all.map(({ left }) => left))).toEqual([
      [0, 120, 240, 340],
      [0, 120, 240, 350],
    ])
  })
})

describe('sorting', () => {
  const asc = (name: string): SortLevel => ({ column: name, direction: 'asc' })
  const desc = (name: string): SortLevel => ({ column: name, direction: 'desc' })

  test('by a click uses only that column, and the next click reverses it', () => {
    expect(withSort([asc('a'), asc('b')], 'c', false)).toEqual([asc('c')])
    expect(withSort([asc('c')], 'c', false)).toEqual([desc('c')])
    expect(withSort([desc('c')], 'c', false)).toEqual([asc('c')])
    expect(withSort([asc('a'), asc('c')], 'c', false)).toEqual([asc('c')])
  })

  test('by a click on a column of amounts begins with the largest, also with Shift', () => {
    expect(withSort([asc('a')], 'c', false, 'desc')).toEqual([desc('c')])
    expect(withSort([desc('c')], 'c', false, 'desc')).toEqual([asc('c')])
    expect(withSort([asc('c')], 'c', false, 'desc')).toEqual([desc('c')])
    expect(withSort([asc('a')], 'c', true, 'desc')).toEqual([asc('a'), desc('c')])
    expect(withSort([asc('a'), desc('c')], 'c', true, 'desc')).toEqual([asc('a'), asc('c')])
    expect(withSort([asc('a'), asc('c')], 'c', true, 'desc')).toEqual([asc('a')])
    expect(withSort([asc('c')], 'c', true, 'desc')).toEqual([desc('c')])
  })

  test('by a click with Shift adds a level, then reverses it, then removes it', () => {
    expect(withSort([asc('a')], 'b', true)).toEqual([asc('a'), asc('b')])
    expect(withSort([asc('a'), asc('b')], 'b', true)).toEqual([asc('a'), desc('b')])
    expect(withSort([asc('a'), desc('b')], 'b', true)).toEqual([asc('a')])
    expect(withSort([desc('a')], 'a', true)).toEqual([asc('a')])
  })

  test('has at most six levels', () => {
    const full = ['a', 'b', 'c', 'd', 'e', 'f'].map(asc)
    expect(withSort(full, 'g', true).length).toBe(6)
  })
})

describe('drawn rows', () => {
  test('are the visible rows and a few beyond', () => {
    expect(getRowWindow(2_800, 560, 28, 10_000)).toEqual({ first: 92, last: 128 })
    expect(getRowWindow(0, 560, 28, 7)).toEqual({ first: 0, last: 6 })
    expect(getRowWindow(0, 560, 28, 0)).toEqual({ first: 0, last: -1 })
  })

  test('are only the visible rows during a fast scroll', () => {
    expect([isFastScroll(8 * 28, 28), isFastScroll(8 * 28 + 1, 28), isFastScroll(-9 * 28, 28)]).toEqual([
      false,
      true,
      true,
    ])
    expect(getRowWindow(2_800, 560, 28, 10_000, 0)).toEqual({ first: 100, last: 120 })
  })

  test('are never more than the slots', () => {
    for (const top of [0, 13, 28, 2_801, 9_999]) {
      const { first, last } = getRowWindow(top, 561, 28, 10_000)
      expect(last - first + 1).toBeLessThanOrEqual(countSlots(561, 28))
    }
  })

  test('scroll only as far as needed to be completely visible', () => {
    expect(scrollTopFor(5, 0, 590, 28, 30)).toBe(0)
    expect(scrollTopFor(20, 0, 590, 28, 30)).toBe(28)
    expect(scrollTopFor(3, 280, 590, 28, 30)).toBe(84)
  })

  test('have a height that depends on the window, and more for a second line', () => {
    expect([getRowHeight('auto'), getRowHeight('auto', true), getRowHeight('roomy'), getRowHeight('compact')]).toEqual([
      28, 42, 40, 28,
    ])
    const { innerHeight: height, happyDOM } = window as Window & {
      happyDOM?: { setViewport(size: { height: number }): void }
    }
    happyDOM?.setViewport({ height: 1_000 })
    expect([getRowHeight('auto'), getRowHeight('compact')]).toEqual([32, 28])
    happyDOM?.setViewport({ height })
    expect(getRowHeight('auto')).toBe(28)
  })
})

describe('a selection', () => {
  test('of some rows grows by ranges and single rows', () => {
    const some = toggleRow(addRange(createSelection(['a']), ['b', 'c']), 'a')
    expect([['a', 'b', 'c'].map((id) => isSelected(some, id)), selectedCount(some, 10)]).toEqual([
      [false, true, true],
      2,
    ])
  })

  test('of all filtered rows covers those that were never loaded', () => {
    const all = toggleRow(EVERYTHING, 'b')
    expect([
      isSelected(all, 'never seen'),
      isSelected(all, 'b'),
      selectedCount(all, 1_048),
      isSelected(addRange(all, ['b']), 'b'),
    ]).toEqual([true, false, 1_047, true])
  })

  test('of nothing is nothing', () =>
    expect([isSelected(NOTHING, 'a'), selectedCount(NOTHING, 1_048)]).toEqual([false, 0]))
})

describe('rows for a spreadsheet', () => {
  const copyNote = (note: string) => toTsv([column('a')], [{ id: '1', note }]).split('\n')[1]

  test('have a line of headers and a line per row', () => {
    expect(toTsv([column('a', { copyTitle: 'A (kg)' })], [])).toBe('A (kg)')
    expect(
      toTsv(
        [column('a'), column('mark', { title: '' }), column('b', { copy: () => '7' })],
        [
          { id: '1', note: 'x' },
          { id: '2', note: 'y' },
        ],
      ),
    ).toBe('A\tB\nx\t7\ny\t7')
  })

  test('have one cell per value, without tabs and line breaks', () =>
    expect(copyNote('two\tcells\r\nand a line')).toBe('two cells and a line'))

  test('cannot begin a formula, while negative numbers stay numbers', () =>
    expect([
      copyNote('=1+1'),
      copyNote('+49'),
      copyNote('@cmd'),
      copyNote('-2'),
      copyNote('-2.5'),
      copyNote('-x'),
      copyNote('＝1+1'),
    ]).toEqual(["'=1+1", "'+49", "'@cmd", '-2', '-2.5', "'-x", "'＝1+1"]))
})

describe('a key in the grid', () => {
  const press = (key: string, held: Partial<Record<'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey', boolean>> = {}) =>
    getGridCommand(new KeyboardEvent('keydown', { key, ...held }), createKeys(() => null).actionOf)

  test.each([
    ['ArrowDown', {}, { do: 'rows', by: 1 }],
    ['j', {}, { do: 'rows', by: 1 }],
    ['K', {}, { do: 'rows', by: -1 }],
    ['End', {}, { do: 'cells', by: Infinity }],
    ['Home', { ctrlKey: true }, { do: 'rows', by: -Infinity }],
    ['PageDown', {}, { do: 'pages', by: 1 }],
    [' ', {}, { do: 'peek' }],
    ['Enter', {}, { do: 'act', addsSortLevel: false }],
    ['Enter', { shiftKey: true }, { do: 'act', addsSortLevel: true }],
    ['c', {}, { do: 'copy-number' }],
    ['c', { ctrlKey: true }, { do: 'copy', hasHeaders: false }],
    ['C', { ctrlKey: true, shiftKey: true }, { do: 'copy', hasHeaders: true }],
    ['a', { ctrlKey: true }, { do: 'select-all' }],
    ['ArrowUp', { shiftKey: true }, { do: 'range', rows: -1, cells: 0 }],
    ['ArrowRight', { shiftKey: true }, { do: 'range', rows: 0, cells: 1 }],
    ['ArrowUp', { ctrlKey: true, shiftKey: true }, { do: 'extend', by: -1 }],
    ['ArrowLeft', { altKey: true }, { do: 'column', by: -1 }],
    ['ArrowRight', { altKey: true, shiftKey: true }, { do: 'width', by: 1 }],
  ])('%s with %j means %j', (key, held, command) => expect(press(key, held)).toEqual(command))

  test('has no command if the grid does not use it', () =>
    expect([
      press('q'),
      press('c', { metaKey: true }),
      press('j', { altKey: true }),
      press('Tab'),
      press('Delete', { altKey: true }),
    ]).toEqual([null, null, null, null, null]))
})
