// Lists keep their order while the user reads, and count the rows that a new sort would change. Text search in memory.
import { describe, expect, test } from 'vitest'
import { createColumns } from '#engine/table/columns.ts'
import { countReordered, createLists, searchText, createTextTest, filterByText } from '#engine/table/lists.ts'

const chars = (text: string) => text.split('')

describe('the number of rows that a new sort would move, add or remove', () =>
  test.each([
    ['abcd', 'abcd', 0],
    ['abcd', 'bacd', 1],
    ['abcdef', 'bcdefa', 1],
    ['abcdef', 'fabcde', 1],
    ['abcd', 'dcba', 3],
    ['abcd', 'abxcd', 1],
    ['abcd', 'acd', 1],
    ['abcd', 'wxyz', 8],
    ['', 'ab', 2],
    ['ab', '', 2],
  ])('%s → %s: %i', (before, after, count) => expect(countReordered(chars(before), chars(after))).toBe(count)))

describe('a text search', () => {
  const TEXTS = [
    null,
    '',
    'MSCU1234567',
    'mscu1234567',
    'Los Angeles',
    'LOS',
    'x-1',
    'Éclair',
    'éclair 7',
    'STRASSE',
    'Straße',
    'İzmir',
    'los',
    '12',
  ]
  const SEARCHES = [
    '',
    ' ',
    'm',
    'MSCU',
    'mscu 123-4567',
    'los angeles',
    'losangeles',
    'los 12',
    'é',
    'É',
    'ß',
    'ss',
    'i̇zmir',
    'i',
    '-',
    'x -',
    '1 1',
    'zz',
  ]

  test.each(['all kinds of letters', 'capitals', 'small letters'])(
    'of columns finds the same rows as a test of each row, with %s',
    (letters) => {
      const texts = TEXTS.map((text) =>
        text === null || letters === 'all kinds of letters'
          ? text
          : letters === 'capitals'
            ? text.replaceAll(/[a-zß-ÿİ]/g, 'Q')
            : text.toLowerCase(),
      )
      const columns = createColumns({ number: 'text', a: 'text', b: 'case-insensitive' })
      const searched: string[] = []
      for (const a of texts) {
        for (const b of texts) {
          // This column is never null.
          const number = `${searched.length}`.padStart(4, '0')
          columns.put(number, { number, a, b })
          searched.push(searchText({ number, a, b }, ['number', 'a', 'b']))
        }
      }
      for (const search of SEARCHES) {
        const rowTests = createTextTest(searched, search)
        const expectedSlots = Array.from(columns.slots()).filter((slot) => rowTests.every((passes) => passes(slot)))
        expect([search, ...filterByText(columns, ['number', 'a', 'b'], search, columns.slots())]).toEqual([
          search,
          ...expectedSlots,
        ])
      }
    },
  )
})

describe('a list', () => {
  const setUp = () => {
    let n = 0
    const lists = createLists({ next: () => 0, id: () => `list-${++n}` })
    const open = (listId: string | undefined, query: unknown, order: () => string[]) => {
      const { page, order: ids } = lists.open({ listId, window: { offset: 0, limit: 1 } }, query, order)
      return { listId: page.listId, ids, reordered: page.reordered }
    }
    return { lists, open, data: { now: 'abc' } }
  }

  test('has a window that begins at a row, if the list has this row', () => {
    const { lists } = setUp()
    const openAt = (startId: string) => {
      const { page, ids } = lists.open({ window: { offset: 1, limit: 2, startId } }, 'q', () => chars('abcdef'))
      return [page.offset, ...ids]
    }
    expect([openAt('d'), openAt('f'), openAt('x')]).toEqual([
      [3, 'd', 'e'],
      [5, 'f'],
      [1, 'b', 'c'],
    ])
  })

  test('keeps its order while the data changes, and counts the rows that a new sort would move', () => {
    const { lists, open, data } = setUp()
    const order = () => chars(data.now)
    const { listId } = open(undefined, 'q', order)
    data.now = 'cab'
    expect(open(listId, 'q', order)).toEqual({ listId, ids: ['a', 'b', 'c'], reordered: 0 })
    lists.touch()
    expect(open(listId, 'q', order)).toEqual({ listId, ids: ['a', 'b', 'c'], reordered: 1 })
    expect(open(undefined, 'q', order)).toMatchObject({ ids: ['c', 'a', 'b'], reordered: 0 })
  })
  test('is sorted again only after a change, however often it is scrolled', () => {
    const { lists, open } = setUp()
    let sorts = 0
    const order = () => {
      sorts++
      return ['a']
    }
    const { listId } = open(undefined, 'q', order)
    for (let i = 0; i < 50; i++) open(listId, 'q', order)
    lists.touch()
    for (let i = 0; i < 50; i++) open(listId, 'q', order)
    expect(sorts).toBe(2)
  })
  test('is sorted again for another query or an unknown id', () => {
    const { open } = setUp()
    const first = open(undefined, { sort: 'lfd' }, () => ['a'])
    expect(open(first.listId, { sort: 'number' }, () => ['b'])).toMatchObject({ listId: 'list-2', ids: ['b'] })
    expect(open('list-99', { sort: 'lfd' }, () => ['c'])).toMatchObject({ listId: 'list-3', ids: ['c'] })
  })
  test('is discarded if there are too many lists, the least recently used one first', () => {
    const { open } = setUp()
    const first = open(undefined, 0, () => ['first'])
    const second = open(undefined, 1, () => ['second'])
    for (let i = 2; i < 24; i++) open(undefined, i, () => [])
    open(first.listId, 0, () => ['rebuilt'])
    open(undefined, 99, () => [])
    expect(open(first.listId, 0, () => ['rebuilt']).ids).toEqual(['first'])
    expect(open(second.listId, 1, () => ['rebuilt']).ids).toEqual(['rebuilt'])
  })
  test('is discarded if all lists together have too many rows, but never the newest one', () => {
    const { open } = setUp()
    const long = new Array<string>(400_000).fill('a')
    const first = open(undefined, 0, () => long)
    const second = open(undefined, 1, () => long)
    open(undefined, 2, () => long)
    expect(open(second.listId, 1, () => []).ids).toHaveLength(400_000)
    expect(open(first.listId, 0, () => ['rebuilt']).ids).toEqual(['rebuilt'])
    const huge = open(undefined, 3, () => new Array<string>(1_200_000).fill('b'))
    expect(open(huge.listId, 3, () => ['rebuilt']).ids).toHaveLength(1_200_000)
  })
  test('with an asynchronous sort is also sorted only once', async () => {
    const { lists } = setUp()
    let sorts = 0
    const order = () => {
      sorts++
      return Promise.resolve(['a', 'b'])
    }
    const window = { offset: 1, limit: 5 }
    const { page } = await lists.open({ window }, 'q', order)
    expect(page).toMatchObject({ offset: 1, total: 2, reordered: 0 })
    const scrolled = await lists.open({ listId: page.listId, window }, 'q', order)
    expect(scrolled).toEqual({ page, ids: ['b'], order: ['a', 'b'], groups: [] })
    expect(sorts).toBe(1)
  })
})
