// Guards the objects of the stand-in. A property that an object does not have throws when it is read, so that a program
// fails if it uses a part of Electron that is not modelled.
import { EventEmitter } from 'node:events'

/** Node, the inspector, `await` and test libraries read these properties of any object. */
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
    get: (object, key, receiver) => {
      if (typeof key === 'symbol' || Reflect.has(object, key) || key.startsWith('_') || READ_BY_NODE.has(key))
        return Reflect.get(object, key, receiver) as unknown
      throw new Error(`not modelled: ${name}.${key}`)
    },
  })
}

/** The base of all classes of the stand-in. It guards each instance. */
export class Modelled extends EventEmitter {
  constructor(name: string) {
    super()
    return failOnUnknownMembers(name, this)
  }
}

/** Emits an event, and returns whether a listener prevented its default action. */
export function isPrevented(
  emitter: EventEmitter,
  name: string,
  details: Record<string, unknown> = {},
  ...args: unknown[]
): boolean {
  let isDefaultPrevented = false
  const event = {
    ...details,
    preventDefault: () => {
      isDefaultPrevented = true
    },
    get defaultPrevented() {
      return isDefaultPrevented
    },
  }
  emitter.emit(name, event, ...args)
  return isDefaultPrevented
}
