// Answers questions about lists from columns in memory that are updated after each write: directly, on the engine's own
// connection, or on a thread (on-thread.ts). Only one of them runs, so that rows are in memory once. The caller defines
// the questions.
import type { Moment } from './messages.ts'
import type { RowChanges } from './touched.ts'

/** Answering functions by the name of their question. */
export type AnswerMap = Record<string, (...input: never[]) => unknown>

export type Answer<Answers extends AnswerMap, Name extends keyof Answers> = Awaited<ReturnType<Answers[Name]>>

export type Answerer<Answers extends AnswerMap> = { answers: Answers; update: (changes: RowChanges) => void }

export type Reader<Answers extends AnswerMap> = {
  /** Rejects with `engine/disconnected` if the engine stops before the answer comes. */
  ask<Name extends keyof Answers & string>(
    name: Name,
    ...input: Parameters<Answers[Name]>
  ): Promise<Answer<Answers, Name>>
  /** Reports a commit. Called after it and before any question whose answer must include the commit. */
  notify: (changes: RowChanges) => void
  /** Sets the moment for which lists are computed. */
  setMoment: (moment: Moment) => void
  /** Runs `work` while the reader reads nothing. */
  whilePaused: (work: () => void) => Promise<void>
  /** Must be called before the files are closed: an open reader would keep their logs. */
  stop: () => Promise<void>
}

export function createDirectReader<Answers extends AnswerMap>({ answers, update }: Answerer<Answers>): Reader<Answers> {
  // `setMoment` does nothing: the moment is part of the connection, which the engine shares.
  return {
    ask: async <Name extends keyof Answers & string>(
      name: Name,
      ...input: Parameters<Answers[Name]>
    ): Promise<Answer<Answers, Name>> => {
      const answer = answers[name] as (...question: typeof input) => unknown
      return (await answer(...input)) as Answer<Answers, Name>
    },
    notify: update,
    setMoment: () => undefined,
    whilePaused: async (work) => {
      await Promise.resolve()
      work()
    },
    stop: () => Promise.resolve(),
  }
}
