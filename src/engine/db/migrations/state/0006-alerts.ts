// Alerts. An episode is the last processed value; an alert is a permanent row of the alert centre, by its key; a pop-up
// is one notification of the operating system, with one or more alerts.
export const alerts = `
CREATE TABLE alert (
  key TEXT PRIMARY KEY,
  kind TEXT NOT NULL,
  severity INTEGER NOT NULL,
  object TEXT NOT NULL CHECK (object IN ('container', 'shipment', 'request', 'document', 'none')),
  object_id TEXT NOT NULL,
  number TEXT NOT NULL,
  place TEXT,
  zone TEXT,
  master_bill TEXT,
  field TEXT,
  facts TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('PENDING', 'SHOWING', 'SHOWN', 'SILENT', 'INHIBITED', 'CANCELLED')),
  popup_id TEXT,
  due_at TEXT NOT NULL,
  raised_at TEXT NOT NULL,
  told_at TEXT,
  read_at TEXT,
  done_at TEXT,
  is_late INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE episode (
  object TEXT NOT NULL,
  object_id TEXT NOT NULL,
  name TEXT NOT NULL,
  n INTEGER NOT NULL,
  value TEXT,
  candidate TEXT,
  candidate_since TEXT,
  checked_at TEXT,
  PRIMARY KEY (object, object_id, name)
) STRICT, WITHOUT ROWID;

CREATE INDEX episode_candidate ON episode (object, object_id) WHERE candidate IS NOT NULL;

CREATE TABLE popup (
  id TEXT PRIMARY KEY,
  shape TEXT NOT NULL CHECK (shape IN ('group', 'digest', 'overflow', 'look-ahead', 'test')),
  state TEXT NOT NULL CHECK (state IN ('SHOWING', 'SHOWN', 'FAILED', 'WITHDRAWN')),
  created_at TEXT NOT NULL,
  outcome TEXT,
  reason TEXT
) STRICT, WITHOUT ROWID;

CREATE TABLE quieted (container_id TEXT PRIMARY KEY, muted_at TEXT, snoozed_until TEXT) STRICT, WITHOUT ROWID;

CREATE INDEX alert_raised ON alert (raised_at);

CREATE INDEX alert_object ON alert (object, object_id, raised_at);

CREATE INDEX alert_open ON alert (state) WHERE state IN ('PENDING', 'SHOWING');

CREATE INDEX alert_unread ON alert (raised_at, severity) WHERE read_at IS NULL;

CREATE INDEX alert_popup ON alert (popup_id) WHERE popup_id IS NOT NULL;

CREATE INDEX popup_created ON popup (created_at);

CREATE INDEX popup_showing ON popup (state) WHERE state = 'SHOWING';

CREATE INDEX sighting_refused ON sighting (first_seen_at) WHERE sha256 IS NULL AND error IS NOT NULL;

CREATE INDEX upload_updated ON upload (updated_at);
`
