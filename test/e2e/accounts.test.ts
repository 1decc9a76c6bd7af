// Two accounts with two services: the user adds, opens and removes accounts, and requests wait in the other account. A
// row of one account must never appear under the name of the other.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { startService } from '#support/programs.ts'
import { type Board, eventually } from './board.ts'
import { startHost } from './host.ts'
import { type Service, createStage } from './stage.ts'

const stage = createStage()
/**
 * The engine looks up a request that could not be sent 45 s later. Requests of a removed account count against the
 * limit for one minute.
 */
const RATE = 10
const RATE_ARGS = ['--clock-rate', String(RATE)]

async function addAccount(board: Board, name: string, service: Service): Promise<void> {
  await board.by('account-menu').click()
  await board.by('menu-add-account').click()
  const dialog = board.page.locator('dialog[open]')
  await dialog.getByTestId('account-name-input').locator('input').fill(name)
  await dialog.getByTestId('other-service').click()
  await dialog.getByTestId('service-url').locator('input').fill(service.ready.url)
  await dialog.getByTestId('api-key').locator('input').fill(service.ready.key)
  await dialog.getByTestId('connect').click()
  await eventually(() => board.textOf('account-name')).toBe(name)
  await board.page.waitForURL(/#\/today/)
  await eventually(() => board.textOf('sync-chip')).toMatch(/^(Live|Checking)/)
}

async function openAccount(board: Board, name: string): Promise<void> {
  await board.by('account-menu').click()
  await board.page.getByRole('dialog').getByRole('button', { name }).click()
}

/** Records the account name and the container number of each row that is drawn from now on. */
async function watchRows(board: Board): Promise<() => Promise<string[]>> {
  await board.page.evaluate(() => {
    const seen = new Set<string>()
    const recordRows = () => {
      const name = document.querySelector('[data-testid=account-name]')?.textContent.trim() ?? ''
      for (const cell of document.querySelectorAll('[data-row][data-id] [data-key=number]'))
        seen.add(`${name}|${cell.textContent.replaceAll(/\s/g, '')}`)
    }
    new MutationObserver(recordRows).observe(document.body, {
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
    const first = await startService('--containers', '20', '--seed', '1', '--key', 'key-one', ...RATE_ARGS)
    const second = await startService('--containers', '30', '--seed', '2', '--key', 'key-two', ...RATE_ARGS)
    const host = await startHost({ rate: RATE })
    const board = await stage.open(host)
    await board.connect(first.ready.url, first.ready.key)
    await board.waitForContainers(20)
    const numbersOfFirst = await board.column('number')

    await addAccount(board, 'Second desk', second)
    await board.waitForContainers(30)
    const numbersOfSecond = await board.column('number')
    expect(numbersOfFirst.filter((number) => numbersOfSecond.includes(number))).toEqual([])

    const readSeenRows = await watchRows(board)
    for (const name of ['My account', 'Second desk', 'My account']) {
      await openAccount(board, name)
      await eventually(() => board.textOf('account-name')).toBe(name)
      await eventually(async () => (await board.count()).all).toBe(name === 'My account' ? 20 : 30)
    }
    const createExpectedRows = (account: string, rows: string[]) =>
      rows.map((number) => `${account}|${number.replaceAll(' ', '')}`)
    const rowsOfOtherAccount = new Set([
      ...createExpectedRows('My account', numbersOfSecond),
      ...createExpectedRows('Second desk', numbersOfFirst),
    ])
    expect((await readSeenRows()).filter((row) => rowsOfOtherAccount.has(row))).toEqual([])

    await first.stop()
    await board.page.keyboard.press('g')
    await board.page.keyboard.press('r')
    await board.addNumber('MSCU1234566', 'MSCU')
    await openAccount(board, 'Second desk')
    await eventually(() => board.textOf('account-name')).toBe('Second desk')
    await eventually(() => board.textOf('waits-elsewhere')).toBe('1')

    const restartedService = await startService(
      '--containers',
      '20',
      '--seed',
      '1',
      '--key',
      'key-one',
      ...RATE_ARGS,
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
    const first = await startService('--containers', '4', '--seed', '1', '--key', 'key-one', ...RATE_ARGS)
    const second = await startService('--containers', '6', '--seed', '2', '--key', 'key-two', ...RATE_ARGS)
    const host = await startHost({ rate: RATE })
    const board = await stage.open(host)
    await board.connect(first.ready.url, first.ready.key)
    await board.waitForContainers(4)
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

    const removeAccount = async (choice: 'keep-data' | 'delete-data') => {
      await board.goTo('settings')
      await board.by('remove-account-button').click()
      await board.page
        .locator('label', { has: board.by(choice) })
        .or(board.by(choice))
        .first()
        .click()
      await board.by('confirm-remove').click()
      await eventually(() => board.textOf('account-name')).toBe('My account')
      await eventually(() => board.textOf('sync-chip')).toMatch(/^(Live|Checking)/)
    }
    const countFolders = () => readdirSync(join(host.dataDir, 'accounts')).length
    await removeAccount('keep-data')
    expect(countFolders()).toBe(2)
    // The toast disappears, so the wait begins before the click.
    const toast = board.waitForToast('with its saved data')
    await addAccount(board, 'Back again', second)
    await toast
    expect(countFolders()).toBe(2)
    await removeAccount('delete-data')
    expect(countFolders()).toBe(1)
  })
})
