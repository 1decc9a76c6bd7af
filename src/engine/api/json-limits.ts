// Refuses, by its bytes alone, JSON that nests so deep or lists so many records that parsing it would block the engine's
// thread. One pass over the bytes takes less time than parsing them.
import { AppError } from '#contract/errors.ts'

/** An attribute that nests less deep than this costs only its record (decode.ts). */
const MOST_DEPTH = 20_000
/** A page of 100 records includes a few hundred others. A service that ignores the page size may send this many. */
const MOST_RECORDS = 5_000
/** Depth of the commas between records: inside the document and its list. */
const RECORD_DEPTH = 2

const QUOTE = 0x22
const COMMA = 0x2c
const BACKSLASH = 0x5c
const BRACE = 0x7b
const BRACKET = 0x5b
const END_BRACE = 0x7d
const END_BRACKET = 0x5d

/** A millisecond or two. */
const BYTES_A_STEP = 512 * 1024

/** Throws `api/too-deep` or `api/too-many-records`. Does not check that it is JSON: the parser does. */
export function* checkLimits(bytes: Uint8Array): Generator<void, void> {
  let [at, depth, records] = [0, 0, 0]
  while (at < bytes.length) {
    ;({ at, depth, records } = checkSome(bytes, { at, depth, records }))
    yield
  }
}

/** `records`: the commas between records so far. */
type Checked = { at: number; depth: number; records: number }

function checkSome(bytes: Uint8Array, { at, depth, records }: Checked): Checked {
  const end = Math.min(bytes.length, at + BYTES_A_STEP)
  let i = at
  for (; i < end; i++) {
    const byte = bytes[i] ?? 0
    if (byte === QUOTE) i = endOfText(bytes, i)
    else if (byte === BRACE || byte === BRACKET) {
      if (++depth > MOST_DEPTH) throw new AppError('api/too-deep', {})
    } else if (byte === END_BRACE || byte === END_BRACKET) depth--
    else if (byte === COMMA && depth === RECORD_DEPTH && ++records > MOST_RECORDS) throw new AppError('api/too-many-records', { most: MOST_RECORDS })
  }
  return { at: i, depth, records }
}

/** Index of the closing quote of the string that starts here; the length of the bytes where there is none. */
function endOfText(bytes: Uint8Array, start: number): number {
  for (let end = bytes.indexOf(QUOTE, start + 1); end >= 0; end = bytes.indexOf(QUOTE, end + 1)) {
    let before = end
    while (bytes[before - 1] === BACKSLASH) before--
    if ((end - before) % 2 === 0) return end
  }
  return bytes.length
}
