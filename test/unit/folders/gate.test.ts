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
  test('runs from the first look', () => {
    expect([0, 4_999, 5_000, 9_000].map((mono) => quietInMs(firstCheck(mark, 0), mono, QUIET_MS))).toEqual([
      5_000, 1, 0, -4_000,
    ])
  })

  test.each([
    ['size', { ...mark, size: 11 }],
    ['time', { ...mark, mtimeNs: '1700000000000000001' }],
    ['file of the same name, size and time', { ...mark, ident: '1:3' }],
  ])('begins anew with another %s', (_what, now) => {
    expect(quietInMs(recheck(firstCheck(mark, 0), now, 4_000), 4_000, QUIET_MS)).toBe(5_000)
  })

  test('goes on where nothing is different', () => {
    const waiting = firstCheck(mark, 0)
    expect(recheck(waiting, { ...mark }, 4_000)).toBe(waiting)
  })

  test('begins anew with a hint, and keeps what is known of the end', () => {
    expect(restartQuietTime({ mark, quietMono: 0, cutMono: 3 }, 4_000)).toEqual({ mark, quietMono: 4_000, cutMono: 3 })
  })
})

describe('a missing end', () => {
  test('is waited for ten minutes, and then said', () => {
    const first = verdict(firstCheck(mark, 0), false, 5_000)
    expect(first).toEqual({ is: 'cut', waiting: { mark, quietMono: 0, cutMono: 5_000 } })
    const waiting = first.is === 'cut' ? first.waiting : firstCheck(mark, 0)
    expect(verdict(waiting, false, 5_000 + CUT_MS - 1).is).toBe('cut')
    expect(verdict(waiting, false, 5_000 + CUT_MS)).toEqual({ is: 'finished', isCut: true })
    expect(verdict(waiting, true, 20_000)).toEqual({ is: 'finished', isCut: false })
  })

  test('is waited for anew in a file that moved', () => {
    expect(recheck({ mark, quietMono: 0, cutMono: 0 }, { ...mark, size: 20 }, CUT_MS).cutMono).toBeNull()
  })
})

describe('a file written to shortly before it is read', () => {
  const wrote = 1_700_000_000_000
  test.each([
    [wrote + 2_999, true],
    [wrote + 3_000, false],
    [wrote - 86_400_000, true],
  ])('at %d: %s', (wall, racy) => {
    expect(isRacy(mark, wall)).toBe(racy)
  })
})

test('without blocks a file is elsewhere only where a cloud keeps it, and not when it is tiny', () => {
  expect([
    isOnlineOnly({ size: 9_000, blocks: 0 }, true),
    isOnlineOnly({ size: 9_000, blocks: 0 }, false),
    isOnlineOnly({ size: 100, blocks: 0 }, true),
    isOnlineOnly({ size: 9_000, blocks: 24 }, true),
  ]).toEqual([true, false, false, false])
})
