// A checksum of each of the two files at their last clean close, stored beside them. SQLite checks the structure of its
// pages but not their content, so it would not notice a flipped bit in a text. After a crash the checksums are unknown.
import { hash } from 'node:crypto'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import type { Files } from '../outside/files.ts'
import type { DbFile } from './open.ts'

export type Sums = {
  /** The close that the sums belong to; each file contains the same mark. Empty: none. */
  mark: string
  files: Partial<Record<DbFile, string>>
  /** SQLite found damage while the program ran: the next start checks the files thoroughly. */
  isSuspect: boolean
}

type Place = { folder: string; files: Files }

const NONE: Sums = { mark: '', files: {}, isSuspect: false }
const pathIn = ({ folder }: Place) => join(folder, 'sums.json')

/** An unreadable file counts as missing. */
export async function loadSums(place: Place): Promise<Sums> {
  try {
    return { ...NONE, ...(JSON.parse((await place.files.read(pathIn(place))) ?? '{}') as Partial<Sums>) }
  } catch (error) {
    if (error instanceof SyntaxError) return NONE
    throw error
  }
}

/** Call after both files are closed, and before they are opened again. */
export async function saveSums(place: Place, mark: string): Promise<void> {
  const of = (file: DbFile) => place.files.checksum(join(place.folder, `${file}.db`))
  const [state, mirror] = [await of('state'), await of('mirror')]
  const sums: Sums = {
    mark,
    files: { ...(state === null ? {} : { state }), ...(mirror === null ? {} : { mirror }) },
    isSuspect: false,
  }
  await place.files.save(pathIn(place), JSON.stringify(sums))
}

export function saveSuspicion(place: Place): Promise<void> {
  return place.files.save(pathIn(place), JSON.stringify({ ...NONE, isSuspect: true } satisfies Sums))
}

export function dropSums(place: Place): Promise<void> {
  return place.files.remove(pathIn(place))
}

/** Contains a checksum of itself, so that damage to it is not taken for another close. */
export function createMark(id: string): string {
  const body = hash('sha1', id).slice(0, 16)
  return `${body}-${crc32(body).toString(16)}`
}

/** The format of builds without sums. */
const PLAIN_MARK = '1'

function isWhole(mark: string): boolean {
  const [body = '', sum] = mark.split('-')
  return mark === PLAIN_MARK || crc32(body).toString(16) === sum
}

/**
 * Whether the file changed since its clean close. False if nothing is known: a file without a mark was not closed
 * cleanly, and one with the mark of another close was put here, such as an older copy. True if the mark itself is
 * damaged.
 */
export function isChanged(sums: Sums, file: DbFile, now: { mark: string | undefined; sum: string | null }): boolean {
  const then = sums.files[file]
  if (then === undefined || now.mark === undefined || now.sum === null) return false
  return now.mark === sums.mark ? now.sum !== then : !isWhole(now.mark)
}
