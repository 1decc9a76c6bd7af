// Lists as files, opened again by readers that are not ours: every cell is what was written, whatever is in it.
import Papa from 'papaparse'
import readSheet from 'read-excel-file/node'
import { describe, expect, it } from 'vitest'
import { AppError } from '#contract/errors.ts'
import type { Column } from '../../src/renderer/src/ui/grid/columns.ts'
import type { Cell, TableKind } from '#tables/table.ts'
import { cellsOf, exported, headOf } from '../../src/renderer/src/features/lists/table.ts'
import { readFile } from '../../src/renderer/src/features/batch/files/read-file.ts'
import { createTable } from '#tables/writers.ts'
import { MOST_ROWS, columnLetters } from '#tables/xlsx.ts'

const odd = [
  "=cmd|' /C calc'!A0",
  '+1 562 555 0100',
  '@SUM(A1)',
  '-2+3',
  '\ttab first',
  '0012345',
  'says "now", and',
  'two\nlines',
  'Größe 20’',
  '📦 箱',
  ' blank around ',
  '2026-11-20',
  '<b>&amp;</b>',
  '_x0041_',
  '12e5',
  'TRUE',
]

function write(kind: TableKind, titles: readonly string[], rows: readonly Cell[][], batch = 3): Uint8Array {
  const parts: Uint8Array[] = []
  const writer = createTable(
    kind,
    { title: 'Containers: all / [week]', columns: titles.map((title) => ({ title, width: 100 })) },
    (bytes) => {
      parts.push(bytes)
    },
  )
  for (let place = 0; place < rows.length; place += batch) writer.add(rows.slice(place, place + batch))
  writer.end()
  return new Uint8Array(Buffer.concat(parts))
}

const readCsv = (bytes: Uint8Array) =>
  Papa.parse<string[]>(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes).replace(/^\ufeff/, ''), {
    skipEmptyLines: true,
  })
const readXlsx = async (bytes: Uint8Array) => (await readSheet(Buffer.from(bytes), { trim: false }))[0]!

describe('a list as CSV', () => {
  const bytes = write(
    'csv',
    ['Container', 'Note', 'Weight'],
    odd.map((text, place) => [`MSCU${place}`, text, place - 2]),
  )

  it('begins with the mark of UTF-8, which Excel needs, and is one that a parser finds no fault with', () => {
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    const { data, errors } = readCsv(bytes)
    expect(errors).toEqual([])
    expect(data[0]).toEqual(['Container', 'Note', 'Weight'])
    expect(data).toHaveLength(odd.length + 1)
  })

  it('gives every text back, those that would run behind an apostrophe, and numbers as they are', () => {
    const { data } = readCsv(bytes)
    expect(data.slice(1).map(([, note]) => note)).toEqual([
      ...odd.slice(0, 5).map((text) => `'${text}`),
      ...odd.slice(5),
    ])
    expect(data.slice(1, 4).map((row) => row[2])).toEqual(['-2', '-1', '0'])
  })

  it('is read again as a list without the apostrophes', async () => {
    const [sheet] = await readFile(
      new Uint8Array(
        write(
          'csv',
          ['Container', 'Refs'],
          [...odd, "'quoted", "''twice"].map((text, place) => [`MSCU${place}`, text]),
        ),
      ),
    )
    expect(sheet?.rows.slice(1).map(([, refs]) => refs)).toEqual([
      ...odd.map((text) => text.trim()),
      "'quoted",
      "''twice",
    ])
  })

  it('lets nothing begin with what a spreadsheet would run', () => {
    for (const sign of ['=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠']) {
      const [, row] = readCsv(write('csv', ['Note'], [[`${sign}cmd`]])).data
      expect(row).toEqual([`'${sign}cmd`])
    }
  })
})

describe('a list as a workbook', () => {
  it('gives every text back as a text and every number as a number', async () => {
    const { sheet, data } = await readXlsx(
      write(
        'xlsx',
        ['Container', 'Note', 'Weight'],
        odd.map((text, place) => [`MSCU${place}`, text, place - 2]),
      ),
    )
    expect(sheet).toBe('Containers  all    week')
    expect(data[0]).toEqual(['Container', 'Note', 'Weight'])
    expect(data.slice(1).map((row) => row[0])).toEqual(odd.map((_, place) => `MSCU${place}`))
    expect(data.slice(1).map((row) => row[2])).toEqual(odd.map((_, place) => place - 2))
    expect(data.slice(1).map((row) => row[1])).toEqual(odd)
  })

  it('writes what XML cannot hold as the format says, and cuts what no cell has room for', async () => {
    const { data } = await readXlsx(
      write('xlsx', ['Note'], [['bell\u0007'], ['half \ud83d'], ['a\r\nb'], ['x'.repeat(40_000)]]),
    )
    expect(data.slice(1, 4).map(([note]) => note)).toEqual(['bell\u0007', 'half \ufffd', 'a\nb'])
    expect(String(data[4]?.[0])).toHaveLength(32_767)
  })

  it('names columns beyond Z, and takes no more rows than the format has', () => {
    expect([0, 25, 26, 51, 52, 701, 702].map(columnLetters)).toEqual(['A', 'Z', 'AA', 'AZ', 'BA', 'ZZ', 'AAA'])
    const writer = createTable('xlsx', { title: 'x', columns: [{ title: 'a', width: 50 }] }, () => undefined)
    expect(() => {
      writer.add({ length: MOST_ROWS } as Cell[][])
    }).toThrow(new AppError('export/too-many-rows', { most: MOST_ROWS - 1 }))
  })
})

describe('cells of a view', () => {
  type Row = { number: string; ref: string; left: number | null }
  const columns: Column<Row>[] = [
    { key: 'mark', title: '', width: 30, text: () => '', copy: () => '' },
    {
      key: 'number',
      title: 'Container',
      width: 120,
      text: ({ number }) => `${number.slice(0, 4)} ${number.slice(4)}`,
      copy: ({ number }) => number,
    },
    { key: 'ref', title: 'Ref', width: 90, text: ({ ref }) => ref, copy: ({ ref }) => ref },
    {
      key: 'left',
      title: 'In',
      copyTitle: 'Days left',
      align: 'end',
      width: 50,
      text: ({ left }) => `${left ?? ''} d`,
      copy: ({ left }) => String(left ?? ''),
    },
  ]

  it('can be read by another program: no marks, numbers only in number columns, leading zeros preserved', () => {
    const shown = exported(columns)
    expect(headOf('LFD', shown, { ref: 200 }).columns).toEqual([
      { title: 'Container', width: 120 },
      { title: 'Ref', width: 200 },
      { title: 'Days left', width: 50 },
    ])
    expect(cellsOf(shown, { number: 'MSCU1234566', ref: '00042', left: -2 })).toEqual(['MSCU1234566', '00042', -2])
    expect(cellsOf(shown, { number: 'MSCU1234566', ref: '42', left: null })).toEqual(['MSCU1234566', '42', ''])
  })
})
