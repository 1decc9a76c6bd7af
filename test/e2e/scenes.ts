// Every screen, panel, dialog and menu of the view with the steps to open it, on the account of full-account.ts. Each
// scene begins at its own address with nothing open.
import type { Board } from './board.ts'
import { BILL } from './full-account.ts'

export type Scene = { name: string; path: string; prepare?: (board: Board) => Promise<void> }

const FIRST_ROW_CELL =
  '[data-row="0"][data-id] :is([data-key=number], [data-key=masterBill], [data-key=file], [data-key=subject], [data-key=alert])'

async function openRow(board: Board, cell = board.page.locator(FIRST_ROW_CELL).first()): Promise<void> {
  await cell.click()
  await board.press('Enter')
  await board.by('panel-number').filter({ hasText: /\S/ }).waitFor()
}

const clickAndWaitFor = (testId: string, appears: string) => async (board: Board) => {
  await board.by(testId).click()
  await board.page.locator(appears).first().waitFor()
}

/** Opens a dialog for the user's own data of the first row. */
const openOwnDialog = (key: string, field: string) => async (board: Board) => {
  await board.page.locator(FIRST_ROW_CELL).first().click()
  await board.press(key)
  await board.by(field).waitFor()
}

/** Shows an expanded and a collapsed group. The choice is stored, so no later scene may use the rows of this list. */
async function groupByPlace(board: Board): Promise<void> {
  await board.by('group-menu').click()
  await board.by('group-pickupPlace').click()
  await board.by('group-row').last().click()
  await board.page.locator('[data-testid=group-row] [aria-expanded=false]').waitFor()
}

const PASTED_LIST = [
  'MBL\tSCAC\tPO',
  'OBLN61234567\tOBLN\tPO-4711',
  'KESL99887766\t\tPO-4712',
  'OBLN61234567\t\t',
  'MSCU1234567\t\t',
  '\t\tonly a note',
].join('\n')

async function checkList(board: Board): Promise<void> {
  await board.by('list-text').fill(PASTED_LIST)
  await board.by('list-judge').click()
  await board.page.locator('[data-outcome=repeated]').waitFor()
}

export const SCREENS: readonly Scene[] = [
  { name: 'Today', path: 'today' },
  { name: 'LFD', path: 'lfd' },
  { name: 'LFD board', path: 'lfd/board' },
  // Its script is loaded when it is first opened. Until then the previous screen is shown.
  {
    name: 'LFD calendar',
    path: 'lfd/calendar',
    prepare: async (board) => {
      await board.by('calendar').locator('.day').first().waitFor()
    },
  },
  {
    name: 'LFD cost',
    path: 'lfd/cost',
    prepare: async (board) => {
      await board.by('cost-counted').waitFor()
    },
  },
  { name: 'Empties to return', path: 'empties' },
  { name: 'Containers', path: 'containers' },
  { name: 'Ready', path: 'ready' },
  { name: 'Groups', path: 'ready', prepare: groupByPlace },
  { name: 'Past state', path: 'past' },
  { name: 'Shipments', path: 'shipments' },
  { name: 'Holds & fees', path: 'charges' },
  { name: 'Changes', path: 'changes' },
  { name: 'Alerts', path: 'alerts' },
  {
    name: 'Shift handover',
    path: 'handover',
    prepare: async (board) => {
      await board.by('handover-notes').waitFor()
    },
  },
  {
    name: 'Dispute evidence',
    path: 'containers',
    prepare: async (board) => {
      await board.openRow(0)
      await board.by('open-dispute').click()
      await board.by('dispute-how').waitFor()
      await board.page.getByText('SHA-256').first().waitFor()
    },
  },
  { name: 'export menu', path: 'containers', prepare: clickAndWaitFor('export-menu', '[data-testid=export-csv]') },
  { name: 'Documents', path: 'documents' },
  { name: 'E-mails', path: 'emails' },
  {
    name: 'Map',
    path: 'map',
    prepare: async (board) => {
      await board.page.locator('[data-testid=map][data-drawn=true]').waitFor()
    },
  },
  {
    name: 'Map, a port',
    path: 'map',
    prepare: async (board) => {
      await board.page.locator('[data-testid=map-ports] button').first().click()
      await board.by('container-lines').waitFor()
    },
  },
  { name: 'Requests', path: 'requests' },
  { name: 'Add list', path: 'requests/add', prepare: checkList },
  {
    name: 'Edits',
    path: 'edits',
    prepare: async (board) => {
      await board.by('edits-screen').locator('h2').nth(1).waitFor()
    },
  },
  { name: 'Status', path: 'status' },
  { name: 'Settings', path: 'settings' },
  { name: 'Keys', path: 'settings/keys' },
  { name: 'About', path: 'about' },
  { name: 'User guide', path: 'guide' },
]

export const OVERLAYS: readonly Scene[] = [
  { name: 'container panel', path: 'lfd', prepare: (board) => openRow(board) },
  { name: 'shipment panel', path: 'shipments', prepare: (board) => openRow(board) },
  { name: 'charges panel', path: 'charges', prepare: (board) => openRow(board) },
  { name: 'request panel', path: 'requests', prepare: (board) => openRow(board) },
  { name: 'e-mail panel', path: 'emails', prepare: (board) => openRow(board) },
  { name: 'alert panel', path: 'alerts', prepare: (board) => openRow(board) },
  {
    name: 'document panel',
    path: 'documents',
    prepare: async (board) => {
      await openRow(board, board.page.locator('[data-key=file]', { hasText: BILL }))
      await board.page.locator('[data-testid=pdf-page]:not([data-drawn="0"])').waitFor()
    },
  },
  {
    name: 'plan of pickups',
    path: 'lfd',
    prepare: async (board) => {
      await board.page.locator(FIRST_ROW_CELL).first().click()
      await board.press('Control+a')
      await board.by('plan-selected').click()
      await board.by('plan-table').waitFor()
    },
  },
  { name: 'snapshot form', path: 'settings', prepare: clickAndWaitFor('add-snapshot', '[data-testid=snapshot-form]') },
  { name: 'link form', path: 'settings', prepare: clickAndWaitFor('add-link', '[data-testid=link-form]') },
  {
    name: 'open elsewhere',
    path: 'lfd',
    prepare: async (board) => {
      await openRow(board)
      await board.by('open-in').click()
      await board.by('copy-link').waitFor()
    },
  },
  { name: 'rate form', path: 'settings', prepare: clickAndWaitFor('add-rate', '[data-testid=rate-form]') },
  {
    name: 'snooze dialog',
    path: 'alerts',
    prepare: async (board) => {
      // Only an alert about a container can be snoozed.
      await board.page
        .locator('[data-row] [data-key=alert]')
        .filter({ hasText: /[A-Z]{4} ?\d{6}/ })
        .first()
        .click()
      await board.press('h')
      await board.by('snooze-hour').waitFor()
    },
  },
  { name: 'assign dialog', path: 'lfd', prepare: openOwnDialog('a', 'my-name') },
  { name: 'tags dialog', path: 'lfd', prepare: openOwnDialog('l', 'add-own-tag') },
  { name: 'note dialog', path: 'lfd', prepare: openOwnDialog('n', 'note-text') },
  {
    name: 'bulk bar',
    path: 'lfd',
    prepare: async (board) => {
      await board.page.locator(FIRST_ROW_CELL).first().click()
      await board.press('Control+a')
    },
  },
  {
    name: 'palette',
    path: 'lfd',
    prepare: async (board) => {
      await board.press('Control+k')
      await board.by('palette-input').waitFor()
    },
  },
  {
    name: 'cheat sheet',
    path: 'lfd',
    prepare: async (board) => {
      await board.press('Shift+?')
      await board.page.locator('dialog[open]').waitFor()
    },
  },
  {
    name: 'search',
    path: 'today',
    prepare: async (board) => {
      await board.by('search').fill('csnu')
      await board.by('search-results').locator('[role=option]').first().waitFor()
    },
  },
  {
    name: 'Add tracking',
    path: 'requests',
    prepare: async (board) => {
      await board.by('add-tracking').click()
      await board.by('add-number').fill('OBLN77888999')
      await board.by('number-check').filter({ hasText: /\S/ }).waitFor()
    },
  },
  { name: 'filter menu', path: 'lfd', prepare: clickAndWaitFor('filter-menu', '.pop .panel') },
  { name: 'view menu', path: 'lfd', prepare: clickAndWaitFor('view-menu', '.pop .panel') },
  { name: 'column menu', path: 'containers', prepare: clickAndWaitFor('column-menu', '.pop .panel') },
  { name: 'account menu', path: 'lfd', prepare: clickAndWaitFor('account-menu', '.pop .panel') },
  {
    name: 'gates of terminals',
    path: 'settings',
    prepare: clickAndWaitFor('add-terminal', '[data-testid=terminal-form]'),
  },
  {
    name: 'restoring own data',
    path: 'settings',
    prepare: async (board) => {
      const [download] = await Promise.all([board.page.waitForEvent('download'), board.by('own-data-save').click()])
      await board.by('own-data-file').setInputFiles(await download.path())
      await board.by('restore-table').waitFor()
    },
  },
  { name: 'confirming a new mirror', path: 'settings', prepare: clickAndWaitFor('renew-mirror', 'dialog[open]') },
  { name: 'sync details', path: 'today', prepare: clickAndWaitFor('sync-chip', '.details') },
  {
    name: 'no match',
    path: 'lfd',
    prepare: async (board) => {
      await board.filterText('Nordwind GmbH')
      await board.by('empty-state').waitFor()
    },
  },
]

/** The deepest scene has a menu in a dialog over a panel. */
const MAX_LAYERS = 3

function hasOpenLayer({ page }: Board): Promise<boolean> {
  return page.evaluate(async () => {
    // Two frames, because the first one still shows the previous state.
    await new Promise((shown) => {
      requestAnimationFrame(() => requestAnimationFrame(shown))
    })
    const layers = 'dialog[open], [role=dialog], [data-testid=detail-panel], [data-testid=search-results]'
    return document.querySelector(layers) !== null
  })
}

/** Opens the scene's screen with nothing else open, waits for its data, and then runs `prepare`. */
export async function goToScene(board: Board, { path, prepare }: Scene): Promise<void> {
  const { page } = board
  await page.evaluate((to) => {
    location.hash = `#/${to}`
  }, path)
  let isOpen = await hasOpenLayer(board)
  for (let presses = 0; isOpen && presses < MAX_LAYERS; presses += 1) {
    await board.press('Escape')
    isOpen = await hasOpenLayer(board)
  }
  // A toast about a form that Escape closed would be part of the next scene.
  if (isOpen || (await page.locator('.n-message').count()) > 0) await page.reload()
  await page.waitForFunction(() => {
    const isLoaded =
      document.querySelector(
        '[data-testid=today-as-of], [data-testid=cost-counted], [data-testid=calendar-todays]:not(:empty), [data-testid=lane-count]:not(:empty), [data-testid=map][data-drawn=true], [data-testid=empty-state], [data-id], [data-testid=status], [data-testid=add-list-screen], [data-testid=edits-screen], [data-testid=licences], [data-testid=keys-page], [data-testid=guide-page], [data-testid=handover-notes], [data-testid=dispute-how], [data-testid=home-zone]',
      ) !== null
    return (
      isLoaded &&
      document.querySelector('[aria-busy=true], .placeholder') === null &&
      document.querySelector('.sync-chip')?.textContent !== 'Connecting'
    )
  })
  await prepare?.(board)
}
