// When the office took the version of an entry that this computer has; null if it did not say so.
export const ownTaken = `
ALTER TABLE own_seen ADD COLUMN taken_at TEXT;
`
