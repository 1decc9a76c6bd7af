// Uploads files as a client does: it announces the file, sends its bytes, and creates the document.
import { createHash } from 'node:crypto'
import type { Client, Document } from './client.ts'
import { parseDocument, NOON, readText } from './client.ts'

export type AnnouncedUpload = {
  id: string
  signed_id: string
  direct_upload: { url: string; headers: Record<string, string> }
}

export const computeMd5 = (bytes: Uint8Array) => createHash('md5').update(bytes).digest('base64')

export function announceUpload(
  client: Client,
  bytes: Uint8Array,
  blobChanges: object = {},
  atMs = NOON,
): AnnouncedUpload {
  const response = client.sendRaw('POST', '/rails/active_storage/direct_uploads', {
    body: {
      blob: {
        filename: 'file.pdf',
        content_type: 'application/pdf',
        byte_size: bytes.byteLength,
        checksum: computeMd5(bytes),
        ...blobChanges,
      },
    },
    at: atMs,
  })
  if (response.status !== 200) throw new Error(readText(response))
  return JSON.parse(readText(response)) as AnnouncedUpload
}

export function putBytes(
  client: Client,
  { direct_upload: upload }: AnnouncedUpload,
  bytes: Uint8Array,
  headers: Record<string, string> = upload.headers,
  atMs = NOON,
): number {
  const { pathname } = new URL(upload.url)
  const lowerCaseHeaders = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  )
  return client.service.handle(
    { method: 'PUT', url: pathname, headers: lowerCaseHeaders, body: bytes },
    { processMs: 0, worldMs: atMs },
  ).status
}

export function createDocument(
  client: Client,
  attributes: object,
  atMs = NOON,
): { status: number; document: Document } {
  const response = client.sendRaw('POST', '/v2/documents', {
    body: { data: { type: 'document', attributes } },
    at: atMs,
  })
  return { status: response.status, document: parseDocument(response) }
}

export function uploadDocument(client: Client, bytes: Uint8Array, blobChanges: object = {}, atMs = NOON): Document {
  const announced = announceUpload(client, bytes, blobChanges, atMs)
  const status = putBytes(client, announced, bytes, announced.direct_upload.headers, atMs)
  const { document } = createDocument(client, { name: 'A document', attached_document: announced.signed_id }, atMs)
  if (status !== 204 || !('data' in document)) throw new Error(`${status} ${JSON.stringify(document)}`)
  return document
}
