import { expect, test } from 'vitest'
import { displayFileName } from '#words/file-name.ts'
import { getDocumentNumber } from '../../src/renderer/src/features/documents/documents.ts'

test.each([
  ['invoice\u202Efdp.exe', 'invoicefdp.exe'],
  ['\u2066a\u2069.pdf', 'a.pdf'],
  ['two\nlines\u0000.pdf', 'two lines .pdf'],
  ['Rechnung März – Café 発票.pdf', 'Rechnung März – Café 発票.pdf'],
  ['חשבונית 7.pdf', 'חשבונית 7.pdf'],
])('a file named %j is shown as %j', (name, shown) =>
  expect([displayFileName(name), getDocumentNumber({ keyNumber: null, fileName: name })]).toEqual([shown, shown]),
)
