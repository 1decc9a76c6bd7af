// The leader's writes to the mirror feed. Each is one statement, so that a leader that freezes holds no lock.
export const publish = `
-- Gives out p_count numbers and returns the last. The lock on the row puts the writers of a feed in line.
CREATE FUNCTION office.next_number(p_space int, p_feed text, p_count bigint) RETURNS bigint
LANGUAGE sql SET search_path = office, pg_temp AS $$
  UPDATE counter SET seq = seq + p_count WHERE space = p_space AND feed = p_feed RETURNING seq
$$;

-- Wakes followers. It carries no data: notifications can be lost, and followers also ask without one.
CREATE FUNCTION office.notify_followers(p_space int, p_feed text, p_seq bigint) RETURNS void
LANGUAGE sql SET search_path = office, pg_temp AS $$
  SELECT pg_notify('office_' || p_space, p_feed || ' ' || p_seq)
$$;

-- Bodies are an array beside their records, because parsing them as JSON takes longer than storing them.
CREATE FUNCTION office.store_records(p_space int, p_before bigint, p_records json, p_bodies text[]) RETURNS void
LANGUAGE sql SET search_path = office, pg_temp AS $$
  INSERT INTO record (space, type, id, seq, req_seq, hash, body, first_seen_at, read_at, gone_since)
  SELECT p_space, r.type, r.id, p_before + r.n, r.req_seq, r.hash, r.body, r.first_seen_at, r.read_at, r.gone_since
  FROM ROWS FROM (
    json_to_recordset(p_records)
      AS (type text, id text, req_seq bigint, hash text, first_seen_at text, read_at text, gone_since text),
    unnest(p_bodies)
  ) WITH ORDINALITY AS r (type, id, req_seq, hash, first_seen_at, read_at, gone_since, body, n)
  ON CONFLICT (space, type, id) DO UPDATE SET seq = excluded.seq, req_seq = excluded.req_seq, hash = excluded.hash,
    body = excluded.body, read_at = excluded.read_at, gone_since = excluded.gone_since
$$;

-- Whether another computer saw the same change within ten minutes. Those of the same computer differ by their uid.
CREATE FUNCTION office.is_known_change(
  p_space int, p_uid text, p_type text, p_rid text, p_field text, p_after text, p_seen_at text
) RETURNS boolean LANGUAGE sql STABLE SET search_path = office, pg_temp AS $$
  SELECT EXISTS (
    SELECT FROM change c
    WHERE c.space = p_space AND c.type = p_type AND c.rid = p_rid AND c.field = p_field
      AND c.after IS NOT DISTINCT FROM p_after AND split_part(c.uid, ':', 1) <> split_part(p_uid, ':', 1)
      AND abs(extract(epoch FROM c.seen_at::timestamptz - p_seen_at::timestamptz)) <= 600
  )
$$;

CREATE FUNCTION office.store_changes(p_space int, p_seq bigint, p_changes json, p_is_late boolean) RETURNS void
LANGUAGE sql SET search_path = office, pg_temp AS $$
  INSERT INTO change (space, seq, uid, type, rid, field, before, after, req_seq, kind, severity, source_at, seen_at,
    is_hidden, reverts_uid)
  SELECT p_space, p_seq, c.uid, c.type, c.rid, c.field, c.before, c.after, c.req_seq, c.kind, c.severity, c.source_at,
    c.seen_at, coalesce(c.is_hidden, 0), c.reverts_uid
  FROM json_to_recordset(p_changes) AS c (uid text, type text, rid text, field text, before text, after text,
    req_seq bigint, kind text, severity int, source_at text, seen_at text, is_hidden int, reverts_uid text)
  WHERE NOT (p_is_late AND is_known_change(p_space, c.uid, c.type, c.rid, c.field, c.after, c.seen_at))
  ON CONFLICT (space, uid) DO NOTHING
$$;

CREATE FUNCTION office.store_checks(p_space int, p_seq bigint, p_checks json) RETURNS void
LANGUAGE sql SET search_path = office, pg_temp AS $$
  INSERT INTO checked (space, type, id, seq, checked_at, hash)
  SELECT p_space, c.type, c.id, p_seq, c.checked_at, c.hash
  FROM json_to_recordset(p_checks) AS c (type text, id text, checked_at text, hash text)
  ON CONFLICT (space, type, id) DO UPDATE
    SET seq = excluded.seq, checked_at = excluded.checked_at, hash = excluded.hash
$$;

CREATE FUNCTION office.check_page_size(p_records json, p_changes json, p_checks json) RETURNS void
LANGUAGE plpgsql SET search_path = office, pg_temp AS $$
BEGIN
  IF json_array_length(p_records) > 1000 OR json_array_length(p_changes) > 10000
    OR json_array_length(p_checks) > 10000 THEN
    RAISE EXCEPTION 'a page has at most 1000 records' USING ERRCODE = 'invalid_parameter_value';
  END IF;
END $$;

-- A page of the leader: all of it or nothing. Returns the page's last number; null if the caller does not lead.
CREATE FUNCTION office.publish(
  p_space int, p_fence bigint, p_records json, p_bodies text[], p_changes json, p_checks json
) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = office, pg_temp AS $$
DECLARE
  record_count bigint := json_array_length(p_records);
  last bigint;
BEGIN
  PERFORM check_page_size(p_records, p_changes, p_checks);
  IF NOT holds_lease(p_space, p_fence) THEN
    RETURN NULL;
  END IF;
  last := next_number(p_space, 'mirror', record_count + 1);
  PERFORM store_records(p_space, last - record_count - 1, p_records, p_bodies);
  PERFORM store_changes(p_space, last, p_changes, false);
  PERFORM store_checks(p_space, last, p_checks);
  PERFORM notify_followers(p_space, 'mirror', last);
  RETURN last;
END $$;

-- The changes that a deposed leader saw and could not publish in time. What the new leader saw too is left out.
CREATE FUNCTION office.publish_late(p_space int, p_client int, p_changes json) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = office, pg_temp AS $$
DECLARE
  last bigint;
BEGIN
  PERFORM require_candidate(p_space, p_client);
  PERFORM check_page_size('[]', p_changes, '[]');
  last := next_number(p_space, 'mirror', 1);
  PERFORM store_changes(p_space, last, p_changes, true);
  PERFORM notify_followers(p_space, 'mirror', last);
  RETURN last;
END $$;
`
