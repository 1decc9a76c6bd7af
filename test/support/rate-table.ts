// Creates a rate table that applies to all containers: $100 a day from the first chargeable day.
import type { RateTable } from '#contract/rate-table.ts'

export const rateTable = (id: string, overrides: Partial<RateTable> = {}): RateTable => ({
  id,
  name: id,
  kind: 'demurrage',
  scac: null,
  place: null,
  lengthFt: null,
  equipmentType: null,
  currency: 'USD',
  counting: 'calendar',
  freeDays: null,
  tiers: [{ fromDay: 1, rate: 10_000 }],
  ...overrides,
})
