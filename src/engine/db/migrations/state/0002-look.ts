// state.db remembers where the user stopped reading, and what every open container looked like then, so that "since
// you last looked" has something to compare with. The last few looks are kept: a mark can be taken back.
export const look = `
CREATE TABLE look (
  id INTEGER PRIMARY KEY,
  at TEXT NOT NULL,
  through_id INTEGER NOT NULL,
  tiles TEXT NOT NULL
) STRICT;

CREATE TABLE look_container (
  look_id INTEGER NOT NULL REFERENCES look (id) ON DELETE CASCADE,
  container_id TEXT NOT NULL,
  lfd_date TEXT,
  eta_at TEXT,
  PRIMARY KEY (look_id, container_id)
) STRICT, WITHOUT ROWID;
`
