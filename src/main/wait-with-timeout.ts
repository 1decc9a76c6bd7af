// Waits for an answer of the user or the system, but only for a limited time.

/** Returns null if there is no answer in time. The promise stays pending, and the caller can wait for it again. */
export async function waitWithTimeout<Answer>(
  promise: Promise<Answer>,
  withinMs: number,
): Promise<{ answer: Answer } | null> {
  const { promise: timedOut, resolve } = Promise.withResolvers<null>()
  const timeout = setTimeout(resolve, withinMs, null)
  try {
    return await Promise.race([promise.then((answer) => ({ answer })), timedOut])
  } finally {
    clearTimeout(timeout)
  }
}
