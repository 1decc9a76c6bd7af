// Entry of the reader thread: opens the same two files on a read-only connection and answers questions. The thread
// lives as long as the engine (threads that start and stop repeatedly have crashed Electron).
import { parentPort } from 'node:worker_threads'
import { addNewZones, momentSetup, setMoment } from './mirror/containers/moment.ts'
import { isDamage } from './db/failures.ts'
import { type Connection, openReader } from './db/open.ts'
import { type Write, createWrite } from './db/write.ts'
import { createClock } from './outside/clock.ts'
import { createRandom } from './outside/random.ts'
import { setRatesVersion } from './settings/rates.ts'
import { inSlices } from './db/slices.ts'
import { type Answers, createAnswerer } from './answers.ts'
import { type FromReader, type ToReader, toFailure } from './reader/messages.ts'
import type { Answerer } from './reader/reader.ts'

type Opened = Answerer<Answers> & { connection: Connection; writeTemporary: Write }

if (!parentPort) throw new Error('the reader runs on a thread of its own')
const port = parentPort
const stopped = new AbortController()
let opened: Opened | null = null
/** A pause ends after this time even if the engine does not end it. */
const MAX_PAUSE_MS = 5_000
const ALIVE_EVERY_MS = 1_000
/** The trusted time that came with the newest question. */
let now = ''

const post = (message: FromReader) => port.postMessage(message)

function open(folder: string): Opened {
  const connection = openReader(
    folder,
    momentSetup,
    () => post({ type: 'damage' }),
    (error) => post({ type: 'disk-failure', failure: toFailure(error) }),
  )
  const clock = createClock()
  const { signal } = stopped
  let aliveAtMs = 0
  // The engine replaces a thread that sends nothing for long. Work in slices can take longer than that on a slow disk.
  const sleep: typeof clock.sleep = (ms, until) => {
    if (clock.mono() - aliveAtMs >= ALIVE_EVERY_MS) {
      aliveAtMs = clock.mono()
      post({ type: 'alive' })
    }
    return clock.sleep(ms, until)
  }
  const answerer = createAnswerer({
    ...connection,
    clock,
    random: createRandom(),
    inSlices: (steps) => inSlices({ ...clock, sleep }, steps, signal),
    stopped: signal,
    now: () => now,
  })
  // This writes temporary tables only. They belong to this connection.
  return { ...answerer, connection, writeTemporary: createWrite(connection) }
}

function handle(message: ToReader): void {
  if (message.type === 'open') opened = open(message.folder)
  if (!opened) return
  const { answers, update, connection, writeTemporary } = opened
  if (message.type === 'moment') {
    const { nowMs, days } = message.moment
    writeTemporary((db) => setMoment(db, nowMs, days))
  } else if (message.type === 'changes') {
    const { changes } = message
    writeTemporary((db) => {
      if (changes.containers.length > 0) addNewZones(db)
      setRatesVersion(db, changes.ratesVersion)
    })
    update(changes)
  } else if (message.type === 'ask') {
    now = message.now
    void answer(answers, message)
  } else if (message.type === 'pause') {
    // No statement is open between two messages, so nothing is read until the wait ends.
    post({ type: 'answer', id: message.id, value: null })
    Atomics.wait(message.resumeFlag, 0, 0, MAX_PAUSE_MS)
  } else if (message.type === 'stop') {
    stopped.abort()
    connection.close()
    port.close()
  }
}

async function answer(answers: Answers, { id, name, input }: ToReader & { type: 'ask' }): Promise<void> {
  const answerQuestion = answers[name as keyof Answers] as (...question: unknown[]) => unknown
  try {
    post({ type: 'answer', id, value: await answerQuestion(...input) })
  } catch (error) {
    // A value that cannot be cloned also ends here: its question fails, and the thread continues.
    if (isDamage(error)) post({ type: 'damage' })
    post({ type: 'failed', id, failure: toFailure(error) })
  }
}

port.on('message', handle)
