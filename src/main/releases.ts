// Reads the address of the page that announces new versions from package.json. This build does not update itself.
import { readFileSync } from 'node:fs'
import { checkWebLink } from '#host/links.ts'

/** Returns null if package.json names no page, or a page that cannot be opened. */
export function readReleasesUrl(packageFile: string): string | null {
  try {
    const { releasesUrl: url } = JSON.parse(readFileSync(packageFile, 'utf8')) as { releasesUrl?: unknown }
    return typeof url === 'string' ? checkWebLink(url) : null
  } catch {
    return null
  }
}
