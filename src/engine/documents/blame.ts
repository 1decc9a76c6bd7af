// Whether it is the way that nothing gets through on, and everybody waits, or one file, which then waits alone.
// There are two ways, to the service and to storage: what gets through on one says nothing of the other. In memory
// only.

export type Way = 'service' | 'storage'

export type Blame = {
  /** `times`: so often it has come to nothing since it was last carried to its end. */
  failed(key: string, way: Way): { isItsOwn: boolean; times: number }
  /** Like `failed`, where the failure itself says that it is this one's own. */
  failedAlone(key: string): number
  /** The way is well; whoever failed on it meanwhile has it from himself. */
  passed(key: string, way: Way): void
  /** In a row, on that way. */
  failures(way: Way): number
  isTroubled(): boolean
  /** They failed since the last that got through, and are tried after those that did not. */
  suspects(): string[]
  /** There is nobody else: from the front again. */
  forgetSuspects(): void
  forget(key: string): void
  forgetAll(): void
}

type Standing = { failures: number; suspects: Set<string> }

export function createBlame(): Blame {
  const ways: Record<Way, Standing> = {
    service: { failures: 0, suspects: new Set() },
    storage: { failures: 0, suspects: new Set() },
  }
  const all = Object.values(ways)
  /** Failed while others got through. */
  const apart = new Set<string>()
  const times = new Map<string, number>()
  const count = (key: string) => {
    const now = (times.get(key) ?? 0) + 1
    times.set(key, now)
    return now
  }
  return {
    failed: (key, way) => {
      const isItsOwn = apart.has(key)
      if (!isItsOwn) {
        ways[way].failures++
        ways[way].suspects.add(key)
      }
      return { isItsOwn, times: count(key) }
    },
    failedAlone: count,
    passed: (key, way) => {
      const standing = ways[way]
      for (const suspect of standing.suspects) if (suspect !== key) apart.add(suspect)
      Object.assign(standing, { failures: 0, suspects: new Set() })
    },
    failures: (way) => ways[way].failures,
    isTroubled: () => all.some(({ failures }) => failures > 0),
    suspects: () => all.flatMap(({ suspects }) => [...suspects]),
    forgetSuspects: () => {
      for (const { suspects } of all) suspects.clear()
    },
    forget: (key) => {
      apart.delete(key)
      times.delete(key)
      for (const { suspects } of all) suspects.delete(key)
    },
    forgetAll: () => {
      apart.clear()
      times.clear()
      for (const standing of all) Object.assign(standing, { failures: 0, suspects: new Set() })
    },
  }
}
