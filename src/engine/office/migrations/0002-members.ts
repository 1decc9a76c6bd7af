// Who is a member, and what a member may do. Every function of the office runs with the rights of its owner and checks
// the login of the session, which no SET ROLE changes.
export const members = `
-- The spaces that this login may see. Row security asks for them once in a statement.
CREATE FUNCTION office.my_spaces() RETURNS SETOF int
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = office, pg_temp AS $$
  SELECT a.space FROM access a JOIN member m USING (login) WHERE a.login = session_user AND m.removed_at IS NULL
$$;

CREATE FUNCTION office.is_member() RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = office, pg_temp AS $$
  SELECT EXISTS (SELECT FROM member WHERE login = session_user AND removed_at IS NULL)
$$;

-- The role of this login in a space; null without access.
CREATE FUNCTION office.my_role(p_space int) RETURNS text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = office, pg_temp AS $$
  SELECT m.role FROM member m
  WHERE m.login = session_user AND p_space IN (SELECT my_spaces())
$$;

CREATE FUNCTION office.may_lead(p_space int) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = office, pg_temp AS $$
  SELECT p_space IN (SELECT my_spaces()) AND EXISTS (SELECT FROM member WHERE login = session_user AND can_lead)
$$;

CREATE FUNCTION office.refuse() RETURNS void LANGUAGE plpgsql SET search_path = office, pg_temp AS $$
BEGIN
  RAISE EXCEPTION 'office/not-allowed' USING ERRCODE = 'QW002';
END $$;

CREATE FUNCTION office.require_client(p_client int) RETURNS void
LANGUAGE plpgsql SET search_path = office, pg_temp AS $$
BEGIN
  IF p_client < (SELECT least_client FROM meta) THEN
    RAISE EXCEPTION 'office/too-old' USING ERRCODE = 'QW003';
  END IF;
END $$;

CREATE FUNCTION office.require_candidate(p_space int, p_client int) RETURNS void
LANGUAGE plpgsql SET search_path = office, pg_temp AS $$
BEGIN
  PERFORM require_client(p_client);
  IF NOT may_lead(p_space) THEN
    PERFORM refuse();
  END IF;
END $$;

-- Each connection begins with this: both sides say what they know.
CREATE FUNCTION office.hello(p_client int, p_device text)
RETURNS TABLE (version int, least_client int, office text, role text, can_lead boolean, now timestamptz)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = office, pg_temp AS $$
BEGIN
  UPDATE member m SET seen_at = clock_timestamp(), client = p_client, device = p_device
  WHERE m.login = session_user AND m.removed_at IS NULL;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'office/not-a-member' USING ERRCODE = 'QW001';
  END IF;
  RETURN QUERY SELECT t.version, t.least_client, t.name, m.role, m.can_lead, clock_timestamp()
    FROM meta t CROSS JOIN member m WHERE m.login = session_user;
END $$;

-- A space with its lease and its feeds. The admin who creates it has access.
CREATE FUNCTION office.create_space(p_name text, p_service_url text, p_key_hash text) RETURNS int
LANGUAGE plpgsql SECURITY DEFINER SET search_path = office, pg_temp AS $$
DECLARE
  created int;
BEGIN
  IF NOT EXISTS (SELECT FROM member WHERE login = session_user AND removed_at IS NULL AND role = 'admin') THEN
    PERFORM refuse();
  END IF;
  INSERT INTO space (name, service_url, key_hash) VALUES (p_name, p_service_url, p_key_hash) RETURNING id INTO created;
  INSERT INTO lease (space) VALUES (created);
  INSERT INTO counter (space, feed) VALUES (created, 'mirror'), (created, 'task');
  INSERT INTO access (space, login) VALUES (created, session_user);
  RETURN created;
END $$;
`
