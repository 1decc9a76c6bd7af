// Compresses a file into parts of one size, and back, with gzip at the lowest level: 68 MB take 0.4 s and give 15 MB.
// zstd takes 0.3 s and gives 12 MB, but its API in Node is experimental.
import { createReadStream, createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'

const CHUNK_BYTES = 1024 * 1024

/** Only the last part may be shorter than `partBytes`. */
export async function* packFile(path: string, partBytes: number): AsyncGenerator<Buffer> {
  const source = createReadStream(path, { highWaterMark: CHUNK_BYTES })
  const packed = createGzip({ level: 1, chunkSize: partBytes })
  const ended = pipeline(source, packed)
  // The reader below gets the error too.
  ended.catch(() => undefined)
  let waiting = Buffer.alloc(0)
  for await (const chunk of packed) {
    waiting = Buffer.concat([waiting, chunk as Buffer])
    while (waiting.length >= partBytes) {
      yield waiting.subarray(0, partBytes)
      waiting = waiting.subarray(partBytes)
    }
  }
  await ended
  if (waiting.length > 0) yield waiting
}

/** Where a file is until all of it has reached the disk. A process that is killed leaves it. */
export const getPartPath = (path: string) => `${path}.part`

/**
 * Atomic: the file exists when all of it has reached the disk and `check` did not throw. Rejects with the error of
 * `parts` or `check`, or its own.
 */
export async function unpackFile(
  path: string,
  parts: AsyncIterable<Uint8Array>,
  check: (partPath: string) => void,
): Promise<void> {
  const partPath = getPartPath(path)
  try {
    const target = createWriteStream(partPath, { mode: 0o600, flush: true })
    await pipeline(parts, createGunzip({ chunkSize: CHUNK_BYTES }), target)
    check(partPath)
    await rename(partPath, path)
  } catch (error) {
    await rm(partPath, { force: true })
    throw error
  }
}
