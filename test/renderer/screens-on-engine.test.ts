// Screens on the real engine: direct links, shipments, holds and fees, disputes, and containers ready for pickup.
import { describe, expect, test } from 'vitest'
import { startScreenEngine, findRow } from '#support/screen-engine.ts'
import { formatDate } from '../../src/renderer/src/words/dates.ts'
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
} from '#support/screens.ts'

setScreens()

const KEY_REFUSED = {
  kind: 'answer',
  status: 401,
  contentType: 'application/json',
  body: '{"errors":[{"status":"401","detail":"no"}]}',
} as const

describe('an account without data whose key is refused', () =>
  test.each(['/today', '/lfd', '/containers', '/shipments', '/charges', '/changes', '/requests'])(
    '%s shows that nothing is known, and no counts',
    async (path) => {
      const engine = await startScreenEngine({
        isPrepared: false,
        beforeStart: (network) => network.fault(() => KEY_REFUSED),
      })
      await engine.clock.advance(5_000)
      await open({ engine, path })
      expect(text('empty-state')).toMatch(
        /^No data yet\.\s*The service refuses this key\. Check that you copied the whole key/,
      )
      expect(
        all('.count [aria-hidden], [data-testid="totals"]')
          .map((element) => element.textContent.trim())
          .filter((text) => text !== ''),
      ).toEqual([])
      expect([...new Set(all('.strip .value').map((value) => value.textContent.trim()))]).toEqual(
        path === '/lfd' ? ['–'] : [],
      )
    },
  ))

describe('a direct link', () => {
  async function startSmall() {
    const engine = await startScreenEngine({ containers: 7 })
    return {
      engine,
      container: await findRow(engine, ({ masterBill, number }) => masterBill !== null && masterBill !== number),
    }
  }

  test('opens a container in the list of its shipment', async () => {
    const { engine, container } = await startSmall()
    const { router } = await open({ engine, path: `/shipments/find?q=${container.number}` })
    expect([router.currentRoute.value.fullPath, isShown('detail-panel')]).toEqual([
      `/shipments?shipment=${container.shipmentId!}&container=${container.id}`,
      true,
    ])
    await press('Escape')
    expect(router.currentRoute.value.fullPath).toBe(`/shipments?shipment=${container.shipmentId!}`)
  })

  test('opens a shipment', async () => {
    const { engine, container } = await startSmall()
    const { router } = await open({ engine, path: `/shipments/find?q=${container.masterBill!}` })
    expect([router.currentRoute.value.fullPath, text('panel-number')]).toEqual([
      `/shipments?shipment=${container.shipmentId!}`,
      container.masterBill,
    ])
  })

  test('opens the list with the text as its filter if nothing matches', async () => {
    const { router } = await open({ path: '/shipments/find?q=NOBODY1', rows: 7 })
    expect([
      router.currentRoute.value.fullPath,
      (byTestId('filter-text') as HTMLInputElement).value,
      text('empty-state'),
    ]).toEqual(['/shipments', 'NOBODY1', expect.stringMatching(/^No match for “NOBODY1” in 7 saved shipments\./)])
  })

  test('replaces the filter only until the user leaves the list, unless the user edits it', async () => {
    const { router } = await open({ path: '/shipments', rows: 7 })
    const getFilterText = () => (byTestId('filter-text') as HTMLInputElement).value
    const goTo = async (path: string) => {
      await router.push(path)
      await flush()
      return path.startsWith('/shipments') ? getFilterText() : ''
    }
    await type('filter-text', 'own')
    expect([await goTo('/shipments/find?q=NOBODY1'), await goTo('/lfd'), await goTo('/shipments')]).toEqual([
      'NOBODY1',
      '',
      'own',
    ])
    await goTo('/shipments/find?q=NOBODY1')
    await type('filter-text', 'NOBODY2')
    expect([await goTo('/lfd'), await goTo('/shipments')]).toEqual(['', 'NOBODY2'])
  })
})

describe('shipments', () => {
  test('open their containers, which lead back to the shipment', async () => {
    await open({ path: '/shipments', rows: 7 })
    await click(all('[data-row="0"] [data-key="masterBill"]')[0]!)
    await press('Enter')
    expect(text('panel-number')).toBe(column('masterBill')[0])
    const container = all('[data-testid="container-lines"] button')[0]!
    const number = container.querySelector('.code')?.textContent
    await click(container)
    expect(text('panel-number')).toBe(number)
    await click('back-to-shipment')
    expect(text('panel-number')).toBe(column('masterBill')[0])
  })

  test('show how their arrival changed', async () => {
    const engine = await startScreenEngine({ containers: 7 })
    const { shipmentId } = await findRow(engine, ({ ataAt }) => ataAt === null)
    await engine.patch({
      [shipmentId!]: { pod_original_eta_at: '2026-12-01T12:00:00Z', pod_eta_at: '2026-12-03T12:00:00Z' },
    })
    await engine.clock.advance(60_000)
    await open({ engine, path: '/shipments' })
    expect(column('eta').filter((cell) => /^Thu 3 Dec\+2 d$/.test(cell)).length).toBeGreaterThan(0)
  })
})

describe('holds and fees', () => {
  test('have one row each with the responsible party, and totals per currency', async () => {
    const engine = await startScreenEngine()
    const { id } = await findRow(
      engine,
      ({ lastFreeDay, feesDue }) => lastFreeDay.clock === 'running' && feesDue.length === 0,
    )
    await engine.patch({ [id]: { fees_at_pod_terminal: [{ type: 'demurrage', amount: 90, currency_code: 'CAD' }] } })
    await open({ engine, path: '/charges' })
    expect(text('totals')).toMatch(/^Fees due: (at least )?\$[\d,]+ on \d+ containers · CA\$/)
    expect([column('firstSeen')[0], column('amount').length > 0]).toEqual(['—', true])
    const spoken = all('[data-row="0"] [data-key="firstSeen"] .spoken')[0]?.dataset['spoken']
    expect(spoken).toBe('Already there at the first sync')
    await click('scope-hold')
    expect(column('clearedBy')).toContain('Broker')
    expect(column('amount')).toEqual([])
    expect(isShown('totals')).toBe(false)
  })

  test('have no total below a text that finds holds only, because their containers may still have fees', async () => {
    await open({ path: '/charges' })
    await type('filter-text', 'customs')
    await flush()
    expect(new Set(column('amount'))).toEqual(new Set(['']))
    expect(isShown('totals')).toBe(false)
  })

  test('open their container', async () => {
    await open({ path: '/charges' })
    await click(all('[data-row="0"] [data-key="number"]')[0]!)
    await press('Enter')
    expect(text('panel-number')).toBe(column('number')[0])
  })
})

describe('a last free day in dispute', () =>
  test('is shown on the board, among the decisions, and in the panel with the value of each source', async () => {
    const { engine } = await open({ path: '/lfd' })
    const row = await findRow(engine, ({ lastFreeDay }) => lastFreeDay.isDisputed && lastFreeDay.clock === 'running')
    const otherSource = row.lastFreeDay.sources.find(({ date }) => date !== row.lastFreeDay.date)!
    const cell = all(`[data-id="${row.id}"] [data-key="lastFreeDay"]`)[0]!
    expect([
      cell.querySelector('.dispute') !== null,
      cell.querySelector<HTMLElement>('.spoken')?.dataset['spoken'],
    ]).toEqual([true, expect.stringMatching(/Relevant sources disagree on the date\.$/)])
    await click(cell)
    await press('Enter')
    const sourcesText = new RegExp(`Sources disagree: .*says ${formatDate(otherSource.date, null)}`)
    expect(text('next-actions')).toMatch(sourcesText)
    await press('Escape')
    await press('g')
    await press('t')
    expect(text('decisions')).toMatch(new RegExp(`Also: .*${sourcesText.source}`))
  }))

describe('containers ready for pickup', () => {
  test('say the fees due to a screen reader', async () => {
    const { engine } = await open({ path: '/ready' })
    const { id } = await findRow(
      engine,
      ({ verdict, feesDue }) => verdict === 'ready' && feesDue.some(({ isPending }) => !isPending),
    )
    const cell = all(`[data-id="${id}"] [data-key="verdict"] .spoken`)[0]
    expect(cell?.dataset['spoken']).toMatch(/^Ready.*Fees due: \$[\d,.]+/)
  })

  test('are the only rows of their list, and one key copies the dispatch list', async () => {
    const { engine } = await open({ path: '/ready' })
    expect(engine.calls.find(({ name }) => name === 'containers.list')?.input).toMatchObject({
      filter: { verdicts: ['ready', 'ready-unverified'] },
    })
    await click(all('[data-row="0"] [data-key="number"]')[0]!)
    await press('c')
    const [title, ...texts] = copied[0]?.split('\n\n') ?? []
    expect([title, texts.length, texts.slice(0, 3).map((text) => text.split(' · ')[0])]).toEqual([
      'Ready for pickup',
      Number(text('list-count').split(' ')[0]),
      column('number').slice(0, 3),
    ])
  })
})

test('the filter menu gives focus to the search field of a long list of values', async () => {
  await open({ path: '/lfd', rows: 300 })
  await click('filter-menu')
  const parts = all('.kinds button')
  await click(parts.find(({ textContent }) => textContent.trim() === 'Customer')!)
  expect(document.activeElement?.getAttribute('placeholder')).toBe('Find in Customer')
  const part = parts.at(-1)!
  part.focus()
  await click(part)
  expect(document.activeElement, 'a part with one value has no such field').toBe(part)
})

describe('the next action', () =>
  test('filters the board by the reason for a decision', async () => {
    const { engine } = await open({ path: '/lfd' })
    await click('filter-menu')
    await click(all('.kinds button').find(({ textContent }) => textContent.trim() === 'Decision reason')!)
    await click(
      all('.choice')
        .find(({ textContent }) => textContent.includes('Past last free day'))!
        .querySelector('input')!,
    )
    expect(all('[data-testid="filter-chip"]').map(({ textContent }) => textContent)).toEqual([
      'Decision reason is Past last free day',
    ])
    expect(column('lastFreeDay').length).toBeGreaterThan(0)
    expect(column('lastFreeDay').filter((day) => !/ d past\*?$/.test(day))).toEqual([])
    expect(engine.calls.findLast(({ name }) => name === 'containers.list')?.input).toMatchObject({
      filter: { risks: ['past-last-free-day'] },
    })
  }))
