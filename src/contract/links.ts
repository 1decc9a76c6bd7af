// Which links may leave the program.
import { AppError } from './errors.ts'

/** What may be handed to the system's browser or mail program; throws `shell/link-refused` for everything else. */
export function linkToOpen(text: string): string {
  const refused = new AppError('shell/link-refused', { url: text.slice(0, 200) })
  // Characters nobody sees could turn round or hide parts of what the user is shown.
  const match = /^(https:\/\/|mailto:)([^\s\p{Cc}\p{Cf}\\]+)$/u.exec(text)
  const [, scheme, rest] = match ?? []
  if (rest === undefined) throw refused
  // A name and password before the host are how a link pretends to lead elsewhere.
  const authority = scheme === 'mailto:' ? '' : (rest.split(/[/?#]/, 1)[0] ?? '')
  if (authority.includes('@')) throw refused
  return text
}
