// How the main process starts, restarts and ends the process of the sample service. Electron's processes are fakes.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { app } from '#standin/electron.ts'
import { UtilityProcess } from '#standin/utility.ts'
import { createSampleService } from '../../../src/main/engine/sample-service.ts'

app.becomeReady()
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  UtilityProcess.all.length = 0
})
afterEach(() => {
  vi.useRealTimers()
})

const lastProcess = () => UtilityProcess.all.at(-1)!
const getOption = (name: string) => lastProcess().args[lastProcess().args.indexOf(name) + 1]
const createAddress = (port: number) => `http://127.0.0.1:${port}/v2`

function createService() {
  return createSampleService({
    entry: '/out/main/service.js',
    dataDir: '/d/accounts/sample/service',
    log: { path: '', write: () => undefined, bug: () => '' },
  })
}

async function startService() {
  const sample = createService()
  const starting = sample.start()
  lastProcess().stdout.write(`${JSON.stringify({ ready: true, url: createAddress(4711), key: 'x' })}\n`)
  return { sample, answer: await starting }
}

describe('a start', () => {
  test('returns the printed address and the key that it was given', async () => {
    const { answer } = await startService()
    expect([lastProcess().entry, getOption('--port'), getOption('--data-dir')]).toEqual([
      '/out/main/service.js',
      '0',
      '/d/accounts/sample/service',
    ])
    expect(answer).toEqual({ serviceUrl: createAddress(4711), apiKey: getOption('--key') })
    expect(answer.apiKey).toMatch(/^[0-9a-f]{48}$/)
  })

  test('of a running service returns the same answer', async () => {
    const { sample, answer } = await startService()
    expect([await sample.start(), UtilityProcess.all.length]).toEqual([answer, 1])
  })

  test('without output for 15 seconds fails, and the process is killed', async () => {
    const starting = createService().start()
    const refused = expect(starting).rejects.toMatchObject({ code: 'shell/service-did-not-start' })
    await vi.advanceTimersByTimeAsync(15_000)
    await refused
    expect(lastProcess().isKilled).toBe(true)
  })

  test('fails with the error output if the process ends, and the next start has a new process', async () => {
    const sample = createService()
    const starting = sample.start()
    const child = lastProcess()
    child.stderr.end('Port 1 is already in use\n')
    const refused = expect(starting).rejects.toMatchObject({
      code: 'shell/service-did-not-start',
      details: { problem: 'Port 1 is already in use' },
    })
    await vi.waitFor(() => expect(child.stderr.readableEnded).toBe(true))
    child.end(2)
    await refused
    await vi.advanceTimersByTimeAsync(60_000)
    expect(UtilityProcess.all.length).toBe(1)
    void sample.start()
    expect(UtilityProcess.all.length).toBe(2)
  })

  test('fails with the error output of a crash that arrives after the end', async () => {
    const starting = createService().start()
    const child = lastProcess()
    const refused = expect(starting).rejects.toMatchObject({
      code: 'shell/service-did-not-start',
      details: { problem: 'Error: the end of it' },
    })
    child.stderr.write('a warning\nError: the ')
    await vi.waitFor(() => expect(child.stderr.readableLength).toBe(0))
    child.end(134)
    await new Promise(setImmediate)
    child.stderr.end('end of it')
    await refused
  })

  test('fails after half a second if the process has ended but its output is still open', async () => {
    const refused = expect(createService().start()).rejects.toMatchObject({
      code: 'shell/service-did-not-start',
      details: { problem: '' },
    })
    lastProcess().end(1)
    await vi.advanceTimersByTimeAsync(500)
    await refused
  })

  test('with unknown output fails, and the process is killed', async () => {
    const starting = createService().start()
    lastProcess().stdout.write('hello\n')
    await expect(starting).rejects.toMatchObject({ code: 'shell/service-did-not-start' })
    expect(lastProcess().isKilled).toBe(true)
  })
})

describe('a service that ends by itself', () =>
  test('is restarted on the same port with the same key, repeatedly with a growing wait', async () => {
    const { answer } = await startService()
    for (const waitMs of [500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]) {
      const processCount = UtilityProcess.all.length
      lastProcess().end(1)
      await vi.advanceTimersByTimeAsync(waitMs - 1)
      expect(UtilityProcess.all.length).toBe(processCount)
      await vi.advanceTimersByTimeAsync(1)
      expect([UtilityProcess.all.length, getOption('--port'), getOption('--key')]).toEqual([
        processCount + 1,
        '4711',
        answer.apiKey,
      ])
    }
  }))

describe('a stop', () => {
  test('ends the process without a restart', async () => {
    const { sample } = await startService()
    const stopping = sample.stop()
    expect(lastProcess().isKilled).toBe(true)
    lastProcess().end(0)
    await stopping
    await vi.advanceTimersByTimeAsync(60_000)
    expect(UtilityProcess.all.length).toBe(1)
  })

  test('before the process has spawned kills it as soon as it has', async () => {
    const sample = createService()
    const refused = expect(sample.start()).rejects.toMatchObject({ code: 'shell/service-did-not-start' })
    const child = lastProcess()
    child.hasSpawned = false
    const stopping = sample.stop()
    expect(child.isKilled).toBe(false)
    child.spawn()
    expect(child.isKilled).toBe(true)
    child.stderr.end()
    child.end(0)
    await stopping
    await refused
  })

  test('during the wait for a restart prevents the restart', async () => {
    const { sample } = await startService()
    lastProcess().end(1)
    await sample.stop()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(UtilityProcess.all.length).toBe(1)
  })

  test('without a start has no effect', async () => {
    await createService().stop()
    expect(UtilityProcess.all.length).toBe(0)
  })
})
