// Assesses a typed number by its form and by data of this account: its likely line, and whether it is already tracked.
import type { Assessment, LineChoice, RequestRow } from '#contract/tracking.ts'
import type { Resolution } from '#contract/search.ts'
import { text } from '../api/attributes.ts'
import type { ReadableDb } from '../db/open.ts'
import { findEntryOfRecord } from '../outbox/store.ts'
import { countLinesOfNumbers } from '../mirror/search/store.ts'
import { loadResource } from '../mirror/records.ts'
import { normalizeNumber } from '../mirror/tracking/number.ts'
import { type Classified, classify, findPrefix } from './classify.ts'
import { loadRequestRows } from './list.ts'
import { lineOfScac, requestsNumbered } from '../mirror/tracking/store.ts'
import { listRefusedRequests, findWaiting } from './waiting.ts'

export type AssessDeps = {
  db: ReadableDb
  /** Finds the record with this number by the rules for direct links. */
  findNumber: (number: string) => Resolution | null
}

export function assessNumber(deps: AssessDeps, typed: string): Assessment {
  const classified = classify(typed, (scac) => lineOfScac(deps.db, scac))
  const { number, verdict, types, correctedNumber } = classified
  const tracked = findTracked(deps, classified)
  const failed = tracked === null && types.length > 0 ? findFailedRequest(deps.db, number) : null
  return { number, verdict, types, correctedNumber, suggestedLine: suggestLine(deps.db, classified), tracked, failed }
}

function suggestLine(db: ReadableDb, { number, verdict, types, line }: Classified): Assessment['suggestedLine'] {
  const isSendable = types.length > 0 || verdict === 'wrong-check-digit'
  if (!isSendable) return null
  if (line !== null) return { ...(lineOfScac(db, line.scac) ?? line), from: 'prefix' }
  const guessedLine = findLineByHistory(db, number)
  return guessedLine && { ...guessedLine, from: 'history' }
}

/** One number proves nothing about its line. Of several numbers, more than half must agree. */
const MIN_SAME_PREFIX = 2

function findLineByHistory(db: ReadableDb, number: string): LineChoice | null {
  const prefix = findPrefix(number)
  if (prefix === null) return null
  const lines = countLinesOfNumbers(db, prefix.toLowerCase())
  const [mostFrequent] = lines
  const totalCount = lines.reduce((sum, { count }) => sum + count, 0)
  if (!mostFrequent || mostFrequent.count < MIN_SAME_PREFIX || mostFrequent.count * 2 <= totalCount) return null
  return lineOfScac(db, mostFrequent.scac) ?? { scac: mostFrequent.scac, name: mostFrequent.scac }
}

function findTracked({ db, findNumber }: AssessDeps, { number, verdict, types }: Classified): Assessment['tracked'] {
  if (types.length === 0 && verdict !== 'wrong-check-digit') return null
  const spellings = listSpellings(db, number)
  const trackedRecord = spellings
    .map((spelling) => toTrackedRecord(db, findNumber(spelling), spellings))
    .find((tracked) => tracked !== null)
  if (trackedRecord) return trackedRecord
  const waiting = findWaiting(db, spellings)
  if (waiting) return { kind: 'waiting', ...waiting, shipmentId: null }
  const [request] = requestsNumbered(db, spellings).filter(({ status }) => status !== 'failed')
  if (!request) return null
  const shipment = request.shipmentId === null ? null : loadResource(db, 'shipment', request.shipmentId)
  return {
    kind: 'request',
    id: findEntryOfRecord(db, request.id) ?? request.id,
    number: request.number,
    shipmentId: shipment?.id ?? null,
  }
}

/** Finds the last failed request for this number. The same request would probably fail again, and may cost again. */
function findFailedRequest(db: ReadableDb, number: string): RequestRow | null {
  const spellings = listSpellings(db, number)
  const failed = requestsNumbered(db, spellings).filter(({ status }) => status === 'failed')
  const ids = [...failed.map(({ id }) => findEntryOfRecord(db, id) ?? id), ...listRefusedRequests(db, spellings)]
  if (ids.length === 0) return null
  const newestFirst = loadRequestRows(db, ids, null).toSorted((one, other) =>
    one.createdAt < other.createdAt ? 1 : -1,
  )
  return newestFirst[0] ?? null
}

/** The number with and without its leading SCAC, because bills are written in both forms. */
function listSpellings(db: ReadableDb, number: string): string[] {
  const [, scac = '', rest = ''] = /^([A-Z]{4})([A-Z0-9]{6,})$/.exec(number) ?? []
  return rest !== '' && lineOfScac(db, scac) !== null ? [number, rest] : [number]
}

/** Null if the record was found by a reference only, because a reference can equal any number. */
function toTrackedRecord(db: ReadableDb, found: Resolution | null, spellings: string[]): Assessment['tracked'] {
  if (found?.containerId) {
    const number = text(loadResource(db, 'container', found.containerId)?.attributes ?? {}, 'number')
    const hasSameNumber = number !== null && normalizeNumber(number) === spellings[0]
    return hasSameNumber ? { kind: 'container', id: found.containerId, number, shipmentId: found.shipmentId } : null
  }
  if (!found?.shipmentId) return null
  const attributes = loadResource(db, 'shipment', found.shipmentId)?.attributes ?? {}
  const numbers = [text(attributes, 'bill_of_lading_number'), text(attributes, 'normalized_number')].flatMap(
    (candidate) => candidate ?? [],
  )
  const hasSameNumber = numbers.some((candidate) => spellings.includes(normalizeNumber(candidate)))
  return hasSameNumber
    ? { kind: 'shipment', id: found.shipmentId, number: numbers[0] ?? '', shipmentId: found.shipmentId }
    : null
}
