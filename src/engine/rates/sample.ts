// The rate tables of a new sample account, so that its screens show the cost of waiting. The amounts are invented.
import type { RateTable } from '#contract/rate-table.ts'
import { loadMeta, saveMeta } from '../db/meta.ts'
import type { ReadableDb } from '../db/open.ts'
import type { Write } from '../db/write.ts'
import { loadTables, saveTable } from '../settings/rates.ts'

const forAllContainers = {
  scac: null,
  place: null,
  lengthFt: null,
  equipmentType: null,
  currency: 'USD',
  counting: 'calendar',
} as const

const SAMPLE_TABLES: readonly RateTable[] = [
  {
    ...forAllContainers,
    id: 'sample-demurrage',
    name: 'Sample demurrage',
    kind: 'demurrage',
    freeDays: null,
    tiers: [
      { fromDay: 1, rate: 175_00 },
      { fromDay: 5, rate: 290_00 },
      { fromDay: 10, rate: 415_00 },
    ],
  },
  {
    ...forAllContainers,
    id: 'sample-detention',
    name: 'Sample detention',
    kind: 'detention',
    freeDays: 5,
    tiers: [
      { fromDay: 1, rate: 110_00 },
      { fromDay: 6, rate: 165_00 },
    ],
  },
]

/** Adds the tables once per data folder, so that removed tables do not come back. Does nothing if there are tables. */
export function addSampleRates(db: ReadableDb, write: Write, now: string): void {
  if (loadMeta(db, 'main', 'sample_rates') !== null || loadTables(db).length > 0) return
  write((db) => {
    for (const table of SAMPLE_TABLES) saveTable(db, table, now)
    saveMeta(db, 'main', 'sample_rates', now)
  })
}
