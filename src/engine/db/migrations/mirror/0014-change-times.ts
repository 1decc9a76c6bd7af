// mirror.db: the index finds the last change of a record by its time, because in an office ids do not rise with time.
// was_sent: the office had this change before it was restored from an older copy.
// change_withdrawn has changes that were deleted here and not yet from the copy of the history in `backups/`.
export const changeTimes = `
CREATE INDEX mirror.change_seen ON change (type, rid, seen_at);

ALTER TABLE mirror.office_change_out ADD COLUMN was_sent INTEGER NOT NULL DEFAULT 0;

CREATE TABLE mirror.change_withdrawn (id INTEGER PRIMARY KEY, uid TEXT NOT NULL) STRICT;
`
