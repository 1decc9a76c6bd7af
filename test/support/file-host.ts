// A fake `fetch` for the file requests of the view (contract/rules/files.ts), because happy-dom has no server. As in
// both hosts, uploads are stored in the engine's folder, and downloads come from there.
import { randomBytes } from 'node:crypto'
import * as disk from 'node:fs/promises'
import { join } from 'node:path'
import { EXPORT_PATH, RESTORE_PATH, SPOOL_FOLDER, parseContentHash, getPutFolder } from '#contract/rules/files.ts'
import { storeDrop } from '#host/store-drop.ts'

export type FileHost = {
  fetch: typeof fetch
  /** Names of the files that were uploaded for a restore. */
  restoreUploads: string[]
  /** The contents that the view uploaded for exports. */
  exports: Blob[]
  /** The HTTP status for uploads with this file name or path, which are not stored. */
  refusals: Map<string, number>
  /** Null: `licences.json` does not exist, because the app was not built. */
  licences: { name: string; version: string; licence: string; text: string }[] | null
}

export function createFileHost({ dir }: { dir: string }): FileHost {
  const host: FileHost = {
    restoreUploads: [],
    exports: [],
    refusals: new Map(),
    licences: [
      { name: 'vue', version: '3.5.45', licence: 'MIT', text: 'The MIT License' },
      { name: 'SQLite', version: '', licence: 'Public domain', text: 'May you do good' },
    ],
    fetch: async (input, options) => {
      const { pathname, searchParams } = new URL(
        typeof input === 'string' ? input : input instanceof URL ? input.href : input.url,
        'http://localhost',
      )
      const folder = getPutFolder(pathname)
      if (folder !== null && options?.method === 'PUT') {
        const name = searchParams.get('name') ?? ''
        if (pathname === RESTORE_PATH) host.restoreUploads.push(name)
        if (pathname === EXPORT_PATH) host.exports.push(options.body as Blob)
        const status =
          host.refusals.get(name) ??
          host.refusals.get(pathname) ??
          (await saveUpload(dir, folder, name, options.body as Blob))
        return new Response(null, { status })
      }
      if (pathname === '/licences.json')
        return host.licences === null ? new Response(null, { status: 404 }) : Response.json(host.licences)
      const bytes = await disk.readFile(join(dir, SPOOL_FOLDER, parseContentHash(pathname) ?? '')).catch(() => null)
      return bytes ? new Response(new Uint8Array(bytes)) : new Response(null, { status: 404 })
    },
  }
  return host
}

async function saveUpload(accountFolder: string, folder: string, name: string, body: Blob): Promise<number> {
  const target = {
    disk,
    accountFolder,
    folder,
    token: randomBytes(12).toString('hex'),
    isWindows: process.platform === 'win32',
  }
  return storeDrop(target, name, streamBytes(new Uint8Array(await body.arrayBuffer())))
}

async function* streamBytes(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(bytes)
}
