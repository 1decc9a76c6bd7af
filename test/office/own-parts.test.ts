// What the members of an office share besides notes, tags, assignees and priorities: rates, gate hours, links
// and overrides of last free days.
import { describe, expect, test } from 'vitest'
import { loadMeta, saveMeta } from '#engine/db/meta.ts'
import { loadRates, loadTables, deleteTable, saveTable } from '#engine/settings/rates.ts'
import { deleteManualDate, loadManualDate, loadManualSteps, saveManualDate } from '#engine/settings/store.ts'
import { deleteCalendar, loadCalendars, saveCalendar } from '#engine/settings/terminals.ts'
import type { Desktop } from '#support/office-desktop.ts'
import { at, openOffice } from '#support/own-office.ts'
import { rateTable } from '#support/rate-table.ts'

const calendar = (place: string, days: number[]) => ({ place, days, closed: [], opens: '07:00', closes: '16:00' })
const manual = (date: string, setAt: string) => ({ date, reason: 'line', setAt, reportedThen: '' })
const readRates = ({ db }: Desktop) => loadTables(db).map(({ name, tiers }) => `${name} ${tiers[0]?.rate}`)
const readPlaces = ({ db }: Desktop) =>
  loadTables(db)
    .map(({ id, place }) => `${id} ${place}`)
    .toSorted()
const readDate = ({ db }: Desktop) => loadManualDate(db, '1')?.date ?? null

test('what one member enters is on every desktop, and what another one removes is on none', async () => {
  const { leo, ben, desktops, exchange } = await openOffice()
  ben.write((db) => {
    saveTable(db, rateTable('r'), at(0))
    saveCalendar(db, calendar('Newark', [1, 2]), at(0))
    saveManualDate(db, '1', manual('2026-11-25', at(0)))
  })
  await exchange()
  const readAll = (desktop: Desktop) => ({
    rates: readRates(desktop),
    gates: loadCalendars(desktop.db),
    date: readDate(desktop),
  })
  for (const desktop of desktops)
    expect(readAll(desktop)).toEqual({ rates: ['r 10000'], gates: [calendar('Newark', [1, 2])], date: '2026-11-25' })
  leo.write((db) => {
    deleteTable(db, 'r', at(1))
    deleteCalendar(db, 'Newark', at(1))
    deleteManualDate(db, '1', at(1))
  })
  await exchange()
  for (const desktop of desktops) expect(readAll(desktop)).toEqual({ rates: [], gates: [], date: null })
})

test('costs are computed by the rates of another member at once, and lists are read again', async () => {
  const { lea, ben, exchange } = await openOffice()
  const container = { scac: null, place: null, lengthFt: null, equipmentType: null }
  const estimate = () => loadRates(lea.db).exposure(container, 100, 101)
  expect(estimate()).toEqual({ state: 'no-rate' })
  const announced = new Set<string>()
  lea.onAnnounce = (topic) => void announced.add(topic)
  ben.write((db) => saveTable(db, rateTable('r'), at(0)))
  await exchange()
  expect(estimate()).toMatchObject({ state: 'costed', minor: 10_000 })
  expect(announced).toContain('settings')
  expect(announced).toContain('containers')
})

test('the row of a container has the last free day that another member set', async () => {
  const { lea, ben, exchange } = await openOffice()
  const readRow = () => lea.db.get('SELECT lfd_date AS date, lfd_source AS source FROM container_row WHERE id = ?', '1')
  ben.write((db) => saveManualDate(db, '1', manual('2026-11-25', at(0))))
  await exchange()
  expect(readRow()).toEqual({ date: '2026-11-25', source: 'manual' })
})

describe('two members who work without the office', () => {
  test('set a last free day: the later one counts, and the history of each desktop has both', async () => {
    const { leo, ben, desktops, exchange } = await openOffice()
    ben.write((db) => saveManualDate(db, '1', manual('2026-11-27', at(2))))
    leo.write((db) => saveManualDate(db, '1', manual('2026-11-25', at(1))))
    await exchange()
    for (const { db } of desktops) {
      expect(loadManualDate(db, '1')).toMatchObject({ date: '2026-11-27' })
      expect(loadManualSteps(db, '1').map(({ date }) => date)).toEqual(['2026-11-25', '2026-11-27'])
    }
  })

  test.each(['leo', 'ben'] as const)(
    'enter gate hours of one terminal: the later ones count (%s connects first)',
    async (first) => {
      const office = await openOffice()
      const { leo, ben, desktops, exchange } = office
      ben.write((db) => saveCalendar(db, calendar('Newark', [1]), at(-1)))
      leo.write((db) => saveCalendar(db, calendar('Newark', [2]), at(-2)))
      await office[first].runUntilIdle()
      await exchange()
      for (const { db } of desktops) expect(loadCalendars(db)).toMatchObject([{ days: [1] }])
    },
  )

  test.each(['leo', 'ben'] as const)(
    'enter rates for the same containers: one table is left, the newer one (%s connects first)',
    async (first) => {
      const office = await openOffice()
      const { leo, ben, desktops, exchange } = office
      const tiers = (rate: number) => [{ fromDay: 1, rate }]
      ben.write((db) => saveTable(db, rateTable('of-ben', { tiers: tiers(200) }), at(2)))
      leo.write((db) => {
        saveTable(db, rateTable('of-leo', { tiers: tiers(100) }), at(1))
        saveTable(db, rateTable('other', { tiers: tiers(50), place: 'Newark' }), at(1))
      })
      await office[first].runUntilIdle()
      await exchange()
      for (const desktop of desktops) expect(readRates(desktop)).toEqual(['of-ben 200', 'other 50'])
      expect(desktops.map(({ db }) => db.value('SELECT count(*) FROM own_out'))).toEqual([0, 0, 0])
    },
  )
})

test('an answer does not remove a table whose containers were changed before it', async () => {
  const { leo, ben, desktops, exchange } = await openOffice()
  leo.write((db) => {
    saveTable(db, rateTable('X', { place: 'Newark' }), at(-10))
    saveTable(db, rateTable('Z', { place: 'Oakland' }), at(-10))
  })
  await exchange()
  ben.write((db) => saveTable(db, rateTable('Z', { place: 'Oakland', name: 'renamed' }), at(-5)))
  leo.write((db) => saveTable(db, rateTable('X', { place: 'Houston' }), at(-4)))
  leo.write((db) => saveTable(db, rateTable('Z', { place: 'Newark' }), at(-3)))
  await leo.runUntilIdle()
  await exchange()
  expect(desktops.map(readPlaces)).toEqual(Array(3).fill(['X Houston', 'Z Newark']))
})

test('a later change of a table that another member removed as a duplicate counts', async () => {
  const { leo, ben, desktops, exchange } = await openOffice()
  leo.write((db) => saveTable(db, rateTable('X', { place: 'Newark' }), at(-10)))
  await exchange()
  leo.write((db) => saveTable(db, rateTable('X', { place: 'Houston' }), at(-5)))
  ben.write((db) => {
    saveTable(db, rateTable('Y', { place: 'Newark' }), at(-4))
    saveTable(db, rateTable('other', { place: 'Oakland' }), at(-4))
  })
  await ben.runUntilIdle()
  expect(readPlaces(ben)).toEqual(['Y Newark', 'other Oakland'])
  await exchange()
  expect(desktops.map(readPlaces)).toEqual(Array(3).fill(['X Houston', 'Y Newark', 'other Oakland']))
})

test('an override replaces the present one, although the clock of its author is behind', async () => {
  const { leo, ben, desktops, exchange } = await openOffice()
  leo.write((db) => saveManualDate(db, '1', manual('2026-11-25', at(60))))
  await exchange()
  ben.write((db) => saveManualDate(db, '1', manual('2026-11-27', at(1))))
  await exchange()
  expect(desktops.map(readDate)).toEqual(Array(3).fill('2026-11-27'))
})

test('an override and rates of a reader yield to those of the office', async () => {
  const { leo, ben, owner, loginOf, desktops, exchange } = await openOffice()
  ben.write((db) => {
    saveManualDate(db, '1', manual('2026-11-27', at(5)))
    saveTable(db, rateTable('of-ben'), at(5))
    saveTable(db, rateTable('only-of-ben', { place: 'Newark' }), at(5))
  })
  await owner.query(`UPDATE office.member SET role = 'reader' WHERE login = $1`, [loginOf('ben')])
  leo.write((db) => {
    saveManualDate(db, '1', manual('2026-11-25', at(1)))
    saveTable(db, rateTable('of-leo'), at(1))
  })
  await exchange()
  expect(desktops.map(readDate)).toEqual(Array(3).fill('2026-11-25'))
  expect(readRates(ben)).toEqual(['of-leo 10000', 'only-of-ben 10000'])
})

test('a desktop of an earlier version, which shared fewer parts, gives the others to the office after its update', async () => {
  const { lea, ben, exchange } = await openOffice()
  ben.write((db) => {
    saveTable(db, rateTable('r'), at(0))
    db.run(`DELETE FROM own_out WHERE part = 'rates'`)
    const cursor = JSON.parse(loadMeta(db, 'main', 'own_cursor') ?? '{}') as Record<string, unknown>
    saveMeta(db, 'main', 'own_cursor', JSON.stringify({ ...cursor, parts: undefined }))
  })
  ben.ownActs.onConnected()
  await exchange()
  expect(readRates(lea)).toEqual(['r 10000'])
})
