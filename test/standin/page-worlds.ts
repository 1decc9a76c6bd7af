// Code that runs in a page of Chromium: the bridge between the world of the preload script and that of the page, and
// the module `electron` for the preload script. It is sent as source text, so each function uses only its arguments.
import type { decode, encode } from './codec.ts'

/** A value that crosses the bridge. Functions and promises stay on their side, and only their ids are sent. */
type Packed =
  | { functionId: number }
  | { promiseId: number }
  | { error: string }
  | { items: Packed[] }
  | { entries: [string, Packed][] }
  | { value: unknown }
type BridgeMessage =
  | { call: number; args: Packed[] }
  | { result: Packed }
  | { thrown: string }
  | { endedPromise: number; value?: Packed; thrown?: string }
  | { expose: string; value: Packed }

/**
 * Opens one side of the bridge. Like Electron's contextBridge, it copies values, replaces functions and promises by
 * proxies, and keeps only the message of an error. The two worlds share only the events of `window`.
 */
export function openBridge(channel: string, side: 'page' | 'preload') {
  const other = side === 'page' ? 'preload' : 'page'
  const values = new Map<number, unknown>()
  const pendingPromises = new Map<number, PromiseWithResolvers<unknown>>()
  const results: BridgeMessage[] = []
  let lastId = 0
  const send = (message: BridgeMessage) => {
    window.dispatchEvent(new CustomEvent(`${channel}-${other}`, { detail: message }))
  }
  const getMessage = (error: unknown) => (error instanceof Error ? error.message : String(error))
  const store = (value: unknown) => {
    values.set(++lastId, value)
    return lastId
  }
  const pack = (value: unknown): Packed => {
    if (typeof value === 'function') return { functionId: store(value) }
    if (value instanceof Promise) {
      const promiseId = store(value)
      value.then(
        (result) => send({ endedPromise: promiseId, value: pack(result) }),
        (error: unknown) => send({ endedPromise: promiseId, thrown: getMessage(error) }),
      )
      return { promiseId }
    }
    if (value instanceof Error) return { error: value.message }
    if (Array.isArray(value)) return { items: value.map(pack) }
    const isPlain =
      typeof value === 'object' && value !== null && Object.prototype.toString.call(value) === '[object Object]'
    return isPlain ? { entries: Object.entries(value).map(([key, item]) => [key, pack(item)]) } : { value }
  }
  const call = (id: number, args: unknown[]) => {
    // Events are dispatched synchronously, so the result exists when `send` returns.
    send({ call: id, args: args.map(pack) })
    const message = results.pop()
    if (message && 'result' in message) return unpack(message.result)
    throw new Error(message && 'thrown' in message ? message.thrown : 'The bridge has no other side.')
  }
  const unpack = (packed: Packed): unknown => {
    if ('functionId' in packed) return (...args: unknown[]) => call(packed.functionId, args)
    if ('promiseId' in packed) {
      const promise = Promise.withResolvers<unknown>()
      pendingPromises.set(packed.promiseId, promise)
      return promise.promise
    }
    if ('error' in packed) return new Error(packed.error)
    if ('items' in packed) return packed.items.map(unpack)
    if (!('entries' in packed)) return packed.value
    return Object.fromEntries(packed.entries.map(([key, item]) => [key, unpack(item)]))
  }
  const answerCall = (id: number, args: Packed[]) => {
    try {
      send({ result: pack((values.get(id) as (...args: unknown[]) => unknown)(...args.map(unpack))) })
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
    else if ('endedPromise' in message) {
      const promise = pendingPromises.get(message.endedPromise)
      pendingPromises.delete(message.endedPromise)
      if (message.value) promise?.resolve(unpack(message.value))
      else promise?.reject(new Error(message.thrown))
    } else results.push(message)
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

/** Messages from the preload script to main. `invoke` is the id of a call, and `port` that of a port. */
export type FromPage =
  | { invoke: number; channel: string; args: unknown }
  | { send: string; args: unknown }
  | { port: number; data: unknown }
  | { portClose: number }
  | { open: string }

/** Messages from main to the preload script. `reply` is the id of the call, and `ports` are ids of new ports. */
export type ToPage =
  | { event: string; args: unknown; ports: number[] }
  | { reply: number; value: unknown }
  | { reply: number; thrown: string }
  | { port: number; data: unknown }
  | { portClose: number }

type Dependencies = {
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
}: Dependencies): (name: string) => unknown {
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
      get: (object, key) => {
        if (key in object) return object[key as keyof Target]
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
