// An office that is restored twice from the same copy. What a desktop sent in between is lost too.
import { expect, test } from 'vitest'
import { PostgresFailure } from '#engine/outside/postgres-failure.ts'
import { endLease, lead, readValue } from '#support/office-calls.ts'
import { at, copyOffice, expectEqual, listFields, makeContainer, openWithBeats } from '#support/restored-office.ts'

test('a change that a desktop added late is added again if the same copy is restored before it reads it back', async () => {
  const { owner, lea, leo, rita, publish, runAllUntilIdle, startLeo } = await openWithBeats()
  const restore = await copyOffice(owner)
  await publish(2, makeContainer('2', 'usda'))
  // Leo is away.
  lea.read([makeContainer('1', 'customs')], { requestSeq: 3, readAt: at(3) })
  for (const desktop of [lea, rita]) await desktop.runUntilIdle()
  await lea.beat()
  for (const desktop of [lea, rita]) await desktop.runUntilIdle()
  await restore()
  await startLeo()
  await lea.turn()
  // Lea adds the change, and is cut off before it reads it back.
  await expect(lea.turn({ kind: 'lost', steps: 15 })).rejects.toThrow(PostgresFailure)
  expect(await readValue(owner, '(SELECT count(*) FROM office.change)')).toBe(2)
  await restore()
  await startLeo()
  for (const minutes of [4, 5]) {
    leo.read([makeContainer('3', `hold ${minutes}`)], { requestSeq: minutes, readAt: at(minutes) })
    await leo.runUntilIdle()
    await leo.beat()
    await runAllUntilIdle()
  }
  expect(listFields(leo)).toContain('holds_at_pod_terminal/customs')
  expectEqual(leo, lea, rita)
})

test.each(['the first', 'another'])(
  'the same copy is restored twice while its leader is cut off during the sending, and %s desktop leads then',
  async (next) => {
    const { owner, connections, lea, leo, rita, publish, runAllUntilIdle, startLea, startLeo } = await openWithBeats()
    const restore = await copyOffice(owner)
    const records = Array.from({ length: 600 }, (_, n) => makeContainer(String(100 + n)))
    await publish(2, makeContainer('1', 'customs'), ...records)
    // Leo is away.
    lea.read([makeContainer('2', 'usda')], { requestSeq: 3, readAt: at(3) })
    for (const desktop of [lea, rita]) await desktop.runUntilIdle()
    await lea.beat()
    for (const desktop of [lea, rita]) await desktop.runUntilIdle()
    await restore()
    await lea.runUntilIdle()
    await endLease(owner)
    lea.fence = await lead(connections[0]!)
    // Two turns read the feed and send the first page. The second page does not arrive.
    await lea.turn()
    await expect(lea.turn({ kind: 'lost', steps: 4 })).rejects.toThrow(PostgresFailure)
    for (const desktop of [leo, rita]) await desktop.runUntilIdle()
    await restore()
    await (next === 'another' ? startLeo() : startLea())
    const leader = next === 'another' ? leo : lea
    for (const minutes of [4, 5]) {
      leader.read([makeContainer('3', `hold ${minutes}`)], { requestSeq: 10 + minutes, readAt: at(minutes) })
      await leader.runUntilIdle()
      await leader.beat()
      await runAllUntilIdle()
    }
    expectEqual(leo, lea, rita)
    expect(listFields(leo)).toEqual(
      expect.arrayContaining(['holds_at_pod_terminal/customs', 'holds_at_pod_terminal/usda']),
    )
  },
)

test('a follower that is cut off during the sending has everything after the second time', async () => {
  const { owner, lea, leo, rita, publish, runAllUntilIdle, startLeo } = await openWithBeats()
  const restore = await copyOffice(owner)
  await publish(2, makeContainer('1', 'customs'), makeContainer('2', 'usda'))
  await restore()
  await startLeo()
  // Rita notices the first time, and stores what Leo sent, but not its beat.
  await rita.runUntilIdle()
  expect(rita.logged).toHaveLength(1)
  leo.read([makeContainer('1', 'freight'), makeContainer('4')], { requestSeq: 10, readAt: at(10) })
  await leo.runUntilIdle()
  await rita.runUntilIdle()
  await restore()
  await leo.runUntilIdle()
  await startLeo()
  for (const minutes of [14, 15]) {
    leo.read([makeContainer('3', `hold ${minutes}`)], { requestSeq: 10 + minutes, readAt: at(minutes) })
    await leo.runUntilIdle()
    await leo.beat()
    await runAllUntilIdle()
  }
  expectEqual(leo, lea, rita)
  expect(listFields(rita)).toContain('holds_at_pod_terminal/freight')
})
