// Hands out the built view on app://bundle. Which file answers an address, and with which headers, is contract/page.ts.
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { protocol, type Session } from 'electron'
import { pageFile, pageHeaders, withNonce } from '#contract/page.ts'
import { PAGE_HOST, PAGE_SCHEME } from './origin.ts'

const PLAIN = { file: '', type: 'text/plain; charset=utf-8', isPage: false }

/** Electron wants this before `ready`, and once. */
export function registerPageScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: PAGE_SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
  ])
}

export function servePage(session: Session, viewFolder: string): void {
  session.protocol.handle(PAGE_SCHEME, (request) => answerPage(request, viewFolder))
}

export async function answerPage(request: Request, viewFolder: string): Promise<Response> {
  const nonce = randomBytes(16).toString('base64')
  if (request.method !== 'GET' && request.method !== 'HEAD') return refusal(405, nonce, { allow: 'GET, HEAD' })
  const url = new URL(request.url)
  const found = url.host === PAGE_HOST ? pageFile(url.pathname) : null
  const bytes = found && (await readIfThere(join(viewFolder, found.file)))
  if (!found || !bytes) return refusal(404, nonce)
  const body = found.isPage ? withNonce(bytes.toString('utf8'), nonce) : new Uint8Array(bytes)
  return new Response(request.method === 'HEAD' ? null : body, { headers: pageHeaders(found, nonce, null) })
}

function refusal(status: number, nonce: string, headers: Record<string, string> = {}): Response {
  return new Response(null, { status, headers: { ...pageHeaders(PLAIN, nonce, null), ...headers } })
}

async function readIfThere(path: string): Promise<Buffer | null> {
  try {
    return await readFile(path)
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'EISDIR')) return null
    throw error
  }
}
