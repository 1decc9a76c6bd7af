// The user's own data with a real engine. The user assigns, tags and notes by keys, for one row and for many, and
// undoes it. The search finds the data, also after a restart. None of it is ever sent.
import { expect, test } from 'vitest'
import type { LogDocument } from '#service/request-log.ts'
import { type Board, eventually } from './board.ts'
import { startHost } from './host.ts'
import { type Connected, createStage, startOnFixedDay, FIXED_DAY } from './stage.ts'

const stage = createStage()
/** Only columns in view are drawn. Without these columns the others fit. */
const hideOtherColumns = () => {
  const hidden = [
    'lastFreeDay',
    'daysLeft',
    'sources',
    'verdict',
    'holds',
    'fees',
    'appointment',
    'pickupPlace',
    'placeTime',
    'status',
    'masterBill',
    'refs',
    'nextAction',
  ]
  localStorage.setItem('quaywatch.lfd.columns', JSON.stringify({ order: [], widths: {}, hidden }))
}

async function start(): Promise<Connected & { board: Board }> {
  const connected = await startOnFixedDay({ containers: 60 })
  const board = await stage.open(connected.host, {}, hideOtherColumns)
  await board.waitForContainers(60)
  return { ...connected, board }
}

/** Waits until the form has focus. */
const waitForFocus = (board: Board, testId: string) => eventually(() => board.focusedId()).toBe(testId)
const countDialogs = (board: Board) => board.page.locator('dialog[open]').count()

async function assignFirst(board: Board): Promise<void> {
  await board.row(0).locator('[data-key=number]').click()
  await board.press('a')
  await waitForFocus(board, 'my-name')
  await board.page.keyboard.type('Ana')
  await board.press('Enter')
  await eventually(() => countDialogs(board)).toBe(0)
}

async function addNote(board: Board, text: string): Promise<void> {
  await board.press('n')
  await waitForFocus(board, 'note-text')
  await board.page.keyboard.type(text)
  await board.press('Control+Enter')
  await eventually(() => countDialogs(board)).toBe(0)
}

const readAssignee = async (board: Board, rowIndex: number) => (await board.rows())[rowIndex]?.cells['assignee']

test('story 6: a note written by keys is found by the search, also after a restart, and none of it is ever sent', async () => {
  const { board, host, service, dataDir } = await start()
  const [id] = await board.ids()
  await assignFirst(board)
  // The row must have focus again, otherwise the next key has no effect.
  await eventually(() => board.page.evaluate(() => document.activeElement?.closest('[role=grid]') !== null)).toBe(true)
  await addNote(board, 'Forklift damaged the door')
  await board.press('l')
  await waitForFocus(board, 'add-own-tag')
  await board.page.keyboard.type('rush')
  await board.press('Enter', 'Enter')
  await eventually(() => countDialogs(board)).toBe(0)
  await eventually(() => readAssignee(board, 0)).toBe('Ana (you)')
  await board.press('/')
  await board.page.keyboard.type('forklift')
  await eventually(() => board.by('search-results').locator('[role=option]').count()).toBe(1)
  expect(await board.textOf('search-results')).toContain('Note: Forklift damaged the door')
  await board.close()
  await host.stop()

  const secondBoard = await stage.open(
    await startHost({ dataDir, service: service.ready, now: FIXED_DAY }),
    {},
    hideOtherColumns,
  )
  await secondBoard.waitForContainers(60)
  await eventually(async () => (await secondBoard.rows()).find((row) => row.id === id)?.cells['assignee']).toBe(
    'Ana (you)',
  )
  await secondBoard.press('/')
  await secondBoard.page.keyboard.type('rush')
  await eventually(() => secondBoard.by('search-results').locator('[role=option]').count()).toBe(1)
  await secondBoard.press('Enter')
  await eventually(() => secondBoard.textOf('own-block')).toMatch(
    /Saved on this computer only.*Ana \(you\).*rush.*Forklift damaged the door/,
  )

  const { requests } = (await (await fetch(new URL('/_service/log', service.ready.url))).json()) as LogDocument
  expect(requests.length).toBeGreaterThan(0)
  expect(requests.filter(({ method }) => method !== 'GET')).toEqual([])
})

test('the bar assigns all selected rows at once, and an undo restores the earlier assignee of each', async () => {
  const { board } = await start()
  await assignFirst(board)
  await eventually(() => readAssignee(board, 0)).toBe('Ana (you)')
  await board.press('Control+a')
  await board.by('own-assign').click()
  await board.by('other-name').fill('Ben')
  await board.press('Enter')
  await eventually(async () => new Set(await board.column('assignee'))).toEqual(new Set(['Ben']))
  await board.by('undo').last().click()
  await eventually(async () => [...new Set(await board.column('assignee'))].toSorted()).toEqual(['', 'Ana (you)'])
})

test('“mine this week” is a view with chips, and asks for the name of the user if it is unknown', async () => {
  const { board } = await start()
  await board.by('view-menu').click()
  await board.by('view-my-lfd-week').click()
  await eventually(() => board.textOf('empty-state')).toContain('You have not set your name on this computer')
  await board.by('view-menu').click()
  await board.by('view-lfd-week').click()
  await board.waitForRows()
  await assignFirst(board)
  const [number] = await board.column('number')
  await board.by('view-menu').click()
  await board.by('view-my-lfd-week').click()
  await eventually(() => board.column('number')).toEqual([number])
  expect(await board.chips()).toEqual(['LFD is within 7 days', 'Assigned to me'])
})

test('the priority of a customer is set in the panel for all of its containers, and removed by keys', async () => {
  const { board } = await start()
  await board.row(0).locator('[data-key=customer]').click()
  const customer = (await board.rows())[0]?.cells['customer'] ?? ''
  await board.press('Enter')
  await board.by('own-block').getByTestId('scope-high').click()
  const highPriorityCustomers = async () =>
    (await board.rows()).filter(({ cells }) => cells['priority'] === 'High').map(({ cells }) => cells['customer'])
  await board.press('Escape')
  await eventually(async () => new Set(await highPriorityCustomers())).toEqual(new Set([customer]))
  await board.press('Control+z')
  await eventually(highPriorityCustomers).toEqual([])
})
