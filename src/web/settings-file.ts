// The settings that the browser host needs before the engine starts: `host.json`, with the schema of contract/shell.ts.
import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { AppError } from '#contract/errors.ts'
import type { HostDeps } from '#host/host-deps.ts'
import { HostSettings } from '#contract/shell.ts'
import type { FolderLock } from './folder-lock.ts'

export type SettingsFile = HostDeps['settings']

/**
 * Renames a file that cannot be parsed, and never deletes it. While another host has locked the folder, the file is
 * read at each call, because the other host may change it, and saving throws `db/in-use`.
 */
export function openSettingsFile(dataDir: string, lock: FolderLock): SettingsFile {
  const path = join(dataDir, 'host.json')
  let settings: HostSettings | null = null
  let isReset = false
  const read = (): HostSettings => {
    if (settings) return settings
    const stored = loadSettings(path)
    if (!lock.isOurs()) return stored ?? HostSettings.parse({})
    isReset = stored === null
    if (isReset) renameSync(path, join(dataDir, `host.broken-${Date.now()}.json`))
    settings = stored ?? HostSettings.parse({})
    return settings
  }
  const saveInternal = (next: HostSettings) => {
    lock.acquire()
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    replaceFile(path, `${JSON.stringify(next, null, 2)}\n`)
    settings = next
  }
  read()
  return {
    read,
    save: (next) => {
      saveInternal(next)
      isReset = false
    },
    saveInternal,
    isReset: () => isReset,
  }
}

/** Returns null if the file exists, but its content cannot be parsed. */
function loadSettings(path: string): HostSettings | null {
  const text = readText(path)
  if (text === null) return readDesktopSettings(dirname(path))
  try {
    return HostSettings.parse(JSON.parse(text))
  } catch {
    // The caller reports this to the user as `shell/settings-reset`.
    return null
  }
}

/**
 * Reads the settings of the desktop app, if only that has used the folder until now. The browser host then starts with
 * the same accounts and choices. The desktop app's file does not change.
 */
function readDesktopSettings(dataDir: string): HostSettings {
  try {
    return HostSettings.parse(JSON.parse(readFileSync(join(dataDir, 'settings.json'), 'utf8')))
  } catch {
    return HostSettings.parse({})
  }
}

function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

/** Writes the whole file or nothing: a power failure must not destroy the settings. */
export function replaceFile(path: string, text: string, mode = 0o644): void {
  const part = `${path}.part`
  try {
    const file = openSync(part, 'w', mode)
    try {
      writeSync(file, text)
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    renameSync(part, path)
  } catch (error) {
    throw error instanceof Error && 'code' in error && error.code === 'ENOSPC'
      ? new AppError('db/disk-full', {}, error)
      : error
  }
}
