// The dialog that adds one number.
import { describe, expect, test, vi } from 'vitest'
import { alterJson } from '#support/network.ts'
import { startScreenEngine } from '#support/screen-engine.ts'
import {
  all,
  byTestId,
  chooseLine,
  click,
  column,
  createdRequests,
  flush,
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

describe('adding a number', () => {
  test('opens by Ctrl+N with focus in the field, and single letters are no shortcuts there', async () => {
    const { router } = await openAddDialog()
    expect([document.activeElement, byTestId('add-tracking-dialog').getAttribute('aria-labelledby')]).toEqual([
      byTestId('add-number'),
      expect.any(String),
    ])
    byTestId('add-tracking-dialog').querySelector<HTMLElement>('header button')?.focus()
    await press('g')
    await press('s')
    expect(router.currentRoute.value.name).toBe('lfd')
  })

  test('selects the shipping line that the service identifies, and names the source', async () => {
    const { engine } = await openAddDialog()
    await enterNumber('cosu 61234-56701')
    expect([text('number-check'), text('line-COSU'), chosenLines()]).toEqual([
      'Ready to track. Most likely: Master B/L.',
      'COSU COSCO Shipping Linesidentified by the service',
      ['line-COSU'],
    ])
    await type('add-ref', 'PO 77')
    await click('add-start')
    expect(createdRequests(engine)).toEqual([
      { number: 'COSU6123456701', type: 'bill_of_lading', scac: 'COSU', refs: ['PO 77'], replaces: null },
    ])
    expect([
      isShown('add-number'),
      document.body.textContent.includes('COSU6123456701 saved; tracking starts soon'),
    ]).toEqual([false, true])
  })

  test('is in the list of requests as soon as it is saved, without a click on “refresh list”', async () => {
    await openAddDialog({ path: '/requests' })
    await enterNumber('cosu 61234-56701')
    await click('add-start')
    await flush()
    expect(column('number')).toContain('COSU6123456701')
  })

  test('asks the service once per number, and only after a pause', async () => {
    const { engine } = await openAddDialog()
    const inferredNumbers = () =>
      engine.calls
        .filter(({ name }) => name === 'tracking.infer')
        .map(({ input }) => (input as { number: string }).number)
    await type('add-number', 'COSU612345670')
    await type('add-number', 'COSU6123456701')
    expect([inferredNumbers(), text('add-line')]).toEqual([[], expect.stringContaining('Identifying the line…')])
    await waitForInference()
    expect(inferredNumbers()).toEqual(['COSU6123456701'])
    await enterNumber('COSU9999999901')
    await enterNumber('COSU6123456701')
    expect(inferredNumbers()).toEqual(['COSU6123456701', 'COSU9999999901'])
  })

  test('sends nothing before the user confirms a line that the service is not sure of', async () => {
    const { engine } = await openAddDialog()
    const ONE = { scac: 'ONEY', name: 'Ocean Network Express', confidence: 0.88 }
    engine.network.fault(({ url }) =>
      url.includes('infer_number')
        ? alterJson(withLine({ decision: 'needs_confirmation', selected: ONE, candidates: [ONE] }))
        : null,
    )
    await enterNumber('EGLV9876543')
    expect([text('line-ONEY'), chosenLines()]).toEqual(['ONEY Ocean Network Express88 % confidence', []])
    expect(text('number-check')).toBe('Most likely: Master B/L. Choose the line.')
    expect(text('add-line')).toContain('The service is not sure which line it is.')
    await click('add-start')
    expect([text('add-problem'), createdRequests(engine)]).toEqual(['Choose the line.', []])
    await chooseLine('line-ONEY')
    expect(text('number-check')).toBe('Ready to track. Most likely: Master B/L.')
    expect(text('add-line')).not.toContain('not sure')
    await click('add-start')
    expect(createdRequests(engine)).toMatchObject([{ scac: 'ONEY' }])
  })

  test('selects a line that the service is not sure of if the number has its SCAC, as in a list', async () => {
    const { engine } = await openAddDialog()
    await enterNumber('EGLV9876543')
    expect([text('line-EGLV'), chosenLines()]).toEqual(['EGLV Evergreen Line88 % confidence', ['line-EGLV']])
    expect(text('number-check')).toBe('Ready to track. Most likely: Master B/L.')
    await click('add-start')
    expect(createdRequests(engine)).toMatchObject([{ scac: 'EGLV' }])
  })

  test('marks the guess of Quaywatch if the service knows no line, and finds any line by name', async () => {
    const { engine } = await openAddDialog()
    engine.network.fault(({ url }) => (url.includes('infer_number') ? alterJson(withoutLine) : null))
    await enterNumber('MATS1234567')
    expect([text('line-MATS'), chosenLines(), text('add-line')]).toEqual([
      'MATS Matsonsuggested by Quaywatch from the prefix',
      ['line-MATS'],
      expect.stringContaining('The service cannot identify the line for this number.'),
    ])
    await type('line-search', 'yang')
    byTestId('line-search').focus()
    await press('Enter')
    expect([chosenLines(), text('line-YMLU')]).toEqual([['line-YMLU'], 'YMLU Yang Mingchosen by you'])
    await click('add-start')
    expect(createdRequests(engine)).toMatchObject([{ scac: 'YMLU' }])
  })

  test('saves while offline, sends nothing to the service, and shows when it will be sent', async () => {
    const { engine } = await openAddDialog({ engine: await startOffline() })
    await enterNumber('COSU6123456701')
    expect([text('add-note'), text('add-line')]).toEqual([
      'Quaywatch saves it, and sends it once the service responds.',
      expect.stringContaining('The service cannot identify the line now.'),
    ])
    expect([text('line-COSU'), engine.calls.some(({ name }) => name === 'tracking.infer')]).toEqual([
      'COSU COSCOsuggested by Quaywatch from the prefix',
      false,
    ])
    byTestId('add-number').focus()
    await press('Enter', { ctrlKey: true })
    await vi.waitFor(() => {
      expect(text('add-result')).toBe('COSU6123456701 saved, and sent once the service responds. Next number:')
    })
    await enterNumber('COSU6123456702')
    await click('add-start')
    await vi.waitFor(() => {
      expect(document.body.textContent).toContain('COSU6123456702 saved. Quaywatch sends it once the service responds')
    })
  })

  test('moves several pasted lines to the list, where all are checked, and empties the field', async () => {
    const { engine } = await openAddDialog()
    await enterNumber('COSU6123456701\nMATS1234567\nCOSU9999999901')
    expect([isShown('add-number'), all('[data-line]').length, createdRequests(engine)]).toEqual([false, 3, []])
  })

  test('explains that one line has several numbers, and takes them to the list', async () => {
    await openAddDialog()
    await enterNumber('COSU6123456701 MATS1234567')
    expect(text('add-several')).toBe('You entered several numbers. Add them as a list.')
    await click('add-list')
    expect([isShown('add-number'), all('[data-line]').length]).toEqual([false, 2])
  })

  test('Enter that confirms an input method creates no request', async () => {
    const { engine } = await openAddDialog()
    await enterNumber('COSU6123456701')
    for (const modifier of [{}, { ctrlKey: true }]) {
      byTestId('add-number').focus()
      await press('Enter', { isComposing: true, ...modifier })
    }
    expect([createdRequests(engine), isShown('add-number')]).toEqual([[], true])
  })

  test('Enter that confirms an input method selects no line', async () => {
    const { engine } = await openAddDialog()
    engine.network.fault(({ url }) => (url.includes('infer_number') ? alterJson(withoutLine) : null))
    await enterNumber('MATS1234567')
    await type('line-search', 'yang')
    byTestId('line-search').focus()
    await press('Enter', { isComposing: true })
    expect([chosenLines(), (byTestId('line-search') as HTMLInputElement).value]).toEqual([['line-MATS'], 'yang'])
  })

  test('Enter that confirms an input method ends no reference', async () => {
    await openAddDialog()
    await enterNumber('COSU6123456701')
    await type('add-ref', 'PO 77')
    byTestId('add-ref').focus()
    await press('Enter', { isComposing: true })
    expect([isShown('ref-chip'), (byTestId('add-ref') as HTMLInputElement).value]).toEqual([false, 'PO 77'])
  })

  test('continues with another number by Ctrl+Enter', async () => {
    const { engine } = await openAddDialog()
    await enterNumber('COSU6123456701')
    byTestId('add-number').focus()
    await press('Enter', { ctrlKey: true })
    expect([
      createdRequests(engine).length,
      text('add-result'),
      (byTestId('add-number') as HTMLTextAreaElement).value,
    ]).toEqual([1, 'COSU6123456701 saved. Next number:', ''])
  })

  test('shows why a number was not saved, and does not clear the form', async () => {
    const { engine } = await openAddDialog()
    await enterNumber('COSU6123456701')
    engine.network.unplug()
    // Another window adds the number first.
    engine.intercept('tracking.create', async (input, callEngine) => {
      await engine.client.call('tracking.create', input)
      return callEngine()
    })
    await click('add-start')
    expect([text('add-problem'), (byTestId('add-number') as HTMLTextAreaElement).value]).toEqual([
      expect.stringMatching(/^This number is already waiting to be sent\./),
      'COSU6123456701',
    ])
  })

  test('has the typed values after it is closed and opened again', async () => {
    await openAddDialog()
    await enterNumber('COSU6123456701')
    await click(byTestId('add-tracking-dialog').querySelector<HTMLElement>('header button')!)
    await press('n', { ctrlKey: true })
    const field = byTestId('add-number') as HTMLTextAreaElement
    expect([field.value, field.selectionStart, field.selectionEnd]).toEqual(['COSU6123456701', 0, 14])
  })

  test('restores references only for the number they were entered for', async () => {
    const { engine } = await openAddDialog()
    const leaveAndReturn = async () => {
      await click(byTestId('add-tracking-dialog').querySelector<HTMLElement>('header button')!)
      await press('n', { ctrlKey: true })
    }
    await enterNumber('COSU6123456701')
    await type('add-ref', 'PO-AAA')
    byTestId('add-ref').dispatchEvent(new FocusEvent('blur'))
    await leaveAndReturn()
    expect(all('[data-testid="ref-chip"]').map((chip) => chip.textContent.trim())).toEqual(['PO-AAA'])
    await enterNumber('COSU9999999901')
    expect(all('[data-testid="ref-chip"]')).toEqual([])
    await click('add-start')
    expect(createdRequests(engine)).toMatchObject([{ number: 'COSU9999999901', refs: [] }])
  })

  test('does not lose a reference while its number is corrected', async () => {
    await openAddDialog()
    await enterNumber('COSU6123456701')
    await type('add-ref', 'PO-AAA')
    byTestId('add-ref').dispatchEvent(new FocusEvent('blur'))
    await enterNumber('COSU6123456702')
    expect(all('[data-testid="ref-chip"]').map((chip) => chip.textContent.trim())).toEqual(['PO-AAA'])
  })
})

/** Starts an engine without a network, and waits until it has noticed that it is offline. */
async function startOffline() {
  const engine = await startScreenEngine({ containers: 7 })
  engine.network.unplug()
  await engine.clock.advanceUntil(async () => (await engine.client.call('sync.status', {})).state === 'offline')
  return engine
}

/** The service’s answer, without a shipping line. */
const withLine = (shipping_line: object) => (json: Record<string, unknown>) => {
  const data = json['data'] as { attributes: object }
  return { ...json, data: { ...data, attributes: { ...data.attributes, shipping_line } } }
}
const withoutLine = withLine({ decision: 'no_prediction', selected: null, candidates: [] })
