// Assignees are the members of the office: a user's name is that of the member, and colleagues can choose it.
import { expect, test } from 'vitest'
import { listAssignees, loadUserName, saveUserName } from '#engine/settings/own.ts'
import type { Desktop } from '#support/office-desktop.ts'
import { type OwnOffice, at, createUser, openOffice, readOwn } from '#support/own-office.ts'

type Write = Desktop['write']

const rename = ({ owner, loginOf }: OwnOffice, name: string, to: string) =>
  owner.query('UPDATE office.member SET name = $2 WHERE login = $1', [loginOf(name), to])

const listNames = ({ db }: Desktop) => listAssignees(db).map(({ value, count }) => `${value} ${count}`)

test('the members of the office can be chosen, those in use first', async () => {
  const { lea, leo, exchange } = await openOffice()
  await createUser(lea).assign(['1', '2'], 'RITA')
  await exchange()
  for (const desktop of [lea, leo])
    expect(listNames(desktop)).toEqual(['rita 2', 'ada 0', 'ben 0', 'lea 0', 'leo 0', 'max 0'])
})

test('the name of a user becomes that of the member, and what was assigned to the earlier name follows', async () => {
  const before = (write: Write) =>
    write((db) => {
      saveUserName(db, 'Lea S.')
      for (const [id, name] of [
        ['1', 'lea s.'],
        ['2', 'Otto'],
      ])
        db.run('INSERT INTO own_assignee (container_id, name, at) VALUES (?, ?, ?)', id!, name!, at(0))
    })
  const { lea, leo, exchange } = await openOffice({ lea: before })
  await exchange()
  expect(loadUserName(lea.db)).toBe('lea')
  expect(readOwn(leo)['assignees']).toEqual(['1 lea', '2 Otto'])
})

test('a name that the office changes later follows, and one that the user chose after that remains', async () => {
  const office = await openOffice()
  const { lea, leo, exchange } = office
  expect(loadUserName(lea.db)).toBe('lea')
  await createUser(leo).assign(['1'], 'lea')
  await exchange()
  await rename(office, 'lea', 'Lea Schulz')
  for (const desktop of [lea, leo]) await desktop.turn()
  expect(loadUserName(lea.db)).toBe('Lea Schulz')
  await exchange()
  for (const desktop of [lea, leo]) expect(listNames(desktop)).toContain('Lea Schulz 1')
  lea.write((db) => saveUserName(db, 'L.'))
  await createUser(leo).assign(['3'], 'ben')
  await exchange()
  expect(loadUserName(lea.db)).toBe('L.')
})

test('members who were removed, or whose names could not be those of assignees, cannot be chosen', async () => {
  const office = await openOffice()
  const { lea, leo, exchange } = office
  await rename(office, 'ben', 'two\nlines')
  await office.owner.query('UPDATE office.member SET removed_at = now() WHERE login = $1', [office.loginOf('max')])
  await createUser(lea).assign(['1'], 'leo')
  await exchange()
  expect(listNames(leo)).toEqual(['leo 1', 'ada 0', 'lea 0', 'rita 0'])
})
