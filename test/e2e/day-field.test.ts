// A day typed into the browser's own field, figure by figure: only a real one tells what it makes of a year on its way.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from './board.ts'
import { setStage } from './stage.ts'

const HOST = fileURLToPath(new URL('../support/fake-engine-host.ts', import.meta.url))
const stage = setStage()
let host: ChildProcess | undefined
let url = ''

beforeAll(async () => {
  host = spawn(process.execPath, [HOST, '--rows', '20'], { stdio: ['pipe', 'pipe', 'inherit'] })
  const [line] = (await once(createInterface({ input: host.stdout! }), 'line')) as [string]
  url = line
})
afterAll(() => host?.kill())

test('the date of an invoice is taken when its field is left, and of no year that was on its way', async () => {
  const board = await stage.openAddress(url)
  await board.page.waitForURL(/#\/today/)
  await board.page.evaluate(() => { location.hash = '#/containers/container-0/dispute' })
  const field = board.by('dispute-invoice-date')
  await field.waitFor()
  await board.page.evaluate(() => {
    const seen: string[] = []
    Object.assign(window, { seen })
    new MutationObserver(() => { seen.push(document.querySelector('[data-testid=dispute-wrong-year]')?.textContent ?? '') }).observe(document.body, { childList: true, subtree: true, characterData: true })
  })
  const checklist = () => board.by('dispute-checklist').innerText()
  await field.focus()
  await board.page.keyboard.type('12112026')
  expect(await field.inputValue()).toBe('2026-12-11')
  expect(await checklist()).not.toContain('10 Jan 2027')
  await field.blur()
  await eventually(checklist).toContain('10 Jan 2027')
  expect(await board.page.evaluate(() => (window as unknown as { seen: string[] }).seen.filter((text) => text !== ''))).toEqual([])
})
