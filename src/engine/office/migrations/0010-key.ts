// A new API key of the same account.
export const key = `
-- Replaces the hash of the space's key. False if another desktop has replaced it meanwhile.
CREATE FUNCTION office.renew_key(p_space int, p_client int, p_before text, p_after text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = office, pg_temp AS $$
BEGIN
  PERFORM require_client(p_client);
  IF my_role(p_space) IS DISTINCT FROM 'admin' THEN
    PERFORM refuse();
  END IF;
  UPDATE space SET key_hash = p_after WHERE id = p_space AND key_hash = p_before;
  RETURN FOUND;
END $$;

REVOKE EXECUTE ON FUNCTION office.renew_key FROM PUBLIC;
DO $$
BEGIN
  EXECUTE format('GRANT EXECUTE ON FUNCTION office.renew_key TO %I', office.role_name('admin'));
END $$;
`
