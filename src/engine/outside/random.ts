// Random numbers. Only this file may use Math.random and random ids.
import { randomUUID } from 'node:crypto'

export interface Random {
  /** Uniform in [0, 1). */
  next(): number
  /** A new unguessable id. */
  id(): string
}

export function createRandom(): Random {
  return { next: () => Math.random(), id: () => randomUUID() }
}
