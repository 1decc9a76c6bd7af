// Finds the browser once before the first spec, and installs Debian's if there is none: specs run in parallel, and two
// installations at once would block each other. If no browser can be installed, the run stops here with an error
// message.
import { findChromium } from '#support/browser.ts'
import { target } from './target.ts'

export function setup(): void {
  if (target !== 'electron') findChromium()
}
