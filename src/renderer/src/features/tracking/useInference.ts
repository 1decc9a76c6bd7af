// The service's inference about a number. It has its own budget, so it is queried once per number and only after a
// pause in typing.
import { computed, reactive, watch, type ComputedRef, onScopeDispose, ref, type Ref } from 'vue'
import type { AppError } from '#contract/errors.ts'
import type { EngineContract } from '#contract/index.ts'
import type { Inference } from '#contract/tracking.ts'
import type { Link } from '../../engine/link.ts'
import { asAppError } from '../../engine/useQuery.ts'

/** The time without a key press after which the number is queried. */
export const PAUSE_MS = 400

export type InferenceResult = { inference: Inference | null; error: AppError | null; isPending: boolean }

/** If `number` returns null, nothing is queried. */
export function useInference(link: Link<EngineContract>, number: () => string | null): ComputedRef<InferenceResult> {
  const debouncedNumber = useDebounced(number, PAUSE_MS)
  const results = reactive(new Map<string, InferenceResult>())

  watch(debouncedNumber, async (requestedNumber) => {
    if (requestedNumber === null || isReusable(results.get(requestedNumber))) return
    results.set(requestedNumber, { inference: null, error: null, isPending: true })
    try {
      results.set(requestedNumber, {
        inference: await link.call('tracking.infer', { number: requestedNumber }),
        error: null,
        isPending: false,
      })
    } catch (reason) {
      results.set(requestedNumber, { inference: null, error: asAppError(reason), isPending: false })
    }
  })

  return computed(() => {
    const currentNumber = number()
    if (currentNumber === null) return { inference: null, error: null, isPending: false }
    return results.get(currentNumber) ?? { inference: null, error: null, isPending: true }
  })
}

/** A failure may be temporary, so the query is repeated the next time. Answers and pending queries are reused. */
function isReusable(result: InferenceResult | undefined): boolean {
  return result !== undefined && result.error === null
}

/** Returns a debounced value, for expensive queries that must not run at every key press. */
function useDebounced<Value>(read: () => Value, afterMs: number): Readonly<Ref<Value>> {
  const debounced = ref(read()) as Ref<Value>
  let timer: ReturnType<typeof setTimeout> | undefined
  watch(read, (value) => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      debounced.value = value
    }, afterMs)
  })
  onScopeDispose(() => clearTimeout(timer))
  return debounced
}
