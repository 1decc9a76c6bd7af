// The list of failed requests, where repeated failures share a row.
import { expect, test } from 'vitest'
import { AppError } from '#contract/errors.ts'
import { createTraffic } from '#engine/api/traffic.ts'

test('failures of many single records share one row with a count, and remove no other failure', () => {
  const traffic = createTraffic(() => '2026-11-20T17:00:00.000Z')
  traffic.failed('/v2/containers', new AppError('api/list-endless'))
  traffic.failed('/v2/containers', new AppError('api/list-endless'))
  for (let n = 0; n < 30; n++) traffic.failed(`/v2/containers/0b1c-${n}`, new AppError('api/not-found'))
  traffic.failed('/v2/shipments/0b1c-1', new AppError('api/not-found'))
  expect(traffic.get().errors.map(({ path, failure, count }) => `${path} ${failure.code} ${count}`)).toEqual([
    '/v2/shipments/0b1c-1 api/not-found 1',
    '/v2/containers/… api/not-found 30',
    '/v2/containers api/list-endless 2',
  ])
})
