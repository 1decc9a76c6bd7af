// Reports to the engine which containers are visible, so that it raises no pop-ups about them. Components register what
// they draw. The frame collects it periodically while the window has focus.
import { onScopeDispose } from 'vue'
import { useLinks } from './engine.ts'
import { useCommand } from './useCommand.ts'
import { defineStore } from 'pinia'

/** The engine uses a report for one minute. */
const TOLD_MS = 20_000
/** The interval while there is nothing to report. */
const NOTHING_MS = 2_000
/** The contract's limit. */
const MOST = 200

/** Registers the ids while the component is mounted. */
export function useOnScreen(ids: () => readonly string[]): void {
  onScopeDispose(useScreenStore().add(ids))
}

/** Called once, by the frame. */
export function useSeeing(): void {
  const { engine } = useLinks()
  const seen = useScreenStore()
  const seeing = useCommand(engine, 'alerts.seeing')
  let timer: ReturnType<typeof setTimeout> | undefined

  const tell = () => {
    const containerIds = document.hasFocus() && engine.state.value === 'open' ? seen.ids().slice(0, MOST) : []
    // The result is not awaited; the next report repeats it.
    if (containerIds.length > 0) void seeing.run({ containerIds })
    timer = setTimeout(tell, containerIds.length > 0 ? TOLD_MS : NOTHING_MS)
  }
  timer = setTimeout(tell, NOTHING_MS)
  onScopeDispose(() => {
    clearTimeout(timer)
  })
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
