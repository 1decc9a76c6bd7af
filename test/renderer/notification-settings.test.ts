// Settings, the part on notifications: presets, channels, hours, the browser's permission, and the test pop-up.
import { describe, expect, it, vi } from 'vitest'
import { AlertKind, type AlertRulesChange } from '#contract/alerts.ts'
import { AppError } from '#contract/errors.ts'
import { createFakeEngine, type FakeEngine } from '#support/fake-engine.ts'
import { all, byTestId, click, isShown, open, setScreens, settled, text } from '#support/fake-screens.ts'

setScreens()

const openSettings = async (engine = createFakeEngine(7)) => open({ path: '/settings', engine })
const saved = (engine: FakeEngine) => engine.calls.filter(({ name }) => name === 'alerts.changeRules').map(({ input }) => input as AlertRulesChange)
const isChosen = (id: string) => byTestId(id).querySelector<HTMLInputElement>('input')?.checked ?? (byTestId(id) as HTMLInputElement).checked
async function pick(id: string) {
  const input = byTestId(id)
  if (!(input instanceof HTMLInputElement)) throw new Error(`${id} is no input.`)
  input.checked = true
  input.dispatchEvent(new Event('change', { bubbles: true }))
  await settled()
}
async function enter(id: string, value: string) {
  const input = byTestId(id).querySelector('input')!
  input.value = value
  input.dispatchEvent(new Event('input', { bubbles: true }))
  input.dispatchEvent(new Event('change', { bubbles: true }))
  await settled()
}

describe('presets', () => {
  it('each say what they mean, and the chosen one is on', async () => {
    await openSettings()
    expect(['calm', 'standard', 'everything'].map((preset) => text(`preset-${preset}`).length > 40)).toEqual([true, true, true])
    expect(isChosen('preset-standard')).toBe(true)
  })

  it('bring their channels and days, and leave the hours as they are', async () => {
    const { engine } = await openSettings()
    engine.alerts.rules = { ...engine.alerts.rules, dayStart: '07:00' }
    await click(byTestId('preset-calm').querySelector('input') ?? byTestId('preset-calm'))
    expect([saved(engine), engine.alerts.rules]).toMatchObject([[{ preset: 'calm' }], { preset: 'calm', leadDays: 1, dayStart: '07:00', channels: { 'lfd-today': 'popup', 'document-read': 'off' } }])
  })

  it('are all off once a channel was chosen by hand, which is said', async () => {
    const { engine } = await openSettings()
    await pick('channel-ready-popup')
    expect(saved(engine)).toEqual([{ channels: { ready: 'popup' } }])
    expect(text('notifications')).toContain('Your own: channels were chosen by hand.')
    expect(isChosen('preset-standard')).toBe(false)
  })
})

describe('the rules', () => {
  it('have a row for every kind', async () => {
    await openSettings()
    expect(AlertKind.options.filter((kind) => !isShown(`channel-${kind}-digest`))).toEqual([])
    expect(all('[data-testid=channels] [role=radiogroup]').length).toBe(AlertKind.options.length)
  })

  it('leave in one message, before anything is asked and with nothing but the choice in it', async () => {
    const { engine } = await openSettings()
    const before = engine.calls.length
    byTestId('has-sound').click()
    await settled()
    expect(engine.calls.slice(before, before + 1)).toEqual([{ name: 'alerts.changeRules', input: { hasSound: true } }])
  })

  it('keep two quick choices', async () => {
    const { engine } = await openSettings()
    byTestId('hides-details').click()
    byTestId('has-sound').click()
    await settled()
    expect(engine.alerts.rules).toMatchObject({ hidesDetails: true, hasSound: true })
  })

  it('take an hour as people write it, and say when it is none', async () => {
    const { engine } = await openSettings()
    await enter('quiet-to', '7:15')
    expect(engine.alerts.rules.quiet).toMatchObject({ to: '07:15', from: '19:00' })
    await enter('quiet-from', '25:00')
    expect([engine.alerts.rules.quiet.from, text('notifications').includes('A time is written as 06:30.')]).toEqual(['19:00', true])
    await enter('day-start', '630')
    expect(engine.alerts.rules.dayStart).toBe('06:30')
  })

  it('say what quiet hours mean that end when they begin', async () => {
    const { engine } = await openSettings()
    engine.alerts.rules.quiet.includesWeekends = false
    expect(isShown('quiet-none')).toBe(false)
    await enter('quiet-from', '6:30')
    expect(text('quiet-none')).toContain('From 06:30 to 06:30 is no time at all: pop-ups come at every hour.')
    byTestId('quiet-weekends').click()
    await settled()
    expect(text('quiet-none')).toContain('only Saturday and Sunday are quiet')
  })

  it('say why they could not be saved', async () => {
    const { engine } = await openSettings()
    engine.handlers['alerts.changeRules'] = () => { throw new AppError('internal', {}) }
    await click('has-sound')
    expect(engine.alerts.rules.hasSound).toBe(false)
    expect(document.querySelector('.n-message')?.textContent).not.toBe('Saved')
  })
})

describe('the browser’s permission', () => {
  const withPermission = (permission: NotificationPermission, answer: NotificationPermission = permission) => {
    const fake = { permission, requestPermission: vi.fn(() => { fake.permission = answer; return Promise.resolve(answer) }) }
    vi.stubGlobal('Notification', fake)
    return fake
  }

  it('is asked for by a press, and what was answered is said', async () => {
    const fake = withPermission('default', 'granted')
    await openSettings()
    await click('allow-notifications')
    expect(fake.requestPermission).toHaveBeenCalledOnce()
    expect([isShown('allow-notifications'), text('notifications').includes('Allowed. Pop-ups show while')]).toEqual([false, true])
  })

  it('is said to be blocked, with the way to change that', async () => {
    withPermission('denied')
    await openSettings()
    expect([isShown('allow-notifications'), text('notifications').includes('Blocked by this browser.')]).toEqual([false, true])
  })

  it('is no matter on the desktop', async () => {
    withPermission('default')
    await open({ path: '/settings', rows: 7, host: { host: 'electron' } })
    expect(text('notifications')).not.toContain('Permission of this browser')
  })
})

describe('the test', () => {
  it.each([
    ['shown', null, /^The system says it was shown\. If you did not see it/],
    ['refused', 'permission is denied', /^The system refused to show it\. Its own words: “permission is denied”\. Allow notifications/],
    ['failed', 'no daemon', /^The system could not show it\. Its own words: “no daemon”\. Restart the app/],
    ['unseen', null, /^Nobody was there to show it\. Keep a window/],
    [null, null, /^Asked\. Waiting for word from the system\.$/],
  ] as const)('that was %s says so, and what to do', async (outcome, reason, words) => {
    const engine = createFakeEngine(7)
    Object.assign(engine.alerts, { testOutcome: outcome, testReason: reason })
    await openSettings(engine)
    await click('send-test')
    expect(text('test-told')).toMatch(words)
  })

  it('is still told of when another pop-up came after it', async () => {
    const engine = createFakeEngine(7)
    await openSettings(engine)
    await click('send-test')
    await engine.handlers['alerts.test']({})
    await settled()
    expect(text('test-told')).toMatch(/^The system says it was shown/)
  })

  it('says nothing of a pop-up that was not asked for', async () => {
    const engine = createFakeEngine(7)
    await engine.handlers['alerts.test']({})
    await openSettings(engine)
    expect(text('test-told')).toBe('')
  })
})
