// Runs the engine's bundle under plain Node, acts as Electron's main process, answers requests for a proxy and sends a
// wake-up. `node ask-proxies.ts <bundle> <folder>` prints the events as JSON.
import { EventEmitter } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pathToFileURL } from 'node:url'
import type { FromEngine, ToEngine } from '#contract/engine-process.ts'

const [, , bundle = '', folder = ''] = process.argv

// This proxy requires a password. It can be reached, so only a wake-up makes the engine look up the proxy again.
const proxy = createServer().on('connect', (_request, socket) =>
  socket.end('HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n'),
)
await new Promise<void>((resolve) => {
  proxy.listen(0, '127.0.0.1', resolve)
})
const address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`

const events: string[] = []
const refusal = Promise.withResolvers<undefined>()
const secondRequest = Promise.withResolvers<undefined>()
const parent = Object.assign(new EventEmitter(), {
  postMessage: (message: FromEngine) => {
    if (message.type === 'find-proxies') {
      events.push(`asked ${message.origin}`)
      send({ type: 'proxies', id: message.id, proxies: [address] })
      if (events.includes('resume')) secondRequest.resolve(undefined)
    }
    if (message.type !== 'log' || message.event !== 'no answer' || events.includes('resume')) return
    events.push(String(message.fields['code']))
    refusal.resolve(undefined)
  },
})
Object.assign(process, { parentPort: parent })
const send = (data: ToEngine) => parent.emit('message', { data, ports: [] })

await import(pathToFileURL(bundle).href)
send({
  type: 'start',
  dataDir: folder,
  baseUrl: 'https://tracking.example/v2',
  apiKey: 'unused-key',
  isEmbedded: false,
  membership: null,
  ticketKey: 'tickets',
  checkOutput: true,
})
await refusal.promise
events.push('resume')
send({ type: 'resume' })
await secondRequest.promise
process.on('exit', () => process.stdout.write(JSON.stringify(events)))
send({ type: 'shutdown' })
