// The notification settings: presets, channels, hours, the browser's permission, and the test pop-up.
import { describe, expect, test, vi } from 'vitest'
import { AlertKind, type AlertRulesChange } from '#contract/alerts.ts'
import { createFaultyDisk } from '#support/faulty-disk.ts'
import { type ScreenEngine, startScreenEngine } from '#support/screen-engine.ts'
import { all, byTestId, click, flush, isShown, open, setScreens, text } from '#support/screens.ts'

setScreens()

const startEngine = () => startScreenEngine({ containers: 3 })
const openSettings = async (engine?: ScreenEngine) =>
  open({ path: '/settings', engine: engine ?? (await startEngine()) })
const loadRules = (engine: ScreenEngine) => engine.ask('alerts.getRules', {})
const listSentChanges = (engine: ScreenEngine) =>
  engine.calls.filter(({ name }) => name === 'alerts.changeRules').map(({ input }) => input as AlertRulesChange)
const isChosen = (id: string) =>
  byTestId(id).querySelector<HTMLInputElement>('input')?.checked ?? (byTestId(id) as HTMLInputElement).checked
async function pick(id: string) {
  const input = byTestId(id)
  if (!(input instanceof HTMLInputElement)) throw new Error(`${id} is no input.`)
  input.checked = true
  input.dispatchEvent(new Event('change', { bubbles: true }))
  await flush()
}
async function enterTime(id: string, value: string) {
  const input = byTestId(id).querySelector('input')!
  input.value = value
  input.dispatchEvent(new Event('input', { bubbles: true }))
  input.dispatchEvent(new Event('change', { bubbles: true }))
  await flush()
}

describe('presets', () => {
  test('each have an explanation, and the chosen one is checked', async () => {
    await openSettings()
    expect(['calm', 'standard', 'everything'].map((preset) => text(`preset-${preset}`).length > 40)).toEqual([
      true,
      true,
      true,
    ])
    expect(isChosen('preset-standard')).toBe(true)
  })

  test('set their channels and days, and do not change the hours', async () => {
    const { engine } = await openSettings()
    await engine.ask('alerts.changeRules', { dayStart: '07:00' })
    await flush()
    await click(byTestId('preset-calm').querySelector('input') ?? byTestId('preset-calm'))
    expect([listSentChanges(engine), await loadRules(engine)]).toMatchObject([
      [{ preset: 'calm' }],
      { preset: 'calm', leadDays: 1, dayStart: '07:00', channels: { 'lfd-today': 'popup', 'document-read': 'off' } },
    ])
  })

  test('are not checked after the user chooses a channel, and a text says so', async () => {
    const { engine } = await openSettings()
    await pick('channel-ready-digest')
    expect(listSentChanges(engine)).toEqual([{ channels: { ready: 'digest' } }])
    expect(text('notifications')).toContain('Custom: you chose the channels.')
    expect(isChosen('preset-standard')).toBe(false)
  })
})

describe('the rules', () => {
  test('have a row for every kind', async () => {
    await openSettings()
    expect(AlertKind.options.filter((kind) => !isShown(`channel-${kind}-digest`))).toEqual([])
    expect(all('[data-testid=channels] [role=radiogroup]').length).toBe(AlertKind.options.length)
  })

  test('are sent in one call that contains only the choice, before any other call', async () => {
    const { engine } = await openSettings()
    const countBefore = engine.calls.length
    byTestId('has-sound').click()
    await flush()
    expect(engine.calls.slice(countBefore, countBefore + 1)).toEqual([
      { name: 'alerts.changeRules', input: { hasSound: true } },
    ])
  })

  test('save two choices made in quick succession', async () => {
    const { engine } = await openSettings()
    byTestId('hides-details').click()
    byTestId('has-sound').click()
    await flush()
    expect(await loadRules(engine)).toMatchObject({ hidesDetails: true, hasSound: true })
  })

  test('accept common spellings of a time, and reject an invalid one', async () => {
    const { engine } = await openSettings()
    await enterTime('quiet-to', '7:15')
    expect((await loadRules(engine)).quiet).toMatchObject({ to: '07:15', from: '19:00' })
    await enterTime('quiet-from', '25:00')
    expect([(await loadRules(engine)).quiet.from, text('quiet-problem')]).toEqual([
      '19:00',
      'Quiet hours, from: Enter the time as 06:30.',
    ])
    await enterTime('quiet-to', '9')
    expect(text('quiet-problem')).toMatch(/^Quiet hours, from: .* Quiet hours, to: Enter the time as 06:30\.$/)
    await enterTime('day-start', '630')
    expect((await loadRules(engine)).dayStart).toBe('06:30')
  })

  test('explain quiet hours that end at the time they begin', async () => {
    const { engine } = await openSettings()
    await engine.ask('alerts.changeRules', { quiet: { includesWeekends: false } })
    await flush()
    expect(isShown('quiet-none')).toBe(false)
    await enterTime('quiet-from', '6:30')
    expect(text('quiet-none')).toContain('06:30 to 06:30 leaves no quiet time: pop-ups come around the clock.')
    byTestId('quiet-weekends').click()
    await flush()
    expect(text('quiet-none')).toContain('only Saturday and Sunday are quiet')
  })

  test('do not report "Saved" if they could not be saved', async () => {
    const { engine } = await openSettings()
    createFaultyDisk().fail(/^\s*INSERT INTO setting/i, 'SQLITE_FULL')
    await click('has-sound')
    expect((await loadRules(engine)).hasSound).toBe(false)
    expect(document.querySelector('.n-message')?.textContent).not.toBe('Saved')
  })
})

describe('the browser’s permission', () => {
  const fakePermission = (permission: NotificationPermission, answer: NotificationPermission = permission) => {
    const fake = {
      permission,
      requestPermission: vi.fn(() => {
        fake.permission = answer
        return Promise.resolve(answer)
      }),
    }
    vi.stubGlobal('Notification', fake)
    return fake
  }

  test('is requested by a click, and the answer is shown', async () => {
    const fake = fakePermission('default', 'granted')
    await openSettings()
    await click('allow-notifications')
    expect(fake.requestPermission).toHaveBeenCalledOnce()
    expect([isShown('allow-notifications'), text('notifications').includes('Allowed. Pop-ups appear while')]).toEqual([
      false,
      true,
    ])
  })

  test('is shown as blocked, without a button to request it', async () => {
    fakePermission('denied')
    await openSettings()
    expect([
      isShown('allow-notifications'),
      text('notifications').includes('The browser blocks notifications.'),
    ]).toEqual([false, true])
  })

  test('is not shown in the desktop app', async () => {
    fakePermission('default')
    await open({ path: '/settings', rows: 3, host: { host: 'electron' } })
    expect(text('notifications')).not.toContain('Browser permission')
  })
})

describe('the test pop-up', () => {
  // The system answers the main process, which reports the outcome.
  const openTest = async (engine: ScreenEngine) => open({ path: '/settings', engine, host: { host: 'electron' } })
  const loadLastPopUp = async (engine: ScreenEngine) => (await engine.ask('alerts.summary', {})).lastPopUp!
  async function report(engine: ScreenEngine, outcome: 'shown' | 'refused' | 'failed', reason: string | null) {
    await engine.ask('alerts.report', { id: (await loadLastPopUp(engine)).id, outcome, reason })
    await flush()
  }

  test.each([
    ['shown', null, /^The system reports that it was shown\. If you did not see it/],
    [
      'refused',
      'permission is denied',
      /^The system refused to show it\. System message: “permission is denied”\. Allow notifications/,
    ],
    ['failed', 'no daemon', /^The system could not show it\. System message: “no daemon”\. Restart the app/],
  ] as const)('that was %s shows its outcome and the next step', async (outcome, reason, words) => {
    const engine = await startEngine()
    await openTest(engine)
    await click('send-test')
    await report(engine, outcome, reason)
    expect(text('test-result')).toMatch(words)
  })

  test('waits for the answer of the system, and says so if none came', async () => {
    const engine = await startEngine()
    await openTest(engine)
    await click('send-test')
    expect(text('test-result')).toMatch(/^Sent\. Waiting for the system to respond\.$/)
    await engine.clock.advance(70_000)
    await flush()
    expect(text('test-result')).toMatch(/^No window confirmed that it was shown\. Keep a window/)
  })

  test('shows its outcome also if another pop-up came later', async () => {
    const engine = await startEngine()
    await openTest(engine)
    await click('send-test')
    await report(engine, 'shown', null)
    await engine.ask('alerts.test', {})
    await flush()
    expect(text('test-result')).toMatch(/^The system reports that it was shown/)
  })

  test('shows no outcome if it was sent before the screen opened', async () => {
    const engine = await startEngine()
    await engine.ask('alerts.test', {})
    await openTest(engine)
    expect(text('test-result')).toBe('')
  })
})
