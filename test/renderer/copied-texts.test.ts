// Texts that the user copies by one key: for a customer, and for the next shift.
import { describe, expect, test, vi } from 'vitest'
import type { ContainerRow } from '#contract/containers.ts'
import { createFakeShell } from '#support/fake-shell.ts'
import { makeRows } from '#support/row-factories.ts'
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
} from '#support/screens.ts'
import { formatContainerNumber } from '../../src/renderer/src/words/cargo.ts'
import { formatCustomerUpdate, formatDispatchList } from '../../src/renderer/src/features/containers/customer-update.ts'
import { getChosenStroke, DEFAULT_KEYS } from '../../src/renderer/src/ui/keys/bindings.ts'

setScreens()

const [exampleRow] = makeRows(1)
const row = (patch: Partial<ContainerRow>): ContainerRow => ({ ...exampleRow!, ...patch })

describe('the text for a customer', () => {
  const describedRow = row({
    number: 'MSCU1234567',
    masterBill: 'MEDU7777',
    refs: ['PO-0042'],
    status: 'available',
    pickupPlace: 'Pier 400',
    pickupZone: 'America/Los_Angeles',
    lastFreeDay: {
      ...exampleRow!.lastFreeDay,
      date: '2026-11-24',
      zone: 'America/Los_Angeles',
      clock: 'running',
      daysLeft: 4,
    },
    activeHolds: ['customs'],
    pendingHolds: [],
    appointmentAt: '2026-11-23T17:00:00.000Z',
    fullOutAt: null,
    feesDue: [],
    ages: { ...exampleRow!.ages, terminal: '2026-11-20T06:55:00.000Z' },
    own: {
      assignee: 'Ines',
      isMine: true,
      tags: ['squeeze them'],
      note: 'Pays late, do not tell',
      noteCount: 1,
      priority: 'low',
    },
  })

  test('has days and times in the zone of the terminal, each with its weekday, and the time of the data', () => {
    const lines = formatCustomerUpdate(describedRow, '2026-11-20T07:10:00.000Z').split('\n')
    expect(lines[0]).toMatch(/^MSCU 123 ?456 ?7 · MBL MEDU7777 · PO-0042$/)
    expect(lines).toContain('Status: Available, Pier 400')
    expect(lines).toContain('Last free day: Tue 24 Nov (Los Angeles time)')
    expect(lines).toContain('Appointment: Mon 23 Nov 09:00 PST')
    // It is past midnight in UTC, and still Thursday at the terminal.
    expect(lines.at(-1)).toBe('As of Thu 19 Nov 23:10 PST · terminal checked Thu 19 Nov 22:55 PST')
  })

  test('names the place whose time counts, and says that the last free day has passed', () => {
    const norfolk = { ...exampleRow!.portOfDischarge, name: 'Norfolk', zone: 'America/New_York' }
    const update = (daysLeft: number) =>
      formatCustomerUpdate(
        row({
          ...describedRow,
          portOfDischarge: norfolk,
          lastFreeDay: { ...describedRow.lastFreeDay, date: '2026-11-15', zone: 'America/New_York', daysLeft },
        }),
        '2026-11-20T07:10:00.000Z',
      ).split('\n')
    expect(update(0)).toContain('Last free day: Sun 15 Nov (Norfolk time)')
    expect(update(-5)).toContain('Last free day: Sun 15 Nov (Norfolk time), passed')
  })

  test('names the inland destination if it is in the same zone as the port', () => {
    const zone = 'America/New_York'
    const inland = row({
      ...describedRow,
      isInland: true,
      portOfDischarge: { name: 'Savannah', locode: 'USSAV', zone },
      destination: { name: 'Atlanta', locode: 'USATL', zone },
      lastFreeDay: { ...describedRow.lastFreeDay, zone },
    })
    expect(formatCustomerUpdate(inland, '2026-11-20T07:10:00.000Z')).toContain('(Atlanta time)')
  })

  test('of a dispatch list has what a trucker needs, in words', () => {
    const container = row({
      ...describedRow,
      verdict: 'ready',
      yardSpot: 'C 12',
      seal: 'SEAL99',
      equipment: { type: 'dry', lengthFt: 40, height: 'high_cube' },
      weightLb: 22_046,
      feesDue: [{ amount: 4_075, currency: null, isPending: false }],
      lastFreeDay: { ...describedRow.lastFreeDay, daysLeft: -10 },
    })
    expect(formatDispatchList([container], '2026-11-20T07:10:00.000Z').split('\n')).toEqual([
      'Ready for pickup',
      '',
      'MSCU 123456 7 · Pier 400, C 12 · 40′ HC dry · 10,000 kg',
      'MBL MEDU7777 · Tasman & Meridian',
      'Last free day: Tue 24 Nov (Los Angeles time), passed',
      'Holds: Customs',
      'Fees due before pickup: 4,075 (currency not given)',
      'Appointment: Mon 23 Nov 09:00 PST',
      'Refs: PO-0042',
      'As of Thu 19 Nov 23:10 PST · terminal checked Thu 19 Nov 22:55 PST',
    ])
  })

  test('names the last gate day if the gate is closed on the last free day', () => {
    const gateDay = {
      date: '2026-11-20',
      opens: '07:00',
      closes: '16:00',
      isOver: false,
      isClosedNow: false,
      opensNext: null,
    }
    const lastFreeDay = { ...describedRow.lastFreeDay, band: 'soon' as const }
    const container = row({ ...describedRow, gateDay, lastFreeDay })
    const expected = expect.stringMatching(/^Last free day: .*24 Nov.* · last gate day Fri 20 Nov/) as string
    for (const text of [
      formatCustomerUpdate(container, '2026-11-20T07:10:00.000Z'),
      formatDispatchList([container], '2026-11-20T07:10:00.000Z'),
    ])
      expect(text.split('\n')).toContainEqual(expected)
  })

  test('of a dispatch list says that no last free day is reported', () => {
    const lastFreeDay = { ...describedRow.lastFreeDay, band: 'none' as const, date: null, daysLeft: null }
    const lines = formatDispatchList([row({ ...describedRow, lastFreeDay })], '2026-11-20T07:10:00.000Z').split('\n')
    expect(lines).toContain('No LFD reported')
  })

  test('of a dispatch list has unverified containers at the end, and says which appointments were missed', () => {
    const make = (number: string, verdict: ContainerRow['verdict'], appointmentAt: string) =>
      row({ ...describedRow, number, verdict, appointmentAt })
    const lines = formatDispatchList(
      [
        make('MSCU1234567', 'ready-unverified', '2026-11-23T17:00:00.000Z'),
        make('TEMU5825490', 'ready', '2026-11-13T20:00:00.000Z'),
      ],
      '2026-11-20T07:10:00.000Z',
    ).split('\n')
    const shown = /^(Ready for pickup|Verify before|Unverified|Appointment|MSCU|TEMU)/
    expect(lines.filter((line) => shown.test(line)).map((line) => line.replace(/ · .*/, ''))).toEqual([
      'Ready for pickup',
      'TEMU 582549 0',
      'Appointment missed: Fri 13 Nov 12:00 PST',
      'Verify before dispatch',
      'MSCU 123456 7',
      'Unverified: verify by phone or online',
      'Appointment: Mon 23 Nov 09:00 PST',
    ])
  })

  test('has no time of an appointment whose day was sent without one', () => {
    const make = (appointmentAt: string) => row({ ...describedRow, pickupZone: null, appointmentAt })
    const listAppointments = (appointmentAt: string) =>
      [
        formatCustomerUpdate(make(appointmentAt), '2026-11-20T17:32:00.000Z'),
        formatDispatchList([make(appointmentAt)], '2026-11-20T17:32:00.000Z'),
      ].flatMap((text) => text.split('\n').filter((line) => line.startsWith('Appointment')))
    expect(listAppointments('2026-11-23T00:00:00.000Z')).toEqual(Array(2).fill('Appointment: Mon 23 Nov'))
    expect(listAppointments('2026-11-23T09:00:00.000Z')).toEqual(Array(2).fill('Appointment: Mon 23 Nov 09:00 local'))
  })

  test('of a dispatch list says that an appointment is after the last free day', () => {
    const risks = [{ reason: 'appointment-too-late' as const, severity: 2 as const }]
    const lateRow = row({ ...describedRow, appointmentAt: '2026-11-25T17:00:00.000Z', risks })
    expect(formatDispatchList([lateRow], '2026-11-20T07:10:00.000Z').split('\n')).toContain(
      'Appointment: Wed 25 Nov 09:00 PST · Appointment after last free day',
    )
  })

  test('of a dispatch list says that the gate is closed at an appointment', () => {
    const closedRow = row({ ...describedRow, isGateClosedAtAppointment: true })
    expect(formatDispatchList([closedRow], '2026-11-20T07:10:00.000Z').split('\n')).toContain(
      'Appointment: Mon 23 Nov 09:00 PST · Gate closed at appointment',
    )
  })

  test('contains no own data of the user', () => {
    const update = formatCustomerUpdate(describedRow, '2026-11-20T07:10:00.000Z')
    for (const ownText of ['Ines', 'squeeze', 'Pays late', 'low']) expect(update).not.toContain(ownText)
  })

  test('omits unknown values, and a last free day that no longer applies', () => {
    const update = formatCustomerUpdate(
      row({
        ...describedRow,
        appointmentAt: null,
        activeHolds: [],
        lastFreeDay: { ...describedRow.lastFreeDay, clock: 'stopped' },
      }),
      '2026-11-20T07:10:00.000Z',
    )
    expect(update).not.toMatch(/Appointment|Holds|Last free day|Fees/)
  })

  test('is copied by Shift+C for the active row and for all selected ones, and its key can be changed', async () => {
    await open({ path: '/containers' })
    await click(all('[data-row="0"] [data-key="number"]')[0]!)
    await press('Enter')
    await press('C', { shiftKey: true })
    await flush()
    expect(copied.at(-1)).toMatch(new RegExp(`^${column('number')[0]!}`))
    await press('Escape')
    await click(all('[data-row="0"] [data-key="number"]')[0]!)
    await click(all('[data-row="1"] [data-key="number"]')[0]!, { shiftKey: true })
    expect([text('selected-count'), isShown('detail-panel')]).toEqual(['2 selected', false])
    await press('C', { shiftKey: true })
    await flush()
    expect(copied.at(-1)?.split('\n\n')).toHaveLength(2)
    expect(document.body.textContent).toContain('Update for 2 containers copied, without your notes')
    expect(getChosenStroke({ ...DEFAULT_KEYS, custom: { 'shift+c': 'y' } }, 'shift+c')).toBe('y')
  })
})

describe('a shift handover', () => {
  /** An account with one snoozed and one muted container, and one note. */
  async function startWithHandover() {
    const engine = await startScreenEngine()
    const [first, second] = (await engine.rows()).filter(({ lastFreeDay }) => lastFreeDay.clock === 'running')
    await engine.ask('alerts.snooze', { containerIds: [first!.id], until: '2026-11-21T17:00:00.000Z' })
    await engine.ask('alerts.mute', { containerIds: [second!.id], isMuted: true })
    await engine.ask('own.addNote', { ids: [first!.id], text: 'Broker called' })
    return engine
  }

  test('lists assigned, snoozed, unassigned and noted containers, and is copied as the same text', async () => {
    const { router } = await open({ engine: await startWithHandover() })
    await press('g')
    await press('v')
    await flush()
    await vi.waitFor(() => expect(router.currentRoute.value.name).toBe('handover'))
    await flush()
    await vi.waitFor(() => expect(all('[data-testid="handover-put-off"] tbody tr')).toHaveLength(2))
    expect(text('handover-put-off')).toMatch(
      /^Snoozed ?2ContainerCustomerLFDPickup locationFeesReadinessNext actionAssigneeStateNote/,
    )
    expect(text('handover-put-off')).toMatch(
      /snoozed until .*muted.*(Fees due in this list: |No fees reported as due)/s,
    )
    expect(text('handover-notes')).toContain('Broker called')
    await click('handover-copy')
    const copiedText = copied.at(-1) ?? ''
    expect(copiedText).toMatch(/^Shift handover · As of \w{3} \d+ \w{3} /)
    for (const button of all('[data-testid="handover-page"] tbody button'))
      expect(copiedText).toContain(`\n${button.textContent.trim()}\t`)
    expect(byTestId('handover-open').querySelectorAll('tbody tr').length).toBeGreaterThan(0)
  })

  test('is copied with all rows, also those that the screen does not list', async () => {
    const engine = await startWithHandover()
    engine.intercept('handover.get', async (input, callEngine) => {
      const handover = await callEngine()
      const isCut = input.hasAllRows !== true
      return isCut ? { ...handover, open: { ...handover.open, rows: handover.open.rows.slice(0, 1) } } : handover
    })
    await open({ engine, path: '/handover' })
    await vi.waitFor(() => expect(byTestId('handover-open').querySelectorAll('tbody tr')).toHaveLength(1))
    await click('handover-copy')
    const { open: complete } = await engine.ask('handover.get', { hasAllRows: true })
    expect(complete.rows.length).toBeGreaterThan(1)
    for (const { number } of complete.rows) expect(copied.at(-1)).toContain(`\n${formatContainerNumber(number)}\t`)
  })

  test('is a landscape PDF in the desktop app, because its tables have many columns', async () => {
    const shell = createFakeShell({ host: 'electron' })
    const requests: unknown[] = []
    let sheet = ''
    shell.handlers['page.toPdf'] = (input) => {
      requests.push(input)
      sheet = document.querySelector('.print-sheet')?.className ?? ''
      return { file: 'ef'.repeat(32) }
    }
    shell.handlers['file.save'] = () => ({ savedAs: 'mine.pdf' })
    await open({ engine: await startWithHandover(), shell, path: '/handover' })
    await vi.waitFor(() => expect(all('[data-testid="handover-pdf"]')).toHaveLength(1))
    await click('handover-pdf')
    await vi.waitFor(() => expect(requests).toEqual([{ isLandscape: true }]))
    expect(sheet).toBe('print-sheet tables')
  })

  test('is printed with its title and its sections', async () => {
    await open({ engine: await startWithHandover(), path: '/handover' })
    await vi.waitFor(() => expect(all('[data-testid="handover-print"]')).toHaveLength(1))
    let printed = ''
    vi.stubGlobal('print', () => {
      printed = document.querySelector('.print-sheet')?.textContent ?? ''
    })
    await click('handover-print')
    expect(printed).toMatch(
      /^Shift handoverAs of .*Needs a decision: .*Snoozed \(2\)ContainerCustomerLFDPickup locationFees/s,
    )
  })
})
