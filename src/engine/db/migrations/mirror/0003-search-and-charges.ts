// mirror.db: search entries, and one row for each hold or fee. Both are projections: a raised projection version fills
// them from the records at the next start.
export const searchAndCharges = `
-- One row for each container, shipment or document. AUTOINCREMENT: keys only grow. FTS5 collects new rows in memory,
-- and writes them early if a row has a lower key than the one before.
CREATE TABLE mirror.search_entry (
  key INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL,
  id TEXT NOT NULL,
  is_open INTEGER NOT NULL,
  is_gone INTEGER NOT NULL,
  number TEXT NOT NULL,
  number_word TEXT NOT NULL,
  numbers TEXT NOT NULL,
  words TEXT NOT NULL,
  fields TEXT NOT NULL,
  UNIQUE (kind, id)
) STRICT;
CREATE INDEX mirror.search_entry_number ON search_entry (is_open, number_word);

-- Two tables, so that open records come first without sorting: each returns its rows in the order of their keys.
CREATE VIRTUAL TABLE mirror.search_open USING fts5 (
  numbers, words, content = '', contentless_delete = 1, detail = column, tokenize = 'trigram case_sensitive 1'
);
CREATE VIRTUAL TABLE mirror.search_closed USING fts5 (
  numbers, words, content = '', contentless_delete = 1, detail = column, tokenize = 'trigram case_sensitive 1'
);

CREATE TABLE mirror.charge_row (
  id TEXT PRIMARY KEY,
  container_id TEXT NOT NULL,
  kind TEXT NOT NULL,
  name TEXT NOT NULL,
  state TEXT,
  description TEXT,
  amount REAL,
  currency TEXT,
  first_seen_at TEXT,
  out_at TEXT,
  is_counted INTEGER NOT NULL,
  words TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX mirror.charge_row_container ON charge_row (container_id);
-- Most charges belong to containers that were picked up long ago.
CREATE INDEX mirror.charge_row_out ON charge_row (out_at);
`
