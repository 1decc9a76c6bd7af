// Add tracking as a person at the keyboard meets it.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { AppError } from '#contract/errors.ts'
import { all, byTestId, chooseLine, click, column, createdRequests, isShown, open, press, setScreens, settled, text, type } from '#support/fake-screens.ts'
import { PAUSE_MS } from '../../src/renderer/src/features/tracking/useInference.ts'

setScreens()

describe('adding a number', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('opens by Ctrl+N with focus in the box, and single letters stay letters', async () => {
    const { router } = await begin()
    expect([document.activeElement, byTestId('add-tracking-dialog').getAttribute('aria-labelledby')]).toEqual([byTestId('add-number'), expect.any(String)])
    byTestId('add-tracking-dialog').querySelector<HTMLElement>('header button')?.focus()
    await press('g')
    await press('s')
    expect(router.currentRoute.value.name).toBe('lfd')
  })

  it('takes the line the service identifies and says whose word it is', async () => {
    const { engine } = await begin()
    await number('obln 6123-4567')
    expect([text('verdict'), text('line-OBLN'), chosen()]).toEqual(['Can be tracked. Most likely: Master B/L.', 'OBLN Oberon Lineidentified by the service', ['line-OBLN']])
    await type('add-ref', 'PO 77')
    await click('add-start')
    expect(createdRequests(engine)).toEqual([{ number: 'OBLN61234567', type: 'bill_of_lading', scac: 'OBLN', refs: ['PO 77'], replaces: null }])
    expect([isShown('add-number'), document.body.textContent.includes('OBLN61234567 is saved and will be tracked')]).toEqual([false, true])
  })

  it('stands in the list of requests as soon as it is saved, without a press of the pill', async () => {
    await begin({ path: '/requests' })
    await number('obln 6123-4567')
    await click('add-start')
    await settled()
    expect(column('number')).toContain('OBLN61234567')
  })

  it('asks the service once per number, and only after a pause', async () => {
    const { engine } = await begin()
    const asked = () => engine.calls.filter(({ name }) => name === 'tracking.infer').map(({ input }) => (input as { number: string }).number)
    await type('add-number', 'OBLN6123456')
    await type('add-number', 'OBLN61234567')
    expect([asked(), text('add-line')]).toEqual([[], expect.stringContaining('Asking the service which line it is…')])
    await pause()
    expect(asked()).toEqual(['OBLN61234567'])
    await number('OBLN99999999')
    await number('OBLN61234567')
    expect(asked()).toEqual(['OBLN61234567', 'OBLN99999999'])
  })

  it('sends nothing before a line is confirmed where the service is not sure', async () => {
    const { engine } = await begin()
    await number('TASM9876543')
    expect([text('line-TASM'), chosen()]).toEqual(['TASM Tasman & Meridian82 % sure, says the service', []])
    await click('add-start')
    expect([text('add-problem'), createdRequests(engine)]).toEqual(['Choose the line.', []])
    await chooseLine('line-KESL')
    await click('add-start')
    expect(createdRequests(engine)).toMatchObject([{ scac: 'KESL' }])
  })

  it('shows our own guess as ours where the service knows nothing, and finds any line by name', async () => {
    const { engine } = await begin()
    await number('KESL1234567')
    expect([text('line-KESL'), chosen(), text('add-line')]).toEqual([
      'KESL Kestrel Oceansuggested by Quaywatch from the prefix',
      ['line-KESL'],
      expect.stringContaining('The service does not know the line of this number.'),
    ])
    await type('line-search', 'nova')
    byTestId('line-search').focus()
    await press('Enter')
    expect([chosen(), text('line-NVSC')]).toEqual([['line-NVSC'], 'NVSC Nova Scotia Carrierschosen by you'])
    await click('add-start')
    expect(createdRequests(engine)).toMatchObject([{ scac: 'NVSC' }])
  })

  it('saves while offline, asks the service nothing and says when it is sent', async () => {
    const { engine } = await begin({ status: { state: 'offline' } })
    await number('OBLN61234567')
    expect([text('add-note'), text('add-line')]).toEqual(['It is saved, and sent as soon as the service can be reached.', expect.stringContaining('The service cannot be asked for the line now.')])
    expect([text('line-OBLN'), engine.calls.some(({ name }) => name === 'tracking.infer')]).toEqual(['OBLN Oberon Linesuggested by Quaywatch from the prefix', false])
  })

  it.each(['key-rejected', 'no-key'] as const)('never promises to track what waits for a key (%s)', async (state) => {
    await begin({ status: { state } })
    await number('OBLN61234567')
    await click('add-another')
    expect(text('add-said')).toBe('OBLN61234567 is saved and waits for a key. Next number:')
    await number('OBLN61234569')
    await click('add-start')
    expect(document.body.textContent).toContain('OBLN61234569 is saved and waits for a key: it is sent once a key the service takes is entered in Settings')
    expect(document.body.textContent).not.toContain('will be tracked')
  })

  it('does without the service’s word where it has none to give', async () => {
    const { engine } = await begin()
    engine.handlers['tracking.infer'] = () => { throw new AppError('api/not-found') }
    await number('OBLN61234567')
    expect([text('add-line'), chosen()]).toEqual([expect.stringContaining('This service does not identify lines.'), ['line-OBLN']])
  })

  it.each([
    [false, 'Start tracking: counts as one tracked shipment with your plan'],
    [true, 'Start tracking in the sample data'],
  ])('says what it costs (sample data: %s)', async (isSample, words) => {
    await begin({ host: { isSample } })
    await number('OBLN61234567')
    expect(text('add-start')).toBe(words)
  })

  it('mends a wrong check digit by one key and sends nothing by it', async () => {
    const { engine } = await begin()
    await number('OBLU1234560')
    expect(text('verdict')).toMatch(/^The check digit is wrong.*OBLU 123456 9\. ?Use OBLU 123456 9 \(Enter\)$/)
    byTestId('add-number').focus()
    await press('Enter')
    await pause()
    expect([(byTestId('add-number') as HTMLTextAreaElement).value, text('verdict'), createdRequests(engine)]).toEqual(['OBLU1234569', 'Container number, check digit correct.', []])
  })

  it('leads to what is tracked already, and lets the user insist', async () => {
    const { engine, router } = await begin()
    const [box] = engine.rows()
    await number(box!.masterBill ?? '')
    expect([text('verdict'), isShown('add-start')]).toEqual([expect.stringMatching(/^This shipment is tracked already\./), false])
    await click('insist')
    expect(isShown('add-start')).toBe(true)
    await number(box!.number)
    expect([text('verdict'), isShown('add-start')]).toEqual([expect.stringMatching(/^This container is tracked already\./), false])
    await click('open-record')
    expect([router.currentRoute.value.fullPath, isShown('add-number')]).toEqual([`/containers?container=${box!.id}`, false])
  })

  it('says that the number failed before, when and why, and tries it again in its place', async () => {
    const { engine } = await begin({ path: '/requests' })
    const failed = column('number')[column('state').indexOf('Failed')] ?? ''
    await number(failed)
    expect(text('verdict')).toMatch(/^This number was added before and failed \(.+\)\. The line does not know this number\. Check number, type and line; .*Try again in its place/)
    expect(text('verdict')).not.toContain('Can be tracked')
    await click('retry-failed')
    await pause()
    expect([text('replaces'), text('verdict')]).toEqual([expect.stringMatching(/^In place of: .* Choose another type or line\.$/), expect.stringMatching(/^Can be tracked/)])
    await chooseLine('line-auto')
    await click('add-start')
    expect(createdRequests(engine)).toMatchObject([{ number: failed, scac: null, replaces: 'request-0' }])
  })

  it.each([
    ['HBL-22119', /house B\/L\. Lines know only the master B\/L/],
    ['PO 4500123', /purchase order.*lines do not know it/],
    ['SEAL98765', /seal number\. Lines track the container/],
    ['316-1234567-8', /customs entry.*lines do not/],
  ])('explains why lines do not know %s and keeps it as a reference', async (typed, why) => {
    const { engine } = await begin()
    await number(typed)
    expect(text('verdict')).toMatch(why)
    await click('keep-as-ref')
    expect([text('ref-chip'), (byTestId('add-number') as HTMLTextAreaElement).value, text('add-said')]).toEqual([typed, '', `${typed} is kept as a reference. Now the number the line knows:`])
    await number('OBLN61234567')
    await click('add-start')
    expect(createdRequests(engine)).toMatchObject([{ number: 'OBLN61234567', refs: [typed] }])
  })

  it('has the user choose where nothing says which type it is', async () => {
    const { engine } = await begin()
    await number('610999444')
    await click('add-start')
    expect([text('add-problem'), createdRequests(engine)]).toEqual(['Choose what kind of number it is.', []])
    expect(text('verdict')).toMatch(/Choose below\.$/)
    await click('scope-booking_number')
    expect(text('verdict')).toMatch(/Below it is taken for: Booking\.$/)
    await click('add-start')
    expect(createdRequests(engine)).toMatchObject([{ type: 'booking_number', scac: null }])
  })

  it('goes with several pasted lines to the list, where all of them are judged, and keeps none of them', async () => {
    const { engine } = await begin()
    await number('OBLN61234567\nKESL1234567\nOBLN99999999')
    expect([isShown('add-number'), all('[data-line]').length, createdRequests(engine)]).toEqual([false, 3, []])
  })

  it('takes Enter that only confirms a word of an input method for nothing else, and nobody pays by it', async () => {
    const { engine } = await begin()
    await number('OBLN61234567')
    for (const held of [{}, { ctrlKey: true }]) {
      byTestId('add-number').focus()
      await press('Enter', { isComposing: true, ...held })
    }
    expect([createdRequests(engine), isShown('add-number')]).toEqual([[], true])
  })

  it('takes no line by Enter that only confirms a word of an input method', async () => {
    await begin()
    await number('KESL1234567')
    await type('line-search', 'nova')
    byTestId('line-search').focus()
    await press('Enter', { isComposing: true })
    expect([chosen(), (byTestId('line-search') as HTMLInputElement).value]).toEqual([['line-KESL'], 'nova'])
  })

  it('ends no reference by Enter that only confirms a word of an input method', async () => {
    await begin()
    await number('OBLN61234567')
    await type('add-ref', 'PO 77')
    byTestId('add-ref').focus()
    await press('Enter', { isComposing: true })
    expect([isShown('ref-chip'), (byTestId('add-ref') as HTMLInputElement).value]).toEqual([false, 'PO 77'])
  })

  it('goes on to another number by Ctrl+Enter', async () => {
    const { engine } = await begin()
    await number('OBLN61234567')
    byTestId('add-number').focus()
    await press('Enter', { ctrlKey: true })
    expect([createdRequests(engine).length, text('add-said'), (byTestId('add-number') as HTMLTextAreaElement).value]).toEqual([1, 'OBLN61234567 is saved. Next number:', ''])
  })

  it('says why it was not saved, and keeps what was entered', async () => {
    const { engine } = await begin()
    engine.handlers['tracking.create'] = () => { throw new AppError('tracking/already-waiting') }
    await number('OBLN61234567')
    await click('add-start')
    expect([text('add-problem'), (byTestId('add-number') as HTMLTextAreaElement).value]).toEqual([expect.stringMatching(/^This number is already waiting to be sent\./), 'OBLN61234567'])
  })

  it('says why there is no verdict', async () => {
    const { engine } = await begin()
    expect(text('verdict')).toBe('Type or paste one number.')
    engine.handlers['tracking.assess'] = () => { throw new AppError('internal') }
    await number('OBLN61234567')
    expect([text('verdict'), isShown('add-start')]).toEqual(['The app made a mistake. Try again. The details are in its log.', false])
  })

  it('never sends the number before when the next one could not be judged', async () => {
    const { engine } = await begin()
    await number('OBLN61234567')
    engine.handlers['tracking.assess'] = () => { throw new AppError('internal') }
    await number('OBLN99999999')
    byTestId('add-number').focus()
    await press('Enter')
    expect([isShown('add-start'), createdRequests(engine)]).toEqual([false, []])
  })

  it('lets nobody pay for a number whose verdict is not there yet', async () => {
    const { engine } = await begin()
    await number('OBLN61234567')
    let answer = () => {}
    const assess = engine.handlers['tracking.assess']
    engine.handlers['tracking.assess'] = async (input) => {
      await new Promise<void>((resolve) => { answer = resolve })
      return assess(input)
    }
    await type('add-number', 'OBLN99999999')
    await click('add-start')
    expect(createdRequests(engine)).toEqual([])
    answer()
    await pause()
    await click('add-start')
    expect(createdRequests(engine)).toMatchObject([{ number: 'OBLN99999999' }])
  })

  it('keeps what was typed when it is closed and opened again', async () => {
    await begin()
    await number('OBLN61234567')
    await click(byTestId('add-tracking-dialog').querySelector<HTMLElement>('header button')!)
    await press('n', { ctrlKey: true })
    const box = byTestId('add-number') as HTMLTextAreaElement
    expect([box.value, box.selectionStart, box.selectionEnd]).toEqual(['OBLN61234567', 0, 12])
  })

  it('gives the references of a number it was left with back to that number only', async () => {
    const { engine } = await begin()
    const leaveAndReturn = async () => {
      await click(byTestId('add-tracking-dialog').querySelector<HTMLElement>('header button')!)
      await press('n', { ctrlKey: true })
    }
    await number('OBLN61234567')
    await type('add-ref', 'PO-AAA')
    byTestId('add-ref').dispatchEvent(new FocusEvent('blur'))
    await leaveAndReturn()
    expect(all('[data-testid="ref-chip"]').map((chip) => chip.textContent.trim())).toEqual(['PO-AAA'])
    await number('OBLN99999999')
    expect(all('[data-testid="ref-chip"]')).toEqual([])
    await click('add-start')
    expect(createdRequests(engine)).toMatchObject([{ number: 'OBLN99999999', refs: [] }])
  })

  it('keeps a reference while its number is being mended', async () => {
    await begin()
    await number('OBLN61234567')
    await type('add-ref', 'PO-AAA')
    byTestId('add-ref').dispatchEvent(new FocusEvent('blur'))
    await number('OBLN61234568')
    expect(all('[data-testid="ref-chip"]').map((chip) => chip.textContent.trim())).toEqual(['PO-AAA'])
  })
})

async function begin(options: Parameters<typeof open>[0] = {}) {
  const opened = await open({ rows: 7, ...options })
  await press('n', { ctrlKey: true })
  return opened
}

/** Typed, judged, and asked about. */
async function number(value: string) {
  await type('add-number', value)
  await pause()
}

async function pause() {
  await vi.advanceTimersByTimeAsync(PAUSE_MS)
  await settled()
}

const chosen = () => all('[data-testid="add-line"] .option').filter((option) => option.querySelector('input')?.checked).map(({ dataset }) => dataset.testid)
