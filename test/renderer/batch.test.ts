// Many numbers at once, on screen: pasted, chosen or dropped, mended in place, ordered with the cost named, followed and
// taken back into the sheet they came from.
import { createPinia } from 'pinia'
import { describe, expect, it } from 'vitest'
import type { BatchLine } from '#contract/batches.ts'
import { AppError } from '#contract/errors.ts'
import type { HttpRequest } from '#engine/outside/http.ts'
import type { Fault } from '#support/network.ts'
import type { ScreenEngine } from '#support/screen-engine.ts'
import { all, byTestId, click, copied, isShown, open, press, setScreens, settled, text, type } from '#support/screens.ts'
import { useBatchDraft } from '../../src/renderer/src/features/batch/batch-draft.ts'
import { makeCompound, makeWorkbook } from '#support/workbooks.ts'

setScreens()

const GOOD = ['COSU6123456701', 'COSU6123456702', 'COSU6123456703'] as const

const begin = (rows = 7) => open({ path: '/requests/add', rows })
const paste = async (...lines: string[]) => {
  await type('list-text', lines.join('\n'))
  byTestId('list-judge').closest('form')?.requestSubmit()
  await settled()
}
const choose = async (name: string, bytes: BlobPart) => {
  const input = byTestId('list-chooser') as HTMLInputElement
  Object.defineProperty(input, 'files', { configurable: true, value: [new File([bytes], name)] })
  input.dispatchEvent(new Event('change', { bubbles: true }))
  // The workbook is unpacked piece by piece.
  await expect.poll(() => isShown('list-file') && text('list-file').startsWith('Reading')).toBe(false)
  await settled()
}
const chosen = async (name: string, bytes: BlobPart) => {
  await choose(name, bytes)
  await expect.poll(() => isShown('draft-rows')).toBe(true)
}
const outcomes = () => all('[data-line]').map((row) => row.dataset['outcome'])
const change = async (element: Element | null | undefined, value: string) => {
  if (!(element instanceof HTMLInputElement || element instanceof HTMLSelectElement)) throw new Error('there is something to change')
  element.value = value
  element.dispatchEvent(new Event('change', { bubbles: true }))
  await settled()
}
const line = (place: number) => document.querySelector(`[data-line="${place}"]`)
const order = async () => {
  await click('order')
  await click('confirm-order-act')
}
const ordered = (engine: ScreenEngine) => engine.calls.filter(({ name }) => name === 'batches.create').map(({ input }) => (input as { lines: BatchLine[] }).lines)

describe('a pasted list', () => {
  it('is judged line by line, nothing of it sent', async () => {
    const { engine } = await begin()
    const [box] = await engine.rows()
    await paste(GOOD[0], 'PO 4711', GOOD[0], box!.number, 'MSCU1234567', 'ABC1234567')
    expect(outcomes()).toEqual(['ready', 'purchase-order', 'repeated', 'tracked', 'wrong-check-digit', 'unclear'])
    expect([text('order'), ordered(engine)]).toEqual(['Start tracking 1 number…', []])
  })

  it('is mended in place: another number, the right check digit, a type for what is unclear, a line left out', async () => {
    await begin()
    await paste('PO 4711', 'MSCU1234567', 'ABC1234567', GOOD[1])
    await change(line(0)?.querySelector('.number input'), GOOD[0])
    await click(line(1)!.querySelector<HTMLElement>('.fix')!)
    await click('scope-booking_number')
    line(3)!.querySelector<HTMLInputElement>('.send input')!.dispatchEvent(new Event('change', { bubbles: true }))
    await settled()
    expect(outcomes()).toEqual(['ready', 'ready', 'ready', 'excluded'])
  })

  it('is shown by kind', async () => {
    await begin()
    await paste(GOOD[0], 'PO 4711', 'PO 4712')
    await click('count-purchase-order')
    expect(all('[data-line]').map((row) => row.dataset['line'])).toEqual(['1', '2'])
  })

  it('names the cost, how many are sent and why the others are not, before anything is sent', async () => {
    const { engine } = await begin()
    await paste(GOOD[0], GOOD[1], 'PO 4711', GOOD[0])
    await click('order')
    expect(text('confirm-order')).toMatch(/Start tracking 2 numbers\?Each counts as one tracked shipment with your plan: 2 in all\.2 lines are left out: 1 Purchase order, 1 Repeated\./)
    expect(ordered(engine)).toEqual([])
    await click('confirm-order-act')
    expect(ordered(engine)).toMatchObject([[{ request: { number: GOOD[0], type: 'bill_of_lading', scac: 'COSU' } }, { request: { number: GOOD[1] } }, { request: null, left: 'purchase-order' }, { request: null, left: 'repeated' }]])
  })

  it('says of sample data that nothing is paid', async () => {
    await open({ path: '/requests/add', rows: 7, host: { isSample: true } })
    await paste(GOOD[0])
    await click('order')
    expect(text('confirm-order')).toContain('This is sample data: nothing is paid.')
  })
})

describe('a file', () => {
  it('keeps what was mended by hand, and the page, when only the references or the line are taken from another column', async () => {
    await begin()
    const rows = Array.from({ length: 501 }, (_, place) => `COSU7${String(place).padStart(9, '0')};;PO-${place}`)
    await chosen('week 47.csv', ['MBL;Line;Bestellung', ...rows].join('\n'))
    await click('page-next')
    await change(line(500)?.querySelector('.number input'), GOOD[0])
    await change(byTestId('column-line'), '-1')
    await click('column-refs')
    all('.choice input')[2]!.dispatchEvent(new Event('change', { bubbles: true }))
    await settled()
    const mended = () => [text('page'), (line(500)?.querySelector('.number input') as HTMLInputElement | null)?.value, line(500)?.querySelector('.refs')?.textContent]
    expect(mended()).toEqual(['Lines 501–501 of 501', GOOD[0], 'PO-500'])
    await change(byTestId('column-number'), '2')
    await click('page-next')
    expect(mended()).toEqual(['Lines 501–501 of 501', 'PO-500', 'PO-500'])
  })

  it('as CSV: columns are guessed, seen and changed', async () => {
    const { engine } = await begin()
    await chosen('week 47.csv', `Container;MBL;SCAC;PO\nx;${GOOD[0]};MAEU;PO-1\nx;${GOOD[1]};;PO-2\n`)
    expect([text('list-name'), (byTestId('column-number') as HTMLSelectElement).value, outcomes()]).toEqual(['week 47.csv', '1', ['ready', 'ready']])
    await order()
    expect(ordered(engine)).toMatchObject([[{ request: { number: GOOD[0], scac: 'MAEU', refs: ['PO-1'] } }, { request: { number: GOOD[1], scac: 'COSU', refs: ['PO-2'] } }]])
  })

  it('as a workbook with several sheets', async () => {
    await begin()
    await chosen('plan.xlsx', makeWorkbook({ Notes: [['hello']], Boxes: [['MBL', 'Ref'], [GOOD[0], 'F 1'], [GOOD[1], 'F 2']] }))
    await change(byTestId('sheet'), '1')
    expect(outcomes()).toEqual(['ready', 'ready'])
    await change(byTestId('column-number'), '1')
    expect(outcomes()).not.toEqual(['ready', 'ready'])
  })

  it('that is locked says so and what to do, and the list that was there stays', async () => {
    await begin()
    await choose('secret.xlsx', makeCompound('EncryptedPackage'))
    await expect.poll(() => document.body.textContent).toContain('This workbook is protected with a password. Open it in Excel, save a copy without the password')
    expect(isShown('list-text')).toBe(true)
  })

  it('dropped on any screen is gone through once it was said to be a list', async () => {
    const { router } = await open({ path: '/lfd', rows: 7 })
    const drop = (name: string) => {
      const event = new Event(name, { bubbles: true, cancelable: true })
      Object.assign(event, { dataTransfer: { types: ['Files'], files: [new File([GOOD.join('\n')], 'drop.txt')] } })
      window.dispatchEvent(event)
      return event.defaultPrevented
    }
    expect(drop('dragover')).toBe(true)
    await settled()
    expect(text('file-drop')).toBe('Drop documents to upload them, or a CSV or XLSX list to track its numbers')
    expect(drop('drop')).toBe(true)
    await settled()
    await click('ask-list')
    await expect.poll(() => router.currentRoute.value.name).toBe('add-list')
    await settled()
    expect(outcomes()).toEqual(['ready', 'ready', 'ready'])
  })
})

describe('another list', () => {
  const drop = async (...lines: string[]) => {
    const event = new Event('drop', { bubbles: true, cancelable: true })
    Object.assign(event, { dataTransfer: { types: ['Files'], files: [new File([lines.join('\n')], 'drop.txt')] } })
    window.dispatchEvent(event)
    await settled()
  }

  it('takes the place of one with corrections only when told', async () => {
    await begin()
    await paste('PO 4711', GOOD[1])
    await change(line(0)?.querySelector('.number input'), GOOD[0])
    await drop(...GOOD)
    await expect.poll(() => isShown('replace-list-keep')).toBe(true)
    expect(text('replace-list')).toContain('“Pasted list” has corrections or lines that are not ordered yet. They are lost when “drop.txt” replaces it.')
    await click('replace-list-keep')
    expect([text('list-name'), outcomes()]).toEqual(['Pasted list', ['ready', 'ready']])
    await drop(...GOOD)
    await expect.poll(() => isShown('replace-list-act')).toBe(true)
    await click('replace-list-act')
    expect([text('list-name'), outcomes().length]).toEqual(['drop.txt', 3])
  })

  it('takes the place of one that was only pasted, at once', async () => {
    await begin()
    await paste('PO 4711')
    await drop(...GOOD)
    await expect.poll(() => outcomes().length).toBe(3)
    expect(isShown('replace-list-keep')).toBe(false)
  })

  it('with a sheet too long beside it opens at the one that is not, under a name that fits', () => {
    const draft = useBatchDraft(createPinia())
    draft.begin('n'.repeat(250), [{ name: 'Stock', rows: Array.from({ length: 20_002 }, () => ['x']) }, { name: 'List', rows: [[GOOD[0]]] }])
    expect([draft.sheet, draft.name?.length]).toEqual([1, 200])
  })

  it('of any length is taken whole from the box of one number, unless nobody could go through it', async () => {
    await begin()
    await press('n', { ctrlKey: true })
    const pasteInBox = async (lines: number) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', Array.from({ length: lines }, () => 'PO 4711').join('\n'))
      byTestId('add-number').dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
      await settled()
    }
    await pasteInBox(20_002)
    expect([document.body.textContent.includes('This file has too many lines.'), isShown('list-name')]).toEqual([true, false])
    await pasteInBox(6_000)
    expect(document.body.textContent).toContain('6,000 lines')
  })
})

describe('an order', () => {
  const begun = async (...numbers: string[]) => {
    const opened = await begin()
    opened.engine.network.unplug()
    await paste('PO 4711', ...(numbers.length > 0 ? numbers : GOOD.slice(0, 2)))
    await order()
    return opened
  }
  const stateOf = async ({ client }: ScreenEngine, number: string) =>
    (await client.call('tracking.list', { filter: { scope: 'all', text: number }, sort: [], window: { offset: 0, limit: 1 } })).rows[0]?.state
  const planLimit: Fault = { kind: 'answer', status: 422, contentType: 'application/vnd.api+json', body: '{"errors":[{"code":"limit_reached","detail":"Plan limit reached."}]}' }
  /** The network is back, and this becomes of what is sent. */
  const sendUntil = async (engine: ScreenEngine, fault: (request: HttpRequest) => Fault | null, isSo: () => Promise<boolean>) => {
    engine.network.fault((request) => (request.method === 'POST' && request.url.endsWith('/tracking_requests') ? fault(request) : null))
    engine.network.plug()
    await engine.clock.advanceUntil(isSo)
    await settled()
  }

  it('shows each line in the order of the list, and what became of it', async () => {
    // The service’s number for a request that fails.
    const { engine } = await begun(GOOD[0], 'TESTTRFAILED')
    const words = () => all('[data-testid="order-line"] .word').map(({ textContent }) => textContent)
    expect(words()).toEqual(['Left out: Purchase order', 'Waits to be sent', 'Waits to be sent'])
    await sendUntil(engine, () => null, async () => (await stateOf(engine, 'TEST-TR-FAILED')) === 'failed')
    expect(words()).toEqual(['Left out: Purchase order', expect.stringMatching(/^(Asking the line|Tracked)/), 'Failed'])
    await click('count-failed')
    expect(all('[data-testid="order-line"]').length).toBe(1)
  })

  it('is copied in the order of the list, as a spreadsheet takes it', async () => {
    await begun()
    await click('copy-results')
    expect(copied[0]?.split('\n').map((row) => row.split('\t').slice(0, 5))).toEqual([
      ['As listed', 'Number', 'Type', 'Line', 'Outcome'],
      ['PO 4711', '', '', '', 'Left out: Purchase order'],
      [GOOD[0], GOOD[0], 'Master B/L', 'COSU', 'Waits to be sent'],
      [GOOD[1], GOOD[1], 'Master B/L', 'COSU', 'Waits to be sent'],
    ])
  })

  /** Blank lines cost a test the least time. */
  const long = async () => {
    const opened = await begin()
    opened.engine.network.unplug()
    await paste(GOOD[0], ...Array.from({ length: 500 }, () => ''), 'PO 4711', GOOD[1])
    await order()
    return opened
  }

  it('of the first five hundred goes on with the lines that are left, also when they are the last', async () => {
    await long()
    await click('next-lines')
    expect([text('page'), all('[data-line]').map((row) => row.dataset['line'])]).toEqual(['Lines 501–503 of 503', ['500', '501', '502']])
  })

  it('numbers its lines as the list does: counted on over pages, blank ones with them, also when one kind is shown', async () => {
    await long()
    await click('next-lines')
    await order()
    await click('count-waits')
    expect(all('[data-testid="order-line"] .place').map(({ textContent }) => textContent)).toEqual(['503'])
  })

  it('held back by a full plan says what waits and goes on when told', async () => {
    const { engine } = await begun()
    await sendUntil(engine, () => planLimit, async () => (await engine.client.call('batches.hold', {})) !== null)
    expect(text('plan-hold')).toBe('Your plan allows no more numbers: 2 wait on this computer. The service said: “Plan limit reached.”Go on sending')
    engine.network.fault(null)
    await click(byTestId('plan-hold').querySelector('button')!)
    expect(isShown('plan-hold')).toBe(false)
  })

  it('is taken back as far as it has not left, and found again among the earlier lists', async () => {
    const { engine } = await begun()
    await sendUntil(engine, ({ body }) => (typeof body === 'string' && body.includes(GOOD[1]) ? { kind: 'fail', reason: 'unreachable' } : null), async () => (await stateOf(engine, GOOD[0])) === 'pending')
    await click('take-back')
    expect(all('[data-testid="order-line"] .word').map(({ textContent }) => textContent)).toEqual(['Left out: Purchase order', 'Asking the line', 'Taken back'])
    await click('start-over')
    expect(text('earlier-list')).toContain('2 of 3 ordered')
    await click('earlier-list')
    expect(isShown('order-rows')).toBe(true)
  })

  it('is compared with what is tracked: what no line names is listed and copied', async () => {
    const { engine } = await begin()
    const [box] = await engine.rows()
    await paste(box!.number)
    await click('compare')
    const others = new Set((await engine.rows()).filter(({ trackingStoppedAt }) => trackingStoppedAt === null).map(({ shipmentId }) => shipmentId)).size - 1
    expect(text('compare-count')).toContain(`${others} tracked shipment`)
    await click('compare-copy')
    expect(copied[0]?.split('\n').length).toBe(others + 1)
    expect(copied[0]).not.toContain(box!.number)
  })

  const compared = (engine: ScreenEngine) => engine.calls.filter(({ name }) => name === 'batches.untold').map(({ input }) => (input as { numbers: string[] }).numbers)

  it('is compared by its numbers as corrected, left out or not, before the order and after it', async () => {
    const { engine } = await begin()
    const [box] = await engine.rows()
    await paste('PO 4711', 'COSU6123456700', GOOD[1])
    await change(line(0)?.querySelector('.number input'), box!.number)
    await change(line(1)?.querySelector('.number input'), GOOD[0])
    await click('compare')
    await click(byTestId('compare-dialog').querySelector('button')!)
    await order()
    await click('compare')
    expect(compared(engine)).toEqual([[box!.number, GOOD[0], GOOD[1]], [box!.number, GOOD[0], GOOD[1]]])
  })

  it('is compared with all its pages, and says why where there is no answer', async () => {
    const { engine } = await long()
    await click('compare')
    expect(compared(engine)).toEqual([[GOOD[0], 'PO 4711', GOOD[1]]])
    engine.between('batches.untold', () => Promise.reject(new AppError('contract/invalid-input')))
    await click(byTestId('compare-dialog').querySelector('button')!)
    await click('compare')
    expect(text('compare-failure')).toContain('a request that it does not accept')
  })
})
