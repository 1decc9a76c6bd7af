// Makes a plain Node process look like Electron's utility process: adds `process.parentPort`, which uses the channel of
// `fork`. Node loads this file with --import before the program.
import { EventEmitter } from 'node:events'
import { speedUpTime } from './computer.ts'
import { type MessagePortMain, type Packet, PortLink } from './ports.ts'

export type ToChild = Packet | { message: unknown; ports: number[] }
export type FromChild = Packet | { message: unknown }

const rate = Number(process.env['QUAYWATCH_TEST_RATE'] ?? '1')
if (rate !== 1) speedUpTime(rate)

const post = (packet: FromChild) => process.send?.(packet)
const link = new PortLink(post)

class ParentPort extends EventEmitter {
  #queuedMessages: { data: unknown; ports: MessagePortMain[] }[] | null = []

  constructor() {
    super()
    this.on('newListener', (name) => {
      if (name === 'message') setImmediate(() => this.#start())
    })
  }
  postMessage(message: unknown): void {
    post({ message: structuredClone(message) })
  }
  deliver(message: { data: unknown; ports: MessagePortMain[] }): void {
    if (this.#queuedMessages) this.#queuedMessages.push(message)
    else this.emit('message', message)
  }
  #start(): void {
    const queuedMessages = this.#queuedMessages ?? []
    this.#queuedMessages = null
    for (const message of queuedMessages) this.emit('message', message)
  }
}

const parentPort = new ParentPort()
Object.assign(process, { parentPort, type: 'utility' })
process.on('message', (packet: ToChild) => {
  if ('message' in packet)
    parentPort.deliver({ data: packet.message, ports: packet.ports.map((id) => link.createEnd(id)) })
  else link.receive(packet)
})
process.on('disconnect', () => process.exit(0))
