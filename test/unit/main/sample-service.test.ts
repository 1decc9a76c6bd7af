// The process of the sample service. Electron's processes are fakes.
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

const last = () => UtilityProcess.all.at(-1)!
const option = (name: string) => last().args[last().args.indexOf(name) + 1]
const address = (port: number) => `http://127.0.0.1:${port}/v2`

function open() {
  return createSampleService({
    entry: '/out/main/service.js',
    dataDir: '/d/accounts/sample/service',
    log: { path: '', write: () => undefined, bug: () => '' },
  })
}

async function started() {
  const sample = open()
  const starting = sample.start()
  last().stdout.write(`${JSON.stringify({ ready: true, url: address(4711), key: 'x' })}\n`)
  return { sample, answer: await starting }
}

describe('a start', () => {
  test('returns the printed address and the key that it was given', async () => {
    const { answer } = await started()
    expect([last().entry, option('--port'), option('--data-dir')]).toEqual([
      '/out/main/service.js',
      '0',
      '/d/accounts/sample/service',
    ])
    expect(answer).toEqual({ serviceUrl: address(4711), apiKey: option('--key') })
    expect(answer.apiKey).toMatch(/^[0-9a-f]{48}$/)
  })

  test('of a running service returns the same answer', async () => {
    const { sample, answer } = await started()
    expect([await sample.start(), UtilityProcess.all.length]).toEqual([answer, 1])
  })

  test('without output for 15 seconds fails, and the process is killed', async () => {
    const starting = open().start()
    const refused = expect(starting).rejects.toMatchObject({ code: 'shell/service-did-not-start' })
    await vi.advanceTimersByTimeAsync(15_000)
    await refused
    expect(last().isKilled).toBe(true)
  })

  test('fails with the error output if the process ends, and the next start has a new process', async () => {
    const sample = open()
    const starting = sample.start()
    const child = last()
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
    const starting = open().start()
    const child = last()
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
    const refused = expect(open().start()).rejects.toMatchObject({
      code: 'shell/service-did-not-start',
      details: { problem: '' },
    })
    last().end(1)
    await vi.advanceTimersByTimeAsync(500)
    await refused
  })

  test('with unknown output fails, and the process is killed', async () => {
    const starting = open().start()
    last().stdout.write('hello\n')
    await expect(starting).rejects.toMatchObject({ code: 'shell/service-did-not-start' })
    expect(last().isKilled).toBe(true)
  })
})

describe('a service that ends by itself', () =>
  test('is restarted on the same port with the same key, repeatedly with a growing wait', async () => {
    const { answer } = await started()
    for (const waitMs of [500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]) {
      const before = UtilityProcess.all.length
      last().end(1)
      await vi.advanceTimersByTimeAsync(waitMs - 1)
      expect(UtilityProcess.all.length).toBe(before)
      await vi.advanceTimersByTimeAsync(1)
      expect([UtilityProcess.all.length, option('--port'), option('--key')]).toEqual([
        before + 1,
        '4711',
        answer.apiKey,
      ])
    }
  }))

describe('a stop', () => {
  test('ends the process without a restart', async () => {
    const { sample } = await started()
    const stopping = sample.stop()
    expect(last().isKilled).toBe(true)
    last().end(0)
    await stopping
    await vi.advanceTimersByTimeAsync(60_000)
    expect(UtilityProcess.all.length).toBe(1)
  })

  test('before the process has spawned kills it as soon as it has', async () => {
    const sample = open()
    const refused = expect(sample.start()).rejects.toMatchObject({ code: 'shell/service-did-not-start' })
    const child = last()
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
    const { sample } = await started()
    last().end(1)
    await sample.stop()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(UtilityProcess.all.length).toBe(1)
  })

  test('without a start has no effect', async () => {
    await open().stop()
    expect(UtilityProcess.all.length).toBe(0)
  })
})
