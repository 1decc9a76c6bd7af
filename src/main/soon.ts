// Waits a limited time for the answer to a question that the user may not be there to answer.

/** Null: no answer yet. The question remains open, and the caller can still wait for it. */
export async function answerWithin<Answer>(
  question: Promise<Answer>,
  withinMs: number,
): Promise<{ answer: Answer } | null> {
  const { promise: late, resolve } = Promise.withResolvers<null>()
  const impatience = setTimeout(resolve, withinMs, null)
  try {
    return await Promise.race([question.then((answer) => ({ answer })), late])
  } finally {
    clearTimeout(impatience)
  }
}
