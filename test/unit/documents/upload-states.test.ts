import { describe, expect, test } from 'vitest'
import { AppError, type ErrorCode, type ErrorDetails } from '#contract/errors.ts'
import { nextPollMs } from '#engine/documents/results.ts'
import { documentName } from '#engine/documents/sending.ts'
import {
  type UploadState,
  type UploadStep,
  uploadBackOffMs,
  uploadStateAfter,
  verdictOfAnnouncing,
  verdictOfCreating,
  verdictOfStoring,
} from '#engine/outbox/upload-states.ts'
import { HttpFailure } from '#engine/outside/http.ts'

const STATES: UploadState[] = [
  'QUEUED',
  'BLOB',
  'PUT_OK',
  'UNSURE',
  'CREATED',
  'CLASSIFIED',
  'EXTRACTED',
  'NO_RESULT',
  'REJECTED',
]
const STEPS: UploadStep[] = [
  'announce',
  'put',
  'ask',
  'create',
  'lose-track',
  'not-found',
  'not-found-again',
  'retry',
  'renew',
  'reject',
  'classify',
  'extract',
  'give-up-waiting',
  'end',
  'read-again',
  'resend',
]

const refused = (code: ErrorCode, details: ErrorDetails = {}) =>
  new AppError(code, { status: null, reason: null, serviceCode: null, pointer: null, ...details })

describe('states', () => {
  test('a document comes only of asking for it, or of looking for it', () => {
    const leading = STATES.filter((state) =>
      STEPS.some((step) => step !== 'read-again' && uploadStateAfter(state, step) === 'CREATED'),
    )
    expect(leading).toEqual(['PUT_OK', 'UNSURE'])
  })

  test('from what is unsure nothing is asked for before it was looked for twice', () => {
    const ways = STEPS.flatMap((step) =>
      uploadStateAfter('UNSURE', step) ? [[step, uploadStateAfter('UNSURE', step)]] : [],
    )
    expect(ways).toEqual([
      ['create', 'CREATED'],
      ['not-found', 'UNSURE'],
      ['not-found-again', 'PUT_OK'],
      ['retry', 'UNSURE'],
    ])
  })

  test('what was refused goes on only by the user’s word, what is read only by the service’s', () => {
    const ways = (state: UploadState) => STEPS.filter((step) => uploadStateAfter(state, step) !== null)
    expect([ways('REJECTED'), ways('EXTRACTED'), ways('NO_RESULT')]).toEqual([
      ['resend'],
      [],
      ['extract', 'end', 'read-again'],
    ])
  })
})

describe('what a failure of asking for the document means', () => {
  test.each([
    ['no connection', new AppError('api/offline', {}, new HttpFailure('unreachable')), { step: 'retry', waits: 'all' }],
    ['a broken line', new AppError('api/offline', {}, new HttpFailure('broken')), { step: 'lose-track' }],
    ['no answer', new AppError('api/timeout', {}, new HttpFailure('aborted')), { step: 'lose-track' }],
    ['500', refused('api/server-error', { status: 500, reason: 'Oops' }), { step: 'lose-track' }],
    ['a page', refused('api/not-json'), { step: 'lose-track' }],
    ['half an answer', refused('api/malformed', { reason: 'not whole JSON' }), { step: 'lose-track' }],
    ['a 404 of a proxy', refused('api/not-found', { status: 404 }), { step: 'lose-track' }],
    ['a wrong key', refused('api/unauthorized', { status: 401 }), { step: 'retry', waits: 'key' }],
    [
      'an account without documents',
      refused('api/forbidden', { status: 403, reason: 'Not in your plan' }),
      { step: 'retry', waits: 'denied' },
    ],
    [
      'a duplicate',
      refused('api/refused', {
        status: 409,
        serviceCode: 'duplicate_document',
        existingId: 'd1',
        existingName: 'x.pdf',
      }),
      { step: 'create', documentId: 'd1', name: 'x.pdf' },
    ],
    [
      'a duplicate of nobody',
      refused('api/refused', { status: 409, serviceCode: 'duplicate_document' }),
      { step: 'reject' },
    ],
    [
      'a forgotten blob',
      refused('api/refused', { status: 422, reason: 'is invalid', pointer: '/data/attributes/attached_document' }),
      { step: 'renew' },
    ],
    [
      'another 422',
      refused('api/refused', { status: 422, reason: 'Name is invalid', pointer: '/data/attributes/name' }),
      { step: 'reject' },
    ],
  ])('%s', (_, error, verdict) => {
    expect(verdictOfCreating(error)).toEqual(verdict)
  })

  test('of announcing nothing is unsure: it may be done again', () => {
    const unclear = [
      refused('api/server-error', { status: 500 }),
      refused('api/timeout'),
      refused('api/not-json'),
      refused('api/malformed'),
    ]
    expect(unclear.map((error) => verdictOfAnnouncing(error).step)).toEqual(['retry', 'retry', 'retry', 'retry'])
    expect(verdictOfAnnouncing(refused('api/refused', { status: 422, reason: 'Byte size' }))).toEqual({
      step: 'reject',
    })
  })

  test('of storage an address that is gone, or other bytes than announced, lead to another address', () => {
    expect([403, 404, 410, 400, 422, 429, 500, 503, 302].map((status) => verdictOfStoring(status).step)).toEqual([
      'renew',
      'renew',
      'renew',
      'renew',
      'renew',
      'retry',
      'retry',
      'retry',
      'retry',
    ])
  })
})

test('back-off doubles up to five minutes, with all of it left to chance', () => {
  expect([1, 2, 3, 9, 10, 99].map((tries) => uploadBackOffMs(tries, 1))).toEqual([
    1_000, 2_000, 4_000, 256_000, 300_000, 300_000,
  ])
  expect(uploadBackOffMs(5, 0)).toBe(0)
})

test('results are looked for soon at first, then ever more seldom, and after a week not any more', () => {
  const SECOND = 1_000
  const HOUR = 3_600_000
  const ages: number[] = []
  for (let age = nextPollMs(0); age !== null; age = nextPollMs(age)) ages.push(age)
  expect(ages.slice(0, 6).map((age) => age / SECOND)).toEqual([15, 30, 60, 120, 300, 600])
  expect([
    ages.filter((age) => age <= HOUR).length,
    ages.filter((age) => age > HOUR && age <= 24 * HOUR).length,
    ages.filter((age) => age > 24 * HOUR).length,
  ]).toEqual([16, 23, 7])
})

test.each([
  ['invoice.pdf', 'invoice.pdf'],
  ['two\nlines.pdf', 'two lines.pdf'],
  [' .pdf ', '.pdf'],
  ['\u0000', 'file'],
  [`${'ü'.repeat(300)}.pdf`, `${'ü'.repeat(251)}.pdf`],
  [`bad\ud800.pdf`, 'bad\ufffd.pdf'],
])('a file named %j goes to the service as %j', (given, name) => {
  expect(documentName(given)).toBe(name)
})
