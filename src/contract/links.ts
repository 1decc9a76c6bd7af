// Which links may leave the program.
import { AppError } from './errors.ts'
import { isAddress } from './link-places.ts'

/**
 * What may be handed to the system: to its browser, its mail program, or the program of a scheme that is not one of those
 * nobody may open (link-places.ts). Throws `shell/link-refused` for everything else. The desktop app asks before it does.
 */
export function linkToOpen(text: string): string {
  if (!isAddress(text)) throw new AppError('shell/link-refused', { url: text.slice(0, 200) })
  return text
}
