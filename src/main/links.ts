// The one way a link leaves the program. What it may look like is contract/links.ts; here the user is asked first, because
// an address in a page may have come from anywhere, and a page that went mad opens no hundred windows.
import { type BrowserWindow, shell } from 'electron'
import { AppError } from '#contract/errors.ts'
import { ask } from './ask.ts'
import type { Words } from './words.ts'

const MOST = 5
const WITHIN_MS = 60_000
/** A longer one would push the buttons off a small screen. */
const MOST_SHOWN_CHARS = 500

export type LinkOpenerOptions = {
  /** Our own addresses, for which nobody is asked. */
  own: readonly (string | null)[]
  window: () => BrowserWindow | null
  words: () => Words
}

export function createLinkOpener({ own, window, words }: LinkOpenerOptions): (text: string) => Promise<void> {
  let recent: number[] = []
  return async (text) => {
    const nowMs = performance.now()
    recent = recent.filter((atMs) => nowMs - atMs < WITHIN_MS)
    if (recent.length >= MOST) throw new AppError('shell/links-too-many')
    recent.push(nowMs)
    const url = URL.parse(text)
    if (!url) throw new AppError('shell/link-refused', { url: text.slice(0, 200) })
    if (!own.includes(text) && !(await isWanted(url, window(), words()))) return
    await shell.openExternal(url.href)
  }
}

/** What is shown is what is opened, with whose it is on a line of its own. */
async function isWanted({ protocol, host, pathname, href }: URL, window: BrowserWindow | null, words: Words): Promise<boolean> {
  const whose = protocol === 'mailto:' ? pathname : host
  const detail = [whose, href].map((text) => (text.length > MOST_SHOWN_CHARS ? `${text.slice(0, MOST_SHOWN_CHARS)}…` : text)).join('\n\n')
  const { response } = await ask(window, { type: 'question', message: words.link.message, detail, buttons: [...words.link.buttons], defaultId: 0, cancelId: 0, noLink: true })
  return response === 1
}
