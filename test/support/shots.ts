// Pictures of every screen on the fake engine, for people to look at, and a list of what can be judged without eyes:
//   node test/support/shots.ts FOLDER [--rows 7,100000] [--themes light,dark] [--sizes 1366x768,1920x1080] [--only lfd,today] [--locale de]
// Writes FOLDER/<rows>-<size>-<theme>-<scene>.png; prints what sticks out, is cut or is faint, and what the page
// complained of. Needs out/renderer (`npx electron-vite build`). A screen that is new gets a line in `scenes` below.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import type { Browser, Page } from 'playwright-core'
import { cutWords, faintWords, overflowOf } from '../e2e/looks.ts'
import { launchBrowser } from './browser.ts'

type Scene = { name: string; path: string; host?: string; act?: (page: Page) => Promise<void> }

const press = (...keys: string[]) => async (page: Page) => {
  for (const key of keys) await page.keyboard.press(key)
}
const openRow = (place: number) => async (page: Page) => {
  await page.locator(`[data-row="${place}"][data-id] [data-key=number], [data-row="${place}"][data-id] [data-key=masterBill], [data-row="${place}"][data-id] [data-key=file], [data-row="${place}"][data-id] [data-key=subject], [data-row="${place}"][data-id] [data-key=alert]`).first().click()
  await page.keyboard.press('Enter')
  await page.getByTestId('panel-number').filter({ hasText: /\w/ }).waitFor()
}
const fill = (testId: string, text: string) => async (page: Page) => {
  await page.getByTestId(testId).fill(text)
}
const click = (testId: string) => async (page: Page) => {
  await page.getByTestId(testId).click()
}
const inTurn = (...acts: ((page: Page) => Promise<void>)[]) => async (page: Page) => {
  for (const act of acts) await act(page)
}
/** A dialog with a number judged in it. */
const adding = (number: string) => inTurn(click('add-tracking'), fill('add-number', number), async (page) => { await page.getByTestId('verdict').filter({ hasText: /\w/ }).waitFor() })
/** A list with a line of nearly every kind. */
const listed = inTurn(fill('list-text', ['MBL\tSCAC\tPO', 'OBLN61234567\tOBLN\tPO-4711', 'KESL99887766\t\tPO-4712', 'TASM10203040\t\t', 'OBLN61234567\t\t', 'PO-4411\t\t', 'MSCU1234567\t\t', 'ABC1234567\t\t', 'HBL778812\t\t', '\t\tonly a note'].join('\n')), click('list-judge'), async (page) => {
  await page.locator('[data-outcome=repeated]').waitFor()
})
const edited = inTurn(openRow(0), click('change-refs'), fill('add-refs', 'PO-4711'), press('Enter', 'Enter'), async (page) => { await page.getByTestId('edit-waiting').waitFor() })
const drawnPage = async (page: Page) => { await page.locator('[data-testid=pdf-page]:not([data-drawn="0"])').waitFor() }
/** Far down, after a moment of motion. */
const scrolled = async (page: Page) => {
  await page.locator('[role=grid]').evaluate((grid) => { grid.scrollTop = grid.scrollHeight / 2 })
}
const toRight = async (page: Page) => {
  await page.locator('[role=grid]').evaluate((grid) => { grid.scrollLeft = grid.scrollWidth })
}

/** Somebody's own words on the first row, typed as they are by keys. */
const typed = (testId: string, text: string) => async (page: Page) => {
  await page.getByTestId(testId).waitFor()
  await page.keyboard.type(text)
}
const closed = async (page: Page) => { await page.locator('dialog[open]').waitFor({ state: 'hidden' }) }
const onFirstRow = async (page: Page) => { await page.locator('[data-row="0"][data-id] [data-key=number]').click() }
/** The made-up engine remembers from scene to scene who somebody said he was. */
const assignedToMe = async (page: Page) => {
  await page.locator('[data-testid=assign-nobody]').waitFor()
  if (await page.getByTestId('my-name').isVisible()) await page.keyboard.type('Ana')
  await page.keyboard.press('Enter')
}
const owned = inTurn(onFirstRow, press('a'), assignedToMe, closed, press('l'), typed('add-own-tag', 'rush'), press('Enter'), typed('add-own-tag', 'call broker'), press('Enter', 'Enter'), closed, press('n'), typed('note-text', 'Driver waits at gate 4. Broker has the release; call Maria before noon.'), press('Control+Enter'), closed)

const toDispute = inTurn(onFirstRow, press('Enter'), click('open-dispute'), async (page: Page) => { await page.getByTestId('dispute-invoice-date').fill('2026-12-28'); await page.getByTestId('dispute-invoice-date').blur(); await page.getByText('SHA-256').first().waitFor() })

const screens = ['today', 'lfd', 'lfd/board', 'lfd/calendar', 'containers', 'ready', 'empties', 'shipments', 'charges', 'changes', 'alerts', 'documents', 'emails', 'map', 'requests', 'status', 'settings', 'settings/keys', 'about']
const lists = ['lfd', 'containers', 'ready', 'empties', 'shipments', 'charges', 'changes', 'alerts', 'documents', 'emails', 'requests']
const scenes: Scene[] = [
  ...screens.map((path) => ({ name: path.replace('/', '-'), path })),
  ...['lfd', 'containers', 'ready', 'shipments', 'charges'].map((name) => ({ name: `${name}-right`, path: name, act: toRight })),
  { name: 'handover', path: 'handover', act: async (page) => { await page.getByTestId('handover-notes').waitFor() } },
  { name: 'dispute', path: 'lfd', act: toDispute },
  { name: 'dispute-end', path: 'lfd', act: inTurn(toDispute, async (page) => { await page.getByTestId('dispute-how').scrollIntoViewIfNeeded() }) },
  { name: 'export-menu', path: 'containers', act: click('export-menu') },
  { name: 'own-first-time', path: 'lfd', act: inTurn(onFirstRow, press('a'), async (page) => { await page.getByTestId('assign-nobody').waitFor() }) },
  { name: 'own-row', path: 'lfd', act: owned },
  { name: 'own-row-right', path: 'containers', act: inTurn(owned, toRight) },
  { name: 'own-panel', path: 'lfd', act: inTurn(owned, press('Enter'), async (page) => { await page.getByTestId('own-block').scrollIntoViewIfNeeded() }) },
  { name: 'own-assign', path: 'lfd', act: inTurn(owned, press('a')) },
  { name: 'own-tags', path: 'lfd', act: inTurn(owned, press('Control+a', 'l'), async (page) => { await page.getByTestId('add-own-tag').waitFor() }) },
  { name: 'own-note', path: 'lfd', act: inTurn(onFirstRow, press('n'), async (page) => { await page.getByTestId('note-text').waitFor() }) },
  { name: 'own-filter', path: 'lfd', act: inTurn(owned, click('view-menu'), click('view-my-lfd-week')) },
  { name: 'containers-middle', path: 'containers', act: scrolled },
  { name: 'containers-marked', path: 'containers', act: inTurn(press('ArrowRight', 'Shift+ArrowDown', 'Shift+ArrowDown', 'Shift+ArrowRight'), click('column-menu')) },
  { name: 'settings-keys-conflict', path: 'settings/keys', act: inTurn(press('Tab', 'Tab', 'Tab', 'Enter', 'h'), async (page) => { await page.getByTestId('key-swap').waitFor() }) },
  { name: 'about-terms', path: 'about', act: async (page) => { await page.locator('[data-testid=licences] summary').nth(3).click(); await page.locator('[data-testid=licences] pre').nth(3).scrollIntoViewIfNeeded() } },
  { name: 'lfd-calendar-week', path: 'lfd/calendar', act: click('scope-week') },
  { name: 'lfd-calendar-day', path: 'lfd/calendar', act: press('Enter') },
  { name: 'lfd-board-panel', path: 'lfd/board', act: inTurn(press('ArrowRight', 'ArrowDown', 'Enter'), async (page) => { await page.getByTestId('panel-number').filter({ hasText: /\w/ }).waitFor() }) },
  { name: 'map-port', path: 'map', act: async (page) => { await page.locator('[data-testid=map-ports] button').first().click() } },
  { name: 'map-route', path: 'map', act: async (page) => { await page.locator('[data-testid=map-routes] button').nth(1).click() } },
  { name: 'map-close', path: 'map', act: press('+', '+', '+') },
  { name: 'today-panel', path: 'today', act: press('Enter') },
  { name: 'container-panel', path: 'lfd', act: openRow(0) },
  { name: 'container-panel-end', path: 'lfd', act: inTurn(openRow(1), async (page) => { await page.getByTestId('timeline').scrollIntoViewIfNeeded() }) },
  { name: 'shipment-panel', path: 'shipments', act: openRow(0) },
  { name: 'fields', path: 'containers', act: inTurn(openRow(0), async (page) => { await page.getByTestId('custom-fields').scrollIntoViewIfNeeded() }) },
  { name: 'fields-form', path: 'shipments', act: inTurn(openRow(0), click('change-custom-desk')) },
  { name: 'fields-many', path: 'containers', act: inTurn(openRow(0), click('change-custom-papers')) },
  { name: 'fields-waiting', path: 'containers', act: inTurn(openRow(0), click('change-custom-cost_centre'), fill('field-cost_centre', 'CC-9001'), click('save-cost_centre'), click('change-custom-pallets'), fill('field-pallets', 'a dozen'), click('save-pallets')) },
  { name: 'request-panel', path: 'requests', act: openRow(0) },
  { name: 'charges-panel', path: 'charges', act: openRow(0) },
  { name: 'alerts-panel', path: 'alerts', act: openRow(3) },
  { name: 'alerts-hold', path: 'alerts', act: openRow(4) },
  { name: 'alerts-all', path: 'alerts', act: click('scope-all') },
  { name: 'alerts-snooze', path: 'alerts', act: inTurn(openRow(0), press('h')) },
  { name: 'alerts-selection', path: 'alerts', act: async (page) => {
    await page.locator('[data-row="0"][data-id] [data-key=alert]').click()
    await page.keyboard.press('Control+a')
  } },
  { name: 'settings-notifications', path: 'settings', act: async (page) => { await page.getByTestId('notifications').evaluate((region) => { region.parentElement!.parentElement!.scrollTop = region.getBoundingClientRect().top - 60 }) } },
  { name: 'settings-quiet', path: 'settings', act: inTurn(click('send-test'), async (page) => { await page.getByTestId('has-sound').scrollIntoViewIfNeeded() }) },
  { name: 'changes-panel', path: 'changes', act: openRow(0) },
  { name: 'document-panel', path: 'documents', act: inTurn(openRow(0), drawnPage) },
  { name: 'document-fields', path: 'documents', act: inTurn(openRow(0), drawnPage, click('change-read-incoterm')) },
  { name: 'document-end', path: 'documents', act: inTurn(openRow(0), drawnPage, click('ask-reextract'), async (page) => { await page.getByTestId('same-content').scrollIntoViewIfNeeded() }) },
  { name: 'document-needs-link', path: 'documents', act: inTurn(openRow(1), drawnPage) },
  { name: 'document-no-result', path: 'documents', act: inTurn(openRow(2), drawnPage) },
  { name: 'document-failed', path: 'documents', act: inTurn(openRow(4), async (page) => { await page.getByTestId('preview-failure').waitFor() }) },
  { name: 'document-duplicate', path: 'documents', act: inTurn(openRow(5), drawnPage) },
  { name: 'document-shipment', path: 'documents', act: inTurn(openRow(0), async (page) => { await page.getByTestId('link-shipment').first().click() }) },
  { name: 'documents-mine', path: 'documents', act: click('scope-needs-me') },
  { name: 'documents-trouble', path: 'documents', host: 'folders' },
  { name: 'documents-paused', path: 'documents', act: click('queue-pause') },
  { name: 'email-panel', path: 'emails', act: openRow(0) },
  { name: 'shipment-documents', path: 'shipments', act: inTurn(openRow(0), async (page) => { await page.getByTestId('documents-of').scrollIntoViewIfNeeded() }) },
  { name: 'settings-folders', path: 'settings', act: async (page) => { await page.getByTestId('folders').scrollIntoViewIfNeeded() } },
  { name: 'settings-looks', path: 'settings', act: inTurn(click('contrast-more'), click('dates-iso'), async (page) => { await page.getByTestId('dates-iso').scrollIntoViewIfNeeded() }) },
  { name: 'lfd-more-contrast', path: 'settings', act: inTurn(click('contrast-more'), click('dates-iso'), async (page) => { await page.evaluate(() => { location.hash = '#/lfd' }); await page.locator('[data-row="0"][data-id]').waitFor() }) },
  { name: 'settings-snapshots', path: 'settings', act: inTurn(click('add-snapshot'), async (page) => { await page.getByTestId('snapshot-folder').locator('input').fill('/home/ana/OneDrive/Board'); await page.getByTestId('snapshot-save').click(); await page.getByTestId('snapshot-write').click(); await page.getByTestId('add-snapshot').click(); await page.getByTestId('snapshot-problem').scrollIntoViewIfNeeded() }) },
  { name: 'settings-links', path: 'settings', act: inTurn(click('add-link'), async (page) => { await page.getByTestId('link-address').locator('input').fill('https://tms.example/search?ref={ref}&box={number}'); await page.getByTestId('links').scrollIntoViewIfNeeded() }) },
  { name: 'panel-open-in', path: 'lfd', act: inTurn(openRow(0), click('open-in')) },
  { name: 'settings-terminals', path: 'settings', act: inTurn(click('add-terminal'), async (page) => { await page.getByTestId('terminals').scrollIntoViewIfNeeded() }) },
  { name: 'settings-terminal-wrong', path: 'settings', act: inTurn(click('add-terminal'), async (page) => { await page.getByTestId('closed-day').fill('2026-12-25'); await page.getByTestId('add-closed-day').click(); await page.getByTestId('terminal-save').click(); await page.getByTestId('terminal-problem').scrollIntoViewIfNeeded() }) },
  { name: 'settings-rate-form', path: 'settings', act: inTurn(click('add-rate'), async (page) => { await page.getByTestId('rate-detention').click(); await page.getByTestId('rate-save').click(); await page.getByTestId('rate-form').scrollIntoViewIfNeeded() }) },
  { name: 'settings-own-data', path: 'settings', act: async (page) => { await page.getByTestId('own-data').scrollIntoViewIfNeeded() } },
  { name: 'settings-restore', path: 'settings', act: async (page) => { await page.getByTestId('own-data-file').setInputFiles({ name: 'own.json', mimeType: 'application/json', buffer: Buffer.from('{}') }); await page.getByTestId('restore-table').waitFor() } },
  { name: 'settings-privacy', path: 'settings', act: async (page) => { await page.getByTestId('privacy').scrollIntoViewIfNeeded() } },
  { name: 'settings-folders-remove', path: 'settings', act: async (page) => { await page.getByTestId('remove-folder-1').click() } },
  { name: 'selection', path: 'lfd', act: async (page) => {
    await page.locator('[data-row="0"][data-id] [data-key=number]').click()
    await page.keyboard.press('Control+a')
  } },
  { name: 'requests-selection', path: 'requests', act: async (page) => {
    await page.locator('[data-row="0"][data-id] [data-key=number]').click()
    await page.keyboard.press('Control+a')
  } },
  { name: 'palette', path: 'lfd', act: inTurn(openRow(0), press('Control+k')) },
  { name: 'cheat-sheet', path: 'lfd', act: press('Shift+?') },
  { name: 'search', path: 'today', act: async (page) => {
    await page.keyboard.press('/')
    await page.keyboard.type('kslu')
    await page.getByTestId('search-results').locator('[role=option]').first().waitFor()
  } },
  { name: 'search-none', path: 'today', act: async (page) => {
    await page.keyboard.press('/')
    await page.keyboard.type('Nordwind GmbH')
  } },
  { name: 'filter-menu', path: 'lfd', act: click('filter-menu') },
  { name: 'column-menu', path: 'containers', act: click('column-menu') },
  { name: 'sync-details', path: 'today', act: click('sync-chip') },
  { name: 'adding', path: 'requests', act: click('add-tracking') },
  { name: 'adding-judged', path: 'requests', act: adding('OBLN77888999') },
  { name: 'adding-wrong', path: 'requests', act: adding('MSCU1234567') },
  { name: 'add-list', path: 'requests/add' },
  { name: 'add-list-lines', path: 'requests/add', act: listed },
  { name: 'add-list-confirm', path: 'requests/add', act: inTurn(listed, click('order')) },
  { name: 'add-list-ordered', path: 'requests/add', act: inTurn(listed, click('order'), click('confirm-order-act'), async (page) => { await page.getByTestId('order-rows').waitFor() }) },
  { name: 'add-list-compare', path: 'requests/add', act: inTurn(listed, click('compare'), async (page) => { await page.getByTestId('compare-count').waitFor() }) },
  { name: 'edits-nothing', path: 'edits' },
  { name: 'edit-form', path: 'containers', act: inTurn(openRow(0), click('change-refs')) },
  { name: 'edit-waiting', path: 'containers', act: edited },
  { name: 'edits-list', path: 'containers', act: inTurn(edited, press('g', 'e')) },
  { name: 'stop-tracking', path: 'shipments', act: inTurn(openRow(0), click('turn-tracking')) },
  ...lists.filter((name) => name !== 'ready').map((name) => ({ name: `${name}-no-match`, path: name, act: inTurn(fill('filter-text', 'Nordwind GmbH'), async (page) => { await page.getByTestId('empty-state').waitFor() }) })),
  { name: 'this-computer', path: 'settings', host: 'desktop', act: async (page) => { await page.getByTestId('updates').scrollIntoViewIfNeeded() } },
  { name: 'no-keychain', path: 'settings', host: 'unlocked', act: async (page) => { await page.getByTestId('keychain-problem').scrollIntoViewIfNeeded() } },
  ...['locked', 'unreadable', 'unanswered'].flatMap((host) => [{ name: `keychain-${host}`, path: 'today', host }, { name: `keychain-${host}-settings`, path: 'settings', host, act: async (page: Page) => { await page.getByTestId('keychain-problem').scrollIntoViewIfNeeded() } }]),
  { name: 'no-keychain-computer', path: 'settings', host: 'unlocked', act: async (page) => { await page.getByTestId('updates').scrollIntoViewIfNeeded() } },
  { name: 'first', path: '', host: 'first' },
  { name: 'sample', path: 'today', host: 'sample' },
  { name: 'quiet', path: 'today', host: 'quiet' },
  { name: 'quiet-alerts', path: 'alerts', host: 'quiet' },
  { name: 'offline', path: 'today', host: 'offline' },
  { name: 'offline-list', path: 'lfd', host: 'offline', act: click('sync-chip') },
  { name: 'limited', path: 'lfd', host: 'limited' },
  { name: 'filling', path: 'today', host: 'filling' },
  { name: 'trouble', path: 'lfd', host: 'trouble' },
  { name: 'trouble-status', path: 'status', host: 'trouble' },
  { name: 'nothing-filling', path: 'today', host: 'empty-filling' },
  { name: 'accounts-menu', path: 'lfd', host: 'accounts', act: click('account-menu') },
  { name: 'accounts-settings', path: 'settings', host: 'accounts' },
  { name: 'accounts-adding', path: 'lfd', host: 'accounts', act: inTurn(click('account-menu'), click('menu-add-account')) },
  { name: 'accounts-removing', path: 'settings', host: 'accounts', act: click('remove-account-button') },
  { name: 'battery', path: 'lfd', host: 'battery', act: click('sync-chip') },
  { name: 'battery-settings', path: 'settings', host: 'battery', act: async (page) => { await page.getByTestId('budget-share').scrollIntoViewIfNeeded() } },
  { name: 'paused-status', path: 'status', host: 'paused' },
  ...screens.map((path) => ({ name: `nothing-${path.replace('/', '-')}`, path, host: 'empty' })),
]

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rows: { type: 'string', default: '7,100000' },
    themes: { type: 'string', default: 'light,dark' },
    sizes: { type: 'string', default: '1366x768,1920x1080' },
    only: { type: 'string' },
    locale: { type: 'string', default: 'en-US' },
  },
})
const [folder] = positionals
if (folder === undefined) throw new Error('Say which folder the pictures go into.')
const chosen = values.only?.split(',')
mkdirSync(folder, { recursive: true })

async function startHost(rows: string, scene: string): Promise<{ child: ChildProcess; url: string }> {
  const isEmpty = scene.startsWith('empty')
  const args = ['--rows', isEmpty ? '0' : rows, '--scene', scene.endsWith('filling') ? 'filling' : isEmpty ? 'live' : scene]
  const child = spawn(process.execPath, [join(import.meta.dirname, 'fake-engine-host.ts'), ...args], { stdio: ['pipe', 'pipe', 'inherit'] })
  const [url] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
  return { child, url }
}

/** Nothing loads any more, and a pointer lights up nothing. */
async function isStill(page: Page): Promise<void> {
  await page.mouse.move(0, 0)
  await page.waitForFunction(() => {
    const isKnown = document.querySelector('[data-testid=connect], [data-testid=today-as-of], [data-testid=empty-state], [data-id], [data-testid=status], [data-testid=add-list-screen], [data-testid=edits-screen], [data-testid=licences], [data-testid=keys-page], [data-testid=map][data-drawn=true], [data-testid=calendar] [data-date] .day, [data-testid=handover-notes], [data-testid=dispute-how], .settings') !== null
    return isKnown && document.querySelector('[aria-busy=true], .placeholder') === null && document.querySelector('.sync-chip')?.textContent !== 'Connecting'
  })
  await page.evaluate(() => document.fonts.ready)
  await page.waitForFunction(() => document.getAnimations().every((animation) => animation.playState !== 'running' || animation.effect?.getComputedTiming().iterations === Infinity))
}

async function shoot(browser: Browser, url: string, scene: Scene, theme: 'light' | 'dark', size: string, file: string): Promise<void> {
  const [width = 1366, height = 768] = size.split('x').map(Number)
  const context = await browser.newContext({ viewport: { width, height }, colorScheme: theme, timezoneId: 'America/New_York', locale: values.locale })
  const page = await context.newPage()
  page.setDefaultTimeout(10_000)
  const complaints: string[] = []
  page.on('console', (message) => { if (['error', 'warning'].includes(message.type())) complaints.push(message.text()) })
  page.on('pageerror', ({ message }) => complaints.push(message))
  try {
    await page.goto(url)
    await page.waitForURL(/#\/\w/)
    if (scene.path !== '') await page.evaluate((path) => { location.hash = `#/${path}` }, scene.path)
    await isStill(page)
    if (scene.host === undefined && lists.includes(scene.path)) await page.locator('[data-row="0"][data-id]').waitFor({ timeout: 3_000 }).catch(() => undefined)
    await scene.act?.(page)
    await isStill(page)
    const sticksOut = await overflowOf(page)
    if (sticksOut > 0) complaints.push(`sticks out by ${sticksOut} px`)
    complaints.push(...(await cutWords(page)).map((words) => `cut: ${words}`), ...(await faintWords(page)).map((words) => `faint: ${words}`))
  } catch (error) {
    complaints.push(String(error).split('\n')[0] ?? '')
  }
  await page.screenshot({ path: file })
  await context.close()
  for (const complaint of complaints) process.stdout.write(`${file}: ${complaint}\n`)
}

const browser = await launchBrowser()
for (const rows of values.rows.split(',')) {
  for (const hostScene of new Set(scenes.map(({ host }) => host ?? 'live'))) {
    const wanted = scenes.filter(({ name, host = 'live' }) => host === hostScene && (chosen?.includes(name) ?? true))
    if (wanted.length === 0) continue
    for (const size of values.sizes.split(',')) {
      for (const theme of values.themes.split(',') as ('light' | 'dark')[]) {
        // A host of its own: what one walk changed, the next one must not find.
        const { child, url } = await startHost(rows, hostScene)
        for (const scene of wanted) await shoot(browser, url, scene, theme, size, join(folder, `${rows}-${size}-${theme}-${scene.name}.png`))
        child.kill()
      }
    }
  }
}
await browser.close()
