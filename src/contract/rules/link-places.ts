// Addresses of other programs with places in them: `https://tms.example/search?ref={ref}`. What may stand in one, and
// what becomes of it for one record. Without zod: the view judges while somebody types, the engine when it is saved.
import type { ErrorCode, ErrorDetails } from '../errors.ts'

export const LINK_PLACES = ['number', 'masterBill', 'booking', 'ref', 'customer', 'scac', 'id', 'shipmentId'] as const
export type LinkPlace = (typeof LINK_PLACES)[number]
/** Null: the record has none. */
export type LinkValues = Readonly<Record<LinkPlace, string | null>>

/** Which key opens it: "T" (in the TMS), "O" (in the service's web app). */
export const LINK_KEYS = ['tms', 'web'] as const
export type LinkKey = (typeof LINK_KEYS)[number]

export const MOST_TEMPLATES = 30
export const LONGEST_TEMPLATE = 1_000

type Problem = { code: ErrorCode; details: ErrorDetails }

/**
 * Schemes that never leave the program, whoever typed them: they read files, run scripts, or hand a line of commands to
 * a part of the system. What is left are programs the user named by typing their scheme, and opening one is asked for.
 */
const REFUSED = new Set([
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

/** Windows' own, of which several have started programs by what stood in them. */
const OF_WINDOWS = /^ms-/

export function isSchemeOpened(scheme: string): boolean {
  const name = scheme.toLowerCase()
  return /^[a-z][a-z0-9+.-]{1,30}$/.test(name) && !REFUSED.has(name) && !OF_WINDOWS.test(name)
}

const PLACE = /\{([^{}]*)\}/g
const WEB = /^https?:\/\//i

/** Why such an address is not taken; null: it is. */
export function problemOfTemplate(address: string): Problem | null {
  const scheme = /^([^:/?#{}\s]*):/.exec(address)?.[1]
  if (scheme === undefined) return { code: 'links/not-an-address', details: {} }
  if (!isSchemeOpened(scheme)) return { code: 'links/scheme-refused', details: { scheme } }
  const unknown = [...address.matchAll(PLACE)]
    .map(([, name = '']) => name)
    .find((name) => !(LINK_PLACES as readonly string[]).includes(name))
  if (unknown !== undefined) return { code: 'links/unknown-place', details: { place: `{${unknown}}` } }
  const isWeb = /^https?$/i.test(scheme)
  // What stands there says whose the address is, and a value comes from a record.
  if (isWeb && /[{}]/.test(authorityOf(address))) return { code: 'links/place-in-host', details: {} }
  const filled = address.replaceAll(PLACE, 'x')
  const [stray] = /[{}][^{}/?#&=]*/.exec(filled) ?? []
  if (stray !== undefined) return { code: 'links/unknown-place', details: { place: stray } }
  return isAddress(filled) ? null : { code: 'links/not-an-address', details: {} }
}

/**
 * As it is opened: every value is one part of the address, whatever signs are in it. `missing`: what the record has
 * not.
 */
export function filledTemplate(address: string, values: LinkValues): { url: string } | { missing: LinkPlace[] } {
  const places = [...new Set([...address.matchAll(PLACE)].map(([, name]) => name as LinkPlace))]
  const missing = places.filter((place) => isNothing((values[place] ?? '').trim()))
  if (missing.length > 0) return { missing }
  return { url: address.replaceAll(PLACE, (_, name: LinkPlace) => encoded((values[name] ?? '').trim())) }
}

/** A dot or two, however they are written, are no part of an address but a step out of it. */
function isNothing(value: string): boolean {
  return /^\.{0,2}$/.test(value)
}

/** The marks that are left as they are end a quoted argument where another program takes the address for a command. */
function encoded(value: string): string {
  return encodeURIComponent(value.toWellFormed()).replaceAll(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

/** Between `//` and the path: whose it is. */
function authorityOf(address: string): string {
  return WEB.test(address) ? (address.replace(WEB, '').split(/[/?#]/, 1)[0] ?? '') : ''
}

/** Characters nobody sees could turn round or hide parts of what the user is shown. */
const SEEN = /^[^\s\p{Cc}\p{Cf}\\]+$/u
/** In an address for another program they could end the argument it is given as. */
const QUOTES = /["'<>`|^]/

/** No name and password before it: they are how a link pretends to lead elsewhere. */
const HOST = /^(\[[0-9a-f:.]+\]|[^\s:@[\]]+)(:\d{1,5})?$/iu

/** Whether an address without places may be handed to the system. */
export function isAddress(address: string): boolean {
  const [, scheme, rest = ''] = /^([a-z][a-z0-9+.-]*):(.*)$/isu.exec(address) ?? []
  if (scheme === undefined || !isSchemeOpened(scheme) || rest === '' || !SEEN.test(rest)) return false
  if (!/^https?$/i.test(scheme)) return !QUOTES.test(rest)
  return HOST.test(authorityOf(address))
}
