// Add tracking as a person at the keyboard meets it.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { AppError } from '#contract/errors.ts'
import { alterJson } from '#support/network.ts'
import { startScreenEngine } from '#support/screen-engine.ts'
import { all, byTestId, chooseLine, click, column, createdRequests, isShown, open, press, setScreens, settled, text, type } from '#support/screens.ts'
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
    await number('cosu 61234-56701')
    expect([text('verdict'), text('line-COSU'), chosen()]).toEqual(['Can be tracked. Most likely: Master B/L.', 'COSU COSCO Shipping Linesidentified by the service', ['line-COSU']])
    await type('add-ref', 'PO 77')
    await click('add-start')
    expect(createdRequests(engine)).toEqual([{ number: 'COSU6123456701', type: 'bill_of_lading', scac: 'COSU', refs: ['PO 77'], replaces: null }])
    expect([isShown('add-number'), document.body.textContent.includes('COSU6123456701 is saved and will be tracked')]).toEqual([false, true])
  })

  it('stands in the list of requests as soon as it is saved, without a press of the pill', async () => {
    await begin({ path: '/requests' })
    await number('cosu 61234-56701')
    await click('add-start')
    await settled()
    expect(column('number')).toContain('COSU6123456701')
  })

  it('asks the service once per number, and only after a pause', async () => {
    const { engine } = await begin()
    const asked = () => engine.calls.filter(({ name }) => name === 'tracking.infer').map(({ input }) => (input as { number: string }).number)
    await type('add-number', 'COSU612345670')
    await type('add-number', 'COSU6123456701')
    expect([asked(), text('add-line')]).toEqual([[], expect.stringContaining('Asking the service which line it is…')])
    await pause()
    expect(asked()).toEqual(['COSU6123456701'])
    await number('COSU9999999901')
    await number('COSU6123456701')
    expect(asked()).toEqual(['COSU6123456701', 'COSU9999999901'])
  })

  it('sends nothing before a line is confirmed where the service is not sure', async () => {
    const { engine } = await begin()
    await number('EGLV9876543')
    expect([text('line-EGLV'), chosen()]).toEqual(['EGLV Evergreen Line88 % sure, says the service', []])
    await click('add-start')
    expect([text('add-problem'), createdRequests(engine)]).toEqual(['Choose the line.', []])
    await chooseLine('line-EGLV')
    await click('add-start')
    expect(createdRequests(engine)).toMatchObject([{ scac: 'EGLV' }])
  })

  it('shows our own guess as ours where the service knows nothing, and finds any line by name', async () => {
    const { engine } = await begin()
    engine.network.fault(({ url }) => (url.includes('infer_number') ? alterJson(knowsNoLine) : null))
    await number('MATS1234567')
    expect([text('line-MATS'), chosen(), text('add-line')]).toEqual([
      'MATS Matsonsuggested by Quaywatch from the prefix',
      ['line-MATS'],
      expect.stringContaining('The service does not know the line of this number.'),
    ])
    await type('line-search', 'yang')
    byTestId('line-search').focus()
    await press('Enter')
    expect([chosen(), text('line-YMLU')]).toEqual([['line-YMLU'], 'YMLU Yang Mingchosen by you'])
    await click('add-start')
    expect(createdRequests(engine)).toMatchObject([{ scac: 'YMLU' }])
  })

  it('saves while offline, asks the service nothing and says when it is sent', async () => {
    const { engine } = await begin({ engine: await startOffline() })
    await number('COSU6123456701')
    expect([text('add-note'), text('add-line')]).toEqual(['It is saved, and sent as soon as the service can be reached.', expect.stringContaining('The service cannot be asked for the line now.')])
    expect([text('line-COSU'), engine.calls.some(({ name }) => name === 'tracking.infer')]).toEqual(['COSU COSCOsuggested by Quaywatch from the prefix', false])
  })

  it.each([
    ['key-rejected', 'wrong-key'],
    ['no-key', null],
  ])('never promises to track what waits for a key (%s)', async (state, apiKey) => {
    const engine = await startScreenEngine({ containers: 7, apiKey, before: () => undefined })
    await engine.clock.advanceUntil(async () => (await engine.client.call('sync.status', {})).state === state)
    await begin({ engine })
    await number('COSU6123456701')
    await click('add-another')
    expect(text('add-said')).toBe('COSU6123456701 is saved and waits for a key. Next number:')
    await number('COSU6123456703')
    await click('add-start')
    expect(document.body.textContent).toContain('COSU6123456703 is saved and waits for a key: it is sent once you enter a key in Settings that the service accepts')
    expect(document.body.textContent).not.toContain('will be tracked')
  })

  it('does without the service’s word where it has none to give', async () => {
    const { engine } = await begin()
    engine.network.fault(({ url }) => (url.includes('infer_number') ? { kind: 'answer', status: 404 } : null))
    await number('COSU6123456701')
    expect([text('add-line'), chosen()]).toEqual([expect.stringContaining('This service does not identify lines.'), ['line-COSU']])
  })

  it.each([
    [false, 'Start tracking: counts as one tracked shipment with your plan'],
    [true, 'Start tracking in the sample data'],
  ])('says what it costs (sample data: %s)', async (isSample, words) => {
    await begin({ host: { isSample } })
    await number('COSU6123456701')
    expect(text('add-start')).toBe(words)
  })

  it('mends a wrong check digit by one key and sends nothing by it', async () => {
    const { engine } = await begin()
    await number('MSKU1234560')
    expect(text('verdict')).toMatch(/^The check digit is wrong.*MSKU 123456 5\. ?Use MSKU 123456 5 \(Enter\)Track it anyway$/)
    byTestId('add-number').focus()
    await press('Enter')
    await pause()
    expect([(byTestId('add-number') as HTMLTextAreaElement).value, text('verdict'), createdRequests(engine)]).toEqual(['MSKU1234565', 'Container number, check digit correct.', []])
  })

  it('leads to what is tracked already, and lets the user insist', async () => {
    const { engine, router } = await begin()
    const box = (await engine.rows()).find(({ masterBill, number }) => masterBill !== null && masterBill !== number)
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
    const { engine } = await begin({ path: '/requests', rows: 20 })
    const { rows } = await engine.ask('tracking.list', { filter: { scope: 'all' }, sort: [], window: { offset: 0, limit: 50 } })
    const { number: failed, id: failedId } = rows.find(({ reason }) => reason === 'not_found')!
    await number(failed)
    expect(text('verdict')).toMatch(/^This number was added before and failed \(.+\)\. The line does not know this number\. Check number, type and line; .*Try again in its place/)
    expect(text('verdict')).not.toContain('Can be tracked')
    await click('retry-failed')
    await pause()
    expect([text('replaces'), text('verdict')]).toEqual([expect.stringMatching(/^In place of: .* Choose another type or line\.$/), expect.stringMatching(/^Can be tracked/)])
    await chooseLine('line-auto')
    await click('add-start')
    expect(createdRequests(engine)).toMatchObject([{ number: failed, scac: null, replaces: failedId }])
  })

  it.each([
    ['HBL-22119', /house B\/L\. Lines know only the master B\/L/],
    ['PO 4500123', /purchase order.*lines do not know it/],
    ['SEAL 98765', /seal number\. Lines track the container/],
    ['316-1234567-8', /customs entry.*lines do not/],
  ])('explains why lines do not know %s and keeps it as a reference', async (typed, why) => {
    const { engine } = await begin()
    await number(typed)
    expect(text('verdict')).toMatch(why)
    await click('keep-as-ref')
    expect([text('ref-chip'), (byTestId('add-number') as HTMLTextAreaElement).value, text('add-said')]).toEqual([typed, '', `${typed} is kept as a reference. Now the number the line knows:`])
    await number('COSU6123456701')
    await click('add-start')
    expect(createdRequests(engine)).toMatchObject([{ number: 'COSU6123456701', refs: [typed] }])
  })

  it('has the user choose where nothing says which type it is', async () => {
    const { engine } = await begin()
    engine.network.fault(({ url }) => (url.includes('infer_number') ? { kind: 'answer', status: 404 } : null))
    await number('61099944412')
    await click('add-start')
    expect([text('add-problem'), createdRequests(engine)]).toEqual(['Choose what kind of number it is.', []])
    expect(text('verdict')).toMatch(/Choose below\.$/)
    await click('scope-booking_number')
    expect(text('verdict')).toMatch(/Below it is treated as: Booking\.$/)
    await click('add-start')
    expect(createdRequests(engine)).toMatchObject([{ type: 'booking_number', scac: null }])
  })

  it('goes with several pasted lines to the list, where all of them are judged, and keeps none of them', async () => {
    const { engine } = await begin()
    await number('COSU6123456701\nMATS1234567\nCOSU9999999901')
    expect([isShown('add-number'), all('[data-line]').length, createdRequests(engine)]).toEqual([false, 3, []])
  })

  it('takes Enter that only confirms a word of an input method for nothing else, and nobody pays by it', async () => {
    const { engine } = await begin()
    await number('COSU6123456701')
    for (const held of [{}, { ctrlKey: true }]) {
      byTestId('add-number').focus()
      await press('Enter', { isComposing: true, ...held })
    }
    expect([createdRequests(engine), isShown('add-number')]).toEqual([[], true])
  })

  it('takes no line by Enter that only confirms a word of an input method', async () => {
    const { engine } = await begin()
    engine.network.fault(({ url }) => (url.includes('infer_number') ? alterJson(knowsNoLine) : null))
    await number('MATS1234567')
    await type('line-search', 'yang')
    byTestId('line-search').focus()
    await press('Enter', { isComposing: true })
    expect([chosen(), (byTestId('line-search') as HTMLInputElement).value]).toEqual([['line-MATS'], 'yang'])
  })

  it('ends no reference by Enter that only confirms a word of an input method', async () => {
    await begin()
    await number('COSU6123456701')
    await type('add-ref', 'PO 77')
    byTestId('add-ref').focus()
    await press('Enter', { isComposing: true })
    expect([isShown('ref-chip'), (byTestId('add-ref') as HTMLInputElement).value]).toEqual([false, 'PO 77'])
  })

  it('goes on to another number by Ctrl+Enter', async () => {
    const { engine } = await begin()
    await number('COSU6123456701')
    byTestId('add-number').focus()
    await press('Enter', { ctrlKey: true })
    expect([createdRequests(engine).length, text('add-said'), (byTestId('add-number') as HTMLTextAreaElement).value]).toEqual([1, 'COSU6123456701 is saved. Next number:', ''])
  })

  it('says why it was not saved, and keeps what was entered', async () => {
    const { engine } = await begin()
    await number('COSU6123456701')
    engine.network.unplug()
    // Another window is quicker by a moment.
    engine.between('tracking.create', async (input, ask) => {
      await engine.client.call('tracking.create', input)
      return ask()
    })
    await click('add-start')
    expect([text('add-problem'), (byTestId('add-number') as HTMLTextAreaElement).value]).toEqual([expect.stringMatching(/^This number is already waiting to be sent\./), 'COSU6123456701'])
  })

  it('says why there is no verdict', async () => {
    const { engine } = await begin()
    expect(text('verdict')).toBe('Type or paste one number.')
    engine.between('tracking.assess', () => Promise.reject(new AppError('internal')))
    await number('COSU6123456701')
    expect([text('verdict'), isShown('add-start')]).toEqual(['An unexpected error occurred in the app. Try again. The details are in its log.', false])
  })

  it('never sends the number before when the next one could not be judged', async () => {
    const { engine } = await begin()
    await number('COSU6123456701')
    engine.between('tracking.assess', () => Promise.reject(new AppError('internal')))
    await number('COSU9999999901')
    byTestId('add-number').focus()
    await press('Enter')
    expect([isShown('add-start'), createdRequests(engine)]).toEqual([false, []])
  })

  it('lets nobody pay for a number whose verdict is not there yet', async () => {
    const { engine } = await begin()
    await number('COSU6123456701')
    let answer = () => {}
    engine.between('tracking.assess', async (_, ask) => {
      await new Promise<void>((resolve) => { answer = resolve })
      return ask()
    })
    await type('add-number', 'COSU9999999901')
    await click('add-start')
    expect(createdRequests(engine)).toEqual([])
    answer()
    await pause()
    await click('add-start')
    expect(createdRequests(engine)).toMatchObject([{ number: 'COSU9999999901' }])
  })

  it('keeps what was typed when it is closed and opened again', async () => {
    await begin()
    await number('COSU6123456701')
    await click(byTestId('add-tracking-dialog').querySelector<HTMLElement>('header button')!)
    await press('n', { ctrlKey: true })
    const box = byTestId('add-number') as HTMLTextAreaElement
    expect([box.value, box.selectionStart, box.selectionEnd]).toEqual(['COSU6123456701', 0, 14])
  })

  it('gives the references of a number it was left with back to that number only', async () => {
    const { engine } = await begin()
    const leaveAndReturn = async () => {
      await click(byTestId('add-tracking-dialog').querySelector<HTMLElement>('header button')!)
      await press('n', { ctrlKey: true })
    }
    await number('COSU6123456701')
    await type('add-ref', 'PO-AAA')
    byTestId('add-ref').dispatchEvent(new FocusEvent('blur'))
    await leaveAndReturn()
    expect(all('[data-testid="ref-chip"]').map((chip) => chip.textContent.trim())).toEqual(['PO-AAA'])
    await number('COSU9999999901')
    expect(all('[data-testid="ref-chip"]')).toEqual([])
    await click('add-start')
    expect(createdRequests(engine)).toMatchObject([{ number: 'COSU9999999901', refs: [] }])
  })

  it('keeps a reference while its number is being mended', async () => {
    await begin()
    await number('COSU6123456701')
    await type('add-ref', 'PO-AAA')
    byTestId('add-ref').dispatchEvent(new FocusEvent('blur'))
    await number('COSU6123456702')
    expect(all('[data-testid="ref-chip"]').map((chip) => chip.textContent.trim())).toEqual(['PO-AAA'])
  })
})

/** It has noticed that it is. */
async function startOffline() {
  const engine = await startScreenEngine({ containers: 7 })
  engine.network.unplug()
  await engine.clock.advanceUntil(async () => (await engine.client.call('sync.status', {})).state === 'offline')
  return engine
}

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

/** The service’s answer, with no line in it. */
const knowsNoLine = (json: Record<string, unknown>) => {
  const data = json['data'] as { attributes: object }
  return { ...json, data: { ...data, attributes: { ...data.attributes, shipping_line: { decision: 'no_prediction', selected: null, candidates: [] } } } }
}

const chosen = () => all('[data-testid="add-line"] .option').filter((option) => option.querySelector('input')?.checked).map(({ dataset }) => dataset.testid)
