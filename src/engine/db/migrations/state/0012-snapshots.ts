// Lists that are written into a folder on a schedule. `plan` is JSON: rows, columns, format, times, and the words in
// the file. `folder` is empty until the user picks one on this computer. The other columns describe the last run.
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
