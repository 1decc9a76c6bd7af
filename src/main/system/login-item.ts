// Whether the program starts when the user signs in, as the system has it: the user may have changed it there. On Linux
// no system is asked: a file in the folder of what starts says it.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { app } from 'electron'
import { AppError } from '#contract/errors.ts'
import { HIDDEN } from '../command-line.ts'

export type LoginItem = {
  /** Null where something else would be started. */
  isOn(): boolean | null
  /** Throws `shell/login-refused`. */
  set(isOn: boolean): void
}

/** `executable`: what starts this program as it is now installed; null for none, such as a development build. */
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

/** Windows tells its entries apart by their arguments, and has to be asked with the same; macOS knows none. */
function systemItem(platform: NodeJS.Platform): Item {
  const how = platform === 'win32' ? { args: [HIDDEN] } : {}
  return {
    isOn: () => {
      const { openAtLogin, executableWillLaunchAtLogin } = app.getLoginItemSettings(how)
      // The entry stays where the user switched it off in the Task Manager; Windows keeps that elsewhere.
      return openAtLogin && (platform !== 'win32' || executableWillLaunchAtLogin)
    },
    set: (openAtLogin) => {
      app.setLoginItemSettings({ openAtLogin, ...how })
    },
  }
}

function autostartFile(executable: string): Item {
  const folder = join(app.getPath('appData'), 'autostart')
  const path = join(folder, 'app.quaywatch.desktop')
  const text = `[Desktop Entry]\nType=Application\nName=Quaywatch\nExec=${execLine(executable)}\n`
  return {
    // Another text is another program's start, or that of a place from which this one has moved.
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

/** Quoted as the Desktop Entry Specification wants it: once as an argument, and once more as a string. */
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
