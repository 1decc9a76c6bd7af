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
function setUp({ hangsIn = [] as number[], opening = () => Promise.resolve() } = {}) {
  let readers = 0
  const closed: number[] = []
  const busy = new Set<number>()
  const reader = () => {
    const id = ++readers
    const never = new Promise<never>(() => undefined)
    const read = async (page: number) => {
      if (hangsIn.includes(page)) busy.add(id)
      return busy.has(id) ? never : `page ${page} by ${id}`
    }
    return {
      document: { read },
      close: () => {
        closed.push(id)
      },
    }
  }
  const replaceable = createReplaceableReader(
    reader(),
    async () => {
      await opening()
      return reader()
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
    const bad = ask(2)
    await vi.advanceTimersByTimeAsync(MAX_MS)
    expect([await bad, await ask(3), closed]).toEqual(['Error: too long', 'page 3 by 2', [1]])
  })

  test('that hangs in a page does not make a waiting page fail', async () => {
    const { ask, closed } = setUp({ hangsIn: [2] })
    const bad = ask(2)
    await vi.advanceTimersByTimeAsync(10_000)
    const good = ask(3)
    await vi.advanceTimersByTimeAsync(20_000)
    expect([await bad, await good, closed, vi.getTimerCount()]).toEqual(['Error: too long', 'page 3 by 2', [1], 0])
  })

  test('that cannot be opened is opened again for the next page', async () => {
    let isBroken = true
    const { ask } = setUp({
      hangsIn: [2],
      opening: () => (isBroken ? Promise.reject(new Error('broken')) : Promise.resolve()),
    })
    const bad = ask(2)
    await vi.advanceTimersByTimeAsync(MAX_MS)
    expect([await bad, await ask(3)]).toEqual(['Error: too long', 'Error: broken'])
    isBroken = false
    expect(await ask(3)).toBe('page 3 by 2')
  })

  test('that was closed fails each request', async () => {
    const { ask, replaceable } = setUp({ hangsIn: [2] })
    const bad = ask(2)
    replaceable.close()
    expect([await bad, await ask(1), vi.getTimerCount()]).toEqual(['Error: too long', 'Error: too long', 0])
  })
})
