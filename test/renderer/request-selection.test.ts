// Several requests at once, and what is said about it where a dialog is open.
import { describe, expect, it } from 'vitest'
import { startUnsent } from '#support/request-states.ts'
import { startScreenEngine } from '#support/screen-engine.ts'
import { all, byTestId, click, column, open, press, setScreens, settled } from '#support/screens.ts'

setScreens()

/** Stands on the first row in this state. */
async function standOn(state: string) {
  await click(all(`[data-row="${column('state').indexOf(state)}"] [data-key="number"]`)[0]!)
}

describe('a request', () => {
  it('is dismissed with all others that are selected and have ended; those under way stay, and all come back at once', async () => {
    const { engine } = await open({ engine: await startUnsent(), path: '/requests' })
    const before = column('number')
    await standOn('Failed')
    await press('a', { ctrlKey: true })
    await click('dismiss-selected')
    expect(new Set(column('state'))).toEqual(new Set(['Waits to be sent', 'Asking the line', 'Awaiting line data']))
    expect(document.body.textContent).toMatch(/\d+ requests dismissed\. 4 still under way stay/)
    await click('undo')
    expect([column('number'), engine.calls.filter(({ name }) => name === 'tracking.dismiss').length]).toEqual([
      before,
      8,
    ])
    await standOn('Failed')
    await press('ArrowDown', { ctrlKey: true, shiftKey: true })
    await press('e')
    expect(column('number')).toEqual([...before.slice(0, 5), before[7]])
  })
})

describe('what is said in passing', () => {
  it('is inside the open dialog, where it can be seen and pressed', async () => {
    const { engine } = await open({ engine: await startScreenEngine(), path: '/requests' })
    await standOn('Failed')
    await press('e')
    await press('g')
    await press('n')
    await settled()
    expect(byTestId('add-tracking-dialog').contains(byTestId('undo'))).toBe(true)
    await click('undo')
    expect(engine.calls.findLast(({ name }) => name === 'tracking.dismiss')?.input).toMatchObject({
      isDismissed: false,
    })
  })
})
