// A list is exported as it is on screen: the same columns, order and rows, whichever rows were loaded.
import Papa from 'papaparse'
import readSheet from 'read-excel-file/node'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { EngineContract } from '#contract/index.ts'
import type { Input } from '#contract/rpc.ts'
import { createFakeShell } from '#support/fake-shell.ts'
import {
  all,
  byTestId,
  click,
  column,
  copied,
  isShown,
  leave,
  open,
  press,
  setScreens,
  settled,
  text,
} from '#support/screens.ts'

setScreens()

/** Rows of one reading on their way out. */
const WINDOW = 500

/** More rows than one reading holds. */
function openMany() {
  localStorage.setItem('quaywatch.containers.filter', '{"scope":"all"}')
  return open({ rows: 520, path: '/containers' })
}

/** What the browser was handed, by name. */
const handed = new Map<string, Blob>()

function watchDownloads() {
  handed.clear()
  const blobs = new Map<string, Blob>()
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    const url = `blob:${blobs.size}`
    blobs.set(url, blob as Blob)
    return url
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    handed.set(this.download, blobs.get(this.getAttribute('href') ?? '')!)
  })
}

afterEach(() => {
  vi.restoreAllMocks()
})

async function take(kind: string) {
  await click('export-menu')
  await click(`export-${kind}`)
  await settled()
}

const parsed = async (blob: Blob) =>
  Papa.parse<string[]>(new TextDecoder().decode(await blob.arrayBuffer()), { skipEmptyLines: true }).data

describe('a list as a file', () => {
  it('has every row of the filtered list in its order, also those that were never in view', async () => {
    const { engine } = await openMany()
    watchDownloads()
    await take('csv')
    const [name, blob] = [...handed][0]!
    expect(name).toBe('Quaywatch Containers 2026-11-20.csv')
    const [titles, ...rows] = await parsed(blob)
    expect(titles?.slice(0, 2)).toEqual(['Container', 'Status'])
    expect(Number(byTestId('list-count').querySelector('[aria-hidden]')?.textContent)).toBe(rows.length)
    expect(rows.length).toBeGreaterThan(WINDOW)
    const shown = column('number').map((number) => number.replaceAll(' ', ''))
    expect(rows.slice(0, shown.length).map(([number]) => number)).toEqual(shown)
    const { filter, sort } = engine.calls
      .map(({ name: asked, input }) =>
        asked === 'containers.list' ? (input as Input<EngineContract, 'containers.list'>) : null,
      )
      .find((input) => input !== null)!
    const listed = async (offset: number) =>
      (await engine.ask('containers.list', { filter, sort, window: { offset, limit: WINDOW } })).rows.map(
        ({ number }) => number,
      )
    expect(rows.map(([number]) => number)).toEqual([...(await listed(0)), ...(await listed(WINDOW))])
    expect(engine.calls.some(({ name: called }) => called.startsWith('exports.'))).toBe(false)
  })

  it('leaves out what is hidden, and is the same as a workbook', async () => {
    await open({ rows: 60, path: '/containers' })
    watchDownloads()
    await click('column-menu')
    await click(
      all('.choice')
        .find(({ textContent }) => textContent.trim() === 'Status')!
        .querySelector('input')!,
    )
    await press('Escape')
    await take('csv')
    await take('xlsx')
    const csv = await parsed([...handed.values()][0]!)
    expect(csv[0]).not.toContain('Status')
    const [sheet] = await readSheet(Buffer.from(await [...handed.values()][1]!.arrayBuffer()))
    expect(sheet?.data.map((row) => row.map((cell) => (cell === null ? '' : String(cell as string | number))))).toEqual(
      csv.map((row) => row.map((cell) => cell.replace(/^'/, ''))),
    )
  })

  it('has one date in a cell, where the screen has the first ETA and the present one in one', async () => {
    await open({ path: '/shipments' })
    watchDownloads()
    await take('csv')
    const [titles, ...rows] = await parsed([...handed.values()][0]!)
    const at = titles?.indexOf('ETA') ?? -1
    expect(titles?.slice(at, at + 2)).toEqual(['ETA', 'First ETA'])
    expect(rows.length).toBeGreaterThan(0)
    for (const row of rows)
      for (const cell of row.slice(at, at + 2)) expect(cell).toMatch(/^(\d{4}-\d\d-\d\dT\d\d:\d\d(Z|[+-]\d\d:\d\d))?$/)
    expect(rows.some((row) => row[at] !== row[at + 1])).toBe(true)
    // Rows that are copied are such a table as well.
    await click(all('[data-row="0"] [data-key="masterBill"]')[0]!)
    await click(all('.footer button').find(({ textContent }) => textContent.trim() === 'Copy with headers')!)
    expect(
      copied
        .at(-1)
        ?.split('\n')
        .map((line) => line.split('\t').slice(at, at + 2)),
    ).toEqual([['ETA', 'First ETA'], rows[0]?.slice(at, at + 2)])
  })

  it('is written in one order or not at all: one that changes meanwhile leaves nothing', async () => {
    const { engine } = await openMany()
    watchDownloads()
    engine.between('containers.list', async ({ window }, ask) => {
      // Other lists, so many that the engine forgets the order of this one.
      for (let most = 30; window.offset > 0 && most > 0; most--)
        await engine.client.call('containers.list', {
          filter: { scope: 'all' },
          sort: [],
          window: { offset: 0, limit: 1 },
        })
      return ask()
    })
    await take('csv')
    expect(handed.size).toBe(0)
    expect(document.body.textContent).toContain('The order of the list changed during the export. Nothing was written.')
  })

  it('says how far it is, and leaves nothing when it is cancelled', async () => {
    const { engine } = await openMany()
    watchDownloads()
    let go: () => void = () => undefined
    engine.between('containers.list', async ({ window }, ask) => {
      if (window.offset === WINDOW)
        await new Promise<void>((resolve) => {
          go = resolve
        })
      return ask()
    })
    await take('csv')
    expect(text('export-progress')).toMatch(/^500 of \d+ rows written$/)
    await click('export-cancel')
    go()
    await settled()
    expect([handed.size, isShown('export-progress')]).toEqual([0, false])
    expect(document.body.textContent).toContain('Export cancelled. Nothing was written.')
  })

  it('goes by the shell where there is one, which asks where to', async () => {
    const shell = createFakeShell({ host: 'electron' })
    const saved: unknown[] = []
    shell.handlers['file.save'] = (input) => {
      saved.push(input)
      return { savedAs: 'mine.csv' }
    }
    const { files } = await open({ rows: 60, path: '/lfd', shell })
    await take('csv')
    expect(files.exports).toHaveLength(1)
    await vi.waitFor(async () => {
      await settled()
      expect(saved).toHaveLength(1)
    })
    expect(saved).toMatchObject([{ name: 'Quaywatch Last free day 2026-11-20.csv' }])
  })

  it('is saved as PDF where the shell makes one, of what would be printed, and not offered elsewhere', async () => {
    const shell = createFakeShell({ host: 'electron' })
    const asked: unknown[] = []
    let sheet = ''
    shell.handlers['page.toPdf'] = (input) => {
      asked.push(input)
      sheet = document.querySelector('.prints-sheet .print-sheet')?.textContent ?? ''
      return { file: 'ab'.repeat(32) }
    }
    shell.handlers['file.save'] = (input) => {
      asked.push(input)
      return { savedAs: 'mine.pdf' }
    }
    await open({ rows: 60, path: '/lfd', shell })
    await take('pdf')
    expect(asked).toEqual([
      { isLandscape: true },
      { content: 'ab'.repeat(32), name: 'Quaywatch Last free day 2026-11-20.pdf' },
    ])
    for (const number of column('number')) expect(sheet).toContain(number)
    expect(document.body.textContent).toContain('mine.pdf saved')
    leave()
    await open({ rows: 60, path: '/lfd' })
    await click('export-menu')
    expect([isShown('export-pdf'), isShown('export-print')]).toEqual([false, true])
  })

  it('holds last free days as a calendar', async () => {
    await open({ rows: 60, path: '/lfd' })
    watchDownloads()
    await take('ics')
    const [name, blob] = [...handed][0]!
    expect(name).toMatch(/\.ics$/)
    const calendar = await blob.text()
    expect(calendar).toMatch(/DTSTART;VALUE=DATE:2026\d{4}\r\nDTEND;VALUE=DATE:2026/)
    expect(calendar).toContain('SUMMARY:LFD ')
  })

  it('is printed with all its rows, its title and when it was read', async () => {
    await open({ rows: 60, path: '/lfd' })
    let sheet: Element | null = null
    vi.stubGlobal('print', () => {
      sheet = document.querySelector('.print-sheet')?.cloneNode(true) as Element
    })
    await take('print')
    expect(sheet!.querySelector('h1')?.textContent).toBe('Last free day')
    expect(sheet!.querySelector('p')?.textContent).toMatch(/^\d+ rows · As of \w{3} \d+ \w{3}/)
    const shown = column('number')
    expect(
      [...sheet!.querySelectorAll('tbody tr td:first-child')]
        .slice(0, shown.length)
        .map(({ textContent }) => textContent),
    ).toEqual(shown)
    expect(document.querySelector('.print-sheet')).toBeNull()
  })
})
