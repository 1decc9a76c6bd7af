// Stores HostSettings in a file: the settings that are needed before the engine starts. A file that cannot be parsed is
// renamed, never deleted, and the user is notified.
import { existsSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import Store from 'electron-store'
import type { HostDeps } from '#host/host-deps.ts'
import { HostSettings } from '#contract/shell.ts'
import type { Log } from './log.ts'
import { closeStoreChannel } from './shell-api.ts'

const FILE_NAME = 'settings'

export type WindowState = NonNullable<HostSettings['window']>

export type SettingsStore = HostDeps['settings'] & {
  /** Separate from `save`, because moving a window does not mean that the user read the notice about the settings. */
  saveWindow(window: WindowState): void
}

export function openSettings(folder: string, log: Log): SettingsStore {
  let isReset = setAsideIfBroken(folder, log)
  const store = new Store<HostSettings>({ name: FILE_NAME, cwd: folder, configFileMode: 0o600 })
  closeStoreChannel()
  let current = HostSettings.parse(store.store)
  const save = (next: HostSettings) => {
    // Do not write a value that cannot be parsed: the next start would set the whole file aside.
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
    saveInternal: save,
    saveWindow: (window) => save({ ...current, window }),
  }
}

function setAsideIfBroken(folder: string, log: Log): boolean {
  const path = join(folder, `${FILE_NAME}.json`)
  if (!existsSync(path)) return false
  const problem = findProblem(readFileSync(path, 'utf8'))
  if (problem === null) return false
  const brokenPath = join(folder, `${FILE_NAME}.broken-${new Date().toISOString().replaceAll(':', '-')}.json`)
  renameSync(path, brokenPath)
  log.write('error', 'settings set aside', { problem, aside: brokenPath })
  return true
}

/** Returns the path and the error of each invalid value, but never the value itself; null if there is none. */
function findProblem(text: string): string | null {
  try {
    const parsed = HostSettings.safeParse(JSON.parse(text))
    return parsed.success
      ? null
      : parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ')
  } catch {
    return 'not JSON'
  }
}
