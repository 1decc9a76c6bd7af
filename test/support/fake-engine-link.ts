// Links to the fakes, as the view would have them, and what an application needs around it in a test.
import { customRef, effectScope, type EffectScope } from 'vue'
import type { EngineContract } from '#contract/index.ts'
import type { Port } from '#contract/rpc.ts'
import type { ShellContract } from '#contract/shell.ts'
import type { Links } from '../../src/renderer/src/engine.ts'
import { createLink, type Offer } from '../../src/renderer/src/link.ts'
import { createFakeEngine, type FakeEngine } from './fake-engine.ts'
import { createFakeShell, type FakeShell } from './fake-engine-shell.ts'
import { memoryPair } from './memory-port.ts'

export type Fakes = {
  engine: FakeEngine
  shell: FakeShell
  links: Links
  /** Cuts the engine's pipe. The link asks for another by itself after a while. */
  cut: () => void
  /** Cuts it, and no other is to be had until it is mended. */
  goAway: () => void
  /** Offers the link another pipe at once. */
  mend: () => void
}

export function createFakes(rows: number, engine = createFakeEngine(rows), shell = createFakeShell()): Fakes {
  let far: Port | undefined
  let offer: Offer | undefined
  let isThere = true
  const connectEngine = () => {
    const [near, other] = memoryPair()
    far = other
    engine.attach(other)
    offer?.adopt(near)
  }
  return {
    engine,
    shell,
    links: {
      // One engine serves every account of the fake, so whoever asks is always right.
      account: customRef(() => ({ get: () => shell.state.account.id, set: () => undefined })),
      engine: createLink<EngineContract>((to) => {
        offer = to
        if (isThere) connectEngine()
      }),
      shell: createLink<ShellContract>((to) => {
        const [near, other] = memoryPair()
        shell.attach(other)
        to.adopt(near)
      }),
    },
    cut: () => far?.close(),
    goAway: () => {
      isThere = false
      far?.close()
    },
    mend: () => {
      isThere = true
      connectEngine()
    },
  }
}

/** Runs a composable as a component would, without one. */
export function inScope<Value>(run: () => Value): { value: Value; scope: EffectScope } {
  const scope = effectScope()
  const value = scope.run(run)
  if (value === undefined) throw new Error('The scope did not run.')
  return { value, scope }
}
