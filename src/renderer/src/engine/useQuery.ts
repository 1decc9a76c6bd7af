// Runs a query, keeps only the latest answer, and repeats the query when its data changed or the connection is new.
// There is no cache here, because the engine is local and acts as one.
import { computed, onScopeDispose, ref, shallowRef, watch, type ComputedRef, type Ref, type ShallowRef } from 'vue'
import { AppError } from '#contract/errors.ts'
import type { EngineContract, Topic } from '#contract/index.ts'
import type { Contract, Input, Unsubscribe, Output, QueryName } from '#contract/rpc.ts'
import { isAwaited, isUnanswered, type Link } from './link.ts'

/** Calls `refetch` when the answer may have changed. */
export type Trigger<C extends Contract> = (link: Link<C>, refetch: () => void) => Unsubscribe

export type Query<Answer> = {
  data: Readonly<ShallowRef<Answer | null>>
  error: Readonly<ShallowRef<AppError | null>>
  /** The failure to show in place of an answer. A lost engine does not remove an existing answer. */
  failure: ComputedRef<AppError | null>
  /**
   * True while there is no answer to the current input. The answer to the previous input, if any, stays in `data`
   * meanwhile.
   */
  isPending: Readonly<Ref<boolean>>
  refetch: () => void
}

/** Refetches when the engine announces a change of one of these topics. */
export function createChangeTrigger(topics: readonly Topic[]): Trigger<EngineContract> {
  return (link, refetch) =>
    link.on('changed', ({ topic }) => {
      if (topics.includes(topic)) refetch()
    })
}

/** Returns the input; if it returns null, no query runs. */
type GetInput<C extends Contract, N extends QueryName<C>> = () => Input<C, N> | null

export function useQuery<C extends Contract, N extends QueryName<C>>(
  link: Link<C>,
  name: N,
  input: GetInput<C, N>,
  trigger: Trigger<C>,
): Query<Output<C, N>> {
  const data: ShallowRef<Output<C, N> | null> = shallowRef(null)
  const error = shallowRef<AppError | null>(null)
  const isPending = ref(true)
  let latestCall = 0
  let isAsking = false
  /** Increments with each call of `refetch`. An answer to a call from before the last one is outdated. */
  let refetches = 0

  const askEngine = async () => {
    const currentInput = input()
    const thisCall = ++latestCall
    const refetchesBefore = refetches
    isAsking = false
    // A change of the link's state ends this state. Without a connection, the call returns the reason.
    if (currentInput === null || isAwaited(link.state.value)) return
    isAsking = true
    try {
      const answer = await link.call(name, currentInput)
      if (thisCall !== latestCall) return
      data.value = answer
      error.value = null
    } catch (reason) {
      if (thisCall !== latestCall) return
      error.value = asAppError(reason)
    }
    isAsking = false
    if (error.value === null || !isUnanswered(error.value)) isPending.value = false
    if (refetchesBefore !== refetches) void askEngine()
  }
  // Changes can arrive faster than slow answers. This waits for the current answer and then queries once more. If each
  // change cancelled the current call, no answer might ever arrive.
  const refetch = () => {
    refetches++
    if (!isAsking) void askEngine()
  }

  const subscriptions = [trigger(link, refetch), link.onConnect(() => void askEngine())]
  watch(link.state, (state) => {
    const isClosed = state === 'lost' || state === 'over'
    if (!isClosed && error.value !== null && isUnanswered(error.value)) error.value = null
    if (isClosed && isPending.value) void askEngine()
  })
  const askForNewInput = () => {
    isPending.value = true
    void askEngine()
  }
  watch(() => JSON.stringify(input()), askForNewInput, { immediate: true })
  onScopeDispose(() => {
    latestCall++
    for (const unsubscribe of subscriptions) unsubscribe()
  })
  const failure = computed(() => (error.value && (isPending.value || !isUnanswered(error.value)) ? error.value : null))
  return { data, error, failure, isPending, refetch }
}

/** An unknown value thrown on this side is a bug of the view and is shown as one. */
export function asAppError(reason: unknown): AppError {
  return reason instanceof AppError ? reason : new AppError('internal', { reason: String(reason) }, reason)
}
