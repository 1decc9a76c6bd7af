// Decides how both hosts serve the built view: which file answers an address, and with which headers. These functions
// are pure. The host reads the files and creates the nonce.
import type { Language } from '#contract/rules/language.ts'

const HTML_TYPE = 'text/html; charset=utf-8'

const CONTENT_TYPES: Record<string, string> = {
  html: HTML_TYPE,
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  woff2: 'font/woff2',
}

/** The placeholder that electron-vite writes in index.html for the nonce. */
const NONCE_PLACEHOLDER = '__CSP_NONCE__'
/** The text in the built page that the host replaces with the language of the first screen. */
const PAGE_LANGUAGE = '<html lang="en"'

export type PageFile = { file: string; type: string; isPage: boolean }

/**
 * Returns the file of the built view that answers `pathname`, or null for 404. A name has only letters, digits, `-`,
 * `_` and single dots, and is at most one folder deep, so no address leads out of the folder. An unknown path is an
 * error, because screens are in the fragment.
 */
export function findPageFile(pathname: string): PageFile | null {
  if (pathname === '/') return { file: 'index.html', type: HTML_TYPE, isPage: true }
  const match = /^\/((?:assets\/)?[\w-]+(?:\.[\w-]+)*\.([a-z0-9]+))$/.exec(pathname)
  const [, file, extension] = match ?? []
  const type = extension === undefined ? undefined : CONTENT_TYPES[extension]
  return file === undefined || type === undefined ? null : { file, type, isPage: file === 'index.html' }
}

/** `socketOrigin` is `ws://host:port` of the browser host, or null under Electron, where the page needs no socket. */
export function createPageHeaders(
  { type, isPage, file }: PageFile,
  nonce: string,
  socketOrigin: string | null,
): Record<string, string> {
  return {
    'content-type': type,
    'content-security-policy': createContentSecurityPolicy(nonce, socketOrigin),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    // Built names contain a hash of their content. The page names the newest files and has the nonce of this answer.
    'cache-control': !isPage && file.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-store',
  }
}

/** Inserts the nonce and the language, so that the browser knows the language before any script runs. */
export function renderPage(html: string, { nonce, language }: { nonce: string; language: Language }): string {
  return html.replaceAll(NONCE_PLACEHOLDER, nonce).replace(PAGE_LANGUAGE, `<html lang="${language}"`)
}

function createContentSecurityPolicy(nonce: string, socketOrigin: string | null): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src-elem 'self' 'nonce-${nonce}'`,
    "style-src-attr 'none'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self'${socketOrigin === null ? '' : ` ${socketOrigin}`}`,
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-src 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
