// The one place where the machine's states become the screen's words, as SQL: lists are filtered and
// sorted by them. `s` is a sighting, `u` what becomes of its content, `d` the document at the service.

/** What the service has made of a document. */
const ofDocument = `CASE WHEN d.has_result = 1 THEN CASE WHEN d.link_count > 0 THEN 'extracted' ELSE 'needs-link' END WHEN n.id IS NOT NULL THEN 'failed'`

/** The file that was there first carries the state; others with the same content are duplicates of it. */
export const isFirstFile = `s.id = (SELECT min(x.id) FROM main.sighting x WHERE x.sha256 = s.sha256 AND x.gen = s.gen)`

/** It is still to be taken, or to be read once more because no copy of it is kept. */
export const isWaitingFile = `(s.sha256 IS NULL OR s.state IN ('WAITING', 'LOCKED', 'ONLINE_ONLY'))`

export const stateOfFile = `CASE
  WHEN ${isWaitingFile} THEN CASE s.state WHEN 'WAITING' THEN 'waiting' WHEN 'LOCKED' THEN 'locked' WHEN 'ONLINE_ONLY' THEN 'online-only' ELSE 'failed' END
  WHEN u.state IS NULL THEN 'queued'
  WHEN NOT (${isFirstFile}) OR u.is_duplicate = 1 THEN 'duplicate'
  WHEN u.state = 'REJECTED' THEN 'failed'
  WHEN u.state = 'QUEUED' THEN 'queued'
  WHEN u.state IN ('BLOB', 'PUT_OK', 'UNSURE') THEN 'uploading'
  ELSE ${ofDocument} WHEN u.state = 'NO_RESULT' THEN 'no-result' ELSE 'processing' END END`

/** Of what came another way: after a day nothing more is expected. */
export const stateOfRecord = `${ofDocument} WHEN d.created_at < (SELECT day_ago FROM asked) THEN 'no-result' ELSE 'processing' END`

/** What waits for the user until he has gone through it. */
export const NEEDING = `state IN ('failed', 'no-result', 'needs-link') OR (flags > 0 AND state = 'extracted')`

/** On its way to a result; what says why it cannot be taken waits for somebody instead. */
export const UNDER_WAY = `(state IN ('waiting', 'locked', 'online-only') AND failure IS NULL) OR state IN ('queued', 'uploading', 'processing')`
