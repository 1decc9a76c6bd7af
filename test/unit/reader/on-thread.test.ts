// Threads that die or hang: their questions are asked again on a new thread, and after a second death directly.
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
  /** Reports that work in slices continues. */
  reportAlive: () => void
  end: () => void
  isKilled: boolean
}

const MINUTE_MS = 60_000

function startReader() {
  const clock = createFakeClock(0)
  const started: FakeThread[] = []
  const records: string[] = []
  const direct: string[] = []
  const threads: Threads = {
    clock,
    start: (onMessage, onEnd) => {
      const posted: ToReader[] = []
      const oldest = () => {
        const question = posted.find((message): message is Question => message.type === 'ask')
        if (!question) throw new Error('no question is open')
        posted.splice(posted.indexOf(question), 1)
        return question.id
      }
      const reply = (message: FromReader) => onMessage(message)
      const end = () => onEnd(null)
      const thread: FakeThread = {
        posted,
        answer: (value) => reply({ type: 'answer', id: oldest(), value }),
        fail: (message) => reply({ type: 'failed', id: oldest(), failure: { message, stack: null, sqlite: null } }),
        reportAlive: () => reply({ type: 'alive' }),
        end,
        isKilled: false,
      }
      started.push(thread)
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
        direct.push(scope)
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
  const openQuestions = (thread: FakeThread | undefined) =>
    thread?.posted.flatMap((message) => (message.type === 'ask' ? message.input : []))
  return { clock, started, records, direct, reader, ask, openQuestions }
}

test('the open questions of a dead thread are asked again, once each and in their order, on a new thread', async () => {
  const { started, ask, openQuestions, records } = startReader()
  const answered = [ask('answered'), ask('open'), ask('all')]
  started[0]!.answer('by the first')
  started[0]!.end()
  expect(started).toHaveLength(2)
  expect(openQuestions(started[1])).toEqual([{ scope: 'open' }, { scope: 'all' }])
  started[1]!.answer('open')
  started[1]!.answer('all')
  expect(await Promise.all(answered)).toEqual(['by the first', 'open', 'all'])
  expect(records).toEqual(['warn reader thread ended'])
})

test('a question that failed is not asked again', async () => {
  const { started, ask, openQuestions } = startReader()
  const failed = expect(ask('open')).rejects.toThrow('a bug')
  started[0]!.fail('a bug')
  await failed
  started[0]!.end()
  expect(openQuestions(started[1])).toEqual([])
})

test('the open questions of a second dead thread are answered directly, and so are later ones', async () => {
  const { clock, started, ask, direct } = startReader()
  const answered = [ask('open')]
  started[0]!.end()
  await clock.advance(50_000)
  answered.push(ask('all'))
  started.at(-1)!.end()
  answered.push(ask('later'))
  expect(await Promise.all(answered)).toEqual(['directly open', 'directly all', 'directly later'])
  expect(direct).toEqual(['open', 'all', 'later'])
  expect(clock.countTimers()).toBe(0)
})

test('a death long after the first is followed by one more thread', async () => {
  const { clock, started, ask } = startReader()
  const answered = ask('open')
  started[0]!.end()
  started[1]!.answer('again')
  expect(await answered).toBe('again')
  await clock.advance(6 * MINUTE_MS)
  started[1]!.end()
  expect(started).toHaveLength(3)
})

test('a stop while a question is asked again rejects it', async () => {
  const { clock, started, ask, reader, records } = startReader()
  const refused = expect(ask('open')).rejects.toMatchObject({ code: 'engine/disconnected' })
  started[0]!.end()
  const stopped = reader.stop()
  await clock.advance(2_000)
  await Promise.all([stopped, refused])
  expect(started).toHaveLength(2)
  expect(started[1]!.isKilled).toBe(true)
  await expect(ask('late')).rejects.toMatchObject({ code: 'engine/disconnected' })
  expect(records).toEqual(['warn reader thread ended'])
  expect(clock.countTimers()).toBe(0)
})

test('a pause of a thread that dies begins on the new thread', async () => {
  const { started, ask, reader } = startReader()
  void ask('open')
  let isDone = false
  const paused = reader.whilePaused(() => {
    isDone = true
  })
  started[0]!.end()
  const pause = started[1]!.posted.find((message) => message.type === 'pause')
  expect([pause?.resumeFlag[0], isDone]).toEqual([0, false])
  started[1]!.end()
  await paused
  expect([pause?.resumeFlag[0], isDone]).toEqual([1, true])
})

test('a thread that is silent for a minute with a question open is killed and replaced', async () => {
  const { clock, started, ask, openQuestions, records } = startReader()
  const answered = ask('open')
  await clock.advance(59_999)
  expect(started[0]!.isKilled).toBe(false)
  await clock.advance(1)
  expect(started[0]!.isKilled).toBe(true)
  expect(openQuestions(started[1])).toEqual([{ scope: 'open' }])
  started[1]!.answer('again')
  expect(await answered).toBe('again')
  expect(records).toEqual(['warn reader thread does not answer', 'warn reader thread ended'])
})

test('a thread that answers other questions is not silent', async () => {
  const { clock, started, ask } = startReader()
  const answered: Promise<string>[] = []
  for (let n = 0; n < 10; n++) {
    answered.push(ask(`${n}`), ask('more'))
    await clock.advance(20_000)
    started[0]!.answer(n)
  }
  expect(started[0]!.isKilled).toBe(false)
  expect(started).toHaveLength(1)
})

test('a thread that reports long work is not silent, and is killed a minute after its last report', async () => {
  const { clock, started, ask } = startReader()
  const answered = ask('open')
  for (let n = 0; n < 10; n++) {
    await clock.advance(20_000)
    started[0]!.reportAlive()
  }
  expect(started[0]!.isKilled).toBe(false)
  await clock.advance(MINUTE_MS)
  expect(started[0]!.isKilled).toBe(true)
  started[1]!.answer('again')
  expect(await answered).toBe('again')
})

test('without an open question nothing is watched and nothing is sent', async () => {
  const { clock, started, ask } = startReader()
  const answered = ask('open')
  started[0]!.answer('done')
  await answered
  const sent = started[0]!.posted.length
  expect(clock.countTimers()).toBe(0)
  await clock.advance(60 * MINUTE_MS)
  expect(started[0]!.posted).toHaveLength(sent)
  expect(started[0]!.isKilled).toBe(false)
})
