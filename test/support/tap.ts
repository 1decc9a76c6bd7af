// Intercepts the pipe between screens and an engine, and records the calls of screens. A test can also delay, change or
// refuse an answer where network, disk and clock cannot cause that.
import { type EngineContract, type Changed, engineContract } from '#contract/index.ts'
import { fromWireError, toWireError, type WireError } from '#contract/errors.ts'
import type { CallName, Input, Output, Port } from '#contract/rpc.ts'

type Name = CallName<EngineContract>
/**
 * Returns the answer to a call. `ask` returns the engine's answer. The result must match the contract. An AppError that
 * is thrown here becomes the error of the call.
 */
export type Rule<N extends Name> = (
  input: Input<EngineContract, N>,
  ask: () => Promise<Output<EngineContract, N>>,
) => Promise<Output<EngineContract, N>>

export type Tap = {
  /** Every call so far, in order. */
  calls: { name: string; input: unknown }[]
  /** The number of calls without an answer. */
  unansweredCount: () => number
  /** Wraps the end of a pipe for the engine. */
  wrapPort: (port: Port) => Port
  /** Sets the rule for later calls of this name. Null removes it. */
  intercept<N extends Name>(name: N, rule: Rule<N> | null): void
  /** Sends the event `changed` to every screen, as if it came from the engine. */
  announce(changed: Changed): void
}

type Message = { type: string; id: number; name: string; input: unknown; value?: unknown; error?: unknown }
type AnyRule = (input: unknown, ask: () => Promise<unknown>) => Promise<unknown>

export function createTap(): Tap {
  const calls: Tap['calls'] = []
  const rules = new Map<string, AnyRule>()
  const openPorts = new Set<Port>()
  let unansweredCount = 0

  const wrapPort = (port: Port): Port => {
    const resultHandlers = new Map<number, (result: Message) => void>()
    openPorts.add(port)
    port.onClose(() => {
      openPorts.delete(port)
      unansweredCount -= resultHandlers.size
      resultHandlers.clear()
    })
    const forward = (message: Message, toEngine: (message: unknown) => void, onResult: (result: Message) => void) => {
      unansweredCount++
      resultHandlers.set(message.id, onResult)
      toEngine(message)
    }
    return {
      ...port,
      post: (message) => {
        const result = message as Message
        const onResult = result.type === 'result' ? resultHandlers.get(result.id) : undefined
        if (!onResult) {
          port.post(message)
          return
        }
        resultHandlers.delete(result.id)
        unansweredCount--
        onResult(result)
      },
      onMessage: (toEngine) =>
        port.onMessage((received) => {
          const message = received as Message
          calls.push({ name: message.name, input: message.input })
          const rule = rules.get(message.name)
          if (!rule) {
            forward(message, toEngine, (result) => port.post(result))
            return
          }
          const ask = () =>
            new Promise<unknown>((resolve, reject) =>
              forward(message, toEngine, ({ value, error }) => {
                if (error === undefined) resolve(value)
                else reject(fromWireError(error as WireError))
              }),
            )
          rule(message.input, ask)
            .then((value) =>
              port.post({ type: 'result', id: message.id, value: getOutputSchema(message.name).parse(value) }),
            )
            .catch((error: unknown) => port.post({ type: 'result', id: message.id, error: toWireError(error, String) }))
        }),
    }
  }
  return {
    calls,
    unansweredCount: () => unansweredCount,
    wrapPort,
    intercept: (name, rule) => {
      if (rule) rules.set(name, rule as unknown as AnyRule)
      else rules.delete(name)
    },
    announce: (payload) => {
      for (const port of openPorts) port.post({ type: 'event', name: 'changed', payload })
    },
  }
}

function getOutputSchema(name: string) {
  const { queries, commands } = engineContract
  return { ...queries, ...commands }[name as Name].output
}
