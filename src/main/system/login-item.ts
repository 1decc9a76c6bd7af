// Reads and changes whether the program starts when the user signs in. The system stores this setting, and the user may
// change it there. On Linux it is a file in the autostart folder.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { app } from 'electron'
import { AppError } from '#contract/errors.ts'
import { HIDDEN } from '../command-line.ts'

export type LoginItem = {
  /** Null if this program cannot have an entry, such as a development build. */
  isOn(): boolean | null
  /** Throws `shell/login-refused`. */
  set(isOn: boolean): void
}

/** `executable`: the file that starts the installed program; null if there is none, such as in a development build. */
export function createLoginItem(platform: NodeJS.Platform, executable: string | null): LoginItem {
  const item =
    executable === null ? null : platform === 'linux' ? createAutostartItem(executable) : createSystemItem(platform)
  return {
    isOn: () => item?.isOn() ?? null,
    set: (isOn) => {
      if (!item) throw new AppError('shell/login-refused')
      try {
        item.set(isOn)
      } catch (error) {
        throw new AppError('shell/login-refused', {}, error)
      }
      if (item.isOn() !== isOn) throw new AppError('shell/login-refused')
    },
  }
}

type SystemItem = { isOn(): boolean; set(isOn: boolean): void }

/**
 * Windows distinguishes entries by their arguments, so the query must contain the same ones. macOS has no arguments.
 */
function createSystemItem(platform: NodeJS.Platform): SystemItem {
  const entryOptions = platform === 'win32' ? { args: [HIDDEN] } : {}
  return {
    isOn: () => {
      const { openAtLogin, executableWillLaunchAtLogin } = app.getLoginItemSettings(entryOptions)
      // If the user disables the entry in the Task Manager, Windows keeps it and stores that in a separate value.
      return openAtLogin && (platform !== 'win32' || executableWillLaunchAtLogin)
    },
    set: (openAtLogin) => app.setLoginItemSettings({ openAtLogin, ...entryOptions }),
  }
}

function createAutostartItem(executable: string): SystemItem {
  const folder = join(app.getPath('appData'), 'autostart')
  const path = join(folder, 'app.quaywatch.desktop')
  const text = `[Desktop Entry]\nType=Application\nName=Quaywatch\nExec=${formatExecLine(executable)}\n`
  return {
    // A file with another text starts another program, or this program at its former path.
    isOn: () => readIfPresent(path) === text,
    set: (isOn) => {
      if (!isOn) {
        rmSync(path, { force: true })
        return
      }
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      writeFileSync(path, text)
    },
  }
}

/** Quotes the path twice, as the Desktop Entry Specification requires: as an argument, and then as a string. */
function formatExecLine(executable: string): string {
  if (/\p{Cc}/u.test(executable)) throw new AppError('shell/login-refused')
  const argument = `"${executable.replace(/[\\"`$]/g, '\\$&')}"`
  return `${argument.replaceAll('\\', '\\\\').replaceAll('%', '%%')} ${HIDDEN}`
}

function readIfPresent(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}
