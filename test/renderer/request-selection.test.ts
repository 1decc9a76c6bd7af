// Dismissing and retrying several requests at once, and the toast while a dialog is open.
import { describe, expect, test } from 'vitest'
import { startWithUnsentRequest } from '#support/request-states.ts'
import { startScreenEngine } from '#support/screen-engine.ts'
import {
  all,
  byTestId,
  click,
  column,
  createdRequests,
  flush,
  open,
  press,
  setScreens,
  type,
} from '#support/screens.ts'

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

async function findLine(scac: string) {
  await type('line-search', scac)
  await click(`found-${scac}`)
}

describe('selected requests', () => {
  async function openRetry() {
    const { engine } = await open({ engine: await startWithUnsentRequest(), path: '/requests' })
    await activateRow('Failed')
    await press('a', { ctrlKey: true })
    await click('retry-selected')
    const numbers = all('[data-testid="retry-row"] .code').map(({ textContent }) => textContent)
    return { engine, numbers }
  }

  test('that failed are retried with one line, and leave the open list', async () => {
    const { engine, numbers } = await openRetry()
    expect(numbers.length).toBeGreaterThan(2)
    expect(byTestId('retry-many').textContent).toContain('4 other requests cannot be retried and are left out')
    await click('retry-many-act')
    expect([byTestId('retry-many').textContent.includes('Choose the line.'), createdRequests(engine).length]).toEqual([
      true,
      0,
    ])
    await findLine('MSCU')
    await click('retry-many-act')
    await flush()
    const created = createdRequests(engine)
    expect([created.length, new Set(created.map(({ scac }) => scac))]).toEqual([numbers.length, new Set(['MSCU'])])
    expect([byTestId('retry-many').hasAttribute('open'), column('state').includes('Failed')]).toEqual([false, false])
    expect(document.body.textContent).toContain(`${numbers.length} retries saved`)
  })

  test('keep the dialog open while they are saved', async () => {
    const { engine } = await openRetry()
    await findLine('MSCU')
    const saving = Promise.withResolvers<undefined>()
    engine.intercept('tracking.create', async (_input, ask) => {
      await saving.promise
      return ask()
    })
    await click('retry-many-act')
    const isOpen = () => byTestId('retry-many').hasAttribute('open')
    await click('retry-many-keep')
    const cancel = new Event('cancel', { cancelable: true })
    byTestId('retry-many').dispatchEvent(cancel)
    expect([isOpen(), cancel.defaultPrevented]).toEqual([true, true])
    saving.resolve(undefined)
    await flush()
    expect(isOpen()).toBe(false)
  })

  test('that cannot be saved stay in the dialog, each with its reason', async () => {
    const { engine, numbers } = await openRetry()
    const [row] = (
      await engine.ask('tracking.list', {
        filter: { scope: 'open', states: ['failed'] },
        sort: [],
        window: { offset: 0, limit: 1 },
      })
    ).rows
    await engine.ask('tracking.create', { number: row!.number, type: row!.type!, scac: null, refs: [], replaces: null })
    await findLine('MSCU')
    await click('retry-many-act')
    await flush()
    expect(all('[data-testid="retry-row"]').map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining(row!.number),
    ])
    expect(byTestId('retry-many').textContent).toContain(`${numbers.length - 1} retries saved`)
  })
})

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
