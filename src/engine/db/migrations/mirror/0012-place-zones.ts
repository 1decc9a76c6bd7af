// mirror.db: the time zone of a port or terminal, from the containers that report one (containers/place-zones.ts). Null
// if they disagree. Filled when the rows are written anew, at the start that follows.
export const placeZones = `
CREATE TABLE mirror.place_zone (place TEXT PRIMARY KEY, zone TEXT) STRICT, WITHOUT ROWID;
`
