// Starts a real Chromium for end-to-end tests: an installed one, or else the one of Debian's package. It is downloaded
// from no other place. The switches prevent requests of the browser to its manufacturer.
import { execFileSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'
import { HANG_MS } from './hang.ts'

/** Chromium without visible windows: a page needs a third less processor time. */
const HEADLESS_CHROMIUM = '/usr/bin/chromium-headless-shell'
/** Chrome is before Chromium: where both exist, Ubuntu allows a sandbox only for the program in Chrome's own folder. */
const BROWSER_PATHS = [
  HEADLESS_CHROMIUM,
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

/** The switches that prevent requests and updates. Programs that start the browser without Playwright use them too. */
export const QUIET_SWITCHES = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-domain-reliability',
  '--disable-sync',
  '--metrics-recording-only',
  '--no-first-run',
  '--no-pings',
  // The same glyphs on every machine: no subpixel colours, no hinting of the desktop.
  '--font-render-hinting=none',
  '--disable-lcd-text',
]

export function launchBrowser(): Promise<Browser> {
  const isRoot = process.getuid?.() === 0
  // Chromium refuses to sandbox root; for other users the sandbox stays on.
  return chromium.launch({
    executablePath: findChromium(),
    headless: true,
    timeout: HANG_MS,
    chromiumSandbox: !isRoot,
    args: QUIET_SWITCHES,
  })
}

/** Returns the path of a Chromium. Installs Debian's package if there is none and this process runs as root. */
export function findChromium(): string {
  const configuredPath = process.env['QUAYWATCH_CHROMIUM']
  if (configuredPath !== undefined && configuredPath !== '') {
    if (isProgram(configuredPath)) return configuredPath
    throw new Error(`QUAYWATCH_CHROMIUM names ${configuredPath}, which is no program that can be started.`)
  }
  const existingPath = BROWSER_PATHS.find(isProgram)
  if (existingPath !== undefined) return existingPath
  installFromDebian()
  const installedPath = BROWSER_PATHS.find(isProgram)
  if (installedPath !== undefined) return installedPath
  throw new Error(
    `Debian’s package chromium-headless-shell was installed, but there is no ${HEADLESS_CHROMIUM}. Name one in QUAYWATCH_CHROMIUM.`,
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
    // The package lists of a fresh image are empty or outdated.
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
