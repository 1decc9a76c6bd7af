// How the main process starts, watches and ends the engine process. Electron's processes are fakes.
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createHostArgs } from '../../../scripts/web-host.mjs'
import { V8_FLAG } from '../../../src/main/engine/engine-flags.ts'
import {
  createEngine,
  countForks,
  lastProcess,
  listMessageTypes,
  engineRun,
  startMessage,
  startEngine,
  useFakeProcesses,
} from '#support/engine-processes.ts'

useFakeProcesses()

test('the count of waiting work is reported with its account', async () => {
  const { waiting } = await startEngine()
  lastProcess().emit('message', { type: 'waiting', count: 2 })
  expect(waiting).toEqual([['main', 2]])
})

test('the last reading pace is sent to the running engine and to every later one', async () => {
  const { engine } = createEngine()
  const pace = { isOnBattery: true, isLocked: false, metered: 'no' } as const
  engine.setPace(pace)
  const starting = engine.start(engineRun)
  await vi.advanceTimersByTimeAsync(0)
  lastProcess().emit('message', { type: 'started' })
  await starting
  engine.setPace({ ...pace, isLocked: true })
  expect(lastProcess().postedMessages.map(({ message }) => message)).toEqual([
    startMessage,
    { type: 'pace', pace },
    { type: 'pace', pace: { ...pace, isLocked: true } },
  ])
})

describe('a start', () => {
  test('forks the bundle without secrets on its command line, with the memory flags of the browser host, and sends its options', async () => {
    await startEngine()
    // The environment of this process, with more threads for folders on other computers.
    const env = { ...process.env, UV_THREADPOOL_SIZE: '16' }
    expect([
      lastProcess().entry,
      lastProcess().args,
      lastProcess().options['env'],
      lastProcess().postedMessages[0]?.message,
    ]).toEqual(['/out/main/engine.js', [], env, startMessage])
    // Electron's executable needs --js-flags. Node takes the flag itself.
    expect(lastProcess().options['execArgv']).toEqual([`--js-flags=${V8_FLAG}`])
    expect(createHostArgs(['--no-open'])).toEqual([V8_FLAG, 'out/web/host.js', '--no-open'])
  })

  test('that the engine refuses is reported with its code and not retried', async () => {
    const { engine, failures } = createEngine()
    const starting = engine.start(engineRun)
    const refused = expect(starting).rejects.toMatchObject({ code: 'db/in-use', details: { folder: '/d' } })
    await vi.advanceTimersByTimeAsync(0)
    lastProcess().emit('message', { type: 'failed', error: { code: 'db/in-use', details: { folder: '/d' } } })
    lastProcess().end(1)
    await refused
    await vi.advanceTimersByTimeAsync(120_000)
    expect([countForks(), failures]).toEqual([1, []])
  })

  test('that ends repeatedly is not retried any more', async () => {
    const { engine, failures } = createEngine()
    const refused = expect(engine.start(engineRun)).rejects.toMatchObject({ code: 'engine/failed' })
    await vi.advanceTimersByTimeAsync(0)
    for (const waitMs of [500, 1000, 2000, 4000]) {
      lastProcess().end(1)
      await vi.advanceTimersByTimeAsync(waitMs)
    }
    lastProcess().end(1)
    await refused
    await vi.advanceTimersByTimeAsync(120_000)
    expect([countForks(), failures]).toEqual([5, []])
  })

  test('that is stopped before it succeeds ends at once', async () => {
    const { engine } = createEngine()
    const refused = expect(engine.start(engineRun)).rejects.toMatchObject({ code: 'engine/disconnected' })
    await vi.advanceTimersByTimeAsync(0)
    lastProcess().end(1)
    await engine.stop()
    await refused
    await vi.advanceTimersByTimeAsync(120_000)
    expect(countForks()).toBe(1)
  })
})

test('a question of the engine about proxies is answered to the process that sent it', async () => {
  await startEngine()
  const first = lastProcess()
  first.emit('message', { type: 'find-proxies', id: 7, origin: 'https://tracking.example' })
  first.emit('message', { type: 'find-proxies', id: 8, origin: 'https://storage.example' })
  await vi.advanceTimersByTimeAsync(0)
  expect(first.postedMessages.slice(1).map(({ message }) => message)).toEqual([
    { type: 'proxies', id: 7, proxies: ['http://proxy.office:8080', null] },
    { type: 'proxies', id: 8, proxies: [null] },
  ])
})

describe('an engine that ends unexpectedly', () => {
  test('restarts after a doubling delay, on the same account', async () => {
    await startEngine()
    lastProcess().end(9)
    await vi.advanceTimersByTimeAsync(499)
    expect(countForks()).toBe(1)
    await vi.advanceTimersByTimeAsync(1)
    expect([countForks(), lastProcess().postedMessages[0]?.message]).toEqual([2, startMessage])
    lastProcess().end(9)
    await vi.advanceTimersByTimeAsync(999)
    expect(countForks()).toBe(2)
    await vi.advanceTimersByTimeAsync(1)
    expect(countForks()).toBe(3)
  })

  test('restarts even if it reports 0, as killed processes do', async () => {
    await startEngine()
    lastProcess().end(0)
    await vi.advanceTimersByTimeAsync(500)
    expect(countForks()).toBe(2)
  })

  test('five times within a minute is not restarted, and is reported', async () => {
    const { failures } = await startEngine()
    for (let end = 1; end <= 5; end++) {
      lastProcess().end(9)
      await vi.advanceTimersByTimeAsync(4000)
    }
    await vi.advanceTimersByTimeAsync(120_000)
    expect([countForks(), failures]).toEqual([5, [{ code: 'engine/failed', details: {} }]])
  })

  test('less often is always restarted, after at most half a minute', async () => {
    const { failures } = await startEngine()
    for (let end = 1; end <= 12; end++) {
      await vi.advanceTimersByTimeAsync(20_000)
      lastProcess().end(9)
      await vi.advanceTimersByTimeAsync(30_000)
      expect(countForks()).toBe(end + 1)
    }
    expect(failures).toEqual([])
  })

  test('after a minute of work restarts after a short delay again', async () => {
    await startEngine()
    for (const waitMs of [500, 1000, 2000]) {
      lastProcess().end(9)
      await vi.advanceTimersByTimeAsync(waitMs)
    }
    await vi.advanceTimersByTimeAsync(60_000)
    lastProcess().end(9)
    await vi.advanceTimersByTimeAsync(500)
    expect(countForks()).toBe(5)
  })

  test('and cannot restart is reported with its code, and a bug as a failed engine', async () => {
    for (const [code, reported] of [
      ['db/disk-full', 'db/disk-full'],
      ['internal', 'engine/failed'],
    ]) {
      const { failures, engine } = await startEngine()
      lastProcess().end(9)
      await vi.advanceTimersByTimeAsync(500)
      lastProcess().emit('message', { type: 'failed', error: { code, details: {} } })
      lastProcess().end(1)
      await vi.advanceTimersByTimeAsync(120_000)
      expect(failures).toEqual([{ code: reported, details: {} }])
      await engine.stop()
    }
  })
})

describe('an engine that announced its restart', () => {
  test('starts again without an error in the log', async () => {
    const { log } = await startEngine()
    lastProcess().emit('message', { type: 'restart' })
    lastProcess().end(0)
    await vi.advanceTimersByTimeAsync(500)
    expect([countForks(), log]).toEqual([2, [['info', 'engine restarts', { code: 0, waitMs: 500 }]]])
  })

  test('and ends by itself afterwards is logged as an error', async () => {
    const { log } = await startEngine()
    lastProcess().emit('message', { type: 'restart' })
    lastProcess().end(0)
    await vi.advanceTimersByTimeAsync(500)
    lastProcess().end(9)
    expect(log.at(-1)).toEqual(['error', 'engine ended by itself', { code: 9, waitMs: 1000 }])
  })
})

describe('an engine that hangs', () => {
  const countBeats = () => listMessageTypes(lastProcess()).filter((type) => type === 'beat').length

  test('is killed after two minutes without a heartbeat, and restarted', async () => {
    const { log, failures } = await startEngine()
    await vi.advanceTimersByTimeAsync(139_999)
    expect([countBeats(), lastProcess().isKilled]).toEqual([6, false])
    await vi.advanceTimersByTimeAsync(1)
    expect([lastProcess().isKilled, log.at(-1)]).toEqual([true, ['error', 'engine hangs']])
    lastProcess().end(0)
    await vi.advanceTimersByTimeAsync(500)
    expect([countForks(), listMessageTypes(lastProcess()), failures]).toEqual([2, ['start'], []])
  })

  test('only for a short time is not killed, and neither is a slow one after a sleep of the computer', async () => {
    await startEngine()
    for (let round = 0; round < 10; round++) {
      await vi.advanceTimersByTimeAsync(119_000)
      lastProcess().emit('message', { type: 'beat' })
    }
    expect([lastProcess().isKilled, countForks()]).toEqual([false, 1])
  })

  test('during its start is not killed: it may have years of data to migrate', async () => {
    const { engine } = createEngine()
    const starting = engine.start(engineRun)
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect([countBeats(), lastProcess().isKilled]).toEqual([0, false])
    lastProcess().emit('message', { type: 'started' })
    await starting
  })

  test('is not watched after it has ended', async () => {
    const { engine } = await startEngine()
    const stopping = engine.stop()
    lastProcess().end(0)
    await stopping
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('a stop', () => {
  test('sends a request, waits for the end and restarts nothing', async () => {
    const { engine, failures } = await startEngine()
    let isStopped = false
    const stopping = engine.stop().then(() => (isStopped = true))
    await vi.advanceTimersByTimeAsync(4900)
    expect([listMessageTypes(lastProcess()).at(-1), isStopped, lastProcess().isKilled]).toEqual([
      'shutdown',
      false,
      false,
    ])
    lastProcess().end(0)
    await stopping
    await vi.advanceTimersByTimeAsync(120_000)
    expect([countForks(), failures, lastProcess().isKilled]).toEqual([1, [], false])
  })

  test('kills a process that has not ended after five seconds', async () => {
    const { engine } = await startEngine()
    const stopping = engine.stop()
    await vi.advanceTimersByTimeAsync(5000)
    expect(lastProcess().isKilled).toBe(true)
    lastProcess().end(0)
    await stopping
  })

  test('kills with SIGKILL a process that does not react', async () => {
    const killed = vi.spyOn(process, 'kill').mockReturnValue(true)
    onTestFinished(() => killed.mockRestore())
    const { engine } = await startEngine()
    const stopping = engine.stop()
    await vi.advanceTimersByTimeAsync(6999)
    expect([lastProcess().isKilled, killed.mock.calls]).toEqual([true, []])
    await vi.advanceTimersByTimeAsync(1)
    expect(killed.mock.calls).toEqual([[4711, 'SIGKILL']])
    lastProcess().end(0)
    await stopping
    expect(vi.getTimerCount()).toBe(0)
  })

  test('during the delay before a restart cancels the restart', async () => {
    const { engine } = await startEngine()
    lastProcess().end(9)
    await engine.stop()
    await vi.advanceTimersByTimeAsync(120_000)
    expect(countForks()).toBe(1)
  })

  test('without a start does nothing', async () => {
    await createEngine().engine.stop()
    expect(countForks()).toBe(0)
  })
})

test('the engine is notified when the computer wakes up', async () => {
  const { engine } = await startEngine()
  engine.resume()
  expect(listMessageTypes(lastProcess()).at(-1)).toBe('resume')
})

test('the last lines that a crashing engine printed are in the log', async () => {
  const { log } = await startEngine()
  const child = lastProcess()
  const outputLines = () =>
    log.filter(([, event]) => event === 'engine output').map(([, , fields]) => (fields as { line: string }).line)
  child.stderr.write('first\nFATAL ERROR: heap ')
  await vi.waitFor(() => expect(outputLines()).toEqual(['first']))
  child.end(134)
  await vi.advanceTimersByTimeAsync(0)
  child.stderr.end('out of memory\nand no end of line')
  await vi.waitFor(() =>
    expect(outputLines()).toEqual(['first', 'FATAL ERROR: heap out of memory', 'and no end of line']),
  )
})

test('the log has the records of the engine and the output of its process, but no fatal report', async () => {
  const { log } = await startEngine()
  lastProcess().emit('message', { type: 'log', level: 'info', event: 'sync', fields: { pages: 2 } })
  lastProcess().emit('error', 'FatalError', 'somewhere', 'QUAYWATCH_API_KEY=x')
  lastProcess().stderr.write('a warning\n')
  await vi.waitFor(() => expect(log.at(-1)).toEqual(['warn', 'engine output', { line: 'a warning' }]))
  expect(log).toContainEqual(['info', 'sync', { pages: 2 }])
  expect(JSON.stringify(log)).not.toContain('QUAYWATCH_API_KEY')
})
