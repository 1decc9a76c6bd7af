// Asks, keeps the latest answer only, and asks again when something it depends on changed or the pipe is new.
// No cache: the engine is the cache, and it is local.
import { computed, onScopeDispose, ref, shallowRef, watch, type ComputedRef, type Ref, type ShallowRef } from 'vue'
import { AppError } from '#contract/errors.ts'
import type { EngineContract, Topic } from '#contract/index.ts'
import type { Contract, Input, Off, Output, QueryName } from '#contract/rpc.ts'
import { isAwaited, isUnanswered, type Link } from './link.ts'

/** Calls `refetch` whenever what was asked may have another answer. */
export type Trigger<C extends Contract> = (link: Link<C>, refetch: () => void) => Off

export type Query<Answer> = {
  data: Readonly<ShallowRef<Answer | null>>
  error: Readonly<ShallowRef<AppError | null>>
  /** What is to be said in place of an answer. A lost engine takes no answer away that is there already. */
  failure: ComputedRef<AppError | null>
  /** No answer to this input yet. The answer to the previous input, if any, stays in `data` meanwhile. */
  isPending: Readonly<Ref<boolean>>
  refetch: () => void
}

/** Refetch when the engine says that one of these topics changed. */
export function changesOf(topics: readonly Topic[]): Trigger<EngineContract> {
  return (link, refetch) =>
    link.on('changed', ({ topic }) => {
      if (topics.includes(topic)) refetch()
    })
}

/** Null asks nothing. */
type Question<C extends Contract, N extends QueryName<C>> = () => Input<C, N> | null

export function useQuery<C extends Contract, N extends QueryName<C>>(
  link: Link<C>,
  name: N,
  input: Question<C, N>,
  trigger: Trigger<C>,
): Query<Output<C, N>> {
  const data: ShallowRef<Output<C, N> | null> = shallowRef(null)
  const error = shallowRef<AppError | null>(null)
  const isPending = ref(true)
  let turn = 0
  let isAsking = false
  /** Rises with every wish to ask again; an answer asked for before the last wish is not the last answer. */
  let wishes = 0

  const ask = async () => {
    const current = input()
    const mine = ++turn
    const heard = wishes
    isAsking = false
    // Its own news ends this state; where there is no pipe any more, the call says why.
    if (current === null || isAwaited(link.state.value)) return
    isAsking = true
    try {
      const answer = await link.call(name, current)
      if (mine !== turn) return
      data.value = answer
      error.value = null
    } catch (reason) {
      if (mine !== turn) return
      error.value = asAppError(reason)
    }
    isAsking = false
    if (error.value === null || !isUnanswered(error.value)) isPending.value = false
    if (heard !== wishes) void ask()
  }
  // Changes come faster than slow answers: wait for the one under way, then ask once more, or none would ever arrive.
  const refetch = () => {
    wishes++
    if (!isAsking) void ask()
  }

  const offs = [trigger(link, refetch), link.onConnect(() => void ask())]
  watch(link.state, (state) => {
    const isClosed = state === 'lost' || state === 'over'
    if (!isClosed && error.value !== null && isUnanswered(error.value)) error.value = null
    if (isClosed && isPending.value) void ask()
  })
  const askAnew = () => {
    isPending.value = true
    void ask()
  }
  watch(() => JSON.stringify(input()), askAnew, { immediate: true })
  onScopeDispose(() => {
    turn++
    for (const off of offs) off()
  })
  const failure = computed(() => (error.value && (isPending.value || !isUnanswered(error.value)) ? error.value : null))
  return { data, error, failure, isPending, refetch }
}

/** Whatever was thrown on this side of the pipe is a bug of the view and is shown as one. */
export function asAppError(reason: unknown): AppError {
  return reason instanceof AppError ? reason : new AppError('internal', { reason: String(reason) }, reason)
}
