// The user's own tables of rates: demurrage and detention. A part that is null is for any; `tiers` is JSON, its amounts
// whole numbers of the currency's smallest part.
export const rates = `
CREATE TABLE rate_table (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  kind TEXT NOT NULL,
  scac TEXT,
  place TEXT,
  length_ft INTEGER,
  equipment_type TEXT,
  currency TEXT NOT NULL,
  counting TEXT NOT NULL,
  free_days INTEGER,
  tiers TEXT NOT NULL,
  changed_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
`
