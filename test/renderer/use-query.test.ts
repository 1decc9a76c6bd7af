import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { nextTick, ref } from 'vue'
import { useCommand } from '../../src/renderer/src/composables/useCommand.ts'
import { changesOf, useQuery } from '../../src/renderer/src/composables/useQuery.ts'
import { createFakes, inScope } from '#support/fake-engine-link.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const settled = () => vi.advanceTimersByTimeAsync(0)

describe('a query', () => {
  it('answers, and says until then that it has not', async () => {
    const { links } = createFakes(3)
    const { value } = inScope(() => useQuery(links.engine, 'containers.get', () => ({ id: 'container-1' }), changesOf(['containers'])))
    expect([value.isPending.value, value.data.value]).toEqual([true, null])
    await settled()
    expect([value.isPending.value, value.data.value?.row.id]).toEqual([false, 'container-1'])
  })

  it('keeps the answer to the latest input only, whichever arrives last', async () => {
    const { engine, links } = createFakes(3)
    const answers: (() => void)[] = []
    const real = engine.handlers['containers.get']
    engine.handlers['containers.get'] = (input) =>
      new Promise((resolve) => {
        answers.push(() => { resolve(real(input)) })
      })
    const id = ref('container-0')
    const { value } = inScope(() => useQuery(links.engine, 'containers.get', () => ({ id: id.value }), changesOf([])))
    await settled()
    id.value = 'container-2'
    await nextTick()
    await settled()
    answers[1]?.()
    await settled()
    answers[0]?.()
    await settled()
    expect(value.data.value?.row.id).toBe('container-2')
  })

  it('asks again on its topics and on no other', async () => {
    const { engine, links } = createFakes(3)
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
    const { engine, links } = createFakes(3)
    let release = () => {}
    const real = engine.handlers['containers.summary']
    engine.handlers['containers.summary'] = (input) =>
      new Promise((resolve) => {
        release = () => { resolve(real(input)) }
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
    const { engine, links, cut } = createFakes(3)
    const { value } = inScope(() => useQuery(links.engine, 'containers.summary', () => ({}), changesOf([])))
    await settled()
    cut()
    await settled()
    expect([links.engine.state.value, value.data.value?.total]).toEqual(['lost', 3])
    await vi.advanceTimersByTimeAsync(600)
    expect(engine.calls.length).toBe(2)
  })

  it('has a failure to tell once there is nobody to answer a new question, and none while the old answer stands', async () => {
    const { links, goAway, mend } = createFakes(3)
    const id = ref('container-0')
    const { value } = inScope(() => useQuery(links.engine, 'containers.get', () => ({ id: id.value }), changesOf([])))
    await settled()
    goAway()
    await settled()
    expect([value.failure.value, value.data.value?.row.id]).toEqual([null, 'container-0'])
    id.value = 'container-1'
    await nextTick()
    await settled()
    expect(value.failure.value?.code).toBe('engine/disconnected')
    mend()
    await settled()
    expect([value.failure.value, value.data.value?.row.id]).toEqual([null, 'container-1'])
  })

  it('whose answer was under way when the engine went away says so', async () => {
    const { engine, links, goAway } = createFakes(3)
    engine.handlers['containers.summary'] = () => new Promise(() => undefined)
    const { value } = inScope(() => useQuery(links.engine, 'containers.summary', () => ({}), changesOf([])))
    goAway()
    await settled()
    expect([value.failure.value?.code, value.isPending.value]).toEqual(['engine/disconnected', true])
  })

  it('keeps the reason of a failure and forgets it with the next answer', async () => {
    const { links } = createFakes(3)
    const id = ref('nobody')
    const { value } = inScope(() => useQuery(links.engine, 'containers.get', () => ({ id: id.value }), changesOf([])))
    await settled()
    expect(value.error.value?.code).toBe('containers/unknown')
    id.value = 'container-0'
    await nextTick()
    await settled()
    expect([value.error.value, value.data.value?.row.id]).toEqual([null, 'container-0'])
  })

  it('asks nothing without an input, and no more once its screen is gone', async () => {
    const { engine, links } = createFakes(3)
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
    const { links } = createFakes(3)
    const { value } = inScope(() => useCommand(links.engine, 'sync.checkConnection'))
    const running = value.run({ serviceUrl: 'https://tracking.example/v2', apiKey: 'good' })
    expect(value.isPending.value).toBe(true)
    await settled()
    expect([await running, value.isPending.value, value.error.value]).toEqual([
      { ok: true, value: { serviceUrl: 'https://tracking.example/v2', containers: 3, account: 'same' } },
      false,
      null,
    ])
  })

  it('never throws: a failure is its outcome, kept until the next run', async () => {
    const { links } = createFakes(3)
    const { value } = inScope(() => useCommand(links.engine, 'sync.checkConnection'))
    const outcome = value.run({ serviceUrl: 'https://tracking.example/v2', apiKey: 'bad' })
    await settled()
    expect(await outcome).toMatchObject({ ok: false, error: { code: 'api/unauthorized', details: { status: 401 } } })
    expect(value.error.value?.code).toBe('api/unauthorized')
    void value.run({ serviceUrl: 'https://tracking.example/v2', apiKey: 'good' })
    expect(value.error.value).toBeNull()
    await settled()
  })
})
