// If a reader thread dies or hangs, its questions are asked again on a new thread, and after a second death directly.
import { expect, test } from 'vitest'
import type { Threads } from '#engine/outside/threads.ts'
import type { FromReader, Question, ToReader } from '#engine/reader/messages.ts'
import { createThreadReader } from '#engine/reader/on-thread.ts'
import { createFakeClock } from '#support/fake-clock.ts'

type Answers = { 'containers.count': (question: { scope: string }) => Promise<string> }
type FakeThread = {
  posted: ToReader[]
  answer: (value: unknown) => void
  fail: (message: string) => void
  /** Reports that the work of the thread continues. */
  reportAlive: () => void
  end: () => void
  isKilled: boolean
}

const MINUTE_MS = 60_000

function startReader() {
  const clock = createFakeClock(0)
  const threadsStarted: FakeThread[] = []
  const records: string[] = []
  const directScopes: string[] = []
  const threads: Threads = {
    clock,
    start: (onMessage, onEnd) => {
      const posted: ToReader[] = []
      const takeOldest = () => {
        const question = posted.find((message): message is Question => message.type === 'ask')
        if (!question) throw new Error('no question is open')
        posted.splice(posted.indexOf(question), 1)
        return question.id
      }
      const reply = (message: FromReader) => onMessage(message)
      const end = () => onEnd(null)
      const thread: FakeThread = {
        posted,
        answer: (value) => reply({ type: 'answer', id: takeOldest(), value }),
        fail: (message) => reply({ type: 'failed', id: takeOldest(), failure: { message, stack: null, sqlite: null } }),
        reportAlive: () => reply({ type: 'alive' }),
        end,
        isKilled: false,
      }
      threadsStarted.push(thread)
      return {
        postMessage: (message) => posted.push(message as ToReader),
        terminate: () => {
          thread.isKilled = true
          end()
        },
      }
    },
  }
  const reader = createThreadReader<Answers>({
    threads,
    clock,
    folder: 'folder',
    now: () => 'now',
    log: (level, event) => records.push(`${level} ${event}`),
    onDamage: () => undefined,
    onDiskFailure: () => undefined,
    direct: () => ({
      ask: (_name, { scope }) => {
        directScopes.push(scope)
        return Promise.resolve(`directly ${scope}` as never)
      },
      notify: () => undefined,
      setMoment: () => undefined,
      whilePaused: (work) => {
        work()
        return Promise.resolve()
      },
      stop: () => Promise.resolve(),
    }),
  })
  const ask = (scope: string) => reader.ask('containers.count', { scope })
  const listOpenQuestions = (thread: FakeThread | undefined) =>
    thread?.posted.flatMap((message) => (message.type === 'ask' ? message.input : []))
  return { clock, threadsStarted, records, directScopes, reader, ask, listOpenQuestions }
}

test('the open questions of a dead thread are asked again, once each and in their order, on a new thread', async () => {
  const { threadsStarted, ask, listOpenQuestions, records } = startReader()
  const answered = [ask('answered'), ask('open'), ask('all')]
  threadsStarted[0]!.answer('by the first')
  threadsStarted[0]!.end()
  expect(threadsStarted).toHaveLength(2)
  expect(listOpenQuestions(threadsStarted[1])).toEqual([{ scope: 'open' }, { scope: 'all' }])
  threadsStarted[1]!.answer('open')
  threadsStarted[1]!.answer('all')
  expect(await Promise.all(answered)).toEqual(['by the first', 'open', 'all'])
  expect(records).toEqual(['warn reader thread ended'])
})

test('a question that failed is not asked again', async () => {
  const { threadsStarted, ask, listOpenQuestions } = startReader()
  const failed = expect(ask('open')).rejects.toThrow('a bug')
  threadsStarted[0]!.fail('a bug')
  await failed
  threadsStarted[0]!.end()
  expect(listOpenQuestions(threadsStarted[1])).toEqual([])
})

test('the open questions of a second dead thread are answered directly, and so are later ones', async () => {
  const { clock, threadsStarted, ask, directScopes } = startReader()
  const answered = [ask('open')]
  threadsStarted[0]!.end()
  await clock.advance(50_000)
  answered.push(ask('all'))
  threadsStarted.at(-1)!.end()
  answered.push(ask('later'))
  expect(await Promise.all(answered)).toEqual(['directly open', 'directly all', 'directly later'])
  expect(directScopes).toEqual(['open', 'all', 'later'])
  expect(clock.countTimers()).toBe(0)
})

test('a death long after the first is followed by one more thread', async () => {
  const { clock, threadsStarted, ask } = startReader()
  const answered = ask('open')
  threadsStarted[0]!.end()
  threadsStarted[1]!.answer('again')
  expect(await answered).toBe('again')
  await clock.advance(6 * MINUTE_MS)
  threadsStarted[1]!.end()
  expect(threadsStarted).toHaveLength(3)
})

test('a stop while a question is asked again rejects it', async () => {
  const { clock, threadsStarted, ask, reader, records } = startReader()
  const refused = expect(ask('open')).rejects.toMatchObject({ code: 'engine/disconnected' })
  threadsStarted[0]!.end()
  const stopped = reader.stop()
  await clock.advance(2_000)
  await Promise.all([stopped, refused])
  expect(threadsStarted).toHaveLength(2)
  expect(threadsStarted[1]!.isKilled).toBe(true)
  await expect(ask('late')).rejects.toMatchObject({ code: 'engine/disconnected' })
  expect(records).toEqual(['warn reader thread ended'])
  expect(clock.countTimers()).toBe(0)
})

test('a pause of a thread that dies begins on the new thread', async () => {
  const { threadsStarted, ask, reader } = startReader()
  void ask('open')
  let isDone = false
  const paused = reader.whilePaused(() => {
    isDone = true
  })
  threadsStarted[0]!.end()
  const pause = threadsStarted[1]!.posted.find((message) => message.type === 'pause')
  expect([pause?.resumeFlag[0], isDone]).toEqual([0, false])
  threadsStarted[1]!.end()
  await paused
  expect([pause?.resumeFlag[0], isDone]).toEqual([1, true])
})

test('a thread that is silent for a minute with a question open is killed and replaced', async () => {
  const { clock, threadsStarted, ask, listOpenQuestions, records } = startReader()
  const answered = ask('open')
  await clock.advance(59_999)
  expect(threadsStarted[0]!.isKilled).toBe(false)
  await clock.advance(1)
  expect(threadsStarted[0]!.isKilled).toBe(true)
  expect(listOpenQuestions(threadsStarted[1])).toEqual([{ scope: 'open' }])
  threadsStarted[1]!.answer('again')
  expect(await answered).toBe('again')
  expect(records).toEqual(['warn reader thread does not answer', 'warn reader thread ended'])
})

test('a thread that answers other questions is not silent', async () => {
  const { clock, threadsStarted, ask } = startReader()
  const answered: Promise<string>[] = []
  for (let n = 0; n < 10; n++) {
    answered.push(ask(`${n}`), ask('more'))
    await clock.advance(20_000)
    threadsStarted[0]!.answer(n)
  }
  expect(threadsStarted[0]!.isKilled).toBe(false)
  expect(threadsStarted).toHaveLength(1)
})

test('a thread that reports long work is not silent, and is killed a minute after its last report', async () => {
  const { clock, threadsStarted, ask } = startReader()
  const answered = ask('open')
  for (let n = 0; n < 10; n++) {
    await clock.advance(20_000)
    threadsStarted[0]!.reportAlive()
  }
  expect(threadsStarted[0]!.isKilled).toBe(false)
  await clock.advance(MINUTE_MS)
  expect(threadsStarted[0]!.isKilled).toBe(true)
  threadsStarted[1]!.answer('again')
  expect(await answered).toBe('again')
})

test('without an open question nothing is watched and nothing is sent', async () => {
  const { clock, threadsStarted, ask } = startReader()
  const answered = ask('open')
  threadsStarted[0]!.answer('done')
  await answered
  const postedCount = threadsStarted[0]!.posted.length
  expect(clock.countTimers()).toBe(0)
  await clock.advance(60 * MINUTE_MS)
  expect(threadsStarted[0]!.posted).toHaveLength(postedCount)
  expect(threadsStarted[0]!.isKilled).toBe(false)
})
