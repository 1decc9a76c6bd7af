// state.db, first layout: the user's own data and the stored slots of the request budget. Never rebuilt, always
// migrated.
export const start = `
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

CREATE TABLE setting (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

CREATE TABLE manual_last_free_day (
  container_id TEXT PRIMARY KEY,
  date TEXT NOT NULL,
  reason TEXT NOT NULL,
  set_at TEXT NOT NULL,
  reported_then TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE notice (
  id INTEGER PRIMARY KEY,
  code TEXT NOT NULL,
  details TEXT NOT NULL,
  at TEXT NOT NULL
) STRICT;

CREATE TABLE rate_slot (
  id INTEGER PRIMARY KEY,
  key_hash TEXT NOT NULL,
  bucket TEXT NOT NULL,
  sent_up REAL NOT NULL,
  done_up REAL
) STRICT;

CREATE TABLE rate_cap (
  key_hash TEXT NOT NULL,
  bucket TEXT NOT NULL,
  cap INTEGER NOT NULL,
  cap_changed_up REAL NOT NULL,
  paused_until_up REAL NOT NULL,
  PRIMARY KEY (key_hash, bucket)
) STRICT, WITHOUT ROWID;
`
