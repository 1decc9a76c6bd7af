// Checks: the service reads the line every few hours and the terminal every one to four, and learns of changes only
// then. While a source fails, its last report remains.

export type Checks = {
  firstMs: number
  everyMs: number
  /** After this the source is no longer checked. */
  endMs: number
  /** The source could not be read in this span. */
  outage: { fromMs: number; toMs: number } | null
}

/** The last successful check up to that instant; null before the first. */
export function lastCheckMs(checks: Checks, instantMs: number): number | null {
  const limitMs = Math.min(instantMs, checks.endMs)
  const checkMs = checkTimeMs(checks, Math.floor((limitMs - checks.firstMs) / checks.everyMs))
  const { outage } = checks
  if (checkMs === null || !outage || checkMs < outage.fromMs || checkMs >= outage.toMs) return checkMs
  return checkTimeMs(checks, Math.ceil((outage.fromMs - checks.firstMs) / checks.everyMs) - 1)
}

/**
 * The same with checks that clients requested; those before the first check, after the end or in an outage have no
 * result.
 */
export function lastCheckOrRefreshMs(
  checks: Checks,
  refreshTimes: readonly number[],
  instantMs: number,
): number | null {
  const regularMs = lastCheckMs(checks, instantMs)
  const { firstMs, endMs, outage } = checks
  const successful = refreshTimes.filter(
    (atMs) =>
      atMs <= Math.min(instantMs, endMs) && atMs >= firstMs && !(outage && atMs >= outage.fromMs && atMs < outage.toMs),
  )
  return successful.length === 0 ? regularMs : Math.max(regularMs ?? -Infinity, ...successful)
}

/** When a change at that instant is first read; null if never. */
export function firstCheckAfterMs(checks: Checks, happenedMs: number): number | null {
  const checkFrom = (fromMs: number) =>
    checks.firstMs + Math.max(0, Math.ceil((fromMs - checks.firstMs) / checks.everyMs)) * checks.everyMs
  let checkMs = checkFrom(happenedMs)
  const { outage } = checks
  if (outage && checkMs >= outage.fromMs && checkMs < outage.toMs) checkMs = checkFrom(outage.toMs)
  return checkMs <= checks.endMs ? checkMs : null
}

function checkTimeMs(checks: Checks, count: number): number | null {
  return count < 0 ? null : checks.firstMs + count * checks.everyMs
}
