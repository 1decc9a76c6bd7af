// Finds the browser once, before the first spec, and installs Debian's where there is none: specs run side by side, and
// two installations at once would refuse each other. Without a browser the run ends here, with one sentence.
import { findChromium } from '#support/browser.ts'
import { place } from './places.ts'

export function setup(): void {
  if (place !== 'electron') findChromium()
}
