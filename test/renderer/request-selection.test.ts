// Several requests at once, and what is said about it where a dialog is open.
import { describe, expect, it } from 'vitest'
import { all, byTestId, click, column, open, press, setScreens, settled } from '#support/screens.ts'

setScreens()

/** Stands on the first row in this state. */
async function standOn(state: string) {
  await click(all(`[data-row="${column('state').indexOf(state)}"] [data-key="number"]`)[0]!)
}

describe('a request', () => {
  it('is dismissed with all others that are selected and have ended; those under way stay, and all come back at once', async () => {
    const { engine } = await open({ path: '/requests', rows: 23 })
    const before = column('number')
    await standOn('Failed')
    await press('a', { ctrlKey: true })
    await click('dismiss-selected')
    expect(new Set(column('state'))).toEqual(new Set(['Asking the line', 'Waits to be sent', 'Awaiting line data', 'Being sent']))
    expect(document.body.textContent).toMatch(/\d+ requests dismissed\. 7 still under way stay/)
    await click('undo')
    expect([column('number'), engine.calls.filter(({ name }) => name === 'tracking.dismiss').length > 4]).toEqual([before, true])
    await standOn('Failed')
    await press('ArrowDown', { ctrlKey: true, shiftKey: true })
    await press('e')
    expect(column('number').slice(0, 4)).toEqual(before.slice(1, 5))
  })
})

describe('what is said in passing', () => {
  it('stands inside the dialog that is open, where it can be seen and pressed', async () => {
    const { engine } = await open({ path: '/requests', rows: 23 })
    await standOn('Failed')
    await press('e')
    await press('g')
    await press('n')
    await settled()
    expect(byTestId('add-tracking-dialog').contains(byTestId('undo'))).toBe(true)
    await click('undo')
    expect(engine.calls.findLast(({ name }) => name === 'tracking.dismiss')?.input).toMatchObject({ isDismissed: false })
  })
})
