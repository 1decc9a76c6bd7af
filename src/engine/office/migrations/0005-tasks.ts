// Tasks: what the leader asks of the service for a member. Each has the operation id of the member's outbox, so that it
// is stored once however often it is sent.
export const tasks = `
CREATE FUNCTION office.may_ask(p_space int, p_kind text) RETURNS boolean
LANGUAGE sql STABLE SET search_path = office, pg_temp AS $$
  SELECT CASE my_role(p_space) WHEN 'admin' THEN true WHEN 'operator' THEN true WHEN 'reader' THEN p_kind = 'read'
    ELSE false END
$$;

-- A program with a fault must not fill the database.
CREATE FUNCTION office.require_room_for_tasks(p_space int) RETURNS void
LANGUAGE plpgsql SET search_path = office, pg_temp AS $$
DECLARE
  tasks_today bigint;
BEGIN
  SELECT count(*) INTO tasks_today FROM task
  WHERE space = p_space AND login = session_user AND made_at > clock_timestamp() - interval '1 day';
  IF tasks_today >= 10000 THEN
    RAISE EXCEPTION 'office/too-many-tasks' USING ERRCODE = 'QW004';
  END IF;
END $$;

-- Returns the number of the task. within_ms: the leader does not begin it later; null for no limit.
CREATE FUNCTION office.ask(
  p_space int, p_client int, p_op uuid, p_kind text, p_payload text, p_payload_version int, p_device text,
  p_within_ms int
) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = office, pg_temp AS $$
DECLARE
  existing bigint;
  last bigint;
BEGIN
  PERFORM require_client(p_client);
  IF NOT may_ask(p_space, p_kind) THEN
    PERFORM refuse();
  END IF;
  last := next_number(p_space, 'task', 0);
  SELECT seq INTO existing FROM task WHERE space = p_space AND op = p_op;
  IF FOUND THEN
    RETURN existing;
  END IF;
  PERFORM require_room_for_tasks(p_space);
  last := next_number(p_space, 'task', 1);
  INSERT INTO task (space, op, seq, kind, payload, payload_version, login, device, expires_at)
  VALUES (p_space, p_op, last, p_kind, p_payload, p_payload_version, session_user, p_device,
    clock_timestamp() + p_within_ms * interval '1 ms');
  PERFORM notify_followers(p_space, 'task', last);
  RETURN last;
END $$;

-- Ends a task, with a new number for those who follow it.
CREATE FUNCTION office.end_task(p_space int, p_op uuid, p_state text, p_answer text) RETURNS void
LANGUAGE plpgsql SET search_path = office, pg_temp AS $$
DECLARE
  last bigint := next_number(p_space, 'task', 1);
BEGIN
  UPDATE task SET state = p_state, answer = p_answer, ended_at = clock_timestamp(), seq = last
  WHERE space = p_space AND op = p_op;
  PERFORM notify_followers(p_space, 'task', last);
END $$;

-- Withdraws a task that no leader has taken. Operators may withdraw the tasks of others too. False if it is too late.
CREATE FUNCTION office.cancel(p_space int, p_op uuid) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = office, pg_temp AS $$
DECLARE
  may_cancel_all boolean := my_role(p_space) IN ('admin', 'operator');
BEGIN
  IF may_cancel_all IS NULL THEN
    PERFORM refuse();
  END IF;
  PERFORM next_number(p_space, 'task', 0);
  PERFORM FROM task
  WHERE space = p_space AND op = p_op AND state = 'WAITING' AND (may_cancel_all OR login = session_user) FOR UPDATE;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  PERFORM end_task(p_space, p_op, 'CANCELLED', NULL);
  RETURN true;
END $$;

-- Takes waiting tasks, and those of earlier leaders. These may have been sent: has_left says so, and the leader looks
-- for the result before it sends again.
CREATE FUNCTION office.claim(p_space int, p_fence bigint, p_limit int) RETURNS SETOF office.task
LANGUAGE plpgsql SECURITY DEFINER SET search_path = office, pg_temp AS $$
BEGIN
  IF NOT holds_lease(p_space, p_fence) THEN
    RETURN;
  END IF;
  RETURN QUERY
    -- Without MATERIALIZED, the server may run the first part once for each row, and take more rows than the limit.
    WITH open AS MATERIALIZED (
      SELECT o.op FROM task o
      WHERE o.space = p_space AND ((o.state = 'WAITING' AND coalesce(o.expires_at > clock_timestamp(), true))
        OR (o.state = 'CLAIMED' AND o.fence < p_fence))
      ORDER BY o.made_at, o.seq LIMIT p_limit FOR UPDATE
    ), taken AS (
      UPDATE task t SET state = 'CLAIMED', has_left = t.state = 'CLAIMED', fence = p_fence
      FROM open WHERE t.space = p_space AND t.op = open.op
      RETURNING t.*
    )
    SELECT * FROM taken ORDER BY made_at, seq;
END $$;

-- The result of a claimed task. A leader whose time is over may still give it, as long as no other has taken over.
CREATE FUNCTION office.answer(p_space int, p_fence bigint, p_op uuid, p_state text, p_answer text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = office, pg_temp AS $$
BEGIN
  IF p_state NOT IN ('DONE', 'REFUSED', 'CONFLICT') THEN
    RAISE EXCEPTION 'no state of an answer: %', p_state USING ERRCODE = 'invalid_parameter_value';
  END IF;
  PERFORM FROM lease WHERE space = p_space AND fence = p_fence AND login = session_user FOR SHARE;
  IF NOT FOUND OR NOT may_lead(p_space) THEN
    RETURN false;
  END IF;
  PERFORM next_number(p_space, 'task', 0);
  PERFORM FROM task WHERE space = p_space AND op = p_op AND fence = p_fence AND state = 'CLAIMED' FOR UPDATE;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  PERFORM end_task(p_space, p_op, p_state, p_answer);
  RETURN true;
END $$;
`
