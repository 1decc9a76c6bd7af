// Unfinished edits: all, or those of one record.
import type { EditTarget } from '#contract/edits.ts'
import { useLinks } from '../../engine/engine.ts'
import { createChangeTrigger, useQuery } from '../../engine/useQuery.ts'

export function useEdits(target: () => EditTarget | null) {
  const { engine } = useLinks()
  return useQuery(engine, 'edits.list', () => ({ target: target() }), createChangeTrigger(['edits', 'sync']))
}
