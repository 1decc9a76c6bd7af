// Stores a checksum of each of the two files at their last clean close, beside them. SQLite checks the structure of its
// pages but not their content, so it would not notice a flipped bit in a text. After a crash the checksums are unknown.
import { hash } from 'node:crypto'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import type { Files } from '../outside/files.ts'
import type { DbFile } from './open.ts'

export type Checksums = {
  /** Identifies the close of these checksums; each file contains the same mark. Empty if there was no clean close. */
  mark: string
  files: Partial<Record<DbFile, string>>
  /** SQLite found damage while the program ran: the next start checks the files thoroughly. */
  isSuspect: boolean
}

type ChecksumsLocation = { folder: string; files: Files }

const NO_CHECKSUMS: Checksums = { mark: '', files: {}, isSuspect: false }
const getChecksumsPath = ({ folder }: ChecksumsLocation) => join(folder, 'sums.json')

/** An unreadable file counts as missing. */
export async function loadChecksums(location: ChecksumsLocation): Promise<Checksums> {
  try {
    return {
      ...NO_CHECKSUMS,
      ...(JSON.parse((await location.files.read(getChecksumsPath(location))) ?? '{}') as Partial<Checksums>),
    }
  } catch (error) {
    if (error instanceof SyntaxError) return NO_CHECKSUMS
    throw error
  }
}

/** Call after both files are closed, and before they are opened again. */
export async function saveChecksums(location: ChecksumsLocation, mark: string): Promise<void> {
  const computeChecksum = (file: DbFile) => location.files.checksum(join(location.folder, `${file}.db`))
  const [state, mirror] = [await computeChecksum('state'), await computeChecksum('mirror')]
  const checksums: Checksums = {
    mark,
    files: { ...(state === null ? {} : { state }), ...(mirror === null ? {} : { mirror }) },
    isSuspect: false,
  }
  await location.files.save(getChecksumsPath(location), JSON.stringify(checksums))
}

export function saveSuspicion(location: ChecksumsLocation): Promise<void> {
  return location.files.save(
    getChecksumsPath(location),
    JSON.stringify({ ...NO_CHECKSUMS, isSuspect: true } satisfies Checksums),
  )
}

export function deleteChecksums(location: ChecksumsLocation): Promise<void> {
  return location.files.remove(getChecksumsPath(location))
}

/** The mark contains a checksum of itself, so that damage to it is not taken for another close. */
export function createMark(id: string): string {
  const hashText = hash('sha1', id).slice(0, 16)
  return `${hashText}-${crc32(hashText).toString(16)}`
}

/** The mark that builds without checksums wrote. */
const PLAIN_MARK = '1'

function isMarkIntact(mark: string): boolean {
  const [hashText = '', crcText] = mark.split('-')
  return mark === PLAIN_MARK || crc32(hashText).toString(16) === crcText
}

/**
 * Whether the file changed since its clean close. False if nothing is known: a file without a mark was not closed
 * cleanly, and one with the mark of another close was put here, such as an older copy. True if the mark itself is
 * damaged.
 */
export function isChanged(
  checksums: Checksums,
  file: DbFile,
  current: { mark: string | undefined; checksum: string | null },
): boolean {
  const storedChecksum = checksums.files[file]
  if (storedChecksum === undefined || current.mark === undefined || current.checksum === null) return false
  return current.mark === checksums.mark ? current.checksum !== storedChecksum : !isMarkIntact(current.mark)
}
