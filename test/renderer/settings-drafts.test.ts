// A form of Settings that is closed with changes offers them again, as the forms of a record do.
import { expect, test } from 'vitest'
import { AppError } from '#contract/errors.ts'
import { createFakeShell } from '#support/fake-shell.ts'
import { startScreenEngine } from '#support/screen-engine.ts'
import { all, byTestId, click, flush, isShown, open, setScreens, text, type } from '#support/screens.ts'

setScreens()

const calendar = { place: 'Pier 400', days: [1, 2, 3, 4, 5], closed: [], opens: '07:00', closes: '16:30' }
const listMessages = () => all('.toast-words').map(({ textContent }) => textContent)
const findInput = (id: string) => {
  const element = byTestId(id)
  return element instanceof HTMLInputElement ? element : element.querySelector('input')!
}

async function typeInto(id: string, value: string) {
  findInput(id).value = value
  findInput(id).dispatchEvent(new Event('input', { bubbles: true }))
  await flush()
}

async function pressEscape(form: string) {
  byTestId(form).dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }))
  await flush()
}

async function submit(form: string) {
  byTestId(form).dispatchEvent(new Event('submit', { cancelable: true }))
  await flush()
}

async function openSettings() {
  const engine = await startScreenEngine({ containers: 7 })
  await engine.ask('terminals.set', calendar)
  return open({ engine, path: '/settings' })
}

test('gate hours are not saved when the screen is left, and Undo opens their form again with the draft', async () => {
  const { engine, router } = await openSettings()
  await click('terminal-change')
  await click('weekday-sat')
  await type('closed-day', '2026-12-25')
  await typeInto('gate-closes', '18')
  await router.push('/today')
  await flush()
  expect(listMessages()).toEqual([
    expect.stringMatching(/^Terminal gate hours of Pier 400: change closed without saving/),
  ])
  await click('undo')
  expect(router.currentRoute.value.name).toBe('settings')
  expect([findInput('closed-day').value, findInput('gate-opens').value, findInput('gate-closes').value]).toEqual([
    '2026-12-25',
    '07:00',
    '18',
  ])
  await submit('terminal-form')
  expect([text('terminal-problem'), await engine.ask('terminals.list', {})]).toEqual([
    'Closes: Enter the time as 16:30.',
    [calendar],
  ])
  await typeInto('gate-closes', '18:00')
  findInput('gate-closes').dispatchEvent(new Event('change', { bubbles: true }))
  await flush()
  await submit('terminal-form')
  expect(await engine.ask('terminals.list', {})).toEqual([
    { ...calendar, days: [1, 2, 3, 4, 5, 6], closed: ['2026-12-25'], closes: '18:00' },
  ])
  expect([isShown('terminal-form'), isShown('undo')]).toEqual([false, false])
})

test('gate hours of a new terminal are offered again after Escape, with a place that was only typed', async () => {
  await openSettings()
  await click('add-terminal')
  await pressEscape('terminal-form')
  expect(listMessages()).toEqual([])
  await click('add-terminal')
  findInput('terminal-place').focus()
  await typeInto('terminal-place', 'Pier 9')
  await pressEscape('terminal-form')
  expect(listMessages()).toEqual([expect.stringMatching(/^Terminal gate hours: new entry closed without saving/)])
  await click('undo')
  expect(text('terminal-place')).toContain('Pier 9')
})

test('a form of gate hours that is opened again after its entry was removed keeps the draft', async () => {
  const { engine } = await openSettings()
  await click('terminal-change')
  await typeInto('gate-closes', '18:00')
  await pressEscape('terminal-form')
  await engine.ask('terminals.remove', { place: calendar.place })
  await flush()
  await click('undo')
  expect([text('terminal-form').includes('Pier 400'), findInput('gate-closes').value]).toEqual([true, '18:00'])
})

test('rates are offered again after Escape, and after an attempt to save that failed elsewhere', async () => {
  const { engine, router } = await openSettings()
  await click('add-rate')
  await typeInto('rate-name', 'Any line')
  await click('add-tier')
  await type('tier-amount-1', '125')
  await pressEscape('rate-form')
  expect(listMessages()).toEqual([expect.stringMatching(/^Rates: new entry closed without saving/)])
  await click('undo')
  expect([findInput('rate-name').value, findInput('tier-amount-1').value]).toEqual(['Any line', '125'])
  await type('tier-amount-0', '100')
  const answer = Promise.withResolvers<never>()
  engine.intercept('rates.save', () => answer.promise)
  await submit('rate-form')
  await router.push('/today')
  await flush()
  expect(isShown('undo')).toBe(false)
  answer.reject(new AppError('db/disk-full'))
  await flush()
  await click('undo')
  expect([router.currentRoute.value.name, findInput('tier-amount-0').value]).toEqual(['settings', '100'])
})

test('rates that are saved are not offered again', async () => {
  const { engine } = await openSettings()
  await click('add-rate')
  await typeInto('rate-name', 'Any line')
  await submit('rate-form')
  expect([isShown('rate-form'), isShown('undo')]).toEqual([false, false])
  await click('rate-change')
  await typeInto('rate-name', 'Other')
  await click('add-terminal')
  await click('add-rate')
  expect(listMessages().some((message) => message.startsWith('Rates of Any line: change closed'))).toBe(true)
  expect(await engine.ask('rates.list', {})).toMatchObject([{ name: 'Any line' }])
})

test('links to other programs are offered again with the draft, also after an attempt to save that failed', async () => {
  const { engine, router } = await openSettings()
  await click('add-link')
  await pressEscape('link-form')
  expect(listMessages()).toEqual([])
  await click('add-link')
  await typeInto('link-name', 'TMS')
  await typeInto('link-address', 'https://tms.example/{number}')
  await router.push('/today')
  await flush()
  expect(listMessages()).toEqual([expect.stringMatching(/^Links: new entry closed without saving/)])
  await click('undo')
  expect([router.currentRoute.value.name, findInput('link-name').value]).toEqual(['settings', 'TMS'])
  engine.intercept('templates.save', () => Promise.reject(new AppError('db/disk-full')))
  await submit('link-form')
  await pressEscape('link-form')
  expect(listMessages().at(-1)).toMatch(/^Links: new entry closed without saving/)
})

test('a snapshot is offered again with its view, its names and a text that is no time', async () => {
  const { engine } = await openSettings()
  await click('add-snapshot')
  await pressEscape('snapshot-form')
  expect(listMessages()).toEqual([])
  await click('add-snapshot')
  const nameOfView = findInput('snapshot-name').value
  await typeInto('snapshot-base', 'morning')
  await typeInto('snapshot-at', '25')
  await typeInto('snapshot-folder', '/exports')
  await pressEscape('snapshot-form')
  expect(listMessages()).toEqual([expect.stringMatching(/^Snapshots: new entry closed without saving/)])
  await click('undo')
  expect(['snapshot-name', 'snapshot-base', 'snapshot-at', 'snapshot-folder'].map((id) => findInput(id).value)).toEqual(
    [nameOfView, 'morning', '25', '/exports'],
  )
  await submit('snapshot-form')
  expect([text('snapshot-problem'), await engine.ask('snapshots.list', {})]).toEqual(['Enter the time as 16:30.', []])
})

test.each(['browser', 'electron'] as const)('leaving the page with a changed form asks first: %s', async (host) => {
  const engine = await startScreenEngine({ containers: 7 })
  await engine.ask('terminals.set', calendar)
  await open({ engine, path: '/settings', shell: createFakeShell({ host }) })
  const isAsked = () => {
    const event = new Event('beforeunload', { cancelable: true })
    window.dispatchEvent(event)
    return event.defaultPrevented
  }
  await click('terminal-change')
  expect(isAsked()).toBe(false)
  await typeInto('gate-closes', '18:00')
  expect(isAsked()).toBe(true)
  findInput('gate-closes').dispatchEvent(new Event('change', { bubbles: true }))
  await flush()
  await submit('terminal-form')
  expect([isShown('terminal-form'), isAsked()]).toEqual([false, false])
  await click('terminal-change')
  await typeInto('gate-closes', '19:00')
  await pressEscape('terminal-form')
  expect(isAsked()).toBe(false)
})
