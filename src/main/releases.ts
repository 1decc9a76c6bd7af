// Where new versions are announced: the project's own page, as package.json names it. This build does not update
// itself.
import { readFileSync } from 'node:fs'
import { pageToOpen } from '#host/links.ts'

/** Null where none is named, or not one that could be opened. */
export function releasesUrl(packageFile: string): string | null {
  try {
    const { releasesUrl: url } = JSON.parse(readFileSync(packageFile, 'utf8')) as { releasesUrl?: unknown }
    return typeof url === 'string' ? pageToOpen(url) : null
  } catch {
    return null
  }
}
