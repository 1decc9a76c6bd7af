// Addresses of the service: typed by the user, and links in its answers.
import { AppError } from '#contract/errors.ts'

/** `reason` of `api/malformed` for a text that is no link. */
const NO_LINK = 'link'
const MAX_HOST_CHARS = 100

/**
 * The key is sent to the configured origin only. A link to another host is refused. A link that differs only in its
 * scheme, or that repeats or omits the `/v2` of the base address, is corrected.
 */
export function resolveUrl(baseUrl: string, path: string): string {
  const base = new URL(baseUrl)
  const basePath = base.pathname.replace(/\/+$/, '')
  const link = URL.canParse(path, base.origin) ? new URL(path, base.origin) : null
  if (link === null || link.host === '') throw new AppError('api/malformed', { reason: NO_LINK })
  if (link.host !== base.host) throw new AppError('api/link-elsewhere', { host: link.host.slice(0, MAX_HOST_CHARS) })
  let rest = link.pathname
  while (rest === basePath || rest.startsWith(`${basePath}/`)) rest = rest.slice(basePath.length)
  return `${base.origin}${basePath}${rest}${link.search}`
}

/** Thrown by `resolveUrl`: the requested address is wrong, and nothing was sent. */
export function isBadLink({ code, details }: AppError): boolean {
  return code === 'api/link-elsewhere' || (code === 'api/malformed' && details['reason'] === NO_LINK)
}

/** Accepts an address as a user may type it: without a scheme, or with a slash or `/v2` too many or too few. */
export function normalizeBaseUrl(typed: string): string {
  const trimmed = typed.trim()
  const withScheme = /^[a-z]+:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`
  const url = URL.canParse(withScheme) ? new URL(withScheme) : null
  // Others on the network can read a key sent without encryption. On this computer (localhost) there is no such
  // network.
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isThisMachine(url.hostname))
  if (!url || !isSafe || url.username !== '' || url.password !== '')
    throw new AppError('api/bad-address', { address: trimmed.slice(0, 200) })
  const path = url.pathname.replace(/\/+$/, '')
  return `${url.origin}${path.endsWith('/v2') ? path : `${path}/v2`}`
}

function isThisMachine(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname)
}
