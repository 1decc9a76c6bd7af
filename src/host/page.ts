// How the built view is handed out, the same by both hosts: which file answers an address, with which headers.
// Pure: who reads the files and makes the nonce is the host.
import type { Language } from '#contract/rules/language.ts'

const HTML = 'text/html; charset=utf-8'

const TYPES: Record<string, string> = {
  html: HTML,
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  woff2: 'font/woff2',
}

/** What electron-vite leaves in index.html wherever the nonce belongs. */
const NONCE_PLACEHOLDER = '__CSP_NONCE__'
/** As the page is written; what a host answers names the language to begin in. */
const WRITTEN_IN = '<html lang="en"'

export type PageFile = { file: string; type: string; isPage: boolean }

/**
 * The file below the built view's folder that answers `pathname`; null for 404. Names are letters, digits, `-`, `_`
 * and single dots, one folder deep at most, so no spelling of an address leads out of the folder. Screens live in the
 * fragment: an unknown path is an error, never the page.
 */
export function pageFile(pathname: string): PageFile | null {
  if (pathname === '/') return { file: 'index.html', type: HTML, isPage: true }
  const match = /^\/((?:assets\/)?[\w-]+(?:\.[\w-]+)*\.([a-z0-9]+))$/.exec(pathname)
  const [, file, ending] = match ?? []
  const type = ending === undefined ? undefined : TYPES[ending]
  return file === undefined || type === undefined ? null : { file, type, isPage: file === 'index.html' }
}

/** `socketOrigin`: `ws://host:port` of the browser host; null under Electron, where no socket is needed. */
export function pageHeaders(
  { type, isPage, file }: PageFile,
  nonce: string,
  socketOrigin: string | null,
): Record<string, string> {
  return {
    'content-type': type,
    'content-security-policy': policy(nonce, socketOrigin),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    // Built names carry a hash of what is in them; the page names the newest and carries this answer's nonce.
    'cache-control': !isPage && file.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-store',
  }
}

/** The page as this answer gives it: its first words must be in the right language already. */
export function pageText(html: string, { nonce, language }: { nonce: string; language: Language }): string {
  return html.replaceAll(NONCE_PLACEHOLDER, nonce).replace(WRITTEN_IN, `<html lang="${language}"`)
}

function policy(nonce: string, socketOrigin: string | null): string {
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
