// Opens a page with the system's own browser or mail program.
import { spawn } from 'node:child_process'

/**
 * Check the address before this call: on Windows a program parses it like a shell. Never rejects, because the address
 * is printed too.
 */
export function openInBrowser(address: string): Promise<void> {
  const [command, args] = getOpenCommand(process.platform, address)
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: 'ignore', detached: true })
    child.once('error', () => resolve())
    child.once('spawn', () => {
      child.unref()
      resolve()
    })
  })
}

/** On Windows it does not use `start`, which belongs to the command shell: the shell would interpret `&`. */
export function getOpenCommand(platform: NodeJS.Platform, address: string): [string, string[]] {
  if (platform === 'win32') return ['rundll32', ['url.dll,FileProtocolHandler', address]]
  return [platform === 'darwin' ? 'open' : 'xdg-open', [address]]
}
