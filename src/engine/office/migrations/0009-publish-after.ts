// A page of the leader is stored only if it has read every row before it. Changes that another computer adds late are
// then compared with those of the page before it is sent.
export const publishAfter = `
-- Like publish. Returns 0, and stores nothing, if p_after is not the last number of the feed: the caller reads first.
CREATE FUNCTION office.publish_after(
  p_space int, p_fence bigint, p_after bigint, p_records json, p_bodies text[], p_changes json, p_checks json
) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = office, pg_temp AS $$
BEGIN
  IF NOT holds_lease(p_space, p_fence) THEN
    RETURN NULL;
  END IF;
  -- The lock on the counter keeps every other row back until this statement commits.
  IF next_number(p_space, 'mirror', 0) <> p_after THEN
    RETURN 0;
  END IF;
  RETURN publish(p_space, p_fence, p_records, p_bodies, p_changes, p_checks);
END $$;

REVOKE EXECUTE ON FUNCTION office.publish_after FROM PUBLIC;
DO $$
BEGIN
  EXECUTE format('GRANT EXECUTE ON FUNCTION office.publish_after TO %I', office.role_name('leader'));
END $$;
`
