// Readers of the pages of a PDF. A reader can hang in one page, and the other pages are still read.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createReplaceableReader } from '../../src/renderer/src/features/documents/pdf/replaceable-reader.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const MAX_MS = 30_000

/** Numbered readers. A reader that reads one of the pages `hangsIn` never answers again. */
function setUp({ hangsIn = [] as number[], openFile = () => Promise.resolve() } = {}) {
  let readerCount = 0
  const closed: number[] = []
  const hungIds = new Set<number>()
  const createReader = () => {
    const id = ++readerCount
    const neverSettled = new Promise<never>(() => undefined)
    const read = async (page: number) => {
      if (hangsIn.includes(page)) hungIds.add(id)
      return hungIds.has(id) ? neverSettled : `page ${page} by ${id}`
    }
    return {
      document: { read },
      close: () => {
        closed.push(id)
      },
    }
  }
  const replaceable = createReplaceableReader(
    createReader(),
    async () => {
      await openFile()
      return createReader()
    },
    MAX_MS,
    () => new Error('too long'),
  )
  const ask = (page: number) => replaceable.run(({ read }) => read(page)).catch((error: unknown) => String(error))
  return { replaceable, ask, closed }
}

describe('a reader', () => {
  test('that answers is reused, and closed at the end', async () => {
    const { ask, replaceable, closed } = setUp()
    expect([await ask(1), await ask(2), closed]).toEqual(['page 1 by 1', 'page 2 by 1', []])
    replaceable.close()
    await vi.advanceTimersByTimeAsync(0)
    expect([closed, vi.getTimerCount()]).toEqual([[1], 0])
  })

  test('that hangs in a page is closed, the page fails, and a new reader reads the next page', async () => {
    const { ask, closed } = setUp({ hangsIn: [2] })
    const failingRead = ask(2)
    await vi.advanceTimersByTimeAsync(MAX_MS)
    expect([await failingRead, await ask(3), closed]).toEqual(['Error: too long', 'page 3 by 2', [1]])
  })

  test('that hangs in a page does not make a waiting page fail', async () => {
    const { ask, closed } = setUp({ hangsIn: [2] })
    const failingRead = ask(2)
    await vi.advanceTimersByTimeAsync(10_000)
    const waitingRead = ask(3)
    await vi.advanceTimersByTimeAsync(20_000)
    expect([await failingRead, await waitingRead, closed, vi.getTimerCount()]).toEqual([
      'Error: too long',
      'page 3 by 2',
      [1],
      0,
    ])
  })

  test('that cannot be opened is opened again for the next page', async () => {
    let isBroken = true
    const { ask } = setUp({
      hangsIn: [2],
      openFile: () => (isBroken ? Promise.reject(new Error('broken')) : Promise.resolve()),
    })
    const failingRead = ask(2)
    await vi.advanceTimersByTimeAsync(MAX_MS)
    expect([await failingRead, await ask(3)]).toEqual(['Error: too long', 'Error: broken'])
    isBroken = false
    expect(await ask(3)).toBe('page 3 by 2')
  })

  test('that was closed fails each request', async () => {
    const { ask, replaceable } = setUp({ hangsIn: [2] })
    const failingRead = ask(2)
    replaceable.close()
    expect([await failingRead, await ask(1), vi.getTimerCount()]).toEqual(['Error: too long', 'Error: too long', 0])
  })
})
