// Reports to the engine which containers are visible, so that it raises no pop-ups about them. Components register the
// ids that they draw. The frame reports them periodically while the window has focus.
import { onScopeDispose } from 'vue'
import { useLinks } from './engine.ts'
import { useCommand } from './useCommand.ts'
import { defineStore } from 'pinia'

/** The interval of reports. The engine uses each one for a minute. */
const REPORT_MS = 20_000
/** The interval while there is nothing to report. */
const IDLE_MS = 2_000
/** The contract's limit of ids in one call. */
const MAX_IDS = 200

/** Registers the ids while the component is mounted. */
export function useVisibleContainers(ids: () => readonly string[]): void {
  onScopeDispose(useScreenStore().add(ids))
}

/** The frame calls this once. */
export function useVisibilityReports(): void {
  const { engine } = useLinks()
  const screenStore = useScreenStore()
  const seeingCommand = useCommand(engine, 'alerts.seeing')
  let timer: ReturnType<typeof setTimeout> | undefined

  const report = () => {
    const containerIds = document.hasFocus() && engine.state.value === 'open' ? screenStore.ids().slice(0, MAX_IDS) : []
    // The result is not awaited; the next report repeats it.
    if (containerIds.length > 0) void seeingCommand.run({ containerIds })
    timer = setTimeout(report, containerIds.length > 0 ? REPORT_MS : IDLE_MS)
  }
  timer = setTimeout(report, IDLE_MS)
  onScopeDispose(() => clearTimeout(timer))
}

// The containers that are on screen now. Components register a source; ids are read on demand and not stored.
const useScreenStore = defineStore('on screen', () => {
  const sources = new Set<() => readonly string[]>()
  return {
    add: (source: () => readonly string[]) => {
      sources.add(source)
      return () => {
        sources.delete(source)
      }
    },
    /** Sources registered last come first: an open panel before the rows behind it. */
    ids: () => [...new Set([...sources].toReversed().flatMap((source) => source()))],
  }
})
