// Sets the ids by which Windows identifies the program. Windows shows notifications only for a registered id, and
// passes clicks on older notifications to the program with the activator's id. electron-builder.config.ts and
// build/installer.nsh contain the same ids.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { app } from 'electron'

const DEVELOPMENT_NAME = 'Quaywatch Development'

export function identifyToWindows(isPackaged: boolean): void {
  if (isPackaged) {
    app.setAppUserModelId('app.quaywatch.desktop')
    app.setToastActivatorCLSID('{6E0B5C0E-3A43-4B0B-9A0C-6C7B6F1D2A57}')
    return
  }
  // With the same id and name, a start from the sources would redirect the installed program's entry in the Start menu
  // to itself.
  app.setName(DEVELOPMENT_NAME)
  app.setAppUserModelId('app.quaywatch.desktop.dev')
  app.setToastActivatorCLSID('{B1D7A2F4-58C9-4E63-8F0D-2C94E7A6150B}')
  app.once('quit', removeEntry)
}

/**
 * Removes the entry that Electron created in the Start menu. Windows shows notifications only of programs with an entry
 * there, so Electron creates one that starts a bare electron.exe (windows_toast_activator.cc, EnsureShortcut).
 */
function removeEntry(): void {
  try {
    rmSync(join(app.getPath('appData'), `Microsoft/Windows/Start Menu/Programs/${DEVELOPMENT_NAME}.lnk`), {
      force: true,
    })
  } catch {
    // The Start menu may use the file. The next start from the sources creates it again and then deletes it.
  }
}
