import { describe, expect, test } from 'vitest'
import {
  CUT_MS,
  QUIET_MS,
  firstCheck,
  isOnlineOnly,
  isRacy,
  recheck,
  quietInMs,
  restartQuietTime,
  verdict,
} from '#engine/folders/gate.ts'

const mark = { ident: '1:2', size: 10, mtimeNs: '1700000000000000000' }

describe('quiet time', () => {
  test('starts at the first check', () =>
    expect([0, 4_999, 5_000, 9_000].map((mono) => quietInMs(firstCheck(mark, 0), mono, QUIET_MS))).toEqual([
      5_000, 1, 0, -4_000,
    ]))

  test.each([
    ['size', { ...mark, size: 11 }],
    ['time', { ...mark, mtimeNs: '1700000000000000001' }],
    ['file of the same name, size and time', { ...mark, ident: '1:3' }],
  ])('starts again with another %s', (_what, now) =>
    expect(quietInMs(recheck(firstCheck(mark, 0), now, 4_000), 4_000, QUIET_MS)).toBe(5_000),
  )

  test('continues if nothing is different', () => {
    const waiting = firstCheck(mark, 0)
    expect(recheck(waiting, { ...mark }, 4_000)).toBe(waiting)
  })

  test('starts again after a hint, but the wait for the end continues', () =>
    expect(restartQuietTime({ mark, quietMono: 0, cutMono: 3 }, 4_000)).toEqual({ mark, quietMono: 4_000, cutMono: 3 }))
})

describe('a file without its end', () => {
  test('is accepted as cut after ten minutes', () => {
    const first = verdict(firstCheck(mark, 0), false, 5_000)
    expect(first).toEqual({ is: 'cut', waiting: { mark, quietMono: 0, cutMono: 5_000 } })
    const waiting = first.is === 'cut' ? first.waiting : firstCheck(mark, 0)
    expect(verdict(waiting, false, 5_000 + CUT_MS - 1).is).toBe('cut')
    expect(verdict(waiting, false, 5_000 + CUT_MS)).toEqual({ is: 'finished', isCut: true })
    expect(verdict(waiting, true, 20_000)).toEqual({ is: 'finished', isCut: false })
  })

  test('starts a new wait if its size changes', () =>
    expect(recheck({ mark, quietMono: 0, cutMono: 0 }, { ...mark, size: 20 }, CUT_MS).cutMono).toBeNull())
})

describe('a file is racy if it was written shortly before it is read', () => {
  const writtenMs = 1_700_000_000_000
  test.each([
    [writtenMs + 2_999, true],
    [writtenMs + 3_000, false],
    [writtenMs - 86_400_000, true],
  ])('at %d: %s', (wall, expected) => expect(isRacy(mark, wall)).toBe(expected))
})

test('a file without blocks is online only if it is in a cloud folder and not tiny', () =>
  expect([
    isOnlineOnly({ size: 9_000, blocks: 0 }, true),
    isOnlineOnly({ size: 9_000, blocks: 0 }, false),
    isOnlineOnly({ size: 100, blocks: 0 }, true),
    isOnlineOnly({ size: 9_000, blocks: 24 }, true),
  ]).toEqual([true, false, false, false]))
