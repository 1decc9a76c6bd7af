// The ports between pages and the engine, over restarts and crashes.
import { describe, expect, test, vi } from 'vitest'
import type { WebContents as RealContents } from 'electron'
import { shellChannels } from '#contract/shell-channels.ts'
import { WebContents } from '#standin/web-contents.ts'
import { type MessagePortMain } from '#standin/electron.ts'
import {
  createEngine,
  countForks,
  lastProcess,
  listMessageTypes,
  engineRun,
  startEngine,
  useFakeProcesses,
} from '#support/engine-processes.ts'

useFakeProcesses()

function createPage() {
  const page = new WebContents()
  return { page, real: page as unknown as RealContents }
}

describe('ports', () => {
  test('one end is sent to the engine and the other to the page', async () => {
    const { engine } = await startEngine()
    const { page, real } = createPage()
    engine.connect(real)
    const [toEngine] = lastProcess().postedMessages.slice(-1)
    const [engineEnd] = toEngine?.ports as MessagePortMain[]
    const [toPage] = page.portMessages
    const [pageEnd] = toPage?.ports as MessagePortMain[]
    expect([toEngine?.message, page.portMessages]).toEqual([
      { type: 'client', isScreen: true },
      [{ channel: shellChannels.enginePort, message: null, ports: [pageEnd] }],
    ])
    const messages: unknown[] = []
    pageEnd?.on('message', ({ data }: { data: unknown }) => messages.push(data))
    pageEnd?.start()
    engineEnd?.postMessage('from the engine')
    await vi.advanceTimersByTimeAsync(0)
    expect(messages).toEqual(['from the engine'])
  })

  test('a page gets a new port when the engine restarts after a crash, and when it starts again after a stop', async () => {
    const { engine } = await startEngine()
    const { page, real } = createPage()
    engine.connect(real)
    lastProcess().end(9)
    await vi.advanceTimersByTimeAsync(500)
    expect([page.portMessages.length, listMessageTypes(lastProcess())]).toEqual([2, ['start', 'client']])
    const stopping = engine.stop()
    lastProcess().end(0)
    await stopping
    void engine.start(engineRun)
    await vi.advanceTimersByTimeAsync(0)
    expect([page.portMessages.length, listMessageTypes(lastProcess())]).toEqual([3, ['start', 'client']])
  })

  test('a page that connects before the start of the engine gets a port after it', async () => {
    const { engine } = createEngine()
    const { page, real } = createPage()
    engine.connect(real)
    expect(page.portMessages).toEqual([])
    void engine.start(engineRun)
    await vi.advanceTimersByTimeAsync(0)
    expect(page.portMessages.length).toBe(1)
  })

  test('a crashed page does not prevent a restart of the engine', async () => {
    const { engine } = await startEngine()
    const { page, real } = createPage()
    engine.connect(real)
    page.hasCrashed = true
    lastProcess().end(9)
    await vi.advanceTimersByTimeAsync(500)
    expect([countForks(), page.portMessages.length, listMessageTypes(lastProcess())]).toEqual([2, 1, ['start']])
  })

  test('a closed page gets no port when the engine restarts', async () => {
    const { engine } = await startEngine()
    const { page, real } = createPage()
    engine.connect(real)
    engine.connect(real)
    page.emit('destroyed')
    lastProcess().end(9)
    await vi.advanceTimersByTimeAsync(500)
    expect([page.portMessages.length, page.listenerCount('destroyed')]).toEqual([2, 0])
  })
})
