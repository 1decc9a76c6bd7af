// By what Windows knows the program: it shows notifications for those it knows by an id, and hands clicks on older ones to
// whoever has the activator's. What it knows by these, electron-builder.config.ts and build/installer.nsh know too.
import { app } from 'electron'

export function identifyToWindows(isPackaged: boolean): void {
  if (isPackaged) {
    app.setAppUserModelId('app.quaywatch.desktop')
    app.setToastActivatorCLSID('{6E0B5C0E-3A43-4B0B-9A0C-6C7B6F1D2A57}')
    return
  }
  // Under the same id and name a start from the sources would turn the installed program's entry in the Start menu to itself.
  app.setName('Quaywatch Development')
  app.setAppUserModelId('app.quaywatch.desktop.dev')
  app.setToastActivatorCLSID('{B1D7A2F4-58C9-4E63-8F0D-2C94E7A6150B}')
}
