// Every date set by hand and every time one was taken back, for the board as it stood: who disputes a
// charge must be able to say what he went by. The one that counts stays in manual_last_free_day.
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
