// The calls that a page can make to the probe's main, and values that cross the bridge.
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
    const hear = (_event, ...args) => listener(...args)
    ipcRenderer.on('sent', hear)
    return () => ipcRenderer.off('sent', hear)
  },
})

ipcRenderer.on('port', (event, message) => {
  window.postMessage({ probe: message }, window.location.origin, [...event.ports])
})
