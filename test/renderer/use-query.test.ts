import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { nextTick, ref } from 'vue'
import { useCommand } from '../../src/renderer/src/engine/useCommand.ts'
import { changesOf, useQuery } from '../../src/renderer/src/engine/useQuery.ts'
import { inScope, linksTo } from '#support/links.ts'
import { startScreenEngine } from '#support/screen-engine.ts'
import { settleAll } from '#support/settling.ts'
import { SERVICE_KEY } from '#support/tracking-service.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const settled = async () => {
  await settleAll()
  await vi.advanceTimersByTimeAsync(0)
}

/** An engine of three containers with links to it, and the ids of the three. */
async function start() {
  const engine = await startScreenEngine({ containers: 3 })
  return { ...linksTo(engine), ids: (await engine.rows()).map(({ id }) => id) }
}

describe('a query', () => {
  it('answers, and says until then that it has not', async () => {
    const { links, ids } = await start()
    const { value } = inScope(() =>
      useQuery(links.engine, 'containers.get', () => ({ id: ids[1]! }), changesOf(['containers'])),
    )
    expect([value.isPending.value, value.data.value]).toEqual([true, null])
    await settled()
    expect([value.isPending.value, value.data.value?.row.id]).toEqual([false, ids[1]])
  })

  it('says nothing of an engine that was lost once another one is asked', async () => {
    const { engine, links, goAway, mend } = await start()
    goAway()
    await settled()
    const { value } = inScope(() => useQuery(links.engine, 'containers.summary', () => ({}), changesOf([])))
    await settled()
    const lost = value.failure.value?.code
    const answer = Promise.withResolvers<undefined>()
    engine.between('containers.summary', async (_, ask) => {
      await answer.promise
      return ask()
    })
    mend()
    await settled()
    const asked = [value.isPending.value, value.failure.value]
    answer.resolve(undefined)
    await settled()
    expect([lost, asked, value.data.value?.total]).toEqual(['engine/disconnected', [true, null], 3])
  })

  it('keeps the answer to the latest input only, whichever arrives last', async () => {
    const { engine, links, ids } = await start()
    const answers: (() => void)[] = []
    engine.between('containers.get', async (_, ask) => {
      await new Promise<void>((resolve) => answers.push(resolve))
      return ask()
    })
    const id = ref(ids[0]!)
    const { value } = inScope(() => useQuery(links.engine, 'containers.get', () => ({ id: id.value }), changesOf([])))
    await settled()
    id.value = ids[2]!
    await nextTick()
    await settled()
    answers[1]?.()
    await settled()
    answers[0]?.()
    await settled()
    expect([answers.length, value.data.value?.row.id]).toEqual([2, ids[2]])
  })

  it('asks again on its topics and on no other', async () => {
    const { engine, links } = await start()
    inScope(() => useQuery(links.engine, 'containers.summary', () => ({}), changesOf(['containers', 'clock'])))
    await settled()
    engine.announce({ topic: 'settings', ids: null })
    await settled()
    const before = engine.calls.length
    engine.announce({ topic: 'clock', ids: null })
    await settled()
    expect([before, engine.calls.length]).toEqual([1, 2])
  })

  it('lets a slow answer arrive when changes come faster, and asks once more after it', async () => {
    const { engine, links } = await start()
    let release = () => {}
    engine.between('containers.summary', async (_, ask) => {
      await new Promise<void>((resolve) => {
        release = resolve
      })
      return ask()
    })
    const { value } = inScope(() => useQuery(links.engine, 'containers.summary', () => ({}), changesOf(['containers'])))
    await settled()
    for (let times = 0; times < 5; times++) engine.announce({ topic: 'containers', ids: null })
    await settled()
    release()
    await settled()
    expect([value.data.value?.total, engine.calls.length]).toEqual([3, 2])
  })

  it('asks again on a new pipe and keeps the old answer until then', async () => {
    const { engine, links, cut } = await start()
    const { value } = inScope(() => useQuery(links.engine, 'containers.summary', () => ({}), changesOf([])))
    await settled()
    cut()
    await settled()
    expect([links.engine.state.value, value.data.value?.total]).toEqual(['lost', 3])
    await vi.advanceTimersByTimeAsync(600)
    expect(engine.calls.length).toBe(2)
  })

  it('has an error if a new input gets no answer, and none while the old answer is valid', async () => {
    const { links, goAway, mend, ids } = await start()
    const id = ref(ids[0]!)
    const { value } = inScope(() => useQuery(links.engine, 'containers.get', () => ({ id: id.value }), changesOf([])))
    await settled()
    goAway()
    await settled()
    expect([value.failure.value, value.data.value?.row.id]).toEqual([null, ids[0]])
    id.value = ids[1]!
    await nextTick()
    await settled()
    expect(value.failure.value?.code).toBe('engine/disconnected')
    mend()
    await settled()
    expect([value.failure.value, value.data.value?.row.id]).toEqual([null, ids[1]])
  })

  it('whose answer was under way when the engine went away says so', async () => {
    const { engine, links, goAway } = await start()
    engine.between('containers.summary', () => new Promise(() => undefined))
    const { value } = inScope(() => useQuery(links.engine, 'containers.summary', () => ({}), changesOf([])))
    goAway()
    await settled()
    expect([value.failure.value?.code, value.isPending.value]).toEqual(['engine/disconnected', true])
  })

  it('keeps the reason of a failure and forgets it with the next answer', async () => {
    const { links, ids } = await start()
    const id = ref('nobody')
    const { value } = inScope(() => useQuery(links.engine, 'containers.get', () => ({ id: id.value }), changesOf([])))
    await settled()
    expect(value.error.value?.code).toBe('containers/unknown')
    id.value = ids[0]!
    await nextTick()
    await settled()
    expect([value.error.value, value.data.value?.row.id]).toEqual([null, ids[0]])
  })

  it('asks nothing without an input, and no more once its screen is gone', async () => {
    const { engine, links } = await start()
    const { scope } = inScope(() => [
      useQuery(links.engine, 'containers.get', () => null, changesOf(['containers'])),
      useQuery(links.engine, 'containers.summary', () => ({}), changesOf(['containers'])),
    ])
    await settled()
    scope.stop()
    engine.announce({ topic: 'containers', ids: null })
    await settled()
    expect(engine.calls.map(({ name }) => name)).toEqual(['containers.summary'])
  })
})

describe('a command', () => {
  it('says that it runs, and what came of it', async () => {
    const { links } = await start()
    const { value } = inScope(() => useCommand(links.engine, 'sync.checkConnection'))
    const running = value.run({ serviceUrl: 'https://track.example/v2', apiKey: SERVICE_KEY })
    expect(value.isPending.value).toBe(true)
    await settled()
    expect([await running, value.isPending.value, value.error.value]).toEqual([
      { ok: true, value: { serviceUrl: 'https://track.example/v2', containers: 3, account: 'same' } },
      false,
      null,
    ])
  })

  it('never throws: a failure is its outcome until the next run', async () => {
    const { links } = await start()
    const { value } = inScope(() => useCommand(links.engine, 'sync.checkConnection'))
    const outcome = value.run({ serviceUrl: 'https://track.example/v2', apiKey: 'bad' })
    await settled()
    expect(await outcome).toMatchObject({ ok: false, error: { code: 'api/unauthorized', details: { status: 401 } } })
    expect(value.error.value?.code).toBe('api/unauthorized')
    void value.run({ serviceUrl: 'https://track.example/v2', apiKey: SERVICE_KEY })
    expect(value.error.value).toBeNull()
    await settled()
  })
})
