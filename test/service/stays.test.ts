// Checks rules that must hold for every journey, on thousands of complete journeys.
import { describe, expect, test } from 'vitest'
import type { ContainerJourney, Journey } from '#service/world/journey.ts'
import { makeJourney } from '#service/world/make-journey.ts'
import { makePlan } from '#service/world/plan.ts'
import { arrangeSlots, getCreatedMs } from '#service/world/slots.ts'
import { getValueAt } from '#service/world/steps.ts'
import { DAY } from './client.ts'

type Case = { journey: Journey; container: ContainerJourney; listedUntilMs: number; name: string }

const cases: Case[] = ['north', 'south'].flatMap((seed) =>
  arrangeSlots(seed, 1200).flatMap((slot) =>
    [480, 481].flatMap((generation) => {
      const journey = makeJourney(seed, makePlan(seed, slot, generation))
      return journey.containers.map((container) => ({
        journey,
        container,
        listedUntilMs: getCreatedMs(slot, generation + 1),
        name: `${seed} ${slot.index}/${generation}/${container.index}`,
      }))
    }),
  ),
)

function findCases(isMatching: (candidate: Case) => boolean): string[] {
  return cases.filter(isMatching).map(({ name }) => name)
}

describe('every journey', () => {
  test('is checked in 4,800 cases', () => expect(cases.length).toBe(4800))

  test('goes from the empty pickup to the empty return in one order', () => {
    const disordered = findCases(({ journey: { connection, sailing }, container: { stay, ...container } }) => {
      const instants = [
        container.emptyOutMs,
        container.fullInMs,
        ...(connection
          ? [connection.loadedMs, connection.departedMs, connection.arrivedMs, connection.dischargedMs]
          : []),
        container.loadedMs,
        sailing.departedMs,
        sailing.arrivedMs,
        sailing.berthedMs,
        stay.dischargedMs,
        ...(stay.inland
          ? [stay.inland.loadedMs, stay.inland.departedMs, stay.inland.arrivedMs, stay.inland.unloadedMs]
          : []),
        stay.fullOutMs,
        stay.emptyInMs,
      ]
      return instants.some((instant, index) => index > 0 && instant < instants[index - 1]!)
    })
    expect(disordered).toEqual([])
  })

  test('ends its blocking holds before pickup, and is available at pickup if the terminal reports that', () => {
    expect(
      findCases(({ container: { stay } }) =>
        stay.holds.some(({ status, toMs }) => status === 'hold' && toMs > stay.fullOutMs),
      ),
    ).toEqual([])
    const unavailable = findCases(
      ({ journey, container: { stay } }) =>
        journey.terminal.reports.availability && getValueAt(stay.available, stay.fullOutMs - 1) !== true,
    )
    expect(unavailable).toEqual([])
  })

  test('changes a last free day only to another day, at a later time', () => {
    const casesWithWrongChange = findCases(({ container: { stay } }) =>
      Object.values(stay.lastFreeDays).some((steps) =>
        steps.some(
          (step, index) =>
            index > 0 && (step.fromMs <= steps[index - 1]!.fromMs || step.value.day === steps[index - 1]!.value.day),
        ),
      ),
    )
    expect(casesWithWrongChange).toEqual([])
  })

  test('ends at least 4.5 days before its place on the list is needed again', () =>
    expect(findCases(({ container: { stay }, listedUntilMs }) => listedUntilMs - stay.emptyInMs < 4.5 * DAY)).toEqual(
      [],
    ))

  test('is entered while the ship is still at sea', () =>
    expect(findCases(({ journey: { plan, sailing } }) => sailing.arrivedMs <= plan.createdMs)).toEqual([]))
})
