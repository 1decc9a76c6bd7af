// mirror.db: halves the time to write a page. Rows of containers are in the order of their first reading: ordered by
// their random ids, each new row changed another page of the file. Their keys equal those of the records, so the last
// reading of a record is found without a lookup. A table has the zones of the rows, instead of an index that each row
// had to update. Entries wait to be added to the full text, so that a page does not block other work. Rows are a
// projection: a raised projection version fills them from the records at the next start.
export const writePath = `
DROP TABLE mirror.container_row;
CREATE TABLE mirror.container_row (
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
CREATE INDEX mirror.container_row_shipment ON container_row (shipment_id);
CREATE INDEX mirror.container_row_pickup_place ON container_row (pickup_place_id);
CREATE INDEX mirror.container_row_pod_terminal ON container_row (pod_terminal_id);
CREATE INDEX mirror.container_row_open ON container_row (is_open) WHERE is_open = 1;

CREATE TABLE mirror.search_due (key INTEGER PRIMARY KEY) STRICT;

CREATE TABLE mirror.row_zone (zone TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
`
