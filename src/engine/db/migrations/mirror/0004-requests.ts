// mirror.db: tracking requests as rows, shipping lines by all of their codes, and shipments that a request just
// created. The first two are projections: a raised projection version fills them from the records at the next start.
export const requests = `
CREATE TABLE mirror.request_row (
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
) STRICT, WITHOUT ROWID;
CREATE INDEX mirror.request_row_number ON request_row (number_key);
CREATE INDEX mirror.request_row_shipment ON request_row (shipment_id);
CREATE INDEX mirror.request_row_pending ON request_row (created_at) WHERE status = 'pending';

CREATE TABLE mirror.line (
  scac TEXT PRIMARY KEY,
  main_scac TEXT NOT NULL,
  name TEXT NOT NULL,
  is_listed INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE mirror.shipment_due (
  shipment_id TEXT PRIMARY KEY,
  not_before_at TEXT
) STRICT, WITHOUT ROWID;
`
