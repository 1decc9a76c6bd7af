// The protocol between engine and view: calls, results and events. It depends on no transport and no feature. zod is
// imported for its types only, so the view does not load it. The schemas are used where `serve` runs.
import type { z } from 'zod'
import { AppError, fromWireError, toWireError, type WireError } from './errors.ts'

/** The common interface of a MessagePort, a WebSocket and a pair of ports in memory. */
export interface Port {
  post(message: unknown): void
  onMessage(listener: (message: unknown) => void): void
  /** Called once, when the other side closes or `close` was called here. */
  onClose(listener: () => void): void
  close(): void
}

type Call = { input: z.ZodType; output: z.ZodType }

/** A query reads and is safe to repeat. A command changes data and answers after the change is stored. */
export type Contract = {
  queries: Record<string, Call>
  commands: Record<string, Call>
  events: Record<string, z.ZodType>
}

type Calls<C extends Contract> = C['queries'] & C['commands']
export type CallName<C extends Contract> = keyof Calls<C> & string
export type QueryName<C extends Contract> = keyof C['queries'] & string
export type CommandName<C extends Contract> = keyof C['commands'] & string
export type EventName<C extends Contract> = keyof C['events'] & string
export type Input<C extends Contract, N extends CallName<C>> = z.input<Calls<C>[N]['input']>
export type Output<C extends Contract, N extends CallName<C>> = z.output<Calls<C>[N]['output']>
export type Payload<C extends Contract, E extends EventName<C>> = z.output<C['events'][E]>

export type Handlers<C extends Contract> = {
  [N in CallName<C>]: (input: z.output<Calls<C>[N]['input']>) => Output<C, N> | Promise<Output<C, N>>
}

export type Unsubscribe = () => void

export type Client<C extends Contract> = {
  /** Rejects with an AppError; `engine/disconnected` if the port closes before the answer. */
  call<N extends CallName<C>>(name: N, input: Input<C, N>): Promise<Output<C, N>>
  on<E extends EventName<C>>(event: E, listener: (payload: Payload<C, E>) => void): Unsubscribe
  onClose(listener: () => void): void
  close(): void
}

export type Server<C extends Contract> = {
  emit<E extends EventName<C>>(event: E, payload: Payload<C, E>): void
  close(): void
}

type CallMessage = { type: 'call'; id: number; name: string; input: unknown }
type ResultMessage = { type: 'result'; id: number; value: unknown } | { type: 'result'; id: number; error: WireError }
type EventMessage = { type: 'event'; name: string; payload: unknown }

export type ServeOptions = {
  logBug: (error: unknown) => string
  /** Finds the cause of an error, which is sent instead of the error. */
  findCause?: (error: unknown) => Promise<unknown>
  /** Parses outputs and events too, so that a wrong answer fails. For tests and development. */
  checkOutput?: boolean
}

export function serve<C extends Contract>(
  port: Port,
  contract: C,
  handlers: Handlers<C>,
  options: ServeOptions,
): Server<C> {
  let isOpen = true
  const post = (message: ResultMessage | EventMessage) => {
    if (isOpen) port.post(message)
  }
  port.onMessage((message) => {
    if (!isCall(message)) return
    const { id } = message
    answer(contract, handlers, message, options).then(
      (value) => post({ type: 'result', id, value }),
      async (error: unknown) => {
        const cause = options.findCause ? await options.findCause(error) : error
        post({ type: 'result', id, error: toWireError(cause, options.logBug) })
      },
    )
  })
  port.onClose(() => {
    isOpen = false
  })
  return {
    emit(name, payload) {
      const schema = contract.events[name]
      if (options.checkOutput && schema) schema.parse(payload)
      post({ type: 'event', name, payload })
    },
    close: () => port.close(),
  }
}

/** The largest number of nested levels in an input. Every call needs far fewer. */
const MAX_DEPTH = 100

function isDeeper(value: unknown, maxLevels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return maxLevels === 0 || Object.values(value).some((part) => isDeeper(part, maxLevels - 1))
}

/** Checks and answers one call; `serve` does this for each message of a port. Rejects with the error to send. */
export async function answer<C extends Contract>(
  contract: C,
  handlers: Handlers<C>,
  message: { name: string; input: unknown },
  options: Pick<ServeOptions, 'checkOutput'>,
): Promise<unknown> {
  const { name } = message
  const calls = [contract.queries, contract.commands].find((calls) => Object.hasOwn(calls, name))
  const call = calls?.[name]
  if (!call || !Object.hasOwn(handlers, name)) throw new AppError('contract/unknown-call', { name })
  // A recursive function, such as every JSON writer, overflows the stack at some thousands of levels.
  if (isDeeper(message.input, MAX_DEPTH))
    throw new AppError('contract/invalid-input', { name, path: '', reason: `nested deeper than ${MAX_DEPTH}` })
  const input = call.input.safeParse(message.input)
  if (!input.success) {
    const issue = input.error.issues[0]
    throw new AppError('contract/invalid-input', {
      name,
      path: issue?.path.join('.') ?? '',
      reason: issue?.message ?? '',
    })
  }
  // The name was checked against the contract above; the compiler cannot know that.
  const handler = (handlers as Record<string, (input: unknown) => unknown>)[name]
  const value = await handler?.(input.data)
  return options.checkOutput ? call.output.parse(value) : value
}

export function connect<C extends Contract>(port: Port): Client<C> {
  let nextId = 1
  let isOpen = true
  const pending = new Map<number, { resolve: (value: unknown) => void; reject: (error: AppError) => void }>()
  const listeners = new Map<string, Set<(payload: unknown) => void>>()
  const closeListeners = new Set<() => void>()

  port.onMessage((message) => {
    if (isEvent(message)) {
      for (const listener of listeners.get(message.name) ?? []) listener(message.payload)
      return
    }
    if (!isResult(message)) return
    const pendingCall = pending.get(message.id)
    pending.delete(message.id)
    if ('error' in message) pendingCall?.reject(fromWireError(message.error))
    else pendingCall?.resolve(message.value)
  })
  port.onClose(() => {
    isOpen = false
    for (const { reject } of pending.values()) reject(new AppError('engine/disconnected'))
    pending.clear()
    for (const listener of closeListeners) listener()
  })

  return {
    call(name, input) {
      return new Promise((resolve, reject) => {
        if (!isOpen) {
          reject(new AppError('engine/disconnected'))
          return
        }
        const id = nextId++
        pending.set(id, { resolve: resolve as (value: unknown) => void, reject })
        port.post({ type: 'call', id, name, input } satisfies CallMessage)
      })
    },
    on(event, listener) {
      const eventListeners = listeners.get(event) ?? new Set()
      listeners.set(event, eventListeners)
      const entry = listener as (payload: unknown) => void
      eventListeners.add(entry)
      return () => eventListeners.delete(entry)
    },
    onClose: (listener) => {
      closeListeners.add(listener)
    },
    close: () => port.close(),
  }
}

function hasType(message: unknown, type: string): message is { type: string } {
  return typeof message === 'object' && message !== null && 'type' in message && message.type === type
}

function isCall(message: unknown): message is CallMessage {
  return (
    hasType(message, 'call') &&
    'id' in message &&
    typeof message.id === 'number' &&
    'name' in message &&
    typeof message.name === 'string'
  )
}

function isResult(message: unknown): message is ResultMessage {
  return hasType(message, 'result') && 'id' in message && typeof message.id === 'number'
}

function isEvent(message: unknown): message is EventMessage {
  return hasType(message, 'event') && 'name' in message && typeof message.name === 'string'
}
