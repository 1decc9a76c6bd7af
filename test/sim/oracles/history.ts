// Checks the history of changes. Each row of a field begins at the value of the previous row, and the last row ends at
// the current value of the record.
import { type Check, isReportedDamaged, readRows } from './oracle.ts'

type ChangeRow = { id: number; type: string; rid: string; field: string; before: string | null; after: string | null }

export const historyHasNoGap: Check = (finalState) => {
  if (isReportedDamaged(finalState, 'mirror')) return []
  const { raw } = finalState
  const problems: string[] = []
  const lastChanges = new Map<string, ChangeRow>()
  for (const change of readRows<ChangeRow>(
    raw,
    'SELECT id, type, rid, field, before, after FROM mirror.change ORDER BY id',
  )) {
    const name = `${change.type} ${change.rid} ${change.field}`
    const previous = lastChanges.get(name)
    if (change.before === change.after) problems.push(`${name}: row ${change.id} has no change`)
    if (previous && previous.after !== change.before)
      problems.push(`${name}: from ${previous.after ?? 'nothing'}, then from ${change.before ?? 'nothing'}`)
    lastChanges.set(name, change)
  }
  for (const { type, rid, field, after } of lastChanges.values()) {
    if (/[→/.]/.test(field)) continue
    const currentValue =
      readRows<{ value: string | null }>(
        raw,
        `SELECT json_extract(raw, '$.attributes') -> ('$."' || ? || '"') AS value FROM mirror.res WHERE type = ? AND id = ?`,
        field,
        type,
        rid,
      )[0]?.value ?? null
    if (normalizeJson(currentValue) !== normalizeJson(after))
      problems.push(
        `${type} ${rid} ${field}: the last row ends at ${after ?? 'nothing'}, and the value is ${currentValue ?? 'nothing'}`,
      )
  }
  return problems
}

/** Returns null for null and for an empty list, and normalizes numbers. */
function normalizeJson(json: string | null): string | null {
  const value: unknown = json === null ? null : JSON.parse(json)
  return value === null || (Array.isArray(value) && value.length === 0) ? null : JSON.stringify(value)
}
