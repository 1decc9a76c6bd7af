// mirror.db: indexes for the rows that the evaluator of alerts reads: containers near their last free day, shipments
// that have not arrived, and recently created documents.
export const alerts = `
CREATE INDEX mirror.container_row_lfd ON container_row (lfd_date) WHERE is_open = 1;

CREATE INDEX mirror.shipment_row_sailing ON shipment_row (ata_at, id) WHERE gone_since IS NULL;

CREATE INDEX mirror.document_row_created ON document_row (created_at);
`
