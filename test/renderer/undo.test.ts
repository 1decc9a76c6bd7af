// Ctrl+Z undoes the actions of this window, newest first, of every kind, also after their toast has closed.
import { describe, expect, test, vi } from 'vitest'
import { startScreenEngine } from '#support/screen-engine.ts'
import {
  all,
  byTestId,
  click,
  closeDialog,
  flush,
  isShown,
  open,
  press,
  setScreens,
  text,
  type,
} from '#support/screens.ts'

setScreens()

/** An undo makes several calls, one after the other. */
async function undo() {
  await press('z', { ctrlKey: true })
  await flush()
  await flush()
}
/** Opens a screen with the first container in the panel. */
async function openFirstContainer(path: string) {
  const engine = await startScreenEngine({ containers: 7 })
  const container = (await engine.rows())[0]!
  return { ...(await open({ engine, path: `${path}?container=${container.id}` })), container }
}
const listMessages = () => all('.n-message').map((message) => message.textContent)

async function setDay(date: string) {
  await click(isShown('manual-set') ? 'manual-set' : 'manual-change')
  await type('manual-date', date)
  await type('manual-reason', 'Told by phone')
  byTestId('manual-save').closest('form')?.requestSubmit()
  await flush()
}

test('two overrides of one container are undone, one after the other', async () => {
  const { engine, container } = await openFirstContainer('/lfd')
  const readDay = async () => (await engine.ask('containers.get', { id: container.id })).manual?.date ?? null
  await setDay('2026-11-25')
  await setDay('2026-11-26')
  await undo()
  expect(await readDay()).toBe('2026-11-25')
  await undo()
  expect(await readDay()).toBeNull()
})

describe('an action in a window', () => {
  test('is undone by Ctrl+Z, newest first, across screens and kinds', async () => {
    const { engine, router, container } = await openFirstContainer('/lfd')
    await setDay('2026-11-25')
    await press('Escape')
    await press('m')
    await vi.waitFor(() => expect(all('[data-testid="undo"]').length).toBe(2))
    await router.push('/changes')
    await flush()
    await press('e')
    const markCount = engine.calls.filter(({ name }) => name === 'changes.markSeen').length
    expect(markCount).toBe(1)
    await undo()
    await undo()
    await undo()
    const recordedCalls = engine.calls
      .filter(({ name }) => ['changes.undoSeen', 'alerts.mute', 'containers.setManualLastFreeDay'].includes(name))
      .map(({ name, input }) => [name, input])
    expect(recordedCalls.slice(2)).toEqual([
      ['changes.undoSeen', {}],
      ['alerts.mute', { containerIds: [expect.any(String)], isMuted: false }],
      ['containers.setManualLastFreeDay', { id: container.id, manual: null, undoOf: expect.any(String) as string }],
    ])
    await undo()
    expect(listMessages()).toContain('This window has nothing left to undo')
  })

  test('is announced once to screen readers, also while a dialog is open', async () => {
    await open({ path: '/lfd', rows: 7 })
    expect(text('announcement')).toBe('')
    await press('m')
    await flush()
    const announced = text('announcement')
    expect(announced).not.toBe('')
    expect(listMessages().join(' ')).toContain(announced)
    // A screen reader repeats a whole status after each change unless aria-atomic is false.
    expect(byTestId('announcement').getAttribute('aria-atomic')).toBe('false')
    // The palette is modal and hides the rest of the page, so the status must be inside it.
    await press('k', { ctrlKey: true })
    expect(byTestId('palette-input').closest('dialog')?.contains(byTestId('announcement'))).toBe(true)
    expect(text('announcement')).toBe(announced)
    closeDialog('palette')
    await flush()
    expect(byTestId('announcement').parentElement).toBe(document.body)
    expect(text('announcement')).toBe(announced)
  })

  test('has an Undo button that returns focus to the previous element, by pointer and by keys', async () => {
    await open({ path: '/lfd', rows: 7 })
    const filterField = byTestId('filter-text')
    await press('m')
    filterField.focus()
    const mouseDown = new MouseEvent('mousedown', { bubbles: true, cancelable: true })
    byTestId('undo').dispatchEvent(mouseDown)
    expect(mouseDown.defaultPrevented).toBe(true)
    byTestId('undo').focus()
    expect(document.activeElement).toBe(byTestId('undo'))
    await click('undo')
    expect(document.activeElement).toBe(filterField)
  })

  test('can be undone after its toast has closed', async () => {
    const { engine } = await open({ path: '/lfd', rows: 7 })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'requestAnimationFrame', 'cancelAnimationFrame'] })
    try {
      await press('m')
      await vi.advanceTimersByTimeAsync(15_000)
      expect(isShown('undo')).toBe(false)
      await undo()
    } finally {
      vi.useRealTimers()
    }
    expect(engine.calls.filter(({ name }) => name === 'alerts.mute').map(({ input }) => input)).toMatchObject([
      { isMuted: true },
      { isMuted: false },
    ])
  })

  test('keeps its Undo button for its full time while other toasts appear', async () => {
    await open({ path: '/lfd', rows: 7 })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'requestAnimationFrame', 'cancelAnimationFrame'] })
    try {
      await press('m')
      for (let row = 0; row < 4; row++) {
        await press('j')
        await press('c')
        await vi.advanceTimersByTimeAsync(400)
      }
      expect([isShown('undo'), all('.n-message').length]).toEqual([true, 3])
      await vi.advanceTimersByTimeAsync(7_000)
      expect([isShown('undo'), all('.n-message').length]).toEqual([true, 1])
      await vi.advanceTimersByTimeAsync(2_000)
      expect(isShown('undo')).toBe(false)
    } finally {
      vi.useRealTimers()
    }
  })

  test('is named in the palette as the action to undo', async () => {
    await open({ path: '/lfd', rows: 7 })
    await press('k', { ctrlKey: true })
    expect(all('[data-verb="undo-last"]')).toEqual([])
    await press('Escape')
    closeDialog('palette')
    await flush()
    await press('m')
    await press('k', { ctrlKey: true })
    expect(all('[data-verb="undo-last"] .label').map((label) => label.textContent)[0]).toMatch(/^Undo: /)
  })
})

test('undo of a snooze restores the previous snooze', async () => {
  const { engine } = await open({ path: '/lfd', rows: 7 })
  await press('h')
  await click('snooze-hour')
  const firstSnooze = engine.calls.findLast(({ name }) => name === 'alerts.snooze')?.input as { until: string }
  await press('h')
  await click('snooze-days')
  await undo()
  expect(engine.calls.findLast(({ name }) => name === 'alerts.snooze')?.input).toMatchObject({
    until: firstSnooze.until,
  })
  await undo()
  expect(engine.calls.findLast(({ name }) => name === 'alerts.snooze')?.input).toMatchObject({ until: null })
})

test('an edit that was undone in the panel is no longer an undo step', async () => {
  const { engine } = await openFirstContainer('/containers')
  engine.network.unplug()
  await click('change-refs')
  await type('add-refs', 'PO-77')
  byTestId('save-refs').closest('form')?.requestSubmit()
  await flush()
  await click('edit-undo')
  await undo()
  expect([(await engine.ask('edits.list', { target: null })).rows, text('fact-refs').includes('PO-77')]).toEqual([
    [],
    false,
  ])
  expect(listMessages()).toContain('This window has nothing left to undo')
})
