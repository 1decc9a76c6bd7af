// Runs the engine's bundle under plain Node with a `process.parentPort` as Electron has it, asks it over a port and
// ends it in good order. `node run-engine.ts <bundle> <folder>` prints the answer and what was told to the parent.
import { EventEmitter } from 'node:events'
import { pathToFileURL } from 'node:url'
import { MessageChannel, type MessagePort } from 'node:worker_threads'
import { BEAT, isBeat } from '#contract/rules/beat.ts'
import type { FromEngine, ToEngine } from '#contract/engine-process.ts'
import type { EngineContract } from '#contract/index.ts'
import { connect } from '#contract/rpc.ts'

const [, , bundle = '', folder = ''] = process.argv
const told: string[] = []
const isStarted = Promise.withResolvers<undefined>()

const parent = Object.assign(new EventEmitter(), {
  postMessage: (message: FromEngine) => {
    // Without its reader thread an engine answers all the same, and says so in the log.
    if (message.type === 'log' && message.event.startsWith('reader')) told.push(message.event)
    told.push(message.type === 'failed' ? JSON.stringify(message.error) : message.type)
    if (message.type === 'started') isStarted.resolve(undefined)
    if (message.type === 'failed') isStarted.reject(new Error(told.at(-1)))
  },
})
Object.assign(process, { parentPort: parent })
const tell = (data: ToEngine, ports: unknown[] = []) => parent.emit('message', { data, ports })

await import(pathToFileURL(bundle).href)
tell({
  type: 'start',
  dataDir: folder,
  baseUrl: '',
  apiKey: null,
  isEmbedded: false,
  ticketKey: 'tickets',
  checkOutput: true,
})
await isStarted.promise

const { port1, port2 } = new MessageChannel()
tell({ type: 'client', isScreen: true }, [asElectronHas(port1)])
const client = connect<EngineContract>({
  post: (message) => {
    port2.postMessage(message)
  },
  onMessage: (listener) => port2.on('message', listener),
  onClose: (listener) => port2.on('close', listener),
  close: () => {
    port2.close()
  },
})
const summary = await client.call('containers.summary', {})
// A sign of life on either way to it: from the page, and from main.
const beat = new Promise((resolve) =>
  port2.on('message', (message: unknown) => {
    if (isBeat(message)) resolve(message)
  }),
)
port2.postMessage(BEAT)
await beat
tell({ type: 'beat' })
process.on('exit', () => process.stdout.write(JSON.stringify({ summary, told: told.filter((type) => type !== 'log') })))
tell({ type: 'shutdown' })

/** MessagePortMain wraps what arrives, and waits for `start`. */
function asElectronHas(port: MessagePort) {
  const events = new EventEmitter()
  return Object.assign(events, {
    postMessage: (message: unknown) => {
      port.postMessage(message)
    },
    start: () => {
      port.on('message', (data: unknown) => events.emit('message', { data }))
      port.on('close', () => events.emit('close'))
    },
    close: () => {
      port.close()
    },
  })
}
