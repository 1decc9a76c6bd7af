// Which withdrawn alerts are restored, because they are true again.
import { expect, test } from 'vitest'
import { createEpisode } from '#engine/alerts/episode.ts'
import { listRestoredKeys } from '#engine/alerts/restored.ts'

const nothing = { episodes: [], withdraw: [], withdrawUnshown: [] }
const createEpisodes = (name: string, value: string, candidate: string | null = null) =>
  new Map([[name, { ...createEpisode(name, value), incident: 1, candidate }]])
const withdrawn = (key: string, kind: 'lfd-later' | 'lfd-withdrawn' | 'ready') => [
  { key, kind, state: 'CANCELLED' as const, isDone: false },
]
const dates = (date: string | null) => JSON.stringify({ date, sources: '', former: '2026-11-25' })

test.each([
  [
    'an alert about a changed date is restored',
    'lfd',
    dates('2026-11-28'),
    null,
    withdrawn('lfdchg:c:1', 'lfd-later'),
    ['lfdchg:c:1'],
  ],
  [
    'an alert about a date that is back at the former one is not restored',
    'lfd',
    dates('2026-11-25'),
    null,
    withdrawn('lfdchg:c:1', 'lfd-later'),
    [],
  ],
  [
    'an alert about a withdrawn date is restored',
    'lfd',
    dates(null),
    null,
    withdrawn('lfdchg:c:1', 'lfd-withdrawn'),
    ['lfdchg:c:1'],
  ],
  [
    'an alert about a withdrawn date that exists again is not restored',
    'lfd',
    dates('2026-11-28'),
    null,
    withdrawn('lfdchg:c:1', 'lfd-withdrawn'),
    [],
  ],
  [
    'an alert about a ready container is restored',
    'ready',
    'ready',
    null,
    withdrawn('avail:c:1', 'ready'),
    ['avail:c:1'],
  ],
  [
    'an alert about a ready container is not restored while its end is not confirmed',
    'ready',
    'ready',
    'not',
    withdrawn('avail:c:1', 'ready'),
    [],
  ],
])('%s', (_name, episode, value, candidate, alerts, keys) =>
  expect(listRestoredKeys('c', createEpisodes(episode, value, candidate), alerts, nothing)).toEqual(keys),
)
