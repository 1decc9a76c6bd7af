// Compares sorting in memory with SQLite's ORDER BY over the same values.
import { expect, test } from 'vitest'
import { createColumns, idsAt, instantKey, sortSlotsBy } from '#engine/table/columns.ts'
import { startMirror } from '#support/mirror.ts'

type Values = { n: number | null; t: string | null; c: string | null; i: string | null }
const NUMBERS = [null, 0, -0, 1, -1, 0.5, -0.25, 1e15, -1e15, 2 ** 40, 3, 3]
const TEXTS = [null, '', 'a', 'A', 'b', 'ab', 'É', 'é', 'ｚ', '\u{1f6a2}', '\uffee', '7', '77', 'Zed', 'zed']
const INSTANTS = [
  null,
  '2026-11-20T17:00:00.000Z',
  '2026-11-20T17:00:00.001Z',
  '2026-02-28T23:59:59.999Z',
  '2026-03-01T00:00:00.000Z',
  '0001-01-01T00:00:00.000Z',
  '9999-12-31T23:59:59.999Z',
]

function randomRows(count: number): Map<string, Values> {
  let state = 5
  const pick = <Item>(items: readonly Item[]) =>
    items[(state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) % items.length]!
  return new Map(
    Array.from({ length: count }, (_, i) => [
      `${(i * 7919) % count}`,
      { n: pick(NUMBERS), t: pick(TEXTS), c: pick(TEXTS), i: pick(INSTANTS) },
    ]),
  )
}

function setUp(count: number) {
  const rows = randomRows(count)
  const columns = createColumns({ n: 'number', t: 'text', c: 'case-insensitive', i: 'instant' })
  const { write, db } = startMirror()
  write((db) => {
    db.run('CREATE TEMP TABLE expected (id TEXT PRIMARY KEY, n REAL, t TEXT, c TEXT, i TEXT)')
    for (const [id, { n, t, c, i }] of rows) db.run('INSERT INTO expected VALUES (?, ?, ?, ?, ?)', id, n, t, c, i)
  })
  for (const [id, values] of rows) columns.put(id, values)
  return { columns, write, db }
}

const orders = (['n', 't', 'c', 'i'] as const).flatMap((name) =>
  (['asc', 'desc'] as const).map((direction) => ({ name, direction })),
)

test.each([300, 2_500])(
  '%i rows are sorted by each pair of columns as SQLite sorts them, null values last',
  (count) => {
    const { columns, db } = setUp(count)
    const sql = ({ name, direction }: (typeof orders)[number]) =>
      `${name}${name === 'c' ? ' COLLATE NOCASE' : ''} ${direction} NULLS LAST`
    for (const first of orders) {
      for (const second of orders) {
        const expectedOrder = db
          .all<{ id: string }>(`SELECT id FROM expected ORDER BY ${sql(first)}, ${sql(second)}, id`)
          .map(({ id }) => id)
        const slots = sortSlotsBy(
          columns.slots(),
          [first, second].map(({ name, direction }) => columns.keys(name, direction)),
        )
        expect(idsAt(columns.ids, slots)).toEqual(expectedOrder)
      }
    }
  },
)

test('new texts are placed correctly among sorted texts', () => {
  const { columns, write, db } = setUp(60)
  columns.keys('t', 'asc')
  write((db) => {
    for (const [i, text] of ['m', 'aa', 'ab', 'zz', 'Ω'].entries()) {
      columns.put(`new ${i}`, { t: text })
      columns.put('3', { t: text })
      db.run('INSERT INTO expected (id, t) VALUES (?, ?)', `new ${i}`, text)
      db.run(`UPDATE expected SET t = ? WHERE id = '3'`, text)
    }
  })
  const expectedOrder = db.all<{ id: string }>('SELECT id FROM expected ORDER BY t NULLS LAST, id').map(({ id }) => id)
  expect(idsAt(columns.ids, sortSlotsBy(columns.slots(), [columns.keys('t', 'asc')]))).toEqual(expectedOrder)
})

test('pages of new texts are placed correctly among thousands, also in a column that ignores case', () => {
  const columns = createColumns({ t: 'text', c: 'case-insensitive' })
  const rows: { id: string; text: string }[] = []
  const addRows = (count: number) => {
    for (let i = 0; i < count; i++) {
      const text = `${rows.length % 3 === 0 ? 'TEXT' : 'text'} ${(Math.imul(rows.length >> 1, 2_654_435_761) >>> 0) % 4_000}`
      const id = String(rows.length).padStart(5, '0')
      rows.push({ id, text })
      columns.put(id, { t: text, c: text })
    }
  }
  const order = (name: 't' | 'c') => idsAt(columns.ids, sortSlotsBy(columns.slots(), [columns.keys(name, 'asc')]))
  const expectedOrder = (key: (text: string) => string) =>
    rows
      .toSorted((a, b) => (key(a.text) < key(b.text) ? -1 : key(a.text) > key(b.text) ? 1 : a.id < b.id ? -1 : 1))
      .map(({ id }) => id)
  addRows(6_000)
  for (const page of [1, 50, 3, 100]) {
    expect([order('t'), order('c')]).toEqual([
      expectedOrder((text) => text),
      expectedOrder((text) => text.toLowerCase()),
    ])
    addRows(page)
  }
  expect([order('t'), order('c')]).toEqual([expectedOrder((text) => text), expectedOrder((text) => text.toLowerCase())])
})

test('thousands of texts are sorted, also while the columns are sorted step by step', () => {
  const columns = createColumns({ t: 'text', u: 'text' })
  const texts = Array.from({ length: 9_000 }, (_, i) => `text ${Math.imul(i, 2_654_435_761) >>> 0}`)
  for (const [i, text] of texts.entries()) columns.put(`${i}`, { t: text, u: text })
  const order = () => Array.from(sortSlotsBy(columns.slots(), [columns.keys('t', 'asc')]), (slot) => texts[slot])
  const steps = columns.sortTexts()
  expect(steps.next().done).toBe(false)
  expect(order()).toEqual(texts.toSorted())
  expect([...steps]).toHaveLength(1)
  expect(order()).toEqual(texts.toSorted())
})

test('slots are in the order of the first column and the ids, also after a text changes', () => {
  const columns = createColumns({ number: 'text', seal: 'text' }, 'number')
  const currentOrder = () => idsAt(columns.ids, columns.slots())
  for (const [id, number] of [
    ['d', 'B'],
    ['a', 'C'],
    ['c', 'A'],
    ['b', 'A'],
    ['e', null],
  ] as const)
    columns.put(id, { number, seal: 'X' })
  expect(currentOrder()).toEqual(['b', 'c', 'd', 'a', 'e'])
  columns.put('f', { number: 'AA' })
  expect(currentOrder()).toEqual(['b', 'c', 'f', 'd', 'a', 'e'])
  columns.put('a', { number: 'A', seal: 'Y' })
  expect(currentOrder()).toEqual(['a', 'b', 'c', 'f', 'd', 'e'])
  const slotsBefore = columns.slots()
  columns.put('a', { number: 'A', seal: 'Z' })
  expect(columns.slots()).toBe(slotsBefore)
  expect(
    idsAt(columns.ids, columns.sortSlots(columns.slotsInMemoryOrder().filter((slot) => columns.ids[slot] !== 'b'))),
  ).toEqual(['a', 'c', 'f', 'd', 'e'])
})

test('more than 65,536 texts have different codes, and earlier rows have the same slots', () => {
  const columns = createColumns({ t: 'text' })
  const count = 70_000
  columns.reserve(60_000)
  for (let i = 0; i < count; i++) columns.put(`${i}`, { t: `text ${i}` })
  columns.put('again', { t: 'text 65536' })
  const [codes, texts] = [columns.codes('t'), columns.texts('t')]
  const wrongRows = Array.from({ length: count }, (_, i) => i).filter(
    (i) => texts[codes[i]!] !== `text ${i}` || columns.slotOf(`${i}`) !== i,
  )
  expect([wrongRows, texts[codes[count]!], texts.length]).toEqual([[], 'text 65536', count + 1])
  expect([columns.codeOf('t', 'text 70000'), columns.slotOf('unknown')]).toEqual([undefined, undefined])
})

test('small numbers are exact for integers, half days and null', () => {
  const columns = createColumns({ s: 'float32' })
  const values = [null, 0, -7, 2_461_367.5, (4 << 20) | 0xf_ffff, -2_461_366.5]
  for (const [i, s] of values.entries()) columns.put(`${i}`, { s })
  expect([...columns.numbers('s')]).toEqual(values.map((value) => value ?? Number.NaN))
  expect(idsAt(columns.ids, sortSlotsBy(columns.slots(), [columns.keys('s', 'desc')]))).toEqual([
    '4',
    '3',
    '1',
    '2',
    '5',
    '0',
  ])
})

test('instants and dates become numbers in the order of time, and other texts become NaN', () => {
  expect(instantKey('2026-11-20T00:00:00.000Z')).toBe(instantKey('2026-11-20'))
  expect([instantKey(''), instantKey('soon'), instantKey('2026-11-20T17:00Z')]).toEqual([
    Number.NaN,
    Number.NaN,
    Number.NaN,
  ])
})
