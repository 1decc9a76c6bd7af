// Settings: gates of terminals, own data in a file, and how long data is stored.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { ComputerSettings } from '#contract/own-data.ts'
import { RESTORE_PATH, SPOOL_FOLDER } from '#contract/rules/files.ts'
import { createFakeShell } from '#support/fake-shell.ts'
import { type ScreenEngine, startScreenEngine } from '#support/screen-engine.ts'
import { all, byTestId, click, flush, isShown, open, press, setScreens, text } from '#support/screens.ts'
import { tempDir } from '#support/test-engine.ts'

setScreens()

const openSettings = (options: Parameters<typeof open>[0] = {}) => open({ path: '/settings', rows: 7, ...options })
const startEngine = () => startScreenEngine({ containers: 7 })
const listMessages = () => all('.n-message').map(({ textContent }) => textContent)
const findRadio = (id: string) => byTestId(id).querySelector<HTMLInputElement>('input')!

async function typeInto(id: string, value: string, event = 'input') {
  const element = byTestId(id)
  const input = element instanceof HTMLInputElement ? element : element.querySelector('input')!
  input.value = value
  input.dispatchEvent(new Event('input', { bubbles: true }))
  if (event === 'change') input.dispatchEvent(new Event('change', { bubbles: true }))
  await flush()
}

async function choose(id: string, option: string) {
  await click(byTestId(id).querySelector<HTMLElement>('.n-base-selection-label')!)
  await flush()
  await click(all('.n-base-select-option').find(({ textContent }) => textContent.trim() === option)!)
}

async function chooseFile(content = '{}') {
  const input = byTestId('own-data-file') as HTMLInputElement
  Object.defineProperty(input, 'files', { value: [new File([content], 'own.json')], configurable: true })
  input.dispatchEvent(new Event('change', { bubbles: true }))
  // The file is written to the real disk.
  await expect
    .poll(async () => {
      await flush()
      return isShown('restore-table') || listMessages().length > 0
    })
    .toBe(true)
}

const computer: ComputerSettings = {
  theme: 'dark',
  metered: 'seldom',
  sparesBattery: null,
  keys: { custom: {}, hasSingleKeys: true },
  looks: { dateStyle: 'words', contrast: 'system' },
}
const listViewNames = async (engine: ScreenEngine) => (await engine.ask('views.list', {})).map(({ name }) => name)
const saveView = (engine: ScreenEngine, name: string) =>
  engine.ask('views.save', {
    id: name,
    name,
    screen: 'lfd',
    filter: { scope: 'board' },
    sort: [],
    layout: { order: [], widths: {}, hidden: [] },
    density: 'auto',
  })
const exportOwnData = async (engine: ScreenEngine) =>
  readFileSync(
    join(engine.dir, SPOOL_FOLDER, (await engine.ask('ownData.export', { computer, about: [] })).file),
    'utf8',
  )

/** Exports own data of another computer: two views, two last free days set by hand, and a watched folder. */
async function exportFromOtherComputer() {
  const engine = await startScreenEngine({ containers: 3, seed: 2 })
  for (const name of ['Theirs', 'Also theirs']) await saveView(engine, name)
  for (const { id } of (await engine.rows()).slice(0, 2))
    await engine.ask('containers.setManualLastFreeDay', { id, manual: { date: '2026-11-24', reason: 'By phone' } })
  const folder = tempDir()
  await engine.ask('folders.add', { path: folder, after: 'move', alwaysPolls: true, isRecursive: false })
  return { content: await exportOwnData(engine), folder }
}

async function restore() {
  await click('restore-submit')
  await expect
    .poll(async () => {
      await flush()
      return listMessages().length
    })
    .toBe(1)
}

/** Starts an engine that has the view "Mine", and restores the file of another computer. */
async function startRestored() {
  const [engine, other] = [await startEngine(), await exportFromOtherComputer()]
  await saveView(engine, 'Mine')
  await openSettings({ engine })
  await chooseFile(other.content)
  await restore()
  return { engine, folder: other.folder }
}

const loadCalendars = (engine: ScreenEngine) => engine.ask('terminals.list', {})
const calendar = { place: 'Pier 400', days: [1, 2, 3, 4, 5], closed: ['2026-11-26'], opens: '07:00', closes: '16:30' }

describe('gates of terminals', () => {
  test('are described, can be removed, and come back with Undo', async () => {
    const engine = await startEngine()
    await engine.ask('terminals.set', calendar)
    await openSettings({ engine })
    expect(text('terminal-Pier 400')).toContain('Mon Tue Wed Thu Fri · gate 07:00–16:30 · 1 closed day')
    await click('terminal-remove')
    expect(await loadCalendars(engine)).toEqual([])
    await click('undo')
    expect(await loadCalendars(engine)).toEqual([calendar])
  })

  test('can be changed for each weekday, and a wrong time is not saved', async () => {
    const engine = await startEngine()
    await engine.ask('terminals.set', calendar)
    await openSettings({ engine })
    await click('terminal-change')
    await click('weekday-sat')
    await typeInto('closed-day', '2026-12-25')
    await typeInto('gate-closes', '25:00', 'change')
    await click('terminal-save')
    await typeInto('gate-opens', '7', 'change')
    expect([text('terminal-problem'), await loadCalendars(engine)]).toEqual([
      'Opens: Enter the time as 16:30. Closes: Enter the time as 16:30.',
      [calendar],
    ])
    await typeInto('gate-opens', '07:00', 'change')
    expect(text('terminal-problem')).toBe('Closes: Enter the time as 16:30.')
    await typeInto('gate-closes', '07:00', 'change')
    await click('terminal-save')
    expect([text('terminal-problem'), await loadCalendars(engine)]).toEqual([
      'The closing time must differ from the opening time.',
      [calendar],
    ])
    await typeInto('gate-closes', '', 'change')
    byTestId('terminal-form').dispatchEvent(new Event('submit'))
    await flush()
    expect(await loadCalendars(engine)).toEqual([
      { ...calendar, days: [1, 2, 3, 4, 5, 6], closed: ['2026-11-26', '2026-12-25'], closes: null },
    ])
  })

  test('take the focus in their form, also after a closed day was added', async () => {
    const engine = await startEngine()
    await engine.ask('terminals.set', calendar)
    await openSettings({ engine })
    await click('terminal-change')
    expect(document.activeElement).toBe(byTestId('weekday-mon'))
    await typeInto('closed-day', '2026-12-25')
    await click('add-closed-day')
    expect(document.activeElement).toBe(byTestId('closed-day'))
    byTestId('terminal-form').dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }))
    await flush()
    await click('add-terminal')
    expect(document.activeElement).toBe(byTestId('terminal-place').querySelector('input'))
  })

  test('take a place that the user typed and left: the only known one that begins so, or the text', async () => {
    const { engine } = await openSettings()
    const [place] = [...new Set((await engine.rows()).flatMap(({ pickupPlace }) => pickupPlace ?? []))]
    for (const [typed, taken] of [
      [place!.toLowerCase(), place],
      ['Somewhere else', 'Somewhere else'],
    ] as const) {
      await click('add-terminal')
      const input = byTestId('terminal-place').querySelector('input')!
      input.focus()
      input.value = typed
      input.dispatchEvent(new Event('input'))
      input.dispatchEvent(new FocusEvent('blur'))
      input.dispatchEvent(new FocusEvent('focusout', { bubbles: true }))
      await flush()
      byTestId('terminal-form').dispatchEvent(new Event('submit'))
      await flush()
      expect((await loadCalendars(engine)).map((calendar) => calendar.place)).toContain(taken)
    }
  })

  test('can be added only after the user chooses a terminal of the board', async () => {
    const { engine } = await openSettings()
    await click('add-terminal')
    // The empty line is already in the page, so the Save button does not move while the user presses it.
    expect(text('terminal-problem')).toBe('')
    byTestId('terminal-form').dispatchEvent(new Event('submit'))
    await flush()
    expect(text('terminal-problem')).toBe('Choose a terminal.')
    const place = (await engine.rows()).find(({ pickupPlace }) => pickupPlace !== null)!.pickupPlace!
    await choose('terminal-place', place)
    byTestId('terminal-form').dispatchEvent(new Event('submit'))
    await flush()
    expect(await loadCalendars(engine)).toEqual([
      { place, days: [1, 2, 3, 4, 5], closed: [], opens: null, closes: null },
    ])
  })
})

describe('own data', () => {
  test('is saved by the desktop app in the folder that the user picks, with a description of its content', async () => {
    const shell = createFakeShell({ host: 'electron', theme: 'dark', metered: 'seldom' })
    const { engine } = await openSettings({ shell })
    expect(text('own-data')).toContain('Not in the file: the API key')
    await click('own-data-save')
    const { input } = engine.calls.find(({ name }) => name === 'ownData.export')!
    expect(input).toMatchObject({
      computer: {
        theme: 'dark',
        metered: 'seldom',
        sparesBattery: null,
        keys: { custom: {}, hasSingleKeys: true },
        looks: { dateStyle: 'words', contrast: 'system' },
      },
      about: [
        'Own data from Quaywatch. Restore it under Settings, Own data.',
        expect.stringContaining('Saved views'),
        expect.stringContaining('API key'),
      ],
    })
    expect(listMessages()).toEqual(['quaywatch-own-data-2026-11-20.json saved'])
  })

  test('lists the parts of a file before a restore, and the restore can be undone', async () => {
    const [engine, { content }] = [await startEngine(), await exportFromOtherComputer()]
    await saveView(engine, 'Mine')
    const { files } = await openSettings({ engine })
    await chooseFile(content)
    expect(files.restoreUploads).toEqual([expect.stringMatching(/^[0-9a-f-]{36}\.json$/)])
    expect([text('restore-views'), text('restore-dates')]).toEqual([
      'Saved views212 added',
      'LFD overrides, with their history202 added',
    ])
    expect(text('restore-dialog')).toContain('2 containers in the file are not on this board')
    expect(await listViewNames(engine)).toEqual(['Mine'])
    await click(findRadio('how-replace'))
    expect(text('restore-table')).toContain('removed')
    await restore()
    expect(engine.lastInput('ownData.restore')).toMatchObject({ how: 'replace' })
    expect([
      isShown('restore-dialog') && byTestId('restore-dialog').hasAttribute('open'),
      listMessages()[0],
      (await listViewNames(engine)).toSorted(),
    ]).toEqual([false, expect.stringContaining('Own data restored.'), ['Also theirs', 'Theirs']])
    await click('undo')
    await expect.poll(() => listViewNames(engine)).toEqual(['Mine'])
  })

  test('rejects a file of another kind with a reason, and restores nothing', async () => {
    const { engine } = await openSettings()
    await chooseFile()
    expect([listMessages()[0], engine.calls.some(({ name }) => name === 'ownData.restore')]).toEqual([
      expect.stringContaining('This is not a Quaywatch backup'),
      false,
    ])
  })

  test('reports that the file could not be transferred', async () => {
    const { files } = await openSettings()
    files.refusals.set(RESTORE_PATH, 507)
    await chooseFile()
    expect(listMessages()[0]).toContain('Quaywatch could not copy the file')
  })

  test('can return to the state before a restore', async () => {
    const { engine } = await startRestored()
    expect(await listViewNames(engine)).toHaveLength(3)
    await openSettings({ engine })
    await click('go-back')
    await click('own-data-back-act')
    await expect.poll(() => listViewNames(engine)).toEqual(['Mine'])
  })

  test('offers the watched folders of the file, and watches none until the user picks it on this computer', async () => {
    const { engine, folder } = await startRestored()
    expect(await engine.ask('folders.list', {})).toEqual([])
    await openSettings({ engine })
    expect(text('offered-folders')).toContain(`Watched on another computer: ${folder}`)
    await click('offered-add')
    expect((byTestId('folder-path') as HTMLInputElement).value).toBe(folder)
    expect(
      byTestId('folder-path').closest('form')!.querySelector<HTMLInputElement>('[data-testid=after-move] input')!
        .checked,
    ).toBe(true)
    await click('offered-forget')
    expect(isShown('offered-folders')).toBe(false)
  })
})

describe('stored data', () => {
  test('shows its size, and deletes old history only after confirmation', async () => {
    const engine = await startScreenEngine({ containers: 20 })
    const finished = (await engine.rows()).find(({ emptyReturnedAt }) => emptyReturnedAt !== null)!
    await engine.patch({ [finished.id]: { seal_number: 'SL-1', weight_in_lbs: 20_000 } })
    const loadHistoryMonths = async () => (await engine.ask('settings.get', {})).retention.historyMonths
    // After the sleep, the container has been finished for more than two years. The service sends nothing newer.
    engine.network.unplug()
    engine.clock.sleepMachine(800 * 86_400_000)
    expect(await engine.ask('storage.preview', { historyMonths: 24 })).toEqual({ containers: 1, changes: 2 })
    await openSettings({ engine })
    expect(text('room')).toContain('Copies of uploaded files')
    await choose('history-stored', '2 years')
    expect(text('history')).toContain('This deletes the history of 1 container that finished longer ago: 2 changes.')
    await click('history-keep')
    expect(await loadHistoryMonths()).toBeNull()
    await choose('history-stored', '1 year')
    await click('history-act')
    expect(await loadHistoryMonths()).toBe(12)
    await choose('history-stored', 'Forever')
    expect(await loadHistoryMonths()).toBeNull()
  })

  test('keeps copies of uploaded files for the chosen number of days', async () => {
    const { engine } = await openSettings()
    await choose('copies-stored', '30 days')
    expect((await engine.ask('settings.get', {})).retention.copiesDays).toBe(30)
  })

  test('deletes the mirror and restarts the engine after confirmation', async () => {
    const { engine, shell } = await openSettings()
    let restarts = 0
    shell.handlers['engine.restart'] = () => {
      restarts++
    }
    await click('renew-mirror')
    await press('Enter')
    await click('renew-act')
    expect([engine.calls.some(({ name }) => name === 'storage.rebuildMirror'), restarts, listMessages()]).toEqual([
      true,
      1,
      ['Cleared. The board fills as containers arrive.'],
    ])
  })

  test('deletes the account with its data, and the data of removed accounts', async () => {
    const shell = createFakeShell({ removedAccounts: [{ id: 'account-old', name: 'Old desk' }] })
    const removed: unknown[] = []
    shell.handlers['account.remove'] = (removal) => {
      removed.push(removal)
    }
    await openSettings({ shell })
    await click('delete-removed')
    await click('removed-act')
    expect(shell.state.removedAccounts).toEqual([])
    await click('wipe-account')
    expect(findRadio('delete-data').checked).toBe(true)
    await click('confirm-remove')
    expect(removed).toEqual([{ id: 'main', deletesData: true }])
  })

  test('offers no deletion of sample data', async () => {
    await openSettings({ shell: createFakeShell({ isSample: true }) })
    expect(isShown('wipe-account')).toBe(false)
  })
})

describe('the appearance', () => {
  test('shows dates in the chosen style at once, always with the weekday', async () => {
    const { router, shell } = await openSettings({ rows: 20 })
    await click(findRadio('dates-iso'))
    expect(shell.state.appearance).toEqual({ dateStyle: 'iso', contrast: 'system' })
    await router.push('/lfd')
    await flush()
    const listDates = () =>
      all('[data-row] [data-key="lastFreeDay"]')
        .map(({ textContent }) => textContent.trim())
        .filter((date) => /\d/.test(date))
    expect(listDates().length).toBeGreaterThan(3)
    for (const date of listDates()) expect(date).toMatch(/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun) 20\d\d-\d\d-\d\d/)
    shell.state.appearance = { dateStyle: 'words', contrast: 'system' }
    shell.announceChange()
    await flush()
    expect(listDates()[0]).toMatch(/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun) \d{1,2} [A-Z]/)
  })

  test('has more contrast after the user chooses it', async () => {
    const { shell } = await openSettings()
    const getFaintTextColour = () => document.documentElement.style.getPropertyValue('--text-3')
    const colourBefore = getFaintTextColour()
    await click(findRadio('contrast-more'))
    expect([shell.state.appearance.contrast, getFaintTextColour() === colourBefore]).toEqual(['more', false])
    await click(findRadio('contrast-usual'))
    expect(getFaintTextColour()).toBe(colourBefore)
  })
})
