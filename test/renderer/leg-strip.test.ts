// The states of the legs of a journey, above the timeline.
import { expect, test } from 'vitest'
import type { TimelineEntry, TimelineLeg } from '#contract/timeline.ts'
import { all, flush, open, press, setScreens } from '#support/screens.ts'
import { listLegStates } from '../../src/renderer/src/features/containers/journey.ts'

setScreens()

const entry = (kind: TimelineEntry['kind']) => ({
  kind,
  event: 'transport.vessel_departed',
  at: null,
  zone: null,
  place: null,
  locode: null,
  vessel: null,
  voyage: null,
  source: null,
  firstSeenAt: null,
  value: null,
})
const leg = (...kinds: TimelineEntry['kind'][]): Pick<TimelineLeg, 'entries'> => ({ entries: kinds.map(entry) })

test.each([
  ['nothing happened yet', [leg('estimated'), leg('estimated')], ['ahead', 'ahead']],
  ['at sea', [leg('actual'), leg('actual', 'estimated'), leg('estimated')], ['over', 'underway', 'ahead']],
  [
    'a leg without reports before a reported one is over',
    [leg('actual'), leg('missing'), leg('actual'), leg('estimated')],
    ['over', 'over', 'underway', 'ahead'],
  ],
  ['all of it is over', [leg('actual'), leg('actual')], ['over', 'over']],
  ['the last leg has an estimated event', [leg('actual'), leg('actual', 'estimated')], ['over', 'underway']],
  ['nothing is known', [], []],
] as [string, Pick<TimelineLeg, 'entries'>[], string[]][])(
  'the legs have the right states: %s',
  (_name, legs, states) => expect(listLegStates(legs)).toEqual(states),
)

test('the panel shows each leg and its state in words', async () => {
  await open({ path: '/containers' })
  await press('Enter')
  await flush()
  const legTexts = all('[data-testid=leg-strip] .sr-only').map(({ textContent }) => textContent)
  expect(legTexts.length).toBeGreaterThan(1)
  expect(legTexts.every((text) => /, (done|under way|upcoming)$/.test(text))).toBe(true)
})
