// Handlers for the calls about many numbers at once.
import type { Batch, BatchLine, UnsentReason, UnlistedShipment } from '#contract/batches.ts'
import { AppError } from '#contract/errors.ts'
import type { HandlersOf } from '#contract/index.ts'
import type { Announce, Write } from '../db/write.ts'
import type { ReadableDb, WritableDb } from '../db/open.ts'
import { advance, countUnsentOf, dropHold, loadEntry, loadHold } from '../outbox/store.ts'
import type { Outbox } from '../outbox/worker.ts'
import type { Random } from '../outside/random.ts'
import type { InSlices } from '../db/slices.ts'
import { assess, type AssessDeps } from './assessment.ts'
import { normalizeNumber } from '../mirror/tracking/number.ts'
import { CREATE_REQUEST, type RequestPayload } from './create-request.ts'
import { loadRequestRows, type Block } from './list.ts'
import { saveRequest, mapWaitingByKey, waitingKey } from './waiting.ts'
import { lineOfScac } from '../mirror/tracking/store.ts'

export type BatchDeps = AssessDeps & {
  write: Write
  random: Random
  now: () => string
  inSlices: InSlices
  online: { outbox: Outbox } | null
}

export function batchHandlers(deps: BatchDeps, block: () => Block): HandlersOf<'batches'> {
  const { db, write, inSlices } = deps
  const loadExisting = (id: string): StoredBatch => {
    const batch = loadBatch(db, id)
    if (!batch) throw new AppError('tracking/unknown-batch', { id })
    return batch
  }
  return {
    'batches.assess': ({ texts }) => texts.map((text) => assess(deps, text)),
    'batches.list': () => loadBatches(db),
    'batches.get': ({ id }) => {
      const { stored, ...batch } = loadExisting(id)
      const requests = new Map(
        loadRequestRows(
          db,
          stored.flatMap(({ requestId }) => requestId ?? []),
          block(),
        ).map((row) => [row.id, row]),
      )
      return {
        ...batch,
        rows: stored.map(({ text, left, requestId }) => ({
          text,
          left,
          request: requestId === null ? null : (requests.get(requestId) ?? null),
        })),
      }
    },
    'batches.unlisted': ({ numbers }) => inSlices(unlistedShipments(db, numbers)),
    'batches.hold': () => {
      const hold = loadHold(db, CREATE_REQUEST)
      return hold && { ...hold, waiting: countUnsentOf(db, CREATE_REQUEST) }
    },
    'batches.create': ({ name, lines }) => create(deps, name, lines),
    'batches.cancel': ({ id }) => {
      const { stored } = loadExisting(id)
      return {
        cancelled: write(
          (w, announce) =>
            stored.filter(
              ({ requestId, isFollowed = false }) =>
                requestId !== null && !isFollowed && withdrawRequest(deps, w, announce, requestId),
            ).length,
        ),
      }
    },
    'batches.resume': () => {
      write((w, announce) => {
        dropHold(w, CREATE_REQUEST)
        announce('requests')
      })
      deps.online?.outbox.wake()
    },
  }
}

/** One transaction, so that never only part of a list is ordered. */
function create(deps: BatchDeps, name: string | null, lines: BatchLine[]): { id: string } {
  const id = deps.random.id()
  deps.write((w, announce) => {
    const payloads = lines.map(({ request }) => request && payloadOf(request))
    const waiting = mapWaitingByKey(
      w,
      payloads.flatMap((payload) => payload?.number ?? []),
    )
    saveBatch(
      w,
      { id, name, createdAt: deps.now() },
      lines.map((line, index) => saveLine(deps, w, line, payloads[index] ?? null, waiting)),
    )
    announce('requests')
  })
  deps.online?.outbox.wake()
  return { id }
}

function payloadOf(request: RequestPayload): RequestPayload {
  const number = normalizeNumber(request.number)
  if (number === '') throw new AppError('contract/invalid-input', { path: 'number', reason: 'no letter and no digit' })
  return { ...request, number }
}

/** `waiting`: requests that are not sent yet. This line adds its own. */
function saveLine(
  { random, now }: BatchDeps,
  db: WritableDb,
  { text, left }: BatchLine,
  payload: RequestPayload | null,
  waiting: Map<string, string>,
): StoredLine {
  if (payload === null) return { text, left: left ?? 'excluded', requestId: null }
  // Another window or an earlier line saved this request. The line follows it, and nothing is ordered twice.
  const earlierId = waiting.get(waitingKey(payload))
  if (earlierId !== undefined) return { text, left: null, requestId: earlierId, isFollowed: true }
  const requestId = random.id()
  saveRequest(db, requestId, payload, now())
  waiting.set(waitingKey(payload), requestId)
  return { text, left: null, requestId }
}

/** Requests that may have arrived remain: the service would keep them without the user's knowledge. */
function withdrawRequest({ now }: BatchDeps, db: WritableDb, announce: Announce, requestId: string): boolean {
  announce('requests', requestId)
  return loadEntry(db, requestId)?.maybeSent === 0 && advance(db, requestId, 'cancel', { at: now() })
}

// Finds tracked shipments that no line of a list names: neither by bill, booking nor any container.

const MAX_ROWS = 1_000

type Row = {
  shipmentId: string
  masterBill: string
  scac: string | null
  customer: string | null
  refs: string
  containers: string
  requested: string
}

/** The number of shipments or numbers that are processed before other work may run. */
const SLICE = 200

/** Shipments whose tracking was not stopped, in the order they are shown. */
const CANDIDATES =
  'SELECT id FROM shipment_row WHERE gone_since IS NULL AND tracking_stopped_at IS NULL ORDER BY master_bill, id'

/** Leaves out shipments whose containers were all returned empty: lists of users no longer name these. */
const OPEN_SHIPMENTS = `SELECT s.id AS shipmentId, s.master_bill AS masterBill, s.scac, s.customer, s.refs,
    (SELECT json_group_array(c.number) FROM container_row c WHERE c.shipment_id = s.id AND c.gone_since IS NULL) AS containers,
    (SELECT json_group_array(r.number_key) FROM request_row r WHERE r.shipment_id = s.id) AS requested
  FROM shipment_row s
  WHERE s.id IN (SELECT value FROM json_each(?))
    AND (EXISTS (SELECT 1 FROM container_row c WHERE c.shipment_id = s.id AND c.is_open = 1)
      OR NOT EXISTS (SELECT 1 FROM container_row c WHERE c.shipment_id = s.id))
  ORDER BY s.master_bill, s.id`

/** Runs in steps, because there may be tens of thousands of numbers and shipments. */
export function* unlistedShipments(
  db: ReadableDb,
  numbers: readonly string[],
): Generator<void, { rows: UnlistedShipment[]; total: number }> {
  const removeScac = createScacRemover(db)
  const listed = new Set<string>()
  for (const part of divideIntoSlices(numbers)) {
    for (const number of part) listed.add(removeScac(normalizeNumber(number)))
    yield
  }
  const rows: UnlistedShipment[] = []
  let total = 0
  for (const ids of divideIntoSlices(db.column<string>(CANDIDATES))) {
    for (const { refs, containers, requested, ...shipment } of db.all<Row>(OPEN_SHIPMENTS, JSON.stringify(ids))) {
      const containerNumbers = JSON.parse(containers) as string[]
      const numbersOfShipment = [shipment.masterBill, ...containerNumbers, ...(JSON.parse(requested) as string[])]
      if (numbersOfShipment.some((number) => listed.has(removeScac(normalizeNumber(number))))) continue
      total++
      if (rows.length < MAX_ROWS)
        rows.push({ ...shipment, refs: JSON.parse(refs) as string[], containers: containerNumbers })
    }
    yield
  }
  return { rows, total }
}

function* divideIntoSlices<Item>(items: readonly Item[]): Generator<readonly Item[]> {
  for (let from = 0; from < items.length; from += SLICE) yield items.slice(from, from + SLICE)
}

/** Removes the leading SCAC of a line, because bills are written with and without it. */
function createScacRemover(db: ReadableDb): (number: string) => string {
  const isLine = new Map<string, boolean>()
  return (number) => {
    const [, scac = '', rest = ''] = /^([A-Z]{4})([A-Z0-9]{6,})$/.exec(number) ?? []
    if (rest === '') return number
    const isLineCode = isLine.get(scac) ?? lineOfScac(db, scac) !== null
    isLine.set(scac, isLineCode)
    return isLineCode ? rest : number
  }
}

// Stored lists of ordered numbers: which line of a list became which request.

/** `isFollowed`: the request existed before, or belongs to an earlier line, so this batch does not withdraw it. */
type StoredLine = { text: string; left: UnsentReason | null; requestId: string | null; isFollowed?: boolean }
type StoredBatch = Batch & { stored: StoredLine[] }

/** Older batches are deleted; their requests stay. */
const MAX_BATCHES = 20

function saveBatch(
  db: WritableDb,
  { id, name, createdAt }: Pick<Batch, 'id' | 'name' | 'createdAt'>,
  lines: StoredLine[],
): void {
  db.run(
    'INSERT INTO batch (id, name, created_at, lines) VALUES (?, ?, ?, ?)',
    id,
    name,
    createdAt,
    JSON.stringify(lines),
  )
  db.run('DELETE FROM batch WHERE id NOT IN (SELECT id FROM batch ORDER BY created_at DESC, id LIMIT ?)', MAX_BATCHES)
}

type BatchRow = { id: string; name: string | null; createdAt: string; lines: string; unsent: number }

const ROWS = `SELECT b.id, b.name, b.created_at AS createdAt, b.lines,
    (SELECT count(*) FROM json_each(b.lines) l JOIN outbox o ON o.op_id = l.value ->> 'requestId'
      WHERE coalesce(l.value ->> 'isFollowed', 0) = 0 AND o.state IN ('PENDING', 'SENDING')) AS unsent
  FROM batch b`

function loadBatches(db: ReadableDb): Batch[] {
  return db.all<BatchRow>(`${ROWS} ORDER BY b.created_at DESC, b.id`).map((row) => toBatch(row, parseLines(row)))
}

function loadBatch(db: ReadableDb, id: string): StoredBatch | null {
  const row = db.get<BatchRow>(`${ROWS} WHERE b.id = ?`, id)
  if (!row) return null
  const stored = parseLines(row)
  return { ...toBatch(row, stored), stored }
}

function parseLines({ lines }: BatchRow): StoredLine[] {
  return JSON.parse(lines) as StoredLine[]
}

function toBatch({ id, name, createdAt, unsent }: BatchRow, stored: StoredLine[]): Batch {
  return {
    id,
    name,
    createdAt,
    unsent,
    lines: stored.length,
    submitted: stored.filter(({ requestId }) => requestId !== null).length,
  }
}
