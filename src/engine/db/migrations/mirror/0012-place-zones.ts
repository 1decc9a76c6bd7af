// mirror.db: the time zone of a port or terminal, from the containers that report one (containers/place-zones.ts). Null
// if they disagree. Filled when the rows are written anew, at the start that follows. The indexes find the few
// containers without a zone.
export const placeZones = `
CREATE TABLE mirror.place_zone (place TEXT PRIMARY KEY, zone TEXT) STRICT, WITHOUT ROWID;

CREATE INDEX mirror.container_row_zoneless_terminal ON container_row (pod_terminal_id) WHERE pod_zone IS NULL;
CREATE INDEX mirror.container_row_zoneless_port ON container_row (pod_locode) WHERE pod_zone IS NULL;
CREATE INDEX mirror.container_row_zoneless_facility ON container_row (pickup_place_id) WHERE destination_zone IS NULL AND is_inland = 1;
CREATE INDEX mirror.container_row_zoneless_destination ON container_row (destination_locode)
  WHERE destination_zone IS NULL AND destination_locode IS NOT NULL;
`
