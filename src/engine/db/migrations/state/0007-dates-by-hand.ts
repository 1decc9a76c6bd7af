// Every last free day that was set or removed by hand, so that a past board, for example in a dispute, has the date of
// that time. manual_last_free_day has the present one.
export const datesByHand = `
CREATE TABLE manual_step (
  id INTEGER PRIMARY KEY,
  container_id TEXT NOT NULL,
  at TEXT NOT NULL,
  date TEXT,
  reason TEXT,
  reported_then TEXT
) STRICT;

CREATE INDEX manual_step_container ON manual_step (container_id, at);

CREATE INDEX manual_step_at ON manual_step (at);

INSERT INTO manual_step (container_id, at, date, reason, reported_then)
  SELECT container_id, set_at, date, reason, reported_then FROM manual_last_free_day ORDER BY set_at;
`
