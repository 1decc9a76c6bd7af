// The views the user saved, which stood in the page's own storage before, and when gates of terminals are open. `state`
// is what a list looks like, `days` the weekdays from 1 (Monday), `closed` single dates; all as JSON.
export const viewsAndTerminals = `
CREATE TABLE saved_view (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  screen TEXT NOT NULL,
  state TEXT NOT NULL,
  saved_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE terminal_calendar (
  place TEXT PRIMARY KEY,
  days TEXT NOT NULL,
  closed TEXT NOT NULL,
  opens TEXT,
  closes TEXT,
  changed_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
`
