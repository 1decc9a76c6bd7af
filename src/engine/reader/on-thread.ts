// Answers from one long-lived thread. The engine reports what was written, and the thread reads the rows itself. If the
// thread dies, its open questions fail and a new thread starts. After a second death within a minute, the engine
// answers directly.
import { AppError } from '#contract/errors.ts'
import type { Clock } from '../outside/clock.ts'
import type { Thread, Threads } from '../outside/threads.ts'
import type { Log } from '../outside/log.ts'
import { type FromReader, type Moment, type ToReader, fromFailure } from './messages.ts'
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

/** If a second death follows within this time, a third thread would not survive either. */
const APART_MS = 60_000
/** The thread stops between two steps of its work, or is killed after this time. Main gives the engine five seconds. */
const STOP_WITHIN_MS = 2_000

type Open = { resolve: (value: never) => void; reject: (error: Error) => void }
type Running = { thread: Thread; open: Map<number, Open>; hasEnded: boolean; ended: Promise<undefined> }

export function threadReader<Answers extends AnswerMap>(deps: ThreadDeps<Answers>): Reader<Answers> {
  let moment: Moment | null = null
  let fallback: Reader<Answers> | null = null
  let ids = 0
  const openingMessages = (): ToReader[] => [
    { type: 'open', folder: deps.folder },
    ...(moment ? [{ type: 'moment' as const, moment }] : []),
  ]
  const kept = keepThread(deps, openingMessages, () => {
    fallback = deps.direct()
  })
  const post = (message: ToReader) => {
    kept.current().thread.post(message)
  }
  const answerTo = <Value>(question: (id: number) => ToReader) =>
    new Promise<Value>((resolve, reject) => {
      const id = ++ids
      const { open, hasEnded } = kept.current()
      // A thread that has ended would never answer or reject it.
      if (hasEnded) {
        reject(new AppError('engine/disconnected'))
        return
      }
      open.set(id, { resolve, reject })
      post(question(id))
    })
  return {
    ask: (name, ...input) => {
      if (fallback) return fallback.ask(name, ...input)
      return answerTo<Answer<Answers, typeof name>>((id) => ({ type: 'ask', id, name, input, now: deps.now() }))
    },
    tell: (news) => {
      if (fallback) fallback.tell(news)
      // A thread that has not started yet will read everything at its start.
      else if (kept.hasBegun()) post({ type: 'news', news })
    },
    moveTo: (next) => {
      moment = next
      if (kept.hasBegun()) post({ type: 'moment', moment })
    },
    rest: async (work) => {
      if (!fallback) await answerTo((id) => ({ type: 'rest', id }))
      try {
        work()
      } finally {
        post({ type: 'go-on' })
      }
    },
    stop: kept.stop,
  }
}

type ThreadHost = Omit<ThreadDeps<AnswerMap>, 'direct'>

type KeptThread = { current: () => Running; hasBegun: () => boolean; stop: () => Promise<void> }

/**
 * Keeps one thread at a time. It starts with the first question, so that an engine that fails to start leaves no thread
 * behind. `openingMessages` returns the first messages for each thread; `giveUp` is called when no further thread will
 * start.
 */
function keepThread(deps: ThreadHost, openingMessages: () => ToReader[], giveUp: () => void): KeptThread {
  const { clock, log } = deps
  let isStopped = false
  let diedAtMs = Number.NEGATIVE_INFINITY
  const begin = () => {
    const next = startThread(deps, (error) => {
      if (isStopped) return
      const isSecond = clock.mono() - diedAtMs < APART_MS
      diedAtMs = clock.mono()
      log('warn', 'reader thread ended', { error: String(error), next: isSecond ? 'direct' : 'thread' })
      if (isSecond) giveUp()
      else running = begin()
    })
    for (const message of openingMessages()) next.thread.post(message)
    return next
  }
  let running: Running | null = null
  let stopping: Promise<void> | null = null
  const stop = async () => {
    isStopped = true
    running ??= notBegun()
    const { thread, ended } = running
    thread.post({ type: 'stop' } satisfies ToReader)
    // Killing the thread rejects the questions that are still open.
    const cancel = clock.after(STOP_WITHIN_MS, () => {
      thread.kill()
    })
    await ended
    cancel()
  }
  return { current: () => (running ??= begin()), hasBegun: () => running !== null, stop: () => (stopping ??= stop()) }
}

/** Replaces the thread in an engine that stopped before the first question. */
function notBegun(): Running {
  return {
    thread: { post: () => undefined, kill: () => undefined },
    open: new Map(),
    hasEnded: true,
    ended: Promise.resolve(undefined),
  }
}

function startThread({ threads, onDamage, onDiskFailure }: ThreadHost, died: (error: unknown) => void): Running {
  const open = new Map<number, Open>()
  const end = Promise.withResolvers<undefined>()
  const hear = (message: FromReader) => {
    if (message.type === 'damage') onDamage()
    else if (message.type === 'disk-failure') onDiskFailure(fromFailure(message.failure))
    else {
      const asked = open.get(message.id)
      open.delete(message.id)
      if (message.type === 'answer') asked?.resolve(message.value as never)
      else asked?.reject(fromFailure(message.failure))
    }
  }
  const thread = threads.start(
    (message) => {
      hear(message as FromReader)
    },
    (error) => {
      running.hasEnded = true
      rejectAll(open)
      end.resolve(undefined)
      died(error)
    },
  )
  const running: Running = { thread, open, hasEnded: false, ended: end.promise }
  return running
}

function rejectAll(open: Map<number, Open>): void {
  for (const { reject } of open.values()) reject(new AppError('engine/disconnected'))
  open.clear()
}
