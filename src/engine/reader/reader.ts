// Where lists are answered: over columns in memory that follow what is written. Directly, on the engine's own connection, or
// on a thread (on-thread.ts): never both, so that rows are held once. Which questions there are is not known here.
import type { Moment } from './messages.ts'
import type { News } from './touched.ts'

/** Answering functions by the name of their question. */
export type AnswerMap = Record<string, (...input: never[]) => unknown>

export type Answer<Answers extends AnswerMap, Name extends keyof Answers> = Awaited<ReturnType<Answers[Name]>>

export type Answerer<Answers extends AnswerMap> = { answers: Answers; update: (news: News) => void }

export type Reader<Answers extends AnswerMap> = {
  /** Rejects with `engine/disconnected` when it ends before the answer comes. */
  ask<Name extends keyof Answers & string>(name: Name, ...input: Parameters<Answers[Name]>): Promise<Answer<Answers, Name>>
  /** After each commit, before anybody asks who is to see what was written. */
  tell: (news: News) => void
  /** Lists stand at another moment from now on. */
  moveTo: (moment: Moment) => void
  /** Runs `work` at a moment when nothing is being read. */
  rest: (work: () => void) => Promise<void>
  /** Comes before the files are closed: an open reader would keep their logs. */
  stop: () => Promise<void>
}

export async function answerWith<Answers extends AnswerMap, Name extends keyof Answers & string>(answers: Answers, name: Name, input: Parameters<Answers[Name]>): Promise<Answer<Answers, Name>> {
  const answer = answers[name] as (...question: Parameters<Answers[Name]>) => Answer<Answers, Name> | Promise<Answer<Answers, Name>>
  return answer(...input)
}

export function directReader<Answers extends AnswerMap>({ answers, update }: Answerer<Answers>): Reader<Answers> {
  // The moment is part of the connection, which is the engine's.
  return { ask: (name, ...input) => answerWith(answers, name, input), tell: update, moveTo: () => undefined, rest: async (work) => { await Promise.resolve(); work() }, stop: () => Promise.resolve() }
}
