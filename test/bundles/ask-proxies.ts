// Runs the engine's bundle under plain Node in place of Electron's main process: answers requests for a proxy and sends
// a wake-up. `node ask-proxies.ts <bundle> <folder>` prints the requests and their results.
import { EventEmitter } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pathToFileURL } from 'node:url'
import type { FromEngine, ToEngine } from '#contract/engine-process.ts'

const [, , bundle = '', folder = ''] = process.argv

// A proxy that requires a password. It can be reached, so only a wake-up is a reason to look up the proxy again.
const proxy = createServer().on('connect', (_request, socket) =>
  socket.end('HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n'),
)
await new Promise<void>((resolve) => {
  proxy.listen(0, '127.0.0.1', resolve)
})
const address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`

const did: string[] = []
const isRefused = Promise.withResolvers<undefined>()
const isAskedAgain = Promise.withResolvers<undefined>()
const parent = Object.assign(new EventEmitter(), {
  postMessage: (message: FromEngine) => {
    if (message.type === 'find-proxies') {
      did.push(`asked ${message.origin}`)
      send({ type: 'proxies', id: message.id, proxies: [address] })
      if (did.includes('resume')) isAskedAgain.resolve(undefined)
    }
    if (message.type !== 'log' || message.event !== 'no answer' || did.includes('resume')) return
    did.push(String(message.fields['code']))
    isRefused.resolve(undefined)
  },
})
Object.assign(process, { parentPort: parent })
const send = (data: ToEngine) => parent.emit('message', { data, ports: [] })

await import(pathToFileURL(bundle).href)
send({
  type: 'start',
  dataDir: folder,
  baseUrl: 'https://tracking.example/v2',
  apiKey: 'a-key-of-nobody',
  isEmbedded: false,
  ticketKey: 'tickets',
  checkOutput: true,
})
await isRefused.promise
did.push('resume')
send({ type: 'resume' })
await isAskedAgain.promise
process.on('exit', () => process.stdout.write(JSON.stringify(did)))
send({ type: 'shutdown' })
