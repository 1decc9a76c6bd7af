// Queries and commands of the page: what they show while they run, after errors, and after the engine was lost.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { nextTick, ref } from 'vue'
import { useCommand } from '../../src/renderer/src/engine/useCommand.ts'
import { createChangeTrigger, useQuery } from '../../src/renderer/src/engine/useQuery.ts'
import { inScope, connectLinks } from '#support/links.ts'
import { startScreenEngine } from '#support/screen-engine.ts'
import { flushAll } from '#support/flush.ts'
import { SERVICE_KEY } from '#support/tracking-service.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const flush = async () => {
  await flushAll()
  await vi.advanceTimersByTimeAsync(0)
}

/** Starts an engine with three containers, and returns links to it and the ids of the containers. */
async function startWithThree() {
  const engine = await startScreenEngine({ containers: 3 })
  return { ...connectLinks(engine), ids: (await engine.rows()).map(({ id }) => id) }
}

describe('a query', () => {
  test('is pending until its answer arrives', async () => {
    const { links, ids } = await startWithThree()
    const { value } = inScope(() =>
      useQuery(links.engine, 'containers.get', () => ({ id: ids[1]! }), createChangeTrigger(['containers'])),
    )
    expect([value.isPending.value, value.data.value]).toEqual([true, null])
    await flush()
    expect([value.isPending.value, value.data.value?.row.id]).toEqual([false, ids[1]])
  })

  test('clears the failure of a lost engine as soon as it asks the next engine', async () => {
    const { engine, links, disconnect, reconnect } = await startWithThree()
    disconnect()
    await flush()
    const { value } = inScope(() => useQuery(links.engine, 'containers.summary', () => ({}), createChangeTrigger([])))
    await flush()
    const codeWhileLost = value.failure.value?.code
    const answer = Promise.withResolvers<undefined>()
    engine.intercept('containers.summary', async (_, callEngine) => {
      await answer.promise
      return callEngine()
    })
    reconnect()
    await flush()
    const stateWhileAsking = [value.isPending.value, value.failure.value]
    answer.resolve(undefined)
    await flush()
    expect([codeWhileLost, stateWhileAsking, value.data.value?.total]).toEqual(['engine/disconnected', [true, null], 3])
  })

  test('keeps the answer to the latest input, even if an older answer arrives after it', async () => {
    const { engine, links, ids } = await startWithThree()
    const answers: (() => void)[] = []
    engine.intercept('containers.get', async (_, callEngine) => {
      await new Promise<void>((resolve) => answers.push(resolve))
      return callEngine()
    })
    const id = ref(ids[0]!)
    const { value } = inScope(() =>
      useQuery(links.engine, 'containers.get', () => ({ id: id.value }), createChangeTrigger([])),
    )
    await flush()
    id.value = ids[2]!
    await nextTick()
    await flush()
    answers[1]?.()
    await flush()
    answers[0]?.()
    await flush()
    expect([answers.length, value.data.value?.row.id]).toEqual([2, ids[2]])
  })

  test('asks again when one of its topics changes, and ignores the other topics', async () => {
    const { engine, links } = await startWithThree()
    inScope(() =>
      useQuery(links.engine, 'containers.summary', () => ({}), createChangeTrigger(['containers', 'clock'])),
    )
    await flush()
    engine.announce({ topic: 'settings', ids: null })
    await flush()
    const countBefore = engine.calls.length
    engine.announce({ topic: 'clock', ids: null })
    await flush()
    expect([countBefore, engine.calls.length]).toEqual([1, 2])
  })

  test('waits for a slow answer during several changes, and asks once more after it', async () => {
    const { engine, links } = await startWithThree()
    let release = () => {}
    engine.intercept('containers.summary', async (_, callEngine) => {
      await new Promise<void>((resolve) => {
        release = resolve
      })
      return callEngine()
    })
    const { value } = inScope(() =>
      useQuery(links.engine, 'containers.summary', () => ({}), createChangeTrigger(['containers'])),
    )
    await flush()
    for (let change = 0; change < 5; change++) engine.announce({ topic: 'containers', ids: null })
    await flush()
    release()
    await flush()
    expect([value.data.value?.total, engine.calls.length]).toEqual([3, 2])
  })

  test('keeps the old answer while the connection is lost, and asks again over the new one', async () => {
    const { engine, links, dropPipe } = await startWithThree()
    const { value } = inScope(() => useQuery(links.engine, 'containers.summary', () => ({}), createChangeTrigger([])))
    await flush()
    dropPipe()
    await flush()
    expect([links.engine.state.value, value.data.value?.total]).toEqual(['lost', 3])
    await vi.advanceTimersByTimeAsync(600)
    expect(engine.calls.length).toBe(2)
  })

  test('reports a lost engine only if the answer to its input is missing', async () => {
    const { links, disconnect, reconnect, ids } = await startWithThree()
    const id = ref(ids[0]!)
    const { value } = inScope(() =>
      useQuery(links.engine, 'containers.get', () => ({ id: id.value }), createChangeTrigger([])),
    )
    await flush()
    disconnect()
    await flush()
    expect([value.failure.value, value.data.value?.row.id]).toEqual([null, ids[0]])
    id.value = ids[1]!
    await nextTick()
    await flush()
    expect(value.failure.value?.code).toBe('engine/disconnected')
    reconnect()
    await flush()
    expect([value.failure.value, value.data.value?.row.id]).toEqual([null, ids[1]])
  })

  test('reports a lost engine when the connection closes before the answer', async () => {
    const { engine, links, disconnect } = await startWithThree()
    engine.intercept('containers.summary', () => new Promise(() => undefined))
    const { value } = inScope(() => useQuery(links.engine, 'containers.summary', () => ({}), createChangeTrigger([])))
    disconnect()
    await flush()
    expect([value.failure.value?.code, value.isPending.value]).toEqual(['engine/disconnected', true])
  })

  test('keeps its error until the next answer', async () => {
    const { links, ids } = await startWithThree()
    const id = ref('unknown')
    const { value } = inScope(() =>
      useQuery(links.engine, 'containers.get', () => ({ id: id.value }), createChangeTrigger([])),
    )
    await flush()
    expect(value.error.value?.code).toBe('containers/unknown')
    id.value = ids[0]!
    await nextTick()
    await flush()
    expect([value.error.value, value.data.value?.row.id]).toEqual([null, ids[0]])
  })

  test('asks nothing without an input, and nothing after its screen closes', async () => {
    const { engine, links } = await startWithThree()
    const { scope } = inScope(() => [
      useQuery(links.engine, 'containers.get', () => null, createChangeTrigger(['containers'])),
      useQuery(links.engine, 'containers.summary', () => ({}), createChangeTrigger(['containers'])),
    ])
    await flush()
    scope.stop()
    engine.announce({ topic: 'containers', ids: null })
    await flush()
    expect(engine.calls.map(({ name }) => name)).toEqual(['containers.summary'])
  })
})

describe('a command', () => {
  test('is pending while it runs, and returns its result', async () => {
    const { links } = await startWithThree()
    const { value } = inScope(() => useCommand(links.engine, 'sync.checkConnection'))
    const running = value.run({ serviceUrl: 'https://track.example/v2', apiKey: SERVICE_KEY })
    expect(value.isPending.value).toBe(true)
    await flush()
    expect([await running, value.isPending.value, value.error.value]).toEqual([
      { ok: true, value: { serviceUrl: 'https://track.example/v2', containers: 3, account: 'same' } },
      false,
      null,
    ])
  })

  test('does not throw: it returns the failure, and shows it until the next run', async () => {
    const { links } = await startWithThree()
    const { value } = inScope(() => useCommand(links.engine, 'sync.checkConnection'))
    const outcome = value.run({ serviceUrl: 'https://track.example/v2', apiKey: 'bad' })
    await flush()
    expect(await outcome).toMatchObject({ ok: false, error: { code: 'api/unauthorized', details: { status: 401 } } })
    expect(value.error.value?.code).toBe('api/unauthorized')
    void value.run({ serviceUrl: 'https://track.example/v2', apiKey: SERVICE_KEY })
    expect(value.error.value).toBeNull()
    await flush()
  })
})
