// Scans JSON bytes once, faster than parsing: refuses input that nests so deep or lists so many records that parsing it
// would block the engine's thread, and finds where a long list can be cut.
import { AppError } from '#contract/errors.ts'

/** A list of the document that is long enough to be parsed in parts. All positions are offsets in bytes. */
export type LongList = {
  name: 'data' | 'included'
  /** After its opening bracket. */
  start: number
  /** Commas between records. */
  cuts: number[]
  /** Its closing bracket. */
  end: number
}

/** An attribute that nests less deep than this makes only its record unusable (decode.ts). */
const MAX_DEPTH = 20_000
/** A page of 100 records includes a few hundred others. A service that ignores the page size may send this many. */
const MAX_RECORDS = 5_000
/** Depth of the commas between records: inside the document and its list. */
const RECORD_DEPTH = 2
/** Parsing this many bytes takes one or two milliseconds. */
const BYTES_PER_PART = 256 * 1024

const QUOTE = 0x22
const COMMA = 0x2c
const BACKSLASH = 0x5c
const BRACE = 0x7b
const BRACKET = 0x5b
const END_BRACE = 0x7d
const END_BRACKET = 0x5d

/** Scanning this many bytes takes one or two milliseconds. */
const BYTES_PER_STEP = 512 * 1024

type Scan = {
  offset: number
  depth: number
  /** The number of commas between records so far. */
  recordCommas: number
  /** The list the scan is in; null outside of one. */
  list: Omit<LongList, 'end'> | null
  lists: LongList[]
}

/** Throws `api/too-deep` or `api/too-many-records`. Only the parser checks whether the bytes are JSON. */
export function* scanJson(bytes: Uint8Array): Generator<void, LongList[]> {
  const scan: Scan = { offset: 0, depth: 0, recordCommas: 0, list: null, lists: [] }
  while (scan.offset < bytes.length) {
    scanStep(bytes, scan)
    yield
  }
  return scan.lists
}

function scanStep(bytes: Uint8Array, scan: Scan): void {
  const end = Math.min(bytes.length, scan.offset + BYTES_PER_STEP)
  let i = scan.offset
  for (; i < end; i++) {
    const byte = bytes[i] ?? 0
    if (byte === QUOTE) i = findEndOfText(bytes, i)
    else if (byte === BRACE || byte === BRACKET) {
      if (++scan.depth > MAX_DEPTH) throw new AppError('api/too-deep', {})
      if (scan.depth === RECORD_DEPTH && byte === BRACKET) scan.list = findListAt(bytes, i)
    } else if (byte === END_BRACE || byte === END_BRACKET) {
      if (scan.depth-- === RECORD_DEPTH) endList(scan, i, byte)
    } else if (byte === COMMA && scan.depth === RECORD_DEPTH) {
      if (++scan.recordCommas > MAX_RECORDS) throw new AppError('api/too-many-records', { most: MAX_RECORDS })
      if (scan.list && i - (scan.list.cuts.at(-1) ?? scan.list.start) >= BYTES_PER_PART) scan.list.cuts.push(i)
    }
  }
  scan.offset = i
}

const MAX_NAME_LENGTH = 64

/** The list that this bracket opens; null if it is not `data` or `included`, or if its name contains escapes. */
function findListAt(bytes: Uint8Array, bracket: number): Scan['list'] {
  const before = Buffer.from(bytes.subarray(Math.max(0, bracket - MAX_NAME_LENGTH), bracket)).toString('latin1')
  const name = /(?<!\\)"(data|included)"\s*:\s*$/.exec(before)?.[1]
  return name === 'data' || name === 'included' ? { name, start: bracket + 1, cuts: [] } : null
}

function endList(scan: Scan, offset: number, byte: number): void {
  if (scan.list && scan.list.cuts.length > 0 && byte === END_BRACKET) scan.lists.push({ ...scan.list, end: offset })
  scan.list = null
}

/** Index of the closing quote of the string that starts here; the length of the bytes if there is none. */
function findEndOfText(bytes: Uint8Array, start: number): number {
  for (let end = bytes.indexOf(QUOTE, start + 1); end >= 0; end = bytes.indexOf(QUOTE, end + 1)) {
    let firstBackslash = end
    while (bytes[firstBackslash - 1] === BACKSLASH) firstBackslash--
    // An even number of backslashes escapes only backslashes, not the quote.
    if ((end - firstBackslash) % 2 === 0) return end
  }
  return bytes.length
}
