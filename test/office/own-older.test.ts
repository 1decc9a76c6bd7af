// Own data in an office of version 11, which does not know when it took a value, and with desktops that connected
// before it was updated.
import { expect, test } from 'vitest'
import { migrate } from '#engine/office/migrate.ts'
import { migrations } from '#engine/office/migrations/index.ts'
import { MAIN } from '#support/office-calls.ts'
import { openDesktop } from '#support/office-desktop.ts'
import { at, copyOffice, createUser, openOffice, readOwn } from '#support/own-office.ts'
import { tempDir } from '#support/test-engine.ts'

test('an office of version 11 gets again what the desktops have after it was restored', async () => {
  const office = await openOffice({}, 11)
  const { leo, ben, exchange, expectAll } = office
  const { notes } = await createUser(leo).note('1', 'first text')
  await createUser(ben).tag('1', ['urgent'])
  await exchange()
  const restore = await copyOffice(office)
  await createUser(leo, () => at(1)).changeNote(notes[0]!.id, 'second text')
  await leo.runUntilIdle()
  await restore()
  await exchange()
  expectAll({ notes: ['1 second text'], tags: ['1 urgent'] })
})

test('desktops that know the update of an office and desktops that do not share their own data', async () => {
  const office = await openOffice({}, 11)
  const { leo, ben, owner, exchange, expectAll } = office
  const { notes } = await createUser(leo).note('1', 'first text')
  await exchange()
  const [note] = notes
  expect(await migrate(owner)).toBe(migrations.length)
  const ada = openDesktop({ connection: await office.connectAs('ada'), space: MAIN, folder: tempDir() })
  const exchangeAll = async () => {
    for (let round = 0; round < 2; round++) {
      await ada.runUntilIdle()
      await exchange()
    }
    await ada.runUntilIdle()
  }
  const expectEvery = (texts: string[]) => {
    expectAll({ notes: texts })
    expect(readOwn(ada)['notes']).toEqual(texts)
  }
  await exchangeAll()
  await createUser(ada, () => at(1)).changeNote(note!.id, 'text of Ada')
  await exchangeAll()
  await createUser(ben, () => at(2)).changeNote(note!.id, 'text of Ben')
  await exchangeAll()
  expectEvery(['1 text of Ben'])

  const restore = await copyOffice(office)
  await createUser(leo, () => at(3)).changeNote(note!.id, 'text of Leo')
  await createUser(ada, () => at(4)).note('2', 'Driver called')
  await exchangeAll()
  await restore()
  ada.ownActs.onConnected()
  await exchangeAll()
  expectEvery(['1 text of Leo', '2 Driver called'])
  await createUser(ada, () => at(5)).changeNote(note!.id, 'second text of Ada')
  await createUser(ben, () => at(6)).changeNote(note!.id, 'second text of Ben')
  await exchangeAll()
  expectEvery(['1 second text of Ada', '1 second text of Ben', '2 Driver called'])
  ada.close()
})
