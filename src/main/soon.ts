// A question somebody may be asked about, who may be away: its answer if it comes in time.

/** Null: not yet. The question goes on, and whoever asked may wait for it still. */
export async function soon<Answer>(question: Promise<Answer>, withinMs: number): Promise<{ answer: Answer } | null> {
  const { promise: late, resolve } = Promise.withResolvers<null>()
  const impatience = setTimeout(resolve, withinMs, null)
  try {
    return await Promise.race([question.then((answer) => ({ answer })), late])
  } finally {
    clearTimeout(impatience)
  }
}
