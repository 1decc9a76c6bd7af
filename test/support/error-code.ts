import { AppError } from '#contract/errors.ts'

/** Resolves with the code of the AppError, with `no error` after a success, or else with the error itself. */
export const getErrorCode = (promise: Promise<unknown>) =>
  promise.then(
    () => 'no error',
    (error: unknown) => (error instanceof AppError ? error.code : error),
  )
