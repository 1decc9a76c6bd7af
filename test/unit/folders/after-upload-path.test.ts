import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createTargetPath, addNumber } from '#engine/folders/after-upload.ts'

test.each([
  ['invoice.pdf', 1, 'invoice.pdf'],
  ['invoice.pdf', 2, 'invoice (2).pdf'],
  ['archive.tar.gz', 3, 'archive.tar (3).gz'],
  ['noending', 2, 'noending (2)'],
  ['.env', 2, '.env (2)'],
])('the name %s with number %i is %s', (name, n, expected) => expect(addNumber(name, n)).toBe(expected))

test.each([
  'a'.repeat(251) + '.pdf',
  'ä'.repeat(125) + '.pdf',
  '😀'.repeat(62) + '.pdf',
  'e\u0301'.repeat(83) + '.pdf',
])('a numbered name of the longest length is still valid', (name) => {
  const numbered = addNumber(name, 12)
  expect(Buffer.byteLength(numbered)).toBeLessThanOrEqual(255)
  expect(numbered.endsWith(' (12).pdf')).toBe(true)
  expect(numbered.isWellFormed()).toBe(true)
})

test('an uploaded file is moved to the folder of its month', () =>
  expect(createTargetPath(join('/in', 'a.pdf'), '2026-11', 2)).toBe(join('/in', 'Uploaded', '2026-11', 'a (2).pdf')))
