// A utility process that answers what it is told, over its own port or over one it was given.
import { getHeapStatistics } from 'node:v8'

process.parentPort.on('message', ({ data, ports }) => {
  if (data === 'exit') process.exit(3)
  if (data === 'room') {
    process.parentPort.postMessage(getHeapStatistics().heap_size_limit)
    return
  }
  const [port] = ports
  if (!port) {
    process.parentPort.postMessage({ heard: data, type: process.type })
    return
  }
  port.on('message', ({ data: asked }) => {
    if (asked === 'close') port.close()
    else port.postMessage({ heard: asked })
  })
  port.on('close', () => { process.parentPort.postMessage('port closed') })
  port.start()
})
