// Creates a document, whatever its source. Cleans file names that clients sent, because the service uses them in
// answers, headers and addresses.
import { createHash } from 'node:crypto'
import type { Stored } from '../written/collection.ts'
import type { AccountStore, StoredDocument } from './stored.ts'

type NewDocument = Pick<StoredDocument, 'name' | 'blob' | 'contentHash' | 'source' | 'email'>

export function createDocument(
  { account, worldMs }: { account: AccountStore; worldMs: number },
  document: NewDocument,
): Stored<StoredDocument> {
  return account.documents.add({
    ...document,
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

/** Returns the SHA-256 of the content in hexadecimal. Missing content has the hash of no bytes. */
export function computeContentHash(content: Uint8Array | null): string {
  return createHash('sha256')
    .update(content ?? new Uint8Array())
    .digest('hex')
}

const MAX_NAME_CHARACTERS = 255

/** Removes folders, control characters, quotes and lone surrogates. An empty name becomes `file`. */
export function cleanFileName(sent: string): string {
  const name = (sent.split(/[/\\]/).at(-1) ?? '')
    .toWellFormed()
    .replaceAll(/[\p{Cc}"]/gu, '')
    .trim()
  return name === '' || /^\.+$/.test(name) ? 'file' : name.slice(0, MAX_NAME_CHARACTERS).toWellFormed()
}
