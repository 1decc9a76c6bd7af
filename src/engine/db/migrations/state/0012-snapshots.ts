// Lists that are written into a folder at certain times. `plan` is JSON: which rows and columns, as what, when, and the
// words in it. A folder is empty until it was picked on this computer. The rest tells how the last run ended.
export const snapshots = `
CREATE TABLE snapshot (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  plan TEXT NOT NULL,
  folder TEXT NOT NULL DEFAULT '',
  changed_at TEXT NOT NULL,
  ran_at TEXT,
  written_at TEXT,
  file TEXT,
  rows INTEGER,
  error_code TEXT,
  error_details TEXT
) STRICT, WITHOUT ROWID;
`
