// The user's saved views, which were in the page's own storage before, and opening hours of terminals. `state` is the
// state of a list, `days` the weekdays from 1 (Monday), `closed` single dates; all as JSON.
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
