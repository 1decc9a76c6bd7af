// Who goes first when slots are few.
import { expect, onTestFinished, test } from 'vitest'
import type { Priority } from '#engine/api/budget.ts'
import { createGate } from '#engine/api/gate.ts'
import { momentSetup } from '#engine/containers/moment.ts'
import { openConnection } from '#engine/db/open.ts'
import { createWrite } from '#engine/db/write.ts'
import { createFakeClock } from '#support/fake-clock.ts'

test('the user before everything; sweeps and history share what is left, four to three (rel 3.1)', async () => {
  const clock = createFakeClock(0)
  const connection = openConnection(':memory:', momentSetup)
  const write = createWrite(connection, { add: () => undefined })
  const gate = createGate({ clock, db: connection.db, write, keyHash: 'key', log: () => undefined })
  onTestFinished(() => {
    gate.stop()
    connection.close()
  })
  const order: Priority[] = []
  const enter = (priority: Priority) => void gate.enter('general', priority, new AbortController().signal).then(() => order.push(priority))
  for (const priority of [3, 4, 3, 0, 3, 4, 2] as const) enter(priority)
  await clock.advance(10_000)
  expect(order).toEqual([3, 0, 2, 3, 4, 3, 4])
  order.splice(0)
  for (let n = 0; n < 21; n++) for (const priority of [3, 3, 4, 4] as const) enter(priority)
  await clock.advance(21_000)
  expect([order.length, order.filter((priority) => priority === 4).length]).toEqual([28, 12])
})
