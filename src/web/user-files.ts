// The user's files in the browser host: dropped files go into the open account's folder, and shown files come from its
// spool (contract/rules/files.ts). Access is checked before (server.ts).
import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import * as disk from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { SPOOL_FOLDER, createFileHeaders } from '#contract/rules/files.ts'
import { storeDrop } from '#host/store-drop.ts'

/** Stores the body of the request as a file and returns the HTTP status (host/store-drop.ts). */
export function receiveDrop(
  request: IncomingMessage,
  name: string | null,
  { accountFolder, folder }: { accountFolder: string; folder: string },
): Promise<number> {
  return storeDrop(
    { disk, accountFolder, folder, token: randomBytes(12).toString('hex'), isWindows: process.platform === 'win32' },
    name,
    readBody(request),
  )
}

/**
 * Does not destroy the request if writing fails, because the client must read the answer. Throws if the client
 * disconnects before the end of the body.
 */
async function* readBody(request: IncomingMessage): AsyncGenerator<Uint8Array> {
  yield* request.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>
}

/** Returns false if there is no such file. */
export async function sendUserFile(response: ServerResponse, content: string, accountFolder: string): Promise<boolean> {
  const path = join(accountFolder, SPOOL_FOLDER, content)
  const stats = await disk.stat(path).catch(() => null)
  if (stats?.isFile() !== true) return false
  response.writeHead(200, createFileHeaders(stats.size))
  await pipeline(createReadStream(path), response)
  return true
}
