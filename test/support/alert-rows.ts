// Inserts alert rows as the evaluator writes them, for tests of the delivery that need no evaluator.
import type { AlertFacts } from '#contract/alerts.ts'
import type { WritableDb } from '#engine/db/open.ts'

export type AlertRow = {
  key: string
  severity: number
  object: string
  objectId: string
  place: string | null
  facts: AlertFacts
  dueAt: string
}

export const feeFacts: AlertFacts = {
  kind: 'fee-posted',
  name: 'demurrage',
  amount: 850,
  currency: 'USD',
  before: null,
}
export const todayFacts: AlertFacts = {
  kind: 'lfd-today',
  date: '2026-11-18',
  daysLeft: 0,
  holds: ['customs'],
  fees: [],
  isReady: false,
}
export const pastFacts: AlertFacts = {
  kind: 'lfd-past',
  date: '2026-11-17',
  daysLeft: -1,
  holds: [],
  fees: [],
  isReady: false,
}
export const laterFacts: AlertFacts = {
  kind: 'lfd-later',
  before: '2026-11-20',
  after: '2026-11-23',
  source: 'line',
  daysBefore: 2,
  daysAfter: 5,
}

export function insertAlert(
  db: WritableDb,
  at: string,
  { key, facts, ...overrides }: Partial<AlertRow> & { key: string; facts: AlertFacts },
): void {
  const { severity = 2, object = 'container', objectId = key, place = 'Pier 400', dueAt = at } = overrides
  db.run(
    `INSERT INTO alert (key, kind, severity, object, object_id, number, place, facts, state, due_at, raised_at, is_late)
     VALUES (?, ?, ?, ?, ?, 'MSCU1234567', ?, ?, 'PENDING', ?, ?, 0) ON CONFLICT (key) DO NOTHING`,
    key,
    facts.kind,
    severity,
    object,
    objectId,
    place,
    JSON.stringify(facts),
    dueAt,
    at,
  )
}
