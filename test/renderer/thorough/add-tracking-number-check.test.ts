// The dialog that adds a number: what it shows before the number is sent, and which numbers it does not send.
import { describe, expect, test } from 'vitest'
import { AppError } from '#contract/errors.ts'
import { startScreenEngine, type ScreenEngine } from '#support/screen-engine.ts'
import {
  byTestId,
  chooseLine,
  click,
  createdRequests,
  isShown,
  press,
  setScreens,
  text,
  type,
} from '#support/screens.ts'
import {
  chosenLines,
  enterNumber,
  openAddDialog,
  useDialogTimers,
  waitForInference,
} from '#support/add-tracking-screen.ts'

setScreens()
useDialogTimers()

const getValue = (testId: string) => (byTestId(testId) as HTMLTextAreaElement).value

/** Lets the service answer as if it could not identify lines. */
function disableInference(engine: ScreenEngine): void {
  engine.network.fault(({ url }) => (url.includes('infer_number') ? { kind: 'answer', status: 404 } : null))
}

describe('the dialog that adds a number', () => {
  test.each([
    ['key-rejected', 'wrong-key'],
    ['no-key', null],
  ])('shows that a number waits for a key, without a promise to track it (%s)', async (state, apiKey) => {
    // Without `beforeStart`, the helper waits until the engine is live.
    const engine = await startScreenEngine({ containers: 7, apiKey, beforeStart: () => undefined })
    await engine.clock.advanceUntil(async () => (await engine.client.call('sync.status', {})).state === state)
    await openAddDialog({ engine })
    await enterNumber('COSU6123456701')
    await click('add-another')
    expect(text('add-result')).toBe('COSU6123456701 saved; it waits for a key. Next number:')
    await enterNumber('COSU6123456703')
    await click('add-start')
    expect(document.body.textContent).toContain(
      'COSU6123456703 saved. Quaywatch sends it once you enter a valid key in Settings',
    )
    expect(document.body.textContent).not.toContain('will be tracked')
  })

  test('chooses the line by the prefix if the service cannot identify lines', async () => {
    const { engine } = await openAddDialog()
    disableInference(engine)
    await enterNumber('COSU6123456701')
    expect([text('add-line'), chosenLines()]).toEqual([
      expect.stringContaining('This service does not identify lines.'),
      ['line-COSU'],
    ])
  })

  test.each([
    [false, 'Start tracking (uses 1 shipment of your plan)'],
    [true, 'Start tracking in sample data'],
  ])('shows whether the request uses a shipment of the plan (sample data: %s)', async (isSample, label) => {
    await openAddDialog({ host: { isSample } })
    await enterNumber('COSU6123456701')
    expect(text('add-start')).toBe(label)
  })

  test('Enter replaces a number with a wrong check digit by the correct one and creates no request', async () => {
    const { engine } = await openAddDialog()
    await enterNumber('MSKU1234560')
    expect(text('number-check')).toMatch(
      /^The check digit is wrong.*MSKU 123456 5\. ?Use MSKU 123456 5 \(Enter\)Track anyway$/,
    )
    byTestId('add-number').focus()
    await press('Enter')
    await waitForInference()
    expect([getValue('add-number'), text('number-check'), createdRequests(engine)]).toEqual([
      'MSKU1234565',
      'Container number, check digit correct.',
      [],
    ])
  })

  test('lets the user add a tracked number anyway', async () => {
    const { engine } = await openAddDialog()
    const container = (await engine.rows()).find(
      ({ masterBill, number }) => masterBill !== null && masterBill !== number,
    )
    await enterNumber(container!.masterBill ?? '')
    expect([text('number-check'), isShown('add-start')]).toEqual([
      expect.stringMatching(/^This shipment is already tracked\./),
      false,
    ])
    await click('track-anyway')
    expect(isShown('add-start')).toBe(true)
  })

  test('opens the record that is already tracked', async () => {
    const { engine, router } = await openAddDialog()
    const [container] = await engine.rows()
    await enterNumber(container!.number)
    expect([text('number-check'), isShown('add-start')]).toEqual([
      expect.stringMatching(/^This container is already tracked\./),
      false,
    ])
    await click('open-record')
    expect([router.currentRoute.value.fullPath, isShown('add-number')]).toEqual([
      `/containers?container=${container!.id}`,
      false,
    ])
  })

  test('shows when and why the number failed before, and retries that request', async () => {
    const { engine } = await openAddDialog({ path: '/requests', rows: 20 })
    const { rows } = await engine.ask('tracking.list', {
      filter: { scope: 'all' },
      sort: [],
      window: { offset: 0, limit: 50 },
    })
    const { number: failedNumber, id: failedRequestId } = rows.find(({ reason }) => reason === 'not_found')!
    await enterNumber(failedNumber)
    expect(text('number-check')).toMatch(
      /^This number was added before and failed \(.+\)\. The line cannot find this number\. Check number, type and line \(no house B\/L\)\..*Retry in its place/,
    )
    expect(text('number-check')).not.toContain('Ready to track')
    await click('retry-failed')
    await waitForInference()
    expect([text('replaces'), text('number-check')]).toEqual([
      expect.stringMatching(/^Replaces .* Choose another type or line\.$/),
      expect.stringMatching(/^Ready to track/),
    ])
    await chooseLine('line-auto')
    await click('add-start')
    expect(createdRequests(engine)).toMatchObject([{ number: failedNumber, scac: null, replaces: failedRequestId }])
  })

  test.each([
    ['HBL-22119', /house B\/L, issued by .*\. Lines know only the master B\/L/],
    ['PO 4500123', /purchase order.*Lines do not know it/],
    ['SEAL 98765', /seal number\. Lines track the container/],
    ['316-1234567-8', /customs entry.*lines do not/],
  ])('explains why shipping lines do not know %s, and stores it as a reference', async (reference, explanation) => {
    const { engine } = await openAddDialog()
    await enterNumber(reference)
    expect(text('number-check')).toMatch(explanation)
    await click('save-as-reference')
    expect([text('ref-chip'), getValue('add-number'), text('add-result')]).toEqual([
      reference,
      '',
      `${reference} kept as reference. Now enter a number the line knows:`,
    ])
    await enterNumber('COSU6123456701')
    await click('add-start')
    expect(createdRequests(engine)).toMatchObject([{ number: 'COSU6123456701', refs: [reference] }])
  })

  test('asks the user for the type if it is unknown', async () => {
    const { engine } = await openAddDialog()
    disableInference(engine)
    await enterNumber('61099944412')
    await click('add-start')
    expect([text('add-problem'), createdRequests(engine)]).toEqual(['Choose the type of number.', []])
    expect(text('number-check')).toMatch(/Choose below\.$/)
    await click('scope-booking_number')
    expect(text('number-check')).toMatch(/Treated below as: Booking\.$/)
    await click('add-start')
    expect(createdRequests(engine)).toMatchObject([{ type: 'booking_number', scac: null }])
  })

  test('shows the error if the number cannot be checked', async () => {
    const { engine } = await openAddDialog()
    expect(text('number-check')).toBe('Type or paste one number.')
    engine.intercept('tracking.assess', () => Promise.reject(new AppError('internal')))
    await enterNumber('COSU6123456701')
    expect([text('number-check'), isShown('add-start')]).toEqual([
      'Something went wrong in the app. Try again. The log has the details.',
      false,
    ])
  })

  test('never sends the previous number if the next one could not be checked', async () => {
    const { engine } = await openAddDialog()
    await enterNumber('COSU6123456701')
    engine.intercept('tracking.assess', () => Promise.reject(new AppError('internal')))
    await enterNumber('COSU9999999901')
    byTestId('add-number').focus()
    await press('Enter')
    expect([isShown('add-start'), createdRequests(engine)]).toEqual([false, []])
  })

  test('creates no request before the result of the check', async () => {
    const { engine } = await openAddDialog()
    await enterNumber('COSU6123456701')
    let releaseAnswer = () => {}
    engine.intercept('tracking.assess', async (_, callEngine) => {
      await new Promise<void>((resolve) => {
        releaseAnswer = resolve
      })
      return callEngine()
    })
    await type('add-number', 'COSU9999999901')
    await click('add-start')
    expect(createdRequests(engine)).toEqual([])
    releaseAnswer()
    await waitForInference()
    await click('add-start')
    expect(createdRequests(engine)).toMatchObject([{ number: 'COSU9999999901' }])
  })
})
