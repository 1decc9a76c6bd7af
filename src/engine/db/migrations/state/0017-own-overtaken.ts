// Changes of this user that did not count in the office, because another member's change of the entry did. value: the
// row as JSON that the user wrote; null if it was removed. at: when.
export const ownOvertaken = `
CREATE TABLE own_overtaken (
  part TEXT NOT NULL,
  key TEXT NOT NULL,
  value TEXT,
  at TEXT NOT NULL,
  PRIMARY KEY (part, key)
) STRICT, WITHOUT ROWID;
`
