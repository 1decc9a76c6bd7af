// What a line of a list is sent as: the user's choices as long as they fit the number, and the line that was named.
import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Assessment } from '#contract/tracking.ts'
import { draftLines, orderLine, type DraftSource } from '../../src/renderer/src/features/batch/draft-lines.ts'
import { useBatchDraft } from '../../src/renderer/src/features/batch/batch-draft.ts'

beforeEach(() => {
  setActivePinia(createPinia())
})

const judged = (number: string, part: Partial<Assessment> = {}): Assessment => ({
  number,
  verdict: 'trackable',
  types: ['bill_of_lading', 'booking_number'],
  correctedNumber: null,
  suggestedLine: null,
  tracked: null,
  failed: null,
  ...part,
})
const known = [
  { scac: 'OOLU', name: 'OOCL' },
  { scac: 'KESL', name: 'Kestrel Ocean' },
]
const linesOf = (texts: readonly string[], part: Partial<DraftSource> = {}) =>
  draftLines({
    lines: texts.map((number) => ({ number, line: '', refs: [] })),
    changes: new Map(),
    verdicts: new Map(texts.map((text) => [text, judged(text)])),
    known,
    unclearAs: null,
    ...part,
  })

describe('a number that is changed', () => {
  const bill = 'OBLN61234567'

  it('leaves behind what was chosen for the one before, and stays unwanted where it was', () => {
    const draft = useBatchDraft()
    draft.begin(null, [{ name: null, rows: [['KESL1234567'], ['KESL1234568']] }])
    draft.change(0, { isWanted: true, type: 'booking_number', scac: 'KESL' })
    draft.change(0, { number: bill })
    draft.change(1, { isExcluded: true })
    draft.change(1, { number: bill })
    expect([...draft.changes.values()]).toEqual([{ number: bill }, { number: bill, isExcluded: true }])
  })

  it('written as it was keeps them', () => {
    const draft = useBatchDraft()
    draft.begin(null, [{ name: null, rows: [[bill]] }])
    draft.change(0, { type: 'booking_number' })
    draft.change(0, { number: bill })
    expect(draft.changes.get(0)).toEqual({ number: bill, type: 'booking_number' })
  })

  it('is never sent as what it cannot be', () => {
    const verdicts = new Map([[bill, judged(bill, { types: ['container'] })]])
    expect(linesOf([bill], { verdicts, changes: new Map([[0, { type: 'booking_number' }]]) })[0]?.type).toBe(
      'container',
    )
  })
})

describe('the line of a number', () => {
  const said = (line: string, scac?: string) => {
    const [one] = draftLines({
      lines: [{ number: 'OBLN61234567', line, refs: [] }],
      changes: new Map(scac === undefined ? [] : [[0, { scac }]]),
      verdicts: new Map([
        [
          'OBLN61234567',
          judged('OBLN61234567', { suggestedLine: { scac: 'OBLN', name: 'Oberon Line', from: 'prefix' } }),
        ],
      ]),
      known,
      unclearAs: null,
    })
    if (!one) throw new Error('One line in, one line out.')
    return [one.scac, one.isLineUnknown, orderLine(one).request?.scac]
  }

  it.each([
    ['a name of four letters', 'OOCL', ['OOLU', false, 'OOLU']],
    ['a code that is known', 'kesl', ['KESL', false, 'KESL']],
    ['the code we should suggest', 'OBLN', ['OBLN', false, 'OBLN']],
    ['nothing', '', ['OBLN', false, 'OBLN']],
    ['four letters nobody knows', 'ZIMX', ['ZIMX', true, null]],
    ['a name nobody knows', 'Some Line', ['Some Line', true, null]],
  ])('listed as %s', (_name, listed, outcome) => {
    expect(said(listed)).toEqual(outcome)
  })

  it.each([
    ['a code of a line we do not know yet', 'ZIMX', ['ZIMX', false, 'ZIMX']],
    ['three letters', 'MSC', ['MSC', true, null]],
    ['a name of four letters', 'OOCL', ['OOLU', false, 'OOLU']],
    ['nothing: the service finds it', '', ['', false, null]],
  ])('typed as %s', (_name, typed, outcome) => {
    expect(said('KESL', typed)).toEqual(outcome)
  })
})

describe('a number of two lines', () => {
  it('is repeated however it is written, also while the line before is still being judged', () => {
    const texts = ['OBLN 6123-4567', 'OBLN61234567']
    expect(
      linesOf(texts, { verdicts: new Map([['OBLN61234567', judged('OBLN61234567')]]) }).map(({ outcome }) => outcome),
    ).toEqual(['judging', 'repeated'])
  })
  it('is repeated with and without the code of its line in front, and another thing with that of another line', () => {
    const texts = ['61234567', 'KESL61234567', 'OOLU61234567']
    const verdicts = new Map(texts.map((text) => [text, judged(text)]))
    const outcomes = (lines: readonly (readonly [string, string])[]) =>
      draftLines({
        lines: lines.map(([number, line]) => ({ number, line, refs: [] })),
        changes: new Map(),
        verdicts,
        known,
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
})
