// Electron's MessagePortMain, and links that transfer an end of a channel to a page or a child process. A port clones
// its messages, queues them until `start`, and delivers them in order in a later turn of the event loop.
import { EventEmitter } from 'node:events'
import type * as Real from 'electron'

export type Packet = { port: number; data: unknown } | { portClose: number }

export class MessagePortMain
  extends EventEmitter
  implements Pick<Real.MessagePortMain, 'postMessage' | 'start' | 'close'>
{
  #otherEnd: MessagePortMain | null = null
  /** Messages that arrived before `start`. Null afterwards. */
  #queuedMessages: unknown[] | null = []
  #isClosed = false
  /** Set after a transfer of this end. It sends a message on, or null when the other end is closed. */
  #sendAway: ((packet: { data: unknown } | null) => void) | null = null

  static createPair(): [MessagePortMain, MessagePortMain] {
    const [one, other] = [new MessagePortMain(), new MessagePortMain()]
    one.#otherEnd = other
    other.#otherEnd = one
    return [one, other]
  }
  postMessage(message: unknown, transfer: MessagePortMain[] = []): void {
    if (transfer.length > 0) throw new Error('not modelled: MessagePortMain.postMessage with ports')
    const copy: unknown = structuredClone(message)
    const other = this.#otherEnd
    if (!this.#sendAway)
      setImmediate(() => {
        if (other) other.#receive(copy)
      })
  }
  start(): void {
    const queuedMessages = this.#queuedMessages ?? []
    this.#queuedMessages = null
    for (const data of queuedMessages) this.#emitMessage(data)
  }
  close(): void {
    if (!this.#sendAway) this.#closeBoth()
  }
  /** Transfers this end: from now on its messages go to `send`, and null when the other end is closed. */
  transfer(send: (packet: { data: unknown } | null) => void): void {
    if (this.#sendAway) throw new DOMException('Port at index 0 is already neutered', 'DataCloneError')
    this.#sendAway = send
    for (const data of this.#queuedMessages ?? []) send({ data })
    this.#queuedMessages = null
    if (this.#isClosed) send(null)
  }
  /** Passes on a message that was posted to the transferred end, in its new process. */
  deliver(data: unknown): void {
    if (this.#otherEnd) this.#otherEnd.#receive(data)
  }
  /** Closes the channel, because the transferred end was closed or its process has ended. */
  onRemoteClose(): void {
    this.#closeBoth()
  }
  #closeBoth(): void {
    const other = this.#otherEnd
    this.#otherEnd = null
    // Like every MessagePort, the end that closes gets the event too.
    setImmediate(() => this.#emitClose())
    if (other) {
      other.#otherEnd = null
      setImmediate(() => other.#emitClose())
    }
  }
  #emitClose(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    if (this.#sendAway) this.#sendAway(null)
    else this.emit('close')
  }
  #receive(data: unknown): void {
    if (this.#isClosed) return
    if (this.#sendAway) this.#sendAway({ data })
    else if (this.#queuedMessages) this.#queuedMessages.push(data)
    else this.#emitMessage(data)
  }
  #emitMessage(data: unknown): void {
    this.emit('message', { data, ports: [] })
  }
}

export class MessageChannelMain {
  readonly port1: MessagePortMain
  readonly port2: MessagePortMain

  constructor() {
    ;[this.port1, this.port2] = MessagePortMain.createPair()
  }
}

/** A message and its answer each need one or two turns of the event loop. */
const TURNS_OF_A_MESSAGE = 5

/** Waits until messages through ports, and the answers to them, have arrived. */
export async function waitForMessages(): Promise<void> {
  for (let turn = 0; turn < TURNS_OF_A_MESSAGE; turn++) await new Promise((resolve) => setImmediate(resolve))
}

/** Forwards the messages of all ports that were transferred to one page or process, or received from it. */
export class PortLink {
  static #lastId = 0
  readonly #ends = new Map<number, MessagePortMain>()
  readonly #send: (packet: Packet) => void

  constructor(send: (packet: Packet) => void) {
    this.#send = send
  }
  /** Transfers a port, and returns the id under which the other side receives it. */
  attach(port: MessagePortMain): number {
    const id = ++PortLink.#lastId
    this.#forward(id, port)
    return id
  }
  /** Creates the port that the other side transferred under this id. */
  createEnd(id: number): MessagePortMain {
    const [local, forwarded] = MessagePortMain.createPair()
    this.#forward(id, forwarded)
    return local
  }
  receive(packet: Packet): void {
    if ('port' in packet) this.#ends.get(packet.port)?.deliver(packet.data)
    else {
      const end = this.#ends.get(packet.portClose)
      this.#ends.delete(packet.portClose)
      end?.onRemoteClose()
    }
  }
  /** Closes all ports, because the page or process has ended. */
  closeAll(): void {
    const ends = [...this.#ends.values()]
    this.#ends.clear()
    for (const end of ends) end.onRemoteClose()
  }
  #forward(id: number, port: MessagePortMain): void {
    this.#ends.set(id, port)
    port.transfer((packet) => {
      if (!this.#ends.has(id)) return
      if (packet) this.#send({ port: id, data: packet.data })
      else {
        this.#ends.delete(id)
        this.#send({ portClose: id })
      }
    })
  }
}
