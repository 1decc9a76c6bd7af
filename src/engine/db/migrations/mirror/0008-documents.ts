// mirror.db: documents and e-mails as rows, the records that documents are linked to, and the account's document types.
// All but the types are projections: a raised projection version fills them from the records at the next start.
export const documents = `
CREATE TABLE mirror.document_row (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  file_name TEXT NOT NULL,
  type TEXT,
  is_manual INTEGER NOT NULL,
  notes TEXT,
  source TEXT NOT NULL,
  content_type TEXT,
  size INTEGER,
  email_id TEXT,
  has_result INTEGER NOT NULL,
  schema TEXT,
  key_number TEXT,
  party TEXT,
  amount TEXT,
  amount_number REAL,
  currency TEXT,
  link_count INTEGER NOT NULL,
  mismatches TEXT NOT NULL,
  flags INTEGER NOT NULL,
  created_at TEXT NOT NULL,
  gone_since TEXT,
  search TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX mirror.document_row_email ON document_row (email_id) WHERE email_id IS NOT NULL;

CREATE TABLE mirror.document_link (
  document_id TEXT NOT NULL,
  type TEXT NOT NULL,
  record_id TEXT NOT NULL,
  PRIMARY KEY (document_id, type, record_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX mirror.document_link_record ON document_link (type, record_id);

CREATE TABLE mirror.document_failure (id TEXT PRIMARY KEY, at TEXT NOT NULL, is_over INTEGER NOT NULL DEFAULT 0) STRICT, WITHOUT ROWID;

CREATE TABLE mirror.document_type (code TEXT PRIMARY KEY, label TEXT NOT NULL) STRICT, WITHOUT ROWID;

CREATE TABLE mirror.email_row (
  id TEXT PRIMARY KEY,
  subject TEXT NOT NULL,
  sender TEXT NOT NULL,
  recipients TEXT NOT NULL,
  copies TEXT NOT NULL,
  preview TEXT NOT NULL,
  documents INTEGER NOT NULL,
  sent_at TEXT,
  received_at TEXT NOT NULL,
  search TEXT NOT NULL
) STRICT, WITHOUT ROWID;
`
