// The data that clients wrote, which is all that the service stores: tracking requests, edited attributes and the
// account's records. It is in SQLite, in the data folder or in memory, and is read once at the start.
import Database from 'better-sqlite3'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { StartupProblem } from '../startup-problem.ts'
import type { RequestType } from '../world/plan.ts'
import type { WrittenRequest } from '../world/written-requests.ts'
import { openAccount, type AccountStore } from '../account/stored.ts'
import { COLLECTION_SCHEMA } from './collection.ts'

/** Attributes that a client set; a list replaces the previous list. */
export type EditedAttributes = {
  ref_numbers?: readonly string[]
  tags?: readonly string[]
  company_name?: string
  /** The time of the edit, for records with `updated_at`. It is not an attribute itself. */
  updatedMs?: number
}

export type WrittenStore = {
  /** Returns the requests in the order in which they were added: row n is at index n - 1. */
  listRequests(): readonly WrittenRequest[]
  /** Returns the row of the request. */
  addRequest(request: Omit<WrittenRequest, 'row'>): number
  edit(type: string, id: string, attributes: EditedAttributes): void
  getEdit(type: string, id: string): EditedAttributes | null
  /** Returns the ids of the edited records of all types. */
  getEditedIds(): ReadonlySet<string>
  /** All other records, such as webhooks, custom fields and documents. */
  account: AccountStore
  close(): void
}

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS origin (seed TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS tracking_request (
    row INTEGER PRIMARY KEY,
    created_ms REAL NOT NULL,
    request_type TEXT NOT NULL,
    request_number TEXT NOT NULL,
    scac TEXT,
    ref_numbers TEXT NOT NULL,
    shipment_tags TEXT NOT NULL,
    customer_name TEXT,
    customer_id TEXT
  ) STRICT;
  CREATE TABLE IF NOT EXISTS edit (
    type TEXT NOT NULL,
    id TEXT NOT NULL,
    attributes TEXT NOT NULL,
    PRIMARY KEY (type, id)
  ) STRICT;
`

type RequestRow = {
  row: number
  created_ms: number
  request_type: RequestType
  request_number: string
  scac: string | null
  ref_numbers: string
  shipment_tags: string
  customer_name: string | null
  customer_id: string | null
}

export function openStore(dataDir: string | null, seed: string): WrittenStore {
  const db = openDatabase(dataDir)
  storeOrCheckSeed(db, dataDir, seed)
  const requests = db.prepare<[], RequestRow>('SELECT * FROM tracking_request ORDER BY row').all().map(parseRequest)
  const edits = new Map(
    db
      .prepare<[], { type: string; id: string; attributes: string }>('SELECT * FROM edit')
      .all()
      .map(({ type, id, attributes }) => [`${type} ${id}`, JSON.parse(attributes) as EditedAttributes]),
  )
  const editedIds = new Set([...edits.keys()].map((key) => key.slice(key.indexOf(' ') + 1)))
  const insertRequest = db.prepare('INSERT INTO tracking_request VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)')
  const replaceEdit = db.prepare('INSERT OR REPLACE INTO edit VALUES (?, ?, ?)')
  return {
    listRequests: () => requests,
    addRequest: (request) => {
      const row = requests.length + 1
      insertRequest.run(
        row,
        request.createdMs,
        request.requestType,
        request.requestNumber,
        request.scac,
        JSON.stringify(request.refNumbers),
        JSON.stringify(request.shipmentTags),
        request.customer?.name ?? null,
        request.customer?.partyId ?? null,
      )
      requests.push({ ...request, row })
      return row
    },
    edit: (type, id, edit) => {
      const key = `${type} ${id}`
      const merged = { ...edits.get(key), ...edit }
      replaceEdit.run(type, id, JSON.stringify(merged))
      edits.set(key, merged)
      editedIds.add(id)
    },
    getEdit: (type, id) => (editedIds.has(id) ? (edits.get(`${type} ${id}`) ?? null) : null),
    getEditedIds: () => editedIds,
    account: openAccount(db),
    close: () => {
      db.close()
    },
  }
}

function openDatabase(dataDir: string | null): Database.Database {
  if (dataDir === null) return withSchema(new Database(':memory:'))
  try {
    mkdirSync(dataDir, { recursive: true })
    const db = new Database(join(dataDir, 'service.db'))
    db.pragma('journal_mode = WAL')
    return withSchema(db)
  } catch (cause) {
    throw new StartupProblem(
      `The data folder ${dataDir} cannot be used: ${String(cause)}. Choose another with --data-dir.`,
      { cause },
    )
  }
}

function withSchema(db: Database.Database): Database.Database {
  db.exec(SCHEMA + COLLECTION_SCHEMA)
  const columns = db.pragma('table_info(tracking_request)') as { name: string }[]
  // Folders of an earlier version do not have this column.
  if (!columns.some(({ name }) => name === 'customer_id'))
    db.exec('ALTER TABLE tracking_request ADD COLUMN customer_id TEXT')
  return db
}

/** Throws if the folder was made with another seed. Ids are derived from the seed, so the stored ids would be wrong. */
function storeOrCheckSeed(db: Database.Database, dataDir: string | null, seed: string): void {
  const origin = db.prepare<[], { seed: string }>('SELECT seed FROM origin').get()
  if (!origin) db.prepare('INSERT INTO origin VALUES (?)').run(seed)
  else if (origin.seed !== seed) {
    db.close()
    throw new StartupProblem(
      `The data folder ${dataDir ?? ''} was made with --seed ${origin.seed}. Use that seed, or another --data-dir.`,
    )
  }
}

function parseRequest(row: RequestRow): WrittenRequest {
  return {
    row: row.row,
    createdMs: row.created_ms,
    requestType: row.request_type,
    requestNumber: row.request_number,
    scac: row.scac,
    refNumbers: JSON.parse(row.ref_numbers) as string[],
    shipmentTags: JSON.parse(row.shipment_tags) as string[],
    customer: row.customer_name === null ? null : { name: row.customer_name, partyId: row.customer_id },
  }
}
