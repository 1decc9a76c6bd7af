import { AppError } from '#contract/errors.ts'

/** The error code of a call, `no error` if it succeeds, or the error itself if it has no code. */
export const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'no error',
    (error: unknown) => (error instanceof AppError ? error.code : error),
  )
