// The user's own rate tables for demurrage and detention. A null column matches every container. `tiers` is JSON, with
// amounts in whole minor units.
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
