// Decodes the bytes of a list: by the byte order mark, or by their content. Excel writes UTF-16, UTF-8 with and without
// a mark, and the system's code page.
import { AppError } from '#contract/errors.ts'

const byteOrderMarks: readonly { bytes: readonly number[]; encoding: string }[] = [
  { bytes: [0xef, 0xbb, 0xbf], encoding: 'utf-8' },
  { bytes: [0xff, 0xfe], encoding: 'utf-16le' },
  { bytes: [0xfe, 0xff], encoding: 'utf-16be' },
]

/** Throws `import/not-a-list` if the bytes are not text. */
export function decodeText(bytes: Uint8Array): string {
  const mark = byteOrderMarks.find((candidate) => candidate.bytes.every((byte, index) => bytes[index] === byte))
  if (mark) return checkText(new TextDecoder(mark.encoding).decode(bytes))
  const utf16Encoding = detectUtf16(bytes)
  if (utf16Encoding !== null) return checkText(new TextDecoder(utf16Encoding).decode(bytes))
  try {
    return checkText(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (error) {
    if (error instanceof AppError) throw error
    // This code page accepts every byte, so the result is checked by its characters.
    return checkText(new TextDecoder('windows-1252').decode(bytes))
  }
}

/** Latin letters in UTF-16 have a zero in every second byte, so zeros are frequent there and rare elsewhere. */
function detectUtf16(bytes: Uint8Array): string | null {
  const sample = bytes.subarray(0, 2_000)
  if (sample.length < 4) return null
  const zeros = [0, 0]
  sample.forEach((byte, index) => {
    if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1
  })
  const [evenShare = 0, oddShare = 0] = zeros.map((count) => count / (sample.length / 2))
  if (oddShare > 0.6 && evenShare < 0.1) return 'utf-16le'
  return evenShare > 0.6 && oddShare < 0.1 ? 'utf-16be' : null
}

/**
 * Removes the byte order mark. Throws if more than 1 % of the start are control characters, or if it is PDF, RTF, HTML
 * or XML.
 */
function checkText(text: string): string {
  const start = text.slice(0, 10_000)
  const invalid = start.match(/[\u0000-\u0008\u000e-\u001f\ufffd]/g)?.length ?? 0
  if (invalid > start.length / 100 || /^\s*(%PDF-|\{\\rtf|<!doctype|<html|<\?xml|<table)/i.test(start))
    throw new AppError('import/not-a-list')
  return text.replace(/^\ufeff/, '')
}
