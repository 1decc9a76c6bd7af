// Looking: the service learns nothing when it happens but when it next asks, the line every few hours, the terminal
// every one to four. So everything in an answer moves in steps, and a source that fails leaves its last word standing.

export type Checks = {
  firstMs: number
  everyMs: number
  /** After this the source is no longer asked. */
  endMs: number
  /** The source could not be read in this span. */
  outage: { fromMs: number; toMs: number } | null
}

/** The last successful look up to that instant; null before the first. */
export function lastCheckMs(checks: Checks, instantMs: number): number | null {
  const limitMs = Math.min(instantMs, checks.endMs)
  const lookMs = tick(checks, Math.floor((limitMs - checks.firstMs) / checks.everyMs))
  const { outage } = checks
  if (lookMs === null || !outage || lookMs < outage.fromMs || lookMs >= outage.toMs) return lookMs
  return tick(checks, Math.ceil((outage.fromMs - checks.firstMs) / checks.everyMs) - 1)
}

/**
 * The same with looks somebody asked for in between; nobody answers those before the first, after the end or in an
 * outage.
 */
export function lookedAt(checks: Checks, asked: readonly number[], instantMs: number): number | null {
  const regularMs = lastCheckMs(checks, instantMs)
  const { firstMs, endMs, outage } = checks
  const answered = asked.filter(
    (atMs) =>
      atMs <= Math.min(instantMs, endMs) && atMs >= firstMs && !(outage && atMs >= outage.fromMs && atMs < outage.toMs),
  )
  return answered.length === 0 ? regularMs : Math.max(regularMs ?? -Infinity, ...answered)
}

/** When something that happened then is first seen; null if never. */
export function seenMs(checks: Checks, happenedMs: number): number | null {
  const look = (fromMs: number) =>
    checks.firstMs + Math.max(0, Math.ceil((fromMs - checks.firstMs) / checks.everyMs)) * checks.everyMs
  let lookMs = look(happenedMs)
  const { outage } = checks
  if (outage && lookMs >= outage.fromMs && lookMs < outage.toMs) lookMs = look(outage.toMs)
  return lookMs <= checks.endMs ? lookMs : null
}

function tick(checks: Checks, count: number): number | null {
  return count < 0 ? null : checks.firstMs + count * checks.everyMs
}
