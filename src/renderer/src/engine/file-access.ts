// Transfers files to and from the host on the view's own origin (contract/rules/files.ts). This is the only file of the
// view that uses `fetch`.
import { AppError, type ErrorCode } from '#contract/errors.ts'
import {
  DROP_PATH,
  EXPORT_PATH,
  MAX_FILE_BYTES,
  RESTORE_PATH,
  SECRET_HEADER,
  getFilePath,
} from '#contract/rules/files.ts'
import { readSessionSecret } from './session-secret.ts'

export type Licence = { name: string; version: string; licence: string; text: string }

const dropFailures: Record<number, ErrorCode> = {
  401: 'engine/session-over',
  403: 'engine/session-over',
  413: 'documents/too-large',
  507: 'db/disk-full',
}

/**
 * Sends one file to the host. Throws `documents/too-large`, `documents/not-dropped`, or the error of `dropFailures` for
 * the status.
 */
export async function putFile(file: File): Promise<void> {
  if (file.size > MAX_FILE_BYTES) throw new AppError('documents/too-large', { bytes: file.size })
  const response = await fetchFromHost(
    `${DROP_PATH}?name=${encodeURIComponent(file.name)}`,
    createPutRequest(file),
    'documents/not-dropped',
  )
  if (!response.ok)
    throw new AppError(dropFailures[response.status] ?? 'documents/not-dropped', { status: response.status })
}

/** Sends a file of own data for a check, under a name that is valid once. Throws `own-data/not-taken`. */
export async function putOwnData(file: File, name: string): Promise<void> {
  const response = await fetchFromHost(
    `${RESTORE_PATH}?name=${encodeURIComponent(name)}`,
    createPutRequest(file),
    'own-data/not-taken',
  )
  if (!response.ok)
    throw new AppError(
      response.status === 401 || response.status === 403 ? 'engine/session-over' : 'own-data/not-taken',
      { status: response.status },
    )
}

/** Sends an exported list for `exports.take`, under a name that is valid once. Throws `export/not-written`. */
export async function putExport(file: Blob, name: string): Promise<void> {
  const response = await fetchFromHost(
    `${EXPORT_PATH}?name=${encodeURIComponent(name)}`,
    createPutRequest(file),
    'export/not-written',
  )
  if (!response.ok)
    throw new AppError(
      response.status === 413 ? 'export/not-written' : (dropFailures[response.status] ?? 'export/not-written'),
      { status: response.status },
    )
}

/**
 * Electron's main process would hold a whole Blob in memory twice, and cannot read an empty one
 * (lib/browser/api/protocol.ts, electron_api_data_pipe_holder.cc). Under Electron the file is therefore streamed. A
 * browser cannot stream to the browser host, because streaming uploads need HTTP/2.
 */
function createPutRequest(file: Blob): RequestInit & { duplex?: 'half' } {
  if (file.size === 0) return { method: 'PUT' }
  return window.shell ? { method: 'PUT', body: file.stream(), duplex: 'half' } : { method: 'PUT', body: file }
}

/**
 * Fetches a file that the engine prepared; `content` is the name under which the host has it. Throws
 * `documents/no-file`.
 */
export async function fetchFile(content: string, signal?: AbortSignal): Promise<Response> {
  const response = await fetchFromHost(getFilePath(content), signal ? { signal } : {}, 'documents/no-file')
  if (!response.ok)
    throw new AppError(
      response.status === 401 || response.status === 403 ? 'engine/session-over' : 'documents/no-file',
      { status: response.status },
    )
  return response
}

/** The licences of the packages in the program (scripts/shipped-packages.mjs); null if the program was not built. */
export async function fetchLicences(): Promise<Licence[] | null> {
  const response = await fetchFromHost('/licences.json', {}, 'engine/disconnected')
  return response.ok ? ((await response.json()) as Licence[]) : null
}

/** Reads only the first bytes, for any length of the file. */
export async function readFirstBytes(response: Response, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(maxBytes)
  const reader = response.body?.getReader()
  let length = 0
  while (reader && length < maxBytes) {
    const { done, value } = await reader.read()
    if (done) break
    const part = value.subarray(0, maxBytes - length)
    bytes.set(part, length)
    length += part.length
  }
  await reader?.cancel()
  return bytes.subarray(0, length)
}

async function fetchFromHost(path: string, options: RequestInit, code: ErrorCode): Promise<Response> {
  const secret = readSessionSecret()
  try {
    return await fetch(path, {
      credentials: 'same-origin',
      ...(secret === null ? {} : { headers: { [SECRET_HEADER]: secret } }),
      ...options,
    })
  } catch (error) {
    if (options.signal?.aborted) throw error
    // The host is gone, or the file was moved before it could be read.
    throw new AppError(code, {}, error)
  }
}
