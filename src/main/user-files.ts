// The user's files under Electron: dropped files go into the open account's folder, and shown files come from its spool
// (contract/rules/files.ts). Only our own page has access to this scheme.
import { randomBytes } from 'node:crypto'
import * as disk from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { ReadableStream } from 'node:stream/web'
import { SPOOL_FOLDER, fileHeaders } from '#contract/rules/files.ts'
import { takeDrop as storeDrop } from '#host/take-drop.ts'

/**
 * Returns the status (host/take-drop.ts), which also limits the size: Electron does not report the length of the body.
 */
export async function takeDrop(request: Request, accountFolder: string, folder: string): Promise<Response> {
  const place = {
    disk,
    accountFolder,
    folder,
    token: randomBytes(12).toString('hex'),
    isWindows: process.platform === 'win32',
  }
  return new Response(null, {
    status: await storeDrop(place, new URL(request.url).searchParams.get('name'), bytesOf(request)),
  })
}

/** An empty file has no body. */
function bytesOf({ body }: Request): Readable {
  return body ? Readable.fromWeb(body) : Readable.from([])
}

/** Null when there is no such file. */
export async function sendUserFile(content: string, accountFolder: string, isHead: boolean): Promise<Response | null> {
  const path = join(accountFolder, SPOOL_FOLDER, content)
  const found = await disk.stat(path).catch(() => null)
  if (found?.isFile() !== true) return null
  return new Response(isHead ? null : bytesIn(path, found.size), { headers: fileHeaders(found.size) })
}

const CHUNK_BYTES = 1024 * 1024

/**
 * Opens the file for one piece at a time, only when the page reads. A page that never reads, stops in the middle or is
 * closed leaves no open handle, which under Windows would prevent deleting the copy.
 */
function bytesIn(path: string, sizeBytes: number): ReadableStream<Uint8Array> {
  let sentBytes = 0
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        const chunk = await readPiece(path, sentBytes, Math.min(CHUNK_BYTES, sizeBytes - sentBytes))
        sentBytes += chunk.byteLength
        if (chunk.byteLength > 0) controller.enqueue(chunk)
        else if (sentBytes < sizeBytes) throw new Error('the file has become shorter')
        if (sentBytes === sizeBytes) controller.close()
      },
    },
    { highWaterMark: 0 },
  )
}

async function readPiece(path: string, position: number, length: number): Promise<Uint8Array> {
  const file = await disk.open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(length), 0, length, position)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
