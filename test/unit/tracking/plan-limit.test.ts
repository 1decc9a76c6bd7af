// Distinguishes a full plan from the refusal of one number. A wrong plan limit would hold back a whole list, and a
// missed one would let 500 numbers be refused one by one.
import { expect, test } from 'vitest'
import { AppError, type ErrorCode, type ErrorDetails } from '#contract/errors.ts'
import { isPlanLimit } from '#engine/tracking/create-request.ts'

const refusal = (
  status: number,
  more: ErrorDetails = {},
  code: ErrorCode = status === 403 ? 'api/forbidden' : 'api/refused',
) => new AppError(code, { status, reason: null, serviceCode: null, pointer: null, ...more })

test.each<[string, AppError, boolean]>([
  ['payment required', refusal(402), true],
  ['a limit by its code', refusal(422, { serviceCode: 'shipment_limit_reached' }), true],
  ['a limit in words', refusal(403, { reason: 'You have reached your tracking limit.' }), true],
  ['the plan in words', refusal(422, { reason: 'Your plan allows 10 active shipments.' }), true],
  ['a plain 403', refusal(403, { reason: 'Not allowed' }), false],
  [
    'a line that is not supported',
    refusal(422, { reason: 'Scac is known, but its carrier is not supported', pointer: '/data/attributes/scac' }),
    false,
  ],
  [
    'a number that exceeds a length limit',
    refusal(422, { reason: 'exceeds the limit of 50 characters', pointer: '/data/attributes/request_number' }),
    false,
  ],
  ['a duplicate', refusal(422, { serviceCode: 'duplicate', pointer: '/data/attributes/request_number' }), false],
  ['an error of the service', refusal(500, { reason: 'plan limit' }, 'api/server-error'), false],
])('%s is classified correctly', (_name, error, expected) => expect(isPlanLimit(error)).toBe(expected))
