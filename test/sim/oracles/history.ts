// Each real change has one row, and each row a change: the steps of a field follow each other without a gap, and the
// last one has the record's current value.
import { type Check, isReportedDamaged, rowsOf } from './oracle.ts'

type Step = { id: number; type: string; rid: string; field: string; before: string | null; after: string | null }

export const historyHasNoGap: Check = (scene) => {
  if (isReportedDamaged(scene, 'mirror')) return []
  const { raw } = scene
  const problems: string[] = []
  const last = new Map<string, Step>()
  for (const step of rowsOf<Step>(raw, 'SELECT id, type, rid, field, before, after FROM mirror.change ORDER BY id')) {
    const name = `${step.type} ${step.rid} ${step.field}`
    const previous = last.get(name)
    if (step.before === step.after) problems.push(`${name}: line ${step.id} says nothing`)
    if (previous && previous.after !== step.before)
      problems.push(`${name}: from ${previous.after ?? 'nothing'}, then from ${step.before ?? 'nothing'}`)
    last.set(name, step)
  }
  for (const { type, rid, field, after } of last.values()) {
    if (/[→/.]/.test(field)) continue
    const now =
      rowsOf<{ value: string | null }>(
        raw,
        `SELECT json_extract(raw, '$.attributes') -> ('$."' || ? || '"') AS value FROM mirror.res WHERE type = ? AND id = ?`,
        field,
        type,
        rid,
      )[0]?.value ?? null
    if (textOf(now) !== textOf(after))
      problems.push(
        `${type} ${rid} ${field}: the last line ends at ${after ?? 'nothing'}, and it is ${now ?? 'nothing'}`,
      )
  }
  return problems
}

/** Absent, null and an empty list are equal; numbers are normalized. */
function textOf(json: string | null): string | null {
  const value: unknown = json === null ? null : JSON.parse(json)
  return value === null || (Array.isArray(value) && value.length === 0) ? null : JSON.stringify(value)
}
