// MessagePortMain for main and its child processes, and links that transfer an end to a page or a child. Messages wait
// until `start`, are structured clones, and arrive in order in a later task.
import { EventEmitter } from 'node:events'
import type * as Real from 'electron'

export type Packet = { port: number; data: unknown } | { portClose: number }

export class MessagePortMain
  extends EventEmitter
  implements Pick<Real.MessagePortMain, 'postMessage' | 'start' | 'close'>
{
  #other: MessagePortMain | null = null
  #waiting: unknown[] | null = []
  #isClosed = false
  #away: ((packet: { data: unknown } | null) => void) | null = null

  static pair(): [MessagePortMain, MessagePortMain] {
    const [one, other] = [new MessagePortMain(), new MessagePortMain()]
    one.#other = other
    other.#other = one
    return [one, other]
  }
  postMessage(message: unknown, transfer: MessagePortMain[] = []): void {
    if (transfer.length > 0) throw new Error('not modelled: MessagePortMain.postMessage with ports')
    const copy: unknown = structuredClone(message)
    const other = this.#other
    if (!this.#away)
      setImmediate(() => {
        if (other) other.#arrive(copy)
      })
  }
  start(): void {
    const waiting = this.#waiting ?? []
    this.#waiting = null
    for (const data of waiting) this.#emitMessage(data)
  }
  close(): void {
    if (!this.#away) this.#end()
  }
  /** This end was transferred: messages are sent there, and null if the other end is closed. */
  giveAway(send: (packet: { data: unknown } | null) => void): void {
    if (this.#away) throw new DOMException('Port at index 0 is already neutered', 'DataCloneError')
    this.#away = send
    for (const data of this.#waiting ?? []) send({ data })
    this.#waiting = null
    if (this.#isClosed) send(null)
  }
  /** The id of its origin. */
  hear(data: unknown): void {
    if (this.#other) this.#other.#arrive(data)
  }
  endedElsewhere(): void {
    this.#end()
  }
  #end(): void {
    const other = this.#other
    this.#other = null
    // As with every MessagePort, the end that closes gets the event too.
    setImmediate(() => this.#closed())
    if (other) {
      other.#other = null
      setImmediate(() => other.#closed())
    }
  }
  #closed(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    if (this.#away) this.#away(null)
    else this.emit('close')
  }
  #arrive(data: unknown): void {
    if (this.#isClosed) return
    if (this.#away) this.#away({ data })
    else if (this.#waiting) this.#waiting.push(data)
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
    ;[this.port1, this.port2] = MessagePortMain.pair()
  }
}

/** A message through a port arrives in a later turn of the event loop, and so does each answer. */
export async function messagesArrived(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve))
}

/** All ends that were transferred to one page or process, or received from it. */
export class PortLink {
  static #ids = 0
  readonly #ends = new Map<number, MessagePortMain>()
  readonly #send: (packet: Packet) => void

  constructor(send: (packet: Packet) => void) {
    this.#send = send
  }
  give(port: MessagePortMain): number {
    const id = ++PortLink.#ids
    this.#carry(id, port)
    return id
  }
  /** An end whose other end is at the origin of `id`. */
  take(id: number): MessagePortMain {
    const [ours, theirs] = MessagePortMain.pair()
    this.#carry(id, theirs)
    return ours
  }
  receive(packet: Packet): void {
    if ('port' in packet) this.#ends.get(packet.port)?.hear(packet.data)
    else {
      const end = this.#ends.get(packet.portClose)
      this.#ends.delete(packet.portClose)
      end?.endedElsewhere()
    }
  }
  /** The page or process is gone. */
  closeAll(): void {
    const ends = [...this.#ends.values()]
    this.#ends.clear()
    for (const end of ends) end.endedElsewhere()
  }
  #carry(id: number, port: MessagePortMain): void {
    this.#ends.set(id, port)
    port.giveAway((packet) => {
      if (!this.#ends.has(id)) return
      if (packet) this.#send({ port: id, data: packet.data })
      else {
        this.#ends.delete(id)
        this.#send({ portClose: id })
      }
    })
  }
}
