import { describe, expect, test } from 'vitest'
import {
  type PostStep,
  type SightingState,
  type SightingStep,
  isUnspooled,
  postAfter,
  stateAfter,
} from '#engine/folders/states.ts'

const states: SightingState[] = ['WAITING', 'LOCKED', 'ONLINE_ONLY', 'IGNORED', 'SPOOLED', 'VANISHED']
const steps: SightingStep[] = ['change', 'delay', 'lock', 'offload', 'refuse', 'spool', 'vanish', 'lose']

describe('a sighting', () => {
  test('allows exactly these steps', () => {
    const table = Object.fromEntries(
      states.map((state) => [
        state,
        Object.fromEntries(
          steps.flatMap((step) => (stateAfter(state, step) === null ? [] : [[step, stateAfter(state, step)]])),
        ),
      ]),
    )
    const unspooled = {
      change: 'WAITING',
      delay: 'WAITING',
      lock: 'LOCKED',
      offload: 'ONLINE_ONLY',
      refuse: 'IGNORED',
      spool: 'SPOOLED',
      vanish: 'VANISHED',
    }
    expect(table).toEqual({
      WAITING: unspooled,
      LOCKED: unspooled,
      ONLINE_ONLY: unspooled,
      IGNORED: { change: 'WAITING', vanish: 'VANISHED' },
      SPOOLED: { lose: 'WAITING' },
      VANISHED: { change: 'WAITING' },
    })
  })

  test('that was spooled can only be lost', () =>
    expect(steps.filter((step) => stateAfter('SPOOLED', step) !== null)).toEqual(['lose']))

  test('is not spooled yet in three states', () =>
    expect(states.filter(isUnspooled)).toEqual(['WAITING', 'LOCKED', 'ONLINE_ONLY']))
})

test('a file that is done or skipped after its upload has no further steps', () => {
  const all: PostStep[] = ['plan', 'finish', 'skip']
  expect(
    all.map((step) => [
      postAfter('NONE', step),
      postAfter('PLANNED', step),
      postAfter('DONE', step),
      postAfter('SKIPPED', step),
    ]),
  ).toEqual([
    ['PLANNED', 'PLANNED', null, null],
    [null, 'DONE', null, null],
    ['SKIPPED', 'SKIPPED', null, null],
  ])
})
