import { describe, expect, test } from 'vitest'
import { AppError, type ErrorCode, type ErrorDetails } from '#contract/errors.ts'
import { nextPollMs } from '#engine/documents/results.ts'
import { nameDocument } from '#engine/documents/sending.ts'
import {
  type UploadState,
  type UploadStep,
  uploadBackOffMs,
  uploadStateAfter,
  verdictOfAnnouncing,
  verdictOfCreating,
  verdictOfSearching,
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
  test('only PUT_OK and UNSURE lead to CREATED, except for a repeated reading', () => {
    const statesBeforeCreated = STATES.filter((state) =>
      STEPS.some((step) => step !== 'read-again' && uploadStateAfter(state, step) === 'CREATED'),
    )
    expect(statesBeforeCreated).toEqual(['PUT_OK', 'UNSURE'])
  })

  test('an unsure document is created again only after two searches did not find it', () => {
    const steps = STEPS.flatMap((step) =>
      uploadStateAfter('UNSURE', step) ? [[step, uploadStateAfter('UNSURE', step)]] : [],
    )
    expect(steps).toEqual([
      ['create', 'CREATED'],
      ['not-found', 'UNSURE'],
      ['not-found-again', 'PUT_OK'],
      ['retry', 'UNSURE'],
      ['reject', 'REJECTED'],
    ])
  })

  test('only the user resends a rejected document, and an extracted one does not change', () => {
    const steps = (state: UploadState) => STEPS.filter((step) => uploadStateAfter(state, step) !== null)
    expect([steps('REJECTED'), steps('EXTRACTED'), steps('NO_RESULT')]).toEqual([
      ['resend'],
      [],
      ['extract', 'end', 'read-again'],
    ])
  })
})

describe('the verdict on a failure', () => {
  test.each([
    ['no connection', new AppError('api/offline', {}, new HttpFailure('unreachable')), { step: 'retry', waits: 'all' }],
    ['a broken connection', new AppError('api/offline', {}, new HttpFailure('broken')), { step: 'lose-track' }],
    ['no answer', new AppError('api/timeout', {}, new HttpFailure('aborted')), { step: 'lose-track' }],
    ['500', refused('api/server-error', { status: 500, reason: 'Oops' }), { step: 'lose-track' }],
    ['an answer that is not JSON', refused('api/not-json'), { step: 'lose-track' }],
    ['a truncated answer', refused('api/malformed', { reason: 'not whole JSON' }), { step: 'lose-track' }],
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
      'a duplicate without an id',
      refused('api/refused', { status: 409, serviceCode: 'duplicate_document' }),
      { step: 'reject' },
    ],
    [
      'an expired blob',
      refused('api/refused', { status: 422, reason: 'is invalid', pointer: '/data/attributes/attached_document' }),
      { step: 'renew' },
    ],
    [
      'another 422',
      refused('api/refused', { status: 422, reason: 'Name is invalid', pointer: '/data/attributes/name' }),
      { step: 'reject' },
    ],
  ])('of creating a document: %s', (_, error, verdict) => expect(verdictOfCreating(error)).toEqual(verdict))

  test('of announcing a document is a retry or a rejection, because an announcement can be repeated', () => {
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

  test('of a member of an office who may only read is a rejection', () => {
    const error = new AppError('office/not-allowed')
    const verdicts = [verdictOfAnnouncing(error), verdictOfCreating(error), verdictOfSearching(error)]
    expect(verdicts).toEqual([{ step: 'reject' }, { step: 'reject' }, { step: 'reject' }])
  })

  test('of storing the bytes requests a new address if the address expired or the bytes differ', () =>
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
    ]))
})

test('the backoff is a random share of a limit, which doubles up to five minutes', () => {
  expect([1, 2, 3, 9, 10, 99].map((tries) => uploadBackOffMs(tries, 1))).toEqual([
    1_000, 2_000, 4_000, 256_000, 300_000, 300_000,
  ])
  expect(uploadBackOffMs(5, 0)).toBe(0)
})

test('results are read after 15 s, then less and less often, and no longer after a week', () => {
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
])('a file named %j is sent to the service as %j', (fileName, name) => expect(nameDocument(fileName)).toBe(name))
