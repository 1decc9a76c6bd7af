// Own data after an office was restored from an older copy, and while a desktop compares all of its own data with it.
import { describe, expect, test, vi } from 'vitest'
import { startFeeds } from '#engine/office/feeds.ts'
import { CLIENT_VERSION } from '#engine/office/link.ts'
import { createOwnActs } from '#engine/office/own-acts.ts'
import { createClock } from '#engine/outside/clock.ts'
import { createRandom } from '#engine/outside/random.ts'
import type { PostgresConnection } from '#engine/outside/postgres.ts'
import { MIRROR_NOW } from '#support/mirror.ts'
import { MAIN } from '#support/office-calls.ts'
import { type Desktop, createOwnDataOf, openDesktop } from '#support/office-desktop.ts'
import { type OwnOffice, at, copyOffice, createUser, openOffice, readOwn } from '#support/own-office.ts'
import { tempDir } from '#support/test-engine.ts'
import { openDesktops } from '#support/three-desktops.ts'

const countMarks = ({ db }: Desktop) => db.value<number>('SELECT count(*) FROM own_out') ?? 0

describe('after the office was restored from an older copy', () => {
  /** Every kind of entry was changed after the copy. */
  async function restoreOwn(): Promise<OwnOffice> {
    const office = await openOffice()
    const { leo, ben, exchange } = office
    const user = createUser(ben)
    await user.tag('1', ['old'])
    const { notes } = await user.note('1', 'first text')
    const { notes: others } = await user.note('2', 'to delete')
    await exchange()
    const restore = await copyOffice(office)
    await createUser(ben, () => at(1)).tag('1', ['new'], ['old'])
    await createUser(leo, () => at(1)).changeNote(notes[0]!.id, 'second text')
    await createUser(leo, () => at(1)).changeNote(others[0]!.id, null)
    await createUser(leo, () => at(1)).note('3', 'Driver called')
    await exchange()
    await restore()
    return office
  }
  const expected = { tags: ['1 new'], notes: ['1 second text', '3 Driver called'] }

  test('it gets again what the desktops have, each change once, also what was removed', async () => {
    const { desktops, exchange, expectAll } = await restoreOwn()
    await exchange()
    expectAll(expected)
    for (const { logged } of desktops)
      expect(logged).toEqual(['own data is compared again, because the office was restored'])
  })

  test('a desktop notices it by the last change that it knows, although the numbers are as high again', async () => {
    const { lea, exchange, expectAll } = await restoreOwn()
    // Its number is that of a lost change.
    const tags = Array.from({ length: 8 }, (_, n) => `tag ${n}`)
    await createUser(lea, () => at(2)).tag('2', tags)
    await exchange()
    expectAll({ ...expected, tags: ['1 new', ...tags.map((tag) => `2 ${tag}`)] })
  })

  test('a value counts again that was written with a clock that was behind', async () => {
    const office = await openOffice()
    const { leo, ben, exchange, expectAll } = office
    await createUser(ben, () => at(0)).assign(['1'], 'Maria')
    await exchange()
    const restore = await copyOffice(office)
    await createUser(leo, () => at(-60)).assign(['1'], 'leo')
    await exchange()
    await restore()
    await exchange()
    expectAll({ assignees: ['1 leo'] })
  })

  test.each([
    { text: 'text of Ben', expected: ['1 text of Ben'], first: 'ben' },
    { text: 'text of Ben', expected: ['1 text of Ben'], first: 'leo' },
    { text: null, expected: [], first: 'ben' },
    { text: null, expected: [], first: 'leo' },
  ] as const)(
    'a change of a note that was not sent then replaces the older text: $expected, $first is first',
    async ({ text, expected, first }) => {
      const office = await openOffice()
      const { leo, ben, exchange, expectAll } = office
      const { notes } = await createUser(leo).note('1', 'old text')
      await exchange()
      const restore = await copyOffice(office)
      await createUser(leo, () => at(1)).changeNote(notes[0]!.id, 'newer text')
      await exchange()
      await restore()
      await createUser(ben, () => at(2)).changeNote(notes[0]!.id, text)
      await office[first].runUntilIdle()
      await exchange()
      expectAll({ notes: [...expected] })
    },
  )

  describe('no words are lost that their writers had not seen of each other', () => {
    /**
     * Lea and Leo have a text that the office lost, Ben has an older one and changes it without the network, then
     * connects first. `minutes`: the time of his change; theirs is of minute 1.
     */
    async function loseText(text: string | null, minutes: number) {
      const office = await openOffice()
      const { lea, leo, ben, exchange } = office
      const { notes } = await createUser(leo).note('1', 'first text')
      await exchange()
      const restore = await copyOffice(office)
      const id = notes[0]!.id
      await createUser(leo, () => at(1)).changeNote(id, 'text of Leo')
      await leo.runUntilIdle()
      await lea.runUntilIdle()
      await createUser(ben, () => at(minutes)).changeNote(id, text)
      await restore()
      await ben.runUntilIdle()
      return { ...office, id }
    }

    test.each([
      { text: 'text of Ben', minutes: 2, expected: ['1 text of Ben', '1 text of Leo'] },
      { text: 'text of Ben', minutes: 0.5, expected: ['1 text of Ben', '1 text of Leo'] },
      { text: null, minutes: 2, expected: ['1 text of Leo'] },
    ])('a change to $text of minute $minutes leaves $expected', async ({ text, minutes, expected }) => {
      const { exchange, expectAll } = await loseText(text, minutes)
      await exchange()
      expectAll({ notes: expected })
    })

    test('also if the text was changed once more, and removed by one who had seen it', async () => {
      const { ben, leo, lea, id, exchange, expectAll } = await loseText('text of Ben', 2)
      await createUser(ben, () => at(3)).changeNote(id, 'second text of Ben')
      await ben.runUntilIdle()
      await leo.runUntilIdle()
      const other = leo.db.value<string>(`SELECT id FROM own_note WHERE text = 'text of Leo'`)!
      await createUser(leo, () => at(4)).changeNote(other, null)
      await leo.runUntilIdle()
      expect(readOwn(lea)['notes']).toEqual(['1 text of Leo'])
      await exchange()
      expectAll({ notes: ['1 second text of Ben'] })
    })
  })

  test('a note that was changed before it was compared stays one note', async () => {
    const office = await openOffice()
    const { leo, ben, exchange, expectAll } = office
    const { notes } = await createUser(leo).note('1', 'old text')
    await exchange()
    await createOwnDataOf({ db: ben.db, write: ben.write, log: () => undefined }).startOver()
    await createUser(ben, () => at(1)).changeNote(notes[0]!.id, 'text of Ben')
    await exchange()
    expectAll({ notes: ['1 text of Ben'] })
  })

  test('the texts of two members who changed a note since then both stay', async () => {
    const { leo, ben, exchange, expectAll } = await restoreOwn()
    const id = ben.db.value<string>(`SELECT id FROM own_note WHERE text = 'second text'`)!
    await createUser(leo, () => at(2)).changeNote(id, 'text of Leo')
    await createUser(ben, () => at(3)).changeNote(id, 'text of Ben')
    await leo.runUntilIdle()
    await exchange()
    expectAll({ notes: ['1 text of Ben', '1 text of Leo', '3 Driver called'] })
  })
})

test('a change that the office answered and then lost is sent again, also if no other one was read', async () => {
  const office = await openOffice()
  const { leo, ben, exchange, expectAll } = office
  await createUser(ben).assign(['1'], 'Maria')
  await exchange()
  const restore = await copyOffice(office)
  await createUser(ben, () => at(1)).assign(['2'], 'Lost')
  await ben.turn()
  expect(countMarks(ben)).toBe(0)
  await restore()
  await createUser(leo, () => at(2)).assign(['3'], 'Nina')
  await leo.runUntilIdle()
  await exchange()
  expectAll({ assignees: ['1 Maria', '2 Lost', '3 Nina'] })
})

describe('the comparison of everything', () => {
  const TAGS = 1_200

  /** Ada has the mirror, and many tags of her own that no office has. `onWrite` is called after each write. */
  async function openWithTags(onWrite: (ada: Desktop) => void, onRead: (rows: number) => void = () => undefined) {
    const office = await openOffice()
    const ada = openDesktop({ connection: await office.connectAs('ada'), space: MAIN, folder: tempDir() })
    await ada.runUntilIdle()
    ada.write((db) => {
      db.run(`DELETE FROM meta WHERE key IN ('own_joined', 'own_cursor')`)
      for (let n = 0; n < TAGS; n++)
        db.run('INSERT INTO own_tag (container_id, tag) VALUES (?, ?)', '2', `tag ${String(n).padStart(4, '0')}`)
    })
    const write: Desktop['write'] = (work) => {
      const value = ada.write(work)
      onWrite(ada)
      return value
    }
    const { db } = ada
    const all: typeof db.all = (...query) => {
      const rows = db.all(...query)
      onRead(rows.length)
      return rows as never
    }
    const counted: typeof db = Object.assign(Object.create(db) as typeof db, { all })
    await createOwnDataOf({ db: counted, write, log: () => undefined }).startOver()
    return { ...office, ada }
  }

  test('does not miss what the user changes meanwhile', async () => {
    let isChanged = false
    const { ada, exchange, expectAll, desktops } = await openWithTags((desktop) => {
      if (isChanged || countMarks(desktop) === 0) return
      isChanged = true
      void createUser(desktop, () => at(1)).tag('1', ['urgent'])
    })
    await ada.runUntilIdle()
    await exchange()
    expect(desktops.map((desktop) => readOwn(desktop)['tags']!.length)).toEqual(desktops.map(() => TAGS + 1))
    expectAll({ tags: expect.arrayContaining(['1 urgent']) as string[] })
    ada.close()
  })

  test('reads and writes in short steps', async () => {
    let marks = 0
    const steps: number[] = []
    const onWrite = (desktop: Desktop) => {
      const count = countMarks(desktop)
      steps.push(count - marks)
      marks = count
    }
    const reads: number[] = []
    const { ada } = await openWithTags(onWrite, (rows) => void reads.push(rows))
    expect(marks).toBe(TAGS)
    expect(Math.max(...steps, ...reads)).toBeLessThanOrEqual(500)
    ada.close()
  })
})

test('a leader with a long exchange of own data makes its beats', async () => {
  const { lea, connections } = await openDesktops()
  const { fence, db, write } = lea
  write((writable) => {
    for (let n = 0; n < 450; n++) writable.run('INSERT INTO own_tag (container_id, tag) VALUES (?, ?)', '1', `tag ${n}`)
  })
  await createOwnDataOf({ db, write, log: () => undefined }).startOver()
  const statements: string[] = []
  const query: PostgresConnection['query'] = (sql, values) => {
    statements.push(sql)
    return connections[0]!.query(sql, values)
  }
  const parts = { query, log: () => undefined, now: () => MIRROR_NOW, space: MAIN, login: '', client: CLIENT_VERSION }
  const officeVersion = () => CLIENT_VERSION
  const ownData = createOwnDataOf({ db, write, log: () => undefined })
  const feeds = startFeeds({
    ...{ ...parts, db, write, officeVersion, clock: createClock(), random: createRandom(), walGuard: null },
    ownActs: createOwnActs({ ...parts, officeVersion, ownData }),
    listen: () => undefined,
    seedTarget: null,
    fence: () => fence,
    onUpToDate: () => undefined,
    onReady: () => undefined,
    onRefused: () => undefined,
  })
  await vi.waitFor(() => expect(countMarks(lea)).toBe(0), 10_000)
  await feeds.stop()
  const firstBeat = statements.findIndex((sql) => sql.includes('office.beat('))
  expect(firstBeat).toBeGreaterThan(-1)
  expect(firstBeat).toBeLessThan(statements.findLastIndex((sql) => sql.includes('office.act(')))
})
