// Finds the alerts of a container that a newer alert about the same fact replaces. Pure. Steps towards a last free day
// are not here (steps.ts), because their order is that of their days.

/** `isDone`: the user closed it, but the alerts before it are replaced all the same. */
type Raised = { key: string; isDone: boolean }

/**
 * The fact and the number of the incident, of keys as episodes.ts makes them. Placed, expected and cleared are three
 * alerts about one hold.
 */
const KEY = /^(lfdchg|fee|avail|hold)([+p-]?)(:.*):(\d+)$/s

function placeOf(key: string): { fact: string; order: number } | null {
  const [, kind, sign, subject, n] = KEY.exec(key) ?? []
  if (kind === undefined || subject === undefined) return null
  // A hold is cleared under the number with which it was placed.
  return { fact: `${kind}${subject}`, order: 2 * Number(n) + (sign === '-' ? 1 : 0) }
}

/** Keys of all but the newest alert about each fact. `open`: alerts of one container, not withdrawn or replaced. */
export function replacedKeys(open: readonly Raised[], newKeys: readonly string[]): string[] {
  const newest = new Map<string, number>()
  for (const key of [...open.map((alert) => alert.key), ...newKeys]) {
    const place = placeOf(key)
    if (place) newest.set(place.fact, Math.max(place.order, newest.get(place.fact) ?? 0))
  }
  return open.flatMap(({ key, isDone }) => {
    const place = placeOf(key)
    return !isDone && place !== null && place.order < (newest.get(place.fact) ?? 0) ? [key] : []
  })
}
