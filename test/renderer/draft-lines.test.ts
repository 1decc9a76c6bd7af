// How each text line of a pasted list is sent: with the user's choices if they fit its number, and with its carrier.
import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, describe, expect, test } from 'vitest'
import { MAX_LINES } from '#contract/rules/batch-size.ts'
import type { Assessment } from '#contract/tracking.ts'
import {
  createDraftLines,
  listUnsentRefs,
  toOrderLine,
  type DraftSource,
} from '../../src/renderer/src/features/batch/draft-lines.ts'
import { describeLine } from '../../src/renderer/src/features/batch/batches.ts'
import { useBatchDraft } from '../../src/renderer/src/features/batch/batch-draft.ts'

beforeEach(() => {
  setActivePinia(createPinia())
})

const createAssessment = (number: string, patch: Partial<Assessment> = {}): Assessment => ({
  number,
  verdict: 'trackable',
  types: ['bill_of_lading', 'booking_number'],
  correctedNumber: null,
  suggestedLine: null,
  tracked: null,
  failed: null,
  ...patch,
})
const knownLines = [
  { scac: 'OOLU', name: 'OOCL' },
  { scac: 'KESL', name: 'Kestrel Ocean' },
]
const createLines = (texts: readonly string[], patch: Partial<DraftSource> = {}) =>
  createDraftLines({
    lines: texts.map((number) => ({ number, besideNumber: '', shippingLine: '', refs: [] })),
    changes: new Map(),
    verdicts: new Map(texts.map((text) => [text, createAssessment(text)])),
    knownLines,
    unclearAs: null,
    ...patch,
  })

describe('a changed number', () => {
  const bill = 'OBLN61234567'

  test('drops the choices for the previous number, but remains excluded', () => {
    const draft = useBatchDraft()
    draft.beginDraft(null, [{ name: null, rows: [['KESL1234567'], ['KESL1234568']] }])
    draft.change(0, { isWanted: true, type: 'booking_number', scac: 'KESL' })
    draft.change(0, { number: bill })
    draft.change(1, { isExcluded: true })
    draft.change(1, { number: bill })
    expect([...draft.changes.values()]).toEqual([{ number: bill }, { number: bill, isExcluded: true }])
  })

  test('with the same text keeps the choices', () => {
    const draft = useBatchDraft()
    draft.beginDraft(null, [{ name: null, rows: [[bill]] }])
    draft.change(0, { type: 'booking_number' })
    draft.change(0, { number: bill })
    expect(draft.changes.get(0)).toEqual({ number: bill, type: 'booking_number' })
  })

  test('is never sent with an impossible type', () => {
    const verdicts = new Map([[bill, createAssessment(bill, { types: ['container'] })]])
    expect(createLines([bill], { verdicts, changes: new Map([[0, { type: 'booking_number' }]]) })[0]?.type).toBe(
      'container',
    )
  })
})

describe('the text beside a number in its cell', () => {
  const number = 'CMAU7915020'
  const assign = (besideNumber: string, shippingLine = '', refs: string[] = []) => {
    const [line] = createLines([number], { lines: [{ number, besideNumber, shippingLine, refs }] })
    return [line?.refs, line?.scac]
  }

  test('is a reference beside those of other columns, and is listed once', () => {
    expect([assign('ABC'), assign('ABC', '', ['PO 1']), assign('ABC', '', ['ABC'])]).toEqual([
      [['ABC'], ''],
      [['PO 1', 'ABC'], ''],
      [['ABC'], ''],
    ])
  })

  test('is the shipping line if it names one and no column names another', () => {
    expect([assign('Kestrel Ocean'), assign('kesl', 'KESL'), assign('KESL', 'OOLU')]).toEqual([
      [[], 'KESL'],
      [[], 'KESL'],
      [['KESL'], 'OOLU'],
    ])
  })
})

describe('the shipping line of a number', () => {
  const resolveLine = (line: string, scac?: string) => {
    const [draftLine] = createDraftLines({
      lines: [{ number: 'OBLN61234567', besideNumber: '', shippingLine: line, refs: [] }],
      changes: new Map(scac === undefined ? [] : [[0, { scac }]]),
      verdicts: new Map([
        [
          'OBLN61234567',
          createAssessment('OBLN61234567', { suggestedLine: { scac: 'OBLN', name: 'Oberon Line', from: 'prefix' } }),
        ],
      ]),
      knownLines,
      unclearAs: null,
    })
    if (!draftLine) throw new Error('There is no draft line.')
    return [draftLine.scac, draftLine.isLineUnknown, toOrderLine(draftLine).request?.scac]
  }

  test.each([
    ['a name of four letters', 'OOCL', ['OOLU', false, 'OOLU']],
    ['a code that is known', 'kesl', ['KESL', false, 'KESL']],
    ['the code that Quaywatch suggests', 'OBLN', ['OBLN', false, 'OBLN']],
    ['nothing', '', ['OBLN', false, 'OBLN']],
    ['four unknown letters', 'ZIMX', ['ZIMX', true, null]],
    ['an unknown name', 'Some Line', ['Some Line', true, null]],
  ])('is found if it is listed as %s', (_name, listed, outcome) => expect(resolveLine(listed)).toEqual(outcome))

  test.each([
    ['the code of an unknown line', 'ZIMX', ['ZIMX', false, 'ZIMX']],
    ['three letters', 'MSC', ['MSC', true, null]],
    ['a name of four letters', 'OOCL', ['OOLU', false, 'OOLU']],
    ['nothing: the service finds it', '', ['', false, null]],
  ])('is used if it is typed as %s', (_name, typed, outcome) => expect(resolveLine('KESL', typed)).toEqual(outcome))
})

describe('a number on two lines of a list', () => {
  test('is repeated in any spelling, also while its first occurrence is still being checked', () => {
    const texts = ['OBLN 6123-4567', 'OBLN61234567']
    expect(
      createLines(texts, { verdicts: new Map([['OBLN61234567', createAssessment('OBLN61234567')]]) }).map(
        ({ outcome }) => outcome,
      ),
    ).toEqual(['judging', 'repeated'])
  })
  test('names the line that it repeats, the first of several', () => {
    const texts = ['KESL1234567', 'OBLN61234567', 'OBLN 6123-4567', 'OBLN61234567']
    expect(createLines(texts).map((line) => line.outcome === 'repeated' && describeLine(line))).toEqual([
      false,
      false,
      'Same number as line 2',
      'Same number as line 2',
    ])
  })
  test('is repeated with and without the code of its shipping line, but not with the code of another one', () => {
    const texts = ['61234567', 'KESL61234567', 'OOLU61234567']
    const verdicts = new Map(texts.map((text) => [text, createAssessment(text)]))
    const outcomes = (lines: readonly (readonly [string, string])[]) =>
      createDraftLines({
        lines: lines.map(([number, shippingLine]) => ({ number, besideNumber: '', shippingLine, refs: [] })),
        changes: new Map(),
        verdicts,
        knownLines,
        unclearAs: null,
      }).map(({ outcome }) => outcome)
    expect(
      outcomes([
        ['61234567', 'KESL'],
        ['KESL61234567', 'KESL'],
        ['OOLU61234567', 'OOLU'],
      ]),
    ).toEqual(['ready', 'repeated', 'ready'])
    expect(
      outcomes([
        ['KESL61234567', 'KESL'],
        ['61234567', 'Kestrel Ocean'],
        ['OOLU61234567', ''],
      ]),
    ).toEqual(['ready', 'repeated', 'ready'])
  })

  /** Lines with one reference each; a line of another number is blank. */
  const createLinesWithRefs = (lines: readonly (readonly [number: string, ref: string])[], patch = {}) =>
    createLines(
      lines.map(([number]) => number),
      {
        lines: lines.map(([number, ref]) => ({
          number,
          besideNumber: '',
          shippingLine: '',
          refs: ref === '' ? [] : [ref],
        })),
        ...patch,
      },
    )

  test('is sent once with the references of all its lines, each once', () => {
    const lines = createLinesWithRefs([
      ['OBLN61234567', 'PO 1'],
      ['KESL1234567', 'PO 5'],
      ['OBLN 6123-4567', 'PO 2'],
      ['OBLN61234567', 'PO 1'],
      ['OBLN61234567', 'PO 3'],
    ])
    expect(lines.map(toOrderLine).map(({ request }) => request?.refs)).toEqual([
      ['PO 1', 'PO 2', 'PO 3'],
      ['PO 5'],
      undefined,
      undefined,
      undefined,
    ])
    expect(describeLine(lines[2]!)).toBe('Same number as line 1. The references are added to that line.')
  })

  test('does not get the references of a later page, and says so', () => {
    const blanks = Array.from({ length: MAX_LINES - 1 }, () => ['', ''] as const)
    const lines = createLinesWithRefs([['OBLN61234567', 'PO 1'], ...blanks, ['OBLN61234567', 'PO 2']])
    expect(lines[0]?.refs).toEqual(['PO 1'])
    expect(describeLine(lines.at(-1)!)).toBe(
      'Same number as line 1. Reference not added: PO 2. ' +
        'To add it, edit the references of the container or shipment.',
    )
  })

  test('names the references of all its lines as not added if it is tracked already', () => {
    const tracked = { kind: 'container' as const, id: 'c', number: 'OBLN61234567', shipmentId: null }
    const verdicts = new Map([['OBLN61234567', createAssessment('OBLN61234567', { tracked })]])
    const lines = createLinesWithRefs(
      [
        ['OBLN61234567', 'PO 1'],
        ['OBLN61234567', 'PO 2'],
      ],
      { verdicts },
    )
    expect(lines.map(listUnsentRefs)).toEqual([['PO 1', 'PO 2'], []])
    expect(describeLine(lines[0]!)).toMatch(/References not added: PO 1, PO 2\. To add them, edit the references/)
  })
})
