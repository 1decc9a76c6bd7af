// Two keys at two services: adding, switching, requests that wait in the other account, and removing. A row of one
// account must never appear under the name of the other.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { startService } from '#support/programs.ts'
import { type Board, eventually } from './board.ts'
import { startHost } from './host.ts'
import { type Service, setStage } from './stage.ts'

const stage = setStage()
/**
 * A request that could not be sent is looked up 45 s later. Requests of a removed account count against the limit for
 * one minute.
 */
const RATE = 10
const QUICK = ['--clock-rate', String(RATE)]

async function addAccount(board: Board, name: string, service: Service): Promise<void> {
  await board.by('account-menu').click()
  await board.by('menu-add-account').click()
  const dialog = board.page.locator('dialog[open]')
  await dialog.getByTestId('account-name-input').locator('input').fill(name)
  await dialog.getByTestId('other-service').click()
  await dialog.getByTestId('service-url').locator('input').fill(service.ready.url)
  await dialog.getByTestId('api-key').locator('input').fill(service.ready.key)
  await dialog.getByTestId('connect').click()
  await eventually(() => board.says('account-name')).toBe(name)
  await board.page.waitForURL(/#\/today/)
  await eventually(() => board.says('sync-chip')).toMatch(/^(Live|Checking)/)
}

async function openAccount(board: Board, name: string): Promise<void> {
  await board.by('account-menu').click()
  await board.page.getByRole('dialog').getByRole('button', { name }).click()
}

/** Records the account name and the container number of each row that is drawn from now on. */
async function watchRows(board: Board): Promise<() => Promise<string[]>> {
  await board.page.evaluate(() => {
    const seen = new Set<string>()
    const look = () => {
      const name = document.querySelector('[data-testid=account-name]')?.textContent.trim() ?? ''
      for (const cell of document.querySelectorAll('[data-row][data-id] [data-key=number]'))
        seen.add(`${name}|${cell.textContent.replaceAll(/\s/g, '')}`)
    }
    new MutationObserver(look).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
    })
    Object.assign(window, { seenRows: seen })
  })
  return () => board.page.evaluate(() => [...(window as unknown as { seenRows: Set<string> }).seenRows])
}

describe('two accounts', () => {
  test('each account has its own board, shows what waits in the other account, and sends it when it is opened again', async () => {
    const first = await startService('--containers', '20', '--seed', '1', '--key', 'key-one', ...QUICK)
    const second = await startService('--containers', '30', '--seed', '2', '--key', 'key-two', ...QUICK)
    const host = await startHost({ rate: RATE })
    const board = await stage.open(host)
    await board.connect(first.ready.url, first.ready.key)
    await board.hasAll(20)
    const ofFirst = await board.column('number')

    await addAccount(board, 'Second desk', second)
    await board.hasAll(30)
    const ofSecond = await board.column('number')
    expect(ofFirst.filter((number) => ofSecond.includes(number))).toEqual([])

    const seen = await watchRows(board)
    for (const name of ['My account', 'Second desk', 'My account']) {
      await openAccount(board, name)
      await eventually(() => board.says('account-name')).toBe(name)
      await eventually(async () => (await board.count()).all).toBe(name === 'My account' ? 20 : 30)
    }
    const numbers = (account: string, rows: string[]) =>
      rows.map((number) => `${account}|${number.replaceAll(' ', '')}`)
    const wrong = new Set([...numbers('My account', ofSecond), ...numbers('Second desk', ofFirst)])
    expect((await seen()).filter((row) => wrong.has(row))).toEqual([])

    await first.stop()
    await board.page.keyboard.press('g')
    await board.page.keyboard.press('r')
    await board.addNumber('MSCU1234566', 'MSCU')
    await openAccount(board, 'Second desk')
    await eventually(() => board.says('account-name')).toBe('Second desk')
    await eventually(() => board.says('waits-elsewhere')).toBe('1')

    const restartedService = await startService(
      '--containers',
      '20',
      '--seed',
      '1',
      '--key',
      'key-one',
      ...QUICK,
      '--port',
      new URL(first.ready.url).port,
    )
    await openAccount(board, 'My account')
    await eventually(async () => {
      const { requests } = (await (await fetch(new URL('/_service/log', restartedService.ready.url))).json()) as {
        requests: { method: string; path: string }[]
      }
      return requests.filter(({ method, path }) => method === 'POST' && path === '/v2/tracking_requests').length
    }).toBe(1)
  })

  test('a stored key is refused with the name of its account, a removed account comes back with its key, and a deleted one leaves no data', async () => {
    const first = await startService('--containers', '4', '--seed', '1', '--key', 'key-one', ...QUICK)
    const second = await startService('--containers', '6', '--seed', '2', '--key', 'key-two', ...QUICK)
    const host = await startHost({ rate: RATE })
    const board = await stage.open(host)
    await board.connect(first.ready.url, first.ready.key)
    await board.hasAll(4)
    await addAccount(board, 'Second desk', second)

    await board.by('account-menu').click()
    await board.by('menu-add-account').click()
    const dialog = board.page.locator('dialog[open]')
    await dialog.getByTestId('account-name-input').locator('input').fill('Twice')
    await dialog.getByTestId('other-service').click()
    await dialog.getByTestId('service-url').locator('input').fill(first.ready.url)
    await dialog.getByTestId('api-key').locator('input').fill('key-one')
    await dialog.getByTestId('connect').click()
    await eventually(() => dialog.getByTestId('connect-failure').innerText()).toContain(
      'Account “My account” already uses this key.',
    )
    await board.press('Escape')

    const remove = async (choice: 'keep-data' | 'delete-data') => {
      await board.goTo('settings')
      await board.by('remove-account-button').click()
      await board.page
        .locator('label', { has: board.by(choice) })
        .or(board.by(choice))
        .first()
        .click()
      await board.by('confirm-remove').click()
      await eventually(() => board.says('account-name')).toBe('My account')
      await eventually(() => board.says('sync-chip')).toMatch(/^(Live|Checking)/)
    }
    const folders = () => readdirSync(join(host.dataDir, 'accounts')).length
    await remove('keep-data')
    expect(folders()).toBe(2)
    // The toast disappears, so the wait begins before the click.
    const toast = board.toast('with its saved data')
    await addAccount(board, 'Back again', second)
    await toast
    expect(folders()).toBe(2)
    await remove('delete-data')
    expect(folders()).toBe(1)
  })
})
