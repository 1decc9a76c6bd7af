// The seed: a copy of the leader's mirror, with which a new desktop begins instead of with the whole feed.
export const seed = `
-- The parts of a file, numbered from 1. Part 0 says what the file is, and exists when all others do.
CREATE TABLE office.seed (
  space int NOT NULL REFERENCES office.space,
  stamp uuid NOT NULL,
  n int NOT NULL CHECK (n BETWEEN 0 AND 16384),
  body text NOT NULL CHECK (octet_length(body) <= 524288),
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (space, stamp, n)
);
-- The parts are compressed already.
ALTER TABLE office.seed ALTER body SET STORAGE EXTERNAL;

-- The first part removes what is left of a seed that was not finished. False if the caller does not lead.
CREATE FUNCTION office.store_seed_part(p_space int, p_fence bigint, p_stamp uuid, p_n int, p_body text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = office, pg_temp AS $$
BEGIN
  IF p_n < 1 THEN
    RAISE EXCEPTION 'parts are numbered from 1' USING ERRCODE = 'invalid_parameter_value';
  END IF;
  IF NOT holds_lease(p_space, p_fence) THEN
    RETURN false;
  END IF;
  IF p_n = 1 THEN
    DELETE FROM seed s WHERE s.space = p_space
      AND NOT EXISTS (SELECT FROM seed f WHERE f.space = p_space AND f.stamp = s.stamp AND f.n = 0);
  END IF;
  INSERT INTO seed (space, stamp, n, body) VALUES (p_space, p_stamp, p_n, p_body);
  RETURN true;
END $$;

-- The seed is valid from now on, and replaces the one before. False if the caller does not lead, or a part is missing.
CREATE FUNCTION office.finish_seed(p_space int, p_fence bigint, p_stamp uuid, p_parts int, p_facts text)
RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = office, pg_temp AS $$
BEGIN
  IF NOT holds_lease(p_space, p_fence)
    OR p_parts <> (SELECT count(*) FROM seed WHERE space = p_space AND stamp = p_stamp) THEN
    RETURN false;
  END IF;
  INSERT INTO seed (space, stamp, n, body) VALUES (p_space, p_stamp, 0, p_facts);
  DELETE FROM seed WHERE space = p_space AND stamp <> p_stamp;
  RETURN true;
END $$;

ALTER TABLE office.seed ENABLE ROW LEVEL SECURITY;
CREATE POLICY seen ON office.seed FOR SELECT USING (space IN (SELECT office.my_spaces()));
REVOKE EXECUTE ON FUNCTION office.store_seed_part, office.finish_seed FROM PUBLIC;
DO $$
BEGIN
  EXECUTE format('GRANT SELECT ON office.seed TO %I', office.role_name('reader'));
  EXECUTE format('GRANT EXECUTE ON FUNCTION office.store_seed_part, office.finish_seed TO %I',
    office.role_name('leader'));
END $$;
`
