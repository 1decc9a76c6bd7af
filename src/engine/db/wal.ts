// Detects whether commits are missing from a file's write-ahead log. SQLite uses a log up to the first frame that is
// not complete, and reports neither the rest nor a missing log. Lost commits show in the frames after the broken one,
// in the index of shared memory, which a killed process leaves behind, and in our mark for a log that must exist. Two
// losses are not noticed: a log that was cut at the end of a commit, without its index; and a damaged last commit
// beside an older index, as a power loss may leave it, because a kill leaves the same. Format:
// https://www.sqlite.org/fileformat2.html#walformat and https://www.sqlite.org/walformat.html

/** `isExpected`: the program did not end normally, so its log must exist. */
export type WalFiles = { wal: Uint8Array | null; shm: Uint8Array | null; isExpected: boolean }

const HEADER_BYTES = 32
const FRAME_HEADER_BYTES = 24
const MAGIC = 0x377f0682

export function isCommitMissing({ wal, shm, isExpected }: WalFiles): boolean {
  const index = readIndex(shm)
  const hasUncopiedFrames = index !== null && index.frames > index.checkpointedFrames
  if (wal === null) return isExpected || hasUncopiedFrames
  if (wal.byteLength < HEADER_BYTES) return hasUncopiedFrames
  const logState = readLog(wal)
  if (logState === null) return wal.byteLength > HEADER_BYTES
  if (index === null || index.salts !== logState.salts) return logState.brokenCommits > 0
  // The index counts finished commits. A kill may leave one more unfinished in the log: SQLite writes the header of a
  // frame before its page, and checksums of earlier frames after the last frame.
  return index.frames > logState.committed || logState.brokenCommits > 1
}

type Index = { frames: number; checkpointedFrames: number; salts: string }

/** Null if the index is missing or incomplete. SQLite writes it twice, in the machine's byte order. */
function readIndex(shm: Uint8Array | null): Index | null {
  const [copyBytes, indexBytes] = [48, 100]
  if (
    shm === null ||
    shm.byteLength < indexBytes ||
    !Buffer.from(shm.subarray(0, copyBytes)).equals(shm.subarray(copyBytes, 2 * copyBytes))
  )
    return null
  const view = createView(shm)
  const isLittleEndian = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1
  const [frames, checkpointedFrames] = [view.getUint32(16, isLittleEndian), view.getUint32(96, isLittleEndian)]
  return { frames, checkpointedFrames, salts: formatHex(shm, 32, 8) }
}

type Log = {
  salts: string
  /** The number of frames up to the last complete commit. */
  committed: number
  /** The number of commits that end with the first incomplete frame or after it. */
  brokenCommits: number
}

/** Null if the header is invalid. */
function readLog(wal: Uint8Array): Log | null {
  const view = createView(wal)
  const magic = view.getUint32(0)
  const isLittleEndian = magic === MAGIC
  let sum: Sum = addToSum(view, { offset: 0, length: 24 }, [0, 0], isLittleEndian)
  if ((magic & ~1) !== MAGIC || !isSumAt(view, 24, sum)) return null
  const frameBytes = FRAME_HEADER_BYTES + view.getUint32(8)
  const log: Log = { salts: formatHex(wal, 16, 8), committed: 0, brokenCommits: 0 }
  let isIntact = true
  for (let frame = 1, offset = HEADER_BYTES; offset + frameBytes <= wal.byteLength; frame++, offset += frameBytes) {
    const hasSaltsOfLog = formatHex(wal, offset + 8, 8) === log.salts
    const isCommit = view.getUint32(offset + 4) !== 0
    if (isIntact && hasSaltsOfLog) {
      const headerSum = addToSum(view, { offset, length: 8 }, sum, isLittleEndian)
      const page = { offset: offset + FRAME_HEADER_BYTES, length: frameBytes - FRAME_HEADER_BYTES }
      sum = addToSum(view, page, headerSum, isLittleEndian)
      isIntact = isSumAt(view, offset + 16, sum)
      if (isIntact && isCommit) log.committed = frame
      if (isIntact) continue
    }
    isIntact = false
    // SQLite restarts a log only after all its frames are copied to the database file. Frames of an earlier log have
    // other salts.
    if (hasSaltsOfLog && isCommit) log.brokenCommits++
  }
  return log
}

type Sum = [number, number]

function addToSum(view: DataView, range: { offset: number; length: number }, sum: Sum, isLittleEndian: boolean): Sum {
  let [first, second] = sum
  for (let offset = range.offset; offset < range.offset + range.length; offset += 8) {
    first = (first + view.getUint32(offset, isLittleEndian) + second) >>> 0
    second = (second + view.getUint32(offset + 4, isLittleEndian) + first) >>> 0
  }
  return [first, second]
}

const isSumAt = (view: DataView, offset: number, [first, second]: Sum) =>
  view.getUint32(offset) === first && view.getUint32(offset + 4) === second
const createView = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
const formatHex = (bytes: Uint8Array, offset: number, length: number) =>
  Buffer.from(bytes.subarray(offset, offset + length)).toString('hex')
