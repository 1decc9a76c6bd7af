// The text of a handover, which another user reads, perhaps after midnight.
import { expect, test } from 'vitest'
import {
  createHandoverSections,
  createHandoverSheetSections,
  writeHandoverText,
} from '../../src/renderer/src/features/handover/handover.ts'
import type { ContainerRow } from '#contract/containers.ts'
import type { Handover } from '#contract/handover.ts'
import { makeRow } from '#support/row-factories.ts'

const asOf = '2026-11-23T15:00:00Z'

const summary = { decisions: 4, today: 1, tomorrow: 2, past: 3, feesDue: [], feesDueCount: 0 }
const emptyHandover: Handover = {
  summary,
  me: null,
  assigned: [],
  snoozed: [],
  snoozedFeesDue: [],
  snoozedFeesDueCount: 0,
  open: { rows: [], count: 0, feesDue: [], feesDueCount: 0 },
  notes: [],
  asOf,
}
const createOpenPart = (...rows: ContainerRow[]): Handover['open'] => ({
  rows,
  count: rows.length,
  feesDue: [],
  feesDueCount: 0,
})

/** The text of a handover with this one row, which is open and unassigned. */
function writeOpenRow(row: ContainerRow): string {
  return writeHandoverText({ ...emptyHandover, open: createOpenPart(row) }, asOf, null)
}

test('a row of the handover has the customer and the fees due', () => {
  const row = {
    ...makeRow(0),
    customer: 'Juniper Ash Home',
    feesDue: [{ currency: 'USD', amount: 450, isPending: false }],
  }
  const text = writeOpenRow(row)
  const [head, line] = text.split('\n').filter((part) => part.includes('\t'))
  expect(head).toBe('Container\tCustomer\tLFD\tPickup location\tFees\tReadiness\tNext action\tNote')
  expect(line?.split('\t')).toMatchObject({ 1: 'Juniper Ash Home', 4: '$450', length: 8 })
})

test('missing values are blank', () => {
  const row = { ...makeRow(0), customer: null, feesDue: [] }
  const text = writeOpenRow(row)
  const line = text.split('\n').filter((part) => part.includes('\t'))[1]
  expect(line?.split('\t')).toMatchObject({ 1: '', 4: '', 7: '', length: 8 })
  expect(text).toContain('No fees reported as due')
})

test('says that all assigned containers are snoozed instead of denying that any is assigned', () => {
  const row = { ...makeRow(0), own: { ...makeRow(0).own, assignee: 'Maria' } }
  expect(writeHandoverText(emptyHandover, asOf, null)).toContain('No open containers are assigned.')
  const text = writeHandoverText({ ...emptyHandover, snoozed: [{ row, until: null }] }, asOf, null)
  expect(text).toContain('All assigned containers are snoozed or muted.')
  expect(text).not.toContain('No open containers are assigned.')
})

test('a section ends with the fees of all its containers by currency, also of those not listed', () => {
  const feesDue = [
    { currency: 'USD', amount: 1240, isPending: false },
    { currency: 'CAD', amount: 90, isPending: false },
  ]
  const handover = { ...emptyHandover, open: { rows: [makeRow(0)], count: 3, feesDue, feesDueCount: 2 } }
  const total = 'Fees due in this list: $1,240 + CA$90, on 2 of 3 containers'
  expect(writeHandoverText(handover, asOf, null)).toContain(`${total}\n2 more`)
  const sheet = createHandoverSheetSections(handover).find(({ title }) => title === 'Open and unassigned (3)')
  expect(sheet?.table?.columns.map(({ title }) => title)).toEqual([
    'Container',
    'Customer',
    'LFD',
    'Pickup location',
    'Fees',
    'Readiness',
    'Next action',
    'Note',
  ])
  expect(sheet?.lines).toEqual([total, '2 more'])
})

test('a line break in a note does not break the table', () => {
  const note = { containerId: 'c', number: 'MSCU1234566', text: 'Broker called\n\tback at 3', at: asOf }
  const text = writeHandoverText({ ...emptyHandover, notes: [note] }, asOf, null)
  expect(text.split('\n').at(-1)).toMatch(/^MSCU 123456 6\t.*\tBroker called back at 3$/)
})

test('a copied cell is no formula and has no tab, whatever a name or a note begins with', () => {
  const row = { ...makeRow(0), customer: '=HYPERLINK("x")\tLtd', own: { ...makeRow(0).own, note: '@SUM(A1)' } }
  const text = writeOpenRow(row)
  const line = text.split('\n').filter((part) => part.includes('\t'))[1]
  expect(line?.split('\t')).toMatchObject({ 1: `'=HYPERLINK("x") Ltd`, 7: "'@SUM(A1)", length: 8 })
})

test('only snoozed containers have a column of assignees; elsewhere the title names the assignee', () => {
  const own = { ...makeRow(0).own, assignee: 'Ana', note: 'Broker called' }
  const row = { ...makeRow(0), own }
  const sections = createHandoverSections(
    { ...emptyHandover, assigned: [{ name: 'Ana', ...createOpenPart(row) }], snoozed: [{ row, until: null }] },
    null,
  )
  expect(sections.filter(({ columns }) => columns.includes('Assignee')).map(({ key }) => key)).toEqual(['put-off'])
  const [assigned, snoozed] = sections
  expect(assigned?.rows[0]?.cells.slice(7)).toEqual(['Broker called'])
  expect(snoozed?.rows[0]?.cells.slice(7)).toEqual(['Ana', 'muted', 'Broker called'])
})

const dueTomorrow = {
  ...makeRow(0),
  number: 'MSCU1234566',
  lastFreeDay: { ...makeRow(0).lastFreeDay, date: '2026-11-24', band: 'tomorrow', daysLeft: 1, clock: 'running' },
} satisfies ReturnType<typeof makeRow>

test('a row has the day beside the count of days', () =>
  expect(writeHandoverText({ ...emptyHandover, open: createOpenPart(dueTomorrow) }, asOf, null)).toMatch(
    /\nMSCU 123456 6\t[^\t]*\tTomorrow, Tue 24 Nov/,
  ))

test('the title of an assignee does not say “you”, because another user reads the text', () =>
  expect(
    writeHandoverText(
      { ...emptyHandover, me: 'Ana', assigned: [{ name: 'Ana', ...createOpenPart(dueTomorrow) }] },
      asOf,
      null,
    ),
  ).toMatch(/Ana \(1\)/))

test('the text begins with how many containers are urgent, and the fees by currency', () => {
  const feesDue = [
    { currency: 'USD', amount: 1240, isPending: false },
    { currency: 'CAD', amount: 90, isPending: false },
  ]
  const text = writeHandoverText({ ...emptyHandover, summary: { ...summary, feesDue, feesDueCount: 5 } }, asOf, null)
  expect(text.split('\n').slice(2, 8)).toEqual([
    'Needs a decision: 4',
    'LFD today: 1',
    'LFD tomorrow: 2',
    'Past LFD: 3',
    'Due now, reported by terminals: $1,240 + CA$90 on 5 containers',
    '',
  ])
})

test.each([
  ['no appointment', { verdict: 'ready', appointmentAt: null }, 'no-appointment', 'Ready · No appointment'],
  [
    'a missed appointment',
    { verdict: 'ready', appointmentAt: '2026-11-23T14:00:00Z' },
    'no-appointment',
    'Ready · Appointment missed',
  ],
  [
    'an appointment that is too late',
    { verdict: 'ready-unverified', appointmentAt: '2026-11-26T14:00:00Z' },
    'appointment-too-late',
    'Ready (unverified) · Appointment after LFD',
  ],
  [
    'an appointment at a closed gate',
    { verdict: 'ready-unverified', appointmentAt: '2026-11-26T14:00:00Z', isGateClosedAtAppointment: true },
    'terminal-check-old',
    'Ready (unverified) · Gate closed at appointment',
  ],
  ['holds', { verdict: 'held', activeHolds: ['customs', 'freight'] }, 'not-ready-in-time', 'Customs hold +1'],
] as const)('a row names %s beside the next action', (_name, facts, reason, obstacles) => {
  const risks = [
    { reason: 'last-free-day-today' as const, severity: 1 },
    { reason, severity: 2 },
  ]
  const row = { ...dueTomorrow, activeHolds: [], pendingHolds: [], ...facts, risks } as ContainerRow
  expect(
    writeOpenRow(row)
      .split('\n')
      .find((line) => line.startsWith('MSCU 123456 6'))
      ?.split('\t')[5],
  ).toBe(obstacles)
})
