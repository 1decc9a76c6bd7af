// Addresses of other programs with placeholders, such as `https://tms.example/search?ref={ref}`: which are allowed, and
// how they are filled for a record. This file does not use zod, because the view checks an address while the user types
// it, and the engine checks it again before it is saved.
import type { ErrorCode, ErrorDetails } from '../errors.ts'

export const LINK_PLACEHOLDERS = [
  'number',
  'masterBill',
  'booking',
  'ref',
  'customer',
  'scac',
  'id',
  'shipmentId',
] as const
export type LinkPlaceholder = (typeof LINK_PLACEHOLDERS)[number]
/** Null: the record has no such value. */
export type LinkValues = Readonly<Record<LinkPlaceholder, string | null>>

/** The keyboard shortcut that opens a link: T for the TMS, O for the service's web app. */
export const LINK_KEYS = ['tms', 'web'] as const
export type LinkKey = (typeof LINK_KEYS)[number]

export const MAX_TEMPLATES = 30
export const MAX_TEMPLATE_LENGTH = 1_000

type Problem = { code: ErrorCode; details: ErrorDetails }

/**
 * Schemes that are never opened: they read files, run scripts, or pass commands to a part of the system. All other
 * schemes name a program that the user entered, and the user is asked before one is opened.
 */
const REFUSED_SCHEMES = new Set([
  'javascript',
  'vbscript',
  'data',
  'file',
  'blob',
  'filesystem',
  'about',
  'view-source',
  'chrome',
  'chrome-extension',
  'edge',
  'res',
  'jar',
  'mk',
  'its',
  'mhtml',
  'hcp',
  'shell',
  'search',
  'search-ms',
  'ftp',
  'ftps',
  'sftp',
  'smb',
  'nfs',
  'afp',
  'ssh',
  'telnet',
  'rdp',
  'ldap',
  'ldaps',
  'wscript',
  'ws',
  'wss',
  'vnc',
  'dav',
  'davs',
  'tftp',
  'gopher',
  'jnlp',
  'jnlps',
  'applescript',
  'x-man-page',
  'help',
  'microsoft-edge',
  'quaywatch',
])

/** Schemes of Windows. Some of them can start programs through their parameters. */
const WINDOWS_SCHEME = /^ms-/

export function isSchemeAllowed(scheme: string): boolean {
  const name = scheme.toLowerCase()
  return /^[a-z][a-z0-9+.-]{1,30}$/.test(name) && !REFUSED_SCHEMES.has(name) && !WINDOWS_SCHEME.test(name)
}

const PLACEHOLDER = /\{([^{}]*)\}/g
const WEB = /^https?:\/\//i

/** The reason why an address with placeholders is not allowed; null if it is allowed. */
export function findTemplateProblem(address: string): Problem | null {
  const scheme = /^([^:/?#{}\s]*):/.exec(address)?.[1]
  if (scheme === undefined) return { code: 'links/not-an-address', details: {} }
  if (!isSchemeAllowed(scheme)) return { code: 'links/scheme-refused', details: { scheme } }
  const unknown = [...address.matchAll(PLACEHOLDER)]
    .map(([, name = '']) => name)
    .find((name) => !(LINK_PLACEHOLDERS as readonly string[]).includes(name))
  if (unknown !== undefined) return { code: 'links/unknown-place', details: { place: `{${unknown}}` } }
  const isWeb = /^https?$/i.test(scheme)
  // The host decides who receives the address, and a value comes from a record.
  if (isWeb && /[{}]/.test(getAuthority(address))) return { code: 'links/place-in-host', details: {} }
  const filled = address.replaceAll(PLACEHOLDER, 'x')
  const [strayBrace] = /[{}][^{}/?#&=]*/.exec(filled) ?? []
  if (strayBrace !== undefined) return { code: 'links/unknown-place', details: { place: strayBrace } }
  return isAddress(filled) ? null : { code: 'links/not-an-address', details: {} }
}

/** The address to open, with each value encoded as one part. `missing`: placeholders without a value. */
export function fillTemplate(address: string, values: LinkValues): { url: string } | { missing: LinkPlaceholder[] } {
  const placeholders = [...new Set([...address.matchAll(PLACEHOLDER)].map(([, name]) => name as LinkPlaceholder))]
  const missing = placeholders.filter((placeholder) => isUnusable((values[placeholder] ?? '').trim()))
  if (missing.length > 0) return { missing }
  return {
    url: address.replaceAll(PLACEHOLDER, (_, name: LinkPlaceholder) => encodeValue((values[name] ?? '').trim())),
  }
}

/** Whether a value cannot be inserted: it is empty, or it is `.` or `..`, which would change the path. */
function isUnusable(value: string): boolean {
  return /^\.{0,2}$/.test(value)
}

/** Encodes a value. Some programs pass the address to a command, where these characters could end a quoted argument. */
function encodeValue(value: string): string {
  return encodeURIComponent(value.toWellFormed()).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

/** The part between `//` and the path: user, host and port. */
function getAuthority(address: string): string {
  return WEB.test(address) ? (address.replace(WEB, '').split(/[/?#]/, 1)[0] ?? '') : ''
}

/** Invisible characters could reverse or hide a part of the address on screen. */
const VISIBLE = /^[^\s\p{Cc}\p{Cf}\\]+$/u
/** In an address for another program, these characters could end an argument of a command. */
const QUOTES = /["'<>`|^]/

/** Accepts no user name and password before the host, because they could disguise it. */
const HOST = /^(\[[0-9a-f:.]+\]|[^\s:@[\]]+)(:\d{1,5})?$/iu

/** Whether an address without placeholders may be passed to the system. */
export function isAddress(address: string): boolean {
  const [, scheme, rest = ''] = /^([a-z][a-z0-9+.-]*):(.*)$/isu.exec(address) ?? []
  if (scheme === undefined || !isSchemeAllowed(scheme) || rest === '' || !VISIBLE.test(rest)) return false
  if (!/^https?$/i.test(scheme)) return !QUOTES.test(rest)
  return HOST.test(getAuthority(address))
}
