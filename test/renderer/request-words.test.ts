// Texts about tracking requests and typed numbers, and the shipping lines that are offered for a number.
import { describe, expect, test } from 'vitest'
import { NumberVerdict, RequestState, type Assessment, type Inference } from '#contract/tracking.ts'
import { instantFromNow, NOW } from '#support/row-factories.ts'
import { findLines, listLineOptions, chooseDefaultLine } from '../../src/renderer/src/features/tracking/line-options.ts'
import {
  parseNumberLines,
  splitNumbersInLine,
  replaceFirstLine,
} from '../../src/renderer/src/features/tracking/number-lines.ts'
import {
  canCancel,
  canDismiss,
  canRetry,
  formatConfidence,
  formatDoubt,
  describeReason,
  formatRequestNumber,
  formatRequestSentence,
  describeRequest,
  getStateTone,
  formatState,
  formatType,
  describeVerdict,
  getVerdictTone,
  type RequestSubject,
} from '../../src/renderer/src/features/tracking/requests.ts'

const nowMs = Date.parse(NOW)
const pendingRequest: RequestSubject = {
  state: 'pending',
  status: null,
  reason: null,
  failure: null,
  isRetrying: false,
  retryCount: null,
  nextTryAt: null,
  isUnsure: false,
  scac: 'OBLN',
  containerCount: null,
}
const formatSentence = (part: Partial<RequestSubject>) => formatRequestSentence({ ...pendingRequest, ...part }, nowMs)

describe('a request’s state', () => {
  test.each(RequestState.options)('%s has a word, a mark and a sentence', (state) =>
    expect([
      formatState(state).length > 3,
      getStateTone(state).length > 3,
      formatSentence({ state, status: 'under_review' }),
    ]).toEqual([true, true, expect.stringMatching(/^[A-Z].+[.]$/)]),
  )

  test('names the computer of the office that sends it', () => {
    const failure = { code: 'office/handed-over', details: { device: 'Gate 4' } } as const
    expect(formatSentence({ state: 'waiting', failure })).toBe(
      'The computer “Gate 4” of your office sends this next. It goes out as soon as that computer can send it. You can close Quaywatch meanwhile.',
    )
  })

  test('says when it is sent again, and only after a missing answer that a number is accepted once', () => {
    expect(formatSentence({ state: 'waiting' })).toBe(
      'Saved on this computer. Quaywatch sends it automatically as soon as possible.',
    )
    expect(formatSentence({ state: 'waiting', failure: { code: 'api/offline', details: {} } })).toBe(
      'Not sent: The tracking service cannot be reached. Quaywatch sends it automatically as soon as possible.',
    )
    expect(formatSentence({ state: 'waiting', failure: { code: 'api/unauthorized', details: {} } })).toBe(
      'Not sent: The service refuses this key. Check that you copied the whole key, without quotes or spaces, and enter it again.',
    )
    expect(formatSentence({ state: 'waiting', isUnsure: true, nextTryAt: instantFromNow(60_000) })).toMatch(
      /^No response came, so it may have arrived\. Quaywatch sends it again; the service accepts a number only once\. Next try \d\d:\d\d\.$/,
    )
  })

  test('says why the service refused it, with the text of the service if there is one', () => {
    expect(
      formatSentence({
        state: 'refused',
        failure: { code: 'api/refused', details: { detail: 'Line is not supported' } },
      }),
    ).toBe('The service refused this request. (Line is not supported) Check number, type and line, then try again.')
    expect(formatSentence({ state: 'refused', failure: { code: 'api/forbidden', details: {} } })).toMatch(
      /^This key has no permission/,
    )
    expect(formatSentence({ state: 'already-tracked' })).toBe(
      'Your account already tracks this number. Nothing was added. You do not have to do anything.',
    )
  })

  test('says how many containers are tracked', () =>
    expect([
      formatSentence({ state: 'created', containerCount: 1 }),
      formatSentence({ state: 'created', containerCount: 3 }),
      formatSentence({ state: 'created' }),
    ]).toEqual([
      'Tracking 1 container.',
      'Tracking 3 containers.',
      'Tracked. Its containers appear here once they have synced.',
    ]))

  test('that this version does not know is shown with the word of the service', () =>
    expect(formatSentence({ state: 'unknown', status: 'under_review' })).toMatch(
      /^The service reports the state “under review”/,
    ))
})

const permanentReasons = [
  'booking_cancelled',
  'duplicate',
  'expired',
  'invalid_number',
  'not_found',
  'retries_exhausted',
  'data_unavailable',
  'scac_auto_detect_failed',
]
const temporaryReasons = [
  'internal_processing_error',
  'shipping_line_unreachable',
  'unrecognized_response',
  'awaiting_manifest',
]

describe('a reason', () => {
  test.each([...permanentReasons, ...temporaryReasons])('%s has its own sentence with the next step', (reason) => {
    const { what, next } = describeReason(reason)
    expect([what.includes('gives the reason'), /\.$/.test(what), /\.$/.test(next)]).toEqual([false, true, true])
  })

  test('differs from every other one', () =>
    expect(new Set(permanentReasons.map((reason) => formatSentence({ state: 'failed', reason }))).size).toBe(
      permanentReasons.length,
    ))

  test.each(temporaryReasons)('%s says that the service tries again, until the request has failed', (reason) => {
    expect(describeRequest({ ...pendingRequest, reason, isRetrying: true, retryCount: 4 }, nowMs).next).toBe(
      'The service is retrying automatically, 4 of 14.',
    )
    expect(describeRequest({ ...pendingRequest, state: 'failed', reason }, nowMs).next).toBe(
      'The service has stopped retrying. Try again later.',
    )
  })

  test('shows no number of tries if it is unknown or was exceeded', () =>
    expect(
      [20, null].map(
        (retryCount) =>
          describeRequest({ ...pendingRequest, reason: 'unrecognized_response', isRetrying: true, retryCount }, nowMs)
            .next,
      ),
    ).toEqual(['The service is retrying automatically, 20 attempts so far.', 'The service is retrying automatically.']))

  test('without a text is shown as sent, also a name that every object has', () =>
    expect([describeReason('port_closed_by_ice').what, describeReason('toString').what]).toEqual([
      'The service gives the reason “port closed by ice”.',
      'The service gives the reason “toString”.',
    ]))

  test('may be missing', () => expect(formatSentence({ state: 'failed' })).toMatch(/gave no reason/))
})

describe('the actions of a request', () =>
  test('depend on its state', () => {
    const listStatesThat = (test: (row: { state: RequestState }) => boolean) =>
      RequestState.options.filter((state) => test({ state }))
    expect(listStatesThat(canCancel)).toEqual(['waiting'])
    expect(listStatesThat(canRetry)).toEqual(['refused', 'failed'])
    expect(listStatesThat(canDismiss)).toEqual(['refused', 'already-tracked', 'failed', 'tracking_stopped', 'unknown'])
  }))

const trackable: Assessment = {
  number: 'OBLU1234560',
  verdict: 'trackable',
  types: ['container'],
  correctedNumber: null,
  suggestedLine: null,
  tracked: null,
  failed: null,
}

describe('a verdict', () => {
  test.each(NumberVerdict.options)('%s has a sentence and a mark', (verdict) => {
    const assessment = { ...trackable, verdict }
    expect([describeVerdict(assessment), getVerdictTone(assessment).length > 3]).toEqual([
      expect.stringMatching(/^[A-Z].+\.$/),
      true,
    ])
  })

  test('names the number with the right check digit', () =>
    expect(describeVerdict({ ...trackable, verdict: 'wrong-check-digit', correctedNumber: 'OBLU1234569' })).toContain(
      'OBLU 123456 9',
    ))

  test('says first that the number is already tracked', () =>
    expect(
      describeVerdict({ ...trackable, tracked: { kind: 'waiting', id: 'a', number: 'OBLU1234560', shipmentId: null } }),
    ).toBe('This number is already saved and waiting to be sent.'))

  test('says how sure the service is, and whether it doubts the number', () =>
    expect([
      formatConfidence(0.821),
      formatConfidence(null),
      formatDoubt({ isValid: false, reason: 'check_digit_failed' }),
      formatDoubt({ isValid: false, reason: null }),
      formatDoubt({ isValid: null, reason: 'x' }),
    ]).toEqual([
      '82 % confidence',
      'possible match',
      'The service questions this number: check digit failed',
      'The service questions this number. Compare it with the document.',
      null,
    ]))

  test('shows only a container’s number in groups, and an unknown type as “other”', () =>
    expect([
      formatRequestNumber({ number: 'OBLU1234569', type: 'container' }),
      formatRequestNumber({ number: 'OBLU1234569', type: 'bill_of_lading' }),
      formatType(null),
    ]).toEqual(['OBLU 123456 9', 'OBLU1234569', 'Other']))
})

describe('the lines offered', () => {
  const suggested = { scac: 'OBLN', name: 'Oberon Line', from: 'prefix' } as const
  const noInference: Inference = {
    type: null,
    isValid: null,
    reason: null,
    decision: 'no_prediction',
    selected: null,
    candidates: [],
  }
  const sureInference: Inference = {
    ...noInference,
    decision: 'auto_select',
    selected: { scac: 'TASM', name: 'Tasman & Meridian' },
  }
  const unsureInference: Inference = {
    ...noInference,
    decision: 'needs_confirmation',
    candidates: [
      { scac: 'KESL', name: 'Kestrel Ocean', confidence: 0.8 },
      { scac: 'TOOLONG', name: 'No SCAC', confidence: 0.7 },
    ],
  }

  test('begin with the line of the service, then the guess of Quaywatch, and end with automatic detection', () =>
    expect(listLineOptions(sureInference, suggested, null).map(({ scac, note }) => [scac, note])).toEqual([
      ['TASM', 'identified by the service'],
      ['OBLN', 'suggested by Quaywatch from the prefix'],
      [null, 'the service finds it; slower, and may fail'],
    ]))

  test('name a line once, and none with a code that no request can carry', () =>
    expect(
      listLineOptions(unsureInference, { ...suggested, scac: 'KESL' }, { scac: 'KESL', name: 'Kestrel Ocean' }).map(
        ({ scac }) => scac,
      ),
    ).toEqual(['KESL', null]))

  test('have one selected only if the service or Quaywatch is sure enough', () =>
    expect([
      chooseDefaultLine(sureInference, suggested),
      chooseDefaultLine(unsureInference, suggested),
      chooseDefaultLine(unsureInference, { ...suggested, scac: 'KESL' }),
      chooseDefaultLine(noInference, suggested),
      chooseDefaultLine(null, null),
    ]).toEqual(['TASM', undefined, 'KESL', 'OBLN', null]))

  test('are found by name and SCAC, and matches at the beginning come first', () => {
    const lines = [
      { scac: 'KESL', name: 'Kestrel Ocean' },
      { scac: 'OBLN', name: 'Oberon Line' },
    ]
    expect([
      findLines(lines, 'o').map(({ scac }) => scac),
      findLines(lines, 'kes').map(({ scac }) => scac),
      findLines(lines, ' '),
    ]).toEqual([['OBLN', 'KESL'], ['KESL'], []])
  })
})

describe('a pasted text', () => {
  test('is split into lines, and only the first cell of a line counts', () =>
    expect(
      [
        '\n A1 \r\nB2\n\nC3',
        'A1\tACME\t12',
        'MSCU 123456 7, MSC',
        'MSCU 123456 7, TCLU 765432 1',
        'MSC, MSCU1234566',
        'MSCU1234566 MSC',
        '; A1',
        ',',
        '',
      ].map(parseNumberLines),
    ).toEqual([
      { first: 'A1', others: 2 },
      { first: 'A1', others: 0 },
      { first: 'MSCU 123456 7', others: 0 },
      { first: 'MSCU 123456 7, TCLU 765432 1', others: 0 },
      { first: 'MSCU1234566', others: 0 },
      { first: 'MSCU1234566', others: 0 },
      { first: 'A1', others: 0 },
      { first: '', others: 0 },
      { first: '', others: 0 },
    ]))

  test('is several numbers if one line has two whole ones, but not one number in groups or two cells of a row', () =>
    expect(
      ['COSU6123456701, MATS1234567', 'MSCU 123456 7', 'cosu 61234-56701', 'COSU6123456701\tMATS1234567'].map(
        splitNumbersInLine,
      ),
    ).toEqual([['COSU6123456701', 'MATS1234567'], [], [], []]))

  test('keeps the other lines when the first line is replaced or removed', () =>
    expect([
      replaceFirstLine('A1\nB2\nC3', 'X9'),
      replaceFirstLine('A1\nB2\nC3', null),
      replaceFirstLine('A1', null),
    ]).toEqual(['X9\nB2\nC3', 'B2\nC3', '']))
})
