// What the dialog that adds a number shows about the number before it is sent, and which numbers it does not send.
import { describe, expect, it } from 'vitest'
import { AppError } from '#contract/errors.ts'
import { startScreenEngine } from '#support/screen-engine.ts'
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

describe('checking a number', () => {
  it.each([
    ['key-rejected', 'wrong-key'],
    ['no-key', null],
  ])('never promises to track a number that waits for a key (%s)', async (state, apiKey) => {
    const engine = await startScreenEngine({ containers: 7, apiKey, before: () => undefined })
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

  it('works without a result of the service', async () => {
    const { engine } = await openAddDialog()
    engine.network.fault(({ url }) => (url.includes('infer_number') ? { kind: 'answer', status: 404 } : null))
    await enterNumber('COSU6123456701')
    expect([text('add-line'), chosenLines()]).toEqual([
      expect.stringContaining('This service does not identify lines.'),
      ['line-COSU'],
    ])
  })

  it.each([
    [false, 'Start tracking (uses 1 shipment of your plan)'],
    [true, 'Start tracking in sample data'],
  ])('shows the cost (sample data: %s)', async (isSample, words) => {
    await openAddDialog({ host: { isSample } })
    await enterNumber('COSU6123456701')
    expect(text('add-start')).toBe(words)
  })

  it('corrects a wrong check digit by one key, and sends nothing', async () => {
    const { engine } = await openAddDialog()
    await enterNumber('MSKU1234560')
    expect(text('verdict')).toMatch(
      /^The check digit is wrong.*MSKU 123456 5\. ?Use MSKU 123456 5 \(Enter\)Track anyway$/,
    )
    byTestId('add-number').focus()
    await press('Enter')
    await waitForInference()
    expect([(byTestId('add-number') as HTMLTextAreaElement).value, text('verdict'), createdRequests(engine)]).toEqual([
      'MSKU1234565',
      'Container number, check digit correct.',
      [],
    ])
  })

  it('leads to the tracked record, and lets the user add the number anyway', async () => {
    const { engine, router } = await openAddDialog()
    const container = (await engine.rows()).find(
      ({ masterBill, number }) => masterBill !== null && masterBill !== number,
    )
    await enterNumber(container!.masterBill ?? '')
    expect([text('verdict'), isShown('add-start')]).toEqual([
      expect.stringMatching(/^This shipment is already tracked\./),
      false,
    ])
    await click('insist')
    expect(isShown('add-start')).toBe(true)
    await enterNumber(container!.number)
    expect([text('verdict'), isShown('add-start')]).toEqual([
      expect.stringMatching(/^This container is already tracked\./),
      false,
    ])
    await click('open-record')
    expect([router.currentRoute.value.fullPath, isShown('add-number')]).toEqual([
      `/containers?container=${container!.id}`,
      false,
    ])
  })

  it('shows when and why the number failed before, and retries that request', async () => {
    const { engine } = await openAddDialog({ path: '/requests', rows: 20 })
    const { rows } = await engine.ask('tracking.list', {
      filter: { scope: 'all' },
      sort: [],
      window: { offset: 0, limit: 50 },
    })
    const { number: failed, id: failedId } = rows.find(({ reason }) => reason === 'not_found')!
    await enterNumber(failed)
    expect(text('verdict')).toMatch(
      /^This number was added before and failed \(.+\)\. The line cannot find this number\. Check number, type and line; .*Retry in its place/,
    )
    expect(text('verdict')).not.toContain('Ready to track')
    await click('retry-failed')
    await waitForInference()
    expect([text('replaces'), text('verdict')]).toEqual([
      expect.stringMatching(/^Replaces .* Choose another type or line\.$/),
      expect.stringMatching(/^Ready to track/),
    ])
    await chooseLine('line-auto')
    await click('add-start')
    expect(createdRequests(engine)).toMatchObject([{ number: failed, scac: null, replaces: failedId }])
  })

  it.each([
    ['HBL-22119', /house B\/L, issued by .*\. Lines know only the master B\/L/],
    ['PO 4500123', /purchase order.*Lines do not know it/],
    ['SEAL 98765', /seal number\. Lines track the container/],
    ['316-1234567-8', /customs entry.*lines do not/],
  ])('explains why shipping lines do not know %s, and stores it as a reference', async (typed, why) => {
    const { engine } = await openAddDialog()
    await enterNumber(typed)
    expect(text('verdict')).toMatch(why)
    await click('keep-as-ref')
    expect([text('ref-chip'), (byTestId('add-number') as HTMLTextAreaElement).value, text('add-result')]).toEqual([
      typed,
      '',
      `${typed} kept as reference. Now enter a number the line knows:`,
    ])
    await enterNumber('COSU6123456701')
    await click('add-start')
    expect(createdRequests(engine)).toMatchObject([{ number: 'COSU6123456701', refs: [typed] }])
  })

  it('asks the user for the type if it is unknown', async () => {
    const { engine } = await openAddDialog()
    engine.network.fault(({ url }) => (url.includes('infer_number') ? { kind: 'answer', status: 404 } : null))
    await enterNumber('61099944412')
    await click('add-start')
    expect([text('add-problem'), createdRequests(engine)]).toEqual(['Choose the type of number.', []])
    expect(text('verdict')).toMatch(/Choose below\.$/)
    await click('scope-booking_number')
    expect(text('verdict')).toMatch(/Treated below as: Booking\.$/)
    await click('add-start')
    expect(createdRequests(engine)).toMatchObject([{ type: 'booking_number', scac: null }])
  })

  it('shows why there is no result', async () => {
    const { engine } = await openAddDialog()
    expect(text('verdict')).toBe('Type or paste one number.')
    engine.between('tracking.assess', () => Promise.reject(new AppError('internal')))
    await enterNumber('COSU6123456701')
    expect([text('verdict'), isShown('add-start')]).toEqual([
      'Something went wrong in the app. Try again. The log has the details.',
      false,
    ])
  })

  it('never sends the previous number if the next one could not be checked', async () => {
    const { engine } = await openAddDialog()
    await enterNumber('COSU6123456701')
    engine.between('tracking.assess', () => Promise.reject(new AppError('internal')))
    await enterNumber('COSU9999999901')
    byTestId('add-number').focus()
    await press('Enter')
    expect([isShown('add-start'), createdRequests(engine)]).toEqual([false, []])
  })

  it('creates no request before the result of the check', async () => {
    const { engine } = await openAddDialog()
    await enterNumber('COSU6123456701')
    let answer = () => {}
    engine.between('tracking.assess', async (_, ask) => {
      await new Promise<void>((resolve) => {
        answer = resolve
      })
      return ask()
    })
    await type('add-number', 'COSU9999999901')
    await click('add-start')
    expect(createdRequests(engine)).toEqual([])
    answer()
    await waitForInference()
    await click('add-start')
    expect(createdRequests(engine)).toMatchObject([{ number: 'COSU9999999901' }])
  })
})
