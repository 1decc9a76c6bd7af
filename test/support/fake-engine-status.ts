// A made-up engine room behind the fake engine: not built yet on this branch.
import { AppError } from '#contract/errors.ts'
import type { EngineContract } from '#contract/index.ts'
import type { Handlers } from '#contract/rpc.ts'

type Names = Extract<keyof Handlers<EngineContract>, `status.${string}`>

export function fakeStatusHandlers(): Pick<Handlers<EngineContract>, Names> {
  return {
    'status.get': () => {
      throw new AppError('contract/unknown-call')
    },
  }
}
