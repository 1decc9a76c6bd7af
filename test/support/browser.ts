// A real Chromium for end-to-end tests: the one that is installed, else Debian's own package. Never downloads a browser
// from anywhere else, and keeps the one it starts from talking to anybody but our own pages.
import { execFileSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'
import { HANG_MS } from './hang.ts'

/** Chromium without the windows nobody would see: a page costs a third less of the processor. */
const WITHOUT_WINDOWS = '/usr/bin/chromium-headless-shell'
/** Chrome before Chromium: where both are, only Chrome's own folder is one that Ubuntu lets have a sandbox. */
const USUAL_PLACES = [
  WITHOUT_WINDOWS,
  '/opt/google/chrome/chrome',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
]

/** For whoever starts one without Playwright as well. */
export const QUIET = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-domain-reliability',
  '--disable-sync',
  '--metrics-recording-only',
  '--no-first-run',
  '--no-pings',
  // The same letters on every machine: no subpixel colours, no hints from the desktop.
  '--font-render-hinting=none',
  '--disable-lcd-text',
]

export function launchBrowser(): Promise<Browser> {
  const isRoot = process.getuid?.() === 0
  // Chromium refuses its sandbox to root; for everybody else it stays on.
  return chromium.launch({
    executablePath: findChromium(),
    headless: true,
    timeout: HANG_MS,
    chromiumSandbox: !isRoot,
    args: QUIET,
  })
}

/** The path of a Chromium; installs Debian's when there is none and we may. */
export function findChromium(): string {
  const named = process.env['QUAYWATCH_CHROMIUM']
  if (named !== undefined && named !== '') {
    if (isProgram(named)) return named
    throw new Error(`QUAYWATCH_CHROMIUM names ${named}, which is no program that can be started.`)
  }
  const found = USUAL_PLACES.find(isProgram)
  if (found !== undefined) return found
  installFromDebian()
  const installed = USUAL_PLACES.find(isProgram)
  if (installed !== undefined) return installed
  throw new Error(
    `Debian’s package chromium-headless-shell was installed, but there is no ${WITHOUT_WINDOWS}. Name one in QUAYWATCH_CHROMIUM.`,
  )
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function installFromDebian(): void {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version') || !existsSync('/usr/bin/apt-get')) {
    throw new Error('End-to-end tests need Chromium or Chrome. Install one, or name it in QUAYWATCH_CHROMIUM.')
  }
  const aptGet = (...args: string[]) =>
    execFileSync('/usr/bin/apt-get', args, {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
  const install = () =>
    aptGet(
      'install',
      '--yes',
      '--no-install-recommends',
      'chromium-headless-shell',
      'fonts-liberation',
      'fonts-wqy-microhei',
    )
  try {
    install()
  } catch {
    // The lists of a fresh image are empty or old.
    try {
      aptGet('update')
      install()
    } catch (cause) {
      throw new Error(
        'Debian’s package chromium-headless-shell could not be installed. Install a Chromium, or name one in QUAYWATCH_CHROMIUM.',
        { cause },
      )
    }
  }
}
