import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { nextTick, ref } from 'vue'
import type { ContainerFilter, ContainerRow } from '#contract/containers.ts'
import type { EngineContract } from '#contract/index.ts'
import type { Input } from '#contract/rpc.ts'
import { inScope, linksTo } from '#support/links.ts'
import { NOW } from '#support/prepared.ts'
import { type ScreenEngine, startScreenEngine } from '#support/screen-engine.ts'
import { settleAll } from '#support/settling.ts'
import { ListReader, MARK_MS, type ListAnswer } from '../../src/renderer/src/features/lists/list-reader.ts'
import { useList } from '../../src/renderer/src/features/lists/useList.ts'

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

/** A list of the engine's own containers. */
async function start(given?: ScreenEngine, { isAway = false } = {}) {
  const engine = given ?? (await startScreenEngine({ containers: 7 }))
  const linked = linksTo(engine)
  if (isAway) linked.goAway()
  await settled()
  const filter = ref<ContainerFilter>({ scope: 'all' })
  const { value: list, scope: effects } = inScope(() =>
    useList<ContainerRow>(linked.links.engine, {
      read: (request) =>
        linked.links.engine.call('containers.list', {
          filter: filter.value,
          sort: [{ column: 'number', direction: 'asc' }],
          ...request,
        }),
      order: () => JSON.stringify(filter.value),
      topics: ['containers', 'clock'],
    }),
  )
  await settled()
  const windows = () =>
    engine.calls
      .filter(({ name }) => name === 'containers.list')
      .map(({ input }) => (input as Input<EngineContract, 'containers.list'>).window.offset)
  return { ...linked, list, filter, effects, windows, count: (await engine.rows()).length }
}

type Row = { id: string }
type Request = Parameters<ConstructorParameters<typeof ListReader<Row>>[0]>[0]

/** A list so long that it is read in windows, from whoever has it. */
async function longList(count: number) {
  const asked: Request[] = []
  let known = 'first'
  const list = new ListReader<Row>((request) => {
    asked.push(request)
    const { offset, limit } = request.window
    const rows = Array.from({ length: Math.min(limit, count - offset) }, (_, place) => ({ id: String(offset + place) }))
    return Promise.resolve({ listId: known, offset, rows, total: count, outOf: count, reordered: 0, asOf: NOW })
  })
  void list.reorder()
  await settled()
  return {
    list,
    asked,
    forget: () => {
      known = 'second'
    },
    windows: () => asked.map(({ window }) => window.offset),
  }
}

describe('a long list', () => {
  it('reads the first window and knows how many rows there are', async () => {
    const { list, windows } = await longList(1_000)
    expect([
      list.head.value?.total,
      list.at(0)?.id !== undefined,
      list.at(199)?.id !== undefined,
      list.at(200),
      windows(),
    ]).toEqual([1_000, true, true, undefined, [0]])
  })

  it('reads what comes into view, in whole windows and each of them once', async () => {
    const { list, windows } = await longList(1_000)
    list.need(390, 430)
    list.need(390, 430)
    await settled()
    expect([windows(), list.at(430)?.id !== undefined]).toEqual([[0, 200, 400], true])
  })

  it('reads the next window in the direction it moves before it is in view, and only what is in view after a change', async () => {
    const { list, windows } = await longList(1_000)
    list.need(20, 60)
    await settled()
    list.need(500, 540)
    await settled()
    list.need(480, 520)
    await settled()
    list.refresh()
    await settled()
    expect(windows()).toEqual([0, 200, 400, 400])
    list.need(440, 480)
    await settled()
    expect(windows()).toEqual([0, 200, 400, 400, 200])
  })

  it('skips what a flung scrollbar passed and reads where it came to rest', async () => {
    const { list, windows } = await longList(10_000)
    for (let row = 400; row <= 9_000; row += 200) list.need(row, row + 40)
    await settled()
    const read = windows()
    expect(read.length).toBeLessThanOrEqual(5)
    expect(read.at(-1)).toBe(9_000)
  })

  it('after a change reads again only what is in view, and the rest when it comes into view', async () => {
    const { list, windows } = await longList(1_000)
    list.need(390, 430)
    await settled()
    list.refresh()
    await settled()
    const afterChange = windows()
    list.need(0, 40)
    await settled()
    expect([afterChange, windows()]).toEqual([
      [0, 200, 400, 200, 400],
      [0, 200, 400, 200, 400, 0],
    ])
  })

  it('keeps to the new order when a window of the old one comes after it', async () => {
    const asked: { listId: string | undefined; answer: (answer: ListAnswer<Row>) => void }[] = []
    const list = new ListReader<Row>(({ listId }) => new Promise((answer) => asked.push({ listId, answer })))
    const answerOf = (listId: string, ids: string[]): ListAnswer<Row> => ({
      listId,
      offset: 0,
      rows: ids.map((id) => ({ id })),
      total: ids.length,
      outOf: 3,
      reordered: 0,
      asOf: '2026-11-20T17:00:00Z',
    })
    void list.reorder()
    asked[0]?.answer(answerOf('old', ['a', 'b', 'c']))
    await settled()
    void list.reorder()
    list.refresh()
    expect(asked.map(({ listId }) => listId)).toEqual([undefined, undefined, 'old'])
    asked[1]?.answer(answerOf('new', []))
    await settled()
    asked[2]?.answer(answerOf('old', ['a', 'b', 'c']))
    await settled()
    expect(list.head.value).toMatchObject({ listId: 'new', total: 0 })
  })

  it('takes over when the engine has forgotten the order and answers with another', async () => {
    const { list, forget } = await longList(450)
    forget()
    list.need(400, 440)
    await settled()
    expect([list.at(420) !== undefined, list.at(0)]).toEqual([true, undefined])
  })

  it('reads rows out of view for copying, from the same frozen order', async () => {
    const { list, asked } = await longList(1_200)
    const reading = list.read(0, 1_199)
    await settled()
    const rows = await reading
    const { listId } = list.head.value!
    expect([
      rows.length,
      new Set(rows.map((row) => row.id)).size,
      new Set(asked.slice(1).map((request) => request.listId)),
    ]).toEqual([1_200, 1_200, new Set([listId])])
  })
})

describe('a list', () => {
  it('keeps rows in their places while values change, and reports how many would be elsewhere', async () => {
    const { engine, list, count } = await start()
    const first = list.at(0)!
    await engine.patch({ [first.id]: { number: 'ZZZU9999999' } })
    await settled()
    expect([list.at(0)?.id, list.at(0)?.number, list.head.value?.reordered]).toEqual([first.id, 'ZZZU9999999', 1])
    await list.reorder()
    expect([list.at(count - 1)?.id, list.head.value?.reordered]).toEqual([first.id, 0])
  })

  it('keeps the same object for a row that says the same, and marks the others for a while', async () => {
    const { engine, list } = await start()
    const [first, second] = [list.at(0)!, list.at(1)!]
    await engine.ask('own.changeTags', { ids: [first.id], add: ['new'], remove: [] })
    await settled()
    expect([list.at(1) === second, list.at(0) === first, list.before.value.get(first.id)]).toEqual([true, false, first])
    await vi.advanceTimersByTimeAsync(MARK_MS)
    expect(list.before.value.size).toBe(0)
  })

  it('reads once more what changed while it was being read', async () => {
    const { engine, list, windows } = await start()
    engine.announce({ topic: 'containers', ids: null })
    engine.announce({ topic: 'clock', ids: null })
    await settled()
    expect([windows(), list.at(0) !== undefined]).toEqual([[0, 0, 0], true])
  })

  it('begins another list on another filter, and shows the old rows until the new ones are here', async () => {
    const { list, filter, count } = await start()
    filter.value = { scope: 'all', text: list.at(3)!.number }
    await nextTick()
    expect(list.head.value?.total).toBe(count)
    await settled()
    expect([list.head.value?.total, list.head.value?.outOf]).toEqual([1, count])
  })

  it('says nothing of an engine that was lost once another one is asked', async () => {
    const { engine, list, mend, count } = await start(undefined, { isAway: true })
    const lost = list.error.value?.code
    const answer = Promise.withResolvers<undefined>()
    engine.between('containers.list', async (_, ask) => {
      await answer.promise
      return ask()
    })
    mend()
    await settled()
    const asked = [list.head.value, list.error.value]
    answer.resolve(undefined)
    await settled()
    expect([lost, asked, list.head.value?.total]).toEqual(['engine/disconnected', [null, null], count])
  })

  it('drops answers to a filter that is no longer set', async () => {
    const { engine, list, filter, count } = await start()
    const slow: (() => void)[] = []
    engine.between('containers.list', async (_, ask) => {
      await new Promise<void>((resolve) => slow.push(resolve))
      return ask()
    })
    filter.value = { scope: 'all', text: 'NOBODY' }
    await settled()
    filter.value = { scope: 'all' }
    await settled()
    slow[1]?.()
    await settled()
    slow[0]?.()
    await settled()
    expect(list.head.value?.total).toBe(count)
  })

  it('begins anew on a new pipe, because a new engine knows no old order', async () => {
    const { cut, list, count } = await start()
    const before = list.head.value?.listId
    cut()
    await vi.advanceTimersByTimeAsync(600)
    expect([list.head.value?.listId === before, list.head.value?.total]).toEqual([false, count])
  })

  it('lets rows in at once where there were none', async () => {
    const engine = await startScreenEngine({
      containers: 3,
      isPrepared: false,
      before: (network) => {
        network.unplug()
      },
    })
    const { list, count } = await start(engine)
    expect([list.head.value?.total, count]).toEqual([0, 0])
    engine.network.plug()
    await engine.clock.advanceUntil(async () => !(await engine.client.call('sync.status', {})).isFirstSweep)
    await settled()
    expect(list.head.value?.total).toBe((await engine.rows()).length)
  })

  it('keeps what it shows when a refresh fails, and says why', async () => {
    const { engine, list } = await start()
    engine.between('containers.list', () => Promise.reject(new Error('a bug')))
    engine.announce({ topic: 'containers', ids: null })
    await settled()
    expect([list.error.value?.code, list.at(0) !== undefined]).toEqual(['internal', true])
  })

  it('leaves nothing running when its screen goes', async () => {
    const { engine, list, effects } = await start()
    await engine.patch({ [list.at(0)!.id]: { seal_number: 'NEW' } })
    await settled()
    effects.stop()
    const before = engine.calls.length
    engine.announce({ topic: 'containers', ids: null })
    await settled()
    expect([engine.calls.length, vi.getTimerCount()]).toEqual([before, 0])
  })
})
