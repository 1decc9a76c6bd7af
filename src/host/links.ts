// Checks which links the system may open.
import { AppError } from '#contract/errors.ts'
import { isAddress } from '#contract/rules/link-templates.ts'

/**
 * Returns the address if the system may open it, in its browser, its mail program, or the program of another scheme.
 * Throws `shell/link-refused` for forbidden schemes (contract/rules/link-templates.ts) and invalid addresses. The
 * desktop app asks the user before it opens an address.
 */
export function checkLink(text: string): string {
  if (!isAddress(text)) throw new AppError('shell/link-refused', { url: text.slice(0, 200) })
  return text
}

/** Allows only web pages and mail, for hosts that do not ask the user first. Throws the same error. */
export function checkWebLink(text: string): string {
  if (!/^(https:\/\/|mailto:)/.test(text)) throw new AppError('shell/link-refused', { url: text.slice(0, 200) })
  return checkLink(text)
}
