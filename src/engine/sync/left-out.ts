// Records that were listed and cannot be read, by list. They are left out, counted, and named on the Status page. They
// are stored in memory only, because the next sweep finds them again.
import type { EngineStatus } from '#contract/status.ts'
import type { Unreadable } from '../api/decode.ts'
import type { LeftOut } from '../mirror/page-writer.ts'
import type { SweepKind } from '../mirror/kinds.ts'
import type { Sweep } from '../mirror/records.ts'

export type LeftOutRecords = {
  /** Call after each page. Returns all unreadable records of this sweep so far. */
  recordPage(sweep: Pick<Sweep, 'id' | 'kind' | 'rows'>, path: string, unreadable: readonly Unreadable[]): LeftOut
  /** Call this when a sweep ended: removes records that only earlier sweeps found. */
  removeOlderPages(sweep: Pick<Sweep, 'id' | 'kind'>): void
  has(kind: SweepKind): boolean
  get(): EngineStatus['leftOut']
}

type Page = { sweepId: number; count: number; records: EngineStatus['leftOut'][number]['records'] }

/** Limits for one page, and for one list on the screen. */
const MAX_LEFT_OUT = 100
const MAX_NAMED = 20

export function createLeftOut(): LeftOutRecords {
  const pages = new Map<SweepKind, Map<string, Page>>()
  const pagesOf = (kind: SweepKind) => pages.get(kind) ?? new Map<string, Page>()
  return {
    recordPage: ({ id, kind, rows }, path, unreadable) => {
      const listPages = pagesOf(kind)
      if (unreadable.length === 0) listPages.delete(path)
      else
        listPages.set(path, {
          sweepId: id,
          count: unreadable.length,
          records: unreadable
            .slice(0, MAX_LEFT_OUT)
            .map((record) => ({ id: record.id, place: rows + record.index + 1, why: record.fault })),
        })
      pages.set(kind, listPages)
      const ofSweep = [...listPages.values()].filter(({ sweepId }) => sweepId === id)
      return {
        count: sumCounts(ofSweep),
        ids: ofSweep.flatMap(({ records }) => records.flatMap((record) => record.id ?? [])),
      }
    },
    removeOlderPages: ({ id, kind }) => {
      for (const [path, { sweepId }] of pagesOf(kind)) if (sweepId !== id) pagesOf(kind).delete(path)
    },
    has: (kind) => pagesOf(kind).size > 0,
    get: () =>
      [...pages].flatMap(([kind, listPages]) => {
        const all = [...listPages.values()]
        return all.length === 0
          ? []
          : [{ kind, count: sumCounts(all), records: all.flatMap(({ records }) => records).slice(0, MAX_NAMED) }]
      }),
  }
}

function sumCounts(pages: readonly Page[]): number {
  return pages.reduce((sum, { count }) => sum + count, 0)
}
