import { describe, expect, test } from 'vitest'
import { isComplete } from '#engine/folders/copy-to-spool.ts'

const bytes = (text: string, zeros = 0) => Buffer.concat([Buffer.from(text, 'latin1'), Buffer.alloc(zeros)])

describe('a complete file', () =>
  test.each<[string, Uint8Array]>([
    ['a.pdf', bytes('... startxref\n42\n%%EOF\n')],
    ['padded.pdf', bytes('%%EOF', 3_000)],
    ['a.png', bytes('data\0\0\0\0IEND\xaeB`\x82')],
    ['a.jpg', bytes('data\xff\xd9')],
    ['a.xlsx', bytes('PK\x05\x06' + '\0'.repeat(18))],
    ['commented.docx', bytes('PK\x05\x06' + 'c'.repeat(60_000))],
    ['a.txt', bytes('line\n')],
    ['wide.txt', Buffer.from('line\n', 'utf16le')],
    ['short.txt', bytes('')],
    ['a.tif', bytes('II*', 100)],
    ['a.xls', bytes('', 512)],
  ])('%s', (name, tail) => expect(isComplete(name, tail)).toBe(true)))

describe('a file without its end', () =>
  test.each<[string, Uint8Array]>([
    ['a.pdf', bytes('... endobj')],
    ['preallocated.pdf', bytes('%PDF-1.4', 60_000)],
    ['%%EOF far before.pdf', bytes('%%EOF' + 'x'.repeat(5_000))],
    ['a.png', bytes('IDAT')],
    ['a.jpg', bytes('\xff\xd8 data')],
    ['a.xlsx', bytes('PK\x03\x04', 60_000)],
    ['a.csv', bytes('a;b\n', 100)],
    ['a.xml', bytes('<a>', 4)],
  ])('%s', (name, tail) => expect(isComplete(name, tail)).toBe(false)))
