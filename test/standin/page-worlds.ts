// Code that runs in the page: the bridge between the preload script's world and the page's own, and `electron` for a
// sandboxed preload script. It is sent as text, so these functions use only their arguments.
import type { decode, encode } from './codec.ts'

type Packed =
  { f: number } | { p: number } | { e: string } | { a: Packed[] } | { o: [string, Packed][] } | { v: unknown }
type Said =
  | { call: number; args: Packed[] }
  | { answer: Packed }
  | { thrown: string }
  | { settled: number; value?: Packed; thrown?: string }
  | { expose: string; value: Packed }

/**
 * One side of the bridge, as in Electron's contextBridge: values are copied, functions and promises are replaced by
 * proxies, and errors keep only their message. The two worlds share only the events of the window.
 */
export function openBridge(channel: string, side: 'page' | 'preload') {
  const other = side === 'page' ? 'preload' : 'page'
  const values = new Map<number, unknown>()
  const promised = new Map<number, PromiseWithResolvers<unknown>>()
  const answers: Said[] = []
  let count = 0
  const say = (said: Said) => {
    window.dispatchEvent(new CustomEvent(`${channel}-${other}`, { detail: said }))
  }
  const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
  const store = (value: unknown) => {
    values.set(++count, value)
    return count
  }
  const pack = (value: unknown): Packed => {
    if (typeof value === 'function') return { f: store(value) }
    if (value instanceof Promise) {
      const p = store(value)
      value.then(
        (settled) => say({ settled: p, value: pack(settled) }),
        (error: unknown) => say({ settled: p, thrown: messageOf(error) }),
      )
      return { p }
    }
    if (value instanceof Error) return { e: value.message }
    if (Array.isArray(value)) return { a: value.map(pack) }
    const isPlain =
      typeof value === 'object' && value !== null && Object.prototype.toString.call(value) === '[object Object]'
    return isPlain ? { o: Object.entries(value).map(([key, held]) => [key, pack(held)]) } : { v: value }
  }
  const call = (id: number, args: unknown[]) => {
    // Events are dispatched synchronously, so the answer exists when `say` returns.
    say({ call: id, args: args.map(pack) })
    const answer = answers.pop()
    if (answer && 'answer' in answer) return unpack(answer.answer)
    throw new Error(answer && 'thrown' in answer ? answer.thrown : 'The bridge has no other side.')
  }
  const unpack = (packed: Packed): unknown => {
    if ('f' in packed) return (...args: unknown[]) => call(packed.f, args)
    if ('p' in packed) {
      const promise = Promise.withResolvers<unknown>()
      promised.set(packed.p, promise)
      return promise.promise
    }
    if ('e' in packed) return new Error(packed.e)
    if ('a' in packed) return packed.a.map(unpack)
    return 'o' in packed ? Object.fromEntries(packed.o.map(([key, held]) => [key, unpack(held)])) : packed.v
  }
  const answerCall = (id: number, args: Packed[]) => {
    try {
      say({ answer: pack((values.get(id) as (...args: unknown[]) => unknown)(...args.map(unpack))) })
    } catch (error) {
      say({ thrown: messageOf(error) })
    }
  }
  const frozen = (value: unknown): unknown => {
    if (typeof value === 'object' && value !== null)
      for (const held of Object.values(Object.freeze(value))) frozen(held)
    return value
  }
  window.addEventListener(`${channel}-${side}`, (event) => {
    const message = (event as CustomEvent<Said>).detail
    if ('call' in message) answerCall(message.call, message.args)
    else if ('expose' in message)
      Object.defineProperty(window, message.expose, { value: frozen(unpack(message.value)), enumerable: true })
    else if ('settled' in message) {
      const promise = promised.get(message.settled)
      promised.delete(message.settled)
      if (message.value) promise?.resolve(unpack(message.value))
      else promise?.reject(new Error(message.thrown))
    } else answers.push(message)
  })
  return { expose: (name: string, value: unknown) => say({ expose: name, value: pack(value) }) }
}

/** `window.open` returns null, as if the handler denies. The handler must deny, because windows are not modelled. */
export function denyWindows(channel: string): void {
  window.open = (url) => {
    window.dispatchEvent(
      new CustomEvent(`${channel}-open`, {
        detail: url === undefined || url === '' ? 'about:blank' : new URL(url, location.href).href,
      }),
    )
    return null
  }
}

/**
 * Electron's schemes accept a stream as the body of a request. Chromium sends streams over HTTP/2 only, but this server
 * has HTTP/1.1, so the stream is read completely first. An empty Blob fails: Electron reads it as a closed pipe.
 */
export function sendBodies(): void {
  const send = window.fetch.bind(window)
  window.fetch = async (input, init) => {
    if (init?.body instanceof Blob && init.body.size === 0) throw new TypeError('Failed to fetch')
    return init?.body instanceof ReadableStream
      ? send(input, { ...init, body: await new Response(init.body).blob() })
      : send(input, init)
  }
}

export type FromPage =
  | { invoke: number; channel: string; args: unknown }
  | { send: string; args: unknown }
  | { port: number; data: unknown }
  | { portClose: number }
  | { open: string }

export type ToPage =
  | { event: string; args: unknown; ports: number[] }
  | { reply: number; value: unknown }
  | { reply: number; thrown: string }
  | { port: number; data: unknown }
  | { portClose: number }

type Kit = {
  channel: string
  binding: string
  receiver: string
  bridge: ReturnType<typeof openBridge>
  encode: typeof encode
  decode: typeof decode
}

/** `require` of a sandboxed preload script. */
export function preloadRequire({ channel, binding, receiver, bridge, encode, decode }: Kit): (name: string) => unknown {
  type Listener = (event: object, ...args: unknown[]) => void
  const world = globalThis as unknown as Record<string, (text: string) => void>
  const post = (packet: FromPage) => world[binding]?.(JSON.stringify(packet))
  const listeners = new Map<string, Set<Listener>>()
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  const ports = new Map<number, MessagePort>()
  let count = 0
  const cloned = (args: unknown[]) => encode(structuredClone(args))
  const adopt = (id: number) => {
    const { port1, port2 } = new MessageChannel()
    ports.set(id, port1)
    port1.onmessage = ({ data }) => post({ port: id, data: encode(data) })
    port1.addEventListener('close', () => {
      if (ports.delete(id)) post({ portClose: id })
    })
    return port2
  }
  const ipcRenderer = {
    send: (name: string, ...args: unknown[]) => post({ send: name, args: cloned(args) }),
    invoke: (name: string, ...args: unknown[]) => {
      const id = ++count
      const reply = Promise.withResolvers<unknown>()
      waiting.set(id, reply)
      post({ invoke: id, channel: name, args: cloned(args) })
      return reply.promise
    },
    on: (name: string, listener: Listener) => {
      listeners.set(name, (listeners.get(name) ?? new Set()).add(listener))
    },
    off: (name: string, listener: Listener) => {
      listeners.get(name)?.delete(listener)
    },
  }
  const receive = (packet: ToPage) => {
    if ('event' in packet) {
      const event = { sender: ipcRenderer, ports: packet.ports.map(adopt) }
      for (const listener of [...(listeners.get(packet.event) ?? [])])
        listener(event, ...(decode(packet.args) as unknown[]))
    } else if ('reply' in packet) {
      const reply = waiting.get(packet.reply)
      waiting.delete(packet.reply)
      if ('thrown' in packet) reply?.reject(new Error(packet.thrown))
      else reply?.resolve(decode(packet.value))
    } else if ('port' in packet) ports.get(packet.port)?.postMessage(decode(packet.data))
    else {
      const port = ports.get(packet.portClose)
      ports.delete(packet.portClose)
      port?.close()
    }
  }
  world[receiver] = (text) => receive(JSON.parse(text) as ToPage)
  window.addEventListener(`${channel}-open`, (event) => post({ open: (event as CustomEvent<string>).detail }))
  const guarded = <Target extends object>(name: string, target: Target) =>
    new Proxy(target, {
      get: (held, key) => {
        if (key in held) return held[key as keyof Target]
        throw new Error(`not modelled: ${name}.${String(key)}`)
      },
    })
  const electron = guarded('electron', {
    ipcRenderer: guarded('ipcRenderer', ipcRenderer),
    contextBridge: guarded('contextBridge', { exposeInMainWorld: bridge.expose }),
  })
  return (name) => {
    if (name === 'electron' || name === 'electron/renderer') return electron
    throw new Error(`module not found: ${name}`)
  }
}
