// The user's own data on containers and customers. No row of it comes from the service and none goes there, so it is
// kept by the service's ids alone: a mirror read anew finds it as it was.
export const own = `
CREATE TABLE own_note (
  id TEXT PRIMARY KEY,
  container_id TEXT NOT NULL,
  text TEXT NOT NULL,
  at TEXT NOT NULL,
  changed_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX own_note_container ON own_note (container_id, at);

CREATE TABLE own_tag (
  container_id TEXT NOT NULL,
  tag TEXT NOT NULL,
  PRIMARY KEY (container_id, tag)
) STRICT, WITHOUT ROWID;

CREATE TABLE own_assignee (container_id TEXT PRIMARY KEY, name TEXT NOT NULL, at TEXT NOT NULL) STRICT, WITHOUT ROWID;

CREATE TABLE own_priority (
  customer TEXT PRIMARY KEY,
  priority TEXT NOT NULL CHECK (priority IN ('high', 'low')),
  at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
`
