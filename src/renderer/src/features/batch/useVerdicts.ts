// The verdicts of many texts. Queries 100 texts at a time in order, caches the verdicts by text, and queries again
// after records changed and after a reconnection.
import { onScopeDispose, shallowRef, watch, type ShallowRef } from 'vue'
import type { AppError } from '#contract/errors.ts'
import type { Assessment } from '#contract/tracking.ts'
import { asAppError } from '../../engine/useQuery.ts'
import { useLinks } from '../../engine/engine.ts'

const TEXTS_PER_QUERY = 100
/** A sweep announces changes several times a second. The verdicts of 500 lines are refreshed less often. */
const REFRESH_AFTER_MS = 2_000

export type Verdicts = { verdicts: ShallowRef<ReadonlyMap<string, Assessment>>; failure: ShallowRef<AppError | null> }

export function useVerdicts(texts: () => readonly string[]): Verdicts {
  const { engine } = useLinks()
  const verdicts = shallowRef<ReadonlyMap<string, Assessment>>(new Map())
  const failure = shallowRef<AppError | null>(null)
  /** Texts to query again, in order. A text that is already waiting keeps its place. */
  const staleTexts = new Set<string>()
  let isDisposed = false
  let refreshTimer: ReturnType<typeof setTimeout> | undefined

  function chooseNextTexts(): string[] {
    const currentTexts = new Set(isDisposed ? [] : texts())
    const missingTexts = [...currentTexts].filter((text) => !verdicts.value.has(text))
    const candidates = missingTexts.length > 0 ? missingTexts : [...staleTexts].filter((text) => currentTexts.has(text))
    return candidates.slice(0, TEXTS_PER_QUERY)
  }

  async function queryAll() {
    let queriedTexts: readonly string[] = []
    try {
      for (queriedTexts = chooseNextTexts(); queriedTexts.length > 0; queriedTexts = chooseNextTexts()) {
        for (const text of queriedTexts) staleTexts.delete(text)
        const assessments = await engine.call('batches.assess', { texts: [...queriedTexts] })
        verdicts.value = new Map([
          ...verdicts.value,
          ...queriedTexts.map((text, index): [string, Assessment] => [text, assessments[index] as Assessment]),
        ])
      }
      failure.value = null
    } catch (reason) {
      for (const text of queriedTexts) staleTexts.add(text)
      failure.value = asAppError(reason)
    }
  }

  const update = runOneAtATime(queryAll)

  /** Existing verdicts stay until the new ones arrive. */
  function refresh() {
    for (const text of texts()) staleTexts.add(text)
    update()
  }

  watch(texts, update, { immediate: true })
  const subscriptions = [
    engine.onConnect(refresh),
    engine.on('changed', ({ topic }) => {
      if (!['requests', 'containers', 'shipments'].includes(topic) || refreshTimer !== undefined) return
      refreshTimer = setTimeout(() => {
        refreshTimer = undefined
        refresh()
      }, REFRESH_AFTER_MS)
    }),
  ]
  onScopeDispose(() => {
    isDisposed = true
    for (const unsubscribe of subscriptions) unsubscribe()
    clearTimeout(refreshTimer)
  })
  return { verdicts, failure }
}

/**
 * The returned function starts a pass. If a pass is running, it continues, and one more pass follows. A restart instead
 * might never reach the end of a long list.
 */
function runOneAtATime(pass: () => Promise<void>): () => void {
  let isRunning = false
  let callCount = 0
  async function run() {
    isRunning = true
    let countBefore: number
    do {
      countBefore = callCount
      await pass()
    } while (countBefore !== callCount)
    isRunning = false
  }
  return () => {
    callCount++
    if (!isRunning) void run()
  }
}
