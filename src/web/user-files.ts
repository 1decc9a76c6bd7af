// Files of the user's in the browser host: those dropped onto the page go into the open account's folder, those to be
// looked at come out of its spool (contract/files.ts). Who may ask is decided before (server.ts).
import { randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rename, rm, stat } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { DROPS_FOLDER, SPOOL_FOLDER, dropName, dropStatus, dropStatusOf, fileHeaders, upToMost } from '#contract/files.ts'

/** Answers the status. Whole or not at all: the engine sees the drop once it has its name without `.part`. */
export async function takeDrop(request: IncomingMessage, given: string | null, accountFolder: string): Promise<number> {
  if (given === null || given === '') return dropStatus.nameless
  const folder = join(accountFolder, DROPS_FOLDER, randomBytes(12).toString('hex'))
  const part = `${folder}.part`
  try {
    await mkdir(part, { recursive: true, mode: 0o700 })
    await pipeline(readThrough(request), upToMost, createWriteStream(join(part, dropName(given)), { mode: 0o600, flush: true }))
    await rename(part, folder)
    return dropStatus.taken
  } catch (error) {
    await rm(part, { recursive: true, force: true })
    return dropStatusOf(error)
  }
}

/** Where writing fails the request is not destroyed: its answer still has to be read. One cut off is an error all the same. */
async function* readThrough(request: IncomingMessage): AsyncGenerator<Uint8Array> {
  yield* request.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>
}

/** False when there is no such file. */
export async function sendUserFile(response: ServerResponse, content: string, accountFolder: string): Promise<boolean> {
  const path = join(accountFolder, SPOOL_FOLDER, content)
  const found = await stat(path).catch(() => null)
  if (found?.isFile() !== true) return false
  response.writeHead(200, fileHeaders(found.size))
  await pipeline(createReadStream(path), response)
  return true
}
