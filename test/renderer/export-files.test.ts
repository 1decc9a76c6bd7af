// Lists as files, opened again with readers of other projects: every cell has the written content.
import Papa from 'papaparse'
import readSheet from 'read-excel-file/node'
import { describe, expect, test } from 'vitest'
import { AppError } from '#contract/errors.ts'
import type { Column } from '../../src/renderer/src/ui/grid/columns.ts'
import type { Cell, TableKind } from '#tables/table.ts'
import { createCells, listExportedColumns, createHead } from '../../src/renderer/src/features/lists/table.ts'
import { readFile } from '../../src/renderer/src/features/batch/files/read-file.ts'
import { createFileWriter } from '#tables/writers.ts'
import { MAX_ROWS, getColumnLetters } from '#tables/xlsx.ts'

const difficultTexts = [
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
  const writer = createFileWriter(
    kind,
    { title: 'Containers: all / [week]', columns: titles.map((title) => ({ title, width: 100 })) },
    (bytes) => {
      parts.push(bytes)
    },
  )
  for (let start = 0; start < rows.length; start += batch) writer.add(rows.slice(start, start + batch))
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
    difficultTexts.map((text, index) => [`MSCU${index}`, text, index - 2]),
  )

  test('begins with the byte order mark that Excel needs, and a parser reports no error', () => {
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    const { data, errors } = readCsv(bytes)
    expect(errors).toEqual([])
    expect(data[0]).toEqual(['Container', 'Note', 'Weight'])
    expect(data).toHaveLength(difficultTexts.length + 1)
  })

  test('contains every text, with an apostrophe before a formula, and numbers unchanged', () => {
    const { data } = readCsv(bytes)
    expect(data.slice(1).map(([, note]) => note)).toEqual([
      ...difficultTexts.slice(0, 5).map((text) => `'${text}`),
      ...difficultTexts.slice(5),
    ])
    expect(data.slice(1, 4).map((row) => row[2])).toEqual(['-2', '-1', '0'])
  })

  test('is imported as a list without the apostrophes', async () => {
    const [sheet] = await readFile(
      new Uint8Array(
        write(
          'csv',
          ['Container', 'Refs'],
          [...difficultTexts, "'quoted", "''twice"].map((text, index) => [`MSCU${index}`, text]),
        ),
      ),
    )
    expect(sheet?.rows.slice(1).map(([, refs]) => refs)).toEqual([
      ...difficultTexts.map((text) => text.trim()),
      "'quoted",
      "''twice",
    ])
  })

  test('has no cell that begins with the sign of a formula', () => {
    for (const sign of ['=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠']) {
      const [, row] = readCsv(write('csv', ['Note'], [[`${sign}cmd`]])).data
      expect(row).toEqual([`'${sign}cmd`])
    }
  })
})

describe('a list as a workbook', () => {
  test('contains every text as a text and every number as a number', async () => {
    const { sheet, data } = await readXlsx(
      write(
        'xlsx',
        ['Container', 'Note', 'Weight'],
        difficultTexts.map((text, index) => [`MSCU${index}`, text, index - 2]),
      ),
    )
    expect(sheet).toBe('Containers  all    week')
    expect(data[0]).toEqual(['Container', 'Note', 'Weight'])
    expect(data.slice(1).map((row) => row[0])).toEqual(difficultTexts.map((_, index) => `MSCU${index}`))
    expect(data.slice(1).map((row) => row[2])).toEqual(difficultTexts.map((_, index) => index - 2))
    expect(data.slice(1).map((row) => row[1])).toEqual(difficultTexts)
  })

  test('contains a day as a date that a spreadsheet can filter, and other texts of its column as texts', async () => {
    const days = ['2026-11-20', '2026-02-30', '1900-02-28', '=2026-11-20', '2026-11-12T14:00-08:00', 'Fri 20 Nov']
    const parts: Uint8Array[] = []
    const columns = [
      { title: 'LFD', width: 100, hasDays: true },
      { title: 'Ref', width: 100 },
    ]
    const writer = createFileWriter('xlsx', { title: 'Days', columns }, (bytes) => {
      parts.push(bytes)
    })
    writer.add([{ subtotals: ['2026-11-20', 2] }, ...days.map((day) => [day, '2026-11-20'])])
    writer.end()
    const { data } = await readXlsx(new Uint8Array(Buffer.concat(parts)))
    expect(data[1]).toEqual([new Date('2026-11-20T00:00:00Z'), 2])
    expect(data.slice(2).map(([day]) => day)).toEqual([new Date('2026-11-20T00:00:00Z'), ...days.slice(1)])
    expect(data.slice(2).map((row) => row[1])).toEqual(days.map(() => '2026-11-20'))
  })

  test('escapes or replaces characters that XML does not allow, and truncates texts that are too long for a cell', async () => {
    const { data } = await readXlsx(
      write('xlsx', ['Note'], [['bell\u0007'], ['half \ud83d'], ['a\r\nb'], ['x'.repeat(40_000)]]),
    )
    expect(data.slice(1, 4).map(([note]) => note)).toEqual(['bell\u0007', 'half \ufffd', 'a\nb'])
    expect(String(data[4]?.[0])).toHaveLength(32_767)
  })

  test('names columns beyond Z, and refuses more rows than the format allows', () => {
    expect([0, 25, 26, 51, 52, 701, 702].map(getColumnLetters)).toEqual(['A', 'Z', 'AA', 'AZ', 'BA', 'ZZ', 'AAA'])
    const writer = createFileWriter('xlsx', { title: 'x', columns: [{ title: 'a', width: 50 }] }, () => undefined)
    expect(() => writer.add({ length: MAX_ROWS } as Cell[][])).toThrow(
      new AppError('export/too-many-rows', { most: MAX_ROWS - 1 }),
    )
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
      title: 'Days',
      copyTitle: 'Days left',
      align: 'end',
      width: 50,
      text: ({ left }) => `${left ?? ''} d`,
      copy: ({ left }) => String(left ?? ''),
    },
    { key: 'count', title: 'Count', width: 70, isNumber: true, text: () => '3 · 1 late', copy: () => '3' },
    { key: 'day', title: 'Day', width: 70, isDate: true, text: () => 'Fri 20 Nov', copy: () => '2026-11-20' },
  ]

  test('can be read by another program: no marks, numbers only in number columns, leading zeros preserved', () => {
    const shown = listExportedColumns(columns)
    expect(createHead('LFD', shown, { ref: 200 }).columns).toEqual([
      { title: 'Container', width: 120 },
      { title: 'Ref', width: 200 },
      { title: 'Days left', width: 50 },
      { title: 'Count', width: 70 },
      { title: 'Day', width: 70, hasDays: true },
    ])
    expect(createCells(shown, { number: 'MSCU1234566', ref: '00042', left: -2 })).toEqual([
      'MSCU1234566',
      '00042',
      -2,
      3,
      '2026-11-20',
    ])
    expect(createCells(shown, { number: 'MSCU1234566', ref: '42', left: null })).toEqual([
      'MSCU1234566',
      '42',
      '',
      3,
      '2026-11-20',
    ])
  })
})
