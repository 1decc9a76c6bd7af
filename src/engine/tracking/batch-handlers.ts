// Handlers for the calls about batches: lists of many numbers that the user pasted and ordered at once.
import type { Batch, BatchLine, UnsentReason, UnlistedShipment } from '#contract/batches.ts'
import { AppError } from '#contract/errors.ts'
import type { HandlersOf } from '#contract/index.ts'
import type { Write } from '../db/write.ts'
import type { ReadableDb, WritableDb } from '../db/open.ts'
import { countUnsentOfKind, deleteKindPause, loadKindPause } from '../outbox/store.ts'
import type { Outbox } from '../outbox/worker.ts'
import type { Random } from '../outside/random.ts'
import type { InSlices } from '../db/slices.ts'
import { assessNumber, type AssessDeps } from './assessment.ts'
import { normalizeNumber } from '../mirror/tracking/number.ts'
import { CREATE_REQUEST, type RequestPayload } from './create-request.ts'
import { loadRequestRows, type SendingBlock } from './list.ts'
import { saveRequest, mapWaitingByKey, waitingKey } from './waiting.ts'
import { type WithdrawDeps, withdrawRequests } from './withdraw.ts'
import { lineOfScac } from '../mirror/tracking/store.ts'

export type BatchDeps = AssessDeps & {
  write: Write
  random: Random
  now: () => string
  inSlices: InSlices
  online: ({ outbox: Outbox } & NonNullable<WithdrawDeps['online']>) | null
}

export function batchHandlers(deps: BatchDeps, block: () => SendingBlock): HandlersOf<'batches'> {
  const { db, write, inSlices } = deps
  const loadExisting = (id: string): StoredBatch => {
    const batch = loadBatch(db, id)
    if (!batch) throw new AppError('tracking/unknown-batch', { id })
    return batch
  }
  return {
    'batches.assess': ({ texts }) => texts.map((text) => assessNumber(deps, text)),
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
        rows: stored.map(({ text, left, requestId, refs = [] }) => {
          const request = requestId === null ? null : (requests.get(requestId) ?? null)
          return { text, left, request, refs: request?.refs ?? refs }
        }),
      }
    },
    'batches.unlisted': ({ numbers }) => inSlices(unlistedShipments(db, numbers)),
    'batches.hold': () => {
      const pause = loadKindPause(db, CREATE_REQUEST)
      return pause && { ...pause, waiting: countUnsentOfKind(db, CREATE_REQUEST) }
    },
    'batches.create': ({ name, lines }) => createBatch(deps, name, lines),
    'batches.cancel': async ({ id }) => {
      const { stored } = loadExisting(id)
      const ordered = stored.filter(({ isFollowed = false }) => !isFollowed)
      return {
        cancelled: await withdrawRequests(
          deps,
          ordered.flatMap(({ requestId }) => requestId ?? []),
        ),
      }
    },
    'batches.resume': () => {
      write((db, announce) => {
        deleteKindPause(db, CREATE_REQUEST)
        announce('requests')
      })
      deps.online?.outbox.wake()
    },
  }
}

/** Saves all requests in one transaction, so that never only part of a list is ordered. */
function createBatch(deps: BatchDeps, name: string | null, lines: BatchLine[]): { id: string } {
  const id = deps.random.id()
  deps.write((db, announce) => {
    const payloads = lines.map(({ request }) => request && normalizePayload(request))
    const waitingIds = mapWaitingByKey(
      db,
      payloads.flatMap((payload) => payload?.number ?? []),
    )
    saveBatch(
      db,
      { id, name, createdAt: deps.now() },
      lines.map((textLine, index) => saveTextLine(deps, db, textLine, payloads[index] ?? null, waitingIds)),
    )
    announce('requests')
  })
  deps.online?.outbox.wake()
  return { id }
}

function normalizePayload(request: RequestPayload): RequestPayload {
  const number = normalizeNumber(request.number)
  if (number === '') throw new AppError('contract/invalid-input', { path: 'number', reason: 'no letter and no digit' })
  return { ...request, number }
}

/** `waitingIds`: requests that are not sent yet, by `waitingKey`. The request of this text line is added. */
function saveTextLine(
  { random, now }: BatchDeps,
  db: WritableDb,
  { text, left, refs = [] }: BatchLine,
  payload: RequestPayload | null,
  waitingIds: Map<string, string>,
): StoredTextLine {
  if (payload === null) return { text, left: left ?? 'excluded', requestId: null, refs }
  // Another window or an earlier text line saved this request. The text line follows it, and nothing is ordered twice.
  const earlierId = waitingIds.get(waitingKey(payload))
  if (earlierId !== undefined) return { text, left: null, requestId: earlierId, isFollowed: true, refs: payload.refs }
  const requestId = random.id()
  saveRequest(db, requestId, payload, now())
  waitingIds.set(waitingKey(payload), requestId)
  return { text, left: null, requestId, refs: payload.refs }
}

// Finds tracked shipments that no row of a list names: neither by bill, booking nor any container.

/** The most shipments that an answer contains. */
const MAX_SHIPMENTS = 1_000

type StoredShipment = {
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
const CANDIDATES_SQL =
  'SELECT id FROM shipment_row WHERE gone_since IS NULL AND tracking_stopped_at IS NULL ORDER BY master_bill, id'

/** Leaves out shipments whose containers were all returned empty: lists of users no longer name these. */
const OPEN_SHIPMENTS_SQL = `SELECT shipment.id AS shipmentId, shipment.master_bill AS masterBill, shipment.scac, shipment.customer, shipment.refs,
    (SELECT json_group_array(container.number) FROM container_row container WHERE container.shipment_id = shipment.id AND container.gone_since IS NULL) AS containers,
    (SELECT json_group_array(request.number_key) FROM request_row request WHERE request.shipment_id = shipment.id) AS requested
  FROM shipment_row shipment
  WHERE shipment.id IN (SELECT value FROM json_each(?))
    AND (EXISTS (SELECT 1 FROM container_row container WHERE container.shipment_id = shipment.id AND container.is_open = 1)
      OR NOT EXISTS (SELECT 1 FROM container_row container WHERE container.shipment_id = shipment.id))
  ORDER BY shipment.master_bill, shipment.id`

/** Runs in steps, because there may be tens of thousands of numbers and shipments. */
export function* unlistedShipments(
  db: ReadableDb,
  numbers: readonly string[],
): Generator<void, { rows: UnlistedShipment[]; total: number }> {
  const removeScac = createScacRemover(db)
  const listed = new Set<string>()
  for (const slice of divideIntoSlices(numbers)) {
    for (const number of slice) listed.add(removeScac(normalizeNumber(number)))
    yield
  }
  const rows: UnlistedShipment[] = []
  let total = 0
  for (const ids of divideIntoSlices(db.column<string>(CANDIDATES_SQL))) {
    for (const { refs, containers, requested, ...shipment } of db.all<StoredShipment>(
      OPEN_SHIPMENTS_SQL,
      JSON.stringify(ids),
    )) {
      const containerNumbers = JSON.parse(containers) as string[]
      const numbersOfShipment = [shipment.masterBill, ...containerNumbers, ...(JSON.parse(requested) as string[])]
      if (numbersOfShipment.some((number) => listed.has(removeScac(normalizeNumber(number))))) continue
      total++
      if (rows.length < MAX_SHIPMENTS)
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
  const isLineByScac = new Map<string, boolean>()
  return (number) => {
    const [, scac = '', numberWithoutScac = ''] = /^([A-Z]{4})([A-Z0-9]{6,})$/.exec(number) ?? []
    if (numberWithoutScac === '') return number
    const isLineCode = isLineByScac.get(scac) ?? lineOfScac(db, scac) !== null
    isLineByScac.set(scac, isLineCode)
    return isLineCode ? numberWithoutScac : number
  }
}

// Stored batches: which text line of a list became which request.

/**
 * `isFollowed`: the request existed before, or belongs to an earlier text line, so this batch does not withdraw it.
 * `refs`: shown if the line has no request any more; an earlier version did not store them.
 */
type StoredTextLine = {
  text: string
  left: UnsentReason | null
  requestId: string | null
  isFollowed?: boolean
  refs?: string[]
}
type StoredBatch = Batch & { stored: StoredTextLine[] }

/** Older batches are deleted; their requests stay. */
const MAX_BATCHES = 20

function saveBatch(
  db: WritableDb,
  { id, name, createdAt }: Pick<Batch, 'id' | 'name' | 'createdAt'>,
  lines: StoredTextLine[],
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

const BATCHES_SQL = `SELECT batch.id, batch.name, batch.created_at AS createdAt, batch.lines,
    (SELECT count(*) FROM json_each(batch.lines) text_line JOIN outbox entry ON entry.op_id = text_line.value ->> 'requestId'
      WHERE coalesce(text_line.value ->> 'isFollowed', 0) = 0 AND entry.state IN ('PENDING', 'SENDING')) AS unsent
  FROM batch`

function loadBatches(db: ReadableDb): Batch[] {
  return db
    .all<BatchRow>(`${BATCHES_SQL} ORDER BY batch.created_at DESC, batch.id`)
    .map((row) => toBatch(row, parseTextLines(row)))
}

function loadBatch(db: ReadableDb, id: string): StoredBatch | null {
  const row = db.get<BatchRow>(`${BATCHES_SQL} WHERE batch.id = ?`, id)
  if (!row) return null
  const stored = parseTextLines(row)
  return { ...toBatch(row, stored), stored }
}

function parseTextLines({ lines }: BatchRow): StoredTextLine[] {
  return JSON.parse(lines) as StoredTextLine[]
}

function toBatch({ id, name, createdAt, unsent }: BatchRow, stored: StoredTextLine[]): Batch {
  return {
    id,
    name,
    createdAt,
    unsent,
    lines: stored.length,
    submitted: stored.filter(({ requestId }) => requestId !== null).length,
  }
}
