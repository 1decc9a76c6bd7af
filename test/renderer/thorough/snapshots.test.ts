// Settings: lists that are written into a folder on a schedule. Checks what the view sends to the engine, and how it
// shows the results.
import { copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { type CellKey, formatCell, isCellKey } from '#words/container-cells.ts'
import type { ComputerSettings } from '#contract/own-data.ts'
import type { SnapshotState } from '#contract/snapshots.ts'
import { createFiles } from '#engine/outside/files.ts'
import { type ScreenEngine, startScreenEngine } from '#support/screen-engine.ts'
import { tempDir } from '#support/test-engine.ts'
import { PICKED_FOLDER, createFakeShell } from '#support/fake-shell.ts'
import { all, byTestId, click, flush, open, setScreens, text } from '#support/screens.ts'

setScreens()

const openSettings = (options: Parameters<typeof open>[0] = {}) => open({ path: '/settings', rows: 7, ...options })
const listMessages = () => all('.n-message').map(({ textContent }) => textContent)

async function typeInto(id: string, value: string, event = 'input') {
  const input = byTestId(id).querySelector('input')!
  input.value = value
  input.dispatchEvent(new Event('input', { bubbles: true }))
  if (event === 'change') input.dispatchEvent(new Event('change', { bubbles: true }))
  await flush()
}

async function choose(id: string, option: string) {
  await click(byTestId(id).querySelector<HTMLElement>('.n-base-selection-label')!)
  await flush()
  await click(all('.n-base-select-option').find((element) => element.textContent.trim() === option)!)
}

async function save() {
  byTestId('snapshot-form').dispatchEvent(new Event('submit'))
  await flush()
}

const listSnapshots = (engine: ScreenEngine): Promise<SnapshotState[]> => engine.ask('snapshots.list', {})
const loadFirstSnapshot = async (engine: ScreenEngine) => (await listSnapshots(engine))[0]!

/** Removes a snapshot and restores it from a file of own data, as on another computer. */
async function restoreFromFile(engine: ScreenEngine, id: string) {
  const computer: ComputerSettings = {
    theme: 'dark',
    metered: 'seldom',
    sparesBattery: null,
    keys: { custom: {}, hasSingleKeys: true },
    looks: { dateStyle: 'iso', contrast: 'more' },
  }
  const { file } = await engine.ask('ownData.export', { computer, about: [] })
  await engine.ask('snapshots.remove', { id })
  mkdirSync(join(engine.dir, 'restore', 'token'), { recursive: true })
  copyFileSync(join(engine.dir, 'spool', file), join(engine.dir, 'restore', 'token', 'own-data'))
  const contents = await engine.ask('ownData.check', { name: 'own-data' })
  await engine.ask('ownData.restore', { id: contents.id, how: 'merge', computer })
}

describe('snapshots', () => {
  test('contain the filter, columns and words of a view, and have its name', async () => {
    const folder = tempDir()
    const { engine } = await openSettings()
    await click('add-snapshot')
    await choose('snapshot-view', 'My LFD ≤7 days')
    expect([text('snapshot-example'), byTestId('snapshot-name').querySelector('input')!.value]).toEqual([
      'Example: quaywatch-my-lfd-7-days-2026-11-20.csv',
      'My LFD ≤7 days',
    ])
    await typeInto('snapshot-folder', ` ${folder} `)
    await typeInto('snapshot-at', '630', 'change')
    await click(byTestId('snapshot-xlsx').querySelector<HTMLElement>('input')!)
    await save()
    expect(await loadFirstSnapshot(engine)).toMatchObject({
      name: 'My LFD ≤7 days',
      folder,
      plan: {
        screen: 'lfd',
        view: 'My LFD ≤7 days',
        kind: 'xlsx',
        filter: { scope: 'board', withinDays: 7, isMine: true },
        times: { every: 'day', at: '06:30' },
        fileName: 'dated',
        base: 'quaywatch-my-lfd-7-days',
      },
    })
    const { columns, words } = (await loadFirstSnapshot(engine)).plan
    expect(columns.slice(0, 7).map(({ key, title, isNumber }) => [key, title, isNumber])).toEqual([
      ['number', 'Container', false],
      ['lastFreeDay', 'LFD', false],
      ['lastFreeDayNote', 'LFD, note', false],
      ['feesAmount', 'Fees', true],
      ['feesCurrency', 'Fees, currency', true],
      ['verdict', 'Readiness', false],
      ['customer', 'Customer', false],
    ])
    expect([words['column asOf'], words['status on_ship'], words['day at'], words['action clearHolds']]).toEqual([
      'Data as of',
      'On vessel',
      'LFD {number}, {place}',
      'Clear {holds} hold',
    ])
    expect(text('snapshots')).toContain(
      `Every day at 06:30 · Last free day, My LFD ≤7 days · Excel workbook · ${folder}`,
    )
  })

  test('have the master bill also while the view hides its column, as an export has', async () => {
    const engine = await startScreenEngine({ containers: 7 })
    await engine.ask('views.save', {
      id: 'v1',
      name: 'Desk',
      screen: 'lfd',
      filter: { scope: 'board' },
      sort: [],
      layout: { order: [], widths: {}, hidden: ['masterBill', 'customer'] },
      density: 'auto',
    })
    await openSettings({ engine })
    await click('add-snapshot')
    await choose('snapshot-view', 'Desk')
    await typeInto('snapshot-folder', tempDir())
    await save()
    const keys = (await loadFirstSnapshot(engine)).plan.columns.map(({ key }) => key)
    expect([keys.includes('masterBill'), keys.includes('customer')]).toEqual([true, false])
  })

  test('have the columns of a saved view, and only the containers of its list', async () => {
    const engine = await startScreenEngine({ containers: 7 })
    await engine.ask('views.save', {
      id: 'v1',
      name: 'Desk',
      screen: 'ready',
      filter: { scope: 'open', hasFees: true },
      sort: [{ column: 'number', direction: 'desc' }],
      layout: { order: ['customer', 'number'], widths: { number: 200 }, hidden: ['seal', 'weight'] },
      density: 'auto',
    })
    await openSettings({ engine })
    await click('add-snapshot')
    await choose('snapshot-screen', 'Ready for pickup')
    await choose('snapshot-view', 'Desk')
    await typeInto('snapshot-folder', tempDir())
    await save()
    const { filter, sort, columns } = (await loadFirstSnapshot(engine)).plan
    expect([filter, sort]).toEqual([
      { scope: 'open', hasFees: true, verdicts: ['ready', 'ready-unverified'] },
      [{ column: 'number', direction: 'desc' }],
    ])
    expect(columns.map(({ key }) => key)).not.toContain('seal')
    expect(columns.find(({ key }) => key === 'number')?.width).toBe(200)
    expect(columns.filter(({ key }) => key.startsWith('fees')).map(({ title }) => title)).toEqual([
      'Fees',
      'Fees, currency',
    ])
  })

  test('say which value is missing, and why a folder is refused', async () => {
    const engine = await startScreenEngine({
      containers: 7,
      watch: { start: () => Promise.resolve(() => Promise.resolve()) },
    })
    const folder = tempDir()
    await engine.ask('folders.add', { path: folder, after: 'leave', alwaysPolls: true, isRecursive: false })
    await openSettings({ engine })
    await click('add-snapshot')
    await save()
    expect(text('snapshot-problem')).toMatch(/path|folder/i)
    await typeInto('snapshot-folder', folder)
    await typeInto('snapshot-name', ' ')
    await save()
    expect(text('snapshot-problem')).toBe('Give the snapshot a name.')
    await typeInto('snapshot-name', 'x')
    await click(byTestId('snapshot-every-hours').querySelector<HTMLElement>('input')!)
    await typeInto('snapshot-hours', '25')
    expect(text('snapshot-problem')).toBe('Enter hours as a whole number from 1 to 24.')
    await typeInto('snapshot-hours', '4')
    await save()
    expect(text('snapshot-problem')).toBe(
      'Quaywatch uploads the files in this folder, so it does not write snapshots to it. Choose another folder, or stop watching this one.',
    )
  })

  test('take their folder and its ticket from the dialog of the desktop app', async () => {
    const shell = createFakeShell({ host: 'electron' })
    const { engine } = await openSettings({ shell })
    await click('add-snapshot')
    await click('snapshot-pick')
    await save()
    const { input } = engine.calls.find(({ name }) => name === 'snapshots.save')!
    expect(input).toMatchObject({ folder: PICKED_FOLDER, ticket: expect.any(String) as string })
  })

  test('can be written at once, changed, removed and restored', async () => {
    const { engine } = await openSettings()
    await click('add-snapshot')
    await typeInto('snapshot-folder', tempDir())
    await save()
    await click('snapshot-write')
    await vi.waitFor(async () => {
      await flush()
      expect((await loadFirstSnapshot(engine)).progress).toBe(null)
    })
    await flush()
    expect(text('snapshot-state')).toMatch(
      /^Last written .*: quaywatch-last-free-day-2026-11-20\.csv, \d+ rows · Next: /,
    )
    await click('snapshot-change')
    await click(byTestId('snapshot-same').querySelector<HTMLElement>('input')!)
    await save()
    expect((await loadFirstSnapshot(engine)).plan.fileName).toBe('same')
    await click('snapshot-remove')
    expect(await listSnapshots(engine)).toEqual([])
    await click('undo')
    expect((await loadFirstSnapshot(engine)).name).toBe('Last free day')
  })

  test('show a failure, the progress, and a missing folder after a restore', async () => {
    const files = createFiles()
    const diskRelease = Promise.withResolvers<undefined>()
    const lockedFolder = tempDir()
    const replace: typeof files.replace = (path, part, content) =>
      path.startsWith(lockedFolder)
        ? Promise.reject(Object.assign(new Error('held'), { code: 'EPERM', syscall: 'rename' }))
        : diskRelease.promise.then(() => files.replace(path, part, content))
    const engine = await startScreenEngine({ containers: 7, files: { ...files, replace } })
    await openSettings({ engine })
    await click('add-snapshot')
    await typeInto('snapshot-folder', lockedFolder)
    await save()
    expect(listMessages()).toEqual(['Last free day saved.'])
    const firstState = await loadFirstSnapshot(engine)
    await engine.ask('snapshots.save', { ...firstState, id: 'slow', name: 'b', folder: tempDir() })
    await engine.ask('snapshots.save', { ...firstState, id: 'from a file', name: 'c', folder: tempDir() })
    await restoreFromFile(engine, 'from a file')
    for (const id of [firstState.id, 'slow']) await engine.ask('snapshots.writeNow', { id })
    await vi.waitFor(async () => {
      await flush()
      expect(
        (await listSnapshots(engine)).map(({ name, failure, progress }) => [name, failure !== null, progress !== null]),
      ).toEqual([
        ['b', false, true],
        ['c', false, false],
        ['Last free day', true, false],
      ])
    })
    const states = all('[data-testid=snapshot-state]').map(({ textContent }) => textContent)
    expect(states[2]).toContain('The snapshot was not written: another program has the file open. Close it there')
    expect(states[0]).toMatch(/Writing: \d+ of \d+/)
    expect(states[1]).toContain('No folder on this computer yet.')
    diskRelease.resolve(undefined)
  })

  test('have no raw codes and no placeholders in their cells', async () => {
    const { engine } = await openSettings()
    await click('add-snapshot')
    await choose('snapshot-screen', 'Containers')
    await typeInto('snapshot-folder', tempDir())
    await save()
    const { columns, words } = (await loadFirstSnapshot(engine)).plan
    const row = (await engine.rows()).find(({ risks, refs }) => risks.length > 0 && refs.length > 0)!
    const cells = columns
      .filter(({ key }) => isCellKey(key))
      .map(({ key }) => formatCell(key as CellKey, row, { words, zone: 'America/New_York' }))
    expect(cells.some((cell) => /\{|_/.test(cell))).toBe(false)
    expect([cells[0], cells.filter((cell) => cell !== '').length > 8]).toEqual([row.number, true])
  })
})
