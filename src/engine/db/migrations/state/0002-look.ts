// state.db stores up to which change the user has read, and the values of every open container at that time, to compare
// with. The last few marks are stored, so that a mark can be undone.
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
