// Maps the stored states to the states of the screen, in SQL, because lists filter and sort by them. `s` is a sighting,
// `u` the upload of its content, `d` the document at the service.

/** The state of a document by its result. */
const ofDocument = `CASE WHEN d.has_result = 1 THEN CASE WHEN d.link_count > 0 THEN 'extracted' ELSE 'needs-link' END WHEN n.id IS NOT NULL THEN 'failed'`

/** The first file of a content has its state; the others are duplicates of it. */
export const isFirstFile = `s.id = (SELECT min(x.id) FROM main.sighting x WHERE x.sha256 = s.sha256 AND x.gen = s.gen)`

/** The file must be copied, or copied again because its copy is missing. */
export const isWaitingFile = `(s.sha256 IS NULL OR s.state IN ('WAITING', 'LOCKED', 'ONLINE_ONLY'))`

export const stateOfFile = `CASE
  WHEN ${isWaitingFile} THEN CASE s.state WHEN 'WAITING' THEN 'waiting' WHEN 'LOCKED' THEN 'locked' WHEN 'ONLINE_ONLY' THEN 'online-only' ELSE 'failed' END
  WHEN u.state IS NULL THEN 'queued'
  WHEN NOT (${isFirstFile}) OR u.is_duplicate = 1 THEN 'duplicate'
  WHEN u.state = 'REJECTED' THEN 'failed'
  WHEN u.state = 'QUEUED' THEN 'queued'
  WHEN u.state IN ('BLOB', 'PUT_OK', 'UNSURE') THEN 'uploading'
  ELSE ${ofDocument} WHEN u.state = 'NO_RESULT' THEN 'no-result' ELSE 'processing' END END`

/** For documents that arrived by another channel. After a day no result is expected. */
export const stateOfRecord = `${ofDocument} WHEN d.created_at < (SELECT day_ago FROM asked) THEN 'no-result' ELSE 'processing' END`

/** The condition for rows that need an action of the user, until the user marks the row as done. */
export const NEEDING = `state IN ('failed', 'no-result', 'needs-link') OR (flags > 0 AND state = 'extracted')`

/** The condition for rows that still get a result. A waiting file with a failure needs the user instead. */
export const IN_PROGRESS = `(state IN ('waiting', 'locked', 'online-only') AND failure IS NULL) OR state IN ('queued', 'uploading', 'processing')`
