// The verdicts of many texts. Queries a hundred at a time in order, caches by text, and queries again when a number
// becomes tracked or the connection is new.
import { onScopeDispose, shallowRef, watch, type ShallowRef } from 'vue'
import type { AppError } from '#contract/errors.ts'
import type { Assessment } from '#contract/tracking.ts'
import { asAppError } from '../../engine/useQuery.ts'
import { useLinks } from '../../engine/engine.ts'

const TEXTS_PER_QUERY = 100
/**
 * A sweep announces changes several times a second. The verdicts of a list of five hundred are refreshed less often.
 */
const REFRESH_AFTER_MS = 2_000

export type Verdicts = { verdicts: ShallowRef<ReadonlyMap<string, Assessment>>; failure: ShallowRef<AppError | null> }

export function useVerdicts(texts: () => readonly string[]): Verdicts {
  const { engine } = useLinks()
  const verdicts = shallowRef<ReadonlyMap<string, Assessment>>(new Map())
  const failure = shallowRef<AppError | null>(null)
  /** Texts to query again, in order. A text that is already waiting keeps its place. */
  const stale = new Set<string>()
  let isOver = false
  let timer: ReturnType<typeof setTimeout> | undefined

  function takeNext(): string[] {
    if (isOver) return []
    const current = new Set(texts())
    const missing = [...current].filter((text) => !verdicts.value.has(text))
    return (missing.length > 0 ? missing : [...stale].filter((text) => current.has(text))).slice(0, TEXTS_PER_QUERY)
  }

  async function queryAll() {
    let part: readonly string[] = []
    try {
      for (part = takeNext(); part.length > 0; part = takeNext()) {
        for (const text of part) stale.delete(text)
        const assessments = await engine.call('batches.assess', { texts: [...part] })
        verdicts.value = new Map([
          ...verdicts.value,
          ...part.map((text, index): [string, Assessment] => [text, assessments[index] as Assessment]),
        ])
      }
      failure.value = null
    } catch (reason) {
      for (const text of part) stale.add(text)
      failure.value = asAppError(reason)
    }
  }

  const update = runOneAtATime(queryAll)

  /** Existing verdicts stay until the new ones arrive. */
  function refresh() {
    for (const text of texts()) stale.add(text)
    update()
  }

  watch(texts, update, { immediate: true })
  const subscriptions = [
    engine.onConnect(refresh),
    engine.on('changed', ({ topic }) => {
      if (!['requests', 'containers', 'shipments'].includes(topic) || timer !== undefined) return
      timer = setTimeout(() => {
        timer = undefined
        refresh()
      }, REFRESH_AFTER_MS)
    }),
  ]
  onScopeDispose(() => {
    isOver = true
    for (const unsubscribe of subscriptions) unsubscribe()
    clearTimeout(timer)
  })
  return { verdicts, failure }
}

/**
 * A pass is never interrupted by a new request, because the end of a long list would then never be reached. One more
 * pass follows instead.
 */
function runOneAtATime(pass: () => Promise<void>): () => void {
  let isRunning = false
  let requests = 0
  async function run() {
    isRunning = true
    let requestsBefore: number
    do {
      requestsBefore = requests
      await pass()
    } while (requestsBefore !== requests)
    isRunning = false
  }
  return () => {
    requests++
    if (!isRunning) void run()
  }
}
