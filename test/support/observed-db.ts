import type { ReadableDb, SqlValue } from '#engine/db/open.ts'

/** Wraps a database. Calls `onQuery` before each query. */
export function observeQueries<Db extends ReadableDb>(db: Db, onQuery: (sql: string, values: SqlValue[]) => void): Db {
  const observed = (method: 'all' | 'get' | 'column' | 'value') => ({
    [method]: (sql: string, ...values: SqlValue[]) => {
      onQuery(sql, values)
      return (db[method] as (sql: string, ...values: SqlValue[]) => unknown)(sql, ...values)
    },
  })
  return { ...db, ...observed('all'), ...observed('get'), ...observed('column'), ...observed('value') }
}
