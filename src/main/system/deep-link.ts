// Reads links that another program opens. The only valid form is `quaywatch://shipments/find?q=…`. Any web page can
// contain such a link, so it can do no more than fill in the search field. All other links are refused.
import { app } from 'electron'
import type { DeepLinkRequest } from '#contract/desktop.ts'

const SCHEME = 'quaywatch'
const SCHEME_PREFIX = new RegExp(`^${SCHEME}:`, 'i')
const MAX_LINK_CHARS = 2000
const MAX_QUERY_CHARS = 200
/** Control characters, invisible characters, lone surrogates, and text that could not be decoded. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\uFFFD]/u

export const NO_LINK: DeepLinkRequest = { query: null, isRefused: false }
const REFUSED: DeepLinkRequest = { query: null, isRefused: true }

export function readDeepLink(text: string): DeepLinkRequest {
  if (text.length > MAX_LINK_CHARS || UNPRINTABLE.test(text)) return REFUSED
  const link = URL.parse(text)
  if (
    !link ||
    link.protocol !== `${SCHEME}:` ||
    link.host !== 'shipments' ||
    link.username !== '' ||
    link.password !== ''
  )
    return REFUSED
  // The slash at the end is optional, because some programs add one.
  if (!/^\/find\/?$/.test(link.pathname) || link.hash !== '') return REFUSED
  const [parameter, ...others] = link.searchParams
  const value = parameter?.[0] === 'q' ? parameter[1] : ''
  const query = value.trim()
  if (others.length > 0 || query === '' || query.length > MAX_QUERY_CHARS || UNPRINTABLE.test(value)) return REFUSED
  return { query, isRefused: false }
}

/**
 * Finds the link in the arguments of a start, to which Chromium adds its own switches in any order. Returns null if
 * there is no link. Two links are refused.
 */
export function findLink(args: readonly string[]): DeepLinkRequest | null {
  const [link, ...others] = args.filter((arg) => SCHEME_PREFIX.test(arg))
  if (link === undefined) return null
  return others.length > 0 ? REFUSED : readDeepLink(link)
}

/**
 * Registers the scheme on Windows at each start. macOS and Linux read it from the installation (Info.plist, .desktop
 * file). A program that runs from its sources is not registered, because links would then open that checkout. The
 * argument `--` prevents that a part of a link is parsed as a switch.
 */
export function registerDeepLinks(platform: NodeJS.Platform, isPackaged: boolean, executable: string): void {
  if (platform === 'win32' && isPackaged) app.setAsDefaultProtocolClient(SCHEME, executable, ['--'])
}
