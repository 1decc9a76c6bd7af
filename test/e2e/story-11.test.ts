// Story 11 (docs/testing.md), "Answer and hand over in one keystroke".
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import ICAL from 'ical.js'
import Papa from 'papaparse'
import readSheet from 'read-excel-file/node'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type Board, eventually, showSavedColumns } from './board.ts'
import { cellText } from '#support/workbooks.ts'
import { STORY, createStage, startOnFixedDay } from './stage.ts'

const stage = createStage()

async function downloadExport(board: Board, kind: string): Promise<{ name: string; bytes: Buffer }> {
  await board.by('export-menu').click()
  const [download] = await Promise.all([board.page.waitForEvent('download'), board.by(`export-${kind}`).click()])
  const folder = mkdtempSync(join(tmpdir(), 'quaywatch-out-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, download.suggestedFilename())
  await download.saveAs(file)
  return { name: download.suggestedFilename(), bytes: readFileSync(file) }
}

describe('story 11', () => {
  test(
    'story 11: a customer text has terminal-local dates, weekday, zone and as-of, and no internal notes',
    STORY,
    async () => {
      const { host } = await startOnFixedDay({ containers: 40 })
      const board = await stage.open(host, { permissions: ['clipboard-read', 'clipboard-write'] })
      await board.waitForContainers(40)
      const client = await host.createClient()
      const { rows } = await client.engine.call('containers.list', {
        filter: { scope: 'board' },
        sort: [{ column: 'number', direction: 'asc' }],
        window: { offset: 0, limit: 40 },
      })
      const container = rows.find(
        ({ lastFreeDay, pickupZone }) => lastFreeDay.date !== null && lastFreeDay.zone !== null && pickupZone !== null,
      )!
      await client.engine.call('own.addNote', { ids: [container.id], text: 'Pays late, never tell' })
      await client.engine.call('own.assign', { ids: [container.id], assignee: 'Ines of the night' })
      client.close()
      await board.goTo('lfd')
      await board.filterText(container.number)
      await eventually(async () => (await board.rows()).length).toBe(1)
      await board.openRow(0)
      await board.press('Shift+C')
      await eventually(() => host.readClipboard(board)).toContain('Last free day')
      const text = await host.readClipboard(board)
      expect(text.replaceAll(' ', '')).toContain(container.number)
      expect(text).toMatch(/Last free day: (Mon|Tue|Wed|Thu|Fri|Sat|Sun) \d{1,2} [A-Z][a-z]{2}.* \(.+ time\)/)
      expect(text).toMatch(/As of (Mon|Tue|Wed|Thu|Fri|Sat|Sun) \d{1,2} [A-Z][a-z]{2} \d\d:\d\d (\w{3,4}|GMT[+-]\d+)/)
      expect(text).not.toMatch(/Pays late|Ines/)
    },
  )

  test('story 11: exactly the visible view is exported to CSV and XLSX, formula-safe, with ISO dates and leading zeros', async () => {
    const { host, service } = await startOnFixedDay({ containers: 700 })
    const board = await stage.open(host, {}, showSavedColumns)
    await board.waitForContainers(700)
    // A terminal that is checked between the two exports would make them differ.
    await service.stop()
    const client = await host.createClient()
    const formulas = ['=cmd|calc!A0', '+1 555', '0012345', 'says "now"\nand 📦']
    const { rows } = await client.engine.call('containers.list', {
      filter: { scope: 'open' },
      sort: [{ column: 'number', direction: 'asc' }],
      window: { offset: 0, limit: 4 },
    })
    for (const [index, text] of formulas.entries())
      await client.engine.call('own.addNote', { ids: [rows[index]!.id], text })
    client.close()
    await board.goTo('containers')
    await eventually(async () => (await board.rows()).length).toBeGreaterThan(5)
    const csv = await downloadExport(board, 'csv')
    expect(csv.name).toMatch(/^Quaywatch Containers 2026-11-20\.csv$/)
    expect([...csv.bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    const { data, errors } = Papa.parse<string[]>(new TextDecoder().decode(csv.bytes), { skipEmptyLines: true })
    expect(errors).toEqual([])
    const [titles = [], ...csvRows] = data
    const total = Number((await board.textOf('list-count')).match(/[\d,]+/)?.[0].replaceAll(',', ''))
    expect(csvRows).toHaveLength(total)
    const visibleNumbers = (await board.rows()).slice(0, 5).map(({ cells }) => cells['number']?.replaceAll(' ', ''))
    expect(csvRows.slice(0, 5).map(([number]) => number)).toEqual(visibleNumbers)
    for (const csvRow of csvRows) expect(csvRow[titles.indexOf('LFD')] ?? '').toMatch(/^$|^\d{4}-\d\d-\d\d$/)
    const csvCells = csvRows.flat()
    expect(csvCells.filter((cell) => /^[=+@]/.test(cell))).toEqual([])
    expect(csvCells.some((cell) => cell.includes("'=cmd|calc!A0")) && csvCells.includes('0012345')).toBe(true)
    const xlsx = await downloadExport(board, 'xlsx')
    const [sheet] = await readSheet(xlsx.bytes, { trim: false })
    expect(sheet?.data.map((csvRow) => csvRow.map((cell) => cellText(cell)))).toEqual(
      data.map((csvRow) => csvRow.map((cell) => cell.replace(/^'(?=[=+@-])/, ''))),
    )
  })

  test('story 11: last free days go into a calendar as all-day dates with an exclusive end', async () => {
    const { host } = await startOnFixedDay({ containers: 40 })
    const board = await stage.open(host)
    await board.waitForContainers(40)
    const { bytes } = await downloadExport(board, 'ics')
    const events = new ICAL.Component(ICAL.parse(bytes.toString('utf8')) as unknown[])
      .getAllSubcomponents('vevent')
      .map((event) => new ICAL.Event(event))
    const client = await host.createClient()
    const { rows } = await client.engine.call('containers.list', {
      filter: { scope: 'board' },
      sort: [],
      window: { offset: 0, limit: 500 },
    })
    client.close()
    const days = rows
      .flatMap(({ id, lastFreeDay }) =>
        lastFreeDay.date === null || lastFreeDay.clock === 'stopped' ? [] : [[`lfd-${id}@quaywatch`, lastFreeDay.date]],
      )
      .sort()
    expect(events.map(({ uid, startDate }) => [uid, startDate.toString()]).sort()).toEqual(days)
    expect(events.every(({ startDate, duration }) => startDate.isDate && duration.toSeconds() === 86_400)).toBe(true)
  })

  test('story 11: the visible view is printed, and saved as PDF, with its title, as-of and page numbers', async () => {
    const { host } = await startOnFixedDay({ containers: 200 })
    const board = await stage.open(host)
    await board.waitForContainers(200)
    // The dialog would wait for a user. Its content is stored for the PDF below.
    await board.page.evaluate(() => {
      window.print = () => {
        const sheet = document.querySelector('.print-sheet')!.cloneNode(true)
        window.setTimeout(() => {
          document.documentElement.classList.add('prints-sheet')
          document.body.append(sheet)
        }, 0)
      }
    })
    await board.by('export-menu').click()
    await board.by('export-print').click()
    await board.page.locator('.print-sheet').waitFor({ state: 'attached' })
    expect(await board.page.locator('.print-sheet h1').textContent()).toBe('Last free day')
    expect(await board.page.locator('.print-sheet p').first().textContent()).toMatch(
      /^\d+ rows · As of \w{3} \d+ \w{3} \d\d:\d\d$/,
    )
    const { getDocumentProxy, extractText } = await import('unpdf')
    const pdfBytes = await board.page.pdf({ landscape: true })
    const pdf = await getDocumentProxy(new Uint8Array(pdfBytes))
    const { text, totalPages } = await extractText(pdf, { mergePages: false })
    expect(totalPages).toBeGreaterThan(1)
    expect(text[0]).toContain('Last free day')
    expect(text.at(-1)).toMatch(new RegExp(`${totalPages} / ${totalPages}`))
    const [firstRow] = await board.rows()
    expect(text.join('\n').replaceAll(/\s/g, '')).toContain(firstRow!.cells['number']!.replaceAll(' ', ''))
  })

  test('story 11: a shift is handed over with assigned, snoozed and open items', async () => {
    const { host } = await startOnFixedDay({ containers: 40 })
    const board = await stage.open(host, { permissions: ['clipboard-read', 'clipboard-write'] })
    await board.waitForContainers(40)
    const client = await host.createClient()
    const {
      open: {
        rows: [firstRow, secondRow],
      },
    } = await client.engine.call('handover.get', {})
    await client.engine.call('own.assign', { ids: [firstRow!.id], assignee: 'Ines' })
    await client.engine.call('alerts.snooze', { containerIds: [secondRow!.id], until: '2026-11-27T12:00:00.000Z' })
    client.close()
    await board.press('g', 'v')
    await eventually(() => board.textOf('handover-assigned')).toContain('Assigned to Ines')
    await eventually(() => board.textOf('handover-put-off')).toContain('snoozed until')
    await board.by('handover-copy').click()
    await eventually(() => host.readClipboard(board)).toContain('Assigned to Ines (1)')
    const text = await host.readClipboard(board)
    expect(text).toMatch(/^Shift handover · As of /)
    expect(text).toContain('Open and unassigned (')
    for (const number of [firstRow!.number, secondRow!.number]) expect(text.replaceAll(' ', '')).toContain(number)
  })

  test('story 11: a long address in a note does not widen the handover', async () => {
    const { host } = await startOnFixedDay({ containers: 40 })
    const board = await stage.open(host)
    await board.waitForContainers(40)
    const client = await host.createClient()
    const {
      open: {
        rows: [firstRow],
      },
    } = await client.engine.call('handover.get', {})
    await client.engine.call('own.addNote', {
      ids: [firstRow!.id],
      text: `https://portal.example.com/${'0123456789'.repeat(30)}`,
    })
    client.close()
    await board.press('g', 'v')
    await eventually(() => board.textOf('handover-open')).toContain('portal.example.com')
    await board.page.setViewportSize({ width: 640, height: 800 })
    const page = board.by('handover-page')
    expect(await page.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
  })
})
