// Views of a list: the user chooses, changes, saves, resets and removes them.
import { describe, expect, test } from 'vitest'
import { createFaultyDisk } from '#support/faulty-disk.ts'
import {
  all,
  byTestId,
  click,
  flush,
  isShown,
  closePage,
  open,
  press,
  setScreens,
  text,
  type,
} from '#support/screens.ts'

setScreens()

const listChips = () => all('[data-testid="filter-chip"]').map((chip) => chip.textContent.trim())
const listHeaders = () => all('[role=columnheader][data-key]').map((header) => header.dataset['key'])
const findView = (name: string) => all('[data-testid="view-own"]').find((button) => button.textContent.trim() === name)!

async function choose(id: string) {
  await click('view-menu')
  await click(`view-${id}`)
}

async function saveAs(name: string) {
  await click('view-menu')
  byTestId('view-name').focus()
  const input = byTestId('view-name') as HTMLInputElement
  input.value = name
  input.dispatchEvent(new Event('input', { bubbles: true }))
  await flush()
  input.form!.requestSubmit()
  await flush()
}

describe('the view of a list', () => {
  test('is the standard view at first, and a built-in view shows its filter as a chip', async () => {
    const { engine } = await open()
    expect([text('view-menu'), isShown('view-modified')]).toEqual(['Standard', false])
    await choose('disputed')
    expect([text('view-menu'), listChips()]).toEqual(['Sources disagree', ['Sources disagree']])
    expect(engine.calls.findLast(({ name }) => name === 'containers.list')?.input).toMatchObject({
      filter: { scope: 'board', isDisputed: true },
    })
    await choose('standard')
    expect([text('view-menu'), listChips()]).toEqual(['Standard', []])
  })

  test.each([
    ['ready-unbooked', ['Readiness is any of Ready, Ready (unverified)', 'No appointment']],
    ['unchecked', ['Terminal data over 24 h old']],
  ])('%s shows its filters in words', async (id, text) => {
    await open()
    await choose(id)
    expect(listChips().filter((chip) => chip !== 'Not returned empty')).toEqual(text)
  })

  test('shows with a dot that it was changed, and can be reset', async () => {
    await open()
    await choose('lfd-week')
    expect(isShown('view-modified')).toBe(false)
    await type('filter-text', 'MSCU')
    await flush()
    await expect.poll(() => isShown('view-modified')).toBe(true)
    expect(byTestId('view-menu').getAttribute('aria-label')).toBe('View: LFD ≤7 days, modified')
    await click('view-menu')
    await click('view-reset')
    expect([isShown('view-modified'), listChips()]).toEqual([false, ['LFD is within 7 days']])
  })

  test('is saved under a name with filter and columns, is there after a reload, and changes only if saved again', async () => {
    const { engine } = await open()
    await choose('disputed')
    await click('column-menu')
    await click(
      all('.columns .choice')
        .find((label) => label.textContent.trim() === 'Customer')!
        .querySelector('input')!,
    )
    expect(listHeaders()).not.toContain('customer')
    await press('Escape')
    await saveAs('  My disputes ')
    expect([text('view-menu'), isShown('view-modified')]).toEqual(['My disputes', false])

    await choose('standard')
    expect(listHeaders()).toContain('customer')
    closePage()
    await open({ engine })
    await click('view-menu')
    await click(findView('My disputes'))
    expect([text('view-menu'), listChips(), listHeaders().includes('customer'), isShown('view-modified')]).toEqual([
      'My disputes',
      ['Sources disagree'],
      false,
      false,
    ])

    await click(all('[data-testid="filter-chip"]')[0]!.querySelector<HTMLElement>('button:last-child')!)
    expect(isShown('view-modified')).toBe(true)
    await click('view-menu')
    await click('view-save')
    expect([isShown('view-modified'), listChips()]).toEqual([false, []])
  })

  test('has its groups, and a built-in view has none', async () => {
    const { engine } = await open({ rows: 60 })
    const headings = () => all('[data-testid="group-row"]').map((heading) => heading.textContent.trim())
    const lineHeadings = () => headings().filter((text) => /\d container/.test(text))
    await click('group-menu')
    await click('group-line')
    await press('Escape')
    await expect.poll(lineHeadings).not.toEqual([])
    expect(isShown('view-modified')).toBe(true)
    await saveAs('By line')
    expect(await engine.ask('views.list', {})).toMatchObject([{ name: 'By line', grouping: 'line' }])
    await choose('disputed')
    await expect.poll(headings).toEqual([])
    closePage()
    await open({ engine })
    await click('view-menu')
    await click(findView('By line'))
    await expect.poll(lineHeadings).not.toEqual([])
    expect(isShown('view-modified')).toBe(false)
  })

  test('without a name or with a used name is not saved, and the menu says why', async () => {
    await open()
    await click('view-menu')
    byTestId('view-save-as').focus()
    await click('view-save-as')
    expect(document.querySelector('[role=alert]')?.textContent).toBe('Give the view a name.')
    expect(document.activeElement).toBe(byTestId('view-name'))
    await press('Escape')
    await saveAs('sources DISAGREE')
    expect(document.querySelector('[role=alert]')?.textContent).toBe(
      'A view with this name already exists. Choose another name.',
    )
  })

  test('of the user can be removed, and restored with Undo', async () => {
    await open()
    await saveAs('Mine')
    await click('view-menu')
    await click('view-remove')
    await press('Escape')
    expect(text('view-menu')).toBe('Standard')
    await click('undo')
    await click('view-menu')
    expect(findView('Mine')).toBeDefined()
  })

  test('belongs to its list, and is stored by the engine', async () => {
    const { engine } = await open()
    await saveAs('Mine')
    expect(await engine.ask('views.list', {})).toMatchObject([
      { name: 'Mine', screen: 'lfd', filter: { scope: 'board' }, density: 'auto' },
    ])
    expect(localStorage.getItem('quaywatch.views')).toBeNull()
    closePage()
    await open({ engine })
    expect([text('view-menu'), isShown('view-modified')]).toEqual(['Mine', false])
    closePage()
    await open({ engine, path: '/containers' })
    await click('view-menu')
    expect([isShown('view-own'), isShown('view-arriving')]).toEqual([false, true])
  })

  test('saved by an earlier version is moved to the engine of its account only', async () => {
    const createOldView = (id: string, account: string) => ({
      id,
      account,
      name: `View ${id}`,
      screen: 'lfd',
      filter: { scope: 'board' },
      sort: [{ column: 'number', direction: 'asc' }],
      layout: { order: [], widths: {}, hidden: [] },
      density: 'auto',
    })
    localStorage.setItem(
      'quaywatch.views',
      JSON.stringify([createOldView('a', 'main'), createOldView('b', 'other'), createOldView('c', 'main')]),
    )
    const { engine } = await open()
    await flush()
    expect((await engine.ask('views.list', {})).map(({ id }) => id)).toEqual(['a', 'c'])
    expect(JSON.parse(localStorage.getItem('quaywatch.views') ?? '')).toEqual([createOldView('b', 'other')])
    await click('view-menu')
    expect(findView('View c')).toBeDefined()
  })

  test('that cannot be saved is reported, and not shown as saved', async () => {
    await open()
    createFaultyDisk().fail(/view/i, 'SQLITE_FULL')
    await saveAs('Mine')
    await flush()
    expect([text('view-menu'), document.querySelector('.n-message')?.textContent]).toEqual([
      'Standard',
      expect.stringContaining('disk'),
    ])
  })

  test('is offered by the palette', async () => {
    await open()
    await press('k', { ctrlKey: true })
    expect(document.body.textContent).toContain('View: Customs holds >1 day')
  })
})

test('columns and order of the shipments that an earlier version stored are shown under their current names', async () => {
  const layout = { order: ['boxes', 'line'], widths: { boxes: 99 }, hidden: ['vessel'] }
  const arrangedLayout = { order: [], widths: {}, hidden: ['boxes'] }
  localStorage.setItem('quaywatch.shipments.columns', JSON.stringify(layout))
  localStorage.setItem('quaywatch.shipments.sort', '[{"column":"boxes","direction":"desc"}]')
  localStorage.setItem(
    'quaywatch.views.arranged',
    JSON.stringify({ 'shipments standard': { layout: arrangedLayout, density: 'auto' } }),
  )
  const { engine } = await open({ path: '/shipments' })
  expect(listHeaders().slice(1, 3)).toEqual(['masterBill', 'containers'])
  const header = all('[role=columnheader][data-key="containers"]')[0]!
  expect([header.style.width, header.getAttribute('aria-sort')]).toEqual(['99px', 'descending'])
  expect(engine.calls.findLast(({ name }) => name === 'shipments.list')?.input).toMatchObject({
    sort: [{ column: 'containers', direction: 'desc' }],
  })
  await click('view-menu')
  await click('view-reset')
  expect(listHeaders()).not.toContain('containers')
})
