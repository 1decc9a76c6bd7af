// Orders of many numbers, each line in the order of the list it came from; and what kinds of entries are held back
// until the user says otherwise, such as new requests when the plan is full.
export const batches = `
CREATE TABLE batch (
  id TEXT PRIMARY KEY,
  name TEXT,
  created_at TEXT NOT NULL,
  lines TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE outbox_hold (
  kind TEXT PRIMARY KEY,
  error TEXT NOT NULL,
  since TEXT NOT NULL
) STRICT, WITHOUT ROWID;
`
