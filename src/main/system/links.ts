// Opens links outside of the program. The allowed addresses are in host/links.ts. The user is asked first, because an
// address in a page may come from any source, and a faulty page must not open a hundred windows.
import { type BrowserWindow, shell } from 'electron'
import { AppError } from '#contract/errors.ts'
import { showMessage } from './ask.ts'
import type { Words } from '../words.ts'

const MAX_UNKNOWN = 5
/** Sites that the user allowed without a question. */
const MAX_KNOWN = 30
const WITHIN_MS = 60_000
/** A longer address would push the buttons off a small screen. */
const MAX_SHOWN_CHARS = 500

export type LinkOpenerOptions = {
  /** Our own addresses, which need no question. */
  own: readonly (string | null)[]
  window: () => BrowserWindow | null
  words: () => Words
}

export function createLinkOpener({ own, window, words }: LinkOpenerOptions): (text: string) => Promise<void> {
  let recent: number[] = []
  /** In memory only, so that a later faulty page has no allowed sites. */
  const known = new Set<string>()
  return async (text) => {
    const nowMs = performance.now()
    recent = recent.filter((atMs) => nowMs - atMs < WITHIN_MS)
    const url = URL.parse(text)
    if (recent.length >= (url && known.has(url.origin) ? MAX_KNOWN : MAX_UNKNOWN))
      throw new AppError('shell/links-too-many')
    recent.push(nowMs)
    if (!url) throw new AppError('shell/link-refused', { url: text.slice(0, 200) })
    if (!own.includes(text) && !known.has(url.origin) && !(await isWanted(url, window(), known, words()))) return
    await shell.openExternal(url.href)
  }
}

/** The shown text is the address that is opened, with its site on a line of its own. */
async function isWanted(
  { protocol, host, origin, pathname, href }: URL,
  window: BrowserWindow | null,
  known: Set<string>,
  words: Words,
): Promise<boolean> {
  const target = protocol === 'mailto:' ? pathname : host === '' ? protocol : host
  const detail = [target, href]
    .map((text) => (text.length > MAX_SHOWN_CHARS ? `${text.slice(0, MAX_SHOWN_CHARS)}…` : text))
    .join('\n\n')
  // Ask each time about another program, because the effects of its addresses are unknown.
  const isWeb = protocol === 'https:' || protocol === 'http:'
  const { response, checkboxChecked } = await showMessage(window, {
    type: 'question',
    message: words.link.message,
    detail,
    buttons: [...words.link.buttons],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
    ...(isWeb ? { checkboxLabel: words.link.remember(host) } : {}),
  })
  if (isWeb && response === 1 && checkboxChecked) known.add(origin)
  return response === 1
}
