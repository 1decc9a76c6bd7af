// The option `catchUpHours`: the records of a new account are hours old at first, so that sample data has changes.
import { expect, test } from 'vitest'
import { createClient, NOON } from './client.ts'

const HOUR_MS = 3_600_000
const SECOND_MS = 1_000

const listAt = (client: ReturnType<typeof createClient>, atMs: number) =>
  client.listAll('/containers', atMs).map(({ id, attributes }) => [id, attributes])

test('a new account is twelve hours old at the start, six after half a minute, and current after a minute', () => {
  const [catchingUp, current] = [createClient({ catchUpHours: 12 }), createClient({})]
  for (const [seconds, hours] of [
    [0, 12],
    [30, 6],
    [60, 0],
    [90, 0],
  ] as const)
    expect(listAt(catchingUp, NOON + seconds * SECOND_MS)).toEqual(
      listAt(current, NOON + seconds * SECOND_MS - hours * HOUR_MS),
    )
  expect(listAt(current, NOON)).not.toEqual(listAt(current, NOON - 12 * HOUR_MS))
})

test('a new account is current as soon as a client writes', () => {
  const [catchingUp, current] = [createClient({ catchUpHours: 12 }), createClient({})]
  for (const client of [catchingUp, current])
    client.send('POST', '/tracking_requests', {
      data: {
        type: 'tracking_request',
        attributes: { request_type: 'container', request_number: 'MSCU1234566', scac: 'MSCU' },
      },
    })
  expect(listAt(catchingUp, NOON + SECOND_MS)).toEqual(listAt(current, NOON + SECOND_MS))
})
