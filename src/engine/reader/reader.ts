// Where lists are answered: over columns in memory that follow what is written. Directly, on the engine's own connection, or
// on a thread (on-thread.ts): never both, so that rows are held once.
import type { EngineContract } from '#contract/index.ts'
import type { Handlers } from '#contract/rpc.ts'
import { type Answer, type Answers, type AnswersDeps, type News, type Question, answerWith, createAnswerer } from './answers.ts'
import type { Moment } from './messages.ts'

export type Reader = {
  /** Rejects with `engine/disconnected` when it ends before the answer comes. */
  ask<Name extends Question>(name: Name, ...input: Parameters<Answers[Name]>): Promise<Answer<Name>>
  /** After each commit, before anybody asks who is to see what was written. */
  tell: (news: News) => void
  /** Lists stand at another moment from now on. */
  moveTo: (moment: Moment) => void
  /** Runs `work` at a moment when nothing is being read. */
  rest: (work: () => void) => Promise<void>
  /** Comes before the files are closed: an open reader would keep their logs. */
  stop: () => Promise<void>
}

export function directReader(deps: AnswersDeps): Reader {
  const { answers, hear } = createAnswerer(deps)
  // The moment is kept in the connection, which is the engine's.
  return { ask: (name, ...input) => answerWith(answers, name, input), tell: hear, moveTo: () => undefined, rest: async (work) => { await Promise.resolve(); work() }, stop: () => Promise.resolve() }
}

type Asked = Question & keyof Handlers<EngineContract>

/** Calls of the contract that are answered here as they come. */
const asked: Record<Asked, true> = {
  'containers.list': true,
  'containers.facets': true,
  'containers.bands': true,
  'containers.calendar': true,
  'containers.routes': true,
  'containers.asOf': true,
  'containers.summary': true,
  'shipments.list': true,
  'shipments.facets': true,
  'shipments.get': true,
  'changes.list': true,
  'handover.get': true,
  'rates.exposure': true,
  'rates.plan': true,
}

export function readerHandlers(reader: Reader): Pick<Handlers<EngineContract>, Asked> {
  const handlers = Object.keys(asked).map((name) => [name, (input: never) => reader.ask(name as Asked, input)])
  return Object.fromEntries(handlers) as Pick<Handlers<EngineContract>, Asked>
}
