// Setting an office up, and inviting and removing members. The office creates a login of the server for each invited
// member, so these functions need the owner's right to create roles. Passwords never reach the server: members send
// what the server stores of them (RFC 5803).
export const joining = `
-- The key of the account, encrypted with a secret that only members have (joining/sealing.ts).
ALTER TABLE office.space ADD COLUMN sealed_key text CHECK (octet_length(sealed_key) <= 4000);
-- The office created the login of this member. It changes and removes no other login.
ALTER TABLE office.member ADD COLUMN is_invited boolean NOT NULL DEFAULT false;

CREATE FUNCTION office.require_admin() RETURNS void LANGUAGE plpgsql SET search_path = office, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM member WHERE login = session_user AND removed_at IS NULL AND role = 'admin') THEN
    PERFORM refuse();
  END IF;
END $$;

-- Whether this is the form in which the server stores a password. The server would take any other text for a password.
CREATE FUNCTION office.is_verifier(p_verifier text) RETURNS boolean
LANGUAGE sql IMMUTABLE SET search_path = office, pg_temp AS $$
  SELECT p_verifier ~ '^SCRAM-SHA-256\\$[0-9]{4,6}:[A-Za-z0-9+/=]{16,64}\\$[A-Za-z0-9+/]{43}=:[A-Za-z0-9+/]{43}=$'
$$;

-- The first member of a new office is the login that created it. Only the owner can call this.
CREATE FUNCTION office.set_up(p_office text, p_member text, p_space text, p_service_url text, p_key_hash text)
RETURNS int LANGUAGE plpgsql SET search_path = office, pg_temp AS $$
BEGIN
  PERFORM FROM meta FOR UPDATE;
  IF EXISTS (SELECT FROM member) THEN
    RAISE EXCEPTION 'office/exists' USING ERRCODE = 'QW005';
  END IF;
  UPDATE meta SET name = p_office;
  INSERT INTO member (login, name, role, can_lead) VALUES (session_user, p_member, 'admin', true);
  EXECUTE format('GRANT %I, %I TO %I', role_name('admin'), role_name('leader'), session_user);
  RETURN create_space(p_space, p_service_url, p_key_hash);
END $$;

CREATE FUNCTION office.seal_key(p_space int, p_sealed text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = office, pg_temp AS $$
BEGIN
  IF my_role(p_space) IS DISTINCT FROM 'admin' THEN
    PERFORM refuse();
  END IF;
  UPDATE space SET sealed_key = p_sealed WHERE id = p_space;
END $$;

-- A new login with its rights. A login that the server has already is refused.
CREATE FUNCTION office.invite(p_login name, p_name text, p_role text, p_can_lead boolean, p_verifier text, p_space int)
RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = office, pg_temp AS $$
BEGIN
  PERFORM require_admin();
  IF my_role(p_space) IS DISTINCT FROM 'admin' OR (p_login ~ '^[a-z][a-z0-9_]{0,40}$') IS NOT TRUE
    OR is_verifier(p_verifier) IS NOT TRUE THEN
    PERFORM refuse();
  END IF;
  INSERT INTO member (login, name, role, can_lead, is_invited) VALUES (p_login, p_name, p_role, p_can_lead, true);
  INSERT INTO access (space, login) VALUES (p_space, p_login);
  EXECUTE format('CREATE ROLE %I LOGIN PASSWORD %L CONNECTION LIMIT 8', p_login, p_verifier);
  EXECUTE format('GRANT %I TO %I', role_name(p_role), p_login);
  IF p_can_lead THEN
    EXECUTE format('GRANT %I TO %I', role_name('leader'), p_login);
  END IF;
END $$;

-- False if the office has no such member, or did not create its login.
CREATE FUNCTION office.reset_password(p_login name, p_verifier text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = office, pg_temp AS $$
BEGIN
  PERFORM require_admin();
  IF is_verifier(p_verifier) IS NOT TRUE THEN
    PERFORM refuse();
  END IF;
  PERFORM FROM member WHERE login = p_login AND is_invited AND removed_at IS NULL FOR UPDATE;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  EXECUTE format('ALTER ROLE %I PASSWORD %L', p_login, p_verifier);
  RETURN true;
END $$;

-- A session that connects again before the commit has no rights afterwards.
CREATE FUNCTION office.end_sessions(p_login name) RETURNS void LANGUAGE plpgsql SET search_path = office, pg_temp AS $$
BEGIN
  -- An owner who is no superuser may end the sessions of a role only as its member.
  EXECUTE format('GRANT %I TO %I', p_login, current_user);
  PERFORM pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = p_login AND pid <> pg_backend_pid();
  EXECUTE format('REVOKE %I FROM %I', p_login, current_user);
EXCEPTION WHEN insufficient_privilege THEN
  -- Sessions of a removed member can neither read nor write, so the removal goes on.
END $$;

-- False if the office has no such member.
CREATE FUNCTION office.remove_member(p_login name) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = office, pg_temp AS $$
DECLARE
  removed member;
BEGIN
  -- Two administrators cannot remove each other at once.
  PERFORM FROM meta FOR UPDATE;
  PERFORM require_admin();
  IF NOT EXISTS (SELECT FROM member WHERE role = 'admin' AND removed_at IS NULL AND login <> p_login) THEN
    RAISE EXCEPTION 'office/last-admin' USING ERRCODE = 'QW006';
  END IF;
  UPDATE member SET removed_at = clock_timestamp() WHERE login = p_login AND removed_at IS NULL RETURNING * INTO removed;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  IF removed.is_invited AND EXISTS (SELECT FROM pg_roles WHERE rolname = p_login) THEN
    EXECUTE format('ALTER ROLE %I NOLOGIN', p_login);
    PERFORM end_sessions(p_login);
  END IF;
  RETURN true;
END $$;

REVOKE EXECUTE ON FUNCTION office.require_admin, office.is_verifier, office.set_up, office.seal_key, office.invite,
  office.reset_password, office.end_sessions, office.remove_member FROM PUBLIC;
DO $$
BEGIN
  EXECUTE format('GRANT EXECUTE ON FUNCTION office.seal_key, office.invite, office.reset_password, office.remove_member TO %I',
    office.role_name('admin'));
END $$;
`
