import { describe, expect, test } from 'vitest'
import { getContentType, getExtension } from '#contract/rules/document-types.ts'
import { isIgnored, needsRow } from '#engine/folders/ignore.ts'

describe('temporary files and folders of programs get no row:', () => {
  test.each([
    '~$invoice.docx',
    '.~lock.invoice.odt#',
    '~WRD0001.tmp',
    'x.TMP',
    'invoice.pdf.part',
    'a.partial',
    'Unconfirmed 4711.crdownload',
    'invoice.pdf.download',
    'a.opdownload',
    '.invoice.pdf.icloud',
    '.hidden.pdf',
    '._invoice.pdf',
    'Thumbs.db',
    'desktop.ini',
    '.DS_Store',
    '.stfolder',
  ])('%s', (name) => expect(isIgnored(name, 'file')).toBe(true))

  test.each([
    '@eaDir',
    '#recycle',
    '$RECYCLE.BIN',
    '.Trashes',
    '.stversions',
    'Uploaded',
    'uploaded',
    'Failed',
    'invoice.pdf.download',
  ])('the folder %s', (name) => expect(isIgnored(name, 'folder')).toBe(true))

  test.each(['invoice.pdf', 'tmp.pdf', 'part', 'Rechnung~1.pdf', 'a.tmp.pdf', 'Uploaded', 'CON.pdf', 'download.pdf'])(
    '%s gets a row',
    (name) => expect(isIgnored(name, 'file')).toBe(false),
  )
})

describe('the type of a document by its name', () => {
  test.each([
    ['a.pdf', 'application/pdf'],
    ['A.PDF', 'application/pdf'],
    ['scan.TIFF', 'image/tiff'],
    ['x.y.jpeg', 'image/jpeg'],
    ['list.csv', 'text/csv'],
    ['mail.eml', 'message/rfc822'],
    ['mail.msg', 'application/vnd.ms-outlook'],
    ['old.xls', 'application/vnd.ms-excel'],
  ])('of %s is %s', (name, type) => expect(getContentType(name)).toBe(type))

  test.each(['a.zip', 'a.exe', 'a', 'pdf', 'a.pdf ', 'a.constructor', 'a.html', 'x.'])('of %s is unknown', (name) =>
    expect(getContentType(name)).toBeNull(),
  )

  test('depends on the ending after the last dot, if the name has more than the ending', () =>
    expect(['a.B', 'a.b.C', 'a', '.pdf', 'a.'].map(getExtension)).toEqual(['b', 'c', '', '', '']))

  test('decides that a skipped folder is reported only if it is named like a document', () =>
    expect([
      needsRow('x.pdf', 'folder'),
      needsRow('2026', 'folder'),
      needsRow('x.exe', 'file'),
      needsRow('shortcut', 'link'),
    ]).toEqual([true, false, true, true]))
})
