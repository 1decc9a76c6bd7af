// A date typed into the browser's own date field, digit by digit. Only a real browser shows which years it reports
// meanwhile.
import { beforeAll, expect, test, vi } from 'vitest'
import { eventually } from './board.ts'
import type { Host } from './host.ts'
import { setStage, startOnTheDay } from './stage.ts'

const stage = setStage()
let host: Host
let container = ''

beforeAll(async () => {
  host = (await startOnTheDay(7)).host
  const client = await host.client()
  const filter = { scope: 'board' } as const
  container = await vi.waitFor(
    async () =>
      (await client.engine.call('containers.list', { filter, sort: [], window: { offset: 0, limit: 1 } })).rows[0]!.id,
  )
  client.close()
})

test('an invoice date is applied when its field loses focus, and years typed so far cause no error', async () => {
  const board = await stage.open(host)
  await board.page.waitForURL(/#\/today/)
  await board.page.evaluate((id) => {
    location.hash = `#/containers/${id}/dispute`
  }, container)
  const field = board.by('dispute-invoice-date')
  await field.waitFor()
  await board.page.evaluate(() => {
    const seen: string[] = []
    Object.assign(window, { seen })
    new MutationObserver(() => {
      seen.push(document.querySelector('[data-testid=dispute-wrong-year]')?.textContent ?? '')
    }).observe(document.body, { childList: true, subtree: true, characterData: true })
  })
  const checklist = () => board.by('dispute-checklist').innerText()
  await field.focus()
  await board.page.keyboard.type('12112026')
  expect(await field.inputValue()).toBe('2026-12-11')
  expect(await checklist()).not.toContain('10 Jan 2027')
  await field.blur()
  await eventually(checklist).toContain('10 Jan 2027')
  expect(
    await board.page.evaluate(() => (window as unknown as { seen: string[] }).seen.filter((text) => text !== '')),
  ).toEqual([])
})
