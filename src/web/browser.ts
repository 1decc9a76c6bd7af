// Opens a page with the system's own browser or mail program.
import { spawn } from 'node:child_process'

/**
 * Check the address before this call: on Windows a program parses it like a shell. Never rejects, because the address
 * is printed too.
 */
export function openInBrowser(address: string): Promise<void> {
  const [command, args] = opener(process.platform, address)
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: 'ignore', detached: true })
    child.once('error', () => resolve())
    child.once('spawn', () => {
      child.unref()
      resolve()
    })
  })
}

/** Not `start` on Windows: it belongs to the command shell, which would read `&` in an address. */
export function opener(platform: NodeJS.Platform, address: string): [string, string[]] {
  if (platform === 'win32') return ['rundll32', ['url.dll,FileProtocolHandler', address]]
  return [platform === 'darwin' ? 'open' : 'xdg-open', [address]]
}
