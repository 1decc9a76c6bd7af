// mirror.db: an office's feed. `change.uid` names the same change on every desktop. office_out and office_change_out
// have the marks of what the other desktops do not have yet. Their numbers are never used twice, so a newer mark is not
// deleted with one that was sent. office_cursor is how far this desktop follows. office_beat has
// the stamps that it knows: if the office lacks one, it was restored from an older copy.
export const office = `
ALTER TABLE mirror.change ADD COLUMN uid TEXT;
CREATE UNIQUE INDEX mirror.change_uid ON change (uid) WHERE uid IS NOT NULL;

CREATE TABLE mirror.office_out (
  n INTEGER PRIMARY KEY AUTOINCREMENT,
  type TEXT NOT NULL,
  id TEXT NOT NULL,
  is_checked INTEGER NOT NULL,
  UNIQUE (type, id)
) STRICT;

CREATE TABLE mirror.office_change_out (n INTEGER PRIMARY KEY AUTOINCREMENT, change_id INTEGER NOT NULL) STRICT;

CREATE TABLE mirror.office_cursor (name TEXT PRIMARY KEY, seq INTEGER NOT NULL) STRICT, WITHOUT ROWID;

CREATE TABLE mirror.office_beat (
  n INTEGER PRIMARY KEY,
  stamp TEXT NOT NULL UNIQUE,
  seq INTEGER NOT NULL,
  change_id INTEGER NOT NULL
) STRICT;
`
