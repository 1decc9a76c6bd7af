// Checks that the databases are intact, and that the stored rows equal a new projection of the records.
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { loadAllContainerIds, projectContainers } from '#engine/mirror/containers/store.ts'
import { momentSetup, setMoment } from '#engine/mirror/containers/moment.ts'
import { openConnection } from '#engine/db/open.ts'
import { loadAllShipmentIds, projectShipments } from '#engine/mirror/shipments.ts'
import { loadAllRequestIds, projectRequests } from '#engine/mirror/tracking/store.ts'

export function databasesAreIntact(folder: string): string[] {
  return ['state', 'mirror'].flatMap((file) => {
    const db = new Database(join(folder, `${file}.db`), { readonly: true, fileMustExist: true })
    try {
      const result = db.pragma('integrity_check(3)') as { integrity_check: string }[]
      return result
        .map((row) => row.integrity_check)
        .filter((text) => text !== 'ok')
        .map((text) => `${file}.db: ${text}`)
    } finally {
      db.close()
    }
  })
}

const FIXED_DAY_MS = Date.UTC(2026, 5, 1)
const TABLES = ['container_row', 'shipment_row', 'request_row', 'charge_row']

/** Projects all rows again in a transaction, compares them, and rolls back. */
export function rowsMatchRecords(folder: string): string[] {
  const connection = openConnection(folder, momentSetup)
  const { raw, db } = connection
  try {
    const readTables = () =>
      TABLES.map((table) => raw.prepare(`SELECT * FROM mirror.${table} ORDER BY id`).all() as Record<string, unknown>[])
    const before = readTables()
    raw.pragma('query_only = OFF')
    raw.exec('BEGIN')
    // Stored rows do not depend on the day, so any day gives the same rows.
    setMoment(db, FIXED_DAY_MS, { tomorrow: 1, soon: 3, week: 7 })
    projectShipments(db, loadAllShipmentIds(db))
    projectRequests(db, loadAllRequestIds(db))
    projectContainers(db, loadAllContainerIds(db))
    const after = readTables()
    raw.exec('ROLLBACK')
    return TABLES.flatMap((table, i) => listDifferences(table, before[i] ?? [], after[i] ?? []))
  } finally {
    connection.close()
  }
}

function listDifferences(table: string, before: Record<string, unknown>[], after: Record<string, unknown>[]): string[] {
  const expectedRows = new Map(after.map((row) => [String(row['id']), row]))
  const ids = new Set([...before, ...after].map((row) => String(row['id'])))
  const storedRows = new Map(before.map((row) => [String(row['id']), row]))
  return [...ids].flatMap((id) => {
    const [storedRow, expectedRow] = [storedRows.get(id), expectedRows.get(id)]
    if (!storedRow || !expectedRow) return [`${table} ${id} is ${storedRow ? 'superfluous' : 'missing'}`]
    return Object.keys(expectedRow)
      .filter((name) => storedRow[name] !== expectedRow[name])
      .map((name) => `${table} ${id}: ${name} is ${String(storedRow[name])} and should be ${String(expectedRow[name])}`)
  })
}
