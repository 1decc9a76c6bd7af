// A list is exported as it is on screen: the same columns, order and rows, also rows that were not loaded.
import Papa from 'papaparse'
import readSheet from 'read-excel-file/node'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { EngineContract } from '#contract/index.ts'
import type { Input } from '#contract/rpc.ts'
import { createFakeShell } from '#support/fake-shell.ts'
import { cellText } from '#support/workbooks.ts'
import { formatFees } from '../../../src/renderer/src/words/money.ts'
import {
  all,
  byTestId,
  click,
  column,
  copied,
  flush,
  isShown,
  closePage,
  open,
  press,
  setScreens,
  showAllColumns,
  text,
} from '#support/screens.ts'

setScreens()

/** The number of rows that one read of an export returns. */
const WINDOW = 500

/** Opens a list with more rows than one read returns. */
function openMany() {
  localStorage.setItem('quaywatch.containers.filter', '{"scope":"all"}')
  return open({ rows: 520, path: '/containers' })
}

/** Files that the page gave to the browser, by name. */
const downloads = new Map<string, Blob>()

function watchDownloads() {
  downloads.clear()
  const blobs = new Map<string, Blob>()
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    const url = `blob:${blobs.size}`
    blobs.set(url, blob as Blob)
    return url
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    downloads.set(this.download, blobs.get(this.getAttribute('href') ?? '')!)
  })
}

afterEach(() => {
  vi.restoreAllMocks()
})

async function exportAs(kind: string) {
  await click('export-menu')
  await click(`export-${kind}`)
  // The code of exports is loaded with the first one.
  await vi.dynamicImportSettled()
  await flush()
}

const parseCsv = async (blob: Blob) =>
  Papa.parse<string[]>(new TextDecoder().decode(await blob.arrayBuffer()), { skipEmptyLines: true }).data

describe('a list as a file', () => {
  test('has every row of the filtered list in its order, also rows that were never visible', async () => {
    const { engine } = await openMany()
    watchDownloads()
    await exportAs('csv')
    const [name, blob] = [...downloads][0]!
    expect(name).toBe('Quaywatch Containers 2026-11-20.csv')
    const [titles, ...rows] = await parseCsv(blob)
    expect(titles?.slice(0, 2)).toEqual(['Container', 'Customer'])
    expect(Number(byTestId('list-count').querySelector('[aria-hidden]')?.textContent)).toBe(rows.length)
    expect(rows.length).toBeGreaterThan(WINDOW)
    const shown = column('number').map((number) => number.replaceAll(' ', ''))
    expect(rows.slice(0, shown.length).map(([number]) => number)).toEqual(shown)
    const { filter, sort } = engine.calls
      .map(({ name: called, input }) =>
        called === 'containers.list' ? (input as Input<EngineContract, 'containers.list'>) : null,
      )
      .find((input) => input !== null)!
    const loadNumbers = async (offset: number) =>
      (await engine.ask('containers.list', { filter, sort, window: { offset, limit: WINDOW } })).rows.map(
        ({ number }) => number,
      )
    expect(rows.map(([number]) => number)).toEqual([...(await loadNumbers(0)), ...(await loadNumbers(WINDOW))])
    expect(engine.calls.some(({ name: called }) => called.startsWith('exports.'))).toBe(false)
  })

  test('can be only the selected rows, which the menu offers first', async () => {
    await open({ rows: 60, path: '/containers' })
    watchDownloads()
    await click('group-menu')
    await click('group-line')
    await press('Escape')
    const selected = column('number')
      .filter((number) => /^[A-Z]{4} \d{6} \d$/.test(number))
      .slice(0, 2)
    for (const number of selected) {
      const row = all('[data-row]').find(({ textContent }) => textContent.includes(number))!
      await click(all(`[data-row="${row.dataset['row']}"] [data-key="#select"]`)[0]!)
    }
    await click('export-menu')
    expect(all('.menu .what').map(({ textContent }) => textContent.trim().split(',')[0])).toEqual([
      'Selected rows (2)',
      expect.stringMatching(/^\d+ rows$/),
    ])
    await click('export-selected-csv')
    await vi.dynamicImportSettled()
    await flush()
    // The bar of the selection has the workbook too.
    await click('export-selection')
    await vi.dynamicImportSettled()
    await flush()
    const [csv, workbook] = [...downloads.values()]
    const [, ...rows] = await parseCsv(csv!)
    expect(rows.map(([number]) => number)).toEqual(selected.map((number) => number.replaceAll(' ', '')))
    const [sheet] = await readSheet(Buffer.from(await workbook!.arrayBuffer()))
    expect(sheet?.data.slice(1).map(([number]) => number)).toEqual(rows.map(([number]) => number))
  })

  test('leaves out hidden columns, and has the same cells as a workbook', async () => {
    await open({ rows: 60, path: '/containers' })
    watchDownloads()
    await click('column-menu')
    await click(
      all('.choice')
        .find(({ textContent }) => textContent.trim() === 'Status')!
        .querySelector('input')!,
    )
    await press('Escape')
    await exportAs('csv')
    await exportAs('xlsx')
    const csv = await parseCsv([...downloads.values()][0]!)
    expect(csv[0]).not.toContain('Status')
    const [sheet] = await readSheet(Buffer.from(await [...downloads.values()][1]!.arrayBuffer()))
    expect(sheet?.data.map((row) => row.map((cell) => cellText(cell)))).toEqual(
      csv.map((row) => row.map((cell) => cell.replace(/^'/, ''))),
    )
  })

  test('of last free days has the master bill also while its column is hidden, as the one of containers', async () => {
    for (const path of ['/lfd', '/containers']) {
      const { engine } = await open({ rows: 60, path })
      watchDownloads()
      await exportAs('csv')
      const [titles, ...rows] = await parseCsv([...downloads.values()][0]!)
      const index = titles?.indexOf('MBL') ?? -1
      const bills = new Map((await engine.rows()).map(({ number, masterBill }) => [number, masterBill ?? '']))
      expect(rows.map((row) => row[index])).toEqual(rows.map(([number]) => bills.get(number!)))
      closePage()
    }
  })

  test('has the groups of the list: subtotals in their own columns in a workbook, a column in a CSV file', async () => {
    const layout = { order: ['number'], widths: {}, hidden: ['line'] }
    localStorage.setItem('quaywatch.containers.columns', JSON.stringify(layout))
    const { engine } = await open({ rows: 60, path: '/containers' })
    watchDownloads()
    await click('group-menu')
    await click('group-line')
    await click('group-collapse')
    await press('Escape')
    await exportAs('csv')
    await exportAs('xlsx')
    const { groups, rows } = await engine.ask('containers.list', {
      filter: { scope: 'open' },
      sort: [
        { column: 'eta', direction: 'asc' },
        { column: 'number', direction: 'asc' },
      ],
      grouping: 'line',
      window: { offset: 0, limit: 100 },
    })
    expect(groups!.length).toBeGreaterThan(2)
    const names = groups!.map(({ label }) => (label === '' ? 'No line' : label))
    const [titles, ...lines] = await parseCsv([...downloads.values()][0]!)
    expect(titles?.slice(0, 2)).toEqual(['Line', 'Container'])
    expect(lines.map(([name, number]) => [name, number])).toEqual(
      rows.map(({ number, lineName, scac }) => [lineName ?? scac ?? 'No line', number]),
    )
    const [sheet] = await readSheet(Buffer.from(await [...downloads.values()][1]!.arrayBuffer()))
    const [heads, ...cells] = sheet!.data
    expect(heads?.slice(0, 7)).toEqual([
      'Line',
      'Containers',
      'Earliest LFD',
      'Fees, subtotal',
      'Fees, subtotal, currency',
      'Fees, subtotal, note',
      'Container',
    ])
    const subtotals = cells.filter((row) => row[6] === null)
    expect(subtotals.map((row) => row.slice(0, 6))).toEqual(
      groups!.flatMap(({ count, earliestLfd, feesDue }, groupIndex) => {
        const fees = feesDue.filter(({ amount }) => amount > 0)
        const day = earliestLfd === null ? null : new Date(`${earliestLfd}T00:00:00Z`)
        return [0, ...fees.slice(1).map((_, index) => index + 1)].map((feeIndex) => [
          names[groupIndex],
          feeIndex === 0 ? count : null,
          feeIndex === 0 ? day : null,
          fees[feeIndex]?.amount ?? null,
          fees[feeIndex]?.currency ?? null,
          feeIndex === 0 && feesDue.some(({ isPending }) => isPending) ? formatFees(feesDue) : null,
        ])
      }),
    )
    expect(subtotals.some((row) => typeof row[3] === 'number')).toBe(true)
    expect(subtotals.flatMap((row) => row.slice(6)).filter((cell) => cell !== null)).toEqual([])
    expect(cells.filter((row) => row[6] !== null).map((row) => [cellText(row[0]!), row[6]])).toEqual(
      rows.map(({ number, lineName, scac }) => [lineName ?? scac ?? 'No line', number]),
    )
  })

  test('marks the subtotal of a group whose fees are not final, as the heading of the group does', async () => {
    showAllColumns('containers')
    const { engine } = await open({ rows: 60, path: '/containers' })
    watchDownloads()
    const fees = [
      [{ currency: 'USD', amount: 850, isPending: true }],
      [{ currency: null, amount: 0, isPending: true }],
      [{ currency: 'USD', amount: 120, isPending: false }],
    ]
    engine.intercept('containers.list', async (_input, ask) => {
      const answer = await ask()
      return {
        ...answer,
        groups: answer.groups?.map((group, index) => ({ ...group, feesDue: fees[index] ?? [] })) ?? null,
      }
    })
    await click('group-menu')
    await click('group-line')
    await press('Escape')
    await exportAs('xlsx')
    const [sheet] = await readSheet(Buffer.from(await [...downloads.values()][0]!.arrayBuffer()))
    const [, ...cells] = sheet!.data
    expect(
      cells
        .filter((row) => row[1] !== null)
        .slice(0, 3)
        .map((row) => row.slice(3, 6)),
    ).toEqual([
      [850, 'USD', 'at least $850'],
      [null, null, 'Posted, amount pending'],
      [120, 'USD', null],
    ])
  })

  test('has the code of the line beside its name in a workbook in groups by line', async () => {
    showAllColumns('containers')
    const { engine } = await open({ rows: 60, path: '/containers' })
    watchDownloads()
    await click('group-menu')
    await click('group-line')
    await press('Escape')
    await exportAs('xlsx')
    const [sheet] = await readSheet(Buffer.from(await [...downloads.values()][0]!.arrayBuffer()))
    const [heads, ...cells] = sheet!.data
    const [number, line] = ['Container', 'Line (SCAC)'].map((head) => heads!.indexOf(head))
    const codes = new Map((await engine.rows()).map((row) => [row.number, row.scac]))
    const rows = cells.filter((row) => row[number!] !== null)
    expect(rows.length).toBeGreaterThan(10)
    expect(rows.map((row) => row[line!])).toEqual(rows.map((row) => codes.get(String(row[number!]))))
    expect(new Set(heads).size).toBe(heads!.length)
  })

  test('has one date per cell, also where the screen shows the first and the current ETA in one cell', async () => {
    await open({ path: '/shipments' })
    watchDownloads()
    await exportAs('csv')
    const [titles, ...rows] = await parseCsv([...downloads.values()][0]!)
    const etaIndex = titles?.indexOf('ETA') ?? -1
    expect(titles?.slice(etaIndex, etaIndex + 2)).toEqual(['ETA', 'First ETA'])
    expect(rows.length).toBeGreaterThan(0)
    for (const row of rows)
      for (const cell of row.slice(etaIndex, etaIndex + 2))
        expect(cell).toMatch(/^(\d{4}-\d\d-\d\dT\d\d:\d\d(Z|[+-]\d\d:\d\d))?$/)
    expect(rows.some((row) => row[etaIndex] !== row[etaIndex + 1])).toBe(true)
    // Copied rows have the same columns.
    await click(all('[data-row="0"] [data-key="#select"]')[0]!)
    await click(all('.footer button').find(({ textContent }) => textContent.trim() === 'Copy with headers')!)
    expect(
      copied
        .at(-1)
        ?.split('\n')
        .map((line) => line.split('\t').slice(etaIndex, etaIndex + 2)),
    ).toEqual([['ETA', 'First ETA'], rows[0]?.slice(etaIndex, etaIndex + 2)])
  })

  test('is not written if the order of the list changes during the export', async () => {
    const { engine } = await openMany()
    watchDownloads()
    engine.intercept('containers.list', async ({ window }, callEngine) => {
      // The engine stores only some orders, so these lists remove the order of the exported one.
      for (let most = 30; window.offset > 0 && most > 0; most--)
        await engine.client.call('containers.list', {
          filter: { scope: 'all' },
          sort: [],
          window: { offset: 0, limit: 1 },
        })
      return callEngine()
    })
    await exportAs('csv')
    expect(downloads.size).toBe(0)
    expect(document.body.textContent).toContain('The order of the list changed during the export. Nothing was written.')
  })

  test('shows its progress, and is not written after the user cancels it', async () => {
    const { engine } = await openMany()
    watchDownloads()
    let release: () => void = () => undefined
    engine.intercept('containers.list', async ({ window }, callEngine) => {
      if (window.offset === WINDOW)
        await new Promise<void>((resolve) => {
          release = resolve
        })
      return callEngine()
    })
    await exportAs('csv')
    expect(text('export-progress')).toMatch(/^500 of \d+ rows written$/)
    await click('export-cancel')
    release()
    await flush()
    expect([downloads.size, isShown('export-progress')]).toEqual([0, false])
    expect(document.body.textContent).toContain('Export cancelled. Nothing was written.')
  })

  test('is saved through the desktop app, which asks for the place', async () => {
    const shell = createFakeShell({ host: 'electron' })
    const saved: unknown[] = []
    shell.handlers['file.save'] = (input) => {
      saved.push(input)
      return { savedAs: 'mine.csv' }
    }
    const { files } = await open({ rows: 60, path: '/lfd', shell })
    await exportAs('csv')
    expect(files.exports).toHaveLength(1)
    await vi.waitFor(async () => {
      await flush()
      expect(saved).toHaveLength(1)
    })
    expect(saved).toMatchObject([{ name: 'Quaywatch Last free day 2026-11-20.csv' }])
  })

  test('is saved as PDF from the print sheet in the desktop app, and not offered as PDF in a browser', async () => {
    const shell = createFakeShell({ host: 'electron' })
    const shellCalls: unknown[] = []
    let sheet = ''
    shell.handlers['page.toPdf'] = (input) => {
      shellCalls.push(input)
      sheet = document.querySelector('.prints-sheet .print-sheet')?.textContent ?? ''
      return { file: 'ab'.repeat(32) }
    }
    shell.handlers['file.save'] = (input) => {
      shellCalls.push(input)
      return { savedAs: 'mine.pdf' }
    }
    await open({ rows: 60, path: '/lfd', shell })
    await exportAs('pdf')
    expect(shellCalls).toEqual([
      { isLandscape: true },
      { content: 'ab'.repeat(32), name: 'Quaywatch Last free day 2026-11-20.pdf' },
    ])
    for (const number of column('number')) expect(sheet).toContain(number)
    expect(document.body.textContent).toContain('mine.pdf saved')
    closePage()
    await open({ rows: 60, path: '/lfd' })
    await click('export-menu')
    expect([isShown('export-pdf'), isShown('export-print')]).toEqual([false, true])
  })

  test('contains last free days as a calendar', async () => {
    await open({ rows: 60, path: '/lfd' })
    watchDownloads()
    await exportAs('ics')
    const [name, blob] = [...downloads][0]!
    const calendar = await blob.text()
    expect(name).toMatch(/\.ics$/)
    for (const part of [/DTSTART;VALUE=DATE:2026\d{4}\r\nDTEND;VALUE=DATE:2026/, /SUMMARY:LFD /])
      expect(calendar).toMatch(part)
  })

  test('is printed with its rows, its title and the time of its data', async () => {
    await open({ rows: 60, path: '/lfd' })
    let sheet: Element | null = null
    vi.stubGlobal('print', () => {
      sheet = document.querySelector('.print-sheet')?.cloneNode(true) as Element
    })
    await exportAs('print')
    expect(sheet!.querySelector('h1')?.textContent).toBe('Last free day')
    expect(sheet!.querySelector('p')?.textContent).toMatch(/^\d+ rows · As of \w{3} \d+ \w{3}/)
    const printed = [...sheet!.querySelectorAll('tbody tr td:first-child')].map(({ textContent }) => textContent)
    expect(printed.slice(0, column('number').length)).toEqual(column('number'))
    expect(document.querySelector('.print-sheet')).toBeNull()
  })
})
