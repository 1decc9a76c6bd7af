// A date typed into the browser's own date field, digit by digit. Only a real browser reports the
// incomplete years (0002, 0020, 0202) while the user types.
import { beforeAll, expect, test, vi } from 'vitest'
import { eventually } from './board.ts'
import type { Host } from './host.ts'
import { createStage, startOnFixedDay } from './stage.ts'

/** Thirty days after the invoice of 11 Dec 2026. */
const DISPUTE_DEADLINE = '10 Jan 2027'

const stage = createStage()
let host: Host
let containerId = ''

beforeAll(async () => {
  host = (await startOnFixedDay({ containers: 7 })).host
  const client = await host.createClient()
  const filter = { scope: 'board' } as const
  containerId = await vi.waitFor(
    async () =>
      (await client.engine.call('containers.list', { filter, sort: [], window: { offset: 0, limit: 1 } })).rows[0]!.id,
  )
  client.close()
})

test('an invoice date is applied when its field loses focus, and an incomplete year shows no error while the user types', async () => {
  const board = await stage.open(host)
  await board.page.waitForURL(/#\/today/)
  await board.page.evaluate((id) => {
    location.hash = `#/containers/${id}/dispute`
  }, containerId)
  const field = board.by('dispute-invoice-date')
  await field.waitFor()
  await board.page.evaluate(() => {
    const wrongYearMessages: string[] = []
    Object.assign(window, { wrongYearMessages })
    new MutationObserver(() => {
      wrongYearMessages.push(document.querySelector('[data-testid=dispute-wrong-year]')?.textContent ?? '')
    }).observe(document.body, { childList: true, subtree: true, characterData: true })
  })
  const readChecklist = () => board.by('dispute-checklist').innerText()
  await field.focus()
  // MM DD YYYY, the order of the browser's locale.
  await board.page.keyboard.type('12112026')
  expect(await field.inputValue()).toBe('2026-12-11')
  expect(await readChecklist()).not.toContain(DISPUTE_DEADLINE)
  await field.blur()
  await eventually(readChecklist).toContain(DISPUTE_DEADLINE)
  expect(
    await board.page.evaluate(() =>
      (window as unknown as { wrongYearMessages: string[] }).wrongYearMessages.filter((text) => text !== ''),
    ),
  ).toEqual([])
})
