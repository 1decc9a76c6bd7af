// Links of ours that another program opens: `quaywatch://shipments/find?q=…` and no other. Anybody can write one, so
// all it can do is what typing into the search box does; whatever else it says is refused and told.
import { app } from 'electron'
import type { TakenLink } from '#contract/desktop.ts'

const SCHEME = 'quaywatch'
const BEGINS = new RegExp(`^${SCHEME}:`, 'i')
const MOST_LINK_CHARS = 2000
const MOST_QUERY_CHARS = 200
/** Control and invisible characters, halves of characters, and what could not be decoded. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\uFFFD]/u

export const NO_LINK: TakenLink = { query: null, isRefused: false }
const REFUSED: TakenLink = { query: null, isRefused: true }

export function readDeepLink(text: string): TakenLink {
  if (text.length > MOST_LINK_CHARS || UNPRINTABLE.test(text)) return REFUSED
  const link = URL.parse(text)
  if (
    !link ||
    link.protocol !== `${SCHEME}:` ||
    link.host !== 'shipments' ||
    link.username !== '' ||
    link.password !== ''
  )
    return REFUSED
  // Some programs put a slash behind whatever they take for a folder.
  if (!/^\/find\/?$/.test(link.pathname) || link.hash !== '') return REFUSED
  const [only, ...others] = link.searchParams
  const asked = only?.[0] === 'q' ? only[1] : ''
  const query = asked.trim()
  if (others.length > 0 || query === '' || query.length > MOST_QUERY_CHARS || UNPRINTABLE.test(asked)) return REFUSED
  return { query, isRefused: false }
}

/** In what a program was started with: Chromium adds switches of its own to it, in any order. Null: no link. */
export function linkIn(args: readonly string[]): TakenLink | null {
  const [link, ...others] = args.filter((arg) => BEGINS.test(arg))
  if (link === undefined) return null
  return others.length > 0 ? REFUSED : readDeepLink(link)
}

/**
 * macOS and Linux know it from what was installed (Info.plist, .desktop file); Windows is told at each start, and not
 * of a program started from its sources: links would go to a checkout. Behind `--` nothing a link says can be taken for
 * a switch.
 */
export function registerDeepLinks(platform: NodeJS.Platform, isPackaged: boolean, executable: string): void {
  if (platform === 'win32' && isPackaged) app.setAsDefaultProtocolClient(SCHEME, executable, ['--'])
}
