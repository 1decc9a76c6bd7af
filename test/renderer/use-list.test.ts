import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { nextTick, ref } from 'vue'
import type { ContainerFilter, ContainerRow } from '#contract/containers.ts'
import { createFakes, inScope, type Fakes } from '#support/fake-engine-link.ts'
import { ListReader, MARK_MS, type ListAnswer } from '../../src/renderer/src/features/lists/list-reader.ts'
import { useList } from '../../src/renderer/src/features/lists/useList.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const settled = () => vi.advanceTimersByTimeAsync(0)

async function listOf(fakes: Fakes, scope: ContainerFilter['scope'] = 'all') {
  const filter = ref<ContainerFilter>({ scope })
  const { value: list, scope: effects } = inScope(() =>
    useList<ContainerRow>(fakes.links.engine, {
      read: (request) => fakes.links.engine.call('containers.list', { filter: filter.value, sort: [{ column: 'number', direction: 'asc' }], ...request }),
      order: () => JSON.stringify(filter.value),
      topics: ['containers', 'clock'],
    }),
  )
  await settled()
  return { list, filter, effects }
}

const windows = ({ engine }: Fakes) =>
  engine.calls.filter(({ name }) => name === 'containers.list').map(({ input }) => (input as { window: { offset: number } }).window.offset)

describe('a list', () => {
  it('reads the first window and knows how many rows there are', async () => {
    const fakes = createFakes(1_000)
    const { list } = await listOf(fakes)
    expect([list.head.value?.total, list.at(0)?.id !== undefined, list.at(199)?.id !== undefined, list.at(200), windows(fakes)]).toEqual([1_000, true, true, undefined, [0]])
  })

  it('says nothing of an engine that was lost once another one is asked', async () => {
    const fakes = createFakes(10)
    fakes.goAway()
    await settled()
    const { list } = await listOf(fakes)
    const lost = list.error.value?.code
    const answer = Promise.withResolvers<undefined>()
    const ask = fakes.engine.handlers['containers.list']
    fakes.engine.handlers['containers.list'] = async (input) => { await answer.promise; return ask(input) }
    fakes.mend()
    await settled()
    const asked = [list.head.value, list.error.value]
    answer.resolve(undefined)
    await settled()
    expect([lost, asked, list.head.value?.total]).toEqual(['engine/disconnected', [null, null], 10])
  })

  it('reads what comes into view, in whole windows and each of them once', async () => {
    const fakes = createFakes(1_000)
    const { list } = await listOf(fakes)
    list.need(390, 430)
    list.need(390, 430)
    await settled()
    expect([windows(fakes), list.at(430)?.id !== undefined]).toEqual([[0, 200, 400], true])
  })

  it('reads the next window in the direction it moves before it is in view, and only what is in view after a change', async () => {
    const fakes = createFakes(1_000)
    const { list } = await listOf(fakes)
    list.need(20, 60)
    await settled()
    list.need(500, 540)
    await settled()
    list.need(480, 520)
    await settled()
    fakes.engine.announce({ topic: 'containers', ids: null })
    await settled()
    expect(windows(fakes)).toEqual([0, 200, 400, 400])
    list.need(440, 480)
    await settled()
    expect(windows(fakes)).toEqual([0, 200, 400, 400, 200])
  })

  it('skips what a flung scrollbar passed and reads where it came to rest', async () => {
    const fakes = createFakes(10_000)
    const { list } = await listOf(fakes)
    for (let row = 400; row <= 9_000; row += 200) list.need(row, row + 40)
    await settled()
    const read = windows(fakes)
    expect(read.length).toBeLessThanOrEqual(5)
    expect(read.at(-1)).toBe(9_000)
  })

  it('keeps rows in their places while values move, and says how many would stand elsewhere', async () => {
    const fakes = createFakes(50)
    const { list } = await listOf(fakes)
    const first = list.at(0)!
    fakes.engine.change((row) => (row.id === first.id ? { number: 'ZZZU9999999' } : null))
    await settled()
    expect([list.at(0)?.id, list.at(0)?.number, list.head.value?.moved]).toEqual([first.id, 'ZZZU9999999', 50])
    await list.reorder()
    expect([list.at(49)?.id, list.head.value?.moved]).toEqual([first.id, 0])
  })

  it('keeps the same object for a row that says the same, and marks the others for a while', async () => {
    const fakes = createFakes(50)
    const { list } = await listOf(fakes)
    const [first, second] = [list.at(0)!, list.at(1)!]
    fakes.engine.change((row) => (row.id === first.id ? { seal: 'NEW' } : null))
    await settled()
    expect([list.at(1) === second, list.at(0) === first, list.before.value.get(first.id)]).toEqual([true, false, first])
    await vi.advanceTimersByTimeAsync(MARK_MS)
    expect(list.before.value.size).toBe(0)
  })

  it('after a change reads again only what is in view, and the rest when it comes into view', async () => {
    const fakes = createFakes(1_000)
    const { list } = await listOf(fakes)
    list.need(390, 430)
    await settled()
    fakes.engine.announce({ topic: 'containers', ids: null })
    await settled()
    const afterChange = windows(fakes)
    list.need(0, 40)
    await settled()
    expect([afterChange, windows(fakes)]).toEqual([
      [0, 200, 400, 200, 400],
      [0, 200, 400, 200, 400, 0],
    ])
  })

  it('reads once more what changed while it was being read', async () => {
    const fakes = createFakes(50)
    const { list } = await listOf(fakes)
    fakes.engine.announce({ topic: 'containers', ids: null })
    fakes.engine.announce({ topic: 'clock', ids: null })
    await settled()
    expect([windows(fakes), list.at(0) !== undefined]).toEqual([[0, 0, 0], true])
  })

  it('begins another list on another filter, and shows the old rows until the new ones are here', async () => {
    const fakes = createFakes(50)
    const { list, filter } = await listOf(fakes)
    filter.value = { scope: 'all', text: list.at(7)!.number }
    await nextTick()
    expect(list.head.value?.total).toBe(50)
    await settled()
    expect([list.head.value?.total, list.head.value?.outOf]).toEqual([1, 50])
  })

  it('drops answers to a filter that is no longer set', async () => {
    const fakes = createFakes(50)
    const { list, filter } = await listOf(fakes)
    const slow: (() => void)[] = []
    const real = fakes.engine.handlers['containers.list']
    fakes.engine.handlers['containers.list'] = (input) =>
      new Promise((resolve) => {
        slow.push(() => { resolve(real(input)) })
      })
    filter.value = { scope: 'all', text: 'NOBODY' }
    await settled()
    filter.value = { scope: 'all' }
    await settled()
    slow[1]?.()
    await settled()
    slow[0]?.()
    await settled()
    expect(list.head.value?.total).toBe(50)
  })

  it('keeps to the new order when a window of the old one comes after it', async () => {
    type Row = { id: string }
    const asked: { listId: string | undefined; answer: (answer: ListAnswer<Row>) => void }[] = []
    const list = new ListReader<Row>(({ listId }) => new Promise((answer) => asked.push({ listId, answer })))
    const answerOf = (listId: string, ids: string[]): ListAnswer<Row> => ({ listId, offset: 0, rows: ids.map((id) => ({ id })), total: ids.length, outOf: 3, moved: 0, asOf: '2026-11-20T17:00:00Z' })
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

  it('begins anew on a new pipe, because a new engine knows no old order', async () => {
    const fakes = createFakes(50)
    const { list } = await listOf(fakes)
    const before = list.head.value?.listId
    fakes.cut()
    await vi.advanceTimersByTimeAsync(600)
    expect([list.head.value?.listId === before, list.head.value?.total]).toEqual([false, 50])
  })

  it('takes over when the engine has forgotten the order and answers with another', async () => {
    const fakes = createFakes(450)
    const { list } = await listOf(fakes)
    const real = fakes.engine.handlers['containers.list']
    fakes.engine.handlers['containers.list'] = ({ filter, sort, window }) => real({ filter, sort, window })
    list.need(400, 440)
    await settled()
    expect([list.at(420) !== undefined, list.at(0)]).toEqual([true, undefined])
  })

  it('lets rows in at once where there were none', async () => {
    const fakes = createFakes(0)
    const { list } = await listOf(fakes)
    expect(list.head.value?.total).toBe(0)
    const full = createFakes(3).engine
    fakes.engine.handlers['containers.list'] = full.handlers['containers.list']
    fakes.engine.announce({ topic: 'containers', ids: null })
    await settled()
    expect(list.head.value?.total).toBe(3)
  })

  it('reads rows out of view for copying, from the same frozen order', async () => {
    const fakes = createFakes(1_200)
    const { list } = await listOf(fakes)
    const reading = list.read(0, 1_199)
    await settled()
    const rows = await reading
    const { listId } = list.head.value!
    const asked = fakes.engine.calls.slice(1).map(({ input }) => (input as { listId?: string }).listId)
    expect([rows.length, new Set(rows.map((row) => row.id)).size, new Set(asked)]).toEqual([1_200, 1_200, new Set([listId])])
  })

  it('keeps what it shows when a refresh fails, and says why', async () => {
    const fakes = createFakes(50)
    const { list } = await listOf(fakes)
    fakes.engine.handlers['containers.list'] = () => {
      throw new Error('a bug')
    }
    fakes.engine.announce({ topic: 'containers', ids: null })
    await settled()
    expect([list.error.value?.code, list.at(0) !== undefined]).toEqual(['internal', true])
  })

  it('leaves nothing running when its screen goes', async () => {
    const fakes = createFakes(50)
    const { list, effects } = await listOf(fakes)
    fakes.engine.change((row) => (row.id === list.at(0)?.id ? { seal: 'NEW' } : null))
    await settled()
    effects.stop()
    const before = fakes.engine.calls.length
    fakes.engine.announce({ topic: 'containers', ids: null })
    await settled()
    expect([fakes.engine.calls.length, vi.getTimerCount()]).toEqual([before, 0])
  })
})
