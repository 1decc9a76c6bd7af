// The verdicts of many texts. Queries a hundred at a time in order, caches by text, and queries again when a number
// becomes tracked or the connection is new.
import { onScopeDispose, shallowRef, watch, type ShallowRef } from 'vue'
import type { AppError } from '#contract/errors.ts'
import type { Assessment } from '#contract/tracking.ts'
import { asAppError } from '../../engine/useQuery.ts'
import { useLinks } from '../../engine/engine.ts'

const AT_ONCE = 100
/**
 * A sweep announces changes several times a second. The verdicts of a list of five hundred are refreshed less often.
 */
const NOT_BEFORE_MS = 2_000

export type Verdicts = { verdicts: ShallowRef<ReadonlyMap<string, Assessment>>; failure: ShallowRef<AppError | null> }

export function useVerdicts(texts: () => readonly string[]): Verdicts {
  const { engine } = useLinks()
  const verdicts = shallowRef<ReadonlyMap<string, Assessment>>(new Map())
  const failure = shallowRef<AppError | null>(null)
  /** In the order of the next query. Entries that already wait keep their place. */
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

  /** Existing verdicts stay until the new ones arrive. */
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
 * A pass is never interrupted by a new request, because the end of a long list would then never be reached. One more
 * pass follows instead.
 */
function oneAtATime(pass: () => Promise<void>): () => void {
  let isRunning = false
  let wishes = 0
  async function run() {
    isRunning = true
    let wishesBefore: number
    do {
      wishesBefore = wishes
      await pass()
    } while (wishesBefore !== wishes)
    isRunning = false
  }
  return () => {
    wishes++
    if (!isRunning) void run()
  }
}
