// Made-up tracking requests behind the fake engine: not built yet on this branch.
import { AppError } from '#contract/errors.ts'
import type { EngineContract } from '#contract/index.ts'
import type { Handlers } from '#contract/rpc.ts'

type Names = Extract<keyof Handlers<EngineContract>, `tracking.${string}`>

export function fakeTrackingHandlers(): Pick<Handlers<EngineContract>, Names> {
  const missing = () => {
    throw new AppError('contract/unknown-call')
  }
  return {
    'tracking.assess': missing,
    'tracking.lines': missing,
    'tracking.list': missing,
    'tracking.get': missing,
    'tracking.infer': missing,
    'tracking.create': missing,
    'tracking.cancel': missing,
    'tracking.dismiss': missing,
  }
}
