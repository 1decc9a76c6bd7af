// A property that the stand-in does not model throws instead of being undefined: a program that uses more of Electron
// must fail here.
import { EventEmitter } from 'node:events'

/** Node itself, the inspector or `await` reads these properties. */
const READ_BY_NODE = new Set([
  'then',
  'toJSON',
  'domain',
  'inspect',
  'nodeType',
  'asymmetricMatch',
  'constructor',
  'default',
  'prototype',
  'length',
  'name',
])

export function failOnUnknownMembers<Target extends object>(name: string, target: Target): Target {
  return new Proxy(target, {
    get: (held, key, receiver) => {
      if (typeof key === 'symbol' || Reflect.has(held, key) || key.startsWith('_') || READ_BY_NODE.has(key))
        return Reflect.get(held, key, receiver) as unknown
      throw new Error(`not modelled: ${name}.${key}`)
    },
  })
}

/** For classes: guards every instance. */
export class Modelled extends EventEmitter {
  constructor(name: string) {
    super()
    return failOnUnknownMembers(name, this)
  }
}

/** Emits an event that can be prevented, and returns whether it was. */
export function isPrevented(
  emitter: EventEmitter,
  name: string,
  details: Record<string, unknown> = {},
  ...more: unknown[]
): boolean {
  let prevented = false
  const event = {
    ...details,
    preventDefault: () => {
      prevented = true
    },
    get defaultPrevented() {
      return prevented
    },
  }
  emitter.emit(name, event, ...more)
  return prevented
}
