// Watched folders, the files seen in them, and the state of their content on its way to the service. A file is not its
// content: several files may have the same content, which is sent once.
export const documents = `
CREATE TABLE folder (
  id TEXT PRIMARY KEY,
  path TEXT NOT NULL UNIQUE,
  after TEXT NOT NULL CHECK (after IN ('leave', 'move')),
  always_polls INTEGER NOT NULL,
  is_recursive INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('OK', 'MISSING', 'DENIED')),
  state_since TEXT NOT NULL,
  last_scan_at TEXT,
  created_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE sighting (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  folder_id TEXT NOT NULL,
  path TEXT NOT NULL,
  ident TEXT NOT NULL,
  size INTEGER NOT NULL,
  mtime_ns TEXT NOT NULL,
  first_seen_at TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('WAITING', 'LOCKED', 'ONLINE_ONLY', 'IGNORED', 'SPOOLED', 'VANISHED')),
  error TEXT,
  next_at TEXT,
  sha256 TEXT,
  gen INTEGER,
  is_racy INTEGER NOT NULL DEFAULT 0,
  post TEXT NOT NULL DEFAULT 'NONE' CHECK (post IN ('NONE', 'PLANNED', 'DONE', 'SKIPPED')),
  post_dest TEXT,
  settled_at TEXT,
  UNIQUE (folder_id, path, ident, size, mtime_ns)
) STRICT;
CREATE INDEX sighting_content ON sighting (sha256, gen) WHERE sha256 IS NOT NULL;
CREATE INDEX sighting_state ON sighting (state) WHERE state IN ('WAITING', 'LOCKED', 'ONLINE_ONLY');
CREATE INDEX sighting_post ON sighting (id) WHERE post IN ('NONE', 'PLANNED') AND sha256 IS NOT NULL;

CREATE TABLE upload (
  sha256 TEXT NOT NULL,
  gen INTEGER NOT NULL,
  md5 TEXT NOT NULL,
  size INTEGER NOT NULL,
  content_type TEXT NOT NULL,
  name TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('QUEUED', 'BLOB', 'PUT_OK', 'UNSURE', 'CREATED', 'CLASSIFIED', 'EXTRACTED', 'NO_RESULT', 'REJECTED')),
  signed_id TEXT,
  put_url TEXT,
  put_headers TEXT,
  blob_at TEXT,
  blobs INTEGER NOT NULL DEFAULT 0,
  post_sent_at TEXT,
  looks INTEGER NOT NULL DEFAULT 0,
  document_id TEXT,
  is_duplicate INTEGER NOT NULL DEFAULT 0,
  existing_name TEXT,
  warning TEXT,
  tries INTEGER NOT NULL DEFAULT 0,
  next_at TEXT,
  error TEXT,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  finished_at TEXT,
  PRIMARY KEY (sha256, gen)
) STRICT, WITHOUT ROWID;
CREATE INDEX upload_open ON upload (created_at) WHERE finished_at IS NULL;
CREATE INDEX upload_in_doubt ON upload (name, size) WHERE state IN ('PUT_OK', 'UNSURE');
CREATE INDEX upload_document ON upload (document_id) WHERE document_id IS NOT NULL;

CREATE TABLE settled_document (id TEXT PRIMARY KEY, at TEXT NOT NULL) STRICT, WITHOUT ROWID;

CREATE TABLE correction (
  document_id TEXT NOT NULL,
  field TEXT NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (document_id, field)
) STRICT, WITHOUT ROWID;
`
