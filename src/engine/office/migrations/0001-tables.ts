// The tables of the office. A space is one account of the tracking service. A feed is what followers read: rows with
// numbers from office.counter, in the order in which they were committed.
export const tables = `
CREATE SCHEMA office;

CREATE TABLE office.meta (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  version int NOT NULL DEFAULT 0,
  -- Older versions of Quaywatch may read, and must not write.
  least_client int NOT NULL DEFAULT 1,
  name text NOT NULL DEFAULT '',
  -- The beginning of the names of the office's roles, which all databases of a server share.
  role_prefix text NOT NULL
);
INSERT INTO office.meta (role_prefix) VALUES ('quaywatch_' || left(current_database(), 40));

-- One login of PostgreSQL for each person, so no member can write as another one.
CREATE TABLE office.member (
  login name PRIMARY KEY,
  name text NOT NULL,
  role text NOT NULL CHECK (role IN ('admin', 'operator', 'reader')),
  can_lead boolean NOT NULL DEFAULT false,
  added_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  removed_at timestamptz,
  seen_at timestamptz,
  client int,
  device text
);

CREATE TABLE office.space (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL,
  service_url text NOT NULL,
  key_hash text NOT NULL
);

CREATE TABLE office.access (
  space int NOT NULL REFERENCES office.space,
  login name NOT NULL REFERENCES office.member,
  PRIMARY KEY (space, login)
);

-- The fence rises with each leader, so that a write of an earlier leader is recognized and refused.
CREATE TABLE office.lease (
  space int PRIMARY KEY REFERENCES office.space,
  fence bigint NOT NULL DEFAULT 0,
  login name,
  device text,
  until timestamptz NOT NULL DEFAULT 'epoch',
  renewed_at timestamptz NOT NULL DEFAULT 'epoch',
  -- The leader's session holds the advisory lock beside the lease.
  is_locked boolean NOT NULL DEFAULT false,
  -- The requests of the last minute, for the next leader.
  budget jsonb NOT NULL DEFAULT '{}',
  -- What the leader says about its reading, for every screen.
  report jsonb NOT NULL DEFAULT '{}'
);

-- A writer locks the row of its feed until it commits. So numbers have no gaps, and become visible in their order.
CREATE TABLE office.counter (
  space int NOT NULL REFERENCES office.space,
  feed text NOT NULL,
  seq bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (space, feed)
) WITH (fillfactor = 50);

-- A desktop that knows a stamp which is missing here follows a database that was restored from an older copy.
CREATE TABLE office.beat (
  space int NOT NULL REFERENCES office.space,
  stamp uuid NOT NULL DEFAULT gen_random_uuid(),
  mirror bigint NOT NULL,
  task bigint NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (space, stamp)
);
CREATE INDEX beat_at ON office.beat (space, at);

-- The newest body of each record. A text and not jsonb, because the hash is of the text.
CREATE TABLE office.record (
  space int NOT NULL REFERENCES office.space,
  type text NOT NULL,
  id text NOT NULL,
  seq bigint NOT NULL,
  req_seq bigint NOT NULL,
  hash text NOT NULL,
  body text NOT NULL CHECK (octet_length(body) <= 8388608),
  first_seen_at text NOT NULL,
  read_at text NOT NULL,
  gone_since text,
  PRIMARY KEY (space, type, id)
) WITH (fillfactor = 90);
CREATE UNIQUE INDEX record_feed ON office.record (space, seq);

-- Most updates only say when a terminal was checked. They are 80 bytes here instead of a whole record.
CREATE TABLE office.checked (
  space int NOT NULL REFERENCES office.space,
  type text NOT NULL,
  id text NOT NULL,
  seq bigint NOT NULL,
  checked_at text NOT NULL,
  hash text NOT NULL,
  PRIMARY KEY (space, type, id)
) WITH (fillfactor = 70);
CREATE INDEX checked_feed ON office.checked (space, seq);

-- The history. The uid is '<device>:<its row>', so that a change sent twice is stored once.
CREATE TABLE office.change (
  space int NOT NULL REFERENCES office.space,
  seq bigint NOT NULL,
  uid text NOT NULL,
  type text NOT NULL,
  rid text NOT NULL,
  field text NOT NULL,
  before text,
  after text,
  req_seq bigint NOT NULL,
  kind text NOT NULL,
  severity int NOT NULL,
  source_at text,
  seen_at text NOT NULL,
  is_hidden int NOT NULL DEFAULT 0,
  reverts_uid text,
  PRIMARY KEY (space, seq, uid),
  UNIQUE (space, uid)
);
CREATE INDEX change_of_record ON office.change (space, type, rid, field);

-- A request to the service that a member hands to the leader.
CREATE TABLE office.task (
  space int NOT NULL REFERENCES office.space,
  op uuid NOT NULL,
  seq bigint NOT NULL,
  kind text NOT NULL,
  payload text NOT NULL CHECK (octet_length(payload) <= 65536),
  payload_version int NOT NULL,
  login name NOT NULL,
  device text NOT NULL,
  made_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  expires_at timestamptz,
  ended_at timestamptz,
  state text NOT NULL DEFAULT 'WAITING'
    CHECK (state IN ('WAITING', 'CLAIMED', 'DONE', 'REFUSED', 'CONFLICT', 'CANCELLED', 'EXPIRED')),
  fence bigint,
  has_left boolean NOT NULL DEFAULT false,
  answer text CHECK (octet_length(answer) <= 8388608),
  PRIMARY KEY (space, op)
);
CREATE UNIQUE INDEX task_feed ON office.task (space, seq);
CREATE INDEX task_open ON office.task (space, made_at) WHERE state IN ('WAITING', 'CLAIMED');
CREATE INDEX task_of_login ON office.task (space, login, made_at);
`
