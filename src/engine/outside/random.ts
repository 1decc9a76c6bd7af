// Chance, the only file that may touch Math.random and random ids.
import { randomUUID } from 'node:crypto'

export interface Random {
  /** Evenly in [0, 1). */
  next(): number
  /** A new unguessable id. */
  id(): string
}

export function createRandom(): Random {
  return { next: () => Math.random(), id: () => randomUUID() }
}
