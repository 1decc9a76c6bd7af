// Computes from the history of a container since when it has been held or free.
import { expect, test } from 'vitest'
import type { BlockStep } from '#engine/mirror/history/store.ts'
import { summarizeBlocks } from '#engine/mirror/containers/block-history.ts'

const FIRST = '2026-11-01T00:00:00.000Z'
const day = (n: number) => `2026-11-${String(n).padStart(2, '0')}T12:00:00.000Z`
const held = (...names: string[]) => names.map((name) => ({ name, status: 'hold', description: null }))
const steps = (...entries: [n: number, member: string, isBlocking: boolean][]): BlockStep[] =>
  entries.map(([n, member, isBlocking]) => ({
    id: n,
    field: member.includes('_') ? member : `holds_at_pod_terminal/${member}`,
    seenAt: day(n),
    isBlocking,
  }))

test.each([
  ['without any facts there are no times', [], [], { officialHoldSince: null, newestHoldId: null, unblockedAt: null }],
  [
    'a hold without a change began at the first reading',
    held('customs'),
    [],
    { officialHoldSince: FIRST, newestHoldId: null, unblockedAt: null },
  ],
  [
    'a hold began when it was placed',
    held('CUSTOMS'),
    steps([5, 'CUSTOMS', true]),
    { officialHoldSince: day(5), newestHoldId: 5, unblockedAt: null },
  ],
  [
    'a hold of the line is not official',
    held('freight'),
    steps([5, 'freight', true]),
    { officialHoldSince: null, newestHoldId: 5, unblockedAt: null },
  ],
  [
    'of two holds the oldest and the newest are given',
    held('USDA', 'VACIS'),
    steps([5, 'VACIS', true], [7, 'USDA', true]),
    { officialHoldSince: day(5), newestHoldId: 7, unblockedAt: null },
  ],
  [
    'a hold that was placed again began at the second placement',
    held('customs'),
    steps([5, 'customs', true], [6, 'customs', false], [8, 'customs', true]),
    { officialHoldSince: day(8), newestHoldId: 8, unblockedAt: day(6) },
  ],
  [
    'a second hold of the same name is a separate one',
    held('customs', 'customs'),
    steps([5, 'customs#2', true]),
    { officialHoldSince: FIRST, newestHoldId: 5, unblockedAt: null },
  ],
  [
    'the container is free since the last obstacle ended',
    [],
    steps([5, 'available_for_pickup', false], [7, 'customs', false]),
    { officialHoldSince: null, newestHoldId: null, unblockedAt: day(7) },
  ],
  [
    'a hold that is only expected has no times',
    [{ name: 'customs', status: 'pending', description: null }],
    [],
    { officialHoldSince: null, newestHoldId: null, unblockedAt: null },
  ],
])('%s', (_name, holds, steps, blockHistory) => expect(summarizeBlocks(holds, steps, FIRST)).toEqual(blockHistory))
