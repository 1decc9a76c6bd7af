// A checksum of each of the two files at their last clean close, stored beside them. SQLite checks the structure of its
// pages but not their content, so it would not notice a flipped bit in a text. After a crash the checksums are unknown.
import { hash } from 'node:crypto'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import type { Files } from '../outside/files.ts'
import type { DbFile } from './open.ts'

export type Checksums = {
  /** The close that the sums belong to; each file contains the same mark. Empty if there was no clean close. */
  mark: string
  files: Partial<Record<DbFile, string>>
  /** SQLite found damage while the program ran: the next start checks the files thoroughly. */
  isSuspect: boolean
}

type ChecksumsLocation = { folder: string; files: Files }

const NO_CHECKSUMS: Checksums = { mark: '', files: {}, isSuspect: false }
const checksumsPath = ({ folder }: ChecksumsLocation) => join(folder, 'sums.json')

/** An unreadable file counts as missing. */
export async function loadChecksums(location: ChecksumsLocation): Promise<Checksums> {
  try {
    return {
      ...NO_CHECKSUMS,
      ...(JSON.parse((await location.files.read(checksumsPath(location))) ?? '{}') as Partial<Checksums>),
    }
  } catch (error) {
    if (error instanceof SyntaxError) return NO_CHECKSUMS
    throw error
  }
}

/** Call after both files are closed, and before they are opened again. */
export async function saveChecksums(location: ChecksumsLocation, mark: string): Promise<void> {
  const checksumOf = (file: DbFile) => location.files.checksum(join(location.folder, `${file}.db`))
  const [state, mirror] = [await checksumOf('state'), await checksumOf('mirror')]
  const sums: Checksums = {
    mark,
    files: { ...(state === null ? {} : { state }), ...(mirror === null ? {} : { mirror }) },
    isSuspect: false,
  }
  await location.files.save(checksumsPath(location), JSON.stringify(sums))
}

export function saveSuspicion(location: ChecksumsLocation): Promise<void> {
  return location.files.save(
    checksumsPath(location),
    JSON.stringify({ ...NO_CHECKSUMS, isSuspect: true } satisfies Checksums),
  )
}

export function deleteChecksums(location: ChecksumsLocation): Promise<void> {
  return location.files.remove(checksumsPath(location))
}

/** Contains a checksum of itself, so that damage to it is not taken for another close. */
export function createMark(id: string): string {
  const body = hash('sha1', id).slice(0, 16)
  return `${body}-${crc32(body).toString(16)}`
}

/** The format of builds without sums. */
const PLAIN_MARK = '1'

function isMarkIntact(mark: string): boolean {
  const [body = '', sum] = mark.split('-')
  return mark === PLAIN_MARK || crc32(body).toString(16) === sum
}

/**
 * Whether the file changed since its clean close. False if nothing is known: a file without a mark was not closed
 * cleanly, and one with the mark of another close was put here, such as an older copy. True if the mark itself is
 * damaged.
 */
export function isChanged(
  sums: Checksums,
  file: DbFile,
  current: { mark: string | undefined; sum: string | null },
): boolean {
  const storedSum = sums.files[file]
  if (storedSum === undefined || current.mark === undefined || current.sum === null) return false
  return current.mark === sums.mark ? current.sum !== storedSum : !isMarkIntact(current.mark)
}
