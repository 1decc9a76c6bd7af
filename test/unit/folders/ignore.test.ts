import { describe, expect, test } from 'vitest'
import { contentTypeOf, endingOf, isIgnored, getsRow } from '#engine/folders/ignore.ts'

describe('what programs leave lying about gets no row', () => {
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
  ])('%s', (name) => {
    expect(isIgnored(name, 'file')).toBe(true)
  })

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
  ])('the folder %s', (name) => {
    expect(isIgnored(name, 'folder')).toBe(true)
  })

  test.each(['invoice.pdf', 'tmp.pdf', 'part', 'Rechnung~1.pdf', 'a.tmp.pdf', 'Uploaded', 'CON.pdf', 'download.pdf'])(
    'but %s does',
    (name) => {
      expect(isIgnored(name, 'file')).toBe(false)
    },
  )
})

describe('documents by their names', () => {
  test.each([
    ['a.pdf', 'application/pdf'],
    ['A.PDF', 'application/pdf'],
    ['scan.TIFF', 'image/tiff'],
    ['x.y.jpeg', 'image/jpeg'],
    ['list.csv', 'text/csv'],
    ['mail.eml', 'message/rfc822'],
    ['mail.msg', 'application/vnd.ms-outlook'],
    ['old.xls', 'application/vnd.ms-excel'],
  ])('%s is %s', (name, type) => {
    expect(contentTypeOf(name)).toBe(type)
  })

  test.each(['a.zip', 'a.exe', 'a', 'pdf', 'a.pdf ', 'a.constructor', 'a.html', 'x.'])('%s is none', (name) => {
    expect(contentTypeOf(name)).toBeNull()
  })

  test('the ending is what follows the last dot, of a name that has more than that', () => {
    expect(['a.B', 'a.b.C', 'a', '.pdf', 'a.'].map(endingOf)).toEqual(['b', 'c', '', '', ''])
  })

  test('of folders only those are told that are called like one', () => {
    expect([
      getsRow('x.pdf', 'folder'),
      getsRow('2026', 'folder'),
      getsRow('x.exe', 'file'),
      getsRow('way', 'link'),
    ]).toEqual([true, false, true, true])
  })
})
