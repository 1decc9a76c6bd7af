// Checks of the sources. The service reads the line every few hours, and the terminal every one to four hours. It
// learns of changes only then. While a source cannot be read, its last report remains.

export type Checks = {
  firstMs: number
  everyMs: number
  /** The source is not checked after this time. */
  endMs: number
  /** The source could not be read in this span. */
  outage: { fromMs: number; toMs: number } | null
}

/** Returns the time of the last successful check up to that instant, or null before the first. */
export function findLastCheckMs(checks: Checks, instantMs: number): number | null {
  const limitMs = Math.min(instantMs, checks.endMs)
  const checkMs = computeCheckMs(checks, Math.floor((limitMs - checks.firstMs) / checks.everyMs))
  const { outage } = checks
  if (checkMs === null || !outage || checkMs < outage.fromMs || checkMs >= outage.toMs) return checkMs
  return computeCheckMs(checks, Math.ceil((outage.fromMs - checks.firstMs) / checks.everyMs) - 1)
}

/**
 * Like `findLastCheckMs`, but also considers the refreshes that clients requested. A refresh before the first check,
 * after the end or in an outage has no result.
 */
export function findLastCheckOrRefreshMs(
  checks: Checks,
  refreshTimes: readonly number[],
  instantMs: number,
): number | null {
  const regularMs = findLastCheckMs(checks, instantMs)
  const { firstMs, endMs, outage } = checks
  const successful = refreshTimes.filter(
    (atMs) =>
      atMs <= Math.min(instantMs, endMs) && atMs >= firstMs && !(outage && atMs >= outage.fromMs && atMs < outage.toMs),
  )
  return successful.length === 0 ? regularMs : Math.max(regularMs ?? -Infinity, ...successful)
}

/** Returns the time of the check that first reads a change at that instant, or null if no check does. */
export function findFirstCheckAfterMs(checks: Checks, happenedMs: number): number | null {
  const findCheckFrom = (fromMs: number) =>
    checks.firstMs + Math.max(0, Math.ceil((fromMs - checks.firstMs) / checks.everyMs)) * checks.everyMs
  let checkMs = findCheckFrom(happenedMs)
  const { outage } = checks
  if (outage && checkMs >= outage.fromMs && checkMs < outage.toMs) checkMs = findCheckFrom(outage.toMs)
  return checkMs <= checks.endMs ? checkMs : null
}

function computeCheckMs(checks: Checks, count: number): number | null {
  return count < 0 ? null : checks.firstMs + count * checks.everyMs
}
