// A forwarder's list of numbers from a file. The page's worker parses it, the user sees the checks and the cost, orders
// the tracking, and copies the results back into the sheet. Programs run 20 times faster than the wall clock.
import { expect, test } from 'vitest'
import { makeWorkbook } from '#support/workbooks.ts'
import { type Board, eventually } from './board.ts'
import { loadNewRequestStatuses, createStage, startConnected } from './stage.ts'

const stage = createStage()
const RATE = 20
const SERVICE_ARGS = ['--seed', '1', '--containers', '20']
/** Numbers that succeed at the service: their requests become `created` within a minute. */
const VALID_NUMBERS = ['260000001', '260000002', '260000003']

async function openList(board: Board): Promise<void> {
  await board.waitForContainers(20)
  await board.press('Control+n')
  await board.by('add-list').click()
  await board.by('list-text').waitFor()
}

async function chooseFile(board: Board, name: string, bytes: Uint8Array): Promise<void> {
  await board
    .by('list-chooser')
    .setInputFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(bytes) })
}

const readOutcomes = (board: Board) =>
  board.page.locator('[data-line]').evaluateAll((rows) => rows.map((row) => (row as HTMLElement).dataset['outcome']))
/** Reads the status texts that do not fit into their cells. */
const readCutTexts = (board: Board) =>
  board.page
    .locator('[data-line] .word')
    .evaluateAll((words) =>
      words
        .filter((word) => word.getBoundingClientRect().right > word.closest('td')!.getBoundingClientRect().right)
        .map((word) => word.textContent),
    )
const readOrderTexts = (board: Board) => board.by('order-line').locator('.word').allInnerTexts()

async function orderAndReadConfirmation(board: Board): Promise<string> {
  await board.by('order').click()
  const confirmation = await board.textOf('confirm-order')
  await board.by('confirm-order-act').click()
  await board.by('order-rows').waitFor()
  return confirmation
}

test('story 7: a CSV is parsed, checked and ordered once with its references, and its results are copied in its order', async () => {
  const { service, host } = await startConnected(SERVICE_ARGS, RATE)
  const board = await stage.open(host, { permissions: ['clipboard-read', 'clipboard-write'] })
  await openList(board)
  const csvLines = [
    'MBL;SCAC;PO',
    `${VALID_NUMBERS[0]};MAEU;PO-1`,
    `"${VALID_NUMBERS[1]}";MAEU;"PO; 2"`,
    `${VALID_NUMBERS[0]};MAEU;PO-1`,
    'MSCU1234567;;',
    ';;only a note',
  ]
  await chooseFile(board, 'week 47.csv', new TextEncoder().encode(`\ufeff${csvLines.join('\r\n')}`))
  await eventually(() => readOutcomes(board)).toEqual(['ready', 'ready', 'repeated', 'wrong-check-digit', 'empty'])
  expect(await board.textOf('list-name')).toBe('week 47.csv')
  await board.page.setViewportSize({ width: 960, height: 640 })
  expect(await readCutTexts(board)).toEqual([])
  expect(await orderAndReadConfirmation(board)).toMatch(
    /Start tracking 2 numbers\? .*They use 2 tracked shipments of your plan, one each\. 3 lines left out: 1 × Duplicate 1 × Check digit wrong or missing 1 × No number /,
  )
  await eventually(() => loadNewRequestStatuses(service)).toEqual([201, 201])
  await eventually(() => readOrderTexts(board)).toEqual([
    'Tracked',
    'Tracked',
    'Left out: Duplicate',
    'Left out: Check digit wrong or missing',
    'Left out: No number',
  ])
  await board.by('copy-results').click()
  const copied = await host.readClipboard(board)
  expect(copied.split('\n').map((row) => row.split('\t')[0])).toEqual([
    'As listed',
    VALID_NUMBERS[0],
    VALID_NUMBERS[1],
    VALID_NUMBERS[0],
    'MSCU1234567',
    '',
  ])
  expect(copied.split('\n')[2]).toContain('PO; 2')
  await board.by('compare').click()
  await eventually(() => board.textOf('compare-count')).toMatch(/tracked shipments? (is|are) not on this list/)
})

test('story 7: a workbook with more lines than one order takes is ordered page by page and survives a reload, and a locked one is refused', async () => {
  const { service, host } = await startConnected(SERVICE_ARGS, RATE)
  const board = await stage.open(host)
  await openList(board)
  await chooseFile(
    board,
    'locked.xlsx',
    new Uint8Array([
      0xd0,
      0xcf,
      0x11,
      0xe0,
      ...Array.from('EncryptedPackage', (sign) => [sign.charCodeAt(0), 0]).flat(),
    ]),
  )
  await board.waitForToast('This workbook is password-protected.')
  const rows = [
    ['Booking', 'Ref'],
    ...VALID_NUMBERS.map((number, index) => [Number(number), `F ${index}`]),
    // 620 lines with the three numbers, which are two pages of at most 500 lines.
    ...Array.from({ length: 617 }, (_, index) => [`PO ${4_000 + index}`, '']),
  ]
  await chooseFile(board, 'plan.xlsx', makeWorkbook({ Plan: rows }))
  await eventually(() => board.textOf('page')).toBe('Lines 1–500 of 620')
  await eventually(() => board.by('count-purchase-order').innerText()).toMatch(/^497 /)
  // The number has digits only, so its heading is needed to show its kind.
  await eventually(() => board.textOf('order')).toBe('Start tracking 3 numbers…')
  await orderAndReadConfirmation(board)
  await board.page.reload()
  await board.by('order-rows').waitFor()
  await eventually(() => loadNewRequestStatuses(service)).toEqual([201, 201, 201])
  await eventually(async () =>
    (await readOrderTexts(board)).slice(0, 3).filter((word) => word === 'Waiting to send' || word === 'Sending'),
  ).toEqual([])
})
