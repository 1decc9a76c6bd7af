// What a seed has of the mirror of its desktop. Every table is here or in `LEFT_OUT`, so that a new table is
// copied only after a decision that other desktops may have it.
import { sweepKinds } from '../kinds.ts'
import { createMissedKey } from '../missed.ts'

/** `where`: the copied rows; other columns than in `values` are copied as they are. */
export type SeedTable = { name: string; where?: string; values?: Readonly<Record<string, string>> }

/** Containers whose rows depend on data of this desktop's user. Their rows are built anew without it. */
export const OWN_CONTAINERS = 'temp.own_container'

const META_KEYS = [
  ...['read_times', 'unread_times', 'last_success_at', 'event_count', 'changes_removed', 'last_change_id'],
  ...sweepKinds.map(createMissedKey),
]
const CURSORS = ['feed', 'skipped', 'skipped-by']

const list = (names: readonly string[]) => names.map((name) => `'${name}'`).join(', ')

export const SEED_TABLES: readonly SeedTable[] = [
  { name: 'res' },
  // Which sweep of the leader listed a record, and how often it was missing before the last one, counts on the leader.
  { name: 'seen', values: { sweep_id: 'NULL', missing_count: 'min(t.missing_count, 1)' } },
  { name: 'sweep', where: `id IN (SELECT max(id) FROM source.sweep WHERE state = 'COMPLETE' GROUP BY kind)` },
  { name: 'change' },
  { name: 'event' },
  { name: 'event_due', values: { next_url: 'NULL', not_before_at: 'NULL' } },
  { name: 'container_row', where: `id NOT IN (SELECT id FROM ${OWN_CONTAINERS})` },
  ...['shipment_row', 'request_row', 'document_row', 'document_link', 'charge_row', 'email_row'].map((name) => ({
    name,
  })),
  ...['field_of', 'line', 'row_zone', 'place_zone', 'office_beat'].map((name) => ({ name })),
  { name: 'search_entry', where: `kind <> 'container' OR id NOT IN (SELECT id FROM ${OWN_CONTAINERS})` },
  { name: 'office_cursor', where: `name IN (${list(CURSORS)})` },
  { name: 'meta', where: `key IN (${list(META_KEYS)})` },
]

/**
 * The full text is built anew, because it may contain words of the user that were deleted. The others are what the
 * desktop has to send, to read, or to delete from its own backup.
 */
export const LEFT_OUT: readonly string[] = [
  ...['search_open', 'search_closed', 'search_due'],
  ...['office_out', 'office_change_out', 'change_withdrawn'],
  ...['record_due', 'document_failure', 'document_type'],
]
