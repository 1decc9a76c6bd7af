-- Written by test/migrations from the migrations; read it, never edit it.

-- state.db

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

CREATE TABLE batch (
  id TEXT PRIMARY KEY,
  name TEXT,
  created_at TEXT NOT NULL,
  lines TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE correction (
  document_id TEXT NOT NULL,
  field TEXT NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (document_id, field)
) STRICT, WITHOUT ROWID;

CREATE TABLE dismissed_request (id TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;

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

CREATE TABLE folder (
  id TEXT PRIMARY KEY,
  path TEXT NOT NULL UNIQUE,
  after TEXT NOT NULL CHECK (after IN ('leave', 'move')),
  always_polls INTEGER NOT NULL,
  is_recursive INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('OK', 'MISSING', 'DENIED')),
  state_since TEXT NOT NULL,
  last_scan_at TEXT,
  created_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE link_template (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  address TEXT NOT NULL,
  opened_by TEXT,
  place INTEGER NOT NULL,
  changed_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;

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

CREATE TABLE manual_last_free_day (
  container_id TEXT PRIMARY KEY,
  date TEXT NOT NULL,
  reason TEXT NOT NULL,
  set_at TEXT NOT NULL,
  reported_then TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE manual_step (
  id INTEGER PRIMARY KEY,
  container_id TEXT NOT NULL,
  at TEXT NOT NULL,
  date TEXT,
  reason TEXT,
  reported_then TEXT
) STRICT;

CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

CREATE TABLE notice (
  id INTEGER PRIMARY KEY,
  code TEXT NOT NULL,
  details TEXT NOT NULL,
  at TEXT NOT NULL
) STRICT;

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
, with_office INTEGER NOT NULL DEFAULT 0, member TEXT, fence INTEGER) STRICT;

CREATE TABLE outbox_hold (
  kind TEXT PRIMARY KEY,
  error TEXT NOT NULL,
  since TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE own_assignee (container_id TEXT PRIMARY KEY, name TEXT NOT NULL, at TEXT NOT NULL) STRICT, WITHOUT ROWID;

CREATE TABLE own_note (
  id TEXT PRIMARY KEY,
  container_id TEXT NOT NULL,
  text TEXT NOT NULL,
  at TEXT NOT NULL,
  changed_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;

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

CREATE TABLE own_overtaken (
  part TEXT NOT NULL,
  key TEXT NOT NULL,
  value TEXT,
  at TEXT NOT NULL,
  PRIMARY KEY (part, key)
) STRICT, WITHOUT ROWID;

CREATE TABLE own_priority (
  customer TEXT PRIMARY KEY,
  priority TEXT NOT NULL CHECK (priority IN ('high', 'low')),
  at TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE own_seen (
  part TEXT NOT NULL,
  key TEXT NOT NULL,
  at TEXT NOT NULL,
  author TEXT, taken_at TEXT,
  PRIMARY KEY (part, key)
) STRICT, WITHOUT ROWID;

CREATE TABLE own_tag (
  container_id TEXT NOT NULL,
  tag TEXT NOT NULL,
  PRIMARY KEY (container_id, tag)
) STRICT, WITHOUT ROWID;

CREATE TABLE popup (
  id TEXT PRIMARY KEY,
  shape TEXT NOT NULL CHECK (shape IN ('group', 'digest', 'overflow', 'look-ahead', 'test')),
  state TEXT NOT NULL CHECK (state IN ('SHOWING', 'SHOWN', 'FAILED', 'WITHDRAWN')),
  created_at TEXT NOT NULL,
  outcome TEXT,
  reason TEXT
) STRICT, WITHOUT ROWID;

CREATE TABLE quieted (container_id TEXT PRIMARY KEY, muted_at TEXT, snoozed_until TEXT) STRICT, WITHOUT ROWID;

CREATE TABLE rate_cap (
  key_hash TEXT NOT NULL,
  bucket TEXT NOT NULL,
  cap INTEGER NOT NULL,
  cap_changed_up REAL NOT NULL,
  paused_until_up REAL NOT NULL,
  PRIMARY KEY (key_hash, bucket)
) STRICT, WITHOUT ROWID;

CREATE TABLE rate_slot (
  id INTEGER PRIMARY KEY,
  key_hash TEXT NOT NULL,
  bucket TEXT NOT NULL,
  sent_up REAL NOT NULL,
  done_up REAL
) STRICT;

CREATE TABLE rate_table (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  kind TEXT NOT NULL,
  scac TEXT,
  place TEXT,
  length_ft INTEGER,
  equipment_type TEXT,
  currency TEXT NOT NULL,
  counting TEXT NOT NULL,
  free_days INTEGER,
  tiers TEXT NOT NULL,
  changed_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE saved_view (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  screen TEXT NOT NULL,
  state TEXT NOT NULL,
  saved_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE setting (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

CREATE TABLE settled_document (id TEXT PRIMARY KEY, at TEXT NOT NULL) STRICT, WITHOUT ROWID;

CREATE TABLE sighting (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  folder_id TEXT NOT NULL,
  path TEXT NOT NULL,
  ident TEXT NOT NULL,
  size INTEGER NOT NULL,
  mtime_ns TEXT NOT NULL,
  first_seen_at TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('WAITING', 'LOCKED', 'ONLINE_ONLY', 'IGNORED', 'SPOOLED', 'VANISHED')),
  error TEXT,
  next_at TEXT,
  sha256 TEXT,
  gen INTEGER,
  is_racy INTEGER NOT NULL DEFAULT 0,
  post TEXT NOT NULL DEFAULT 'NONE' CHECK (post IN ('NONE', 'PLANNED', 'DONE', 'SKIPPED')),
  post_dest TEXT,
  settled_at TEXT,
  UNIQUE (folder_id, path, ident, size, mtime_ns)
) STRICT;

CREATE TABLE snapshot (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  plan TEXT NOT NULL,
  folder TEXT NOT NULL DEFAULT '',
  changed_at TEXT NOT NULL,
  ran_at TEXT,
  written_at TEXT,
  file TEXT,
  rows INTEGER,
  error_code TEXT,
  error_details TEXT
) STRICT, WITHOUT ROWID;

CREATE TABLE sqlite_sequence(name,seq);

CREATE TABLE terminal_calendar (
  place TEXT PRIMARY KEY,
  days TEXT NOT NULL,
  closed TEXT NOT NULL,
  opens TEXT,
  closes TEXT,
  changed_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE upload (
  sha256 TEXT NOT NULL,
  gen INTEGER NOT NULL,
  md5 TEXT NOT NULL,
  size INTEGER NOT NULL,
  content_type TEXT NOT NULL,
  name TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('QUEUED', 'BLOB', 'PUT_OK', 'UNSURE', 'CREATED', 'CLASSIFIED', 'EXTRACTED', 'NO_RESULT', 'REJECTED')),
  signed_id TEXT,
  put_url TEXT,
  put_headers TEXT,
  blob_at TEXT,
  blobs INTEGER NOT NULL DEFAULT 0,
  post_sent_at TEXT,
  looks INTEGER NOT NULL DEFAULT 0,
  document_id TEXT,
  is_duplicate INTEGER NOT NULL DEFAULT 0,
  existing_name TEXT,
  warning TEXT,
  tries INTEGER NOT NULL DEFAULT 0,
  next_at TEXT,
  error TEXT,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  finished_at TEXT,
  PRIMARY KEY (sha256, gen)
) STRICT, WITHOUT ROWID;

CREATE INDEX alert_current ON alert (raised_at) WHERE done_at IS NULL;

CREATE INDEX alert_object ON alert (object, object_id, raised_at);

CREATE INDEX alert_open ON alert (state) WHERE state IN ('PENDING', 'SHOWING');

CREATE INDEX alert_popup ON alert (popup_id) WHERE popup_id IS NOT NULL;

CREATE INDEX alert_raised ON alert (raised_at);

CREATE INDEX alert_unread ON alert (raised_at, severity) WHERE read_at IS NULL;

CREATE INDEX episode_candidate ON episode (object, object_id) WHERE candidate IS NOT NULL;

CREATE INDEX manual_step_at ON manual_step (at);

CREATE INDEX manual_step_container ON manual_step (container_id, at);

CREATE INDEX outbox_fence ON outbox (fence) WHERE fence IS NOT NULL;

CREATE INDEX outbox_lane ON outbox (lane, seq);

CREATE INDEX outbox_member ON outbox (member, seq)
  WHERE member IS NOT NULL AND state IN ('PENDING', 'SENDING', 'ACKED');

CREATE INDEX outbox_open ON outbox (seq) WHERE state IN ('PENDING', 'SENDING', 'ACKED');

CREATE INDEX outbox_remote ON outbox (remote_id) WHERE remote_id IS NOT NULL;

CREATE INDEX outbox_target ON outbox (target, seq)
  WHERE target IS NOT NULL AND state IN ('PENDING', 'SENDING', 'ACKED', 'CONFLICT', 'REJECTED');

CREATE INDEX own_note_container ON own_note (container_id, at);

CREATE INDEX popup_created ON popup (created_at);

CREATE INDEX popup_showing ON popup (state) WHERE state = 'SHOWING';

CREATE INDEX sighting_content ON sighting (sha256, gen) WHERE sha256 IS NOT NULL;

CREATE INDEX sighting_post ON sighting (id) WHERE post IN ('NONE', 'PLANNED') AND sha256 IS NOT NULL;

CREATE INDEX sighting_refused ON sighting (first_seen_at) WHERE sha256 IS NULL AND error IS NOT NULL;

CREATE INDEX sighting_state ON sighting (state) WHERE state IN ('WAITING', 'LOCKED', 'ONLINE_ONLY');

CREATE INDEX upload_document ON upload (document_id) WHERE document_id IS NOT NULL;

CREATE INDEX upload_in_doubt ON upload (name, size) WHERE state IN ('PUT_OK', 'UNSURE');

CREATE INDEX upload_open ON upload (created_at) WHERE finished_at IS NULL;

CREATE INDEX upload_updated ON upload (updated_at);

-- mirror.db

CREATE TABLE change (
  id INTEGER PRIMARY KEY,
  type TEXT NOT NULL,
  rid TEXT NOT NULL,
  field TEXT NOT NULL,
  before TEXT,
  after TEXT,
  req_seq INTEGER NOT NULL,
  seen_at TEXT NOT NULL
, kind TEXT NOT NULL DEFAULT 'other', severity INTEGER NOT NULL DEFAULT 4, source_at TEXT, reverts_id INTEGER, is_hidden INTEGER NOT NULL DEFAULT 0, uid TEXT) STRICT;

CREATE TABLE change_withdrawn (id INTEGER PRIMARY KEY, uid TEXT NOT NULL) STRICT;

CREATE TABLE charge_row (
  id TEXT PRIMARY KEY,
  container_id TEXT NOT NULL,
  kind TEXT NOT NULL,
  name TEXT NOT NULL,
  state TEXT,
  description TEXT,
  amount REAL,
  currency TEXT,
  first_seen_at TEXT,
  out_at TEXT,
  is_counted INTEGER NOT NULL,
  words TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE container_row (
  key INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
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
  search TEXT NOT NULL,
  is_open INTEGER NOT NULL DEFAULT 1,
  appointment_date TEXT,
  discharge_date TEXT,
  arrival_date TEXT,
  has_running_fee INTEGER NOT NULL DEFAULT 0,
  official_hold_since TEXT,
  newest_hold_id INTEGER,
  unblocked_at TEXT
) STRICT;

CREATE TABLE document_failure (id TEXT PRIMARY KEY, at TEXT NOT NULL, is_over INTEGER NOT NULL DEFAULT 0) STRICT, WITHOUT ROWID;

CREATE TABLE document_link (
  document_id TEXT NOT NULL,
  type TEXT NOT NULL,
  record_id TEXT NOT NULL,
  PRIMARY KEY (document_id, type, record_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE document_row (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  file_name TEXT NOT NULL,
  type TEXT,
  is_manual INTEGER NOT NULL,
  notes TEXT,
  source TEXT NOT NULL,
  content_type TEXT,
  size INTEGER,
  email_id TEXT,
  has_result INTEGER NOT NULL,
  schema TEXT,
  key_number TEXT,
  party TEXT,
  amount TEXT,
  amount_number REAL,
  currency TEXT,
  link_count INTEGER NOT NULL,
  mismatches TEXT NOT NULL,
  flags INTEGER NOT NULL,
  created_at TEXT NOT NULL,
  gone_since TEXT,
  search TEXT NOT NULL
, lfd TEXT, containers TEXT NOT NULL DEFAULT '[]') STRICT, WITHOUT ROWID;

CREATE TABLE document_type (code TEXT PRIMARY KEY, label TEXT NOT NULL) STRICT, WITHOUT ROWID;

CREATE TABLE email_row (
  id TEXT PRIMARY KEY,
  subject TEXT NOT NULL,
  sender TEXT NOT NULL,
  recipients TEXT NOT NULL,
  copies TEXT NOT NULL,
  preview TEXT NOT NULL,
  documents INTEGER NOT NULL,
  sent_at TEXT,
  received_at TEXT NOT NULL,
  search TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE event (
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

CREATE TABLE event_due (
  container_id TEXT PRIMARY KEY,
  next_url TEXT,
  not_before_at TEXT
) STRICT, WITHOUT ROWID;

CREATE TABLE field_of (
  entity TEXT NOT NULL,
  entity_id TEXT NOT NULL,
  id TEXT NOT NULL,
  PRIMARY KEY (entity, entity_id, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE line (
  scac TEXT PRIMARY KEY,
  main_scac TEXT NOT NULL,
  name TEXT NOT NULL,
  is_listed INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

CREATE TABLE office_beat (
  n INTEGER PRIMARY KEY,
  stamp TEXT NOT NULL UNIQUE,
  seq INTEGER NOT NULL,
  change_id INTEGER NOT NULL
) STRICT;

CREATE TABLE office_change_out (n INTEGER PRIMARY KEY AUTOINCREMENT, change_id INTEGER NOT NULL, was_sent INTEGER NOT NULL DEFAULT 0) STRICT;

CREATE TABLE office_cursor (name TEXT PRIMARY KEY, seq INTEGER NOT NULL) STRICT, WITHOUT ROWID;

CREATE TABLE office_out (
  n INTEGER PRIMARY KEY AUTOINCREMENT,
  type TEXT NOT NULL,
  id TEXT NOT NULL,
  is_checked INTEGER NOT NULL,
  UNIQUE (type, id)
) STRICT;

CREATE TABLE place_zone (place TEXT PRIMARY KEY, zone TEXT) STRICT, WITHOUT ROWID;

CREATE TABLE record_due (
  type TEXT NOT NULL,
  id TEXT NOT NULL,
  priority INTEGER NOT NULL,
  not_before_at TEXT,
  PRIMARY KEY (type, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE request_row (
  id TEXT PRIMARY KEY,
  number TEXT NOT NULL,
  number_key TEXT NOT NULL,
  type TEXT,
  scac TEXT,
  status TEXT,
  reason TEXT,
  is_retrying INTEGER NOT NULL,
  retry_count INTEGER,
  refs TEXT NOT NULL,
  shipment_id TEXT,
  created_at TEXT NOT NULL,
  updated_at TEXT,
  search TEXT NOT NULL
, customer_id TEXT) STRICT, WITHOUT ROWID;

CREATE TABLE res (
  key INTEGER PRIMARY KEY,
  type TEXT NOT NULL,
  id TEXT NOT NULL,
  raw TEXT NOT NULL,
  hash TEXT NOT NULL,
  first_seen_at TEXT NOT NULL,
  UNIQUE (type, id)
) STRICT;

CREATE TABLE row_zone (zone TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;

CREATE VIRTUAL TABLE search_closed USING fts5 (
  numbers, words, content = '', contentless_delete = 1, detail = column, tokenize = 'trigram case_sensitive 1'
);

CREATE TABLE 'search_closed_config'(k PRIMARY KEY, v) WITHOUT ROWID;

CREATE TABLE 'search_closed_data'(id INTEGER PRIMARY KEY, block BLOB);

CREATE TABLE 'search_closed_docsize'(id INTEGER PRIMARY KEY, sz BLOB, origin INTEGER);

CREATE TABLE 'search_closed_idx'(segid, term, pgno, PRIMARY KEY(segid, term)) WITHOUT ROWID;

CREATE TABLE search_due (key INTEGER PRIMARY KEY) STRICT;

CREATE TABLE search_entry (
  key INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL,
  id TEXT NOT NULL,
  is_open INTEGER NOT NULL,
  is_gone INTEGER NOT NULL,
  number TEXT NOT NULL,
  number_word TEXT NOT NULL,
  numbers TEXT NOT NULL,
  words TEXT NOT NULL,
  fields TEXT NOT NULL,
  UNIQUE (kind, id)
) STRICT;

CREATE VIRTUAL TABLE search_open USING fts5 (
  numbers, words, content = '', contentless_delete = 1, detail = column, tokenize = 'trigram case_sensitive 1'
);

CREATE TABLE 'search_open_config'(k PRIMARY KEY, v) WITHOUT ROWID;

CREATE TABLE 'search_open_data'(id INTEGER PRIMARY KEY, block BLOB);

CREATE TABLE 'search_open_docsize'(id INTEGER PRIMARY KEY, sz BLOB, origin INTEGER);

CREATE TABLE 'search_open_idx'(segid, term, pgno, PRIMARY KEY(segid, term)) WITHOUT ROWID;

CREATE TABLE seen (
  key INTEGER PRIMARY KEY,
  req_seq INTEGER NOT NULL,
  sweep_id INTEGER,
  verified_at TEXT NOT NULL,
  missing_count INTEGER NOT NULL DEFAULT 0,
  gone_since TEXT
) STRICT;

CREATE TABLE shipment_row (
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

CREATE TABLE sqlite_sequence(name,seq);

CREATE TABLE sweep (
  id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL,
  started_at TEXT NOT NULL,
  next_url TEXT,
  rows INTEGER NOT NULL DEFAULT 0,
  total_start INTEGER,
  total_end INTEGER,
  state TEXT NOT NULL CHECK (state IN ('RUNNING', 'COMPLETE', 'TORN')),
  ended_at TEXT
, page_at TEXT) STRICT;

CREATE INDEX change_kind ON change (kind, severity, id) WHERE is_hidden = 0;

CREATE INDEX change_record ON change (type, rid, id, kind, field, before, after, seen_at, source_at, reverts_id, is_hidden);

CREATE INDEX change_seen ON change (type, rid, seen_at);

CREATE UNIQUE INDEX change_uid ON change (uid) WHERE uid IS NOT NULL;

CREATE INDEX change_weight ON change (severity, id, reverts_id) WHERE is_hidden = 0;

CREATE INDEX charge_row_container ON charge_row (container_id);

CREATE INDEX charge_row_out ON charge_row (out_at);

CREATE INDEX container_row_lfd ON container_row (lfd_date) WHERE is_open = 1;

CREATE INDEX container_row_open ON container_row (is_open) WHERE is_open = 1;

CREATE INDEX container_row_pickup_place ON container_row (pickup_place_id);

CREATE INDEX container_row_pod_terminal ON container_row (pod_terminal_id);

CREATE INDEX container_row_shipment ON container_row (shipment_id);

CREATE INDEX container_row_zoneless_destination ON container_row (destination_locode)
  WHERE destination_zone IS NULL AND destination_locode IS NOT NULL;

CREATE INDEX container_row_zoneless_facility ON container_row (pickup_place_id) WHERE destination_zone IS NULL AND is_inland = 1;

CREATE INDEX container_row_zoneless_port ON container_row (pod_locode) WHERE pod_zone IS NULL;

CREATE INDEX container_row_zoneless_terminal ON container_row (pod_terminal_id) WHERE pod_zone IS NULL;

CREATE INDEX document_link_record ON document_link (type, record_id);

CREATE INDEX document_row_created ON document_row (created_at);

CREATE INDEX document_row_email ON document_row (email_id) WHERE email_id IS NOT NULL;

CREATE INDEX field_of_id ON field_of (id);

CREATE INDEX office_change_out_change ON office_change_out (change_id);

CREATE INDEX record_due_priority ON record_due (priority);

CREATE INDEX request_row_customer ON request_row (customer_id) WHERE customer_id IS NOT NULL;

CREATE INDEX request_row_number ON request_row (number_key);

CREATE INDEX request_row_pending ON request_row (created_at) WHERE status = 'pending';

CREATE INDEX request_row_shipment ON request_row (shipment_id);

CREATE INDEX search_entry_number ON search_entry (is_open, number_word);

CREATE INDEX seen_missing ON seen (missing_count) WHERE missing_count >= 2 AND gone_since IS NULL;

CREATE INDEX seen_sweep ON seen (sweep_id);

CREATE INDEX shipment_row_sailing ON shipment_row (ata_at, id) WHERE gone_since IS NULL;

CREATE INDEX sweep_kind ON sweep (kind, id);
