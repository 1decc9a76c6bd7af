// Runs the engine's bundle under plain Node with a `process.parentPort` like Electron's, calls it over a port and stops
// it. `node run-engine.ts <bundle> <folder>` prints the answer and the messages to the parent.
import { EventEmitter } from 'node:events'
import { pathToFileURL } from 'node:url'
import { MessageChannel, type MessagePort } from 'node:worker_threads'
import { BEAT, isBeat } from '#contract/rules/beat.ts'
import type { FromEngine, ToEngine } from '#contract/engine-process.ts'
import type { EngineContract } from '#contract/index.ts'
import { connect } from '#contract/rpc.ts'

const [, , bundle = '', folder = ''] = process.argv
const messages: string[] = []
const isStarted = Promise.withResolvers<undefined>()

const parent = Object.assign(new EventEmitter(), {
  postMessage: (message: FromEngine) => {
    // Without its reader thread the engine still answers, and reports that in the log.
    if (message.type === 'log' && message.event.startsWith('reader')) messages.push(message.event)
    messages.push(message.type === 'failed' ? JSON.stringify(message.error) : message.type)
    if (message.type === 'started') isStarted.resolve(undefined)
    if (message.type === 'failed') isStarted.reject(new Error(messages.at(-1)))
  },
})
Object.assign(process, { parentPort: parent })
const send = (data: ToEngine, ports: unknown[] = []) => parent.emit('message', { data, ports })

await import(pathToFileURL(bundle).href)
send({
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
send({ type: 'client', isScreen: true }, [asElectronHas(port1)])
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
// A beat on both connections: from the page, and from main.
const beat = new Promise((resolve) =>
  port2.on('message', (message: unknown) => {
    if (isBeat(message)) resolve(message)
  }),
)
port2.postMessage(BEAT)
await beat
send({ type: 'beat' })
process.on('exit', () =>
  process.stdout.write(JSON.stringify({ summary, messages: messages.filter((type) => type !== 'log') })),
)
send({ type: 'shutdown' })

/** MessagePortMain wraps each message, and waits for `start`. */
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
