// Batches of many numbers, in the order of their lists; and kinds of entries that are on hold until the user resumes
// them, such as new requests when the plan is full.
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
