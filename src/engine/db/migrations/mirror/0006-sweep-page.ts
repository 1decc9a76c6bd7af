// mirror.db, so that a sweep left lying is told from one that takes long: when its last page came.
export const sweepPage = `
ALTER TABLE mirror.sweep ADD COLUMN page_at TEXT;
`
