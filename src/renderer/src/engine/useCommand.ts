// Runs a command and exposes the state that a button needs: whether it runs, and why it failed.
import { ref, shallowRef, type Ref, type ShallowRef } from 'vue'
import type { AppError } from '#contract/errors.ts'
import type { CommandName, Contract, Input, Output } from '#contract/rpc.ts'
import type { Link } from './link.ts'
import { asAppError } from './useQuery.ts'

export type Outcome<Answer> = { ok: true; value: Answer } | { ok: false; error: AppError }

export type Command<C extends Contract, N extends CommandName<C>> = {
  /** Never rejects. A failure is returned as an outcome and stays in `error` until the next run. */
  run(input: Input<C, N>): Promise<Outcome<Output<C, N>>>
  isPending: Readonly<Ref<boolean>>
  error: Readonly<ShallowRef<AppError | null>>
}

export function useCommand<C extends Contract, N extends CommandName<C>>(link: Link<C>, name: N): Command<C, N> {
  let runningCount = 0
  const isPending = ref(false)
  const error = shallowRef<AppError | null>(null)
  return {
    isPending,
    error,
    run: async (input) => {
      runningCount++
      isPending.value = true
      error.value = null
      try {
        return { ok: true, value: await link.call(name, input) }
      } catch (reason) {
        error.value = asAppError(reason)
        return { ok: false, error: error.value }
      } finally {
        runningCount--
        isPending.value = runningCount > 0
      }
    },
  }
}
