// The user's own data about containers and customers. The service has none of it. It refers to records by the service's
// ids only, so it is still valid after the mirror is rebuilt.
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
