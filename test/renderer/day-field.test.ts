// Days are typed in the browser's own field, whatever its language; what was meant stands beside it in ours.
import { describe, expect, it } from 'vitest'
import { all, byTestId, click, open, setScreens, settled, type } from '#support/fake-screens.ts'

setScreens()

const besides = (testId: string) => document.getElementById(byTestId(testId).getAttribute('aria-describedby')?.split(' ').at(-1) ?? '')?.textContent

describe('a day that is typed', () => {
  it('stands beside its field with its weekday, as days do everywhere', async () => {
    await open({ path: '/lfd?container=container-0', rows: 7 })
    await click('manual-set')
    expect(besides('manual-date')).toBe('')
    await type('manual-date', '2026-12-11')
    expect(besides('manual-date')).toBe('Fri 11 Dec')
    await type('manual-date', '2027-12-11')
    expect(besides('manual-date')).toBe('Sat 11 Dec 2027')
  })

  it.each([
    ['a custom field', '/containers?container=container-0', 'change-custom-delivery_on', 'field-delivery_on'],
    ['what was read out of a document', '/documents?document=doc-0', 'change-read-invoice_date', 'field-invoice_date'],
  ])('has its year beside it where that is another one, in %s', async (_, path, pencil, field) => {
    await open({ path, rows: 7 })
    await click(pencil)
    await type(field, '2036-12-11')
    expect(besides(field)).toBe('Thu 11 Dec 2036')
    await type(field, '2026-12-11')
    expect(besides(field)).toBe('Fri 11 Dec')
  })

  it('is not told before its year is typed, nor of an empty field', async () => {
    await open({ path: '/lfd?container=container-0', rows: 7 })
    await click('manual-set')
    await type('manual-date', '0026-12-11')
    expect(besides('manual-date')).toBe('')
    await type('manual-date', '2026-12-11')
    await type('manual-date', '')
    expect(besides('manual-date')).toBe('')
  })

  it('is no part of what its field is called', async () => {
    await open({ path: '/lfd?container=container-0', rows: 7 })
    await click('manual-set')
    await type('manual-date', '2026-12-11')
    const label = byTestId('manual-date').closest('label')!
    label.querySelectorAll('[aria-hidden=true]').forEach((hidden) => { hidden.remove() })
    expect(label.textContent).toBe('Last free day')
  })

  it('goes on to where it is wanted, and away again when it was', async () => {
    await open({ path: '/settings', rows: 7 })
    await click('add-terminal')
    await type('closed-day', '2026-12-25')
    expect(besides('closed-day')).toBe('Fri 25 Dec')
    await click('add-closed-day')
    await settled()
    expect([besides('closed-day'), all('[data-testid=terminal-form] li').map(({ textContent }) => textContent.trim())]).toEqual(['', [expect.stringContaining('Fri 25 Dec')]])
  })
})
