// The commands of a row and of selected rows, in the menu of the row and by key.
import { describe, expect, test, vi } from 'vitest'
import { AppError } from '#contract/errors.ts'
import { MAX_SELECTED } from '#contract/rules/selection-size.ts'
import {
  all,
  byTestId,
  click,
  column,
  copied,
  flush,
  isShown,
  open,
  press,
  setScreens,
  text,
} from '#support/screens.ts'
import { rateTable } from '#support/rate-table.ts'
import { useListScreen } from '../../src/renderer/src/features/lists/list-screen.ts'
import { createSelection } from '../../src/renderer/src/ui/grid/selection.ts'

setScreens()

const findCell = (row: number) =>
  all(`[data-row="${row}"] [data-key="number"], [data-row="${row}"] [data-key="masterBill"]`)[0]!

async function openRowMenu(row: number): Promise<string[]> {
  findCell(row).dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true }))
  await vi.waitFor(() => expect(isShown('row-menu')).toBe(true))
  return all('[data-testid="row-menu"] [role=menuitem] span').map(({ textContent }) => textContent.trim())
}

async function selectThree() {
  await click(findCell(0))
  await press('Escape')
  await press('ArrowDown', { ctrlKey: true, shiftKey: true })
  await press('ArrowDown', { ctrlKey: true, shiftKey: true })
  expect(isShown('selected-count')).toBe(true)
}

describe('several selected rows', () => {
  test.each(['/charges', '/changes'])(
    'of %s have the commands of their containers, and none of one row',
    async (path) => {
      const { engine } = await open({ path, rows: 60 })
      await engine.ask('own.setMe', { name: 'Ana' })
      await selectThree()
      const items = await openRowMenu(1)
      expect(items).toEqual(expect.arrayContaining(['Copy with headers', 'Assign the selected containers']))
      expect(items.filter((item) => /[A-Z]{4} ?\d{3}/.test(item))).toEqual([])
      await press('Escape')
      await press('a')
      await click('assign-me')
      const { ids } = engine.lastInput('own.assign')
      const { rows } = await engine.ask('containers.list', {
        filter: { scope: 'all', assignedTo: ['Ana'] },
        sort: [],
        window: { offset: 0, limit: 50 },
      })
      expect(rows.map(({ id }) => id).toSorted()).toEqual([...ids].toSorted())
    },
  )

  test('of shipments can be copied, and have no command of one shipment', async () => {
    await open({ path: '/shipments', rows: 60 })
    await selectThree()
    expect(await openRowMenu(1)).toEqual(['Copy with headers'])
  })
})

test('more than 5,000 selected containers cannot be assigned together', async () => {
  const { engine } = await open({ path: '/containers', rows: 7 })
  engine.intercept('containers.list', async (_, callEngine) => ({ ...(await callEngine()), total: 5_001 }))
  engine.announce({ topic: 'containers', ids: null })
  await flush()
  await press('a', { ctrlKey: true })
  await press('a')
  expect([document.body.textContent.includes('up to 5,000 containers at a time'), isShown('own-dialog')]).toEqual([
    true,
    false,
  ])
})

test.each([true, false])(
  'the tags dialog of all rows opens before they are read; the user closes it meanwhile: %s',
  async (isClosed) => {
    const { engine } = await open({ path: '/containers', rows: 60 })
    await press('a', { ctrlKey: true })
    const [answers, unblock] = [Promise.withResolvers<undefined>(), () => answers.resolve(undefined)]
    engine.intercept('containers.list', async (_, callEngine) => {
      await answers.promise
      return await callEngine()
    })
    document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key: 'l', bubbles: true, cancelable: true }))
    await vi.waitFor(() => expect(isShown('own-loading')).toBe(true))
    expect(text('own-dialog')).toMatch(/^Tags of \d\d containers/)
    if (isClosed) byTestId('own-dialog').querySelector<HTMLElement>('header button')!.click()
    unblock()
    await flush()
    expect([isShown('own-loading'), isShown('save-own-tags')]).toEqual([false, !isClosed])
  },
)

const typedInDialogs = [
  ['l', 'add-own-tag', 'rush', 'own.changeTags', { add: ['rush'], remove: [] }],
  ['n', 'note-text', 'At the yard', 'own.addNote', { text: 'At the yard' }],
  ['a', 'other-name', 'Bo', 'own.assign', { assignee: 'Bo' }],
] as const

test.each([
  ...typedInDialogs.map((dialog) => ['stays in the dialog', false, ...dialog] as const),
  ...typedInDialogs.map((dialog) => ['and submitted is saved then', true, ...dialog] as const),
])('what is typed before all rows are read %s: %s, %s', async (...given) => {
  const [, isEarly, key, field, typedText, command, change] = given
  const { engine } = await open({ path: '/containers', rows: 60 })
  await press('a', { ctrlKey: true })
  const answers = Promise.withResolvers<undefined>()
  engine.intercept('containers.list', async (_, callEngine) => {
    await answers.promise
    return await callEngine()
  })
  document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  await vi.waitFor(() => expect(document.activeElement?.getAttribute('data-testid')).toBe(field))
  const input = byTestId(field) as HTMLInputElement
  input.value = typedText
  input.dispatchEvent(new Event('input'))
  const submit = () => input.form!.dispatchEvent(new SubmitEvent('submit', { cancelable: true }))
  if (isEarly) submit()
  expect(engine.calls.map(({ name }) => name)).not.toContain(command)
  answers.resolve(undefined)
  await flush()
  if (!isEarly) {
    expect([document.activeElement, byTestId(field), input.value]).toEqual([input, input, typedText])
    submit()
    await flush()
  }
  expect(engine.calls.filter(({ name }) => name === command)).toHaveLength(1)
  expect(engine.lastInput(command)).toMatchObject(change)
  expect(engine.lastInput(command).ids.length).toBeGreaterThan(40)
})

test.each(['arrive', 'fail'])(
  'the snooze dialog of all rows opens before they are read, and then they %s',
  async (how) => {
    const { engine } = await open({ path: '/containers', rows: 60 })
    await press('a', { ctrlKey: true })
    const answers = Promise.withResolvers<undefined>()
    engine.intercept('containers.list', async (_, callEngine) => {
      await answers.promise
      if (how === 'fail') throw new AppError('db/disk-full')
      return await callEngine()
    })
    document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key: 'h', bubbles: true, cancelable: true }))
    await vi.waitFor(() => expect(document.activeElement?.getAttribute('data-testid')).toBe('snooze-hour'))
    expect(text('snooze-dialog')).toMatch(/^Snooze \d\d containers/)
    if (how === 'arrive') byTestId('snooze-hour').click()
    answers.resolve(undefined)
    await flush()
    expect(isShown('snooze-hour')).toBe(false)
    const snoozes = engine.calls.filter(({ name }) => name === 'alerts.snooze')
    if (how === 'fail') {
      expect([snoozes, document.body.textContent.includes('The disk is full')]).toEqual([[], true])
      return
    }
    expect(snoozes).toHaveLength(1)
    expect(engine.lastInput('alerts.snooze').containerIds.length).toBeGreaterThan(40)
  },
)

test('the menu of a container has lines between commands of different kinds', async () => {
  await open()
  await openRowMenu(0)
  const parts = [...byTestId('row-menu').children].filter(({ role }) => role === 'menuitem' || role === 'separator')
  const firstOfKind = parts.flatMap(({ role }, index) =>
    role === 'separator' ? [parts[index + 1]?.querySelector('span')?.textContent] : [],
  )
  expect(firstOfKind).toEqual([
    'Snooze alerts',
    'Change references',
    'Assign',
    'Customer priority: High',
    'Dispute evidence',
  ])
})

test('the menu of a tracking request opens it and copies its number', async () => {
  await open({ path: '/requests', rows: 60 })
  const [first] = column('number')
  const items = await openRowMenu(0)
  expect([text('row-menu').startsWith(`${first}Open`), items.slice(0, 2)]).toEqual([true, ['Open', 'Copy number']])
  await click(all('[data-testid="row-menu"] [role=menuitem]')[1]!)
  expect(copied).toEqual([first!.replaceAll(' ', '')])
  await openRowMenu(0)
  await click(all('[data-testid="row-menu"] [role=menuitem]')[0]!)
  expect(isShown('detail-panel')).toBe(true)
})

describe('the bar under selected containers', () => {
  test('has the cost of the selection, and snoozes and mutes it', async () => {
    const { engine } = await open({ path: '/lfd', rows: 60 })
    await engine.ask('rates.save', rateTable('any'))
    await vi.waitFor(() => expect(text('exposure-line')).toMatch(/^Est. exposure ~/))
    await selectThree()
    const ids = all('[data-row][aria-selected="true"]').map(({ dataset }) => dataset['id'] ?? '')
    const sum = (await engine.rows())
      .filter(({ id }) => ids.includes(id))
      .reduce((total, { exposure }) => total + (exposure?.state === 'costed' ? exposure.minor : 0), 0)
    await vi.waitFor(() =>
      expect(text('exposure-line')).toBe(`Est. exposure of selection ~$${(sum / 100).toLocaleString('en-US')}`),
    )
    await click('mute-selected')
    const loadMutes = async () =>
      (await Promise.all(ids.map((id) => engine.ask('alerts.ofContainer', { id })))).map(({ isMuted }) => isMuted)
    await expect.poll(loadMutes).toEqual([true, true, true])
    await click('snooze-selected')
    await vi.waitFor(() => expect(text('snooze-dialog')).toMatch(/^Snooze 3 containers/))
  })
})

describe('the cost of the selection', () => {
  async function openWithRates() {
    const { engine } = await open({ path: '/lfd', rows: 60 })
    await engine.ask('rates.save', rateTable('any'))
    await vi.waitFor(() => expect(text('exposure-line')).toMatch(/^Est. exposure ~/))
    return engine
  }

  test('is hidden after a failed question, and does not show the cost of the whole list', async () => {
    const engine = await openWithRates()
    engine.intercept('rates.exposure', () => Promise.reject(new AppError('internal')))
    await selectThree()
    await vi.waitFor(() => expect(isShown('exposure-line')).toBe(false))
  })

  test('is invisible, and keeps its place under the list, until the answer', async () => {
    const engine = await openWithRates()
    const { promise: answerAllowed, resolve: allowAnswer } = Promise.withResolvers<true>()
    engine.intercept('rates.exposure', async (_input, ask) => {
      await answerAllowed
      return ask()
    })
    await selectThree()
    expect(byTestId('exposure-line').style.visibility).toBe('hidden')
    allowAnswer(true)
    await vi.waitFor(() => expect(byTestId('exposure-line').style.visibility).toBe('visible'))
    expect(text('exposure-line')).toMatch(/^Est. exposure of selection ~/)
  })

  test('says how many rows can be selected, and asks nothing, if there are more', async () => {
    const engine = await openWithRates()
    const countQuestions = () => engine.calls.filter(({ name }) => name === 'rates.exposure').length
    const countBefore = countQuestions()
    const ids = Array.from({ length: MAX_SELECTED + 1 }, (_, index) => `container-${index}`)
    useListScreen('lfd').selection = createSelection(ids)
    await flush()
    expect([text('exposure-line'), byTestId('exposure-line').style.visibility]).toEqual([
      'Est. exposure: select up to 5,000',
      'visible',
    ])
    expect(countQuestions()).toBe(countBefore)
  })
})

describe('the menu of a container', () => {
  test('has its number once, and says whether the next press mutes or unmutes', async () => {
    const { engine } = await open({ path: '/containers', rows: 60 })
    const number = column('number')[0]!
    const items = await openRowMenu(0)
    expect(byTestId('row-menu').textContent.split(number)).toHaveLength(2)
    expect(items).toEqual(expect.arrayContaining(['Open', 'Copy number', 'Customer priority: High', 'Mute alerts']))
    await click(all('[data-testid="row-menu"] [role=menuitem]')[items.indexOf('Mute alerts')]!)
    await vi.waitFor(() => expect(engine.lastInput('alerts.mute')).toMatchObject({ isMuted: true }))
    await flush()
    const itemsAfter = await openRowMenu(0)
    expect(itemsAfter).toContain('Unmute alerts')
    expect(itemsAfter).not.toContain('Mute alerts')
  })
})
