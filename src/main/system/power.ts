// Passes power events of the computer on: wake-up to the engine, battery and screen lock to the host. A shutdown quits
// the app.
import { app, powerMonitor } from 'electron'
import type { Host } from '#host/host.ts'

/**
 * The engine resumes after a random delay, because the network is not available at once after wake-up and all computers
 * of an office must not send requests at the same moment.
 */
const RESUME_DELAY_MS = { min: 5_000, max: 20_000 }

/**
 * Only macOS and Windows report the screen lock. Only macOS and Linux report a shutdown here; Windows reports it to
 * each window (window/window.ts).
 */
export function watchPower(host: Host, resume: () => void): void {
  let resumeTimer: NodeJS.Timeout | undefined
  powerMonitor.on('suspend', () => clearTimeout(resumeTimer))
  powerMonitor.on('resume', () => {
    clearTimeout(resumeTimer)
    resumeTimer = setTimeout(resume, RESUME_DELAY_MS.min + Math.random() * (RESUME_DELAY_MS.max - RESUME_DELAY_MS.min))
  })
  powerMonitor.on('on-battery', () => host.updatePower({ isOnBattery: true }))
  powerMonitor.on('on-ac', () => host.updatePower({ isOnBattery: false }))
  powerMonitor.on('lock-screen', () => host.updatePower({ isLocked: true }))
  powerMonitor.on('unlock-screen', () => host.updatePower({ isLocked: false }))
  const shutDown = (event: { preventDefault(): void }) => {
    // The shutdown waits until the program has stopped cleanly.
    event.preventDefault()
    app.quit()
  }
  // Electron's types lack this documented event.
  powerMonitor.on('shutdown', shutDown as () => void)
}
