// Documents at the service: each content is there once, whatever was lost on the way, and no unfinished content.
import { type Check, isReportedDamaged, rowsOf } from './oracle.ts'

type Row = { sha256: string; name: string; state: string; error: string | null; documentId: string | null; gen: number }

const UPLOADS =
  'SELECT sha256, name, state, error, document_id AS documentId, gen FROM main.upload ORDER BY sha256, gen'

export const everyContentIsUploaded: Check = (scene) => {
  const {
    world: { office },
    raw,
    documents,
  } = scene
  if (!office || isReportedDamaged(scene, 'state')) return []
  const storedHashes = new Set(documents.map(({ sha256 }) => sha256))
  return rowsOf<Row>(raw, UPLOADS).flatMap(({ sha256, name, state, error, documentId }) => {
    if (state === 'REJECTED') return error === null ? [`${name} is refused without a reason`] : []
    if (documentId === null) return [`${name} (${sha256.slice(0, 8)}) is ${state} and no document`]
    return storedHashes.has(sha256) ? [] : [`${name} (${sha256.slice(0, 8)}) is ${state} and not at the service`]
  })
}

/** An account may accept the same content several times: then only the engine can prevent duplicates. */
export const noContentIsStoredTwice: Check = ({ world: { office }, raw, documents }) => {
  if (!office) return []
  const uploadCounts = new Map(
    rowsOf<{ sha256: string; n: number }>(raw, 'SELECT sha256, count(*) AS n FROM main.upload GROUP BY sha256').map(
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

/** A file that is dropped or saved again is a new attempt, also under the same path. */
const ATTEMPTS = `SELECT md5, name, (SELECT count(*) FROM main.sighting s WHERE s.sha256 = u.sha256) AS files FROM main.upload u GROUP BY sha256`
const MAX_ADDRESSES = 3

/** T26 loses no answer. After each start an upload address may have expired, which costs one more. */
export const noContentIsSentForever: Check = ({ world: { plan, uploadAddresses, desktop, office }, raw }) => {
  if (plan.test !== 'T26') return []
  return rowsOf<{ md5: string; name: string; files: number }>(raw, ATTEMPTS).flatMap(({ md5, name, files }) => {
    const tries = Math.max(1, files, office?.cabinet.saves.get(md5) ?? 0)
    const [requested, allowed] = [uploadAddresses.get(md5) ?? 0, MAX_ADDRESSES * tries + desktop.starts() - 1]
    return requested > allowed
      ? [`${name}: ${requested} upload addresses for a content saved ${tries} times, at most ${allowed} are allowed`]
      : []
  })
}
