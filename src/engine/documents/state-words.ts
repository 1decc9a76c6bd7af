// Maps the stored states to the states of the screen, in SQL, because lists filter and sort by them. The queries of
// rows.ts contain this SQL. In them `upload` is the upload of the file's content, and `document` the document at the
// service.

/** The state of a document by its result. */
const documentStateSql = `CASE WHEN document.has_result = 1 THEN CASE WHEN document.link_count > 0 THEN 'extracted' ELSE 'needs-link' END WHEN reported_failure.id IS NOT NULL THEN 'failed'`

/** The first file of a content has its state; the others are duplicates of it. */
export const isFirstFileSql = `sighting.id = (SELECT min(other.id) FROM main.sighting other WHERE other.sha256 = sighting.sha256 AND other.gen = sighting.gen)`

/** The file must be copied, or copied again because its copy is missing. */
export const isWaitingFileSql = `(sighting.sha256 IS NULL OR sighting.state IN ('WAITING', 'LOCKED', 'ONLINE_ONLY'))`

export const fileStateSql = `CASE
  WHEN ${isWaitingFileSql} THEN CASE sighting.state WHEN 'WAITING' THEN 'waiting' WHEN 'LOCKED' THEN 'locked' WHEN 'ONLINE_ONLY' THEN 'online-only' ELSE 'failed' END
  WHEN upload.state IS NULL THEN 'queued'
  WHEN NOT (${isFirstFileSql}) OR upload.is_duplicate = 1 THEN 'duplicate'
  WHEN upload.state = 'REJECTED' THEN 'failed'
  WHEN upload.state = 'QUEUED' THEN 'queued'
  WHEN upload.state IN ('BLOB', 'PUT_OK', 'UNSURE') THEN 'uploading'
  ELSE ${documentStateSql} WHEN upload.state = 'NO_RESULT' THEN 'no-result' ELSE 'processing' END END`

/** For documents that arrived by another channel. After a day no result is expected. */
export const recordStateSql = `${documentStateSql} WHEN document.created_at < (SELECT day_ago FROM time_parameter) THEN 'no-result' ELSE 'processing' END`

/** The condition for rows that need an action of the user, until the user marks the row as done. */
export const NEEDS_USER_SQL = `state IN ('failed', 'no-result', 'needs-link') OR (flags > 0 AND state = 'extracted')`

/** The condition for rows that still get a result. A waiting file with a failure needs the user instead. */
export const IN_PROGRESS_SQL = `(state IN ('waiting', 'locked', 'online-only') AND failure IS NULL) OR state IN ('queued', 'uploading', 'processing')`
