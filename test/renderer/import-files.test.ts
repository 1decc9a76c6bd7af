// Real lists: from Excel in three languages, with and without byte order mark, damaged, empty, locked, and files that
// are no list. Each is read, or refused with its own reason.
import { zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { AppError } from '#contract/errors.ts'
import { makeCompoundFile, makeWorkbook, addWorkbookParts } from '#support/workbooks.ts'
import { MAX_BYTES } from '../../src/renderer/src/features/batch/files/limits.ts'
import { readFile } from '../../src/renderer/src/features/batch/files/read-file.ts'

const utf8 = (text: string) => new TextEncoder().encode(text)
const utf16 = (text: string, isBig = false, hasMark = true) => {
  const units = Array.from(`${hasMark ? '\ufeff' : ''}${text}`, (character) => character.charCodeAt(0))
  return new Uint8Array(units.flatMap((unit) => (isBig ? [unit >> 8, unit & 255] : [unit & 255, unit >> 8])))
}
const readRows = async (bytes: Uint8Array<ArrayBuffer>) => (await readFile(bytes))[0]?.rows
const findRefusalCode = (bytes: Uint8Array<ArrayBuffer>) =>
  readFile(bytes).then(
    () => 'read',
    (error: unknown) => (error instanceof AppError ? error.code : error),
  )

describe('a text file', () =>
  test.each<[string, Uint8Array<ArrayBuffer>, string[][]]>([
    [
      'with commas',
      utf8('a,b\r\n1,2'),
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'with semicolons, and commas within cells',
      utf8('Nr;Wert\nMSCU1234566;1,50\nMSCU1234571;2,75'),
      [
        ['Nr', 'Wert'],
        ['MSCU1234566', '1,50'],
        ['MSCU1234571', '2,75'],
      ],
    ],
    [
      'with tabs',
      utf8('a\tb\n1\t2\n'),
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'that names its separator',
      utf8('sep=;\r\na;b\r\n1;2'),
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'with quoted cells, quotes and line breaks in them',
      utf8('"Number","Note"\n"A1","says ""now"", and\nthen later"\n'),
      [
        ['Number', 'Note'],
        ['A1', 'says "now", and\nthen later'],
      ],
    ],
    [
      'with a single inch sign',
      utf8('A1,40" box\nA2,20 box\nA3,x'),
      [
        ['A1', '40" box'],
        ['A2', '20 box'],
        ['A3', 'x'],
      ],
    ],
    [
      'with one quote too many, which affects no other line,',
      utf8('"Number","Note"\n"A1","40" box, "new""\n"A2","Acme, Inc"\nA3,"40 box\n"A4","two\nlines"\n'),
      [
        ['Number', 'Note'],
        ['A1', '40" box, "new"'],
        ['A2', 'Acme, Inc'],
        ['A3', '"40 box'],
        ['A4', 'two\nlines'],
      ],
    ],
    [
      'of one column, with empty lines around and within it,',
      utf8('\n\nMSCU1234566\n  \n MSCU1234571 \n\n'),
      [['MSCU1234566'], [''], ['MSCU1234571']],
    ],
    [
      'of one column, with a comma in one line,',
      utf8('MSCU1234566\nMSCU1234571\nAcme, Inc\nMSCU1234587'),
      [['MSCU1234566'], ['MSCU1234571'], ['Acme, Inc'], ['MSCU1234587']],
    ],
    ['with a byte order mark of UTF-8', new Uint8Array([0xef, 0xbb, 0xbf, ...utf8('Größe,1')]), [['Größe', '1']]],
    [
      'in UTF-16',
      utf16('Größe\t1\r\nA\t2'),
      [
        ['Größe', '1'],
        ['A', '2'],
      ],
    ],
    ['in big-endian UTF-16', utf16('Größe\t1', true), [['Größe', '1']]],
    [
      'in UTF-16 without a byte order mark',
      utf16('number\t1\r\nA\t2', false, false),
      [
        ['number', '1'],
        ['A', '2'],
      ],
    ],
    ['in the code page of Windows', new Uint8Array([0x47, 0x72, 0xf6, 0xdf, 0x65, 0x3b, 0x31]), [['Größe', '1']]],
    [
      'with line ends of old Macs',
      utf8('a,b\r1,2\r'),
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
  ])('%s is read', async (_name, bytes, rows) => expect(await readRows(bytes)).toEqual(rows)))

describe('a workbook', () => {
  test('is read sheet by sheet, and long numbers are digits without an exponent', async () => {
    const bytes = makeWorkbook({
      Week: [
        ['Booking', 'Ref'],
        [260_123_456_789, 'PO 1'],
        ['MSCU1234566', 'A & B'],
      ],
      Empty: [],
    })
    expect(await readFile(bytes)).toEqual([
      {
        name: 'Week',
        rows: [
          ['Booking', 'Ref'],
          ['260123456789', 'PO 1'],
          ['MSCU1234566', 'A & B'],
        ],
      },
    ])
  })

  test('keeps its blank rows, because results refer to its row numbers', async () =>
    expect(
      (
        await readRows(
          makeWorkbook({
            S: [
              ['MBL', 'Ref'],
              ['OBLN61234567', 'A'],
              ['', ''],
              ['OBLN61234568', 'B'],
              ['', ''],
            ],
          }),
        )
      )?.map(([number]) => number),
    ).toEqual(['MBL', 'OBLN61234567', '', 'OBLN61234568']))

  test('of 20,001 rows is read, and one of 20,002 rows is refused unless another sheet is short', async () => {
    const rows = (count: number) => Array.from({ length: count }, (_, index) => [`MSCU${1_000_000 + index}`])
    expect((await readRows(makeWorkbook({ S: rows(20_001) })))?.length).toBe(20_001)
    expect(await findRefusalCode(makeWorkbook({ S: rows(20_002) }))).toBe('import/too-many-lines')
    expect(await findRefusalCode(makeWorkbook({ Stock: rows(20_002), List: rows(1) }))).toBe('read')
  })
})

describe('an irregular workbook', () => {
  const SHEET = 'xl/worksheets/sheet1.xml'
  const FORMATS =
    '<numFmts count="1"><numFmt numFmtId="164" formatCode="000000000"/></numFmts><cellXfs count="3"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/><xf numFmtId="164" applyNumberFormat="1"/></cellXfs>'
  const addCells = (workbook: Uint8Array, cells: string) =>
    addWorkbookParts(workbook, {
      'xl/styles.xml': (xml) => xml.replace(/<cellXfs.*<\/cellXfs>/, FORMATS),
      [SHEET]: (xml) => xml.replace('</sheetData>', `${cells}</sheetData>`),
    })
  const makeList = () =>
    makeWorkbook({
      S: [
        ['Booking', 'PO'],
        ['OBLN61234567', 'A'],
      ],
    })

  test('is read without cells far to the right of the others, which would need too much memory', async () => {
    const withFarCells = addCells(
      makeList(),
      '<row r="3"><c r="A3"><v>7</v></c><c r="XFD3"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"><v>1</v></c></row>',
    )
    expect((await readRows(withFarCells))?.map((row) => row.length)).toEqual([2, 2, 2])
  })

  test('is refused as too long if one cell is in the last row', async () =>
    expect(await findRefusalCode(addCells(makeList(), '<row r="1048576"><c r="A1048576"><v>1</v></c></row>'))).toBe(
      'import/too-many-lines',
    ))

  test('reads a date as a date, and a number with the format of a date but no valid day as a number', async () =>
    expect(
      await readRows(
        addCells(makeList(), '<row r="3"><c r="A3" s="1"><v>260000001</v></c><c r="B3" s="1"><v>46000</v></c></row>'),
      ),
    ).toContainEqual(['260000001', '2025-12-09']))

  test('keeps leading zeros that come from the format', async () =>
    expect(
      await readRows(
        addCells(makeList(), '<row r="3"><c r="A3" s="2"><v>12345678</v></c><c r="B3"><v>12</v></c></row>'),
      ),
    ).toContainEqual(['012345678', '12']))

  test('is read also if its cells have no references', async () =>
    expect(
      await readRows(
        addCells(makeList(), '<row><c t="inlineStr"><is><t>OBLN61234568</t></is></c><c><v>4</v></c></row>'),
      ),
    ).toContainEqual(['OBLN61234568', '4']))

  test('is read if another sheet is only a chart', async () => {
    const workbook = makeWorkbook({ Chart: [], List: [['OBLN61234567']] })
    const withChart = addWorkbookParts(workbook, {
      'xl/_rels/workbook.xml.rels': (xml) =>
        xml.replace(
          'relationships/worksheet" Target="worksheets/sheet1',
          'relationships/chartsheet" Target="chartsheets/sheet1',
        ),
    })
    expect(await readFile(withChart)).toEqual([{ name: 'List', rows: [['OBLN61234567']] }])
  })
})

describe('a refused file', () => {
  /** A small archive whose directory states an unpacked size of 400 MB. */
  const makeArchiveBomb = () => {
    const bytes = zipSync({ 'xl/workbook.xml': utf8('<x/>') })
    const entry = bytes.findIndex((_, start) =>
      [0x50, 0x4b, 1, 2].every((byte, index) => bytes[start + index] === byte),
    )
    // An entry of the directory has the unpacked size at offset 24.
    new DataView(bytes.buffer, bytes.byteOffset).setUint32(entry + 24, 400_000_000, true)
    return bytes
  }
  test.each<[string, () => Uint8Array<ArrayBuffer>, string]>([
    ['an empty file', () => new Uint8Array(0), 'import/empty'],
    ['a file of blanks', () => utf8(' \n\n ;;; \n'), 'import/empty'],
    ['a workbook without a cell', () => makeWorkbook({ S: [] }), 'import/empty'],
    ['a workbook with a password', () => makeCompoundFile('EncryptedPackage'), 'import/password'],
    ['a workbook in the old format', () => makeCompoundFile('Workbook'), 'import/old-workbook'],
    ['a truncated workbook', () => makeWorkbook({ S: [['A1']] }).slice(0, 300), 'import/damaged'],
    ['another archive', () => zipSync({ 'word/document.xml': utf8('<x/>') }), 'import/not-a-list'],
    ['a workbook that unpacks to more than the limit', makeArchiveBomb, 'import/too-big'],
    ['a file beyond the limit', () => new Uint8Array(MAX_BYTES + 1), 'import/too-big'],
    ['a PDF', () => utf8('%PDF-1.7\n%âãÏÓ'), 'import/not-a-list'],
    ['a web page with the name of a workbook', () => utf8('<html><table><tr><td>A1'), 'import/not-a-list'],
    [
      'a picture',
      () => new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13, 1, 2, 3, 4, 5, 6, 0, 0, 7, 8]),
      'import/not-a-list',
    ],
  ])('has the error code of its reason: %s', async (_name, make, code) =>
    expect(await findRefusalCode(make())).toBe(code),
  )
})
