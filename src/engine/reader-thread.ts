// Entry of the reader thread: opens the same two files on a read-only connection and answers questions. The thread
// lives as long as the engine (threads that start and stop repeatedly have crashed Electron).
import { parentPort } from 'node:worker_threads'
import { fillNewDays, momentSetup, setMoment } from './mirror/containers/moment.ts'
import { type Connection, openReader } from './db/open.ts'
import { type Write, createWrite } from './db/write.ts'
import { createClock } from './outside/clock.ts'
import { createRandom } from './outside/random.ts'
import { setRatesVersion } from './settings/rates.ts'
import { inSlices } from './db/slices.ts'
import { type Answers, createAnswerer } from './answers.ts'
import { type FromReader, type ToReader, toFailure } from './reader/messages.ts'
import { type Answerer, answerWith } from './reader/reader.ts'

type Opened = Answerer<Answers> & { connection: Connection; writeTemporary: Write }

if (!parentPort) throw new Error('the reader runs on a thread of its own')
const port = parentPort
const stopped = new AbortController()
let opened: Opened | null = null
/** Messages received during a rest; null when the thread is not resting. */
let waiting: ToReader[] | null = null
/** The number of questions in progress, and the callback for when it reaches 0. */
let underWay = 0
let whenIdle: (() => void) | null = null
/** A rest begins after this time even during a long answer. In that case the log is written back at a later rest. */
const REST_WITHIN_MS = 250
/** The trusted time that came with the newest question. */
let now = ''

const post = (message: FromReader) => {
  port.postMessage(message)
}

function open(folder: string): Opened {
  const connection = openReader(
    folder,
    momentSetup,
    () => {
      post({ type: 'damage' })
    },
    (error) => {
      post({ type: 'disk-failure', failure: toFailure(error) })
    },
  )
  const clock = createClock()
  const { signal } = stopped
  const answerer = createAnswerer({
    ...connection,
    clock,
    random: createRandom(),
    inSlices: (steps) => inSlices(clock, steps, signal),
    stopped: signal,
    now: () => now,
  })
  // This writes temporary tables only. They belong to this connection.
  return { ...answerer, connection, writeTemporary: createWrite(connection, { add: () => undefined }) }
}

function handle(message: ToReader): void {
  if (message.type === 'go-on') {
    const came = waiting ?? []
    waiting = null
    came.forEach(handle)
  } else if (waiting && message.type !== 'stop') waiting.push(message)
  else if (message.type === 'rest') {
    waiting = []
    rest(message.id)
  } else work(message)
}

function rest(id: number): void {
  const begin = () => {
    if (whenIdle !== begin) return
    whenIdle = null
    post({ type: 'answer', id, value: null })
  }
  whenIdle = begin
  if (underWay === 0) begin()
  else createClock().after(REST_WITHIN_MS, begin)
}

function work(message: Exclude<ToReader, { type: 'rest' | 'go-on' }>): void {
  if (message.type === 'open') opened = open(message.folder)
  if (!opened) return
  const { answers, update, connection, writeTemporary } = opened
  if (message.type === 'moment') {
    const { nowMs, days } = message.moment
    writeTemporary((db) => {
      setMoment(db, nowMs, days)
    })
  } else if (message.type === 'news') {
    const { news } = message
    writeTemporary((db) => {
      if (news.containers.length > 0) fillNewDays(db)
      setRatesVersion(db, news.ratesVersion)
    })
    update(news)
  } else if (message.type === 'ask') {
    now = message.now
    answer(answers, message)
  } else if (message.type === 'stop') {
    stopped.abort()
    connection.close()
    port.close()
  }
}

function answer(answers: Answers, { id, name, input }: ToReader & { type: 'ask' }): void {
  underWay++
  answerWith(answers, name as keyof Answers, input as never)
    .then((value) => {
      post({ type: 'answer', id, value })
    })
    // This also catches a value that cannot be cloned: its question fails, and the thread continues.
    .catch((error: unknown) => {
      post({ type: 'failed', id, failure: toFailure(error) })
    })
    .finally(() => {
      underWay--
      if (underWay === 0) whenIdle?.()
    })
}

port.on('message', handle)
