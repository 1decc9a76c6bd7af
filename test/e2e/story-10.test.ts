// Story 10 (docs/testing.md), "What will it cost if we wait?": the user enters rates, and the board shows the costs.
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import type { RateTable } from '#contract/rate-table.ts'
import { rateTable } from '#support/rate-table.ts'
import { type Board, eventually, showSavedColumns } from './board.ts'
import { STORY, type Connected, createStage, startOnFixedDay } from './stage.ts'

const stage = createStage()
let connected: Connected
let board: Board

beforeEach(async () => {
  connected = await startOnFixedDay({ containers: 60 })
  board = await stage.open(connected.host, {}, showSavedColumns)
  await board.page.setViewportSize({ width: 1900, height: 1000 })
  await board.waitForContainers(60)
})

const saveRates = async (...tables: RateTable[]) => {
  const client = await connected.host.createClient()
  for (const table of tables) await client.engine.call('rates.save', table)
  client.close()
}
const loadContainers = async () => {
  const client = await connected.host.createClient()
  const { rows } = await client.engine.call('containers.list', {
    filter: { scope: 'board' },
    sort: [
      { column: 'daysLeft', direction: 'asc' },
      { column: 'number', direction: 'asc' },
    ],
    window: { offset: 0, limit: 60 },
  })
  client.close()
  return rows
}
const scrollRight = () =>
  board.grid().evaluate((grid) => {
    grid.scrollLeft = grid.scrollWidth
  })

/** Enters a rate in Settings like a user. `fillMore` fills further fields. */
async function enterRate(
  name: string,
  tiers: [string, string][],
  fillMore: () => Promise<void> = async () => {},
): Promise<void> {
  await board.goTo('settings')
  await board.by('add-rate').click()
  await board.by('rate-name').locator('input').fill(name)
  for (const [i, [day, amount]] of tiers.entries()) {
    if (i > 0) await board.by('add-tier').click()
    await board.by(`tier-day-${i}`).fill(day)
    await board.by(`tier-amount-${i}`).fill(amount)
  }
  await fillMore()
  await board.by('rate-save').click()
  await board.page.locator(`[data-rate=${JSON.stringify(name)}]`).waitFor()
}

test('story 10: reported fees and estimates are never mixed', STORY, async () => {
  const rowsWithFees = (await loadContainers()).filter(({ feesDue }) => feesDue.length > 0)
  expect(rowsWithFees.length).toBeGreaterThan(0)
  const tileBefore = await board.textOf('tile-due')
  await enterRate('Any line', [
    ['1', '125.50'],
    ['5', '200'],
  ])
  await board.goTo('lfd')
  await eventually(() => board.textOf('exposure-line')).toMatch(/^Est\. exposure ~\$[\d,.]+( ·|$)/)
  // The tile of fees counts the fees that terminals report, as before.
  expect(await board.textOf('tile-due')).toBe(tileBefore)
  await scrollRight()
  await eventually(async () => (await board.column('exposure')).some((text) => /^~\$[\d,.]+$/.test(text))).toBe(true)
  for (const text of await board.column('exposure'))
    expect(text).toMatch(/^(~\$[\d,.]+|None yet|No LFD to count from|)$/)
  // The panel shows the two under separate headings, with the calculation of the estimate.
  const chargedContainer = (await loadContainers()).find(
    ({ exposure, feesDue }) =>
      exposure?.state === 'costed' && exposure.days > 0 && feesDue.some(({ amount }) => amount > 0),
  )!
  await board.filterText(chargedContainer.number)
  await eventually(async () => (await board.count()).shown).toBe(1)
  await board.grid().evaluate((grid) => {
    grid.scrollLeft = 0
  })
  await board.openRow(0)
  const { days, minor } = chargedContainer.exposure as { days: number; minor: number }
  await eventually(() => board.textOf('estimate')).toContain(`${days} chargeable day`)
  const estimateText = await board.textOf('estimate')
  expect(estimateText).toContain('by “Any line”')
  expect(estimateText).toContain('Excludes reported fees.')
  expect(minor).toBe(Math.min(days, 4) * 12_550 + Math.max(0, days - 4) * 20_000)
  expect(await board.textOf('fees')).not.toContain('est.')
})

test('story 10: the most specific rate by line, terminal and equipment applies, by calendar or working days', async () => {
  const pastContainers = (await loadContainers()).filter(
    ({ lastFreeDay: { band }, pickupPlace, scac }) => band === 'past' && pickupPlace !== null && scac !== null,
  )
  const [container] = pastContainers.toSorted((a, b) => a.lastFreeDay.daysLeft! - b.lastFreeDay.daysLeft!)
  const {
    number,
    scac,
    pickupPlace,
    equipment,
    lastFreeDay: { date, daysLeft },
  } = container!
  const expectEstimate = (text: string) => eventually(() => board.textOf('estimate')).toContain(text)
  await enterRate('Any', [['1', '100']])
  await board.goTo('lfd')
  await board.filterText(number)
  await eventually(async () => (await board.count()).shown).toBe(1)
  await board.openRow(0)
  await expectEstimate(`${-daysLeft!} chargeable day`)
  await expectEstimate('by “Any”')
  await enterRate('Line', [['1', '110']], async () => {
    await board.by('rate-of-scac').fill(scac!)
  })
  await board.page.goBack()
  await expectEstimate('by “Line”')
  await enterRate('Line at the terminal', [['1', '120']], async () => {
    await board.by('rate-of-scac').fill(scac!)
    await board.by('rate-of-place').fill(pickupPlace!)
  })
  await board.page.goBack()
  await expectEstimate('by “Line at the terminal”')
  // Monday to Friday among the days after the last free one, counted independently.
  const workingDays = Array.from({ length: -daysLeft! }, (_, i) =>
    new Date(Date.parse(date!) + (i + 1) * 86_400_000).getUTCDay(),
  ).filter((day) => day !== 0 && day !== 6).length
  await enterRate('And the equipment', [['1', '130']], async () => {
    await board.by('rate-of-scac').fill(scac!)
    await board.by('rate-of-place').fill(pickupPlace!)
    await board.by('rate-of-length').fill(String(equipment.lengthFt))
    await board.by('rate-of-type').fill(equipment.type!)
    await board.by('rate-working').click()
  })
  await board.page.goBack()
  await expectEstimate('by “And the equipment”')
  await expectEstimate(workingDays === 0 ? 'None yet' : `~$${(workingDays * 130).toLocaleString('en-US')} est.`)
  await expectEstimate('working days')
})

test('story 10: the plan of a selection compares two pickup days in each currency', async () => {
  const rows = (await loadContainers()).filter(
    ({ lastFreeDay: { clock, date } }) => clock === 'running' && date !== null,
  )
  const lineCodes = [...new Set(rows.map(({ scac }) => scac!))]
  await saveRates(
    rateTable('first', { scac: lineCodes[0]!, currency: 'EUR', tiers: [{ fromDay: 1, rate: 9_000 }] }),
    rateTable('others'),
  )
  await board.row(0).locator('[data-key=number]').click()
  await board.press('Control+a')
  await board.by('plan-selected').click()
  await board.by('plan-table').waitFor()
  const setDay = async (testId: string, day: number) => {
    await board.by(testId).focus()
    await board.press('Home')
    for (let i = 0; i < day; i++) await board.press('ArrowRight')
  }
  const client = await connected.host.createClient()
  const ids = (await loadContainers()).map(({ id }) => id)
  const plan = await client.engine.call('rates.plan', { ids, days: 15 })
  client.close()
  await setDay('plan-first', 4)
  await setDay('plan-second', 10)
  await eventually(() => board.textOf('plan-first-day')).toBe('Tue 24 Nov')
  expect(await board.textOf('plan-second-day')).toBe('Mon 30 Nov')
  const formatEstimate = (minor: number, currency: string) =>
    `~${(minor / 100).toLocaleString('en-US', { style: 'currency', currency, minimumFractionDigits: 0 })}`
  for (const currency of ['EUR', 'USD']) {
    const totalOn = (day: number) => plan.totals[day]!.find((total) => total.currency === currency)!.minor
    const cells = await board.page.locator(`[data-testid=plan-table] [data-total=${currency}] td`).allInnerTexts()
    expect(cells).toEqual([formatEstimate(totalOn(4), currency), formatEstimate(totalOn(10), currency)])
    expect(totalOn(10)).toBeGreaterThan(totalOn(4))
    // The expected total: each day after the last free day at its rate.
    const containersOfCurrency = rows.filter(({ scac }) => (scac === lineCodes[0]) === (currency === 'EUR'))
    const countChargeableDays = (until: string) =>
      containersOfCurrency.reduce(
        (sum, { lastFreeDay: { date } }) => sum + Math.max(0, (Date.parse(until) - Date.parse(date!)) / 86_400_000),
        0,
      )
    const otherMinor = plan.containers
      .filter(
        (container) => container.currency === currency && !containersOfCurrency.some(({ id }) => id === container.id),
      )
      .reduce((sum, { minor }) => sum + minor![4]!, 0)
    expect(totalOn(4)).toBe(countChargeableDays('2026-11-24') * (currency === 'EUR' ? 9_000 : 10_000) + otherMinor)
  }
  expect(await board.textOf('plan-difference')).toMatch(
    /Waiting from Tue 24 Nov to Mon 30 Nov: ~€[\d,]+ more\. Waiting from Tue 24 Nov to Mon 30 Nov: ~\$[\d,]+ more\./,
  )
})

test('story 10: containers without a cost are counted', async () => {
  const rows = await loadContainers()
  const costableRows = rows.filter(({ exposure }) => exposure !== null)
  // Without rates no amount is shown, and containers without a cost are not mentioned.
  expect(await board.by('exposure-line').count()).toBe(0)
  await scrollRight()
  await eventually(async () => [...new Set(await board.column('exposure'))]).toEqual(['No rate set'])
  const scac = costableRows.find(({ lastFreeDay: { band } }) => band === 'past')!.scac!
  await saveRates(rateTable('line', { scac }))
  const uncostedCount = (await loadContainers()).filter(
    ({ exposure }) => exposure !== null && exposure.state !== 'costed',
  ).length
  expect(uncostedCount).toBeLessThan(costableRows.length)
  await eventually(() => board.textOf('exposure-line')).toMatch(
    new RegExp(`^Est\\. exposure ~\\$[\\d,]+ · No estimate for ${uncostedCount} containers$`),
  )
  await board.by('tab-lfd-cost').click()
  await eventually(() => board.textOf('cost-counted')).toContain(
    `Estimate for ${costableRows.length - uncostedCount} containers · No estimate for ${uncostedCount} containers`,
  )
  // The chart and its table show fifteen days with costs that never decrease.
  await board.by('chart-USD').locator('svg[role=img]').waitFor()
  const amounts = (await board.page.locator('[data-testid=exposure-table] tbody td').allInnerTexts()).map((text) =>
    Number(text.replaceAll(/[^\d.]/g, '').replace(/\.$/, '')),
  )
  expect(amounts.length).toBe(15)
  expect(amounts).toEqual(amounts.toSorted((a, b) => a - b))
  expect(await board.page.locator('[data-testid=chart-USD] svg').getAttribute('aria-label')).toMatch(
    /^USD: \$[\d,]+ today, \$[\d,]+ on Friday 4 December if nothing is picked up\.$/,
  )
})

test('story 10: rates are exported and imported, and are never sent to the service', async () => {
  await enterRate('=HYPERLINK("x")', [['1', '4711.11']])
  const [download] = await Promise.all([board.page.waitForEvent('download'), board.by('export-rates').click()])
  expect(download.suggestedFilename()).toBe('quaywatch-rates-2026-11-20.csv')
  const folder = mkdtempSync(join(tmpdir(), 'quaywatch-rates-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'rates.csv')
  await download.saveAs(file)
  expect(readFileSync(file, 'utf8')).toContain(`"'=HYPERLINK(""x"")",demurrage,,,,,USD,calendar,,1:4711.11`)
  // The rate is removed, restored by an undo, removed again, and imported from the file.
  await board.by('rate-remove').click()
  await eventually(() => board.page.locator('[data-rate]').count()).toBe(0)
  await board.press('Control+z')
  await eventually(() => board.page.locator('[data-rate]').count()).toBe(1)
  await board.by('rate-remove').click()
  await eventually(() => board.page.locator('[data-rate]').count()).toBe(0)
  await board.by('rates-file').setInputFiles(file)
  await eventually(() => board.page.locator('[data-rate]').getAttribute('data-rate')).toBe('=HYPERLINK("x")')
  writeFileSync(file, 'name,kind,currency,tiers\nA,demurrage,USD,1:1.005\n')
  await board.by('rates-file').setInputFiles(file)
  await board.waitForToast('Line 2: Enter the amount as 125')
  expect(await board.page.locator('[data-rate]').count()).toBe(1)
  // The service receives no rates, and only the file with the user's own data has them.
  await board.press('r')
  const log = await (await fetch(new URL('/_service/log', connected.service.ready.url))).text()
  expect(log).not.toMatch(/4711|HYPERLINK/)
  const files = readdirSync(connected.dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.startsWith('mirror.db'))
    .map((entry) => join(entry.parentPath, entry.name))
  expect(files.length).toBeGreaterThan(0)
  for (const path of files) expect(readFileSync(path).includes('HYPERLINK')).toBe(false)
})
