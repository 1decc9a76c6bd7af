// state.db stores the user's writes before the service has them, and which requests the user dismissed. The layout is
// general: the kind of an entry defines its meaning.
export const outbox = `
CREATE TABLE outbox (
  seq INTEGER PRIMARY KEY,
  op_id TEXT NOT NULL UNIQUE,
  lane TEXT NOT NULL,
  kind TEXT NOT NULL,
  payload TEXT NOT NULL,
  payload_version INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('PENDING', 'SENDING', 'ACKED', 'SETTLED', 'CONFLICT', 'REJECTED', 'CANCELLED')),
  maybe_sent INTEGER NOT NULL DEFAULT 0,
  tries INTEGER NOT NULL DEFAULT 0,
  next_at TEXT,
  error TEXT,
  remote_id TEXT,
  answer TEXT,
  target TEXT,
  base TEXT,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL
) STRICT;
CREATE INDEX outbox_open ON outbox (seq) WHERE state IN ('PENDING', 'SENDING', 'ACKED');
CREATE INDEX outbox_lane ON outbox (lane, seq);
CREATE INDEX outbox_target ON outbox (target, seq)
  WHERE target IS NOT NULL AND state IN ('PENDING', 'SENDING', 'ACKED', 'CONFLICT', 'REJECTED');
CREATE INDEX outbox_remote ON outbox (remote_id) WHERE remote_id IS NOT NULL;

CREATE TABLE dismissed_request (id TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
`
