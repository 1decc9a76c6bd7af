// Runs the engine's bundle under plain Node with a `process.parentPort` like that of Electron, calls the engine over a
// port and stops it. `node run-engine.ts <bundle> <folder>` prints the answer and the messages to the parent.
import { EventEmitter } from 'node:events'
import { pathToFileURL } from 'node:url'
import { MessageChannel, type MessagePort } from 'node:worker_threads'
import { BEAT, isBeat } from '#contract/rules/beat.ts'
import type { FromEngine, ToEngine } from '#contract/engine-process.ts'
import type { EngineContract } from '#contract/index.ts'
import { connect } from '#contract/rpc.ts'

const [, , bundle = '', folder = ''] = process.argv
const messages: string[] = []
const started = Promise.withResolvers<undefined>()

const parent = Object.assign(new EventEmitter(), {
  postMessage: (message: FromEngine) => {
    // The engine also answers without its reader thread, so the log must show whether the thread failed.
    if (message.type === 'log' && message.event.startsWith('reader')) messages.push(message.event)
    messages.push(message.type === 'failed' ? JSON.stringify(message.error) : message.type)
    if (message.type === 'started') started.resolve(undefined)
    if (message.type === 'failed') started.reject(new Error(messages.at(-1)))
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
  membership: null,
  ticketKey: 'tickets',
  checkOutput: true,
})
await started.promise

const { port1, port2 } = new MessageChannel()
send({ type: 'client', isScreen: true }, [wrapLikeElectron(port1)])
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
// Sends a beat from the page, waits for the answer, and then sends one from main.
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

/** Makes a Node port behave like MessagePortMain, which wraps each message and waits for `start`. */
function wrapLikeElectron(port: MessagePort) {
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
