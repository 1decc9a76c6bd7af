// Passes power events of the computer on: wake-up to the engine, battery and screen lock to the host. A shutdown quits
// the app.
import { app, powerMonitor } from 'electron'
import type { Host } from '#host/host.ts'

/** The network comes some time after wake-up, and the computers of an office must not all send at once. */
const AWAKE_AFTER_MS = { least: 5_000, most: 20_000 }

/**
 * Only macOS and Windows report locking, and only macOS and Linux report a shutdown; Windows reports it to the windows
 * (window/window.ts).
 */
export function watchPower(host: Host, resume: () => void): void {
  let waking: NodeJS.Timeout | undefined
  powerMonitor.on('suspend', () => clearTimeout(waking))
  powerMonitor.on('resume', () => {
    clearTimeout(waking)
    waking = setTimeout(resume, AWAKE_AFTER_MS.least + Math.random() * (AWAKE_AFTER_MS.most - AWAKE_AFTER_MS.least))
  })
  powerMonitor.on('on-battery', () => host.powerChanged({ isOnBattery: true }))
  powerMonitor.on('on-ac', () => host.powerChanged({ isOnBattery: false }))
  powerMonitor.on('lock-screen', () => host.powerChanged({ isLocked: true }))
  powerMonitor.on('unlock-screen', () => host.powerChanged({ isLocked: false }))
  const shutDown = (event: { preventDefault(): void }) => {
    // Delays the shutdown only until the program has stopped cleanly.
    event.preventDefault()
    app.quit()
  }
  // Electron's types lack this documented event.
  powerMonitor.on('shutdown', shutDown as () => void)
}
