// The tables of the office model, in SQLite. Names and types of the columns are those of the server, which
// test/office/model.test.ts compares; types that SQLite does not know only say how to read a value.

/** What a login may call. An admin may call what an operator may, and an operator what a reader may. */
export type Role = 'reader' | 'operator' | 'admin' | 'leader'

export const TABLES = `
CREATE TABLE meta (
  is_only boolean PRIMARY KEY DEFAULT true, version int NOT NULL DEFAULT 0, least_client int NOT NULL DEFAULT 1,
  name text NOT NULL DEFAULT '', role_prefix text NOT NULL
);
CREATE TABLE member (
  login name PRIMARY KEY, name text NOT NULL, role text NOT NULL CHECK (role IN ('admin', 'operator', 'reader')),
  can_lead boolean NOT NULL DEFAULT false, added_at timestamptz NOT NULL DEFAULT (clock_timestamp()),
  removed_at timestamptz, seen_at timestamptz, client int, device text,
  is_invited boolean NOT NULL DEFAULT false
);
CREATE TABLE space (
  id integer PRIMARY KEY, name text NOT NULL, service_url text NOT NULL, key_hash text NOT NULL,
  sealed_key text CHECK (octet_length(sealed_key) <= 4000)
);
CREATE TABLE access (
  space int NOT NULL REFERENCES space, login name NOT NULL REFERENCES member, PRIMARY KEY (space, login)
);
CREATE TABLE lease (
  space int PRIMARY KEY REFERENCES space, fence bigint NOT NULL DEFAULT 0, login name, device text,
  until timestamptz NOT NULL DEFAULT '1970-01-01T00:00:00.000Z',
  renewed_at timestamptz NOT NULL DEFAULT '1970-01-01T00:00:00.000Z',
  is_locked boolean NOT NULL DEFAULT false, budget jsonb NOT NULL DEFAULT '{}', report jsonb NOT NULL DEFAULT '{}'
);
CREATE TABLE counter (
  space int NOT NULL REFERENCES space, feed text NOT NULL, seq bigint NOT NULL DEFAULT 0, PRIMARY KEY (space, feed)
);
CREATE TABLE beat (
  space int NOT NULL REFERENCES space, stamp uuid NOT NULL DEFAULT (gen_random_uuid()), mirror bigint NOT NULL,
  task bigint NOT NULL, at timestamptz NOT NULL DEFAULT (clock_timestamp()), PRIMARY KEY (space, stamp)
);
CREATE TABLE record (
  space int NOT NULL REFERENCES space, type text NOT NULL, id text NOT NULL, seq bigint NOT NULL,
  req_seq bigint NOT NULL, hash text NOT NULL, body text NOT NULL CHECK (octet_length(body) <= 8388608),
  first_seen_at text NOT NULL, read_at text NOT NULL, gone_since text, PRIMARY KEY (space, type, id)
);
CREATE UNIQUE INDEX record_feed ON record (space, seq);
CREATE TABLE checked (
  space int NOT NULL REFERENCES space, type text NOT NULL, id text NOT NULL, seq bigint NOT NULL,
  checked_at text NOT NULL, hash text NOT NULL, PRIMARY KEY (space, type, id)
);
CREATE INDEX checked_feed ON checked (space, seq);
CREATE TABLE change (
  space int NOT NULL REFERENCES space, seq bigint NOT NULL, uid text NOT NULL, type text NOT NULL, rid text NOT NULL,
  field text NOT NULL, before text, after text, req_seq bigint NOT NULL, kind text NOT NULL, severity int NOT NULL,
  source_at text, seen_at text NOT NULL, is_hidden int NOT NULL DEFAULT 0, reverts_uid text,
  PRIMARY KEY (space, seq, uid), UNIQUE (space, uid)
);
CREATE INDEX change_of_record ON change (space, type, rid, field);
CREATE TABLE task (
  space int NOT NULL REFERENCES space, op uuid NOT NULL, seq bigint NOT NULL, kind text NOT NULL,
  payload text NOT NULL CHECK (octet_length(payload) <= 65536), payload_version int NOT NULL, login name NOT NULL,
  device text NOT NULL, made_at timestamptz NOT NULL DEFAULT (clock_timestamp()), expires_at timestamptz,
  ended_at timestamptz, state text NOT NULL DEFAULT 'WAITING'
    CHECK (state IN ('WAITING', 'CLAIMED', 'DONE', 'REFUSED', 'CONFLICT', 'CANCELLED', 'EXPIRED')),
  fence bigint, has_left boolean NOT NULL DEFAULT false,
  answer text CHECK (octet_length(answer) <= 8388608), PRIMARY KEY (space, op)
);
CREATE UNIQUE INDEX task_feed ON task (space, seq);
CREATE INDEX task_of_login ON task (space, login, made_at);
CREATE TABLE seed (
  space int NOT NULL REFERENCES space, stamp uuid NOT NULL, n int NOT NULL CHECK (n BETWEEN 0 AND 16384),
  body text NOT NULL CHECK (octet_length(body) <= 524288), at timestamptz NOT NULL DEFAULT (clock_timestamp()),
  PRIMARY KEY (space, stamp, n)
);
CREATE TABLE own (
  space int NOT NULL REFERENCES space, part text NOT NULL CHECK (octet_length(part) <= 40),
  key text NOT NULL CHECK (octet_length(key) <= 2000), value text CHECK (octet_length(value) <= 65536),
  at timestamptz NOT NULL, login name NOT NULL, op uuid NOT NULL, seq bigint NOT NULL,
  taken_at timestamptz NOT NULL DEFAULT (clock_timestamp()), lost_until timestamptz, PRIMARY KEY (space, part, key)
);
CREATE UNIQUE INDEX own_feed ON own (space, seq);
CREATE TABLE own_step (
  space int NOT NULL REFERENCES space, op uuid NOT NULL, part text NOT NULL, key text NOT NULL, before text, after text,
  at timestamptz NOT NULL, login name NOT NULL, outcome text NOT NULL CHECK (outcome IN ('taken', 'overtaken')),
  PRIMARY KEY (space, op)
);
`

/** The list is computed once in each statement, so that a row of a long table costs no call. */
const isSeen = (space: string) => `instr((SELECT seen_spaces()), ',' || ${space} || ',')`

/** The rows that a login may see. A name without a schema means the view, and `main.` the table itself. */
export const VIEWS = [
  ...['lease', 'counter', 'beat', 'record', 'checked', 'change', 'task', 'access', 'seed', 'own', 'own_step'].map(
    (name) => `CREATE TEMP VIEW ${name} AS SELECT * FROM main.${name} WHERE ${isSeen('space')};`,
  ),
  `CREATE TEMP VIEW space AS SELECT * FROM main.space WHERE ${isSeen('id')};`,
  ...['member', 'meta'].map((name) => `CREATE TEMP VIEW ${name} AS SELECT * FROM main.${name} WHERE is_member();`),
].join('\n')
