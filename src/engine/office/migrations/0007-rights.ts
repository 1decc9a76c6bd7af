// The rights in the server itself. Members read tables, and each sees the rows of its spaces. All writes go through
// functions, and each role may call only its own.
export const rights = `
CREATE FUNCTION office.role_name(p_role text) RETURNS text
LANGUAGE sql STABLE SET search_path = office, pg_temp AS $$
  SELECT role_prefix || '_' || p_role FROM meta
$$;

DO $$
DECLARE
  t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['lease', 'counter', 'beat', 'record', 'checked', 'change', 'task', 'access'] LOOP
    EXECUTE format('ALTER TABLE office.%I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('CREATE POLICY seen ON office.%I FOR SELECT USING (space IN (SELECT office.my_spaces()))', t);
  END LOOP;
END $$;
ALTER TABLE office.space ENABLE ROW LEVEL SECURITY;
CREATE POLICY seen ON office.space FOR SELECT USING (id IN (SELECT office.my_spaces()));
ALTER TABLE office.member ENABLE ROW LEVEL SECURITY;
CREATE POLICY seen ON office.member FOR SELECT USING ((SELECT office.is_member()));
ALTER TABLE office.meta ENABLE ROW LEVEL SECURITY;
CREATE POLICY seen ON office.meta FOR SELECT USING ((SELECT office.is_member()));

-- A role remains when its database is removed, so it may exist.
DO $$
DECLARE
  r text;
BEGIN
  FOREACH r IN ARRAY ARRAY['reader', 'operator', 'admin', 'leader'] LOOP
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = office.role_name(r)) THEN
      EXECUTE format('CREATE ROLE %I NOLOGIN', office.role_name(r));
    END IF;
  END LOOP;
  EXECUTE format('GRANT %I TO %I', office.role_name('reader'), office.role_name('operator'));
  EXECUTE format('GRANT %I TO %I', office.role_name('operator'), office.role_name('admin'));
END $$;

REVOKE EXECUTE ON ALL FUNCTIONS IN SCHEMA office FROM PUBLIC;
DO $$
DECLARE
  granted record;
BEGIN
  EXECUTE format('GRANT USAGE ON SCHEMA office TO %I, %I', office.role_name('reader'), office.role_name('leader'));
  EXECUTE format('GRANT SELECT ON ALL TABLES IN SCHEMA office TO %I', office.role_name('reader'));
  FOR granted IN SELECT * FROM (VALUES
    ('reader', 'my_spaces()'), ('reader', 'is_member()'), ('reader', 'hello(int, text)'),
    ('reader', 'ask(int, int, uuid, text, text, int, text, int)'), ('reader', 'cancel(int, uuid)'),
    ('admin', 'create_space(text, text, text)'),
    ('leader', 'take_lease(int, int, text, int, boolean)'),
    ('leader', 'renew_lease(int, bigint, int, boolean, jsonb, jsonb)'), ('leader', 'release_lease(int, bigint, jsonb)'),
    ('leader', 'publish(int, bigint, json, text[], json, json)'), ('leader', 'publish_late(int, int, json)'),
    ('leader', 'claim(int, bigint, int)'), ('leader', 'answer(int, bigint, uuid, text, text)'),
    ('leader', 'beat(int, bigint)')
  ) AS g (role, function) LOOP
    EXECUTE format('GRANT EXECUTE ON FUNCTION office.%s TO %I', granted.function, office.role_name(granted.role));
  END LOOP;
END $$;
`
