// Serves the built view on app://bundle, and receives and sends the user's files. host/page.ts decides which file
// answers an address, and with which headers.
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { protocol, type Session } from 'electron'
import { parseContentHash, getPutFolder } from '#contract/rules/files.ts'
import type { Language } from '#contract/rules/language.ts'
import { findPageFile, createPageHeaders, renderPage } from '#host/page.ts'
import { PAGE_HOST, PAGE_SCHEME } from './origin.ts'
import { sendUserFile, receiveDrop } from '../user-files.ts'

const PLAIN_TEXT = { file: '', type: 'text/plain; charset=utf-8', isPage: false }

/** Electron requires this before `ready`, and once. */
export function registerPageScheme(): void {
  protocol.registerSchemesAsPrivileged([
    {
      scheme: PAGE_SCHEME,
      privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true },
    },
  ])
}

/** `accountFolder`: the folder of the open account. */
export type Content = { view: string; accountFolder: () => string; language: () => Language }

export function servePage(session: Session, content: Content): void {
  session.protocol.handle(PAGE_SCHEME, (request) => answerPage(request, content))
}

export async function answerPage(request: Request, { view, accountFolder, language }: Content): Promise<Response> {
  const nonce = randomBytes(16).toString('base64')
  const { host, pathname } = new URL(request.url)
  const folder = host === PAGE_HOST ? getPutFolder(pathname) : null
  if (folder !== null)
    return request.method === 'PUT'
      ? receiveDrop(request, accountFolder(), folder)
      : refuse(405, nonce, { allow: 'PUT' })
  if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(405, nonce, { allow: 'GET, HEAD' })
  const content = host === PAGE_HOST ? parseContentHash(pathname) : null
  if (content !== null)
    return (await sendUserFile(content, accountFolder(), request.method === 'HEAD')) ?? refuse(404, nonce)
  const pageFile = host === PAGE_HOST ? findPageFile(pathname) : null
  const bytes = pageFile && (await readIfPresent(join(view, pageFile.file)))
  if (!pageFile || !bytes) return refuse(404, nonce)
  const body = pageFile.isPage
    ? renderPage(bytes.toString('utf8'), { nonce, language: language() })
    : new Uint8Array(bytes)
  return new Response(request.method === 'HEAD' ? null : body, { headers: createPageHeaders(pageFile, nonce, null) })
}

function refuse(status: number, nonce: string, headers: Record<string, string> = {}): Response {
  return new Response(null, { status, headers: { ...createPageHeaders(PLAIN_TEXT, nonce, null), ...headers } })
}

async function readIfPresent(path: string): Promise<Buffer | null> {
  try {
    return await readFile(path)
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'EISDIR')) return null
    throw error
  }
}
