// The page that announces new versions, as package.json names it. This build does not update itself.
import { readFileSync } from 'node:fs'
import { pageToOpen } from '#host/links.ts'

/** Null if package.json names no page, or one that cannot be opened. */
export function releasesUrl(packageFile: string): string | null {
  try {
    const { releasesUrl: url } = JSON.parse(readFileSync(packageFile, 'utf8')) as { releasesUrl?: unknown }
    return typeof url === 'string' ? pageToOpen(url) : null
  } catch {
    return null
  }
}
