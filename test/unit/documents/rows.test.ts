// The inbox as a query: what it costs grows with the documents alone.
import { expect, test } from 'vitest'
import type { ReadableDb, SqlValue } from '#engine/db/open.ts'
import { openConnection } from '#engine/db/open.ts'
import { countDocuments, countRows } from '#engine/documents/rows.ts'

const AT = '2026-11-20T17:00:00.000Z'

test('of no record every file on its way is gone through: each look at the uploads is by an index that ends at once', () => {
  const connection = openConnection(':memory:', 'SELECT 1')
  const { db } = connection
  const plans: string[] = []
  const explained = (sql: string, ...parameters: SqlValue[]) => {
    plans.push(...db.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, ...parameters).map(({ detail }) => detail).filter((detail) => /\bu\b/.test(detail)))
    return undefined
  }
  const asked: ReadableDb = { ...db, get: explained }
  countRows(asked, AT)
  countDocuments(asked, AT)
  connection.close()
  expect(plans.filter((detail) => detail.includes('upload_in_doubt (name=? AND size=?)')).length).toBe(2)
  expect(plans.filter((detail) => detail.startsWith('SCAN') || detail.includes('upload_open'))).toEqual([])
})
