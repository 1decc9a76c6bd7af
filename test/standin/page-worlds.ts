// Code that runs in a page of Chromium: the bridge between the world of the preload script and that of the page, and
// the module `electron` for the preload script. It is sent as source text, so each function uses only its arguments.
import type { decode, encode } from './codec.ts'

/** A function, a promise, an error, an array, a plain object, or a value that needs no conversion. */
type Packed =
  { f: number } | { p: number } | { e: string } | { a: Packed[] } | { o: [string, Packed][] } | { v: unknown }
type BridgeMessage =
  | { call: number; args: Packed[] }
  | { answer: Packed }
  | { thrown: string }
  | { settled: number; value?: Packed; thrown?: string }
  | { expose: string; value: Packed }

/**
 * Opens one side of the bridge. Like Electron's contextBridge, it copies values, replaces functions and promises by
 * proxies, and keeps only the message of an error. The two worlds share only the events of `window`.
 */
export function openBridge(channel: string, side: 'page' | 'preload') {
  const other = side === 'page' ? 'preload' : 'page'
  const values = new Map<number, unknown>()
  const pendingPromises = new Map<number, PromiseWithResolvers<unknown>>()
  const answers: BridgeMessage[] = []
  let lastId = 0
  const send = (said: BridgeMessage) => {
    window.dispatchEvent(new CustomEvent(`${channel}-${other}`, { detail: said }))
  }
  const getMessage = (error: unknown) => (error instanceof Error ? error.message : String(error))
  const store = (value: unknown) => {
    values.set(++lastId, value)
    return lastId
  }
  const pack = (value: unknown): Packed => {
    if (typeof value === 'function') return { f: store(value) }
    if (value instanceof Promise) {
      const p = store(value)
      value.then(
        (settled) => send({ settled: p, value: pack(settled) }),
        (error: unknown) => send({ settled: p, thrown: getMessage(error) }),
      )
      return { p }
    }
    if (value instanceof Error) return { e: value.message }
    if (Array.isArray(value)) return { a: value.map(pack) }
    const isPlain =
      typeof value === 'object' && value !== null && Object.prototype.toString.call(value) === '[object Object]'
    return isPlain ? { o: Object.entries(value).map(([key, item]) => [key, pack(item)]) } : { v: value }
  }
  const call = (id: number, args: unknown[]) => {
    // Events are dispatched synchronously, so the answer exists when `say` returns.
    send({ call: id, args: args.map(pack) })
    const answer = answers.pop()
    if (answer && 'answer' in answer) return unpack(answer.answer)
    throw new Error(answer && 'thrown' in answer ? answer.thrown : 'The bridge has no other side.')
  }
  const unpack = (packed: Packed): unknown => {
    if ('f' in packed) return (...args: unknown[]) => call(packed.f, args)
    if ('p' in packed) {
      const promise = Promise.withResolvers<unknown>()
      pendingPromises.set(packed.p, promise)
      return promise.promise
    }
    if ('e' in packed) return new Error(packed.e)
    if ('a' in packed) return packed.a.map(unpack)
    return 'o' in packed ? Object.fromEntries(packed.o.map(([key, item]) => [key, unpack(item)])) : packed.v
  }
  const answerCall = (id: number, args: Packed[]) => {
    try {
      send({ answer: pack((values.get(id) as (...args: unknown[]) => unknown)(...args.map(unpack))) })
    } catch (error) {
      send({ thrown: getMessage(error) })
    }
  }
  const deepFreeze = (value: unknown): unknown => {
    if (typeof value === 'object' && value !== null)
      for (const item of Object.values(Object.freeze(value))) deepFreeze(item)
    return value
  }
  window.addEventListener(`${channel}-${side}`, (event) => {
    const message = (event as CustomEvent<BridgeMessage>).detail
    if ('call' in message) answerCall(message.call, message.args)
    else if ('expose' in message)
      Object.defineProperty(window, message.expose, { value: deepFreeze(unpack(message.value)), enumerable: true })
    else if ('settled' in message) {
      const promise = pendingPromises.get(message.settled)
      pendingPromises.delete(message.settled)
      if (message.value) promise?.resolve(unpack(message.value))
      else promise?.reject(new Error(message.thrown))
    } else answers.push(message)
  })
  return { expose: (name: string, value: unknown) => send({ expose: name, value: pack(value) }) }
}

/** Makes `window.open` report the address and return null, as if the program had denied the window. */
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
 * Makes `fetch` read a stream completely before it sends it as a body. Electron's schemes accept a stream, but Chromium
 * sends streams over HTTP/2 only, and our server has HTTP/1.1. An empty Blob fails, as in Electron.
 */
export function bufferRequestBodies(): void {
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

type PreloadKit = {
  channel: string
  binding: string
  receiver: string
  bridge: ReturnType<typeof openBridge>
  encode: typeof encode
  decode: typeof decode
}

/** Creates `require` for a sandboxed preload script, which can load only `electron`. */
export function createPreloadRequire({
  channel,
  binding,
  receiver,
  bridge,
  encode,
  decode,
}: PreloadKit): (name: string) => unknown {
  type Listener = (event: object, ...args: unknown[]) => void
  const world = globalThis as unknown as Record<string, (text: string) => void>
  const post = (packet: FromPage) => world[binding]?.(JSON.stringify(packet))
  const listeners = new Map<string, Set<Listener>>()
  const pendingReplies = new Map<number, PromiseWithResolvers<unknown>>()
  const ports = new Map<number, MessagePort>()
  let lastId = 0
  const encodeClone = (args: unknown[]) => encode(structuredClone(args))
  const createPort = (id: number) => {
    const { port1, port2 } = new MessageChannel()
    ports.set(id, port1)
    port1.onmessage = ({ data }) => post({ port: id, data: encode(data) })
    port1.addEventListener('close', () => {
      if (ports.delete(id)) post({ portClose: id })
    })
    return port2
  }
  const ipcRenderer = {
    send: (name: string, ...args: unknown[]) => post({ send: name, args: encodeClone(args) }),
    invoke: (name: string, ...args: unknown[]) => {
      const id = ++lastId
      const reply = Promise.withResolvers<unknown>()
      pendingReplies.set(id, reply)
      post({ invoke: id, channel: name, args: encodeClone(args) })
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
      const event = { sender: ipcRenderer, ports: packet.ports.map(createPort) }
      for (const listener of [...(listeners.get(packet.event) ?? [])])
        listener(event, ...(decode(packet.args) as unknown[]))
    } else if ('reply' in packet) {
      const reply = pendingReplies.get(packet.reply)
      pendingReplies.delete(packet.reply)
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
  const failOnUnknown = <Target extends object>(name: string, target: Target) =>
    new Proxy(target, {
      get: (item, key) => {
        if (key in item) return item[key as keyof Target]
        throw new Error(`not modelled: ${name}.${String(key)}`)
      },
    })
  const electron = failOnUnknown('electron', {
    ipcRenderer: failOnUnknown('ipcRenderer', ipcRenderer),
    contextBridge: failOnUnknown('contextBridge', { exposeInMainWorld: bridge.expose }),
  })
  return (name) => {
    if (name === 'electron' || name === 'electron/renderer') return electron
    throw new Error(`module not found: ${name}`)
  }
}
