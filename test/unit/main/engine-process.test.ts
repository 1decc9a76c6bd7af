// The engine's process as main sees it: starts, ends of every kind, ports. Electron's processes are fakes.
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { WebContents as RealContents } from 'electron'
import type { EngineStart } from '#contract/engine-process.ts'
import { shellChannels } from '#contract/shell-channels.ts'
import type { Failure } from '#contract/values.ts'
import { type MessagePortMain, UtilityProcess, WebContents, app } from '#support/electron.ts'
import { webHostArgs } from '../../../scripts/web-host.mjs'
import { V8_FLAG } from '../../../src/main/engine/engine-flags.ts'
import { createEngineProcess } from '../../../src/main/engine/engine-process.ts'

app.becomeReady()
beforeEach(() => {
  vi.useFakeTimers()
  UtilityProcess.all.length = 0
})
afterEach(() => {
  vi.useRealTimers()
})

const run = { accountId: 'main', serviceUrl: 'https://tracking.example/v2', apiKey: 'k' }
const start: EngineStart = { type: 'start', dataDir: '/d', baseUrl: run.serviceUrl, apiKey: 'k', isEmbedded: false, ticketKey: 'tickets', checkOutput: false }

function open() {
  const failures: Failure[] = []
  const waiting: [string, number][] = []
  const log: unknown[][] = []
  const engine = createEngineProcess({
    entry: '/out/main/engine.js',
    startMessage: () => start,
    findProxies: (origin) => Promise.resolve(origin === 'https://tracking.example' ? ['http://proxy.office:8080', null] : [null]),
    failed: (failure) => failures.push(failure),
    waiting: (...told) => waiting.push(told),
    log: { path: '', write: (...record) => log.push(record), bug: () => '' },
  })
  return { engine, failures, waiting, log }
}

const last = () => UtilityProcess.all.at(-1)!
const forks = () => UtilityProcess.all.length
const saidTo = (child: UtilityProcess) => child.posted.map(({ message }) => (message as { type: string }).type)

/** Starts it, and lets the process say that it runs. */
async function started() {
  const opened = open()
  const starting = opened.engine.start(run)
  await vi.advanceTimersByTimeAsync(0)
  last().emit('message', { type: 'started' })
  await starting
  return opened
}

function newPage() {
  const page = new WebContents()
  return { page, real: page as unknown as RealContents }
}

test('what waits is told with the account it waits in', async () => {
  const { waiting } = await started()
  last().emit('message', { type: 'waiting', count: 2 })
  expect(waiting).toEqual([['main', 2]])
})

test('the pace last set reaches the engine that runs and every one after it', async () => {
  const { engine } = open()
  const pace = { isOnBattery: true, isLocked: false, metered: 'no' } as const
  engine.setPace(pace)
  const starting = engine.start(run)
  await vi.advanceTimersByTimeAsync(0)
  last().emit('message', { type: 'started' })
  await starting
  engine.setPace({ ...pace, isLocked: true })
  expect(last().posted.map(({ message }) => message)).toEqual([start, { type: 'pace', pace }, { type: 'pace', pace: { ...pace, isLocked: true } }])
})

describe('a start', () => {
  test('forks the bundle with nothing secret on its command line, as small as the browser host starts it, and tells it what to run on', async () => {
    await started()
    // Its environment is ours, but for the threads that read folders on other machines.
    const env = { ...process.env, UV_THREADPOOL_SIZE: '16' }
    expect([last().entry, last().args, last().options['env'], last().posted[0]?.message]).toEqual(['/out/main/engine.js', [], env, start])
    // Of Electron's own executable; Node knows the flag by itself.
    expect(last().options['execArgv']).toEqual([`--js-flags=${V8_FLAG}`])
    expect(webHostArgs(['--no-open'])).toEqual([V8_FLAG, 'out/web/host.js', '--no-open'])
  })

  test('the engine refuses is told with its code and not tried again', async () => {
    const { engine, failures } = open()
    const starting = engine.start(run)
    const refused = expect(starting).rejects.toMatchObject({ code: 'db/in-use', details: { folder: '/d' } })
    await vi.advanceTimersByTimeAsync(0)
    last().emit('message', { type: 'failed', error: { code: 'db/in-use', details: { folder: '/d' } } })
    last().end(1)
    await refused
    await vi.advanceTimersByTimeAsync(120_000)
    expect([forks(), failures]).toEqual([1, []])
  })

  test('that ends by itself again and again is given up', async () => {
    const { engine, failures } = open()
    const refused = expect(engine.start(run)).rejects.toMatchObject({ code: 'engine/failed' })
    await vi.advanceTimersByTimeAsync(0)
    for (const waitMs of [500, 1000, 2000, 4000]) {
      last().end(1)
      await vi.advanceTimersByTimeAsync(waitMs)
    }
    last().end(1)
    await refused
    await vi.advanceTimersByTimeAsync(120_000)
    expect([forks(), failures]).toEqual([5, []])
  })

  test('stopped in the middle ends at once', async () => {
    const { engine } = open()
    const refused = expect(engine.start(run)).rejects.toMatchObject({ code: 'engine/disconnected' })
    await vi.advanceTimersByTimeAsync(0)
    last().end(1)
    await engine.stop()
    await refused
    await vi.advanceTimersByTimeAsync(120_000)
    expect(forks()).toBe(1)
  })
})

test('a question of the engine about proxies is answered to the process that asked', async () => {
  await started()
  const first = last()
  first.emit('message', { type: 'find-proxies', id: 7, origin: 'https://tracking.example' })
  first.emit('message', { type: 'find-proxies', id: 8, origin: 'https://storage.example' })
  await vi.advanceTimersByTimeAsync(0)
  expect(first.posted.slice(1).map(({ message }) => message)).toEqual([{ type: 'proxies', id: 7, proxies: ['http://proxy.office:8080', null] }, { type: 'proxies', id: 8, proxies: [null] }])
})

describe('an engine that ends by itself', () => {
  test('comes back after a wait that doubles, on the same account', async () => {
    await started()
    last().end(9)
    await vi.advanceTimersByTimeAsync(499)
    expect(forks()).toBe(1)
    await vi.advanceTimersByTimeAsync(1)
    expect([forks(), last().posted[0]?.message]).toEqual([2, start])
    last().end(9)
    await vi.advanceTimersByTimeAsync(999)
    expect(forks()).toBe(2)
    await vi.advanceTimersByTimeAsync(1)
    expect(forks()).toBe(3)
  })

  test('is brought back even when it reports 0, as killed processes do', async () => {
    await started()
    last().end(0)
    await vi.advanceTimersByTimeAsync(500)
    expect(forks()).toBe(2)
  })

  test('five times within a minute is given up and told', async () => {
    const { failures } = await started()
    for (let end = 1; end <= 5; end++) {
      last().end(9)
      await vi.advanceTimersByTimeAsync(4000)
    }
    await vi.advanceTimersByTimeAsync(120_000)
    expect([forks(), failures]).toEqual([5, [{ code: 'engine/failed', details: {} }]])
  })

  test('less often is brought back forever, never waiting more than half a minute', async () => {
    const { failures } = await started()
    for (let end = 1; end <= 12; end++) {
      await vi.advanceTimersByTimeAsync(20_000)
      last().end(9)
      await vi.advanceTimersByTimeAsync(30_000)
      expect(forks()).toBe(end + 1)
    }
    expect(failures).toEqual([])
  })

  test('after a good minute waits only briefly again', async () => {
    await started()
    for (const waitMs of [500, 1000, 2000]) {
      last().end(9)
      await vi.advanceTimersByTimeAsync(waitMs)
    }
    await vi.advanceTimersByTimeAsync(60_000)
    last().end(9)
    await vi.advanceTimersByTimeAsync(500)
    expect(forks()).toBe(5)
  })

  test('and cannot start again is told with its code, a bug as an engine that failed', async () => {
    for (const [said, told] of [['db/disk-full', 'db/disk-full'], ['internal', 'engine/failed']]) {
      const { failures, engine } = await started()
      last().end(9)
      await vi.advanceTimersByTimeAsync(500)
      last().emit('message', { type: 'failed', error: { code: said, details: {} } })
      last().end(1)
      await vi.advanceTimersByTimeAsync(120_000)
      expect(failures).toEqual([{ code: told, details: {} }])
      await engine.stop()
    }
  })
})

describe('an engine that hangs', () => {
  const beats = () => saidTo(last()).filter((type) => type === 'beat').length

  test('is ended after two minutes without a sign of life, and followed by another one', async () => {
    const { log, failures } = await started()
    await vi.advanceTimersByTimeAsync(139_999)
    expect([beats(), last().isKilled]).toEqual([6, false])
    await vi.advanceTimersByTimeAsync(1)
    expect([last().isKilled, log.at(-1)]).toEqual([true, ['error', 'engine hangs']])
    last().end(0)
    await vi.advanceTimersByTimeAsync(500)
    expect([forks(), saidTo(last()), failures]).toEqual([2, ['start'], []])
  })

  test('for a while only is left alone, and so is one that is slow after the computer slept', async () => {
    await started()
    for (let round = 0; round < 10; round++) {
      await vi.advanceTimersByTimeAsync(119_000)
      last().emit('message', { type: 'beat' })
    }
    expect([last().isKilled, forks()]).toEqual([false, 1])
  })

  test('before it has started is waited for: it may have years of data to bring up to date', async () => {
    const { engine } = open()
    const starting = engine.start(run)
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect([beats(), last().isKilled]).toEqual([0, false])
    last().emit('message', { type: 'started' })
    await starting
  })

  test('is not watched any more once it has ended', async () => {
    const { engine } = await started()
    const stopping = engine.stop()
    last().end(0)
    await stopping
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('a stop', () => {
  test('asks, waits for the end and brings nothing back', async () => {
    const { engine, failures } = await started()
    let isStopped = false
    const stopping = engine.stop().then(() => (isStopped = true))
    await vi.advanceTimersByTimeAsync(4900)
    expect([saidTo(last()).at(-1), isStopped, last().isKilled]).toEqual(['shutdown', false, false])
    last().end(0)
    await stopping
    await vi.advanceTimersByTimeAsync(120_000)
    expect([forks(), failures, last().isKilled]).toEqual([1, [], false])
  })

  test('kills what has not ended after five seconds', async () => {
    const { engine } = await started()
    const stopping = engine.stop()
    await vi.advanceTimersByTimeAsync(5000)
    expect(last().isKilled).toBe(true)
    last().end(0)
    await stopping
  })

  test('kills the hard way what hangs so that it hears nothing', async () => {
    const killed = vi.spyOn(process, 'kill').mockReturnValue(true)
    onTestFinished(() => { killed.mockRestore() })
    const { engine } = await started()
    const stopping = engine.stop()
    await vi.advanceTimersByTimeAsync(6999)
    expect([last().isKilled, killed.mock.calls]).toEqual([true, []])
    await vi.advanceTimersByTimeAsync(1)
    expect(killed.mock.calls).toEqual([[4711, 'SIGKILL']])
    last().end(0)
    await stopping
    expect(vi.getTimerCount()).toBe(0)
  })

  test('during a wait before a restart ends the waiting', async () => {
    const { engine } = await started()
    last().end(9)
    await engine.stop()
    await vi.advanceTimersByTimeAsync(120_000)
    expect(forks()).toBe(1)
  })

  test('without a start is nothing', async () => {
    await open().engine.stop()
    expect(forks()).toBe(0)
  })
})

describe('ports', () => {
  test('one end goes to the engine and the other to the page that asked', async () => {
    const { engine } = await started()
    const { page, real } = newPage()
    engine.connect(real)
    const [toEngine] = last().posted.slice(-1)
    const [engineEnd] = toEngine?.ports as MessagePortMain[]
    const [toPage] = page.ports
    const [pageEnd] = toPage?.ports as MessagePortMain[]
    expect([toEngine?.message, page.ports]).toEqual([{ type: 'client', isScreen: true }, [{ channel: shellChannels.enginePort, message: null, ports: [pageEnd] }]])
    const heard: unknown[] = []
    pageEnd?.on('message', ({ data }: { data: unknown }) => heard.push(data))
    pageEnd?.start()
    engineEnd?.postMessage('from the engine')
    await vi.advanceTimersByTimeAsync(0)
    expect(heard).toEqual(['from the engine'])
  })

  test('every page gets a new one after a restart, and after a switch', async () => {
    const { engine } = await started()
    const { page, real } = newPage()
    engine.connect(real)
    last().end(9)
    await vi.advanceTimersByTimeAsync(500)
    expect([page.ports.length, saidTo(last())]).toEqual([2, ['start', 'client']])
    const stopping = engine.stop()
    last().end(0)
    await stopping
    void engine.start(run)
    await vi.advanceTimersByTimeAsync(0)
    expect([page.ports.length, saidTo(last())]).toEqual([3, ['start', 'client']])
  })

  test('a page that asked before there was an engine gets one when there is', async () => {
    const { engine } = open()
    const { page, real } = newPage()
    engine.connect(real)
    expect(page.ports).toEqual([])
    void engine.start(run)
    await vi.advanceTimersByTimeAsync(0)
    expect(page.ports.length).toBe(1)
  })

  test('a page that crashed does not keep the engine from coming back', async () => {
    const { engine } = await started()
    const { page, real } = newPage()
    engine.connect(real)
    page.isCrashedNow = true
    last().end(9)
    await vi.advanceTimersByTimeAsync(500)
    expect([forks(), page.ports.length, saidTo(last())]).toEqual([2, 1, ['start']])
  })

  test('a page that is gone gets none', async () => {
    const { engine } = await started()
    const { page, real } = newPage()
    engine.connect(real)
    engine.connect(real)
    page.emit('destroyed')
    last().end(9)
    await vi.advanceTimersByTimeAsync(500)
    expect([page.ports.length, page.listenerCount('destroyed')]).toEqual([2, 0])
  })
})

test('the engine is told when the machine wakes up', async () => {
  const { engine } = await started()
  engine.resume()
  expect(saidTo(last()).at(-1)).toBe('resume')
})

test('the last words of an engine that crashes are in the log, whole lines of them', async () => {
  const { log } = await started()
  const child = last()
  const says = () => log.filter(([, event]) => event === 'engine says').map(([, , fields]) => (fields as { line: string }).line)
  child.stderr.write('first\nFATAL ERROR: heap ')
  await vi.waitFor(() => { expect(says()).toEqual(['first']) })
  child.end(134)
  await vi.advanceTimersByTimeAsync(0)
  child.stderr.end('out of memory\nand no end of line')
  await vi.waitFor(() => { expect(says()).toEqual(['first', 'FATAL ERROR: heap out of memory', 'and no end of line']) })
})

test('what the engine logs and what its process prints goes to the log, a fatal report does not', async () => {
  const { log } = await started()
  last().emit('message', { type: 'log', level: 'info', event: 'sync', fields: { pages: 2 } })
  last().emit('error', 'FatalError', 'somewhere', 'QUAYWATCH_API_KEY=x')
  last().stderr.write('a warning\n')
  await vi.waitFor(() => { expect(log.at(-1)).toEqual(['warn', 'engine says', { line: 'a warning' }]) })
  expect(log).toContainEqual(['info', 'sync', { pages: 2 }])
  expect(JSON.stringify(log)).not.toContain('QUAYWATCH_API_KEY')
})
