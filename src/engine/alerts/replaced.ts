// Finds the alerts of a container that a newer alert about the same fact replaces. Pure. Steps towards a last free day
// are not here (steps.ts), because their order is that of their days.

import type { AlertKind } from '#contract/alerts.ts'
import { kindTraits } from './kinds.ts'

type Raised = { key: string; kind: AlertKind }

/** Reads the subject of a fact and the number of the incident from a key of episodes.ts. */
const KEY_PATTERN = /^[^:]+(:.*):(\d+)$/s

function findFact({ key, kind }: Raised): { name: string; order: number } | null {
  const { fact } = kindTraits[kind]
  const [, subject, incident] = KEY_PATTERN.exec(key) ?? []
  if (fact === null || fact === 'step' || subject === undefined) return null
  // A hold is cleared under the number with which it was placed.
  return { name: `${fact}${subject}`, order: 2 * Number(incident) + (kind === 'hold-cleared' ? 1 : 0) }
}

/**
 * Keys of all but the newest alert about each fact. `valid`: alerts of one container, not withdrawn or replaced. An
 * alert that the user closed (`isDone`) is not replaced, but replaces the alerts before it.
 */
export function listReplacedKeys(valid: readonly (Raised & { isDone: boolean })[], added: readonly Raised[]): string[] {
  const newestOrder = new Map<string, number>()
  for (const alert of [...valid, ...added]) {
    const fact = findFact(alert)
    if (fact) newestOrder.set(fact.name, Math.max(fact.order, newestOrder.get(fact.name) ?? 0))
  }
  return valid.flatMap((alert) => {
    const fact = findFact(alert)
    return !alert.isDone && fact !== null && fact.order < (newestOrder.get(fact.name) ?? 0) ? [alert.key] : []
  })
}
