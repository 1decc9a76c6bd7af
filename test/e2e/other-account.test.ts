// While one account is connected, the user enters a key of another account of the same service. The app says so, keeps
// both apart, and sends waiting requests of the first account to the first account only. A renewed key of the first
// account keeps its queue.
import { describe, expect, onTestFinished, test } from 'vitest'
import { startService } from '#support/programs.ts'
import { startTwoAccounts } from '#support/two-accounts.ts'
import { type Board, eventually } from './board.ts'
import { startHost } from './host.ts'
import { loadNewRequestStatuses, createStage } from './stage.ts'

const stage = createStage()
/** A request may take 30 s of engine time. On a busy computer three real seconds would not be enough. */
const RATE = 2
const SERVICE_ARGS = ['--no-limit', '--clock-rate', String(RATE)]

/** Starts with a connected account, and a request that was saved while its key was blocked. */
async function startWithWaitingRequest() {
  const first = await startService('--containers', '20', '--seed', '1', '--key', 'key-of-one', ...SERVICE_ARGS)
  const second = await startService('--containers', '30', '--seed', '2', '--key', 'key-of-two', ...SERVICE_ARGS)
  const accounts = {
    one: { url: first.ready.url, key: 'key-of-one' },
    two: { url: second.ready.url, key: 'key-of-two' },
  }
  const keyProxy = await startTwoAccounts({
    'key-one': accounts.one,
    'key-one-renewed': accounts.one,
    'key-two': accounts.two,
  })
  onTestFinished(() => keyProxy.close())
  const board = await stage.open(await startHost({ rate: RATE }))
  await board.connect(keyProxy.url, 'key-one')
  await board.waitForContainers(20)
  keyProxy.blockedKeys.add('key-one')
  await board.goTo('requests')
  await board.addNumber('MSCU1234566', 'MSCU')
  await board.goTo('settings')
  return { first, second, front: keyProxy, board }
}

const enterKey = async (board: Board, key: string) => {
  await board.by('api-key').locator('input').fill(key)
  await board.by('connect').click()
}
const findDialog = (board: Board) => board.page.locator('dialog[open]')
const chooseInDialog = async (board: Board, choice: string) => {
  await board.page
    .locator('label', { has: board.by(`other-${choice}`) })
    .or(board.by(`other-${choice}`))
    .first()
    .click()
  await findDialog(board).getByTestId('other-submit').click()
}

describe('a key of another account', () => {
  test('is opened as a separate account, which gets none of the first account’s waiting requests', async () => {
    const { first, second, board } = await startWithWaitingRequest()
    await enterKey(board, 'key-two')
    await eventually(() => findDialog(board).innerText()).toMatch(
      /This key belongs to a different account than “My account”/,
    )
    expect(await findDialog(board).innerText()).toContain('1 change of “My account” has not been sent.')
    await findDialog(board).getByTestId('other-name').locator('input').fill('Customer C')
    await chooseInDialog(board, 'own')
    await eventually(() => board.textOf('account-name')).toBe('Customer C')
    await board.goTo('containers')
    await eventually(async () => (await board.count()).all).toBe(30)
    await eventually(() => board.textOf('waits-elsewhere')).toBe('1')
    expect([await loadNewRequestStatuses(first), await loadNewRequestStatuses(second)]).toEqual([[], []])
  })

  test('replaces the first account only if the user chooses that, and even then sends none of its requests', async () => {
    const { first, second, board } = await startWithWaitingRequest()
    await enterKey(board, 'key-two')
    await findDialog(board).waitFor()
    await chooseInDialog(board, 'replace')
    await board.goTo('containers')
    await eventually(async () => (await board.count()).all).toBe(30)
    await board.goTo('settings')
    await eventually(() => board.page.locator('body').innerText()).toContain('My account')
    expect([await loadNewRequestStatuses(first), await loadNewRequestStatuses(second)]).toEqual([[], []])
  })

  test('if it is a renewed key of the same account, is accepted, and the waiting request is sent once', async () => {
    const { first, second, board } = await startWithWaitingRequest()
    await enterKey(board, 'key-one-renewed')
    await eventually(() => loadNewRequestStatuses(first)).toEqual([201])
    expect([await findDialog(board).count(), await loadNewRequestStatuses(second)]).toEqual([0, []])
    await board.goTo('containers')
    await eventually(async () => (await board.count()).all).toBeGreaterThanOrEqual(20)
  })
})
