// Own data that the desktops of an office share.
// - own_out: entries that this computer changed and the office does not have yet. `at`: when it was changed. `op`
//   identifies the change from the first time it is sent. `after_ops`: earlier changes of the entry that were sent, and
//   whose answers did not arrive (a JSON array). `is_again`: the entry was not changed, it is compared with an office
//   that was restored or joined.
// - own_seen: the version of an entry that this computer has: the office's time of it, and the name of its author.
export const ownActs = `
CREATE TABLE own_out (
  n INTEGER PRIMARY KEY AUTOINCREMENT,
  part TEXT NOT NULL,
  key TEXT NOT NULL,
  at TEXT NOT NULL,
  op TEXT,
  after_ops TEXT NOT NULL,
  is_again INTEGER NOT NULL,
  UNIQUE (part, key)
) STRICT;

CREATE TABLE own_seen (
  part TEXT NOT NULL,
  key TEXT NOT NULL,
  at TEXT NOT NULL,
  author TEXT,
  PRIMARY KEY (part, key)
) STRICT, WITHOUT ROWID;
`
