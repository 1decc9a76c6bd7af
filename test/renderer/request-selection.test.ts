// Dismissing several requests at once, and the toast while a dialog is open.
import { describe, expect, test } from 'vitest'
import { startWithUnsentRequest } from '#support/request-states.ts'
import { startScreenEngine } from '#support/screen-engine.ts'
import { all, byTestId, click, column, flush, open, press, setScreens } from '#support/screens.ts'

setScreens()

/** Activates the first row in this state. */
async function activateRow(state: string) {
  await click(all(`[data-row="${column('state').indexOf(state)}"] [data-key="number"]`)[0]!)
}

describe('a request', () =>
  test('is dismissed with all selected requests that have ended, and one Undo restores them', async () => {
    const { engine } = await open({ engine: await startWithUnsentRequest(), path: '/requests' })
    const numbersBefore = column('number')
    await activateRow('Failed')
    await press('a', { ctrlKey: true })
    await click('dismiss-selected')
    expect(new Set(column('state'))).toEqual(new Set(['Waiting to send', 'Checking the line', 'Awaiting line data']))
    expect(document.body.textContent).toMatch(/\d+ requests dismissed\. 4 still in progress stay/)
    await click('undo')
    expect([column('number'), engine.calls.filter(({ name }) => name === 'tracking.dismiss').length]).toEqual([
      numbersBefore,
      8,
    ])
    await activateRow('Failed')
    await press('ArrowDown', { ctrlKey: true, shiftKey: true })
    await press('e')
    expect(column('number')).toEqual([...numbersBefore.slice(0, 5), numbersBefore[7]])
  }))

describe('a toast', () =>
  test('is inside the open dialog, and its button works there', async () => {
    const { engine } = await open({ engine: await startScreenEngine(), path: '/requests' })
    await activateRow('Failed')
    await press('e')
    await press('g')
    await press('n')
    await flush()
    expect(byTestId('add-tracking-dialog').contains(byTestId('undo'))).toBe(true)
    await click('undo')
    expect(engine.calls.findLast(({ name }) => name === 'tracking.dismiss')?.input).toMatchObject({
      isDismissed: false,
    })
  }))
