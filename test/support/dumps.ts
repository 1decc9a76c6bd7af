// Compares dumps of two mirrors: the rows of each table, as JSON.

/** What differs: columns of rows that have a name, otherwise whole rows. Empty if the dumps are equal. */
export function compareDumps(expected: Record<string, string[]>, actual: Record<string, string[]>): string[] {
  return Object.entries(expected).flatMap(([table, rows]) => {
    const others = actual[table] ?? []
    const [expectedSet, actualSet] = [new Set(rows), new Set(others)]
    const missing = rows.filter((row) => !actualSet.has(row))
    const extra = others.filter((row) => !expectedSet.has(row))
    const extraByName = new Map(extra.map((row) => [nameRow(row), row]))
    const changed = missing.filter((row) => extraByName.has(nameRow(row)))
    const changedNames = new Set(changed.map(nameRow))
    return [
      ...changed.map((row) => `has in ${table} ${nameRow(row)}: ${listColumns(row, extraByName.get(nameRow(row)))}`),
      ...missing.filter((row) => !changedNames.has(nameRow(row))).map((row) => `lacks in ${table}: ${row}`),
      ...extra.filter((row) => !changedNames.has(nameRow(row))).map((row) => `has in ${table}: ${row}`),
      ...(rows.length === others.length ? [] : [`${table}: ${others.length} rows instead of ${rows.length}`]),
    ]
  })
}

type Row = Record<string, unknown>

function parseRow(json: string): Row {
  const row: unknown = json.startsWith('{') ? JSON.parse(json) : null
  return typeof row === 'object' && row !== null ? (row as Row) : { value: json }
}

/** The name of a row: its type and id, or what it has instead. */
export function nameRow(json: string): string {
  const { type, kind, id, uid, name, value } = parseRow(json)
  return [type, kind, id ?? uid ?? name ?? value].filter((part) => typeof part === 'string').join(' ')
}

function listColumns(expected: string, actual = '{}'): string {
  const [one, other] = [parseRow(expected), parseRow(actual)]
  return Object.keys(one)
    .filter((column) => JSON.stringify(one[column]) !== JSON.stringify(other[column]))
    .map((column) => `${column} ${JSON.stringify(other[column])} instead of ${JSON.stringify(one[column])}`)
    .join(', ')
}
