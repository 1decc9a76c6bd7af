// HostSettings in a file of their own: what must be known before the engine starts. A file that cannot be understood
// is set aside, never deleted, and the user is told.
import { existsSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import Store from 'electron-store'
import type { HostDeps } from '#host/host-deps.ts'
import { HostSettings } from '#contract/shell.ts'
import type { Log } from './log.ts'
import { closeStoreChannel } from './shell-api.ts'

const NAME = 'settings'

export type WindowState = NonNullable<HostSettings['window']>

export type SettingsStore = HostDeps['settings'] & {
  /** Apart from `save`, because moving a window does not mean that somebody read what was told about the settings. */
  saveWindow(window: WindowState): void
}

export function openSettings(folder: string, log: Log): SettingsStore {
  let isReset = setAsideIfBroken(folder, log)
  const store = new Store<HostSettings>({ name: NAME, cwd: folder, configFileMode: 0o600 })
  closeStoreChannel()
  let current = HostSettings.parse(store.store)
  const save = (next: HostSettings) => {
    // What could not be read again would be set aside at the next start, with everything else.
    current = HostSettings.parse(next)
    store.store = current
  }
  return {
    read: () => current,
    isReset: () => isReset,
    save: (next) => {
      save(next)
      isReset = false
    },
    note: save,
    saveWindow: (window) => {
      save({ ...current, window })
    },
  }
}

function setAsideIfBroken(folder: string, log: Log): boolean {
  const path = join(folder, `${NAME}.json`)
  if (!existsSync(path)) return false
  const problem = problemIn(readFileSync(path, 'utf8'))
  if (problem === null) return false
  const aside = join(folder, `${NAME}.broken-${new Date().toISOString().replaceAll(':', '-')}.json`)
  renameSync(path, aside)
  log.write('error', 'settings set aside', { problem, aside })
  return true
}

/** A place in the file, never what stands there. */
function problemIn(text: string): string | null {
  try {
    const parsed = HostSettings.safeParse(JSON.parse(text))
    return parsed.success
      ? null
      : parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ')
  } catch {
    return 'not JSON'
  }
}
