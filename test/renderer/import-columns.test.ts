// Which column holds what, guessed from lists as they come, and the lines that follow from the choice.
import { describe, expect, it } from 'vitest'
import {
  columnNames,
  guessColumns,
  linesOf,
  typeByHeading,
  type ColumnChoice,
} from '../../src/renderer/src/features/batch/files/columns.ts'

const box = 'MSCU1234566'
const bill = 'MAEU260123456'

describe('the columns', () => {
  it.each<[string, string[][], ColumnChoice]>([
    ['of a bare list', [[box], ['TGHU7654321']], { hasHeadings: false, number: 0, line: null, refs: [] }],
    [
      'named in English',
      [
        ['Container No', 'SCAC', 'PO Number', 'ETA'],
        [box, 'MSCU', '4711', '2026-11-20'],
      ],
      { hasHeadings: true, number: 0, line: 1, refs: [2] },
    ],
    [
      'with bill and container: the bill counts once',
      [
        ['Container', 'MBL', 'Our Ref'],
        [box, bill, 'F-1'],
      ],
      { hasHeadings: true, number: 1, line: null, refs: [2] },
    ],
    [
      'with a heading for bills that are not filled in',
      [
        ['MBL', 'Container'],
        ['', box],
        ['', box],
      ],
      { hasHeadings: true, number: 1, line: null, refs: [] },
    ],
    [
      'without headings, the number in the third',
      [
        ['1', 'Acme', box],
        ['2', 'Bolt', 'TGHU7654321'],
      ],
      { hasHeadings: false, number: 2, line: null, refs: [] },
    ],
    [
      'with SCACs but no heading',
      [
        [bill, 'MAEU'],
        ['260123457', 'MSCU'],
      ],
      { hasHeadings: false, number: 0, line: 1, refs: [] },
    ],
    [
      'with headings nobody knows',
      [
        ['Foo', 'Bar'],
        ['x', box],
      ],
      { hasHeadings: true, number: 1, line: null, refs: [] },
    ],
  ])('%s', (_name, rows, choice) => {
    expect(guessColumns(rows)).toEqual(choice)
  })

  it.each([
    ['MBL', 'bill_of_lading'],
    ['B/L No.', 'bill_of_lading'],
    ['Booking', 'booking_number'],
    ['Number', null],
  ])('called %s say what plain digits are', (title, type) => {
    const rows = [[title], ['260123456']]
    expect(typeByHeading(rows, guessColumns(rows))).toBe(type)
  })

  it('are named by heading, or by letter and first value', () => {
    expect([
      columnNames(
        [
          ['MBL', ''],
          ['1', '2'],
        ],
        true,
      ),
      columnNames([[box, '']], false),
      columnNames([Array.from({ length: 28 }, () => '')], false).at(-1),
    ]).toEqual([['MBL', 'B'], [`A: ${box}`, 'B'], 'AB'])
  })
})

describe('the lines', () => {
  it('hold number, line and references, each once', () => {
    const rows = [
      ['MBL', 'Line', 'PO', 'Ref'],
      [` ${bill} `, 'Maersk', 'PO 1', 'PO 1'],
      ['', '', '', ''],
    ]
    expect(linesOf(rows, { hasHeadings: true, number: 0, line: 1, refs: [2, 3] })).toEqual([
      { number: bill, line: 'Maersk', refs: ['PO 1'] },
      { number: '', line: '', refs: [] },
    ])
  })

  it('of numbers pasted side by side are as many as numbers', () => {
    const rows = [[box, bill, '']]
    expect(linesOf(rows, guessColumns(rows)).map(({ number }) => number)).toEqual([box, bill])
  })

  it('of containers side by side on several rows are as many as containers; a bill beside its box is one', () => {
    const boxes = [[box, 'TGHU 115565-8', ''], ['CAIU 838349 0'], ['', 'EMCU1337098']]
    expect(linesOf(boxes, guessColumns(boxes)).map(({ number }) => number)).toEqual([
      box,
      'TGHU 115565-8',
      'CAIU 838349 0',
      'EMCU1337098',
    ])
    const bills = [
      [bill, box],
      [bill, 'EMCU1337098'],
    ]
    expect(linesOf(bills, guessColumns(bills)).map(({ number }) => number)).toEqual([bill, bill])
  })
})
