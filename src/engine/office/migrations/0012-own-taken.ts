// When the office took each value of own data, so that a restored office knows which versions its members have seen.
export const ownTaken = `
-- taken_at: when the office took the value, in milliseconds, by its own clock. A value that a member compares with a
-- restored office has the time at which the office took it before. lost_until: the writers of this value had seen all
-- versions that the office took up to this time and then lost.
ALTER TABLE office.own ADD COLUMN taken_at timestamptz NOT NULL DEFAULT clock_timestamp();
ALTER TABLE office.own ADD COLUMN lost_until timestamptz;
UPDATE office.own SET taken_at = at;

-- One change. seen and seen_taken_at: at and taken_at of the version that the member had. after: changes that it
-- replaces. is_own_time: the member made it; otherwise it is compared with an office that was joined or restored.
-- Programs of version 11 send no seen_taken_at.
CREATE TYPE office.own_act AS (
  op uuid, part text, key text, value text, seen timestamptz, seen_taken_at timestamptz, after uuid[], at timestamptz,
  is_own_time boolean, must_see boolean
);

DROP FUNCTION office.store_act;
DROP FUNCTION office.decide_act;

-- Which of two values an entry has: that of the writer who had seen the present one, or had made it itself (after),
-- otherwise the later one. With must_see, only the former, so that no text is replaced by a writer who did not know it.
-- A text that is compared is the same as a present one whose writers had seen it.
CREATE FUNCTION office.decide_act(p_space int, p_present office.own, p_act office.own_act) RETURNS text
LANGUAGE sql STABLE SET search_path = office, pg_temp AS $$
  SELECT CASE
    WHEN p_present.op IS NULL THEN 'taken'
    WHEN p_present.value IS NOT DISTINCT FROM p_act.value THEN 'same'
    WHEN p_present.op = ANY (p_act.after) THEN 'taken'
    WHEN coalesce(p_present.taken_at <= p_act.seen_taken_at, p_present.at <= p_act.seen) THEN 'taken'
    WHEN NOT p_act.must_see AND (p_present.at, p_present.op) < (p_act.at, p_act.op) THEN 'taken'
    WHEN p_act.must_see AND NOT p_act.is_own_time AND (p_act.seen_taken_at <= p_present.lost_until OR EXISTS (
      SELECT FROM own_step s WHERE s.space = p_space AND s.part = p_act.part AND s.key = p_act.key
        AND s.after = p_act.value AND s.outcome = 'taken')) THEN 'same'
    ELSE 'overtaken'
  END
$$;

-- Stores one change, if its op is new. Returns the outcome.
CREATE FUNCTION office.store_act(p_space int, p_act office.own_act) RETURNS text
LANGUAGE plpgsql SET search_path = office, pg_temp AS $$
DECLARE
  present own;
  result text;
  taken timestamptz := date_trunc('milliseconds', clock_timestamp());
BEGIN
  SELECT outcome INTO result FROM own_step WHERE space = p_space AND op = p_act.op;
  IF FOUND THEN
    RETURN result;
  END IF;
  SELECT * INTO present FROM own WHERE space = p_space AND part = p_act.part AND key = p_act.key;
  result := decide_act(p_space, present, p_act);
  IF result = 'taken' THEN
    IF NOT p_act.is_own_time THEN
      taken := coalesce(p_act.seen_taken_at, taken);
    END IF;
    INSERT INTO own (space, part, key, value, at, login, op, seq, taken_at, lost_until)
    VALUES (p_space, p_act.part, p_act.key, p_act.value, greatest(p_act.at, present.at + interval '1 ms'), session_user,
      p_act.op, next_number(p_space, 'own', 1), greatest(taken, present.taken_at + interval '1 ms'),
      CASE WHEN coalesce(present.taken_at < p_act.seen_taken_at, true)
        THEN greatest(present.lost_until, p_act.seen_taken_at) ELSE present.lost_until END)
    ON CONFLICT (space, part, key) DO UPDATE SET value = excluded.value, at = excluded.at, login = excluded.login,
      op = excluded.op, seq = excluded.seq, taken_at = excluded.taken_at, lost_until = excluded.lost_until;
  END IF;
  IF result <> 'same' THEN
    INSERT INTO own_step (space, op, part, key, before, after, at, login, outcome)
    VALUES (p_space, p_act.op, p_act.part, p_act.key, present.value, p_act.value, p_act.at, session_user, result);
  END IF;
  RETURN result;
END $$;

CREATE OR REPLACE FUNCTION office.act(p_space int, p_client int, p_now timestamptz, p_acts json)
RETURNS TABLE (sent uuid, outcome text, op uuid, seq bigint, value text, at timestamptz, author text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = office, pg_temp AS $$
DECLARE
  act own_act;
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
  FOR act IN SELECT * FROM json_populate_recordset(NULL::own_act, p_acts) LOOP
    act.at := date_trunc('milliseconds', greatest(
      least(act.at - CASE WHEN act.is_own_time THEN clock_ahead ELSE interval '0' END, clock_timestamp()),
      timestamptz '1970-01-01 00:00:00+00'));
    IF act.seen_taken_at IS NOT NULL THEN
      act.seen_taken_at := date_trunc('milliseconds',
        greatest(least(act.seen_taken_at, clock_timestamp()), timestamptz '1970-01-01 00:00:00+00'));
    END IF;
    sent := act.op;
    outcome := store_act(p_space, act);
    SELECT o.op, o.seq, o.value, o.at, m.name INTO op, seq, value, at, author
    FROM own o LEFT JOIN member m USING (login) WHERE o.space = p_space AND o.part = act.part AND o.key = act.key;
    RETURN NEXT;
  END LOOP;
  PERFORM notify_followers(p_space, 'own', next_number(p_space, 'own', 0));
END $$;

REVOKE EXECUTE ON FUNCTION office.decide_act, office.store_act FROM PUBLIC;
`
