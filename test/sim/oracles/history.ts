// Checks the history of changes. Each row of a field begins at the value of the previous row, and the last row ends at
// the current value of the record.
import { type Check, isReportedDamaged, readRows } from './oracle.ts'

type ChangeRow = { id: number; type: string; rid: string; field: string; before: string | null; after: string | null }

export const historyHasNoGap: Check = (scene) => {
  if (isReportedDamaged(scene, 'mirror')) return []
  const { raw } = scene
  const problems: string[] = []
  const lastChanges = new Map<string, ChangeRow>()
  for (const step of readRows<ChangeRow>(
    raw,
    'SELECT id, type, rid, field, before, after FROM mirror.change ORDER BY id',
  )) {
    const name = `${step.type} ${step.rid} ${step.field}`
    const previous = lastChanges.get(name)
    if (step.before === step.after) problems.push(`${name}: line ${step.id} says nothing`)
    if (previous && previous.after !== step.before)
      problems.push(`${name}: from ${previous.after ?? 'nothing'}, then from ${step.before ?? 'nothing'}`)
    lastChanges.set(name, step)
  }
  for (const { type, rid, field, after } of lastChanges.values()) {
    if (/[→/.]/.test(field)) continue
    const now =
      readRows<{ value: string | null }>(
        raw,
        `SELECT json_extract(raw, '$.attributes') -> ('$."' || ? || '"') AS value FROM mirror.res WHERE type = ? AND id = ?`,
        field,
        type,
        rid,
      )[0]?.value ?? null
    if (normalizeJson(now) !== normalizeJson(after))
      problems.push(
        `${type} ${rid} ${field}: the last line ends at ${after ?? 'nothing'}, and it is ${now ?? 'nothing'}`,
      )
  }
  return problems
}

/** Returns null for null and for an empty list, and normalizes numbers. */
function normalizeJson(json: string | null): string | null {
  const value: unknown = json === null ? null : JSON.parse(json)
  return value === null || (Array.isArray(value) && value.length === 0) ? null : JSON.stringify(value)
}
