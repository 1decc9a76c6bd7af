// Detects whether commits are missing from a file's write-ahead log. SQLite uses a log up to the first frame that is
// not complete, and reports neither the rest nor a missing log. Lost commits show in the frames after the broken one,
// in the index of shared memory, which a killed process leaves behind, and in our mark for a log that must exist. A log
// that was cut at the end of a commit, without its index, looks like a shorter one. Format:
// https://www.sqlite.org/fileformat2.html#walformat and https://www.sqlite.org/walformat.html

/** `isExpected`: the program did not end normally, so its log must exist. */
export type WalFiles = { wal: Uint8Array | null; shm: Uint8Array | null; isExpected: boolean }

const HEADER_BYTES = 32
const FRAME_HEADER_BYTES = 24
const MAGIC = 0x377f0682

export function isCommitMissing({ wal, shm, isExpected }: WalFiles): boolean {
  const index = indexIn(shm)
  const isUnsaved = index !== null && index.frames > index.copied
  if (wal === null) return isExpected || isUnsaved
  if (wal.byteLength < HEADER_BYTES) return isUnsaved
  const log = logIn(wal)
  if (log === null) return wal.byteLength > HEADER_BYTES
  return log.hasLaterCommit || (index !== null && index.salts === log.salts && index.frames > log.committed)
}

type Index = { frames: number; copied: number; salts: string }

/** Null: missing or incomplete. SQLite writes it twice, in the machine's byte order. */
function indexIn(shm: Uint8Array | null): Index | null {
  const [once, bytes] = [48, 100]
  if (
    shm === null ||
    shm.byteLength < bytes ||
    !Buffer.from(shm.subarray(0, once)).equals(shm.subarray(once, 2 * once))
  )
    return null
  const view = viewOf(shm)
  const isLittle = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1
  return { frames: view.getUint32(16, isLittle), copied: view.getUint32(96, isLittle), salts: hex(shm, 32, 8) }
}

type Log = {
  salts: string
  /** How many frames there are up to the last whole commit. */ committed: number
  hasLaterCommit: boolean
}

/** Null: the header is invalid. */
function logIn(wal: Uint8Array): Log | null {
  const view = viewOf(wal)
  const magic = view.getUint32(0)
  const isLittle = magic === MAGIC
  let sum: Sum = add(view, 0, 24, [0, 0], isLittle)
  if ((magic & ~1) !== MAGIC || !isAt(view, 24, sum)) return null
  const frameBytes = FRAME_HEADER_BYTES + view.getUint32(8)
  const log: Log = { salts: hex(wal, 16, 8), committed: 0, hasLaterCommit: false }
  let isWhole = true
  for (let frame = 1, at = HEADER_BYTES; at + frameBytes <= wal.byteLength; frame++, at += frameBytes) {
    const isOfThisLog = hex(wal, at + 8, 8) === log.salts
    const isCommit = view.getUint32(at + 4) !== 0
    if (isWhole && isOfThisLog) {
      sum = add(
        view,
        at + FRAME_HEADER_BYTES,
        frameBytes - FRAME_HEADER_BYTES,
        add(view, at, 8, sum, isLittle),
        isLittle,
      )
      isWhole = isAt(view, at + 16, sum)
      if (isWhole && isCommit) log.committed = frame
      if (isWhole) continue
    }
    isWhole = false
    // Before a log restarts, all of it is in the file; the remains of an earlier log have other salts.
    if (isOfThisLog && isCommit) log.hasLaterCommit = true
  }
  return log
}

type Sum = [number, number]

function add(view: DataView, from: number, length: number, [one, two]: Sum, isLittle: boolean): Sum {
  let [a, b] = [one, two]
  for (let at = from; at < from + length; at += 8) {
    a = (a + view.getUint32(at, isLittle) + b) >>> 0
    b = (b + view.getUint32(at + 4, isLittle) + a) >>> 0
  }
  return [a, b]
}

const isAt = (view: DataView, at: number, [a, b]: Sum) => view.getUint32(at) === a && view.getUint32(at + 4) === b
const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
const hex = (bytes: Uint8Array, from: number, length: number) =>
  Buffer.from(bytes.subarray(from, from + length)).toString('hex')
