// The one door between page and main: contract/shell.ts over IPC. Whoever knocks must be our page, in the main frame
// of our window; what is asked is parsed like any other call. No other file may listen on ipcMain.
import { ipcMain, type IpcMainEvent, type IpcMainInvokeEvent, type WebContents } from 'electron'
import { toWireError } from '#contract/errors.ts'
import { type Handlers, answer } from '#contract/rpc.ts'
import { type ShellBridge, type ShellContract, shell } from '#contract/shell.ts'
import { shellChannels } from '#contract/shell-channels.ts'
import type { Origin } from './window/origin.ts'

export type ShellApiOptions = {
  handlers: Handlers<ShellContract>
  origin: Origin
  /** The contents of our window; null while there is none. */
  page: () => WebContents | null
  connectEngine: (page: WebContents) => void
  logBug: (error: unknown) => string
  /** Development: answers are checked against the contract too. */
  checkOutput: boolean
}

export type ShellApi = {
  /** Nothing where there is no page: it asks when it begins. */
  tell(name: keyof ShellContract['events']): void
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
  return {
    tell: (name) => {
      page()?.send(shellChannels.event, name, {})
    },
  }
}

/** Synchronously, while the frame is still the one that sent: later it may have gone elsewhere, or be gone. */
function isOurPage(
  { sender, senderFrame }: IpcMainEvent | IpcMainInvokeEvent,
  { page, origin }: ShellApiOptions,
): boolean {
  return (
    senderFrame !== null && senderFrame.parent === null && sender.id === page()?.id && origin.isTrusted(senderFrame.url)
  )
}

/** electron-store answers on a channel of its own and tells any page where the user's files are. */
export function closeStoreChannel(): void {
  ipcMain.removeAllListeners('electron-store-get-data')
}
