// How an expected arrival changed, in days at the port: as text and as a picture.
import { describe, expect, test } from 'vitest'
import { all, flush, open, press, setScreens, text } from '#support/screens.ts'
import {
  layOutArrivals,
  listArrivalSteps,
  describeArrivals,
} from '../../src/renderer/src/features/containers/arrivals.ts'
import { formatOverdue } from '../../src/renderer/src/features/containers/journey.ts'
import { loadShipmentArrivals } from '../../src/renderer/src/features/shipments/later.ts'

setScreens()

const LA = 'America/Los_Angeles'
const seenAt = (day: number) => `2026-11-${String(day).padStart(2, '0')}T17:00:00.000Z`
const step = (etaAt: string | null, day: number) => ({ etaAt, seenAt: seenAt(day) })
const history = (steps: ReturnType<typeof step>[], originalEtaAt: string | null = null) => ({
  zone: LA,
  originalEtaAt,
  ataAt: null,
  steps,
})
const NOW_MS = Date.parse('2026-11-20T17:00:00Z')

test.each([
  ['an ETA two days ago', '2026-11-18T20:00:00.000Z', '2 d late'],
  ['an ETA earlier on the same day at the port', '2026-11-20T09:00:00.000Z', ''],
  ['an ETA on the same day in UTC, the day before at the port', '2026-11-20T07:00:00.000Z', '1 d late'],
  ['an ETA in the future', '2026-11-22T20:00:00.000Z', ''],
  ['no ETA', null, ''],
])('states how long %s is overdue', (_, etaAt, text) => expect(formatOverdue(etaAt, LA, NOW_MS)).toBe(text))

test.each([
  ['no ETA is known', history([]), ''],
  ['the ETA never changed', history([step('2026-11-12T08:00:00.000Z', 1)]), 'ETA 12 Nov since the first sync.'],
  [
    'the ETA changed by hours within one day at the port',
    history([step('2026-11-12T09:00:00.000Z', 1), step('2026-11-13T07:00:00.000Z', 2)]),
    'ETA 12 Nov since the first sync.',
  ],
  [
    'the ETA changed over midnight at the port, not in UTC',
    history([step('2026-11-13T07:00:00.000Z', 1), step('2026-11-13T09:00:00.000Z', 2)]),
    'ETA moved once: 12 Nov → 13 Nov, 1 day later.',
  ],
  [
    'the ETA became later and then a little earlier',
    history([
      step('2026-11-12T20:00:00.000Z', 1),
      step('2026-11-15T20:00:00.000Z', 2),
      step('2026-11-14T20:00:00.000Z', 3),
    ]),
    'ETA moved 2 times: 12 Nov → 15 Nov → 14 Nov, 2 days later.',
  ],
  [
    'the ETA returned to its first date',
    history([
      step('2026-11-12T20:00:00.000Z', 1),
      step('2026-11-15T20:00:00.000Z', 2),
      step('2026-11-12T20:00:00.000Z', 3),
    ]),
    'ETA moved 2 times: 12 Nov → 15 Nov → 12 Nov, back to the first estimate.',
  ],
  [
    'the line gave another estimate before the first sync',
    history([step('2026-11-12T20:00:00.000Z', 1)], '2026-11-14T20:00:00.000Z'),
    'ETA moved once: 14 Nov → 12 Nov, 2 days earlier.',
  ],
  [
    'the ETA was removed',
    history([step('2026-11-12T20:00:00.000Z', 1), step(null, 2)]),
    'ETA moved once: 12 Nov → none.',
  ],
  [
    'the ETA changed often',
    history([10, 11, 12, 13, 14, 16].map((day, index) => step(`2026-11-${day}T20:00:00.000Z`, index + 1))),
    'ETA moved 5 times: 10 Nov → 11 Nov → … → 14 Nov → 16 Nov, 6 days later.',
  ],
])('arrivals are described in words if %s', (_name, arrivals, text) =>
  expect(describeArrivals(listArrivalSteps(arrivals))).toBe(text),
)

describe('the picture', () => {
  const size = { width: 100, height: 40 }
  test('draws time to the right and later days upwards, and continues to now', () => {
    const steps = listArrivalSteps(
      history([step('2026-11-12T20:00:00.000Z', 10), step('2026-11-14T20:00:00.000Z', 15)]),
    )
    expect(layOutArrivals(steps, NOW_MS, size)).toEqual({
      path: 'M0.0 40.0H0.0V40.0H50.0V0.0H100',
      dots: [
        { x: 0, y: 40 },
        { x: 50, y: 0 },
      ],
      now: { x: 100, y: 0 },
      top: '14 Nov',
      bottom: '12 Nov',
    })
  })
  test('shows values from before the first sync at the left edge', () => {
    const steps = listArrivalSteps(history([step('2026-11-12T20:00:00.000Z', 10)], '2026-11-14T20:00:00.000Z'))
    expect(layOutArrivals(steps, NOW_MS, size)?.dots).toEqual([
      { x: 0, y: 0 },
      { x: 8, y: 40 },
    ])
  })
  test('ends when no ETA is left, and is left out if the ETA never changed', () => {
    expect(
      layOutArrivals(
        listArrivalSteps(
          history([step('2026-11-12T20:00:00.000Z', 10), step('2026-11-14T20:00:00.000Z', 15), step(null, 18)]),
        ),
        NOW_MS,
        size,
      )?.now,
    ).toBeNull()
    expect(layOutArrivals(listArrivalSteps(history([step('2026-11-12T20:00:00.000Z', 10)])), NOW_MS, size)).toBeNull()
  })
  test('handles a clock that is behind the changes', () => {
    const steps = listArrivalSteps(
      history([step('2026-11-12T20:00:00.000Z', 21), step('2026-11-14T20:00:00.000Z', 22)]),
    )
    expect(layOutArrivals(steps, NOW_MS, size)?.dots.every(({ x }) => x >= 0 && x <= 100)).toBe(true)
  })
})

describe('the panel', () =>
  test.each(['/containers', '/shipments'])('of %s shows how the ETA changed, and each step in words', async (path) => {
    const { engine } = await open({ path, rows: 60 })
    // This module is loaded after the first screen.
    await loadShipmentArrivals()
    await press('Enter')
    await flush()
    expect(engine.calls.filter(({ name }) => name === 'shipments.arrivals').length).toBeGreaterThan(0)
    expect(text('arrivals')).toMatch(/ETA (moved|\d)/)
    expect(all('[data-testid=arrivals] li').every((step) => /first seen|first estimate/.test(step.textContent))).toBe(
      true,
    )
  }))
