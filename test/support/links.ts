// Creates the view's links to an engine and a shell, in memory.
import { onTestFinished } from 'vitest'
import { customRef, effectScope, shallowRef, type EffectScope, type ShallowRef } from 'vue'
import type { EngineContract } from '#contract/index.ts'
import type { Port } from '#contract/rpc.ts'
import type { ShellContract } from '#contract/shell.ts'
import type { Links } from '../../src/renderer/src/engine/engine.ts'
import { createLink, type PortOffer } from '../../src/renderer/src/engine/link.ts'
import { createFakeShell, type FakeShell } from './fake-shell.ts'
import { createPortPair } from './memory-port.ts'

export type Linked<Engine> = {
  engine: Engine
  shell: FakeShell
  links: Links
  /** Whether the host refuses connections. A test may set it. */
  isHostGone: ShallowRef<boolean>
  /** Closes the engine's pipe. The link then requests another one by itself. */
  dropPipe: () => void
  /** Closes the engine's pipe, and offers no other until `reconnect` is called. */
  disconnect: () => void
  /** Offers the link a new pipe at once. */
  reconnect: () => void
}

export function connectLinks<Engine extends { attach(port: Port): void }>(
  engine: Engine,
  shell = createFakeShell(),
): Linked<Engine> {
  let far: Port | undefined
  let offer: PortOffer | undefined
  let isAvailable = true
  const isHostGone = shallowRef(false)
  const connectEngine = () => {
    const [near, other] = createPortPair()
    far = other
    engine.attach(other)
    offer?.adopt(near)
  }
  // Otherwise the link would request new pipes after the test, and keep the engine in memory.
  onTestFinished(() => {
    isAvailable = false
    offer?.fail('over')
  })
  return {
    engine,
    shell,
    isHostGone,
    links: {
      isHostGone,
      // One engine serves every account of this shell, so any account id is accepted.
      accountId: customRef(() => ({ get: () => shell.state.account.id, set: () => undefined })),
      engine: createLink<EngineContract>((to) => {
        offer = to
        if (isAvailable) connectEngine()
      }),
      shell: createLink<ShellContract>((to) => {
        const [near, other] = createPortPair()
        shell.attach(other)
        to.adopt(near)
      }),
    },
    dropPipe: () => far?.close(),
    disconnect: () => {
      isAvailable = false
      far?.close()
    },
    reconnect: () => {
      isAvailable = true
      connectEngine()
    },
  }
}

/** Runs a composable in an effect scope, as a component does. */
export function inScope<Value>(run: () => Value): { value: Value; scope: EffectScope } {
  const scope = effectScope()
  const value = scope.run(run)
  if (value === undefined) throw new Error('The scope did not run.')
  return { value, scope }
}
