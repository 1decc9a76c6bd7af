// Serves the calls of contract/shell.ts, the only IPC between page and main. It accepts only our page, in the main
// frame of our window, and parses the parameters. No other file may listen on ipcMain.
import { ipcMain, type IpcMainEvent, type IpcMainInvokeEvent, type WebContents } from 'electron'
import { toWireError } from '#contract/errors.ts'
import { type Handlers, answer } from '#contract/rpc.ts'
import { type ShellBridge, type ShellContract, shell } from '#contract/shell.ts'
import { shellChannels } from '#contract/shell-channels.ts'
import type { Origin } from './window/origin.ts'

export type ShellApiOptions = {
  handlers: Handlers<ShellContract>
  origin: Origin
  /** The web contents of our window; null without a window. */
  page: () => WebContents | null
  connectEngine: (page: WebContents) => void
  logBug: (error: unknown) => string
  /** Development only: answers are also checked against the contract. */
  checkOutput: boolean
}

export type ShellApi = {
  /** Does nothing without a page: a new page asks for the state. */
  emit(name: keyof ShellContract['events']): void
}

export function serveShell(options: ShellApiOptions): ShellApi {
  const { handlers, logBug, page } = options
  ipcMain.handle(shellChannels.call, (event, name: unknown, input: unknown): ReturnType<ShellBridge['call']> => {
    if (!isOurPage(event, options)) throw new Error('This page may not ask.')
    return answer(shell, handlers, { name: String(name), input }, options).then(
      (value) => ({ value }),
      (error: unknown) => ({ error: toWireError(error, logBug) }),
    )
  })
  ipcMain.on(shellChannels.connectEngine, (event) => {
    if (isOurPage(event, options)) options.connectEngine(event.sender)
  })
  return { emit: (name) => page()?.send(shellChannels.event, name, {}) }
}

/** Call it synchronously in the event's listener: later the frame may have navigated, or may be destroyed. */
function isOurPage(
  { sender, senderFrame }: IpcMainEvent | IpcMainInvokeEvent,
  { page, origin }: ShellApiOptions,
): boolean {
  return (
    senderFrame !== null && senderFrame.parent === null && sender.id === page()?.id && origin.isTrusted(senderFrame.url)
  )
}

/** electron-store listens on its own channel and returns the path of the user's files to any page. */
export function closeStoreChannel(): void {
  ipcMain.removeAllListeners('electron-store-get-data')
}
