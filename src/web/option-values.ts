// Values that several command lines and files have, and their mistakes.
import { StartProblem } from './start-problem.ts'

/** `name`: of the option or value that has the address. Throws a `StartProblem` if it cannot be used. */
export function parseServiceUrl(text: string, name = 'serviceUrl'): string {
  const url = URL.canParse(text) ? new URL(text) : null
  // A key is never sent unencrypted to another computer (engine/api/client.ts has the same rule).
  const isSafe =
    url?.protocol === 'https:' ||
    (url?.protocol === 'http:' && ['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname))
  if (url && isSafe && url.username === '' && url.pathname.endsWith('/v2')) return url.origin + url.pathname
  throw new StartProblem(
    `${name} must be a full address such as https://host/v2 (http:// on this computer only), not "${text}".`,
  )
}

/** `name`: of the option. Throws a `StartProblem` if it is no port. */
export function parsePort(text: string, name: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text)
  throw new StartProblem(`${name} must be a whole number from 0 to 65535, not "${text}". Give 0 to get any free port.`)
}

/** The mistake that `parseArgs` found, with the next step. */
export function createOptionProblem(cause: unknown): StartProblem {
  const reason = cause instanceof Error ? (cause.message.split(/\.(?:\s|$)/)[0] ?? '') : String(cause)
  return new StartProblem(`${reason}. Run it with --help to see the options.`, { cause })
}
