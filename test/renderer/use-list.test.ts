// Lists that are read from the engine in windows: which rows are read, and what happens when data or connection change.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { nextTick, ref } from 'vue'
import type { ContainerFilter, ContainerRow } from '#contract/containers.ts'
import type { EngineContract } from '#contract/index.ts'
import type { Input } from '#contract/rpc.ts'
import { inScope, connectLinks } from '#support/links.ts'
import { OPENED_AT } from '#support/prepared.ts'
import { type ScreenEngine, startScreenEngine } from '#support/screen-engine.ts'
import { flushAll } from '#support/flush.ts'
import { ListReader, MARK_MS, type ListAnswer } from '../../src/renderer/src/features/lists/list-reader.ts'
import { useList } from '../../src/renderer/src/features/lists/useList.ts'

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

/** Opens a list of the containers of a real engine. */
async function openList(givenEngine?: ScreenEngine, { isAway = false } = {}) {
  const engine = givenEngine ?? (await startScreenEngine({ containers: 7 }))
  const linked = connectLinks(engine)
  if (isAway) linked.disconnect()
  await flush()
  const filter = ref<ContainerFilter>({ scope: 'all' })
  const { value: list, scope: screenScope } = inScope(() =>
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
  await flush()
  const listOffsets = () =>
    engine.calls
      .filter(({ name }) => name === 'containers.list')
      .map(({ input }) => (input as Input<EngineContract, 'containers.list'>).window.offset)
  return { ...linked, list, filter, screenScope, listOffsets, count: (await engine.rows()).length }
}

type Row = { id: string }
type Request = Parameters<ConstructorParameters<typeof ListReader<Row>>[0]>[0]

/** Opens a list that is long enough to be read in windows. A function of the test answers its requests. */
async function openLongList(count: number) {
  const requests: Request[] = []
  let listId = 'first'
  const list = new ListReader<Row>((request) => {
    requests.push(request)
    const { limit, startId } = request.window
    const offset = startId === undefined ? request.window.offset : Number(startId)
    const rows = Array.from({ length: Math.min(limit, count - offset) }, (_, index) => ({ id: String(offset + index) }))
    return Promise.resolve({ listId, offset, rows, total: count, outOf: count, reordered: 0, asOf: OPENED_AT })
  })
  void list.reorder()
  await flush()
  return {
    list,
    requests,
    dropOrder: () => {
      listId = 'second'
    },
    listOffsets: () => requests.map(({ window }) => window.offset),
  }
}

describe('a long list', () => {
  test('finds a row that was not read, with a request for this row alone', async () => {
    const { list, requests } = await openLongList(1_000)
    expect([await list.find('7'), requests.length]).toEqual([7, 1])
    expect([await list.find('777'), requests.at(-1)!.window.limit, list.at(777)]).toEqual([777, 1, undefined])
    expect(await list.find('2000')).toBe(-1)
  })

  test('reads the first window and the count of all rows', async () => {
    const { list, listOffsets } = await openLongList(1_000)
    expect([
      list.head.value?.total,
      list.at(0)?.id !== undefined,
      list.at(199)?.id !== undefined,
      list.at(200),
      listOffsets(),
    ]).toEqual([1_000, true, true, undefined, [0]])
  })

  test('reads the windows that contain visible rows, each window once', async () => {
    const { list, listOffsets } = await openLongList(1_000)
    list.need([[390, 430]])
    list.need([[390, 430]])
    await flush()
    expect([listOffsets(), list.at(430)?.id !== undefined]).toEqual([[0, 200, 400], true])
  })

  test('does not read the rows of collapsed groups between visible rows', async () => {
    const { list, listOffsets } = await openLongList(30_000)
    list.need([
      [0, 10],
      [20_000, 20_030],
    ])
    await flush()
    expect([listOffsets(), list.at(20_000)?.id]).toEqual([[0, 20_000], '20000'])
  })

  test('reads ahead in the direction of scrolling, and after a change reads only the visible window', async () => {
    const { list, listOffsets } = await openLongList(1_000)
    list.need([[20, 60]])
    await flush()
    list.need([[500, 540]])
    await flush()
    list.need([[480, 520]])
    await flush()
    list.refresh()
    await flush()
    expect(listOffsets()).toEqual([0, 200, 400, 400])
    list.need([[440, 480]])
    await flush()
    expect(listOffsets()).toEqual([0, 200, 400, 400, 200])
  })

  test('skips the rows that a fast scroll passed, and reads the rows where it stopped', async () => {
    const { list, listOffsets } = await openLongList(10_000)
    for (let row = 400; row <= 9_000; row += 200) list.need([[row, row + 40]])
    await flush()
    const offsets = listOffsets()
    expect(offsets.length).toBeLessThanOrEqual(5)
    expect(offsets.at(-1)).toBe(9_000)
  })

  test('reads the visible rows again after a change, and the other rows when they become visible', async () => {
    const { list, listOffsets } = await openLongList(1_000)
    list.need([[390, 430]])
    await flush()
    list.refresh()
    await flush()
    const offsetsAfterChange = listOffsets()
    list.need([[0, 40]])
    await flush()
    expect([offsetsAfterChange, listOffsets()]).toEqual([
      [0, 200, 400, 200, 400],
      [0, 200, 400, 200, 400, 0],
    ])
  })

  test('keeps the new order when a window of the old order arrives later', async () => {
    const requests: { listId: string | undefined; answer: (answer: ListAnswer<Row>) => void }[] = []
    const list = new ListReader<Row>(({ listId }) => new Promise((answer) => requests.push({ listId, answer })))
    const createAnswer = (listId: string, ids: string[]): ListAnswer<Row> => ({
      listId,
      offset: 0,
      rows: ids.map((id) => ({ id })),
      total: ids.length,
      outOf: 3,
      reordered: 0,
      asOf: '2026-11-20T17:00:00Z',
    })
    void list.reorder()
    requests[0]?.answer(createAnswer('old', ['a', 'b', 'c']))
    await flush()
    void list.reorder()
    list.refresh()
    expect(requests.map(({ listId }) => listId)).toEqual([undefined, undefined, 'old'])
    requests[1]?.answer(createAnswer('new', []))
    await flush()
    requests[2]?.answer(createAnswer('old', ['a', 'b', 'c']))
    await flush()
    expect(list.head.value).toMatchObject({ listId: 'new', total: 0 })
  })

  test('drops its rows when the engine no longer has the order and answers with a new one', async () => {
    const { list, dropOrder } = await openLongList(450)
    dropOrder()
    list.need([[400, 440]])
    await flush()
    expect([list.at(420) !== undefined, list.at(0)]).toEqual([true, undefined])
  })

  test('reads rows that are not visible from the same order, for copying', async () => {
    const { list, requests } = await openLongList(1_200)
    const reading = list.read(0, 1_199)
    await flush()
    const rows = await reading
    const { listId } = list.head.value!
    expect([
      rows.length,
      new Set(rows.map((row) => row.id)).size,
      new Set(requests.slice(1).map((request) => request.listId)),
    ]).toEqual([1_200, 1_200, new Set([listId])])
  })
})

describe('a list', () => {
  test('keeps rows in place while values change, and reports how many rows a new sort would move', async () => {
    const { engine, list, count } = await openList()
    const first = list.at(0)!
    await engine.patch({ [first.id]: { number: 'ZZZU9999999' } })
    await flush()
    expect([list.at(0)?.id, list.at(0)?.number, list.head.value?.reordered]).toEqual([first.id, 'ZZZU9999999', 1])
    await list.reorder()
    expect([list.at(count - 1)?.id, list.head.value?.reordered]).toEqual([first.id, 0])
  })

  test('keeps the object of an unchanged row, and marks a changed row for a limited time', async () => {
    const { engine, list } = await openList()
    const [first, second] = [list.at(0)!, list.at(1)!]
    await engine.ask('own.changeTags', { ids: [first.id], add: ['new'], remove: [] })
    await flush()
    expect([list.at(1) === second, list.at(0) === first, list.previousRows.value.get(first.id)]).toEqual([
      true,
      false,
      first,
    ])
    await vi.advanceTimersByTimeAsync(MARK_MS)
    expect(list.previousRows.value.size).toBe(0)
  })

  test('reads again when data changes during a read', async () => {
    const { engine, list, listOffsets } = await openList()
    engine.announce({ topic: 'containers', ids: null })
    engine.announce({ topic: 'clock', ids: null })
    await flush()
    expect([listOffsets(), list.at(0) !== undefined]).toEqual([[0, 0, 0], true])
  })

  test('reads a new list for a new filter, and shows the old rows until the new ones arrive', async () => {
    const { list, filter, count } = await openList()
    filter.value = { scope: 'all', text: list.at(3)!.number }
    await nextTick()
    expect(list.head.value?.total).toBe(count)
    await flush()
    expect([list.head.value?.total, list.head.value?.outOf]).toEqual([1, count])
  })

  test('clears the error of a lost engine as soon as it asks the next engine', async () => {
    const { engine, list, reconnect, count } = await openList(undefined, { isAway: true })
    const codeWhileLost = list.error.value?.code
    const answer = Promise.withResolvers<undefined>()
    engine.intercept('containers.list', async (_, callEngine) => {
      await answer.promise
      return callEngine()
    })
    reconnect()
    await flush()
    const stateWhileAsking = [list.head.value, list.error.value]
    answer.resolve(undefined)
    await flush()
    expect([codeWhileLost, stateWhileAsking, list.head.value?.total]).toEqual([
      'engine/disconnected',
      [null, null],
      count,
    ])
  })

  test('drops the answer for a filter that is no longer set', async () => {
    const { engine, list, filter, count } = await openList()
    const releases: (() => void)[] = []
    engine.intercept('containers.list', async (_, callEngine) => {
      await new Promise<void>((resolve) => releases.push(resolve))
      return callEngine()
    })
    filter.value = { scope: 'all', text: 'NOBODY' }
    await flush()
    filter.value = { scope: 'all' }
    await flush()
    releases[1]?.()
    await flush()
    releases[0]?.()
    await flush()
    expect(list.head.value?.total).toBe(count)
  })

  test('reads a new list over a new connection, because a new engine does not know the old order', async () => {
    const { dropPipe, list, count } = await openList()
    const listIdBefore = list.head.value?.listId
    dropPipe()
    await vi.advanceTimersByTimeAsync(600)
    expect([list.head.value?.listId === listIdBefore, list.head.value?.total]).toEqual([false, count])
  })

  test('shows the first rows of an empty list at once', async () => {
    const engine = await startScreenEngine({
      containers: 3,
      isPrepared: false,
      beforeStart: (network) => network.unplug(),
    })
    const { list, count } = await openList(engine)
    expect([list.head.value?.total, count]).toEqual([0, 0])
    engine.network.plug()
    await engine.clock.advanceUntil(async () => !(await engine.client.call('sync.status', {})).isFirstSweep)
    await flush()
    expect(list.head.value?.total).toBe((await engine.rows()).length)
  })

  test('keeps its rows when a refresh fails, and reports the error', async () => {
    const { engine, list } = await openList()
    engine.intercept('containers.list', () => Promise.reject(new Error('a bug')))
    engine.announce({ topic: 'containers', ids: null })
    await flush()
    expect([list.error.value?.code, list.at(0) !== undefined]).toEqual(['internal', true])
  })

  test('makes no call and has no timer after its screen closes', async () => {
    const { engine, list, screenScope } = await openList()
    await engine.patch({ [list.at(0)!.id]: { seal_number: 'NEW' } })
    await flush()
    screenScope.stop()
    const countBefore = engine.calls.length
    engine.announce({ topic: 'containers', ids: null })
    await flush()
    expect([engine.calls.length, vi.getTimerCount()]).toEqual([countBefore, 0])
  })
})
