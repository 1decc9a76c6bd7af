// The evidence of a dispute on screen, on paper and in files: all three have the same content and correct checksums.
import { createHash } from 'node:crypto'
import Papa from 'papaparse'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Evidence } from '#contract/disputes.ts'
import { createFakeShell } from '#support/fake-shell.ts'
import { type ScreenEngine, startScreenEngine } from '#support/screen-engine.ts'
import { all, byTestId, click, flush, isShown, open, press, setScreens, text } from '#support/screens.ts'
import { formatGap, createPackSections } from '../../src/renderer/src/features/dispute/dispute.ts'
import { createPackCsv, writeChecksums } from '../../src/renderer/src/features/dispute/pack-files.ts'

setScreens()
const downloads: { name: string; blob: Blob }[] = []

function watchDownloads() {
  downloads.length = 0
  const blobs = new Map<string, Blob>()
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    const url = `blob:${blobs.size}`
    blobs.set(url, blob as Blob)
    return url
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    downloads.push({ name: this.download, blob: blobs.get(this.getAttribute('href') ?? '')! })
  })
}
afterEach(() => {
  vi.restoreAllMocks()
})

const computeChecksum = async (blob: Blob) =>
  createHash('sha256')
    .update(new Uint8Array(await blob.arrayBuffer()))
    .digest('hex')
/** A container that left the terminal and has a last free day. */
const findContainer = async (engine: ScreenEngine) =>
  (await engine.rows()).find(
    ({ lastFreeDay, fullOutAt, isInland }) => lastFreeDay.date !== null && fullOutAt !== null && !isInland,
  )!
const question = (id: string) => ({ id, charge: 'demurrage' as const, invoiceDate: null, at: null })

async function openPack(shell = createFakeShell()) {
  const engine = await startScreenEngine({ containers: 20 })
  const { id, number } = await findContainer(engine)
  const opened = await open({ path: `/containers/${id}/dispute`, shell, engine })
  await vi.waitFor(() => expect(text('dispute-page')).toContain('SHA-256'))
  return { ...opened, number }
}

/** The last free day of this container changed twice, it was held and released, and its fee grew. */
async function readEvidence() {
  const engine = await startScreenEngine({ containers: 20 })
  const { id, number } = await findContainer(engine)
  const lfd = (day: number) => ({
    import_deadlines: { pickup_lfd_line: null, pickup_lfd_terminal: `2026-11-${day}T08:00:00Z`, pickup_lfd_rail: null },
  })
  const fee = (amount: number) => ({ fees_at_pod_terminal: [{ type: 'demurrage', amount, currency_code: 'USD' }] })
  const hold = { name: 'customs', status: 'hold', description: 'CBP exam' }
  const patchContainer = (attributes: Record<string, unknown>) =>
    engine.patch({
      [id]: {
        pod_timezone: 'America/Los_Angeles',
        final_destination_timezone: null,
        terminal_checked_at: '2026-11-20T17:30:00Z',
        ...attributes,
      },
    })
  await patchContainer({ ...lfd(18), holds_at_pod_terminal: [], fees_at_pod_terminal: [] })
  await patchContainer({ ...lfd(22), holds_at_pod_terminal: [hold], ...fee(275) })
  await patchContainer({ ...lfd(19), holds_at_pod_terminal: [], ...fee(550) })
  await engine.ask('containers.setManualLastFreeDay', {
    id,
    manual: { date: '2026-11-27', reason: 'Told by the terminal on the phone' },
  })
  const loadEvidence = (invoiceDate: string | null) => engine.ask('disputes.evidence', { ...question(id), invoiceDate })
  return {
    number,
    plain: await loadEvidence(null),
    future: await loadEvidence('2030-05-05'),
    past: await loadEvidence('2020-01-01'),
  }
}
let evidences: Awaited<ReturnType<typeof readEvidence>> | undefined

describe('the evidence as text', () => {
  beforeEach(async () => {
    evidences ??= await readEvidence()
  })
  const evidence = (patch: Partial<Evidence> = {}): Evidence => ({ ...evidences!.plain, ...patch })
  const cells = (key: string) => createPackSections(evidence()).find((section) => section.key === key)!.table!.rows
  const rowsFrom = (rows: readonly (readonly string[])[], word: string) =>
    rows.slice(rows.findIndex(([first]) => first === word))

  test('says where the US rule does not apply, and names no section of it', () => {
    const [us, elsewhere] = [evidence(), evidence({ isUsRule: false })].map((item) => createPackSections(item)[0]!)
    expect([us!.table!.columns.length, us!.note]).toEqual([4, expect.stringContaining('under United States rules')])
    expect([elsewhere!.table!.columns.length, elsewhere!.note]).toEqual([
      3,
      expect.stringContaining('the United States rule (46 CFR part 541) does not apply'),
    ])
    const csv = createPackCsv(evidence({ isUsRule: false })).rows.flat()
    expect(csv).toContain(elsewhere!.note)
    expect(csv.filter((cell) => String(cell).startsWith('541.'))).toEqual([])
  })

  test('lists each value once, with its day at the place, the time it was first seen in two zones, and its end', () => {
    const [first, ...rows] = rowsFrom(cells('last-free-day'), 'LFD, terminal')
    expect(first?.[3]).toMatch(/^.*2026.*, at the first sync; may be older$/s)
    expect(rows.slice(0, 3).map(([, , value]) => value)).toEqual([
      'Wed 18 Nov 2026 (Los Angeles time)',
      'Sun 22 Nov 2026 (Los Angeles time)',
      'Thu 19 Nov 2026 (Los Angeles time)',
    ])
    expect(rows[0]?.[3]).toMatch(/UTC$/)
    expect(rows[0]?.[5]).toBe(rows[1]?.[3])
    expect(rows[2]?.[5]).toMatch(/^Still current; source last checked /)
  })

  test('names the source of each value, and the reason of a date that the user set', () =>
    expect(cells('last-free-day')[0]?.slice(0, 3)).toEqual([
      'LFD override',
      'Set by the user',
      expect.stringMatching(/: “Told by the terminal on the phone”$/) as string,
    ]))

  test('contains the text of the terminal on a hold, and each amount of a fee', () => {
    expect(cells('hold').map(([, , value]) => value)).toEqual([
      'Nothing reported',
      expect.stringContaining('CBP exam') as string,
      'Nothing reported',
    ])
    expect(cells('fee').map(([, , value]) => value)).toEqual(['Nothing reported', '$275', '$550'])
  })

  test('leaves values of the invoice blank, and names the source of the others', () => {
    const rows = createPackSections(evidence()).find(({ key }) => key === 'checklist')!.table!.rows
    expect(rows.find(([, item]) => item === 'First day of free time')).toEqual([
      '541.6(b)',
      'First day of free time',
      '',
      'See invoice',
    ])
    expect(rows.find(([, item]) => item === 'Amount')).toEqual(['541.6(c)', 'Amount', '$550', 'Reported'])
    expect(rows.find(([, item]) => item === 'Container number')).toEqual([
      '541.6(a)',
      'Container number',
      evidences!.number,
      'Reported',
    ])
  })

  test('remarks on the date of the invoice: in the future, or before free time ended', () => {
    const listRemarks = (evidence: Evidence) =>
      createPackSections(evidence).find(({ key }) => key === 'checklist')!.lines
    expect(listRemarks(evidences!.future)).toContain('The invoice date is in the future.')
    expect(listRemarks(evidences!.past)).toContain(
      'Every date in this list puts the invoice on or before the last day of free time.',
    )
    expect(listRemarks(evidences!.past)).not.toContain('The invoice date is in the future.')
  })

  test('has a sentence for every gap', () => {
    const at = '2026-11-01T08:00:00.000Z'
    const gaps: Evidence['gaps'] = [
      { kind: 'before-first', until: at },
      { kind: 'not-read', from: at, until: at },
      { kind: 'not-read', from: at, until: null },
      { kind: 'readings-unknown', from: at, until: at },
      { kind: 'record-lost', from: at, until: at },
      { kind: 'unseen', field: 'pickup_lfd' },
      { kind: 'never-reported', fields: ['pickup_lfd', 'pod_discharged_at'] },
      { kind: 'not-published', what: 'holds' },
      { kind: 'not-published', what: 'fees' },
      { kind: 'tracking-stopped', from: at, reason: null },
      { kind: 'tracking-stopped', from: at, reason: 'cancelled_by_user' },
      { kind: 'gone', from: at },
      { kind: 'history-deleted', months: 1 },
    ]
    const sentences = gaps.map(formatGap)
    expect(new Set(sentences).size).toBe(gaps.length)
    for (const sentence of sentences) expect(sentence).toMatch(/^[A-Z].*\.$/)
    expect(sentences.at(-1)).toContain('after 1 month.')
    // Names of fields contain commas.
    expect(sentences).toContain('Never reported in any sync: Service’s own LFD; Discharged.')
  })

  test('has only the latest possible end of a value that an event names without its time', () => {
    const [line] = evidence().lines.filter(({ field }) => field === 'import_deadlines.pickup_lfd_terminal')
    const endOf = (firstSeenAt: string | null) => {
      const value = { ...line!.values[0]!, seen: 'event' as const, firstSeenAt, endedAt: '2026-11-20T17:00:00.000Z' }
      const sections = createPackSections(evidence({ lines: [{ ...line!, values: [value] }] }))
      return sections.find(({ key }) => key === 'last-free-day')!.table!.rows[0]!.at(-1)
    }
    expect(endOf(null)).toBe(`${endOf('2026-11-18T17:00:00.000Z')} at the latest`)
  })

  test('has a row in the CSV for every value, checklist item and gap, with times in UTC', () => {
    const evidenceWithGap = evidence({ gaps: [{ kind: 'not-published', what: 'holds' }] })
    const { head, rows } = createPackCsv(evidenceWithGap)
    expect(rows).toHaveLength(
      1 + evidenceWithGap.lines.flatMap(({ values }) => values).length + evidenceWithGap.checklist.length + 1,
    )
    for (const cells of rows) expect(cells).toHaveLength(head.columns.length)
    const findColumn = (title: string) => head.columns.findIndex((column) => column.title === title)
    for (const cells of rows) expect(cells[findColumn('First seen (UTC)')]).toMatch(/^$|^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
  })
})

describe('the page of a dispute', () => {
  test('is reached from the container’s panel and by the palette', async () => {
    const { router } = await open({ path: '/containers', rows: 20 })
    await click(all('[data-row="0"] [data-key="number"]')[0]!)
    await press('Enter')
    await flush()
    await click('open-dispute')
    await vi.waitFor(() => expect(router.currentRoute.value.name).toBe('dispute'))
    await vi.waitFor(() => expect(isShown('dispute-gaps')).toBe(true))
  })

  test('prints its sections and the checksum of its CSV, which is the checksum of the saved file', async () => {
    const { number } = await openPack()
    watchDownloads()
    let printed = ''
    window.print = () => {
      printed = document.querySelector('.print-sheet')?.textContent ?? ''
    }
    await click('dispute-print')
    for (const section of all('[data-testid="dispute-page"] h2')) expect(printed).toContain(section.textContent)
    expect(document.querySelector('.print-sheet')).toBe(null)
    await click('dispute-csv')
    await vi.waitFor(() => expect(downloads).toHaveLength(1))
    const sum = await computeChecksum(downloads[0]!.blob)
    expect(printed).toContain(sum)
    expect(downloads[0]!.name).toBe(`Quaywatch dispute ${number} 2026-11-20.csv`)
    const { data } = Papa.parse<string[]>(new TextDecoder().decode(await downloads[0]!.blob.arrayBuffer()), {
      skipEmptyLines: true,
    })
    expect(data.slice(1).every(([first]) => first === number)).toBe(true)
    // In a browser only the browser can make the PDF. The page lists saved files with checksums, also as a file.
    expect([isShown('dispute-pdf'), isShown('dispute-no-pdf')]).toEqual([false, true])
    await vi.waitFor(() => expect(text('dispute-saved')).toContain(sum))
    await click('dispute-sums')
    await vi.waitFor(() => expect(downloads).toHaveLength(2))
    expect(await downloads[1]!.blob.text()).toBe(`${sum}  ${downloads[0]!.name}\n`)
  })

  test('saves the PDF in the desktop app, made from the print sheet', async () => {
    const { shell, number } = await openPack(createFakeShell({ host: 'electron' }))
    const requests: unknown[] = []
    let sheet = ''
    shell.handlers['page.toPdf'] = (input) => {
      requests.push(input)
      sheet = document.querySelector('.prints-sheet .print-sheet')?.textContent ?? ''
      return { file: 'ef'.repeat(32) }
    }
    shell.handlers['file.save'] = (input) => {
      requests.push(input)
      return { savedAs: 'mine.pdf' }
    }
    await click('dispute-pdf')
    await vi.waitFor(() => expect(text('dispute-saved')).toContain(`${'ef'.repeat(32)} mine.pdf`))
    expect(requests).toEqual([
      { isLandscape: false },
      { content: 'ef'.repeat(32), name: `Quaywatch dispute ${number} 2026-11-20.pdf` },
    ])
    expect(sheet).toContain('What is unknown')
    expect([document.querySelector('.print-sheet'), isShown('dispute-no-pdf')]).toEqual([null, false])
  })

  test('lists no saved file if the user cancels the save dialog', async () => {
    const { shell } = await openPack(createFakeShell({ host: 'electron' }))
    shell.handlers['file.save'] = () => ({ savedAs: null })
    await click('dispute-pdf')
    await flush()
    expect(isShown('dispute-saved')).toBe(false)
  })

  test('asks for evidence again after a new invoice date or past moment, and clears the saved files', async () => {
    const { engine } = await openPack()
    watchDownloads()
    await click('dispute-csv')
    await vi.waitFor(() => expect(isShown('dispute-saved')).toBe(true))
    const input = (id: string) => byTestId(id) as HTMLInputElement
    input('dispute-invoice-date').value = '2026-12-28'
    input('dispute-invoice-date').dispatchEvent(new Event('change'))
    await vi.waitFor(() => expect(text('dispute-checklist')).toContain('Wed 27 Jan 2027'))
    expect(isShown('dispute-saved')).toBe(false)
    input('dispute-then-at').value = '2026-11-15T09:00'
    input('dispute-then-at').dispatchEvent(new Event('change'))
    await vi.waitFor(() => expect(text('dispute-then')).toMatch(/^State on|Sources/))
    expect(engine.calls.filter(({ name }) => name === 'disputes.evidence').at(-1)?.input).toMatchObject({
      invoiceDate: '2026-12-28',
      at: new Date('2026-11-15T09:00').toISOString(),
    })
  })

  test('remarks on a date in the future beside its field, and in the checklist', async () => {
    await openPack()
    const field = byTestId('dispute-invoice-date') as HTMLInputElement
    expect(isShown('dispute-doubt')).toBe(false)
    field.value = '2027-03-05'
    field.dispatchEvent(new Event('change'))
    await vi.waitFor(() => expect(text('dispute-doubt')).toBe('The invoice date is in the future.'))
    expect(text('dispute-checklist')).toContain('The invoice date is in the future.')
  })

  test.each(['blur', 'Enter'])('uses a typed date only after %s, not after each digit of its year', async (end) => {
    const { engine } = await openPack()
    const field = byTestId('dispute-invoice-date') as HTMLInputElement
    const countRequests = () => engine.calls.filter(({ name }) => name === 'disputes.evidence').length
    const countBefore = countRequests()
    for (const year of ['0002', '0020', '0202', '2026']) {
      field.dispatchEvent(new KeyboardEvent('keydown', { key: year.at(-1)!, bubbles: true }))
      field.value = `${year}-12-11`
      field.dispatchEvent(new Event('input'))
      field.dispatchEvent(new Event('change'))
      await flush()
      expect([countRequests(), isShown('dispute-wrong-year')]).toEqual([countBefore, false])
    }
    field.dispatchEvent(
      end === 'blur' ? new Event('blur') : new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }),
    )
    await vi.waitFor(() => expect(countRequests()).toBe(countBefore + 1))
    expect(engine.calls.findLast(({ name }) => name === 'disputes.evidence')?.input).toMatchObject({
      invoiceDate: '2026-12-11',
    })
  })

  test('reports an unknown container', async () => {
    await open({ path: '/containers/none/dispute', rows: 7 })
    await vi.waitFor(() =>
      expect(document.querySelector('[data-testid="dispute-page"] [role="alert"]')?.textContent).toBeTruthy(),
    )
  })
})

test('checksums are in the format of sha256sum', () =>
  expect(
    writeChecksums([
      { name: 'a b.pdf', sha256: '0'.repeat(64) },
      { name: 'c.csv', sha256: '1'.repeat(64) },
    ]),
  ).toBe(`${'0'.repeat(64)}  a b.pdf\n${'1'.repeat(64)}  c.csv\n`))
