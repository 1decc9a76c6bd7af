// Creates a document, for all sources, and cleans file names from clients, which are used in answers, headers and
// addresses.
import { createHash } from 'node:crypto'
import type { Stored } from '../written/collection.ts'
import type { AccountStore, StoredDocument } from './stored.ts'

type Start = Pick<StoredDocument, 'name' | 'blob' | 'contentHash' | 'source' | 'email'>

export function newDocument(
  { account, worldMs }: { account: AccountStore; worldMs: number },
  start: Start,
): Stored<StoredDocument> {
  return account.documents.add({
    ...start,
    createdMs: worldMs,
    updatedMs: worldMs,
    startedMs: worldMs,
    reading: null,
    links: { shipments: [], containers: [] },
    isAnnounced: false,
    manualType: null,
    manualData: null,
    degrees: 0,
  })
}

export function hashOf(content: Uint8Array | null): string {
  return createHash('sha256')
    .update(content ?? new Uint8Array())
    .digest('hex')
}

const MAX_NAME_CHARACTERS = 255

/** Removes folders, control characters, quotes and half characters. */
export function fileNameOf(sent: string): string {
  const name = (sent.split(/[/\\]/).at(-1) ?? '')
    .toWellFormed()
    .replaceAll(/[\p{Cc}"]/gu, '')
    .trim()
  return name === '' || /^\.+$/.test(name) ? 'file' : name.slice(0, MAX_NAME_CHARACTERS).toWellFormed()
}
