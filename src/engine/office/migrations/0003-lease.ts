// The lease says who leads a space, by the clock of the server. An advisory lock beside it ends with the session of a
// leader that died, so that a candidate takes over at once. A leader that froze keeps its session and its lock, so the
// lock alone would never end its lease.
export const lease = `
CREATE FUNCTION office.try_lock(p_space int) RETURNS boolean
LANGUAGE sql SET search_path = office, pg_temp AS $$
  SELECT pg_try_advisory_lock(20823, p_space)
$$;

-- A session can hold a lock several times.
CREATE FUNCTION office.unlock(p_space int) RETURNS void
LANGUAGE plpgsql SET search_path = office, pg_temp AS $$
BEGIN
  WHILE EXISTS (
    SELECT FROM pg_locks WHERE locktype = 'advisory' AND classid = 20823 AND objid = p_space AND pid = pg_backend_pid()
  ) LOOP
    PERFORM pg_advisory_unlock(20823, p_space);
  END LOOP;
END $$;

-- No lease is longer than a minute, whatever a client asks for.
CREATE FUNCTION office.lease_end(p_ttl_ms int) RETURNS timestamptz
LANGUAGE sql VOLATILE SET search_path = office, pg_temp AS $$
  SELECT clock_timestamp() + least(greatest(p_ttl_ms, 0), 60000) * interval '1 ms'
$$;

-- No row while another leader holds the lease. is_direct: no pooler is between, so the session is the caller's own and
-- its lock means something. idle_ms: the time since the last renewal, in which the budget may have been used unseen.
CREATE FUNCTION office.take_lease(p_space int, p_client int, p_device text, p_ttl_ms int, p_is_direct boolean)
RETURNS TABLE (fence bigint, budget jsonb, idle_ms bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = office, pg_temp AS $$
DECLARE
  has_lock boolean;
BEGIN
  PERFORM require_candidate(p_space, p_client);
  has_lock := p_is_direct AND try_lock(p_space);
  RETURN QUERY
    WITH old AS MATERIALIZED (
      SELECT o.* FROM lease o
      WHERE o.space = p_space AND (o.until <= clock_timestamp() OR (has_lock AND o.is_locked)) FOR UPDATE
    )
    UPDATE lease l SET fence = old.fence + 1, login = session_user, device = p_device, until = lease_end(p_ttl_ms),
      renewed_at = clock_timestamp(), is_locked = has_lock
    FROM old WHERE l.space = old.space
    RETURNING l.fence, old.budget, floor(extract(epoch FROM l.renewed_at - old.renewed_at) * 1000)::bigint;
  IF has_lock AND NOT FOUND THEN
    PERFORM unlock(p_space);
  END IF;
END $$;

-- False if the lease is over or another leader's. The lock is taken later if a frozen leader still had it.
CREATE FUNCTION office.renew_lease(
  p_space int, p_fence bigint, p_ttl_ms int, p_is_direct boolean, p_budget jsonb, p_report jsonb
) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = office, pg_temp AS $$
BEGIN
  UPDATE lease l SET until = lease_end(p_ttl_ms), renewed_at = clock_timestamp(), budget = p_budget, report = p_report,
    is_locked = CASE WHEN l.is_locked THEN true WHEN p_is_direct THEN try_lock(p_space) ELSE false END
  WHERE l.space = p_space AND l.fence = p_fence AND l.login = session_user AND l.until > clock_timestamp()
    AND may_lead(p_space);
  RETURN FOUND;
END $$;

-- Ends the lease now, so that another candidate takes it. A deposed leader calls it too, to give its lock back.
CREATE FUNCTION office.release_lease(p_space int, p_fence bigint, p_budget jsonb) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = office, pg_temp AS $$
DECLARE
  was_leader boolean;
BEGIN
  UPDATE lease SET until = clock_timestamp(), renewed_at = clock_timestamp(), budget = p_budget, is_locked = false
  WHERE space = p_space AND fence = p_fence AND login = session_user AND until > clock_timestamp();
  was_leader := FOUND;
  PERFORM unlock(p_space);
  RETURN was_leader;
END $$;

-- The fence. It locks the row until the statement commits: the next leader waits for a write that was let in, and a
-- write after that is refused.
CREATE FUNCTION office.holds_lease(p_space int, p_fence bigint) RETURNS boolean
LANGUAGE plpgsql SET search_path = office, pg_temp AS $$
BEGIN
  PERFORM FROM lease
  WHERE space = p_space AND fence = p_fence AND login = session_user AND until > clock_timestamp() FOR SHARE;
  RETURN FOUND AND may_lead(p_space);
END $$;
`
