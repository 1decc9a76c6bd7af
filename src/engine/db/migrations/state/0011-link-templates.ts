// Addresses of other programs with placeholders for values of a record; `opened_by` is the key that opens one.
export const linkTemplates = `
CREATE TABLE link_template (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  address TEXT NOT NULL,
  opened_by TEXT,
  place INTEGER NOT NULL,
  changed_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
`
