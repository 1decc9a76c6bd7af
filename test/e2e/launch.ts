// Starts Electron or the stand-in through Playwright's Electron launcher.
import { type ElectronApplication, _electron } from 'playwright-core'
import { HANG_MS } from '#support/hang.ts'
import { target } from './target.ts'

type LaunchOptions = Parameters<typeof _electron.launch>[0] & { executablePath: string }

/** The stand-in ends with code 71 if its Chromium ends (test/standin/boot.ts). */
const CHROMIUM_ENDED = 'exitCode=71'

/**
 * Chromium itself rarely crashes in the first tenths of a second. On the stand-in the program is then started once
 * more. Failures of the program have other exit codes and are thrown at once.
 */
export async function launchElectron(options: LaunchOptions): Promise<ElectronApplication> {
  const launch = () =>
    _electron.launch({
      ...options,
      timeout: HANG_MS,
      // Chromium refuses to sandbox root; Playwright disables the sandbox by default.
      chromiumSandbox: process.getuid?.() !== 0,
      colorScheme: null,
    })
  const app = await launch().catch((error: unknown) => {
    if (target !== 'standin' || !String(error).includes(CHROMIUM_ENDED)) throw error
    process.stderr.write(`Chromium ended while it was started. It is started once more.\n${String(error)}\n`)
    return launch()
  })
  app.context().setDefaultTimeout(HANG_MS)
  return app
}
