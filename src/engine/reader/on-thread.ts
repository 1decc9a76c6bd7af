// Asks one long-lived thread for answers. The engine reports what was written, and the thread reads the rows itself. A
// thread that dies, or stops answering, is replaced, and its open questions are asked again, because they only read.
// After a second death within minutes, the engine answers directly.
import { AppError } from '#contract/errors.ts'
import type { Clock } from '../outside/clock.ts'
import type { Thread, Threads } from '../outside/threads.ts'
import type { Log } from '../outside/log.ts'
import { type FromReader, type Moment, type Question, type ToReader, fromFailure } from './messages.ts'
import type { Answer, AnswerMap, Reader } from './reader.ts'

export type ThreadDeps<Answers extends AnswerMap> = {
  threads: Threads
  folder: string
  clock: Clock
  now: () => string
  log: Log
  onDamage: () => void
  onDiskFailure: (failure: Error) => void
  /** Creates the reader that answers on the engine's connection after threads died repeatedly. */
  direct: () => Reader<Answers>
}

/** If a second thread dies within this time after the first, a third one would probably die too. */
const DEATHS_APART_MS = 5 * 60_000
/**
 * The thread stops between two steps of its work, or is killed after this time. The main process gives the engine five
 * seconds to stop.
 */
const STOP_WITHIN_MS = 2_000
/**
 * A thread with open questions is killed after two checks without a message, so after 30 to 60 s. Work in slices
 * sends a message each second; other work is much shorter. One check is not enough: after the computer slept, a
 * timer can be due before the thread has run.
 */
const CHECK_EVERY_MS = 30_000
const MAX_SILENT_CHECKS = 2

/** `answerDirectly`: asks the direct reader instead, which exists by then. */
type OpenQuestion = {
  question: Question
  resolve: (value: never) => void
  reject: (error: unknown) => void
  answerDirectly: () => void
}
type Running = { thread: Thread; ask: (open: OpenQuestion) => void; hasEnded: boolean; ended: Promise<undefined> }

export function createThreadReader<Answers extends AnswerMap>(deps: ThreadDeps<Answers>): Reader<Answers> {
  let moment: Moment | null = null
  let fallback: Reader<Answers> | null = null
  let lastId = 0
  const createOpeningMessages = (): ToReader[] => [
    { type: 'open', folder: deps.folder },
    ...(moment ? [{ type: 'moment' as const, moment }] : []),
  ]
  const host = hostThread(deps, createOpeningMessages, () => {
    fallback = deps.direct()
  })
  const postIfStarted = (message: ToReader) => {
    // A thread that starts later reads everything at its start.
    if (host.hasStarted()) host.current().thread.postMessage(message)
  }
  const askThread = <Value>(
    createQuestion: (id: number) => Question,
    askDirectly: (reader: Reader<Answers>) => Promise<Value>,
  ): Promise<Value> => {
    if (fallback) return askDirectly(fallback)
    const { promise, resolve, reject } = Promise.withResolvers<Value>()
    const answerDirectly = () => {
      if (fallback) askDirectly(fallback).then(resolve, reject)
    }
    host.current().ask({ question: createQuestion(++lastId), resolve, reject, answerDirectly })
    return promise
  }
  return {
    ask: (name, ...input) =>
      askThread<Answer<Answers, typeof name>>(
        (id) => ({ type: 'ask', id, name, input, now: deps.now() }),
        (reader) => reader.ask(name, ...input),
      ),
    notify: (changes) => {
      if (fallback) fallback.notify(changes)
      else postIfStarted({ type: 'changes', changes })
    },
    setMoment: (next) => {
      moment = next
      postIfStarted({ type: 'moment', moment })
    },
    whilePaused: async (work) => {
      const resumeFlag = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
      await askThread<unknown>(
        (id) => ({ type: 'pause', id, resumeFlag }),
        () => Promise.resolve(),
      )
      try {
        work()
      } finally {
        Atomics.store(resumeFlag, 0, 1)
        Atomics.notify(resumeFlag, 0)
      }
    },
    stop: host.stop,
  }
}

type HostDeps = Omit<ThreadDeps<AnswerMap>, 'direct'>

type ThreadHost = { current: () => Running; hasStarted: () => boolean; stop: () => Promise<void> }

/**
 * Runs one thread at a time. It starts with the first question, so that an engine that fails to start leaves no thread
 * behind. `createOpeningMessages` returns the first messages for each thread. `giveUp` is called when no further thread
 * will start.
 */
function hostThread(deps: HostDeps, createOpeningMessages: () => ToReader[], giveUp: () => void): ThreadHost {
  const { clock, log } = deps
  let isStopped = false
  let diedAtMs = Number.NEGATIVE_INFINITY
  let running: Running | null = null
  let stopping: Promise<void> | null = null
  const onDeath = (error: unknown, unanswered: OpenQuestion[]) => {
    if (isStopped) {
      for (const { reject } of unanswered) reject(new AppError('engine/disconnected'))
      return
    }
    const isSecondDeath = clock.mono() - diedAtMs < DEATHS_APART_MS
    diedAtMs = clock.mono()
    log('warn', 'reader thread ended', { error: String(error), next: isSecondDeath ? 'direct' : 'thread' })
    if (isSecondDeath) giveUp()
    else running = start()
    for (const open of unanswered) {
      if (isSecondDeath) open.answerDirectly()
      else running?.ask(open)
    }
  }
  const start = () => {
    const started = startThread(deps, onDeath)
    for (const message of createOpeningMessages()) started.thread.postMessage(message)
    return started
  }
  const stop = async () => {
    isStopped = true
    running ??= notStarted
    const { thread, ended } = running
    thread.postMessage({ type: 'stop' } satisfies ToReader)
    // Killing the thread rejects the questions that are still open.
    const cancel = clock.after(STOP_WITHIN_MS, () => {
      thread.terminate()
    })
    await ended
    cancel()
  }
  return { current: () => (running ??= start()), hasStarted: () => running !== null, stop: () => (stopping ??= stop()) }
}

const refuse = ({ reject }: OpenQuestion) => reject(new AppError('engine/disconnected'))

/** Replaces the thread in an engine that stopped before the first question. */
const notStarted: Running = {
  thread: { postMessage: () => undefined, terminate: () => undefined },
  ask: refuse,
  hasEnded: true,
  ended: Promise.resolve(undefined),
}

/** `onDeath` receives the questions that the thread did not answer. */
function startThread(
  { threads, log, onDamage, onDiskFailure }: HostDeps,
  onDeath: (error: unknown, unanswered: OpenQuestion[]) => void,
): Running {
  const questions = new Map<number, OpenQuestion>()
  const end = Promise.withResolvers<undefined>()
  const onMessage = (message: FromReader) => {
    if (message.type === 'damage') onDamage()
    else if (message.type === 'disk-failure') onDiskFailure(fromFailure(message.failure))
    else if (message.type !== 'alive') {
      const open = questions.get(message.id)
      questions.delete(message.id)
      if (message.type === 'answer') open?.resolve(message.value as never)
      else open?.reject(fromFailure(message.failure))
    }
    watchdog.onMessage(questions.size)
  }
  const thread = threads.start(
    (message) => onMessage(message as FromReader),
    (error) => {
      running.hasEnded = true
      watchdog.stop()
      end.resolve(undefined)
      onDeath(error, [...questions.values()])
    },
  )
  const watchdog = createWatchdog(threads.clock, () => {
    log('warn', 'reader thread does not answer', { questions: questions.size })
    thread.terminate()
  })
  const running: Running = {
    thread,
    ask: (open) => {
      // A thread that has ended would never answer.
      if (running.hasEnded) {
        refuse(open)
        return
      }
      questions.set(open.question.id, open)
      watchdog.onQuestion()
      thread.postMessage(open.question)
    },
    hasEnded: false,
    ended: end.promise,
  }
  return running
}

type Watchdog = { onQuestion(): void; onMessage(openQuestions: number): void; stop(): void }

/** Calls `onSilent` once if questions are open and no message arrives for too long. */
function createWatchdog(clock: Pick<Clock, 'after'>, onSilent: () => void): Watchdog {
  let silentChecks = 0
  let cancel: (() => void) | null = null
  const check = () => {
    silentChecks++
    if (silentChecks < MAX_SILENT_CHECKS) cancel = clock.after(CHECK_EVERY_MS, check)
    else onSilent()
  }
  const stop = () => {
    cancel?.()
    cancel = null
  }
  return {
    onQuestion: () => {
      if (cancel) return
      silentChecks = 0
      cancel = clock.after(CHECK_EVERY_MS, check)
    },
    onMessage: (openQuestions) => {
      silentChecks = 0
      if (openQuestions === 0) stop()
    },
    stop,
  }
}
