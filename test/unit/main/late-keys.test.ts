// A key that arrives late: a run does not wait for it, and the arrival is reported once.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { withLateKeys } from '../../../src/main/engine/late-keys.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function startLateKeys() {
  const locked = Promise.withResolvers<string | null>()
  const arrived: string[] = []
  let reads = 0
  const secrets = withLateKeys(
    {
      listStorages: () => Promise.resolve(['keychain']),
      read: () => {
        reads++
        return locked.promise
      },
      store: () => Promise.resolve(),
      forget: () => Promise.resolve(),
      hash: (key) => key,
    },
    (accountId) => arrived.push(accountId),
  )
  const run = async () => {
    const key = secrets.readForRun?.('main')
    await vi.advanceTimersByTimeAsync(2000)
    return key
  }
  const unlock = async (key: string | null) => {
    locked.resolve(key)
    await vi.advanceTimersByTimeAsync(0)
  }
  return { secrets, arrived, run, unlock, reads: () => reads }
}

describe('a locked key', () => {
  test('delays a run for at most two seconds, and is used at once after its arrival', async () => {
    const { arrived, run, unlock, reads } = startLateKeys()
    expect([await run(), await run(), arrived]).toEqual([null, null, []])
    await unlock('the-key')
    expect([arrived, await run(), reads()]).toEqual([['main'], 'the-key', 1])
  })

  test('that is refused is not reported, and the next run reads it again', async () => {
    const { arrived, run, unlock, reads } = startLateKeys()
    await run()
    await unlock(null)
    expect([arrived, await run(), reads()]).toEqual([[], null, 2])
  })

  test.each(['keep', 'forget'] as const)('is not reported after another operation: %s', async (operation) => {
    const { secrets, arrived, run, unlock } = startLateKeys()
    await run()
    await (operation === 'keep' ? secrets.store('main', 'new', 'session') : secrets.forget('main'))
    await unlock('the-key')
    expect(arrived).toEqual([])
  })

  test('that arrives in time is not reported', async () => {
    const { arrived, run, unlock } = startLateKeys()
    await unlock('the-key')
    expect([await run(), arrived]).toEqual(['the-key', []])
  })
})
