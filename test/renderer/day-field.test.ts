// The user types days in the browser's own field, in the browser's language. The page shows the parsed day beside it.
import { readFileSync, readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { addFieldsOfEveryKind } from '#support/account.ts'
import { pdfLines } from '#support/pdf.ts'
import { startScreenEngine } from '#support/screen-engine.ts'
import { wakeUploader, spool, untilDocuments } from '#support/spooled.ts'
import { dateStyle } from '../../src/renderer/src/words/dates.ts'
import { all, byTestId, click, flush, isShown, open, setScreens, type } from '#support/screens.ts'

setScreens()

/** Opens the panel of a container whose free time is running. */
async function openContainer() {
  const engine = await startScreenEngine({ containers: 7, writeAccount: addFieldsOfEveryKind })
  const container = (await engine.rows()).find(({ lastFreeDay }) => lastFreeDay.clock === 'running')!
  return open({ path: `/containers?container=${container.id}`, engine })
}

/** Opens the panel of an invoice that was read. */
async function openInvoice() {
  const engine = await startScreenEngine({ containers: 7, writeAccount: addFieldsOfEveryKind })
  spool(engine, pdfLines('COMMERCIAL INVOICE', 'Invoice No: K-118', 'Invoice Date: 2026-10-14'))
  await wakeUploader(engine)
  const [row] = await untilDocuments(engine, ([row]) => row?.state === 'needs-link')
  return open({ path: `/documents?document=${row!.id}`, engine })
}

const getTextBeside = (testId: string) =>
  document.getElementById(byTestId(testId).getAttribute('aria-describedby')?.split(' ').at(-1) ?? '')?.textContent

describe('a typed day', () => {
  test('is shown beside its field with its weekday', async () => {
    await openContainer()
    await click('manual-set')
    expect(getTextBeside('manual-date')).toBe('')
    await type('manual-date', '2026-12-11')
    expect(getTextBeside('manual-date')).toBe('Fri 11 Dec')
    await type('manual-date', '2027-12-11')
    expect(getTextBeside('manual-date')).toBe('Sat 11 Dec 2027')
  })

  test.each([
    ['a custom field', openContainer, 'change-custom-delivery_on', 'field-delivery_on'],
    ['a value that was read from a document', openInvoice, 'change-read-invoice_date', 'field-invoice_date'],
  ])('is shown with its year if that is not the current year, in %s', async (_, openPanel, editButton, field) => {
    await openPanel()
    await click(editButton)
    await type(field, '2036-12-11')
    expect(getTextBeside(field)).toBe('Thu 11 Dec 2036')
    await type(field, '2026-12-11')
    expect(getTextBeside(field)).toBe('Fri 11 Dec')
  })

  test('is not shown before its year is typed, nor for an empty field', async () => {
    await openContainer()
    await click('manual-set')
    await type('manual-date', '0026-12-11')
    expect(getTextBeside('manual-date')).toBe('')
    await type('manual-date', '2026-12-11')
    await type('manual-date', '')
    expect(getTextBeside('manual-date')).toBe('')
  })

  test('is not part of the label of its field', async () => {
    await openContainer()
    await click('manual-set')
    await type('manual-date', '2026-12-11')
    const label = byTestId('manual-date').closest('label')!
    label.querySelectorAll('[aria-hidden=true]').forEach((hidden) => hidden.remove())
    expect(label.textContent).toBe('Last free day')
  })

  test('is shown beside the field for closed days until it is added', async () => {
    await open({ path: '/settings', rows: 7 })
    await click('add-terminal')
    await type('closed-day', '2026-12-25')
    expect(getTextBeside('closed-day')).toBe('Fri 25 Dec')
    await click('add-closed-day')
    await flush()
    expect([
      getTextBeside('closed-day'),
      all('[data-testid=terminal-form] li').map(({ textContent }) => textContent.trim()),
    ]).toEqual(['', [expect.stringContaining('Fri 25 Dec')]])
  })
})

const openPast = () => open({ path: '/past' })

async function openEvidence() {
  const engine = await startScreenEngine({ containers: 7 })
  return open({ path: `/containers/${(await engine.rows())[0]!.id}/dispute`, engine })
}

async function openSlotField() {
  await openContainer()
  await click('change-custom-slot_at')
}

describe('a typed moment', () => {
  test.each([
    ['the board at a past moment', openPast, 'past-at'],
    ['the evidence of a container', openEvidence, 'dispute-then-at'],
    ['a custom field', openSlotField, 'field-slot_at'],
  ])(
    'is shown beside its field with its weekday and in the chosen style of dates, in %s',
    async (_, openForm, field) => {
      await openForm()
      await vi.waitFor(() => expect(isShown(field)).toBe(true))
      await type(field, '2026-11-17T08:30')
      expect(getTextBeside(field)).toBe('Tue 17 Nov 08:30')
      dateStyle.value = 'iso'
      await flush()
      expect(getTextBeside(field)).toBe('Tue 2026-11-17 08:30')
    },
  )

  test('is typed in DayField only, as each day', () => {
    const rendererDir = resolve(import.meta.dirname, '../../src/renderer/src')
    const filesWithDateFields = readdirSync(rendererDir, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.vue'))
      .filter((name) =>
        /type="date|datetime-local/.test(readFileSync(resolve(rendererDir, name), 'utf8').split('</script>').at(-1)!),
      )
    expect(filesWithDateFields.map((name) => name.replaceAll('\\', '/'))).toEqual(['ui/DayField.vue'])
  })
})
