// mirror.db: the last free day that a document names, and the containers that it names, so that the inbox can compare
// them with the tracked dates. Filled when the rows are written anew, at the start that follows.
export const documentLfd = `
ALTER TABLE mirror.document_row ADD COLUMN lfd TEXT;
ALTER TABLE mirror.document_row ADD COLUMN containers TEXT NOT NULL DEFAULT '[]';
`
