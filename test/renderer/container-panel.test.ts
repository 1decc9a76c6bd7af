// The panel of a container beside a list.
import { describe, expect, test, vi } from 'vitest'
import { AppError } from '#contract/errors.ts'
import { alterJson } from '#support/network.ts'
import { startScreenEngine } from '#support/screen-engine.ts'
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
  type,
  numberCell,
} from '#support/screens.ts'

setScreens()

type ApiRecord = { type: string; attributes: { event?: string; [attribute: string]: unknown } }

/** Two sources and a hold are reported for one discharged container, and no container has a departure time. */
async function startWithHold() {
  const attributesByTypeOrId: { [type: string]: object } = { shipment: { pol_atd_at: null, pol_etd_at: null } }
  const alterAnswer = alterJson((json) => {
    for (const record of [json['data'] ?? [], json['included'] ?? []].flat() as ApiRecord[])
      Object.assign(
        record.attributes,
        attributesByTypeOrId[record.type],
        attributesByTypeOrId[(record as { id?: string }).id ?? ''],
      )
    return Array.isArray(json['data'])
      ? {
          ...json,
          data: (json['data'] as ApiRecord[]).filter(
            ({ attributes }) => !attributes.event?.includes('vessel_departed'),
          ),
        }
      : json
  })
  const engine = await startScreenEngine({
    containers: 7,
    isPrepared: false,
    beforeStart: (network) => network.fault(() => alterAnswer),
  })
  await engine.clock.advance(60_000)
  const discharged = (await engine.rows()).find(
    ({ isInland, lastFreeDay: { clock, date } }) => !isInland && clock === 'running' && date !== null,
  )!
  attributesByTypeOrId[discharged.id] = {
    import_deadlines: { pickup_lfd_terminal: '2026-11-21T08:00:00Z', pickup_lfd_line: '2026-11-23T08:00:00Z' },
    pickup_lfd: '2026-11-21T08:00:00Z',
    holds_at_pod_terminal: [{ name: 'customs', status: 'hold', description: null }],
  }
  await engine.clock.advance(60_000)
  return engine
}

describe('the detail panel', () => {
  test('opens beside the list, follows its active row, and closes', async () => {
    await open()
    await click(numberCell(0))
    const first = text('panel-number')
    await press('ArrowDown')
    const second = text('panel-number')
    expect([first, second]).toEqual(column('number').slice(0, 2))
    await press('Enter')
    expect(document.activeElement).toBe(byTestId('detail-panel'))
    await press('ArrowDown')
    expect(text('panel-number')).toBe(column('number')[2])
    await press('Escape')
    expect([isShown('detail-panel'), document.activeElement?.closest('[data-row]')?.getAttribute('data-row')]).toEqual([
      false,
      '2',
    ])
  })

  test('closes on the second press of the space bar, and focus stays on its row', async () => {
    await open()
    await click(numberCell(0))
    await press('Escape')
    await press(' ')
    expect(isShown('detail-panel')).toBe(true)
    await press(' ')
    expect([isShown('detail-panel'), document.activeElement?.closest('[data-row]')?.getAttribute('data-row')]).toEqual([
      false,
      '0',
    ])
  })

  test('takes no focus while it closes', async () => {
    await open()
    await click(numberCell(0))
    const focused: unknown[] = []
    byTestId('detail-panel').addEventListener('focusin', ({ target }) => focused.push(target))
    await press(' ')
    expect([isShown('detail-panel'), focused]).toEqual([false, []])
    // Opening it again focuses the panel.
    await press('Enter')
    expect(document.activeElement).toBe(byTestId('detail-panel'))
  })

  test('has its commands in the menu of the row, which moves an open panel to that row', async () => {
    await open()
    await click(numberCell(0))
    const second = column('number')[1]!
    const openMenu = async () => {
      numberCell(1).dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true }))
      await vi.waitFor(() => expect(isShown('row-menu')).toBe(true))
      return all('[data-testid="row-menu"] [role=menuitem] span')
    }
    await openMenu()
    expect([text('panel-number'), text('row-menu').startsWith(`${second}Copy number`)]).toEqual([second, true])
    await press('Escape')
    expect([isShown('row-menu'), document.activeElement?.closest('[data-row]')?.getAttribute('data-row')]).toEqual([
      false,
      '1',
    ])
    await click((await openMenu())[0]!)
    expect([isShown('row-menu'), copied]).toEqual([false, [second.replaceAll(' ', '')]])
  })

  test('shows every source, all three ages, holds with the party that clears them, and the timeline', async () => {
    const engine = await startWithHold()
    const heldContainer = (await engine.rows()).find(({ lastFreeDay }) => lastFreeDay.sources.length === 2)!
    await open({ engine })
    await type('filter-text', heldContainer.number)
    await click(numberCell(0))
    await press('Enter')
    // Holds come before the dates, so that they are visible without scrolling.
    const titles = all('[data-testid="detail-panel"] h3').map(({ textContent }) => textContent)
    expect(titles.indexOf('Ready for pickup')).toBe(titles.indexOf('Last free day') - 1)
    expect(all('[data-testid="deadline-sources"] tbody tr').length).toBe(heldContainer.lastFreeDay.sources.length)
    expect(text('deadline-sources')).toContain('in effect')
    expect([text('service-pickup'), byTestId('service-pickup').title]).toEqual([
      expect.stringMatching(/^\w{3} \d+ \w{3}$/),
      expect.stringMatching(/^Reported as .*T08:00:00Z$/),
    ])
    expect(text('three-ages')).toMatch(/^Synced.*Terminal checked.*Line checked/)
    expect(text('holds')).toContain('Cleared by: Broker')
    expect(all('[data-testid="timeline"] .entry.missing').length).toBeGreaterThan(0)
    expect(all('[data-testid="changes"] li').length).toBeGreaterThan(0)
  })

  test('repeats no note of the last free day above its sources', async () => {
    const engine = await startScreenEngine({ containers: 300 })
    const dueToday = (await engine.rows()).find(({ lastFreeDay: { band } }) => band === 'today')!
    await open({ engine })
    await type('filter-text', dueToday.number)
    await click(numberCell(0))
    expect(text('until-midnight')).toMatch(/^Until midnight terminal time, now [^;]+; the gate may close earlier$/)
  })

  test('begins with the decision, and ends with folded facts', async () => {
    await open({ engine: await startWithHold() })
    await click(numberCell(0))
    await press('Enter')
    expect(text('panel-summary')).toMatch(/ · \w+ · \d+′/)
    const titles = all('[data-testid="detail-panel"] h3').map(({ textContent }) => textContent)
    const order = ['Next action', 'Last free day', 'Ready for pickup', 'Documents', 'Changes', 'Timeline', 'Facts']
    expect(titles.filter((title) => order.includes(title))).toEqual(order)
    expect(all('[data-testid="detail-panel"] details').map((section) => section.hasAttribute('open'))).toEqual([
      false,
      false,
    ])
  })

  test('links to its sections, moves focus there, and opens a folded one', async () => {
    await open()
    await click(numberCell(0))
    await press('Enter')
    const links = all('[data-testid="detail-panel"] nav button')
    expect(links.map(({ textContent }) => textContent.trim())).toEqual([
      'Decision',
      'Documents',
      'Changes',
      'Timeline',
      'Facts',
    ])
    await click('section-timeline')
    expect(document.activeElement?.textContent).toBe('Timeline')
    await click('section-facts')
    expect([document.activeElement?.tagName, document.activeElement?.closest('details')?.open]).toEqual([
      'SUMMARY',
      true,
    ])
  })

  test('opens the folded section of a fact that a change leads to', async () => {
    const { engine } = await open()
    const { id } = (await engine.rows()).find(({ seal }) => seal !== null)!
    await open({ engine, path: `/lfd?container=${id}&mark=seal_number` })
    expect([
      byTestId('changed-mark').closest('dd') !== null,
      byTestId('changed-mark').closest('details')?.open,
    ]).toEqual([true, true])
  })

  test('accepts a manual date with a reason, and refuses one without', async () => {
    const { engine } = await open()
    await click(numberCell(0))
    await press('Enter')
    await click('manual-set')
    const form = byTestId('manual-save').closest('form')
    form?.dispatchEvent(new Event('submit', { cancelable: true }))
    await flush()
    expect(text('manual-note')).toBe('Enter a date and a reason.')
    await type('manual-date', '2026-11-25')
    byTestId('manual-save')
      .closest('form')
      ?.dispatchEvent(new Event('submit', { cancelable: true }))
    await flush()
    const sentDates = () =>
      engine.calls.filter(({ name }) => name === 'containers.setManualLastFreeDay').map(({ input }) => input)
    expect([sentDates().length, byTestId('detail-panel').textContent]).toEqual([
      0,
      expect.stringContaining('Enter a reason.'),
    ])
    await type('manual-reason', ' Terminal, by phone ')
    byTestId('manual-save')
      .closest('form')
      ?.dispatchEvent(new Event('submit', { cancelable: true }))
    await flush()
    expect(sentDates()).toMatchObject([{ manual: { date: '2026-11-25', reason: 'Terminal, by phone' } }])
  })

  test('does not save a manual date whose form is left, and Undo opens the form again with the draft', async () => {
    const { engine, router } = await open({ path: '/containers' })
    const [first, second] = await engine.rows()
    const openPanel = async ({ id }: { id: string }) => {
      await router.push({ query: { container: id } })
      await flush()
    }
    await openPanel(first!)
    await click('manual-set')
    await type('manual-date', '2026-11-25')
    await type('manual-reason', 'Terminal, by phone')
    await openPanel(second!)
    expect(isShown('manual-reason')).toBe(false)
    expect(all('.toast-words').map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^LFD override of .*: change closed without saving/),
    ])
    await click('undo')
    await flush()
    expect(router.currentRoute.value.query['container']).toBe(first!.id)
    expect((byTestId('manual-reason') as HTMLInputElement).value).toBe('Terminal, by phone')
    expect(engine.calls.some(({ name }) => name === 'containers.setManualLastFreeDay')).toBe(false)
    engine.intercept('containers.setManualLastFreeDay', () => Promise.reject(new AppError('db/disk-full')))
    byTestId('manual-save').closest('form')?.requestSubmit()
    await flush()
    await openPanel(second!)
    await click('undo')
    await flush()
    expect((byTestId('manual-date') as HTMLInputElement).value).toBe('2026-11-25')
  })

  test('asks again before it saves a date that is far from every reported one', async () => {
    const { engine } = await open()
    await click(numberCell(0))
    await press('Enter')
    await click('manual-set')
    const save = async () => {
      byTestId('manual-save')
        .closest('form')
        ?.dispatchEvent(new Event('submit', { cancelable: true }))
      await flush()
      return engine.calls.filter(({ name }) => name === 'containers.setManualLastFreeDay').length
    }
    await type('manual-date', '2027-11-25')
    await type('manual-reason', 'Terminal, by phone')
    expect(await save()).toBe(0)
    expect(text('manual-note')).toMatch(
      /^This date is 3\d\d days from the nearest reported date\. Save again to use it\.$/,
    )
    await type('manual-date', '2027-11-26')
    expect(await save()).toBe(0)
    expect(await save()).toBe(1)
  })

  test.each(['0001-11-25', '0026-11-25', '2029-11-25', '2025-10-25'])(
    'explains that %s is out of range, and sends nothing',
    async (date) => {
      const { engine } = await open()
      await click(numberCell(0))
      await press('Enter')
      await click('manual-set')
      await type('manual-date', date)
      await type('manual-reason', 'Terminal, by phone')
      byTestId('manual-save')
        .closest('form')
        ?.dispatchEvent(new Event('submit', { cancelable: true }))
      await flush()
      expect(text('manual-note')).toMatch(/^This date cannot be a last free day: .*Check the year/)
      expect(engine.calls.some(({ name }) => name === 'containers.setManualLastFreeDay')).toBe(false)
    },
  )

  test('names the manual date as the rule while it applies, and the next date', async () => {
    const { engine } = await open()
    await click(numberCell(0))
    await press('Enter')
    const ruleBefore = text('deadline-rule')
    const { id } = engine.calls.findLast(({ name }) => name === 'containers.get')?.input as { id: string }
    await engine.ask('containers.setManualLastFreeDay', { id, manual: { date: '2026-11-25', reason: 'By phone' } })
    await flush()
    expect([ruleBefore, text('deadline-rule')]).toEqual([
      'Earliest relevant date applies',
      'The override is in effect. Once it is cleared: Earliest relevant date applies',
    ])
  })

  test('names the author of an override in an office', async () => {
    const { engine } = await open()
    const manual = { date: '2026-11-25', reason: 'By phone', setAt: '2026-11-20T10:00:00.000Z', author: 'Lea' }
    engine.intercept('containers.get', async (_, callEngine) => ({ ...(await callEngine()), manual }))
    await click(numberCell(0))
    await press('Enter')
    await flush()
    expect(text('detail-panel')).toMatch(/By phone \(set by Lea, .+\)/)
  })

  test('says that the container is unknown', async () => {
    await open({ path: '/lfd?container=unknown' })
    expect(text('detail-panel')).toContain('The saved data does not include this container.')
  })
})
