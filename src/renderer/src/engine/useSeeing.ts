// Tells the engine which containers somebody has in front of them, so that it raises no pop-up about those. What is on
// screen is named by whoever draws it; the frame asks them all now and then, while the window has the focus.
import { onScopeDispose } from 'vue'
import { useLinks } from './engine.ts'
import { useScreenStore } from './on-screen.ts'
import { useCommand } from './useCommand.ts'

/** What was told holds for a minute at the other end. */
const TOLD_MS = 20_000
/** Until there is something to tell. */
const NOTHING_MS = 2_000
/** The contract's bound. */
const MOST = 200

/** For as long as the component is there. */
export function useOnScreen(ids: () => readonly string[]): void {
  onScopeDispose(useScreenStore().add(ids))
}

/** Once, in the frame. */
export function useSeeing(): void {
  const { engine } = useLinks()
  const seen = useScreenStore()
  const seeing = useCommand(engine, 'alerts.seeing')
  let timer: ReturnType<typeof setTimeout> | undefined

  const tell = () => {
    const containerIds = document.hasFocus() && engine.state.value === 'open' ? seen.ids().slice(0, MOST) : []
    // Nobody waits for the answer: what could not be told is told again.
    if (containerIds.length > 0) void seeing.run({ containerIds })
    timer = setTimeout(tell, containerIds.length > 0 ? TOLD_MS : NOTHING_MS)
  }
  timer = setTimeout(tell, NOTHING_MS)
  onScopeDispose(() => {
    clearTimeout(timer)
  })
}
