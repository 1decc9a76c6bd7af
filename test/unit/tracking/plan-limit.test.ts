// Distinguishes a reached plan limit from the refusal of one number. A refusal taken for the plan limit would make a
// whole list wait. A missed plan limit would let 500 numbers be refused one by one.
import { expect, test } from 'vitest'
import { AppError, type ErrorCode, type ErrorDetails } from '#contract/errors.ts'
import { isPlanLimit } from '#engine/tracking/create-request.ts'

const createRefusal = (
  status: number,
  more: ErrorDetails = {},
  code: ErrorCode = status === 403 ? 'api/forbidden' : 'api/refused',
) => new AppError(code, { status, reason: null, serviceCode: null, pointer: null, ...more })

test.each<[string, AppError, boolean]>([
  ['payment required', createRefusal(402), true],
  ['a limit by its code', createRefusal(422, { serviceCode: 'shipment_limit_reached' }), true],
  ['a limit in words', createRefusal(403, { reason: 'You have reached your tracking limit.' }), true],
  ['the plan in words', createRefusal(422, { reason: 'Your plan allows 10 active shipments.' }), true],
  ['a plain 403', createRefusal(403, { reason: 'Not allowed' }), false],
  [
    'a line that is not supported',
    createRefusal(422, { reason: 'Scac is known, but its carrier is not supported', pointer: '/data/attributes/scac' }),
    false,
  ],
  [
    'a number that exceeds a length limit',
    createRefusal(422, { reason: 'exceeds the limit of 50 characters', pointer: '/data/attributes/request_number' }),
    false,
  ],
  ['a duplicate', createRefusal(422, { serviceCode: 'duplicate', pointer: '/data/attributes/request_number' }), false],
  ['an error of the service', createRefusal(500, { reason: 'plan limit' }, 'api/server-error'), false],
])('%s is classified correctly', (_name, error, expected) => expect(isPlanLimit(error)).toBe(expected))
