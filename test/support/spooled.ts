// Adds content to the spool as the watched folders do: a copy named by its hash, a row of the upload queue, and a row
// for each file.
import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import type { DocumentRow } from '#contract/documents.ts'
import type { Failure } from '#contract/values.ts'
import type { TestEngine } from './test-engine.ts'
import type { SyncedEngine } from './synced-engine.ts'

export type Spooled = { sha256: string; rowIds: string[] }

export type SpoolOptions = {
  name?: string
  contentType?: string
  /** The paths of the files that have this content. */
  files?: string[]
  folder?: string | null
}

/** Each file gets a later timestamp, so that the order of arrival is known. */
let arrivalCount = 0

/**
 * Adds content to the spool of a running engine by a second connection. The engine finds the rows at its next check.
 */
export function spool(
  { dir }: Pick<TestEngine, 'dir'>,
  bytes: Uint8Array,
  {
    name = 'invoice.pdf',
    contentType = 'application/pdf',
    files = [`/in/${name}`],
    folder = 'inbox',
  }: SpoolOptions = {},
): Spooled {
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const md5 = createHash('md5').update(bytes).digest('base64')
  mkdirSync(join(dir, 'spool'), { recursive: true })
  writeFileSync(join(dir, 'spool', sha256), bytes)
  const db = new Database(join(dir, 'state.db'))
  const at = new Date(Date.parse('2026-11-20T17:00:00Z') + arrivalCount++).toISOString()
  try {
    db.prepare(
      `INSERT OR IGNORE INTO folder (id, path, after, always_polls, is_recursive, state, state_since, created_at) VALUES ('inbox', '/in', 'leave', 0, 0, 'OK', ?, ?)`,
    ).run(at, at)
    db.prepare(
      `INSERT OR IGNORE INTO upload (sha256, gen, md5, size, content_type, name, state, created_at, updated_at) VALUES (?, 1, ?, ?, ?, ?, 'QUEUED', ?, ?)`,
    ).run(sha256, md5, bytes.byteLength, contentType, name, at, at)
    const insertRow = db.prepare(
      `INSERT INTO sighting (folder_id, path, ident, size, mtime_ns, first_seen_at, state, sha256, gen) VALUES (?, ?, ?, ?, '1', ?, 'SPOOLED', ?, 1)`,
    )
    const rowIds = files.map(
      (path) =>
        `f${insertRow.run(folder ?? 'drop', path, `1:${arrivalCount}-${path}`, bytes.byteLength, at, sha256).lastInsertRowid}`,
    )
    return { sha256, rowIds }
  } finally {
    db.close()
  }
}

/** Inserts a file that was seen in a folder and is not in the spool yet. `failure` is the reason. */
export function insertSighting({ dir }: Pick<TestEngine, 'dir'>, path: string, failure: Failure | null = null): void {
  const db = new Database(join(dir, 'state.db'))
  const at = new Date(Date.parse('2026-11-20T17:00:00Z') + arrivalCount++).toISOString()
  try {
    db.prepare(
      `INSERT OR IGNORE INTO folder (id, path, after, always_polls, is_recursive, state, state_since, created_at)
       VALUES ('inbox', '/in', 'leave', 0, 0, 'OK', ?, ?)`,
    ).run(at, at)
    db.prepare(
      `INSERT INTO sighting (folder_id, path, ident, size, mtime_ns, first_seen_at, state, error)
       VALUES ('inbox', ?, ?, 20480, '1', ?, 'WAITING', ?)`,
    ).run(path, `1:${arrivalCount}-${path}`, at, failure && JSON.stringify(failure))
  } finally {
    db.close()
  }
}

export async function loadInbox({ client }: Pick<TestEngine, 'client'>): Promise<DocumentRow[]> {
  const { rows } = await client.call('documents.list', {
    filter: { scope: 'all' },
    sort: [
      { column: 'received', direction: 'asc' },
      { column: 'file', direction: 'asc' },
    ],
    window: { offset: 0, limit: 500 },
  })
  return rows
}

/** Makes the uploader check its queue, as a new entry does. */
export async function wakeUploader(engine: Pick<TestEngine, 'client'>): Promise<void> {
  await engine.client.call('folders.pause', { isPaused: false })
}

/** Advances the clock until the condition holds. The service processes documents meanwhile. */
export async function untilDocuments(
  engine: SyncedEngine,
  isDone: (rows: DocumentRow[]) => boolean,
  atMostMs = 900_000,
): Promise<DocumentRow[]> {
  for (let passedMs = 0; passedMs <= atMostMs; passedMs += STEP_MS) {
    await engine.service.work()
    const rows = await loadInbox(engine)
    if (isDone(rows)) return rows
    await engine.clock.advance(STEP_MS)
  }
  throw new Error(
    `the condition is still false after ${atMostMs} ms of process time: ${JSON.stringify(await loadInbox(engine))}`,
  )
}

const STEP_MS = 1_000

/** Lists the documents of the service, without the engine. */
export function listServiceDocuments({
  service,
}: Pick<SyncedEngine, 'service'>): { id: string; attributes: Record<string, unknown> }[] {
  const { bytes } = service.act({
    method: 'GET',
    url: 'https://track.example/v2/documents?page[size]=100',
    headers: {},
    maxBytes: 1e9,
  })
  return (
    JSON.parse(new TextDecoder().decode(bytes)) as { data: { id: string; attributes: Record<string, unknown> }[] }
  ).data
}

/** Uploads a file with the same account from another computer, and returns the id of the document. */
export function uploadFromOtherComputer(
  { service }: Pick<SyncedEngine, 'service'>,
  bytes: Uint8Array,
  name: string,
): string {
  const request = (method: 'POST' | 'PUT', url: string, body: unknown, headers: Record<string, string> = {}) => {
    const sent = body instanceof Uint8Array ? body : JSON.stringify(body)
    const { status, bytes: answer } = service.handle({
      method,
      url,
      headers: { authorization: 'Token test-key', ...headers },
      body: sent,
      maxBytes: 1e9,
    })
    if (status >= 300) throw new Error(`${method} ${url}: ${status} ${new TextDecoder().decode(answer)}`)
    return (answer.byteLength === 0 ? {} : JSON.parse(new TextDecoder().decode(answer))) as {
      signed_id: string
      direct_upload: { url: string; headers: Record<string, string> }
      data: { id: string }
    }
  }
  const checksum = createHash('md5').update(bytes).digest('base64')
  const blob = { filename: name, content_type: 'application/pdf', byte_size: bytes.byteLength, checksum }
  const { signed_id: signedId, direct_upload: place } = request(
    'POST',
    'https://track.example/rails/active_storage/direct_uploads',
    { blob },
  )
  request(
    'PUT',
    place.url,
    bytes,
    Object.fromEntries(Object.entries(place.headers).map(([header, value]) => [header.toLowerCase(), value])),
  )
  return request('POST', 'https://track.example/v2/documents', {
    data: { type: 'document', attributes: { name, attached_document: signedId } },
  }).data.id
}

/** Returns a condition: the service has processed exactly this many documents. */
export const hasProcessed = (count: number) => (rows: Pick<DocumentRow, 'state'>[]) =>
  rows.filter(({ state }) => state === 'extracted' || state === 'needs-link').length === count
