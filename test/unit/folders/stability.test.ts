import { describe, expect, test } from 'vitest'
import {
  MAX_TRUNCATED_MS,
  QUIET_MS,
  startQuietTime,
  isOnlineOnly,
  isRacy,
  updateStability,
  remainingQuietMs,
  restartQuietTime,
  checkEnd,
} from '#engine/folders/stability.ts'

const mark = { ident: '1:2', size: 10, mtimeNs: '1700000000000000000' }

describe('quiet time', () => {
  test('starts at the first check', () =>
    expect([0, 4_999, 5_000, 9_000].map((mono) => remainingQuietMs(startQuietTime(mark, 0), mono, QUIET_MS))).toEqual([
      5_000, 1, 0, -4_000,
    ]))

  test.each([
    ['size', { ...mark, size: 11 }],
    ['time', { ...mark, mtimeNs: '1700000000000000001' }],
    ['file of the same name, size and time', { ...mark, ident: '1:3' }],
  ])('starts again with another %s', (_what, now) =>
    expect(remainingQuietMs(updateStability(startQuietTime(mark, 0), now, 4_000), 4_000, QUIET_MS)).toBe(5_000),
  )

  test('continues if the file did not change', () => {
    const stability = startQuietTime(mark, 0)
    expect(updateStability(stability, { ...mark }, 4_000)).toBe(stability)
  })

  test('starts again after a file event, but the wait for the end of the file continues', () =>
    expect(restartQuietTime({ mark, quietSinceMono: 0, truncatedSinceMono: 3 }, 4_000)).toEqual({
      mark,
      quietSinceMono: 4_000,
      truncatedSinceMono: 3,
    }))
})

describe('a file without its end', () => {
  test('counts as complete, with a mark, after ten minutes', () => {
    const first = checkEnd(startQuietTime(mark, 0), false, 5_000)
    expect(first).toEqual({ kind: 'truncated', stability: { mark, quietSinceMono: 0, truncatedSinceMono: 5_000 } })
    const stability = first.kind === 'truncated' ? first.stability : startQuietTime(mark, 0)
    expect(checkEnd(stability, false, 5_000 + MAX_TRUNCATED_MS - 1).kind).toBe('truncated')
    expect(checkEnd(stability, false, 5_000 + MAX_TRUNCATED_MS)).toEqual({ kind: 'complete', isTruncated: true })
    expect(checkEnd(stability, true, 20_000)).toEqual({ kind: 'complete', isTruncated: false })
  })

  test('starts a new wait if its size changes', () =>
    expect(
      updateStability({ mark, quietSinceMono: 0, truncatedSinceMono: 0 }, { ...mark, size: 20 }, MAX_TRUNCATED_MS)
        .truncatedSinceMono,
    ).toBeNull())
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
