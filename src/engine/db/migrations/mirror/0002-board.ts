// mirror.db for changes and the board: the kind of each change, its severity, when its source was checked, which
// changes reverted each other, and the values of a container that decisions need. Changes from before this migration
// have no time of a source, none of them is marked as reverted, and their severity depends on their kind alone.
//
// The SQL is frozen, also its comments. They mean:
// - severity: from 1 (costs money today) to 4 (for information).
// - reverts_id: the change that this change reverts. is_hidden: 1 if a later change reverted this one
//   (mirror/history/store.ts has all values).
// - change_kind, change_weight: the counts of changes by kind and by severity, and the ten most severe changes, are
//   read from these indexes only.
// - The new columns of container_row: the next start computes every row again and fills them.
export const board = `
ALTER TABLE mirror.change ADD COLUMN kind TEXT NOT NULL DEFAULT 'other';
ALTER TABLE mirror.change ADD COLUMN severity INTEGER NOT NULL DEFAULT 4;
ALTER TABLE mirror.change ADD COLUMN source_at TEXT;
-- The step this one took back, and whether a later one took this one back.
ALTER TABLE mirror.change ADD COLUMN reverts_id INTEGER;
ALTER TABLE mirror.change ADD COLUMN is_hidden INTEGER NOT NULL DEFAULT 0;

UPDATE mirror.change SET kind = CASE
  WHEN type = 'tracking_request' OR field GLOB 'line_tracking_*' THEN 'tracking'
  WHEN field GLOB '*lfd*' OR field GLOB 'import_deadlines.*' THEN 'last-free-day'
  WHEN field GLOB '*holds*' THEN 'hold'
  WHEN field GLOB '*fees*' THEN 'fee'
  WHEN field IN ('available_for_pickup', 'availability_known') THEN 'availability'
  WHEN field = 'current_status' THEN 'status'
  WHEN field GLOB '*_eta_at' THEN 'arrival'
  WHEN field IN ('created_at', 'pickup_appointment_at') THEN 'other'
  WHEN field GLOB '*_at' THEN 'milestone'
  ELSE 'other' END;
UPDATE mirror.change SET severity = CASE
  WHEN kind IN ('last-free-day', 'hold', 'fee') THEN 2
  WHEN kind IN ('availability', 'arrival', 'tracking') THEN 3
  ELSE 4 END;

-- Lines by kind, and by weight: the counts and the ten weightiest are read from the index alone.
CREATE INDEX mirror.change_kind ON change (kind, severity, id) WHERE is_hidden = 0;
CREATE INDEX mirror.change_weight ON change (severity, id, reverts_id) WHERE is_hidden = 0;

-- Filled when the rows are written anew, at the start that follows.
ALTER TABLE mirror.container_row ADD COLUMN is_open INTEGER NOT NULL DEFAULT 1;
ALTER TABLE mirror.container_row ADD COLUMN appointment_date TEXT;
ALTER TABLE mirror.container_row ADD COLUMN discharge_date TEXT;
ALTER TABLE mirror.container_row ADD COLUMN arrival_date TEXT;
ALTER TABLE mirror.container_row ADD COLUMN has_running_fee INTEGER NOT NULL DEFAULT 0;
ALTER TABLE mirror.container_row ADD COLUMN official_hold_since TEXT;
ALTER TABLE mirror.container_row ADD COLUMN newest_hold_id INTEGER;
ALTER TABLE mirror.container_row ADD COLUMN unblocked_at TEXT;
CREATE INDEX mirror.container_row_open ON container_row (is_open) WHERE is_open = 1;
`
