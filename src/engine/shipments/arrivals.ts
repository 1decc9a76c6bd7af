// Changes of a shipment's expected arrival, from the history of changes: each former value and when we saw it change.
import type { ArrivalHistory } from '#contract/shipments.ts'
import { instant } from '../api/attributes.ts'
import type { ReadableDb } from '../db/open.ts'

type Head = Omit<ArrivalHistory, 'steps'> & { etaAt: string | null; firstSeenAt: string }
type Step = { before: string | null; after: string | null; seenAt: string }

/** Null if the shipment was never read. */
export function loadArrivals(db: ReadableDb, id: string): ArrivalHistory | null {
  const head = db.get<Head>(
    `SELECT s.pod_zone AS zone, s.original_eta_at AS originalEtaAt, s.ata_at AS ataAt, s.eta_at AS etaAt, r.first_seen_at AS firstSeenAt
     FROM shipment_row s JOIN res r ON r.type = 'shipment' AND r.id = s.id WHERE s.id = ?`,
    id,
  )
  if (!head) return null
  const { etaAt, firstSeenAt, ...rest } = head
  // A change that was reverted within the hour is left out, with its reversal.
  const changes = db.all<Step>(
    `SELECT before, after, seen_at AS seenAt FROM change
     WHERE type = 'shipment' AND rid = +? AND field = 'pod_eta_at' AND is_hidden = 0 AND reverts_id IS NULL ORDER BY id`,
    id,
  )
  const [first] = changes
  const found = { etaAt: first ? momentOf(first.before) : etaAt, seenAt: firstSeenAt }
  const steps = [found, ...changes.map(({ after, seenAt }) => ({ etaAt: momentOf(after), seenAt }))]
  // If there was no date at first, the history begins with the first one.
  const begins = steps.findIndex((step) => step.etaAt !== null)
  return { ...rest, steps: begins < 0 ? [] : steps.slice(begins) }
}

/** Parses the JSON text of a change. */
function momentOf(json: string | null): string | null {
  return json === null ? null : instant({ at: JSON.parse(json) as unknown }, 'at')
}
