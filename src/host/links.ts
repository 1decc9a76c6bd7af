// Which links may leave the program.
import { AppError } from '#contract/errors.ts'
import { isAddress } from '#contract/rules/link-places.ts'

/**
 * What may be handed to the system: to its browser, its mail program, or the program of a scheme that is not one of
 * those nobody may open (link-places.ts). Throws `shell/link-refused` for everything else. For the desktop app, which
 * asks before it does.
 */
export function linkToOpen(text: string): string {
  if (!isAddress(text)) throw new AppError('shell/link-refused', { url: text.slice(0, 200) })
  return text
}

/** Where nobody is asked first: a page or a mail, and no other program. Throws the same. */
export function pageToOpen(text: string): string {
  if (!/^(https:\/\/|mailto:)/.test(text)) throw new AppError('shell/link-refused', { url: text.slice(0, 200) })
  return linkToOpen(text)
}
