// Outbox entries that the office has as tasks. `with_office`: the office has the entry, so this computer sends it only
// after it has claimed the task. `fence`: the lease under which it claimed the task, until the result is reported.
// `member`: the login of the member who saved the entry; null for the user of this computer.
export const officeTasks = `
ALTER TABLE outbox ADD COLUMN with_office INTEGER NOT NULL DEFAULT 0;
ALTER TABLE outbox ADD COLUMN member TEXT;
ALTER TABLE outbox ADD COLUMN fence INTEGER;
CREATE INDEX outbox_member ON outbox (member, seq)
  WHERE member IS NOT NULL AND state IN ('PENDING', 'SENDING', 'ACKED');
CREATE INDEX outbox_fence ON outbox (fence) WHERE fence IS NOT NULL;
`
