// mirror.db: the record of each custom field value, so that the values of one record are found at once; and records to
// be read by id, ahead of their list or because no list has them. The latter replaces the table of due shipments.
export const fields = `
CREATE TABLE mirror.field_of (
  entity TEXT NOT NULL,
  entity_id TEXT NOT NULL,
  id TEXT NOT NULL,
  PRIMARY KEY (entity, entity_id, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX mirror.field_of_id ON field_of (id);

CREATE TABLE mirror.record_due (
  type TEXT NOT NULL,
  id TEXT NOT NULL,
  priority INTEGER NOT NULL,
  not_before_at TEXT,
  PRIMARY KEY (type, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX mirror.record_due_priority ON record_due (priority);
INSERT INTO mirror.record_due (type, id, priority, not_before_at) SELECT 'shipment', shipment_id, 2, not_before_at FROM mirror.shipment_due;
DROP TABLE mirror.shipment_due;

ALTER TABLE mirror.request_row ADD COLUMN customer_id TEXT;
CREATE INDEX mirror.request_row_customer ON request_row (customer_id) WHERE customer_id IS NOT NULL;
`
