// Many numbers at once: pasted, selected or dropped, and corrected in place.
import { createPinia } from 'pinia'
import { describe, expect, test } from 'vitest'
import type { BatchLine } from '#contract/batches.ts'
import type { ScreenEngine } from '#support/screen-engine.ts'
import { all, byTestId, click, flush, isShown, open, press, setScreens, text, type } from '#support/screens.ts'
import { useBatchDraft } from '../../../src/renderer/src/features/batch/batch-draft.ts'
import { makeCompoundFile, makeWorkbook } from '#support/workbooks.ts'
import { openBatch, pasteList, VALID_NUMBERS, changeValue, getLine, submitNumbers } from '#support/batch-screen.ts'

setScreens()
const chooseFile = async (name: string, bytes: BlobPart) => {
  const input = byTestId('list-chooser') as HTMLInputElement
  Object.defineProperty(input, 'files', { configurable: true, value: [new File([bytes], name)] })
  input.dispatchEvent(new Event('change', { bubbles: true }))
  // The workbook is unpacked piece by piece.
  await expect.poll(() => isShown('list-file') && text('list-file').startsWith('Reading')).toBe(false)
  await flush()
}
const chooseListFile = async (name: string, bytes: BlobPart) => {
  await chooseFile(name, bytes)
  await expect.poll(() => isShown('draft-rows')).toBe(true)
}
const dispatchDrag = (name: 'dragover' | 'drop', content: string) => {
  const event = new Event(name, { bubbles: true, cancelable: true })
  Object.assign(event, { dataTransfer: { types: ['Files'], files: [new File([content], 'drop.txt')] } })
  window.dispatchEvent(event)
  return event.defaultPrevented
}
const dropList = async (...lines: string[]) => {
  dispatchDrag('drop', lines.join('\n'))
  await flush()
}
const listOutcomes = () => all('[data-line]').map((row) => row.dataset['outcome'])
const listOrderedLines = (engine: ScreenEngine) =>
  engine.calls
    .filter(({ name }) => name === 'batches.create')
    .map(({ input }) => (input as { lines: BatchLine[] }).lines)

describe('a pasted list', () => {
  test('goes into the field that has focus at first', async () => {
    await openBatch()
    expect(document.activeElement).toBe(byTestId('list-text'))
  })

  test('remains in the field after a visit to another screen', async () => {
    const { router } = await openBatch()
    await type('list-text', 'COSU6123456701')
    await router.push({ name: 'today' })
    await flush()
    expect(isShown('list-text')).toBe(false)
    await router.push({ name: 'add-list' })
    await flush()
    expect((byTestId('list-text') as HTMLTextAreaElement).value).toBe('COSU6123456701')
  })

  test('is checked line by line, and nothing is sent', async () => {
    const { engine } = await openBatch()
    const [container] = await engine.rows()
    await pasteList(VALID_NUMBERS[0], 'PO 4711', VALID_NUMBERS[0], container!.number, 'MSCU1234567', 'ABC1234567')
    expect(listOutcomes()).toEqual(['ready', 'purchase-order', 'repeated', 'tracked', 'wrong-check-digit', 'unclear'])
    expect([text('order'), listOrderedLines(engine)]).toEqual(['Start tracking 1 number…', []])
  })

  test('asks for no kind of number if the only one that may be either is tracked already', async () => {
    const { engine } = await openBatch()
    const [container] = await engine.rows()
    engine.intercept('batches.assess', async (_, callEngine) => {
      const [unclear, tracked] = await callEngine()
      return [{ ...unclear!, tracked: tracked!.tracked }, tracked!]
    })
    await pasteList('ABC1234567', container!.number)
    expect([listOutcomes(), all('.unclear').length]).toEqual([['tracked', 'tracked'], 0])
  })

  test('calls a container number without its check digit a container, and says what is wrong', async () => {
    await openBatch()
    await pasteList('MSCU123456')
    expect([
      getLine(0)!.querySelector('td.type')?.textContent,
      getLine(0)!.querySelector('.word')?.textContent,
    ]).toEqual(['Container', 'Check digit wrong or missing'])
  })

  test('is corrected in place: number, check digit, type, and lines left out', async () => {
    await openBatch()
    await pasteList('PO 4711', 'MSCU1234567', 'ABC1234567', VALID_NUMBERS[1])
    await changeValue(getLine(0)?.querySelector('.number input'), VALID_NUMBERS[0])
    await click(getLine(1)!.querySelector<HTMLElement>('.fix')!)
    await click('scope-booking_number')
    getLine(3)!
      .querySelector<HTMLInputElement>('.send input')!
      .dispatchEvent(new Event('change', { bubbles: true }))
    await flush()
    expect(listOutcomes()).toEqual(['ready', 'ready', 'ready', 'excluded'])
  })

  test('warns of a number without a line until the user gives one', async () => {
    await openBatch()
    await pasteList(VALID_NUMBERS[0])
    await changeValue(getLine(0)?.querySelector('.scac input'), '')
    expect(text('line-missing')).toBe('No line given: slower, and may fail')
    await changeValue(getLine(0)?.querySelector('.scac input'), 'MAEU')
    expect(isShown('line-missing')).toBe(false)
  })

  test('says why a purchase order is not tracked, and leaves it out with one click', async () => {
    await openBatch()
    await pasteList('PO 4711', VALID_NUMBERS[0])
    expect(getLine(0)?.textContent).toContain('Lines do not know it.')
    await click('leave-out')
    expect([listOutcomes(), isShown('leave-out')]).toEqual([['excluded', 'ready'], false])
  })

  test('has its lines in the order of the list, also while the user corrects them or leaves them out', async () => {
    await openBatch()
    await pasteList(VALID_NUMBERS[0], VALID_NUMBERS[1], 'PO 4711', 'MSCU1234567')
    const listLineIndexes = () => all('[data-line]').map((row) => row.dataset['line'])
    expect(listLineIndexes()).toEqual(['0', '1', '2', '3'])
    await click(getLine(3)!.querySelector<HTMLElement>('.fix')!)
    await changeValue(getLine(1)?.querySelector('.number input'), 'PO 4712')
    getLine(0)!
      .querySelector<HTMLInputElement>('.send input')!
      .dispatchEvent(new Event('change', { bubbles: true }))
    await flush()
    expect([listLineIndexes(), listOutcomes()]).toEqual([
      ['0', '1', '2', '3'],
      ['excluded', 'purchase-order', 'purchase-order', 'ready'],
    ])
  })

  test('is filtered by result', async () => {
    await openBatch()
    await pasteList(VALID_NUMBERS[0], 'PO 4711', 'PO 4712')
    await click('count-purchase-order')
    expect(all('[data-line]').map((row) => row.dataset['line'])).toEqual(['1', '2'])
  })

  test('shows the cost, the count, and the reasons for the other lines before it is sent', async () => {
    const { engine } = await openBatch()
    await pasteList(VALID_NUMBERS[0], VALID_NUMBERS[1], 'PO 4711', VALID_NUMBERS[0])
    await click('order')
    expect(text('confirm-order')).toMatch(
      /Start tracking 2 numbers\?They use 2 tracked shipments of your plan, one each\.2 lines left out:/,
    )
    expect(all('[data-testid="confirm-order"] li').map(({ textContent }) => textContent.trim())).toEqual([
      '1 × Purchase order',
      '1 × Duplicate',
    ])
    expect(listOrderedLines(engine)).toEqual([])
    await click('confirm-order-act')
    expect(listOrderedLines(engine)).toMatchObject([
      [
        { request: { number: VALID_NUMBERS[0], type: 'bill_of_lading', scac: 'COSU' } },
        { request: { number: VALID_NUMBERS[1] } },
        { request: null, left: 'purchase-order' },
        { request: null, left: 'repeated' },
      ],
    ])
  })

  test('costs nothing with sample data', async () => {
    await open({ path: '/requests/add', rows: 7, host: { isSample: true } })
    await pasteList(VALID_NUMBERS[0])
    await click('order')
    expect(text('confirm-order')).toContain('This is sample data: nothing is charged.')
  })
})

describe('a file', () => {
  test('keeps corrections and the page when the column of references or lines changes, and drops them with the numbers', async () => {
    await openBatch()
    const rows = Array.from({ length: 501 }, (_, index) => `COSU7${String(index).padStart(9, '0')};;PO-${index}`)
    await chooseListFile('week 47.csv', ['MBL;Line;Bestellung', ...rows].join('\n'))
    await click('page-next')
    await changeValue(getLine(500)?.querySelector('.number input'), VALID_NUMBERS[0])
    await changeValue(byTestId('column-line'), '-1')
    await click('column-refs')
    all('.choice input')[2]!.dispatchEvent(new Event('change', { bubbles: true }))
    await flush()
    expect(text('column-refs')).toBe('References: column Bestellung')
    const readCorrectedLine = () => [
      text('page'),
      (getLine(500)?.querySelector('.number input') as HTMLInputElement | null)?.value,
      getLine(500)?.querySelector('.refs')?.textContent,
    ]
    expect(readCorrectedLine()).toEqual(['Lines 501–501 of 501', VALID_NUMBERS[0], 'PO-500'])
    await changeValue(byTestId('column-number'), '2')
    await click('page-next')
    expect(readCorrectedLine()).toEqual(['Lines 501–501 of 501', 'PO-500', 'PO-500'])
  })

  test('as CSV has its columns detected, shown and changed', async () => {
    const { engine } = await openBatch()
    await chooseListFile(
      'week 47.csv',
      `Container;MBL;SCAC;PO\nx;${VALID_NUMBERS[0]};MAEU;PO-1\nx;${VALID_NUMBERS[1]};;PO-2\n`,
    )
    expect([text('list-name'), (byTestId('column-number') as HTMLSelectElement).value, listOutcomes()]).toEqual([
      'week 47.csv',
      '1',
      ['ready', 'ready'],
    ])
    await submitNumbers()
    expect(listOrderedLines(engine)).toMatchObject([
      [
        { request: { number: VALID_NUMBERS[0], scac: 'MAEU', refs: ['PO-1'] } },
        { request: { number: VALID_NUMBERS[1], scac: 'COSU', refs: ['PO-2'] } },
      ],
    ])
  })

  test('as a workbook can have several sheets', async () => {
    await openBatch()
    await chooseListFile(
      'plan.xlsx',
      makeWorkbook({
        Notes: [['hello']],
        Containers: [
          ['MBL', 'Ref'],
          [VALID_NUMBERS[0], 'F 1'],
          [VALID_NUMBERS[1], 'F 2'],
        ],
      }),
    )
    await changeValue(byTestId('sheet'), '1')
    expect(listOutcomes()).toEqual(['ready', 'ready'])
    await changeValue(byTestId('column-number'), '1')
    expect(listOutcomes()).not.toEqual(['ready', 'ready'])
  })

  test('that is locked shows what to do, and the text field stays', async () => {
    await openBatch()
    await chooseFile('secret.xlsx', makeCompoundFile('EncryptedPackage'))
    await expect
      .poll(() => document.body.textContent)
      .toContain('This workbook is password-protected. Open it in Excel, save a copy without the password')
    expect(isShown('list-text')).toBe(true)
  })

  test('dropped on any screen is checked after the user confirms that it is a list', async () => {
    const { router } = await open({ path: '/lfd', rows: 7 })
    const list = VALID_NUMBERS.join('\n')
    expect(dispatchDrag('dragover', list)).toBe(true)
    await flush()
    expect(text('file-drop')).toBe('Drop documents to upload them, or a CSV or XLSX list to track its numbers')
    expect(dispatchDrag('drop', list)).toBe(true)
    await flush()
    await click('ask-list')
    await expect.poll(() => router.currentRoute.value.name).toBe('add-list')
    await flush()
    expect(listOutcomes()).toEqual(['ready', 'ready', 'ready'])
  })
})

describe('another list', () => {
  test('replaces one with corrections only after a confirmation', async () => {
    await openBatch()
    await pasteList('PO 4711', VALID_NUMBERS[1])
    await changeValue(getLine(0)?.querySelector('.number input'), VALID_NUMBERS[0])
    await dropList(...VALID_NUMBERS)
    await expect.poll(() => isShown('replace-list-keep')).toBe(true)
    expect(text('replace-list')).toContain(
      '“Pasted list” has corrections or lines you have not ordered yet. Replacing it with “drop.txt” discards them.',
    )
    await click('replace-list-keep')
    expect([text('list-name'), listOutcomes()]).toEqual(['Pasted list', ['ready', 'ready']])
    await dropList(...VALID_NUMBERS)
    await expect.poll(() => isShown('replace-list-act')).toBe(true)
    await click('replace-list-act')
    expect([text('list-name'), listOutcomes().length]).toEqual(['drop.txt', 3])
  })

  test('replaces one without corrections at once', async () => {
    await openBatch()
    await pasteList('PO 4711')
    await dropList(...VALID_NUMBERS)
    await expect.poll(() => listOutcomes().length).toBe(3)
    expect(isShown('replace-list-keep')).toBe(false)
  })

  test('with one sheet that is too long opens at the other sheet, with a short name', () => {
    const draft = useBatchDraft(createPinia())
    draft.beginDraft('n'.repeat(250), [
      { name: 'Stock', rows: Array.from({ length: 20_002 }, () => ['x']) },
      { name: 'List', rows: [[VALID_NUMBERS[0]]] },
    ])
    expect([draft.sheet, draft.name?.length]).toEqual([1, 200])
  })

  test('of 6,000 lines is accepted from the field of one number, and one of 20,002 lines is refused', async () => {
    await openBatch()
    await press('n', { ctrlKey: true })
    const pasteIntoField = async (lines: number) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', Array.from({ length: lines }, () => 'PO 4711').join('\n'))
      byTestId('add-number').dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      )
      await flush()
    }
    await pasteIntoField(20_002)
    expect([document.body.textContent.includes('This file has too many lines.'), isShown('list-name')]).toEqual([
      true,
      false,
    ])
    await pasteIntoField(6_000)
    expect(document.body.textContent).toContain('6,000 lines')
  })
})
