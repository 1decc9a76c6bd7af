// mirror.db, initial tables: what the service sent (res, event), when it was read (seen, sweep), what changed between
// two reads (change: the only table here that cannot be fetched again), and rows that the lists show (container_row,
// shipment_row).
//
// The SQL is frozen, also its comments. Its terms:
// - res: a record as the service sent it. `raw` is its JSON text, `hash` is the hash of `raw`.
// - seen: a table beside res, because its values change with every read, and records rarely do. A sweep without changes
//   writes only this table.
// - req_seq: the number of the request that read the value. rid: the id of the record that changed.
// - missing_count: rises each time a complete sweep does not list the record. From 2 on, the record is read by its id.
// - event_due: containers whose events must be read.
// - lfd_source: the source of the last free day that applies. lfd_flags: remarks on this day. lfd_sources: a JSON list
//   of every source with its day.
// - today_zone: the time zone that decides which day is today: that of the last free day, of the pickup place, or of
//   the user.
// - ata_at: the arrival of the vessel at the port of discharge. arrived_at: the arrival of the container where it is
//   picked up (its discharge, or its arrival at the inland destination).
// - started_at, stopped_at: when the clock of the container started (discharge) and stopped (pickup).
export const start = `
CREATE TABLE mirror.meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

CREATE TABLE mirror.res (
  key INTEGER PRIMARY KEY,
  type TEXT NOT NULL,
  id TEXT NOT NULL,
  raw TEXT NOT NULL,
  hash TEXT NOT NULL,
  first_seen_at TEXT NOT NULL,
  UNIQUE (type, id)
) STRICT;

-- Apart from res, because it moves with every read while the records mostly stay: a quiet sweep writes only here.
CREATE TABLE mirror.seen (
  key INTEGER PRIMARY KEY,
  req_seq INTEGER NOT NULL,
  sweep_id INTEGER,
  verified_at TEXT NOT NULL,
  missing_count INTEGER NOT NULL DEFAULT 0,
  gone_since TEXT
) STRICT;
CREATE INDEX mirror.seen_sweep ON seen (sweep_id);
CREATE INDEX mirror.seen_missing ON seen (missing_count) WHERE missing_count >= 2 AND gone_since IS NULL;

CREATE TABLE mirror.sweep (
  id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL,
  started_at TEXT NOT NULL,
  next_url TEXT,
  rows INTEGER NOT NULL DEFAULT 0,
  total_start INTEGER,
  total_end INTEGER,
  state TEXT NOT NULL CHECK (state IN ('RUNNING', 'COMPLETE', 'TORN')),
  ended_at TEXT
) STRICT;
CREATE INDEX mirror.sweep_kind ON sweep (kind, id);

CREATE TABLE mirror.change (
  id INTEGER PRIMARY KEY,
  type TEXT NOT NULL,
  rid TEXT NOT NULL,
  field TEXT NOT NULL,
  before TEXT,
  after TEXT,
  req_seq INTEGER NOT NULL,
  seen_at TEXT NOT NULL
) STRICT;
CREATE INDEX mirror.change_record ON change (type, rid, id);

CREATE TABLE mirror.event (
  id TEXT NOT NULL,
  container_id TEXT NOT NULL,
  event TEXT NOT NULL,
  at TEXT,
  zone TEXT,
  locode TEXT,
  place TEXT,
  vessel TEXT,
  voyage TEXT,
  source TEXT,
  value TEXT,
  created_at TEXT,
  first_seen_at TEXT NOT NULL,
  PRIMARY KEY (container_id, id)
) STRICT, WITHOUT ROWID;

-- Containers whose events should be read (again).
CREATE TABLE mirror.event_due (
  container_id TEXT PRIMARY KEY,
  next_url TEXT,
  not_before_at TEXT
) STRICT, WITHOUT ROWID;

CREATE TABLE mirror.container_row (
  id TEXT PRIMARY KEY,
  number TEXT NOT NULL,
  status TEXT,
  equipment_type TEXT,
  equipment_length_ft REAL,
  equipment_height TEXT,
  weight_lb REAL,
  seal TEXT,
  refs TEXT NOT NULL,
  shipment_id TEXT,
  master_bill TEXT,
  scac TEXT,
  line_name TEXT,
  customer TEXT,
  tags TEXT NOT NULL,
  vessel TEXT,
  voyage TEXT,
  pol_name TEXT,
  pol_locode TEXT,
  pol_zone TEXT,
  pod_name TEXT,
  pod_locode TEXT,
  pod_zone TEXT,
  destination_name TEXT,
  destination_locode TEXT,
  destination_zone TEXT,
  eta_at TEXT,
  original_eta_at TEXT,
  ata_at TEXT,
  discharged_at TEXT,
  appointment_at TEXT,
  full_out_at TEXT,
  empty_returned_at TEXT,
  empty_returned_zone TEXT,
  inland_eta_at TEXT,
  inland_ata_at TEXT,
  rail_scac TEXT,
  is_inland INTEGER NOT NULL,
  lfd_date TEXT,
  lfd_source TEXT,
  lfd_flags TEXT NOT NULL,
  lfd_sources TEXT NOT NULL,
  is_disputed INTEGER NOT NULL,
  today_zone TEXT NOT NULL,
  started_at TEXT,
  stopped_at TEXT,
  arrived_at TEXT,
  is_availability_known INTEGER,
  is_available INTEGER,
  active_holds TEXT NOT NULL,
  pending_holds TEXT NOT NULL,
  hold_count INTEGER NOT NULL,
  fees_due TEXT NOT NULL,
  fee_amount REAL,
  pod_terminal_id TEXT,
  pickup_place_id TEXT,
  pickup_place TEXT,
  pickup_zone TEXT,
  yard_spot TEXT,
  tracking_stopped_at TEXT,
  tracking_stopped_reason TEXT,
  terminal_checked_at TEXT,
  line_checked_at TEXT,
  last_change_at TEXT,
  gone_since TEXT,
  search TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX mirror.container_row_shipment ON container_row (shipment_id);
CREATE INDEX mirror.container_row_pickup_place ON container_row (pickup_place_id);
CREATE INDEX mirror.container_row_pod_terminal ON container_row (pod_terminal_id);
CREATE INDEX mirror.container_row_today_zone ON container_row (today_zone);

CREATE TABLE mirror.shipment_row (
  id TEXT PRIMARY KEY,
  master_bill TEXT NOT NULL,
  scac TEXT,
  line_name TEXT,
  customer TEXT,
  refs TEXT NOT NULL,
  tags TEXT NOT NULL,
  pol_name TEXT,
  pol_locode TEXT,
  pol_zone TEXT,
  pod_name TEXT,
  pod_locode TEXT,
  pod_zone TEXT,
  destination_name TEXT,
  destination_locode TEXT,
  destination_zone TEXT,
  vessel TEXT,
  voyage TEXT,
  etd_at TEXT,
  atd_at TEXT,
  eta_at TEXT,
  original_eta_at TEXT,
  ata_at TEXT,
  tracking_stopped_at TEXT,
  tracking_stopped_reason TEXT,
  line_checked_at TEXT,
  last_change_at TEXT,
  gone_since TEXT,
  search TEXT NOT NULL
) STRICT, WITHOUT ROWID;
`
