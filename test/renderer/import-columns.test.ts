// The guess of what each column of a list contains, and the lines that the choice produces.
import { describe, expect, test } from 'vitest'
import {
  nameColumns,
  guessColumns,
  readLines,
  findTypeByHeading,
  type ColumnChoice,
} from '../../src/renderer/src/features/batch/files/columns.ts'

const containerNumber = 'MSCU1234566'
const billNumber = 'MAEU260123456'

describe('the columns', () => {
  test.each<[string, string[][], ColumnChoice]>([
    [
      'of a bare list',
      [[containerNumber], ['TGHU7654321']],
      { hasHeadings: false, number: 0, shippingLine: null, refs: [] },
    ],
    [
      'named in English',
      [
        ['Container No', 'SCAC', 'PO Number', 'ETA'],
        [containerNumber, 'MSCU', '4711', '2026-11-20'],
      ],
      { hasHeadings: true, number: 0, shippingLine: 1, refs: [2] },
    ],
    [
      'with a bill and a container, where the bill is the number,',
      [
        ['Container', 'MBL', 'Our Ref'],
        [containerNumber, billNumber, 'F-1'],
      ],
      { hasHeadings: true, number: 1, shippingLine: null, refs: [2] },
    ],
    [
      'with a heading for bills but no bill',
      [
        ['MBL', 'Container'],
        ['', containerNumber],
        ['', containerNumber],
      ],
      { hasHeadings: true, number: 1, shippingLine: null, refs: [] },
    ],
    [
      'without headings and with the number in the third',
      [
        ['1', 'Acme', containerNumber],
        ['2', 'Bolt', 'TGHU7654321'],
      ],
      { hasHeadings: false, number: 2, shippingLine: null, refs: [] },
    ],
    [
      'with purchase orders but no heading',
      [
        [containerNumber, 'PO-770', 'Acme', '2026-11-20'],
        ['TGHU7654321', '4711', 'Bolt', '20.11.2026'],
      ],
      { hasHeadings: false, number: 0, shippingLine: null, refs: [1] },
    ],
    [
      'with a bill beside its container and no heading',
      [
        [billNumber, containerNumber],
        ['MAEU260123457', 'TGHU7654321'],
      ],
      { hasHeadings: false, number: 0, shippingLine: null, refs: [] },
    ],
    [
      'with SCACs but no heading',
      [
        [billNumber, 'MAEU'],
        ['260123457', 'MSCU'],
      ],
      { hasHeadings: false, number: 0, shippingLine: 1, refs: [] },
    ],
    [
      'with unknown headings',
      [
        ['Foo', 'Bar'],
        ['x', containerNumber],
      ],
      { hasHeadings: true, number: 1, shippingLine: null, refs: [] },
    ],
  ])('%s are guessed', (_name, rows, choice) => expect(guessColumns(rows)).toEqual(choice))

  test.each(['Customer', 'Client', 'Consignee name', 'Shipper', 'Our customer', 'Kunde', 'Cliente', '客户'])(
    'called %s are no references, unless the user chooses them',
    (title) => {
      const rows = [
        ['Container', title, 'Customer ref'],
        [containerNumber, 'Juniper 1', 'PO 1'],
      ]
      expect(guessColumns(rows).refs).toEqual([2])
    },
  )

  test.each([
    ['MBL', 'bill_of_lading'],
    ['B/L No.', 'bill_of_lading'],
    ['Booking', 'booking_number'],
    ['Number', null],
  ])('called %s give the type of numbers that are plain digits', (title, type) => {
    const rows = [[title], ['260123456']]
    expect(findTypeByHeading(rows, guessColumns(rows))).toBe(type)
  })

  test('are named by heading, or by letter and first value', () =>
    expect([
      nameColumns(
        [
          ['MBL', ''],
          ['1', '2'],
        ],
        true,
      ),
      nameColumns([[containerNumber, '']], false),
      nameColumns([Array.from({ length: 28 }, () => '')], false).at(-1),
    ]).toEqual([['MBL', 'B'], [`A: ${containerNumber}`, 'B'], 'AB']))
})

describe('the lines', () => {
  test('contain number, line and references, each reference once', () => {
    const rows = [
      ['MBL', 'Line', 'PO', 'Ref'],
      [` ${billNumber} `, 'Maersk', 'PO 1', 'PO 1'],
      ['', '', '', ''],
    ]
    expect(readLines(rows, { hasHeadings: true, number: 0, shippingLine: 1, refs: [2, 3] })).toEqual([
      { number: billNumber, besideNumber: '', shippingLine: 'Maersk', refs: ['PO 1'] },
      { number: '', besideNumber: '', shippingLine: '', refs: [] },
    ])
  })

  test('a name beside a number in the same cell is no part of the number', () => {
    const rows = [
      [containerNumber],
      [`${containerNumber};Evergreen`],
      ['mscu 123456 6 Juniper'],
      [`${containerNumber}; ${billNumber}`],
      [`${containerNumber}\n${billNumber}`],
    ]
    const choice = { hasHeadings: false, number: 0, shippingLine: null, refs: [] }
    expect(readLines(rows, choice).map(({ number }) => number)).toEqual([
      containerNumber,
      containerNumber,
      'mscu 123456 6',
      `${containerNumber}; ${billNumber}`,
      `${containerNumber}\n${billNumber}`,
    ])
  })

  test.each([
    [`${containerNumber} ref ABC`, containerNumber, 'ABC'],
    [`${containerNumber} PO 77-A`, containerNumber, 'PO 77-A'],
    [`${containerNumber} Ref: 4500123456`, containerNumber, '4500123456'],
    [`${containerNumber} PO 4500123456`, containerNumber, 'PO 4500123456'],
    [`${containerNumber} PO4500123456`, containerNumber, 'PO4500123456'],
    [`${containerNumber} order ${billNumber}`, `${containerNumber} order ${billNumber}`, ''],
    [`${containerNumber}, Juniper`, containerNumber, 'Juniper'],
    [`Juniper;${billNumber}`, billNumber, 'Juniper'],
    [`${containerNumber} ${billNumber}`, `${containerNumber} ${billNumber}`, ''],
    [containerNumber, containerNumber, ''],
  ])('of %j keep the other text of the cell beside the number', (cell, number, besideNumber) => {
    const choice = { hasHeadings: false, number: 0, shippingLine: null, refs: [] }
    expect(readLines([[cell]], choice)).toEqual([{ number, besideNumber, shippingLine: '', refs: [] }])
  })

  test.each(['PO 4500012345', 'Ref: ABC-1', 'customer Acme'])(
    'of a first line with a number and %j have no headings, also if it is the only one',
    (text) => {
      const rows = [[`${containerNumber} ${text}`], ['TCLU1234568 PO 4500012346']]
      expect([guessColumns(rows).hasHeadings, guessColumns(rows.slice(0, 1)).hasHeadings]).toEqual([false, false])
    },
  )

  test('of numbers side by side: each number has a line', () => {
    const rows = [[containerNumber, billNumber, '']]
    expect(readLines(rows, guessColumns(rows)).map(({ number }) => number)).toEqual([containerNumber, billNumber])
  })

  test('of containers side by side: each container has a line, but a bill beside its container has only one', () => {
    const containers = [[containerNumber, 'TGHU 115565-8', ''], ['CAIU 838349 0'], ['', 'EMCU1337098']]
    expect(readLines(containers, guessColumns(containers)).map(({ number }) => number)).toEqual([
      containerNumber,
      'TGHU 115565-8',
      'CAIU 838349 0',
      'EMCU1337098',
    ])
    const bills = [
      [billNumber, containerNumber],
      [billNumber, 'EMCU1337098'],
    ]
    expect(readLines(bills, guessColumns(bills)).map(({ number }) => number)).toEqual([billNumber, billNumber])
  })
})
