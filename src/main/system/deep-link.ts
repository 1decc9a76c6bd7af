// Links to this program that another program opens: only `quaywatch://shipments/find?q=…`. Anyone can write one, so it
// can only do what typing into the search field does. Any other link is refused and logged.
import { app } from 'electron'
import type { TakenLink } from '#contract/desktop.ts'

const SCHEME = 'quaywatch'
const BEGINS = new RegExp(`^${SCHEME}:`, 'i')
const MAX_LINK_CHARS = 2000
const MAX_QUERY_CHARS = 200
/** Control characters, invisible characters, lone surrogates, and text that could not be decoded. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\uFFFD]/u

export const NO_LINK: TakenLink = { query: null, isRefused: false }
const REFUSED: TakenLink = { query: null, isRefused: true }

export function readDeepLink(text: string): TakenLink {
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
  // Some programs add a slash to an address that looks like a folder.
  if (!/^\/find\/?$/.test(link.pathname) || link.hash !== '') return REFUSED
  const [only, ...others] = link.searchParams
  const asked = only?.[0] === 'q' ? only[1] : ''
  const query = asked.trim()
  if (others.length > 0 || query === '' || query.length > MAX_QUERY_CHARS || UNPRINTABLE.test(asked)) return REFUSED
  return { query, isRefused: false }
}

/** Finds a link in the arguments of a start: Chromium adds its own switches to them, in any order. Null: no link. */
export function linkIn(args: readonly string[]): TakenLink | null {
  const [link, ...others] = args.filter((arg) => BEGINS.test(arg))
  if (link === undefined) return null
  return others.length > 0 ? REFUSED : readDeepLink(link)
}

/**
 * macOS and Linux know the scheme from the installation (Info.plist, .desktop file). On Windows it is registered at
 * each start, except for a program that runs from its sources, because links would then open a checkout. After `--` no
 * part of a link can be parsed as a switch.
 */
export function registerDeepLinks(platform: NodeJS.Platform, isPackaged: boolean, executable: string): void {
  if (platform === 'win32' && isPackaged) app.setAsDefaultProtocolClient(SCHEME, executable, ['--'])
}
