// An edit on its way: looks at what the service has, sends where nobody else has changed it since, and reads until it
// stands there. A value is sent whole, so that sending it twice does no harm (rel C2, C5, C6).
import { AppError } from '#contract/errors.ts'
import type { EditField, EditTarget, EditValue } from '#contract/edits.ts'
import type { ApiAnswer, ApiClient } from '../api/client.ts'
import type { Document } from '../api/decode.ts'
import type { DecidedRows } from '../containers/decided-rows.ts'
import type { ReadableDb, WritableDb } from '../db/open.ts'
import type { Announce, Write } from '../db/write.ts'
import type { OutboxEntry } from '../outbox/store.ts'
import { Conflict } from '../outbox/states.ts'
import type { Acknowledged, OutboxKind } from '../outbox/worker.ts'
import { applyRecords } from '../sync/apply.ts'
import { loadResource } from '../sync/store.ts'
import { editIn } from './store.ts'
import { isSame, requestFor, valueIn } from './value.ts'

export type EditDeps = { client: ApiClient; db: ReadableDb; write: Write; now: () => string; decided: DecidedRows }

type Context = { signal: AbortSignal; beforeSend: () => void }

/** Reads after the answer that may still show the old value: somebody changed it right behind us, or it was not kept. */
const READS_AFTER = 2

export function createEditKind(deps: EditDeps): OutboxKind {
  return {
    send: (entry, context) => send(deps, entry, context),
    settle: async (entry, signal) => {
      const { target, field, value } = editIn(entry)
      for (let read = 0; read < READS_AFTER; read++) {
        if (isSame(valueOf(deps, target, field) ?? value, value)) break
        await readRecord(deps, target, signal)
      }
      return { remoteId: null }
    },
    announce: (announce) => {
      announce('edits')
    },
    moved: (entry) => {
      deps.decided.of(editIn(entry).target)
    },
  }
}

async function send(deps: EditDeps, entry: OutboxEntry, context: Context): Promise<Acknowledged> {
  const { target, field, value, base } = editIn(entry)
  await readRecord(deps, target, context.signal)
  const theirs = valueOf(deps, target, field)
  if (theirs === null) throw new AppError('api/malformed', { reason: 'not the record asked for' })
  if (isSame(theirs, value)) return { remoteId: null }
  if (!isSame(theirs, base)) throw new Conflict({ theirs })
  const answer = await patch(deps, target, field, value, context)
  return {
    remoteId: null,
    store: (db, announce) => {
      store(deps, db, announce, answer)
    },
  }
}

async function patch({ client }: EditDeps, target: EditTarget, field: EditField, value: EditValue, context: Context): Promise<ApiAnswer & { document: Document }> {
  const { paths, body } = requestFor(target, field, value)
  const ask = (path: string) => client.read({ method: 'PATCH', path, priority: 1, body, ...context }, target.type)
  const [first = '', second] = paths
  try {
    return await ask(first)
  } catch (error) {
    // It was there a moment ago: what is unknown is the spelling.
    const isSpelling = error instanceof AppError && (error.details['status'] === 404 || error.details['status'] === 405)
    if (!isSpelling || second === undefined) throw error
    return ask(second)
  }
}

async function readRecord(deps: EditDeps, { type, id }: EditTarget, signal: AbortSignal): Promise<void> {
  const answer = await deps.client.read({ path: `/${type}s/${encodeURIComponent(id)}`, priority: 1, signal }, type)
  deps.write((db, announce) => {
    store(deps, db, announce, answer)
  })
}

function store({ now }: EditDeps, db: WritableDb, announce: Announce, { requestSeq, isOlderThan, document }: ApiAnswer & { document: Document }): void {
  applyRecords(db, announce, document, { requestSeq, isOlderThan, readAt: now(), sweepId: null })
}

function valueOf({ db }: EditDeps, { type, id }: EditTarget, field: EditField): EditValue | null {
  const record = loadResource(db, type, id)
  return record && valueIn(record, field)
}
