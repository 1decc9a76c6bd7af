// The user's files under Electron: dropped files go into the open account's folder, and shown files come from its spool
// (contract/rules/files.ts). Only our own page has access to this scheme.
import { randomBytes } from 'node:crypto'
import * as disk from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { ReadableStream } from 'node:stream/web'
import { SPOOL_FOLDER, createFileHeaders } from '#contract/rules/files.ts'
import { storeDrop } from '#host/store-drop.ts'

/**
 * Stores the body as a file and returns the status (host/store-drop.ts). The size is limited while the body is read,
 * because Electron does not report its length.
 */
export async function receiveDrop(request: Request, accountFolder: string, folder: string): Promise<Response> {
  const target = {
    disk,
    accountFolder,
    folder,
    token: randomBytes(12).toString('hex'),
    isWindows: process.platform === 'win32',
  }
  return new Response(null, {
    status: await storeDrop(target, new URL(request.url).searchParams.get('name'), readBody(request)),
  })
}

/** Reads the body of the request. The request of an empty file has none. */
function readBody({ body }: Request): Readable {
  return body ? Readable.fromWeb(body) : Readable.from([])
}

/** Returns null if there is no such file. */
export async function sendUserFile(content: string, accountFolder: string, isHead: boolean): Promise<Response | null> {
  const path = join(accountFolder, SPOOL_FOLDER, content)
  const stats = await disk.stat(path).catch(() => null)
  if (stats?.isFile() !== true) return null
  return new Response(isHead ? null : createFileStream(path, stats.size), { headers: createFileHeaders(stats.size) })
}

const CHUNK_BYTES = 1024 * 1024

/**
 * Opens the file for each chunk, only when the page reads it, and closes it again. If the page stops reading or is
 * closed, no handle stays open. On Windows an open handle would prevent that the copy is deleted.
 */
function createFileStream(path: string, sizeBytes: number): ReadableStream<Uint8Array> {
  let sentBytes = 0
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        const chunk = await readChunk(path, sentBytes, Math.min(CHUNK_BYTES, sizeBytes - sentBytes))
        sentBytes += chunk.byteLength
        if (chunk.byteLength > 0) controller.enqueue(chunk)
        else if (sentBytes < sizeBytes) throw new Error('the file has become shorter')
        if (sentBytes === sizeBytes) controller.close()
      },
    },
    { highWaterMark: 0 },
  )
}

async function readChunk(path: string, position: number, length: number): Promise<Uint8Array> {
  const file = await disk.open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(length), 0, length, position)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
