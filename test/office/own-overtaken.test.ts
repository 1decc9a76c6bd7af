// Changes that did not count, because another member changed the same entry later without knowing of them. They are
// offered back to their author.
import { describe, expect, test } from 'vitest'
import { inSlices } from '#engine/db/slices.ts'
import { createDecidedRows } from '#engine/mirror/decided-rows.ts'
import { createClock } from '#engine/outside/clock.ts'
import { listOvertaken, overtakenHandlers } from '#engine/own-data/overtaken.ts'
import { loadTables, saveTable } from '#engine/settings/rates.ts'
import type { Desktop } from '#support/office-desktop.ts'
import { at, createUser, openOffice, readOwn } from '#support/own-office.ts'
import { rateTable } from '#support/rate-table.ts'

const createOffers = ({ db, write }: Desktop, now = at(60)) =>
  overtakenHandlers({
    ...{ db, write, now: () => now, decided: createDecidedRows({ db, write, log: () => undefined }) },
    inSlices: (steps) => inSlices(createClock(), steps, new AbortController().signal),
  })
const list = ({ db }: Desktop) => listOvertaken(db)

/** Ben's changes of 00:01 reach the office after Lea's of 00:02. */
async function overtakeBen(
  bens: (user: ReturnType<typeof createUser>) => unknown,
  leas: (user: ReturnType<typeof createUser>) => unknown,
) {
  const office = await openOffice()
  const { lea, ben, exchange } = office
  await bens(createUser(ben, () => at(1)))
  await leas(createUser(lea, () => at(2)))
  await exchange()
  return office
}

describe('a change that did not count is offered to its author, and to nobody else', () => {
  test('with both values and the other author', async () => {
    const { lea, leo, ben } = await overtakeBen(
      (user) => user.assign(['1'], 'Ana'),
      (user) => user.assign(['1'], 'leo'),
    )
    expect(list(ben)).toEqual([
      {
        ...{ part: 'assignees', key: '["1"]', subject: 'MSCU1', own: 'Ana', present: 'leo' },
        ...{ author: 'lea', at: at(1) },
      },
    ])
    expect([list(lea), list(leo)]).toEqual([[], []])
  })

  test('of every kind, also a removal', async () => {
    const { lea, ben, exchange } = await openOffice()
    await createUser(lea).assign(['2'], 'Maria')
    await createUser(lea).tag('1', ['urgent'])
    await exchange()
    const bens = createUser(ben, () => at(1))
    await bens.assign(['2'], null)
    await bens.tag('1', [], ['urgent'])
    await bens.setPriority(['Acme'], 'high')
    const leas = createUser(lea, () => at(2))
    await leas.tag('1', [], ['urgent'])
    await lea.runUntilIdle()
    await leas.tag('1', ['urgent'])
    await leas.assign(['2'], 'leo')
    await leas.setPriority(['Acme'], 'low')
    await exchange()
    expect(list(ben).map(({ part, subject, own, present }) => ({ part, subject, own, present }))).toEqual([
      { part: 'assignees', subject: 'MSCU2', own: null, present: 'leo' },
      { part: 'own-tags', subject: 'MSCU1', own: null, present: 'urgent' },
      { part: 'priorities', subject: 'Acme', own: 'high', present: 'low' },
    ])
  })

  test('not a change that counts, and not one that both made', async () => {
    const { lea, ben } = await overtakeBen(
      (user) => user.assign(['1'], 'Ana'),
      (user) => user.assign(['1'], 'Ana'),
    )
    expect([list(lea), list(ben)]).toEqual([[], []])
  })

  test('not of two texts of a note, because both remain', async () => {
    const { lea, ben, exchange } = await openOffice()
    const { notes } = await createUser(lea).note('1', 'first text')
    await exchange()
    const id = notes[0]!.id
    await createUser(ben, () => at(1)).changeNote(id, 'of Ben')
    await createUser(lea, () => at(2)).changeNote(id, 'of Lea')
    await exchange()
    expect(list(ben)).toEqual([])
    expect(readOwn(ben)['notes']).toHaveLength(2)
  })
})

describe('its author', () => {
  const createConflict = () =>
    overtakeBen(
      (user) => user.assign(['1'], 'Ana'),
      (user) => user.assign(['1'], 'leo'),
    )
  const decide = (desktop: Desktop, isRestored: boolean) =>
    createOffers(desktop)['ownData.decideOvertaken']({ part: 'assignees', key: '["1"]', isRestored })

  test('can restore it for all members, once', async () => {
    const { ben, exchange, expectAll } = await createConflict()
    await decide(ben, true)
    await exchange()
    expectAll({ assignees: ['1 Ana'] })
    expect(list(ben)).toEqual([])
    await expect(decide(ben, true)).rejects.toMatchObject({ code: 'own-data/gone' })
  })

  test('can dismiss it, and the office’s value remains', async () => {
    const { ben, exchange, expectAll } = await createConflict()
    await decide(ben, false)
    await exchange()
    expectAll({ assignees: ['1 leo'] })
    expect(list(ben)).toEqual([])
  })

  test('is not asked any more after another change of the entry', async () => {
    const { ben, exchange, expectAll } = await createConflict()
    await createUser(ben, () => at(5)).assign(['1'], 'Maria')
    expect(list(ben)).toEqual([])
    await exchange()
    expectAll({ assignees: ['1 Maria'] })
    expect(list(ben)).toEqual([])
  })

  test('is not asked any more when another member writes the same', async () => {
    const { leo, ben, exchange } = await createConflict()
    await createUser(leo, () => at(3)).assign(['1'], 'Ana')
    await exchange()
    expect(list(ben)).toEqual([])
  })

  test('cannot restore it as a reader, and it remains listed', async () => {
    const office = await createConflict()
    const { ben, owner, loginOf, exchange, expectAll } = office
    await owner.query(`UPDATE office.member SET role = 'reader' WHERE login = $1`, [loginOf('ben')])
    await exchange()
    await expect(decide(ben, true)).rejects.toMatchObject({ code: 'office/not-allowed' })
    expect(list(ben)).toHaveLength(1)
    expectAll({ assignees: ['1 leo'] })
  })
})

test('rates that a colleague changed later can be restored whole', async () => {
  const { lea, ben, desktops, exchange } = await openOffice()
  lea.write((db) => saveTable(db, rateTable('r'), at(0)))
  await exchange()
  ben.write((db) => saveTable(db, { ...rateTable('r'), name: 'Ben’s', scac: 'MAEU' }, at(1)))
  lea.write((db) => saveTable(db, { ...rateTable('r'), name: 'Lea’s', scac: 'MSCU' }, at(2)))
  await exchange()
  expect(list(ben)).toMatchObject([{ part: 'rates', subject: 'Ben’s', own: 'Ben’s', present: 'Lea’s' }])
  await createOffers(ben)['ownData.decideOvertaken']({ part: 'rates', key: '["r"]', isRestored: true })
  await exchange()
  for (const { db } of desktops) expect(loadTables(db)).toMatchObject([{ name: 'Ben’s', scac: 'MAEU' }])
})
