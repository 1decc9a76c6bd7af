// Opens links outside of the program. host/links.ts defines the allowed addresses. The user confirms each new site,
// because an address in a page may come from any source. The number of links per minute is limited, because a faulty
// page must not open a hundred windows.
import { type BrowserWindow, shell } from 'electron'
import { AppError } from '#contract/errors.ts'
import { showMessage } from './dialogs.ts'
import type { Words } from '../words.ts'

const MAX_OTHER_LINKS = 5
/** The limit for links to sites that the user allowed without further questions. */
const MAX_ALLOWED_LINKS = 30
const LIMIT_PERIOD_MS = 60_000
/** A longer address would push the buttons off a small screen. */
const MAX_SHOWN_CHARS = 500

export type LinkOpenerOptions = {
  /** Our own addresses, which need no question. */
  ownUrls: readonly (string | null)[]
  window: () => BrowserWindow | null
  words: () => Words
}

export function createLinkOpener({ ownUrls, window, words }: LinkOpenerOptions): (text: string) => Promise<void> {
  let recent: number[] = []
  /** In memory only, so that a later faulty page has no allowed sites. */
  const allowedSites = new Set<string>()
  return async (text) => {
    const nowMs = performance.now()
    recent = recent.filter((atMs) => nowMs - atMs < LIMIT_PERIOD_MS)
    const url = URL.parse(text)
    if (recent.length >= (url && allowedSites.has(url.origin) ? MAX_ALLOWED_LINKS : MAX_OTHER_LINKS))
      throw new AppError('shell/links-too-many')
    recent.push(nowMs)
    if (!url) throw new AppError('shell/link-refused', { url: text.slice(0, 200) })
    if (
      !ownUrls.includes(text) &&
      !allowedSites.has(url.origin) &&
      !(await confirmLink(url, window(), allowedSites, words()))
    )
      return
    await shell.openExternal(url.href)
  }
}

/** Asks the user whether to open the address. The dialog shows its site on a separate line, and the whole address. */
async function confirmLink(
  { protocol, host, origin, pathname, href }: URL,
  window: BrowserWindow | null,
  allowedSites: Set<string>,
  words: Words,
): Promise<boolean> {
  const target = protocol === 'mailto:' ? pathname : host === '' ? protocol : host
  const detail = [target, href]
    .map((text) => (text.length > MAX_SHOWN_CHARS ? `${text.slice(0, MAX_SHOWN_CHARS)}…` : text))
    .join('\n\n')
  // Only websites can be allowed for later. The effects of addresses of other programs are unknown.
  const isWeb = protocol === 'https:' || protocol === 'http:'
  const { response, checkboxChecked } = await showMessage(window, {
    type: 'question',
    message: words.link.message,
    detail,
    buttons: words.link.buttons,
    ...(isWeb ? { checkboxLabel: words.link.remember(host) } : {}),
  })
  if (isWeb && response === 1 && checkboxChecked) allowedSites.add(origin)
  return response === 1
}
