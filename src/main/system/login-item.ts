// Whether the program starts when the user signs in, as the system has it, because the user may have changed it there.
// On Linux it is a file in the autostart folder.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { app } from 'electron'
import { AppError } from '#contract/errors.ts'
import { HIDDEN } from '../command-line.ts'

export type LoginItem = {
  /** Null if the entry starts another program. */
  isOn(): boolean | null
  /** Throws `shell/login-refused`. */
  set(isOn: boolean): void
}

/** `executable`: the file that starts the installed program; null if there is none, such as in a development build. */
export function createLoginItem(platform: NodeJS.Platform, executable: string | null): LoginItem {
  const item = executable === null ? null : platform === 'linux' ? autostartFile(executable) : systemItem(platform)
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

type Item = { isOn(): boolean; set(isOn: boolean): void }

/** Windows distinguishes entries by their arguments, so the query needs the same ones; macOS has none. */
function systemItem(platform: NodeJS.Platform): Item {
  const how = platform === 'win32' ? { args: [HIDDEN] } : {}
  return {
    isOn: () => {
      const { openAtLogin, executableWillLaunchAtLogin } = app.getLoginItemSettings(how)
      // The entry remains if the user disabled it in the Task Manager; Windows stores that in another place.
      return openAtLogin && (platform !== 'win32' || executableWillLaunchAtLogin)
    },
    set: (openAtLogin) => app.setLoginItemSettings({ openAtLogin, ...how }),
  }
}

function autostartFile(executable: string): Item {
  const folder = join(app.getPath('appData'), 'autostart')
  const path = join(folder, 'app.quaywatch.desktop')
  const text = `[Desktop Entry]\nType=Application\nName=Quaywatch\nExec=${execLine(executable)}\n`
  return {
    // Another text starts another program, or this one at its former path.
    isOn: () => textIfThere(path) === text,
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

/** Quotes as in the Desktop Entry Specification: once as an argument, and once more as a string. */
function execLine(executable: string): string {
  if (/\p{Cc}/u.test(executable)) throw new AppError('shell/login-refused')
  const argument = `"${executable.replace(/[\\"`$]/g, '\\$&')}"`
  return `${argument.replaceAll('\\', '\\\\').replaceAll('%', '%%')} ${HIDDEN}`
}

function textIfThere(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}
