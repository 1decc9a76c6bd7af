// Electron's `ipcMain`. It calls the handlers of the program for messages from a page.
import type * as Real from 'electron'
import { decode } from './codec.ts'
import type { ChromiumPage } from './chromium-page.ts'
import { Modelled } from './modelled.ts'
import type { FromPage } from './page-worlds.ts'

type Handler = (event: object, ...args: unknown[]) => unknown

export class IpcMain extends Modelled implements Pick<Real.IpcMain, 'removeHandler'> {
  readonly handlers = new Map<string, Handler>()

  handle(channel: string, handler: Handler): void {
    if (this.handlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`)
    this.handlers.set(channel, handler)
  }
  removeHandler(channel: string): void {
    this.handlers.delete(channel)
  }
  /** Calls the handler of a channel for a page. An error in the handler rejects the promise. */
  async invoke(channel: string, event: object, ...args: unknown[]): Promise<unknown> {
    await Promise.resolve()
    const handler = this.handlers.get(channel)
    if (!handler) throw new Error(`No handler registered for '${channel}'`)
    return handler(event, ...args)
  }
  async dispatch(
    contents: ChromiumPage,
    packet: Extract<FromPage, { invoke: number } | { send: string }>,
  ): Promise<void> {
    // The frame is read before the first `await`, because it may navigate during the call.
    const event = {
      type: 'frame',
      sender: contents,
      senderFrame: contents.mainFrame,
      frameId: 1,
      processId: 1,
      ports: [],
    }
    const args = decode(packet.args) as unknown[]
    if ('send' in packet) {
      this.emit(packet.send, event, ...args)
      return
    }
    try {
      contents.reply(packet.invoke, await this.invoke(packet.channel, event, ...args))
    } catch (error) {
      contents.replyError(packet.invoke, `Error invoking remote method '${packet.channel}': ${String(error)}`)
    }
  }
}

export const ipcMain = new IpcMain('ipcMain')
