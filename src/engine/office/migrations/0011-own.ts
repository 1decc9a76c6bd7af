// The own data of an office: what its members write themselves, such as notes and assignees. Each member changes it,
// also while it is offline, so the office decides between two changes of one entry.
export const own = `
-- The present value of each entry; null after it was removed. The value is the row as JSON, the key its columns. at:
-- when it was changed, in milliseconds. The versions of an entry have rising times.
CREATE TABLE office.own (
  space int NOT NULL REFERENCES office.space,
  part text NOT NULL CHECK (octet_length(part) <= 40),
  -- An index has a limit of 2,704 bytes.
  key text NOT NULL CHECK (octet_length(key) <= 2000 AND json_typeof(key::json) = 'array'),
  value text CHECK (octet_length(value) <= 65536),
  at timestamptz NOT NULL,
  login name NOT NULL,
  op uuid NOT NULL,
  seq bigint NOT NULL,
  PRIMARY KEY (space, part, key)
);
CREATE UNIQUE INDEX own_feed ON office.own (space, seq);

-- Each change of an entry, also those that did not become its value.
CREATE TABLE office.own_step (
  space int NOT NULL REFERENCES office.space,
  op uuid NOT NULL,
  part text NOT NULL,
  key text NOT NULL,
  before text,
  after text,
  at timestamptz NOT NULL,
  login name NOT NULL,
  outcome text NOT NULL CHECK (outcome IN ('taken', 'overtaken')),
  PRIMARY KEY (space, op)
);
CREATE INDEX own_step_of_entry ON office.own_step (space, part, key);

INSERT INTO office.counter (space, feed) SELECT id, 'own' FROM office.space;

CREATE OR REPLACE FUNCTION office.create_space(p_name text, p_service_url text, p_key_hash text) RETURNS int
LANGUAGE plpgsql SECURITY DEFINER SET search_path = office, pg_temp AS $$
DECLARE
  created int;
BEGIN
  IF NOT EXISTS (SELECT FROM member WHERE login = session_user AND removed_at IS NULL AND role = 'admin') THEN
    PERFORM refuse();
  END IF;
  INSERT INTO space (name, service_url, key_hash) VALUES (p_name, p_service_url, p_key_hash) RETURNING id INTO created;
  INSERT INTO lease (space) VALUES (created);
  INSERT INTO counter (space, feed) VALUES (created, 'mirror'), (created, 'task'), (created, 'own');
  INSERT INTO access (space, login) VALUES (created, session_user);
  RETURN created;
END $$;

-- Which of two values an entry has: that of the writer who had seen the present one (p_seen is its time, which a restored
-- office knows too), or had made it itself (p_after), otherwise the later one. With p_must_see, only the former, so that
-- no text is replaced by a writer who did not know it.
CREATE FUNCTION office.decide_act(
  p_present office.own, p_op uuid, p_value text, p_seen timestamptz, p_after uuid[], p_at timestamptz, p_must_see boolean
) RETURNS text
LANGUAGE sql SET search_path = office, pg_temp AS $$
  SELECT CASE
    WHEN p_present.op IS NULL THEN 'taken'
    WHEN p_present.value IS NOT DISTINCT FROM p_value THEN 'same'
    WHEN p_present.at <= p_seen OR p_present.op = ANY (p_after) THEN 'taken'
    WHEN NOT p_must_see AND (p_present.at, p_present.op) < (p_at, p_op) THEN 'taken'
    ELSE 'overtaken'
  END
$$;

-- Stores one change, if its op is new. Returns the outcome.
CREATE FUNCTION office.store_act(
  p_space int, p_op uuid, p_part text, p_key text, p_value text, p_seen timestamptz, p_after uuid[],
  p_at timestamptz, p_must_see boolean
) RETURNS text
LANGUAGE plpgsql SET search_path = office, pg_temp AS $$
DECLARE
  present own;
  result text;
BEGIN
  SELECT outcome INTO result FROM own_step WHERE space = p_space AND op = p_op;
  IF FOUND THEN
    RETURN result;
  END IF;
  SELECT * INTO present FROM own WHERE space = p_space AND part = p_part AND key = p_key;
  result := decide_act(present, p_op, p_value, p_seen, p_after, p_at, p_must_see);
  IF result = 'taken' THEN
    INSERT INTO own (space, part, key, value, at, login, op, seq)
    VALUES (p_space, p_part, p_key, p_value, greatest(p_at, present.at + interval '1 ms'), session_user, p_op,
      next_number(p_space, 'own', 1))
    ON CONFLICT (space, part, key) DO UPDATE SET value = excluded.value, at = excluded.at, login = excluded.login,
      op = excluded.op, seq = excluded.seq;
  END IF;
  IF result <> 'same' THEN
    INSERT INTO own_step (space, op, part, key, before, after, at, login, outcome)
    VALUES (p_space, p_op, p_part, p_key, present.value, p_value, p_at, session_user, result);
  END IF;
  RETURN result;
END $$;

-- Stores changes of this member, each once, however often it is sent. Returns the present version of each entry. p_now is
-- the time of the member's computer. A change with is_own_time is as old as it is by that clock; the time of others is
-- the office's. None is of the future.
CREATE FUNCTION office.act(p_space int, p_client int, p_now timestamptz, p_acts json)
RETURNS TABLE (sent uuid, outcome text, op uuid, seq bigint, value text, at timestamptz, author text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = office, pg_temp AS $$
DECLARE
  act record;
  clock_ahead interval := coalesce(p_now - clock_timestamp(), interval '0');
BEGIN
  PERFORM require_client(p_client);
  IF coalesce(my_role(p_space), 'reader') = 'reader' THEN
    PERFORM refuse();
  END IF;
  IF json_array_length(p_acts) > 500 THEN
    RAISE EXCEPTION 'at most 500 acts at a time' USING ERRCODE = '22023';
  END IF;
  -- One writer at a time, so that an op is new for only one of them.
  PERFORM next_number(p_space, 'own', 0);
  FOR act IN SELECT * FROM json_to_recordset(p_acts)
    AS a (op uuid, part text, key text, value text, seen timestamptz, after uuid[], at timestamptz, is_own_time boolean,
      must_see boolean)
  LOOP
    sent := act.op;
    outcome := store_act(p_space, act.op, act.part, act.key, act.value, act.seen, act.after,
      date_trunc('milliseconds', greatest(
        least(act.at - CASE WHEN act.is_own_time THEN clock_ahead ELSE interval '0' END, clock_timestamp()),
        timestamptz '1970-01-01 00:00:00+00')),
      act.must_see);
    SELECT o.op, o.seq, o.value, o.at, m.name INTO op, seq, value, at, author
    FROM own o LEFT JOIN member m USING (login) WHERE o.space = p_space AND o.part = act.part AND o.key = act.key;
    RETURN NEXT;
  END LOOP;
  PERFORM notify_followers(p_space, 'own', next_number(p_space, 'own', 0));
END $$;

-- What a computer asks before an exchange: the last number of own data, whether its member may change any, and whether
-- the office has this version, which it lacks after it was restored from an older copy. No row without access.
CREATE FUNCTION office.own_state(p_space int, p_seq bigint, p_op uuid)
RETURNS TABLE (newest bigint, may_act boolean, is_known boolean)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = office, pg_temp AS $$
  SELECT c.seq, my_role(p_space) <> 'reader', p_op IS NULL
    OR EXISTS (SELECT FROM own_step s WHERE s.space = p_space AND s.op = p_op)
    OR EXISTS (SELECT FROM own o WHERE o.space = p_space AND o.seq = p_seq AND o.op = p_op)
  FROM counter c WHERE c.space = p_space AND c.feed = 'own' AND p_space IN (SELECT my_spaces())
$$;

DO $$
DECLARE
  t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['own', 'own_step'] LOOP
    EXECUTE format('ALTER TABLE office.%I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('CREATE POLICY seen ON office.%I FOR SELECT USING (space IN (SELECT office.my_spaces()))', t);
  END LOOP;
END $$;
REVOKE EXECUTE ON FUNCTION office.decide_act, office.store_act, office.act, office.own_state FROM PUBLIC;
DO $$
BEGIN
  EXECUTE format('GRANT SELECT ON office.own, office.own_step TO %I', office.role_name('reader'));
  EXECUTE format('GRANT EXECUTE ON FUNCTION office.own_state TO %I', office.role_name('reader'));
  EXECUTE format('GRANT EXECUTE ON FUNCTION office.act TO %I', office.role_name('operator'));
END $$;
`
