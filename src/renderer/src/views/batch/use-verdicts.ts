// The verdicts of many texts: asked a hundred at a time, remembered by text, asked anew when something is tracked that
// was not before.
import { onScopeDispose, shallowRef, watch, type ShallowRef } from 'vue'
import type { AppError } from '#contract/errors.ts'
import type { Assessment } from '#contract/tracking.ts'
import { asAppError } from '../../composables/useQuery.ts'
import { useLinks } from '../../engine.ts'

const AT_ONCE = 100
/** A sweep tells of changes several times a second; a list of five hundred is not judged as often. */
const NOT_BEFORE_MS = 2_000

export type Verdicts = { verdicts: ShallowRef<ReadonlyMap<string, Assessment>>; failure: ShallowRef<AppError | null> }

export function useVerdicts(texts: () => readonly string[]): Verdicts {
  const { engine } = useLinks()
  const verdicts = shallowRef<ReadonlyMap<string, Assessment>>(new Map())
  const failure = shallowRef<AppError | null>(null)
  let turn = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  async function judge(wanted: readonly string[]) {
    const mine = ++turn
    try {
      for (let from = 0; from < wanted.length; from += AT_ONCE) {
        const part = wanted.slice(from, from + AT_ONCE)
        const judged = await engine.call('batches.assess', { texts: [...part] })
        if (mine !== turn) return
        verdicts.value = new Map([...verdicts.value, ...part.map((text, place): [string, Assessment] => [text, judged[place] as Assessment])])
      }
      failure.value = null
    } catch (reason) {
      if (mine === turn) failure.value = asAppError(reason)
    }
  }

  const all = () => [...new Set(texts())]
  watch(texts, () => {
    const missing = all().filter((text) => !verdicts.value.has(text))
    if (missing.length > 0) void judge(missing)
  }, { immediate: true })
  const off = engine.on('changed', ({ topic }) => {
    if (!['requests', 'containers', 'shipments'].includes(topic) || timer !== undefined) return
    timer = setTimeout(() => {
      timer = undefined
      void judge(all())
    }, NOT_BEFORE_MS)
  })
  onScopeDispose(() => {
    off()
    clearTimeout(timer)
  })
  return { verdicts, failure }
}
