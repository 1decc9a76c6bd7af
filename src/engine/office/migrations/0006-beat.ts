// What the leader does once a minute.
export const beat = `
CREATE FUNCTION office.expire_tasks(p_space int) RETURNS void
LANGUAGE plpgsql SET search_path = office, pg_temp AS $$
DECLARE
  expired uuid;
BEGIN
  PERFORM next_number(p_space, 'task', 0);
  FOR expired IN
    SELECT op FROM task
    WHERE space = p_space AND state = 'WAITING' AND expires_at <= clock_timestamp() ORDER BY made_at FOR UPDATE
  LOOP
    PERFORM end_task(p_space, expired, 'EXPIRED', NULL);
  END LOOP;
END $$;

-- A desktop that was away for longer begins anew.
CREATE FUNCTION office.remove_old_rows(p_space int) RETURNS void
LANGUAGE sql SET search_path = office, pg_temp AS $$
  DELETE FROM beat WHERE space = p_space AND at < clock_timestamp() - interval '60 days';
  DELETE FROM task WHERE space = p_space AND ended_at < clock_timestamp() - interval '60 days'
$$;

-- Returns the new stamp; null if the caller does not lead.
CREATE FUNCTION office.beat(p_space int, p_fence bigint) RETURNS uuid
LANGUAGE plpgsql SECURITY DEFINER SET search_path = office, pg_temp AS $$
DECLARE
  new_stamp uuid;
BEGIN
  IF NOT holds_lease(p_space, p_fence) THEN
    RETURN NULL;
  END IF;
  PERFORM expire_tasks(p_space);
  PERFORM remove_old_rows(p_space);
  INSERT INTO beat (space, mirror, task)
  SELECT p_space, m.seq, t.seq FROM counter m JOIN counter t ON t.space = m.space AND t.feed = 'task'
  WHERE m.space = p_space AND m.feed = 'mirror'
  RETURNING stamp INTO new_stamp;
  RETURN new_stamp;
END $$;
`
