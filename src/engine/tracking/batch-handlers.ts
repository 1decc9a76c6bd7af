// Answers to the calls about many numbers at once.
import type { BatchLine } from '#contract/batches.ts'
import { AppError } from '#contract/errors.ts'
import type { EngineContract } from '#contract/index.ts'
import type { Handlers } from '#contract/rpc.ts'
import type { Announce, Write } from '../db/write.ts'
import type { WritableDb } from '../db/open.ts'
import { advance, countUnsentOf, dropHold, loadEntry, loadHold } from '../outbox/store.ts'
import type { Outbox } from '../outbox/worker.ts'
import type { Random } from '../outside/random.ts'
import type { InSlices } from '../db/slices.ts'
import { type AssessDeps, assess } from './assessment.ts'
import { normalizeNumber } from '../mirror/tracking/number.ts'
import { type StoredBatch, type StoredLine, loadBatch, loadBatches, saveBatch } from './batches.ts'
import { CREATE_REQUEST, type RequestPayload } from './create-request.ts'
import { type Block, loadRequestRows } from './list.ts'
import { unlistedShipments } from './unlisted.ts'
import { saveRequest, waitingByKey, waitingKey } from './waiting.ts'

type Names = Extract<keyof Handlers<EngineContract>, `batches.${string}`>

export type BatchDeps = AssessDeps & {
  write: Write
  random: Random
  now: () => string
  inSlices: InSlices
  online: { outbox: Outbox } | null
}

export function batchHandlers(deps: BatchDeps, block: () => Block): Pick<Handlers<EngineContract>, Names> {
  const { db, write, inSlices } = deps
  const known = (id: string): StoredBatch => {
    const batch = loadBatch(db, id)
    if (!batch) throw new AppError('tracking/unknown-batch', { id })
    return batch
  }
  return {
    'batches.assess': ({ texts }) => texts.map((text) => assess(deps, text)),
    'batches.list': () => loadBatches(db),
    'batches.get': ({ id }) => {
      const { stored, ...batch } = known(id)
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
    'batches.takeBack': ({ id }) => {
      const { stored } = known(id)
      return {
        taken: write(
          (w, announce) =>
            stored.filter(
              ({ requestId, isFollowed = false }) =>
                requestId !== null && !isFollowed && takeBack(deps, w, announce, requestId),
            ).length,
        ),
      }
    },
    'batches.goOn': () => {
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
    const waiting = waitingByKey(
      w,
      payloads.flatMap((payload) => payload?.number ?? []),
    )
    saveBatch(
      w,
      { id, name, createdAt: deps.now() },
      lines.map((line, place) => saveLine(deps, w, line, payloads[place] ?? null, waiting)),
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

/** `waiting`: what is not yet sent, to which this line adds its own. */
function saveLine(
  { random, now }: BatchDeps,
  db: WritableDb,
  { text, left }: BatchLine,
  payload: RequestPayload | null,
  waiting: Map<string, string>,
): StoredLine {
  if (payload === null) return { text, left: left ?? 'excluded', requestId: null }
  // Saved by another window, or in a line before this one: it is followed, and not ordered twice.
  const followed = waiting.get(waitingKey(payload))
  if (followed !== undefined) return { text, left: null, requestId: followed, isFollowed: true }
  const requestId = random.id()
  saveRequest(db, requestId, payload, now())
  waiting.set(waitingKey(payload), requestId)
  return { text, left: null, requestId }
}

/** Requests that may have arrived remain: the service would keep them without the user's knowledge. */
function takeBack({ now }: BatchDeps, db: WritableDb, announce: Announce, requestId: string): boolean {
  announce('requests', requestId)
  return loadEntry(db, requestId)?.maybeSent === 0 && advance(db, requestId, 'cancel', { at: now() })
}
