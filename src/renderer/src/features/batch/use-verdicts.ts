// The verdicts of many texts: asked a hundred at a time and in their order, remembered by text, asked anew when
// something is tracked that was not before and when the pipe is a new one.
import { onScopeDispose, shallowRef, watch, type ShallowRef } from 'vue'
import type { AppError } from '#contract/errors.ts'
import type { Assessment } from '#contract/tracking.ts'
import { asAppError } from '../../engine/useQuery.ts'
import { useLinks } from '../../engine/engine.ts'

const AT_ONCE = 100
/** A sweep tells of changes several times a second; a list of five hundred is not judged as often. */
const NOT_BEFORE_MS = 2_000

export type Verdicts = { verdicts: ShallowRef<ReadonlyMap<string, Assessment>>; failure: ShallowRef<AppError | null> }

export function useVerdicts(texts: () => readonly string[]): Verdicts {
  const { engine } = useLinks()
  const verdicts = shallowRef<ReadonlyMap<string, Assessment>>(new Map())
  const failure = shallowRef<AppError | null>(null)
  /** In the order they are asked in again: what waits already keeps its turn. */
  const stale = new Set<string>()
  let isOver = false
  let timer: ReturnType<typeof setTimeout> | undefined

  function next(): string[] {
    if (isOver) return []
    const wanted = new Set(texts())
    const missing = [...wanted].filter((text) => !verdicts.value.has(text))
    return (missing.length > 0 ? missing : [...stale].filter((text) => wanted.has(text))).slice(0, AT_ONCE)
  }

  async function pass() {
    let part: readonly string[] = []
    try {
      for (part = next(); part.length > 0; part = next()) {
        for (const text of part) stale.delete(text)
        const judged = await engine.call('batches.assess', { texts: [...part] })
        verdicts.value = new Map([
          ...verdicts.value,
          ...part.map((text, place): [string, Assessment] => [text, judged[place] as Assessment]),
        ])
      }
      failure.value = null
    } catch (reason) {
      for (const text of part) stale.add(text)
      failure.value = asAppError(reason)
    }
  }

  const judge = oneAtATime(pass)

  /** The verdicts there are stay until the new ones come. */
  function judgeAnew() {
    for (const text of texts()) stale.add(text)
    judge()
  }

  watch(texts, judge, { immediate: true })
  const offs = [
    engine.onConnect(judgeAnew),
    engine.on('changed', ({ topic }) => {
      if (!['requests', 'containers', 'shipments'].includes(topic) || timer !== undefined) return
      timer = setTimeout(() => {
        timer = undefined
        judgeAnew()
      }, NOT_BEFORE_MS)
    }),
  ]
  onScopeDispose(() => {
    isOver = true
    for (const off of offs) off()
    clearTimeout(timer)
  })
  return { verdicts, failure }
}

/**
 * A pass is never cut short by another wish, or the end of a long list would wait for ever: it is followed by one more.
 */
function oneAtATime(pass: () => Promise<void>): () => void {
  let isRunning = false
  let wishes = 0
  async function run() {
    isRunning = true
    let heard: number
    do {
      heard = wishes
      await pass()
    } while (heard !== wishes)
    isRunning = false
  }
  return () => {
    wishes++
    if (!isRunning) void run()
  }
}
