// mirror.db: indexes for what alerts may concern: containers near their last free day, shipments that have not arrived,
// documents of the last days.
export const alerts = `
CREATE INDEX mirror.container_row_lfd ON container_row (lfd_date) WHERE is_open = 1;

CREATE INDEX mirror.shipment_row_sailing ON shipment_row (ata_at, id) WHERE gone_since IS NULL;

CREATE INDEX mirror.document_row_created ON document_row (created_at);
`
