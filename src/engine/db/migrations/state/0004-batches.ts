// `batch`: a list of numbers that the user ordered together. `lines` is a JSON array with one object for each line, in
// the order of the list. `outbox_hold`: the kinds of outbox entries that are not sent until the user resumes them, such
// as new requests when the plan is full, with the error (JSON) that stopped them.
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
