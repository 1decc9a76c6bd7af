// For each change that arrives with the feed, this desktop searches its own unsent ones.
export const markedChanges = `
CREATE INDEX mirror.office_change_out_change ON office_change_out (change_id);
`
