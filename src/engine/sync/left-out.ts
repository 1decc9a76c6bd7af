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

/** The most records that are stored for one page. */
const MAX_STORED = 100
/** The most records that the screen names for one list. */
const MAX_NAMED = 20

export function createLeftOut(): LeftOutRecords {
  const pages = new Map<SweepKind, Map<string, Page>>()
  const getPages = (kind: SweepKind) => pages.get(kind) ?? new Map<string, Page>()
  return {
    recordPage: ({ id, kind, rows }, path, unreadable) => {
      const listPages = getPages(kind)
      if (unreadable.length === 0) listPages.delete(path)
      else
        listPages.set(path, {
          sweepId: id,
          count: unreadable.length,
          records: unreadable
            .slice(0, MAX_STORED)
            .map((record) => ({ id: record.id, place: rows + record.index + 1, why: record.fault })),
        })
      pages.set(kind, listPages)
      const sweepPages = [...listPages.values()].filter(({ sweepId }) => sweepId === id)
      return {
        count: sumCounts(sweepPages),
        ids: sweepPages.flatMap(({ records }) => records.flatMap((record) => record.id ?? [])),
      }
    },
    removeOlderPages: ({ id, kind }) => {
      for (const [path, { sweepId }] of getPages(kind)) if (sweepId !== id) getPages(kind).delete(path)
    },
    has: (kind) => getPages(kind).size > 0,
    get: () =>
      [...pages].flatMap(([kind, listPages]) => {
        const listed = [...listPages.values()]
        return listed.length === 0
          ? []
          : [{ kind, count: sumCounts(listed), records: listed.flatMap(({ records }) => records).slice(0, MAX_NAMED) }]
      }),
  }
}

function sumCounts(pages: readonly Page[]): number {
  return pages.reduce((sum, { count }) => sum + count, 0)
}
