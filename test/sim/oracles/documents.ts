// Checks that the service has each uploaded content exactly once, whatever requests and answers were lost.
import { type Check, type DesktopCheck, isReportedDamaged, readRows } from './oracle.ts'

type Row = { sha256: string; name: string; state: string; error: string | null; documentId: string | null; gen: number }

const UPLOADS_SQL =
  'SELECT sha256, name, state, error, document_id AS documentId, gen FROM main.upload ORDER BY sha256, gen'

export const everyContentIsUploaded: DesktopCheck = (finalState) => {
  const {
    world: { watchedFolder },
    raw,
    documents,
  } = finalState
  if (!watchedFolder || isReportedDamaged(finalState, 'state')) return []
  const storedHashes = new Set(documents.map(({ sha256 }) => sha256))
  return readRows<Row>(raw, UPLOADS_SQL).flatMap(({ sha256, name, state, error, documentId }) => {
    if (state === 'REJECTED') return error === null ? [`${name} is refused without a reason`] : []
    if (documentId === null) return [`${name} (${sha256.slice(0, 8)}) is ${state} and no document`]
    return storedHashes.has(sha256) ? [] : [`${name} (${sha256.slice(0, 8)}) is ${state} and not at the service`]
  })
}

/** Some accounts accept the same content several times. There, only the engine can prevent duplicates. */
export const noContentIsStoredTwice: DesktopCheck = ({ world: { watchedFolder }, raw, documents }) => {
  if (!watchedFolder) return []
  const uploadCounts = new Map(
    readRows<{ sha256: string; n: number }>(raw, 'SELECT sha256, count(*) AS n FROM main.upload GROUP BY sha256').map(
      ({ sha256, n }) => [sha256, n],
    ),
  )
  return [...Map.groupBy(documents, ({ sha256 }) => sha256)].flatMap(([sha256, copies]) => {
    const expected = uploadCounts.get(sha256) ?? 0
    const name = `${copies[0]?.name ?? ''} (${sha256.slice(0, 8)})`
    if (expected === 0) return [`${name} is at the service and not in the queue`]
    return copies.length > expected ? [`${name} is at the service ${copies.length} times`] : []
  })
}

/** A file that the clerk saves again allows new upload addresses, also under the same path. */
const ATTEMPTS_SQL = `SELECT md5, name, (SELECT count(*) FROM main.sighting s WHERE s.sha256 = u.sha256) AS files FROM main.upload u GROUP BY sha256`
const MAX_ADDRESSES = 3

/**
 * In T26 (recipes.ts) no answer is lost. After a restart an upload address may have expired, so one more is allowed.
 */
export const uploadAddressesAreLimited: Check = ({ world: { plan, uploadAddresses, desktop, watchedFolder }, raw }) => {
  if (plan.test !== 'T26') return []
  return readRows<{ md5: string; name: string; files: number }>(raw, ATTEMPTS_SQL).flatMap(({ md5, name, files }) => {
    const saveCount = Math.max(1, files, watchedFolder?.userFolder.saveCounts.get(md5) ?? 0)
    const [requested, allowed] = [
      uploadAddresses.get(md5) ?? 0,
      MAX_ADDRESSES * saveCount + desktop.getStartCount() - 1,
    ]
    return requested > allowed
      ? [
          `${name}: ${requested} upload addresses for a content saved ${saveCount} times, at most ${allowed} are allowed`,
        ]
      : []
  })
}
