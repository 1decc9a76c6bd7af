// Checks which links the system may open.
import { AppError } from '#contract/errors.ts'
import { isAddress } from '#contract/rules/link-templates.ts'

/**
 * Addresses that may be opened by the system: by its browser, its mail program, or the program of another scheme,
 * except the forbidden schemes (contract/rules/link-templates.ts). Throws `shell/link-refused` for all others. The desktop
 * app asks the user before it opens one.
 */
export function checkLink(text: string): string {
  if (!isAddress(text)) throw new AppError('shell/link-refused', { url: text.slice(0, 200) })
  return text
}

/** For hosts that do not ask the user first: web pages and mail only. Throws the same error. */
export function checkWebLink(text: string): string {
  if (!/^(https:\/\/|mailto:)/.test(text)) throw new AppError('shell/link-refused', { url: text.slice(0, 200) })
  return checkLink(text)
}
