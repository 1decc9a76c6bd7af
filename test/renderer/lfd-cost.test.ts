// The estimated costs of the last free days, on their own tab.
import { describe, expect, test } from 'vitest'
import { rateTable } from '#support/rate-table.ts'
import { startScreenEngine } from '#support/screen-engine.ts'
import { byTestId, click, column, open, setScreens, text } from '#support/screens.ts'
import { formatContainerNumber } from '../../src/renderer/src/words/cargo.ts'

setScreens()

describe('the costs', () => {
  test('lead to the list of their containers, the most expensive first', async () => {
    const engine = await startScreenEngine()
    await engine.ask('rates.save', rateTable('all'))
    const { router } = await open({ engine, path: '/lfd/cost' })
    await click('cost-list')
    const { rows } = await engine.ask('containers.list', {
      filter: { scope: 'board' },
      sort: [{ column: 'exposure', direction: 'desc' }],
      window: { offset: 0, limit: 2 },
    })
    expect([router.currentRoute.value.name, column('number').slice(0, 2)]).toEqual([
      'lfd',
      rows.map(({ number }) => formatContainerNumber(number)),
    ])
    expect(column('exposure')[0]).toMatch(/^~\$/)
  })

  test('are drawn for today and the days that the title names', async () => {
    const engine = await startScreenEngine()
    await engine.ask('rates.save', rateTable('all'))
    await open({ engine, path: '/lfd/cost' })
    const title = byTestId('cost').querySelector('h2')!.textContent
    expect(title).toBe('Estimated exposure today and over the next 14 days')
    expect(byTestId('cost').querySelectorAll('tbody tr').length).toBe(1 + 14)
  })

  test('say how many of their containers need confirmation, and lead to those', async () => {
    const engine = await startScreenEngine()
    await engine.ask('rates.save', rateTable('all'))
    const rows = (await engine.rows()).filter(({ lastFreeDay: { clock } }) => clock === 'running').slice(0, 3)
    const left = {
      import_deadlines: { pickup_lfd_terminal: '2026-10-20' },
      pickup_lfd: null,
      terminal_checked_at: '2026-11-01T12:00:00Z',
    }
    await engine.patch(Object.fromEntries(rows.map(({ id }) => [id, left] as const)))
    const { toConfirm } = await engine.ask('rates.exposure', { filter: { scope: 'board' }, days: 0 })
    const { router } = await open({ engine, path: '/lfd/cost' })
    expect(toConfirm).toBeGreaterThan(1)
    expect(text('cost-to-confirm')).toBe(
      `${toConfirm} containers with an estimate need confirmation; Today does not count them`,
    )
    await click('cost-to-confirm')
    expect([router.currentRoute.value.name, text('list-count').split(' ')[0]]).toEqual(['lfd', String(toConfirm)])
  })

  test('say why some containers have no estimate, and lead to the rates or to those containers', async () => {
    const engine = await startScreenEngine()
    const lines = (await engine.rows()).map(({ scac }) => scac!)
    await engine.ask('rates.save', rateTable('line', { scac: lines[0]! }))
    const { uncosted, undated } = await engine.ask('rates.exposure', { filter: { scope: 'board' }, days: 0 })
    expect([uncosted > undated, undated > 0]).toEqual([true, true])
    const { router } = await open({ engine, path: '/lfd/cost' })
    expect(text('cost-no-rate')).toBe(`No rate set: ${uncosted - undated} · Set rates`)
    expect(text('cost-no-date')).toBe(`No LFD to count from: ${undated}`)
    await click('cost-no-date')
    expect([router.currentRoute.value.name, text('list-count').split(' ')[0]]).toEqual(['lfd', String(undated)])
  })
})
