// Finds the browser once before the first spec, and installs Debian's if there is none: specs run in parallel, and two
// installations at once would block each other. Without a browser the run ends here, with one sentence.
import { findChromium } from '#support/browser.ts'
import { place } from './places.ts'

export function setup(): void {
  if (place !== 'electron') findChromium()
}
