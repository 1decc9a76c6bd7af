// Direct upload. The client announces a file and gets an address and a signed id. It sends the bytes to the address,
// and then submits the signed id as a document. Both expire, and the bytes must match the announcement.
import { createHash } from 'node:crypto'
import { cleanFileName } from '../account/documents.ts'
import { isObject, MAX_UPLOAD_BYTES, readJson } from '../jsonapi/body.ts'
import { invalid, ServiceError, type Problem } from '../jsonapi/errors.ts'
import { DAY_MS, HOUR_MS, formatIso } from '../world/calendar.ts'
import { answerEmpty, answerJson } from './answers.ts'
import type { Answer, Context, Route } from './routing.ts'

const ANNOUNCE = '/rails/active_storage/direct_uploads'
const PUT = '/rails/active_storage/disk/{token}'

export const directUploadRoutes: readonly Route[] = [
  { method: 'POST', path: ANNOUNCE, answer: announce },
  { method: 'POST', path: ANNOUNCE, answer: announce, isRoot: true },
  { method: 'PUT', path: PUT, answer: storeContent, isRoot: true, isPublic: true },
  {
    method: 'GET',
    path: '/rails/active_storage/blobs/{token}/{filename}',
    answer: download,
    isRoot: true,
    isPublic: true,
  },
]

const ADDRESS_VALID_MS = HOUR_MS
const SIGNED_ID_VALID_MS = DAY_MS
const MD5_BASE64 = /^[A-Za-z0-9+/]{22}==$/
const MEDIA_TYPE = /^[\w.+-]{1,100}\/[\w.+-]{1,100}(; ?[\w-]+=[\w."-]+)*$/

function announce(context: Context): Answer {
  const document = readJson(context.body)
  const blob = isObject(document) && isObject(document['blob']) ? document['blob'] : {}
  const { filename, content_type: contentType = 'application/octet-stream', byte_size: size, checksum } = blob
  const problems: Problem[] = []
  const addProblem = (name: string, detail: string) =>
    problems.push({ pointer: `/blob/${name}`, code: 'invalid', detail })
  if (typeof filename !== 'string' || filename.trim() === '' || filename.length > 255)
    addProblem('filename', 'Filename must be a string of 1 to 255 characters')
  if (typeof contentType !== 'string' || !MEDIA_TYPE.test(contentType))
    addProblem('content_type', 'Content type must be a media type')
  if (!Number.isSafeInteger(size) || Number(size) < 0 || Number(size) > MAX_UPLOAD_BYTES)
    addProblem('byte_size', `Byte size must be a whole number up to ${MAX_UPLOAD_BYTES}`)
  if (typeof checksum !== 'string' || !MD5_BASE64.test(checksum))
    addProblem('checksum', 'Checksum must be the Base64 of an MD5')
  if (
    problems.length > 0 ||
    typeof filename !== 'string' ||
    typeof contentType !== 'string' ||
    typeof checksum !== 'string'
  )
    throw invalid(problems)
  const stored = context.account.blobs.add({
    filename: cleanFileName(filename),
    contentType,
    sizeBytes: Number(size),
    checksum,
    createdMs: context.worldMs,
    isUploaded: false,
  })
  return answerJson(describeUpload(context, stored.row))
}

function describeUpload({ account, signer, worldMs, world, baseUrl }: Context, row: number): Record<string, unknown> {
  const blob = account.blobs.get(row)
  if (!blob) throw new Error(`Upload ${row} was written and cannot be read.`)
  return {
    id: world.ids.create('blob', row),
    key: signer.secret('blob', row).slice(0, 28),
    filename: blob.filename,
    content_type: blob.contentType,
    metadata: {},
    service_name: 'disk',
    byte_size: blob.sizeBytes,
    checksum: blob.checksum,
    created_at: formatIso(blob.createdMs),
    signed_id: signer.sign('attach', row, worldMs + SIGNED_ID_VALID_MS),
    direct_upload: {
      url: `${removeVersionPath(baseUrl)}/rails/active_storage/disk/${signer.sign('upload', row, worldMs + ADDRESS_VALID_MS)}`,
      headers: {
        'Content-Type': blob.contentType,
        'Content-MD5': blob.checksum,
        'Content-Disposition': formatDisposition(blob.filename),
      },
    },
  }
}

function formatDisposition(filename: string): string {
  const ascii = filename.replaceAll(/[^\x20-\x7e]/g, '?')
  return `inline; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(filename)}`
}

function storeContent(context: Context): Answer {
  const { account, signer, worldMs, headers } = context
  const row = signer.read('upload', context.params['token'] ?? '', worldMs)
  const blob = row === null ? null : account.blobs.get(row)
  if (!blob)
    throw new ServiceError(404, [
      { code: 'not_found', detail: 'This address is not, or no longer, good for an upload.' },
    ])
  const bytes = context.body ?? new Uint8Array()
  const md5 = createHash('md5').update(bytes).digest('base64')
  const mediaType = headers['content-type']
  const isAnnounced =
    md5 === blob.checksum &&
    bytes.byteLength === blob.sizeBytes &&
    (headers['content-md5'] ?? md5) === md5 &&
    (mediaType === undefined || mediaType === blob.contentType)
  if (!isAnnounced)
    throw new ServiceError(422, [
      { code: 'invalid', detail: 'These are not the bytes, the MD5, the length or the type that were announced.' },
    ])
  account.contents.put(blob.row, bytes)
  account.blobs.change(blob.row, { isUploaded: true })
  return answerEmpty(204)
}

function download({ account, signer, params, worldMs }: Context): Answer {
  const row = signer.read('download', params['token'] ?? '', worldMs)
  const blob = row === null ? null : account.blobs.get(row)
  const content = row === null ? null : account.contents.get(row)
  if (!blob || !content)
    throw new ServiceError(404, [
      { code: 'not_found', detail: 'This address is not, or no longer, good for a download.' },
    ])
  return {
    content,
    mediaType: blob.contentType,
    headers: { 'content-disposition': formatDisposition(blob.filename), 'x-content-type-options': 'nosniff' },
  }
}

export function createDownloadUrl({ signer, worldMs, baseUrl }: Context, row: number, filename: string): string {
  return `${removeVersionPath(baseUrl)}/rails/active_storage/blobs/${signer.sign('download', row, worldMs + ADDRESS_VALID_MS)}/${encodeURIComponent(filename)}`
}

/** Returns the address of the web application: the address of the API without `/v2`. */
export function removeVersionPath(baseUrl: string): string {
  return baseUrl.replace(/\/v2$/, '')
}
