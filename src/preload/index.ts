// Connects the sandboxed page to the program: `window.shell` for calls to main, and a port to the engine. It contains
// no logic, and passes no event object of Electron to the page.
import { contextBridge, ipcRenderer, type IpcRendererEvent } from 'electron'
import type { EnginePortMessage, ShellBridge } from '#contract/shell.ts'
import { shellChannels } from '#contract/shell-channels.ts'

const bridge: ShellBridge = {
  call: (name, input) => ipcRenderer.invoke(shellChannels.call, name, input) as ReturnType<ShellBridge['call']>,
  onEvent: (listener) => {
    const onMessage = (_event: IpcRendererEvent, name: string, payload: unknown) => listener(name, payload)
    ipcRenderer.on(shellChannels.event, onMessage)
    return () => {
      ipcRenderer.off(shellChannels.event, onMessage)
    }
  },
  connectEngine: () => ipcRenderer.send(shellChannels.connectEngine),
}

// A MessagePort cannot pass the context bridge, so a window message carries it into the page's own world.
ipcRenderer.on(shellChannels.enginePort, ({ ports }) => {
  const [port] = ports
  const message: EnginePortMessage = { quaywatch: 'engine-port' }
  if (port) window.postMessage(message, window.location.origin, [port])
})

contextBridge.exposeInMainWorld('shell', bridge)
