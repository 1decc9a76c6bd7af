// The three targets on which the suite runs: the browser host, the stand-in for Electron, and Electron itself. Each run
// uses one target.
import { fileURLToPath } from 'node:url'
import { findElectron } from '../../scripts/electron.mjs'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const STAND_IN = fileURLToPath(new URL('../standin/electron', import.meta.url))

export type Target = 'browser' | 'standin' | 'electron'

export const target = (process.env['QUAYWATCH_E2E_ON'] ?? 'browser') as Target

/** Electron's own executable, or the stand-in. */
export function electronProgram(): string {
  const executable = target === 'standin' ? STAND_IN : findElectron(ROOT, process.env)
  if (executable === null)
    throw new Error(
      'There is no Electron here. Fetch one with "npm start", or run the suite on the stand-in: npm run e2e -- --on standin',
    )
  return executable
}

/** The desktop app. E2E_ELECTRON names a packaged one, which needs no folder to run. */
export function desktopProgram(): { executable: string; args: string[] } {
  const packaged = process.env['E2E_ELECTRON'] ?? ''
  return target === 'electron' && packaged !== ''
    ? { executable: packaged, args: [] }
    : { executable: electronProgram(), args: [ROOT] }
}
