// mirror.db, so that the history of one record is read in one place: a past board asks for that of ten thousand boxes,
// and each of their changes lay on a page of its own.
export const history = `
DROP INDEX mirror.change_record;

CREATE INDEX mirror.change_record ON change (type, rid, id, kind, field, before, after, seen_at, source_at, reverts_id, is_hidden);
`
