// What the computer does that the engine must know of: sleeps and wakes, runs on its battery, is locked, is shut down.
import { app, powerMonitor } from 'electron'
import type { Host } from '#host/host.ts'

/** The network comes up after the computer does, and an office that is switched on must not ask all at once. */
const AWAKE_AFTER_MS = { least: 5_000, most: 20_000 }

/**
 * Locking is told on macOS and Windows only, shutting down on macOS and Linux; Windows tells its windows (window.ts).
 */
export function watchPower(host: Host, resume: () => void): void {
  let waking: NodeJS.Timeout | undefined
  powerMonitor.on('suspend', () => {
    clearTimeout(waking)
  })
  powerMonitor.on('resume', () => {
    clearTimeout(waking)
    waking = setTimeout(resume, AWAKE_AFTER_MS.least + Math.random() * (AWAKE_AFTER_MS.most - AWAKE_AFTER_MS.least))
  })
  powerMonitor.on('on-battery', () => {
    host.powerChanged({ isOnBattery: true })
  })
  powerMonitor.on('on-ac', () => {
    host.powerChanged({ isOnBattery: false })
  })
  powerMonitor.on('lock-screen', () => {
    host.powerChanged({ isLocked: true })
  })
  powerMonitor.on('unlock-screen', () => {
    host.powerChanged({ isLocked: false })
  })
  const shutDown = (event: { preventDefault(): void }) => {
    // Only so long as ending in good order takes.
    event.preventDefault()
    app.quit()
  }
  // Electron's types leave out the event its documentation speaks of.
  powerMonitor.on('shutdown', shutDown as () => void)
}
