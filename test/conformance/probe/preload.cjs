// The preload script of the probe. It exposes calls to main, and functions that return values over the bridge.
const { contextBridge, ipcRenderer } = require('electron')

contextBridge.exposeInMainWorld('probe', {
  invoke: (channel, ...args) => ipcRenderer.invoke(channel, ...args),
  send: (channel, ...args) => ipcRenderer.send(channel, ...args),
  echo: (value) => value,
  kindOf: (value) => Object.prototype.toString.call(value),
  later: (value) => Promise.resolve(value),
  refuses: () => Promise.reject(Object.assign(new Error('not today'), { code: 'area/what' })),
  throws: () => {
    throw Object.assign(new Error('not today'), { code: 'area/what' })
  },
  adder: (first) => (second) => first + second,
  nested: { word: 'kept', list: [1, { deep: true }] },
  onSent: (listener) => {
    const onMessage = (_event, ...args) => listener(...args)
    ipcRenderer.on('sent', onMessage)
    return () => ipcRenderer.off('sent', onMessage)
  },
})

ipcRenderer.on('port', (event, message) => {
  window.postMessage({ probe: message }, window.location.origin, [...event.ports])
})
