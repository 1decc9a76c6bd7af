// Runs the engine's bundle under plain Node and plays Electron's main process to it: answers which proxy to take, and
// tells of a wake-up. `node ask-proxies.ts <bundle> <folder>` prints what was asked and what became of the requests.
import { EventEmitter } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pathToFileURL } from 'node:url'
import type { FromEngine, ToEngine } from '#contract/engine-process.ts'

const [, , bundle = '', folder = ''] = process.argv

// A proxy that wants a password: it was reached, so that nothing but a wake-up is a reason to ask again.
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
  postMessage: (said: FromEngine) => {
    if (said.type === 'find-proxies') {
      did.push(`asked ${said.origin}`)
      tell({ type: 'proxies', id: said.id, proxies: [address] })
      if (did.includes('resume')) isAskedAgain.resolve(undefined)
    }
    if (said.type !== 'log' || said.event !== 'no answer' || did.includes('resume')) return
    did.push(String(said.fields['code']))
    isRefused.resolve(undefined)
  },
})
Object.assign(process, { parentPort: parent })
const tell = (data: ToEngine) => parent.emit('message', { data, ports: [] })

await import(pathToFileURL(bundle).href)
tell({
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
tell({ type: 'resume' })
await isAskedAgain.promise
process.on('exit', () => process.stdout.write(JSON.stringify(did)))
tell({ type: 'shutdown' })
