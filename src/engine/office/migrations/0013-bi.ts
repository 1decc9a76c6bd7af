// Views for the company's own reports (docs/bi.md). The leader publishes rows that the rules of the program computed,
// so that no rule is written a second time in SQL.
export const bi = `
-- The rows behind the views. Only the functions below write them, and no member reads them.
CREATE SCHEMA bi_rows;

-- Which version of each row the office has. The hash is of the row with the rows that belong to it.
CREATE TABLE bi_rows.published (
  space int NOT NULL REFERENCES office.space,
  kind text NOT NULL,
  id text NOT NULL,
  hash text NOT NULL,
  PRIMARY KEY (space, kind, id)
);

-- published_at: when the leader had last compared all rows.
CREATE TABLE bi_rows.publication (
  space int PRIMARY KEY REFERENCES office.space,
  published_at timestamptz NOT NULL,
  lfd_rule text NOT NULL
);

CREATE TABLE bi_rows.container (
  space int NOT NULL REFERENCES office.space,
  id text NOT NULL,
  number text NOT NULL,
  is_open boolean NOT NULL,
  status text,
  equipment_type text, equipment_length_ft numeric, equipment_height text,
  weight_lb numeric,
  seal text, yard_spot text,
  refs text, tags text,
  shipment_id text, master_bill text, scac text, line_name text, customer text,
  vessel text, voyage text,
  pol_name text, pol_locode text, pol_zone text,
  pod_name text, pod_locode text, pod_zone text,
  destination_name text, destination_locode text, destination_zone text,
  is_inland boolean NOT NULL, rail_scac text,
  pickup_place text, pickup_zone text,
  original_eta_at timestamptz, eta_at timestamptz, ata_at timestamptz, arrival_date date,
  discharged_at timestamptz, discharged_date date,
  inland_eta_at timestamptz, inland_ata_at timestamptz,
  appointment_at timestamptz, appointment_date date,
  full_out_at timestamptz, full_out_date date,
  empty_returned_at timestamptz, empty_returned_zone text, empty_returned_date date,
  lfd_date date, lfd_source text, lfd_flags text, lfd_zone text, is_lfd_disputed boolean NOT NULL,
  lfd_terminal date, lfd_line date, lfd_rail date, lfd_service date, lfd_manual date,
  free_time text NOT NULL,
  readiness text NOT NULL, ready_since timestamptz,
  holds text, hold_count int NOT NULL, pending_holds text, pending_hold_count int NOT NULL,
  fee_amount numeric, fee_currency text, fee_currency_count int NOT NULL, is_fee_pending boolean NOT NULL,
  assignee text, own_tags text, note text, note_count int NOT NULL, priority text NOT NULL,
  tracking_stopped_at timestamptz, tracking_stopped_reason text,
  terminal_checked_at timestamptz, line_checked_at timestamptz, last_change_at timestamptz, gone_since timestamptz,
  PRIMARY KEY (space, id)
);
CREATE INDEX container_of_shipment ON bi_rows.container (space, shipment_id);

CREATE TABLE bi_rows.charge (
  space int NOT NULL REFERENCES office.space,
  id text NOT NULL,
  container_id text NOT NULL,
  kind text NOT NULL,
  name text NOT NULL,
  state text, description text,
  amount numeric, currency text,
  is_listed boolean NOT NULL, is_open boolean NOT NULL,
  first_seen_at timestamptz,
  PRIMARY KEY (space, id)
);
CREATE INDEX charge_of_container ON bi_rows.charge (space, container_id);

-- Each change of a reported or entered last free day. lfd_date follows the rule of the desktop that published it, so a
-- change of only that date is none.
CREATE TABLE bi_rows.lfd_step (
  space int NOT NULL REFERENCES office.space,
  container_id text NOT NULL,
  at timestamptz NOT NULL,
  lfd_date date, lfd_source text,
  lfd_terminal date, lfd_line date, lfd_rail date, lfd_service date, lfd_manual date,
  PRIMARY KEY (space, container_id, at)
);

CREATE TABLE bi_rows.shipment (
  space int NOT NULL REFERENCES office.space,
  id text NOT NULL,
  master_bill text NOT NULL,
  scac text, line_name text, customer text,
  refs text, tags text,
  vessel text, voyage text,
  pol_name text, pol_locode text, pol_zone text,
  pod_name text, pod_locode text, pod_zone text,
  destination_name text, destination_locode text, destination_zone text,
  etd_at timestamptz, atd_at timestamptz, original_eta_at timestamptz, eta_at timestamptz, ata_at timestamptz,
  tracking_stopped_at timestamptz, tracking_stopped_reason text,
  line_checked_at timestamptz, last_change_at timestamptz, gone_since timestamptz,
  PRIMARY KEY (space, id)
);

CREATE TABLE bi_rows.document (
  space int NOT NULL REFERENCES office.space,
  id text NOT NULL,
  file_name text NOT NULL,
  type text, type_label text,
  source text NOT NULL,
  key_number text, party text,
  amount numeric, currency text,
  is_extracted boolean NOT NULL,
  content_type text, size_bytes bigint,
  created_at timestamptz NOT NULL, gone_since timestamptz,
  PRIMARY KEY (space, id)
);

CREATE TABLE bi_rows.document_link (
  space int NOT NULL REFERENCES office.space,
  document_id text NOT NULL,
  record_type text NOT NULL,
  record_id text NOT NULL,
  PRIMARY KEY (space, document_id, record_type, record_id)
);

-- The ids of which the office has another version, or none. p_hashes: id to hash.
CREATE FUNCTION office.bi_differing(p_space int, p_kind text, p_hashes json) RETURNS TABLE (id text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = office, pg_temp AS $$
  SELECT h.key FROM json_each_text(p_hashes) h
  LEFT JOIN bi_rows.published p ON p.space = p_space AND p.kind = p_kind AND p.id = h.key
  WHERE may_lead(p_space) AND p.hash IS DISTINCT FROM h.value
$$;

-- Rows of another space are left out.
CREATE FUNCTION office.store_bi_containers(p_space int, p_ids text[], p_rows json) RETURNS void
LANGUAGE sql SET search_path = office, pg_temp AS $$
  INSERT INTO bi_rows.lfd_step
  SELECT p_space, n.id, clock_timestamp(), n.lfd_date, n.lfd_source, n.lfd_terminal, n.lfd_line, n.lfd_rail,
    n.lfd_service, n.lfd_manual
  FROM json_populate_recordset(NULL::bi_rows.container, p_rows->'containers') n
  LEFT JOIN bi_rows.container o ON o.space = p_space AND o.id = n.id
  WHERE n.space = p_space AND n.id = ANY (p_ids)
    AND (n.lfd_terminal, n.lfd_line, n.lfd_rail, n.lfd_service, n.lfd_manual)
      IS DISTINCT FROM (o.lfd_terminal, o.lfd_line, o.lfd_rail, o.lfd_service, o.lfd_manual);
  DELETE FROM bi_rows.container WHERE space = p_space AND id = ANY (p_ids);
  DELETE FROM bi_rows.charge WHERE space = p_space AND container_id = ANY (p_ids);
  INSERT INTO bi_rows.container SELECT n.*
  FROM json_populate_recordset(NULL::bi_rows.container, p_rows->'containers') n
  WHERE n.space = p_space AND n.id = ANY (p_ids);
  INSERT INTO bi_rows.charge SELECT n.*
  FROM json_populate_recordset(NULL::bi_rows.charge, p_rows->'charges') n
  WHERE n.space = p_space AND n.container_id = ANY (p_ids)
$$;

CREATE FUNCTION office.store_bi_shipments(p_space int, p_ids text[], p_rows json) RETURNS void
LANGUAGE sql SET search_path = office, pg_temp AS $$
  DELETE FROM bi_rows.shipment WHERE space = p_space AND id = ANY (p_ids);
  INSERT INTO bi_rows.shipment SELECT n.*
  FROM json_populate_recordset(NULL::bi_rows.shipment, p_rows->'shipments') n
  WHERE n.space = p_space AND n.id = ANY (p_ids)
$$;

CREATE FUNCTION office.store_bi_documents(p_space int, p_ids text[], p_rows json) RETURNS void
LANGUAGE sql SET search_path = office, pg_temp AS $$
  DELETE FROM bi_rows.document WHERE space = p_space AND id = ANY (p_ids);
  DELETE FROM bi_rows.document_link WHERE space = p_space AND document_id = ANY (p_ids);
  INSERT INTO bi_rows.document SELECT n.*
  FROM json_populate_recordset(NULL::bi_rows.document, p_rows->'documents') n
  WHERE n.space = p_space AND n.id = ANY (p_ids);
  INSERT INTO bi_rows.document_link SELECT n.*
  FROM json_populate_recordset(NULL::bi_rows.document_link, p_rows->'links') n
  WHERE n.space = p_space AND n.document_id = ANY (p_ids)
$$;

-- Replaces the rows with these ids. An id without a row is removed. False if the caller does not lead.
CREATE FUNCTION office.publish_bi(p_space int, p_fence bigint, p_kind text, p_hashes json, p_rows json) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = office, pg_temp AS $$
DECLARE
  ids text[] := ARRAY(SELECT json_object_keys(p_hashes));
BEGIN
  IF cardinality(ids) > 1000 THEN
    RAISE EXCEPTION 'at most 1000 rows at a time' USING ERRCODE = '22023';
  END IF;
  IF NOT holds_lease(p_space, p_fence) THEN
    RETURN false;
  END IF;
  CASE p_kind
    WHEN 'container' THEN PERFORM store_bi_containers(p_space, ids, p_rows);
    WHEN 'shipment' THEN PERFORM store_bi_shipments(p_space, ids, p_rows);
    WHEN 'document' THEN PERFORM store_bi_documents(p_space, ids, p_rows);
    ELSE RAISE EXCEPTION 'no kind of row: %', p_kind USING ERRCODE = 'invalid_parameter_value';
  END CASE;
  INSERT INTO bi_rows.published (space, kind, id, hash) SELECT p_space, p_kind, h.key, h.value
  FROM json_each_text(p_hashes) h
  ON CONFLICT (space, kind, id) DO UPDATE SET hash = excluded.hash;
  RETURN true;
END $$;

-- All rows are compared. p_lfd_rule: which reported last free day governs. False if the caller does not lead.
CREATE FUNCTION office.finish_bi(p_space int, p_fence bigint, p_lfd_rule text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = office, pg_temp AS $$
BEGIN
  IF NOT holds_lease(p_space, p_fence) THEN
    RETURN false;
  END IF;
  INSERT INTO bi_rows.publication (space, published_at, lfd_rule) VALUES (p_space, clock_timestamp(), p_lfd_rule)
  ON CONFLICT (space) DO UPDATE SET published_at = excluded.published_at, lfd_rule = excluded.lfd_rule;
  RETURN true;
END $$;

CREATE SCHEMA bi;

-- Today's date in a zone; of UTC if the server does not know the zone, like in the program.
CREATE FUNCTION bi.today_in(p_zone text) RETURNS date
LANGUAGE plpgsql STABLE SET search_path = office, pg_temp AS $$
BEGIN
  RETURN (now() AT TIME ZONE p_zone)::date;
EXCEPTION WHEN data_exception THEN
  RETURN (now() AT TIME ZONE 'UTC')::date;
END $$;

-- The text of a JSON value; unchanged if it is no JSON, so that one wrong row does not end a report.
CREATE FUNCTION bi.text_of(p_json text) RETURNS text
LANGUAGE plpgsql IMMUTABLE SET search_path = office, pg_temp AS $$
BEGIN
  RETURN p_json::json #>> '{}';
EXCEPTION WHEN data_exception OR program_limit_exceeded THEN
  RETURN p_json;
END $$;

-- Null if the text is no instant. The server also reads words, such as "yesterday".
CREATE FUNCTION bi.instant_of(p_text text) RETURNS timestamptz
LANGUAGE plpgsql STABLE SET search_path = office, pg_temp AS $$
BEGIN
  RETURN CASE WHEN p_text ~ '^[0-9]{4}-' THEN p_text::timestamptz END;
EXCEPTION WHEN data_exception THEN
  RETURN NULL;
END $$;

-- The rule: within a version, columns are only added. docs/bi.md names every column.
CREATE VIEW bi.contract_version AS SELECT 1 AS version;

CREATE VIEW bi.accounts AS
SELECT s.id AS account_id, s.name AS account, p.published_at, p.lfd_rule
FROM office.space s LEFT JOIN bi_rows.publication p ON p.space = s.id;

CREATE VIEW bi.containers AS
SELECT c.space AS account_id, s.name AS account, c.id AS container_id, c.number, c.is_open, c.status,
  c.equipment_type, c.equipment_length_ft, c.equipment_height, c.weight_lb, c.seal, c.yard_spot, c.refs, c.tags,
  c.shipment_id, c.master_bill, c.scac, c.line_name, c.customer, c.vessel, c.voyage,
  c.pol_name, c.pol_locode, c.pol_zone, c.pod_name, c.pod_locode, c.pod_zone,
  c.destination_name, c.destination_locode, c.destination_zone, c.is_inland, c.rail_scac, c.pickup_place, c.pickup_zone,
  c.original_eta_at, c.eta_at, c.ata_at, c.arrival_date, c.discharged_at, c.discharged_date,
  c.inland_eta_at, c.inland_ata_at, c.appointment_at, c.appointment_date, c.full_out_at, c.full_out_date,
  c.empty_returned_at, c.empty_returned_zone, c.empty_returned_date,
  c.lfd_date, c.lfd_source, c.lfd_flags, c.lfd_zone, c.is_lfd_disputed,
  CASE WHEN c.free_time <> 'stopped' THEN c.lfd_date - bi.today_in(c.lfd_zone) END AS days_left,
  c.lfd_terminal, c.lfd_line, c.lfd_rail, c.lfd_service, c.lfd_manual,
  c.free_time, c.readiness, c.ready_since, c.holds, c.hold_count, c.pending_holds, c.pending_hold_count,
  c.fee_amount, c.fee_currency, c.fee_currency_count, c.is_fee_pending,
  c.assignee, c.own_tags, c.note, c.note_count, c.priority, c.tracking_stopped_at, c.tracking_stopped_reason,
  c.terminal_checked_at, c.line_checked_at, c.last_change_at, c.gone_since
FROM bi_rows.container c JOIN office.space s ON s.id = c.space;

CREATE VIEW bi.shipments AS
SELECT h.space AS account_id, s.name AS account, h.id AS shipment_id, h.master_bill, h.scac, h.line_name, h.customer,
  h.refs, h.tags, h.vessel, h.voyage, h.pol_name, h.pol_locode, h.pol_zone, h.pod_name, h.pod_locode, h.pod_zone,
  h.destination_name, h.destination_locode, h.destination_zone,
  h.etd_at, h.atd_at, h.original_eta_at, h.eta_at, h.ata_at,
  h.tracking_stopped_at, h.tracking_stopped_reason, h.line_checked_at, h.last_change_at, h.gone_since
FROM bi_rows.shipment h JOIN office.space s ON s.id = h.space;

CREATE VIEW bi.charges AS
SELECT h.space AS account_id, s.name AS account, h.id AS charge_id, h.container_id, c.number, c.master_bill, c.customer,
  h.kind, h.name, h.state, h.description, h.amount, h.currency, h.is_listed, h.is_open, h.first_seen_at
FROM bi_rows.charge h JOIN office.space s ON s.id = h.space
LEFT JOIN bi_rows.container c ON c.space = h.space AND c.id = h.container_id;

CREATE VIEW bi.fees AS
SELECT account_id, account, container_id, number, master_bill, customer, currency,
  sum(round(amount, 2)) AS amount, bool_or(amount = 0) AS is_pending
FROM bi.charges WHERE kind = 'fee' AND is_listed
GROUP BY account_id, account, container_id, number, master_bill, customer, currency;

CREATE VIEW bi.lfd_history AS
SELECT l.space AS account_id, s.name AS account, l.container_id, c.number, l.at, l.lfd_date,
  lag(l.lfd_date) OVER (PARTITION BY l.space, l.container_id ORDER BY l.at) AS previous_lfd_date,
  l.lfd_source, l.lfd_terminal, l.lfd_line, l.lfd_rail, l.lfd_service, l.lfd_manual
FROM bi_rows.lfd_step l JOIN office.space s ON s.id = l.space
LEFT JOIN bi_rows.container c ON c.space = l.space AND c.id = l.container_id;

-- Lists show no change that was taken back at once.
CREATE INDEX change_reverted ON office.change (space, reverts_uid) WHERE reverts_uid IS NOT NULL;

CREATE VIEW bi.changes AS
SELECT h.space AS account_id, s.name AS account, h.uid AS change_id, h.type AS record_type, h.rid AS record_id,
  coalesce(c.number, m.master_bill, d.file_name) AS number, h.kind, h.severity, h.field,
  bi.text_of(h.before) AS value_before, bi.text_of(h.after) AS value_after,
  bi.instant_of(h.seen_at) AS seen_at, bi.instant_of(h.source_at) AS source_at, h.reverts_uid AS reverts_change_id
FROM office.change h JOIN office.space s ON s.id = h.space
LEFT JOIN bi_rows.container c ON h.type = 'container' AND c.space = h.space AND c.id = h.rid
LEFT JOIN bi_rows.shipment m ON h.type = 'shipment' AND m.space = h.space AND m.id = h.rid
LEFT JOIN bi_rows.document d ON h.type = 'document' AND d.space = h.space AND d.id = h.rid
WHERE h.is_hidden = 0
  AND NOT EXISTS (SELECT FROM office.change r WHERE r.space = h.space AND r.reverts_uid = h.uid);

CREATE VIEW bi.documents AS
SELECT d.space AS account_id, s.name AS account, d.id AS document_id, d.file_name, d.type, d.type_label, d.source,
  d.key_number, d.party, d.amount, d.currency, d.is_extracted, d.content_type, d.size_bytes, d.created_at, d.gone_since
FROM bi_rows.document d JOIN office.space s ON s.id = d.space;

CREATE VIEW bi.document_links AS
SELECT l.space AS account_id, l.document_id, l.record_type, l.record_id, coalesce(c.number, m.master_bill) AS number
FROM bi_rows.document_link l
LEFT JOIN bi_rows.container c ON l.record_type = 'container' AND c.space = l.space AND c.id = l.record_id
LEFT JOIN bi_rows.shipment m ON l.record_type = 'shipment' AND m.space = l.space AND m.id = l.record_id;

REVOKE EXECUTE ON FUNCTION office.bi_differing, office.store_bi_containers, office.store_bi_shipments,
  office.store_bi_documents, office.publish_bi, office.finish_bi, bi.today_in, bi.text_of, bi.instant_of FROM PUBLIC;
DO $$
DECLARE
  bi_role text := office.role_name('bi');
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = bi_role) THEN
    EXECUTE format('CREATE ROLE %I NOLOGIN', bi_role);
  END IF;
  EXECUTE format('GRANT USAGE ON SCHEMA bi TO %I', bi_role);
  EXECUTE format('GRANT SELECT ON ALL TABLES IN SCHEMA bi TO %I', bi_role);
  EXECUTE format('GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA bi TO %I', bi_role);
  EXECUTE format('GRANT EXECUTE ON FUNCTION office.bi_differing, office.publish_bi, office.finish_bi TO %I',
    office.role_name('leader'));
END $$;
`
