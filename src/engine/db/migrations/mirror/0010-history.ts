// mirror.db: the history of one record is stored together. A past board reads that of 10,000 containers, and each of
// their changes was on a page of its own.
export const history = `
DROP INDEX mirror.change_record;

CREATE INDEX mirror.change_record ON change (type, rid, id, kind, field, before, after, seen_at, source_at, reverts_id, is_hidden);
`
