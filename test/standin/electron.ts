// The module `electron` of the stand-in. It has only the parts of Electron that main may use, and everything else
// throws. Unit tests use the same module, without Chromium and without child processes (web-contents.ts, utility.ts).
import type * as Real from 'electron'
import { app } from './app.ts'
import { WebContents } from './web-contents.ts'
import { ipcMain } from './ipc.ts'
import { safeStorage } from './keyring.ts'
import {
  Menu,
  Notification,
  Tray,
  crashReporter,
  dialog,
  nativeImage,
  nativeTheme,
  powerMonitor,
  screen,
  shell,
} from './native.ts'
import { MessageChannelMain, MessagePortMain } from './ports.ts'
import { protocol, session } from './session.ts'
import { utilityProcess } from './utility.ts'
import { BrowserWindow } from './window.ts'

const webContents = {
  fromDevToolsTargetId: (id: string) => WebContents.findByTargetId(id),
  getAllWebContents: () => [...WebContents.all],
}

const electron: object = {
  app,
  BrowserWindow,
  crashReporter,
  dialog,
  ipcMain,
  Menu,
  MessageChannelMain,
  nativeImage,
  nativeTheme,
  Notification,
  powerMonitor,
  protocol,
  safeStorage,
  screen,
  session,
  shell,
  Tray,
  utilityProcess,
  webContents,
} satisfies { [name in keyof typeof Real]?: unknown }

export {
  electron as default,
  app,
  BrowserWindow,
  crashReporter,
  dialog,
  ipcMain,
  Menu,
  MessageChannelMain,
  MessagePortMain,
  nativeImage,
  nativeTheme,
  Notification,
  powerMonitor,
  protocol,
  safeStorage,
  screen,
  session,
  shell,
  Tray,
  utilityProcess,
  webContents,
}
