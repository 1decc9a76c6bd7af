// mirror.db: the time of a sweep's last page, to distinguish an abandoned sweep from a slow one.
export const sweepPage = `
ALTER TABLE mirror.sweep ADD COLUMN page_at TEXT;
`
