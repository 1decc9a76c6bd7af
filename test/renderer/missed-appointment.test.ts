// An appointment that cannot be used, in the column of the lists: its time has passed, or the gate is closed then.
import { mount } from '@vue/test-utils'
import { expect, test } from 'vitest'
import type { LastFreeDay } from '#contract/deadlines.ts'
import { NOW, instantFromNow, makeRow } from '#support/row-factories.ts'
import { createColumns } from '../../src/renderer/src/features/containers/container-columns.ts'

const nowMs = Date.parse(NOW)
const HOUR = 3_600_000
const MISSED = 'Missed: not picked up by then'
const [column] = createColumns(['appointment'])

function createRow(hours: number, clock: LastFreeDay['clock'] = 'running') {
  const row = makeRow(0)
  return { ...row, appointmentAt: instantFromNow(hours * HOUR), lastFreeDay: { ...row.lastFreeDay, clock } }
}

test('an appointment on a day without a time is missed when the day has passed', () => {
  const row = { ...createRow(0, 'running'), pickupZone: null }
  const classesAt = (appointmentAt: string) =>
    mount({ render: () => column!.draw!({ ...row, appointmentAt }, nowMs) }).classes()
  expect(classesAt(`${NOW.slice(0, 10)}T00:00:00.000Z`)).not.toContain('missed')
  expect(classesAt(`${instantFromNow(-24 * HOUR).slice(0, 10)}T00:00:00.000Z`)).toContain('missed')
})

test.each([
  ['whose time has passed is missed', createRow(-1), true],
  ['in the future is not missed', createRow(1), false],
  ['of a container that was picked up is not missed', createRow(-1, 'stopped'), false],
])('an appointment %s: in its cell, its tooltip and its spoken text', (_name, row, isMissed) => {
  expect(mount({ render: () => column!.draw!(row, nowMs) }).classes('missed')).toBe(isMissed)
  expect(column!.tip!(row, nowMs)?.startsWith(MISSED)).toBe(isMissed)
  expect(column!.spoken!(row, nowMs).endsWith(MISSED)).toBe(isMissed)
})

test.each([
  ['in the future', createRow(1), 'gate-closed', 'Gate closed at appointment'],
  ['that was missed', createRow(-1), 'missed', MISSED],
])('an appointment at a closed gate, %s: in its cell, its tooltip and its spoken text', (_name, row, name, text) => {
  const closedRow = { ...row, isGateClosedAtAppointment: true }
  expect(mount({ render: () => column!.draw!(closedRow, nowMs) }).classes()).toEqual(['text', name])
  expect(column!.tip!(closedRow, nowMs)?.startsWith(`${text}\n`)).toBe(true)
  expect(column!.spoken!(closedRow, nowMs).endsWith(` · ${text}`)).toBe(true)
})
