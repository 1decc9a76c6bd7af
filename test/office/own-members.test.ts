// Who may change the own data of an office: readers, and members whose role or access changes. Failures of the exchange
// in one direction.
import { describe, expect, test } from 'vitest'
import type { PostgresConnection } from '#engine/outside/postgres.ts'
import { container } from '#support/mirror.ts'
import { MAIN, act } from '#support/office-calls.ts'
import { type Desktop, openDesktop } from '#support/office-desktop.ts'
import { type OwnOffice, at, createUser, openOffice, readOwn } from '#support/own-office.ts'
import { tempDir } from '#support/test-engine.ts'

type Change = (user: ReturnType<typeof createUser>, desktop: Desktop) => unknown

const setRole = ({ owner, loginOf }: OwnOffice, name: string, role: string) =>
  owner.query('UPDATE office.member SET role = $2 WHERE login = $1', [loginOf(name), role])

describe('a reader', () => {
  test('gets everything and changes nothing', async () => {
    const { lea, rita } = await openOffice()
    await createUser(lea).tag('1', ['urgent'])
    await lea.runUntilIdle()
    await rita.runUntilIdle()
    expect(readOwn(rita)['tags']).toEqual(['1 urgent'])
    await expect(createUser(rita).tag('1', ['mine'])).rejects.toMatchObject({ code: 'office/not-allowed' })
    await createUser(lea, () => at(1)).tag('1', [], ['urgent'])
    await lea.runUntilIdle()
    await rita.runUntilIdle()
    expect(readOwn(rita)['tags']).toEqual([])
  })

  test('gets the office’s entries instead of own ones, and gives the others to the office when it may', async () => {
    const before = (write: Desktop['write']) =>
      write((db) => {
        for (const [id, name] of [
          ['1', 'Newer of Max'],
          ['2', 'Only of Max'],
        ] as const)
          db.run('INSERT INTO own_assignee (container_id, name, at) VALUES (?, ?, ?)', id, name, at(30))
      })
    const office = await openOffice()
    const { lea, exchange, expectAll } = office
    await setRole(office, 'max', 'reader')
    const max = openDesktop({ connection: await office.connectAs('max'), space: MAIN, folder: tempDir(), before })
    await createUser(lea).assign(['1'], 'Maria')
    await exchange()
    await max.runUntilIdle()
    expect(readOwn(max)['assignees']).toEqual(['1 Maria', '2 Only of Max'])
    expectAll({ assignees: ['1 Maria'] })
    await setRole(office, 'max', 'operator')
    await max.runUntilIdle()
    await exchange()
    expectAll({ assignees: ['1 Maria', '2 Only of Max'] })
    max.close()
  })
})

test('a reader who becomes an operator while nothing else changes may write from the next turn on', async () => {
  const office = await openOffice()
  const { lea, ben, exchange, expectAll } = office
  await setRole(office, 'ben', 'reader')
  await createUser(lea).tag('1', ['urgent'])
  await exchange()
  await expect(createUser(ben).tag('1', ['mine'])).rejects.toMatchObject({ code: 'office/not-allowed' })
  await setRole(office, 'ben', 'operator')
  await ben.turn()
  await createUser(ben).tag('1', ['mine'])
  await exchange()
  expectAll({ tags: ['1 mine', '1 urgent'] })
})

test('a member who becomes a reader while connected gets the office’s entries, also for unsent own changes', async () => {
  const office = await openOffice()
  const { lea, ben, exchange } = office
  await createUser(lea).assign(['1'], 'Maria')
  await exchange()
  await createUser(ben, () => at(1)).assign(['1'], 'ben')
  await setRole(office, 'ben', 'reader')
  await createUser(lea, () => at(-5)).assign(['2'], 'leo')
  await exchange()
  expect(readOwn(ben)['assignees']).toEqual(['1 Maria', '2 leo'])
  await expect(createUser(ben).tag('1', ['mine'])).rejects.toMatchObject({ code: 'office/not-allowed' })
  await createUser(lea, () => at(6)).assign(['1'], 'STOP')
  await exchange()
  expect(readOwn(ben)['assignees']).toEqual(['1 STOP', '2 leo'])
  expect(ben.logged).toEqual([])
})

test('access that is taken away and given back is no restoration', async () => {
  const { leo, ben, owner, loginOf, exchange, expectAll } = await openOffice()
  const { notes } = await createUser(leo).note('1', 'first text')
  await exchange()
  await owner.query('DELETE FROM office.access WHERE login = $1', [loginOf('ben')])
  await ben.runUntilIdle()
  expect(ben.db.column('SELECT key FROM own_out')).toEqual([])
  await createUser(ben, () => at(2)).changeNote(notes[0]!.id, 'text of Ben')
  await createUser(leo, () => at(1)).changeNote(notes[0]!.id, 'text of Leo')
  await leo.runUntilIdle()
  await owner.query('INSERT INTO office.access (space, login) VALUES ($1, $2)', [MAIN, loginOf('ben')])
  await exchange()
  expectAll({ notes: ['1 text of Ben', '1 text of Leo'] })
})

test('while the office takes no changes, the others and the mirror arrive, and each such failure is logged once', async () => {
  const { lea, leo, ben, owner, exchange, expectAll } = await openOffice()
  const fail = () =>
    owner.runScript(`CREATE FUNCTION public.refuse_row() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE EXCEPTION 'out of order' USING ERRCODE = 'XX000'; END $$;
    CREATE TRIGGER refuse BEFORE INSERT ON office.own_step FOR EACH ROW EXECUTE FUNCTION public.refuse_row()`)
  const recover = () => owner.runScript('DROP TRIGGER refuse ON office.own_step; DROP FUNCTION public.refuse_row()')
  await createUser(leo).assign(['1'], 'Maria')
  await leo.runUntilIdle()
  await fail()
  await createUser(ben).assign(['2'], 'ben')
  lea.read([container('4', 'MSCU4', null)], { requestSeq: 9, readAt: at(1) })
  await exchange()
  expect(readOwn(ben)['assignees']).toEqual(['1 Maria', '2 ben'])
  expect(ben.db.column('SELECT id FROM container_row ORDER BY id')).toEqual(['1', '2', '3', '4'])
  expect(ben.logged).toEqual(['no exchange of own data'])
  await recover()
  await exchange()
  expectAll({ assignees: ['1 Maria', '2 ben'] })
  await fail()
  await createUser(ben, () => at(1)).assign(['2'], 'Nina')
  await exchange()
  expect(ben.logged).toEqual(['no exchange of own data', 'no exchange of own data'])
})

test('the office refuses a key that is no list', async () => {
  const { connectAs } = await openOffice()
  const ana = await connectAs('ada')
  for (const [key, sqlState] of [
    ['x', '22P02'],
    ['null', '23514'],
    ['{}', '23514'],
  ] as const)
    await expect(act(ana, [{ op: crypto.randomUUID(), key, value: null }])).rejects.toMatchObject({ sqlState })
})

describe('an entry that its user changes again while the office answers', () => {
  /** Ada makes the first change, and the second one before she has the answer. Lea made hers before, unseen by Ada. */
  async function changeTwice({
    before,
    byLea,
    first,
    second,
  }: Record<'before' | 'byLea' | 'first' | 'second', Change>) {
    const office = await openOffice()
    const { lea, exchange } = office
    const connection = await office.connectAs('ada')
    let change: (() => Promise<unknown>) | null = null
    const query: PostgresConnection['query'] = async <Row>(...statement: Parameters<PostgresConnection['query']>) => {
      const rows = await connection.query<Row>(...statement)
      if (change && statement[0].includes('office.act(')) await change()
      return rows
    }
    const ada = openDesktop({ connection: { ...connection, query }, space: MAIN, folder: tempDir() })
    await ada.runUntilIdle()
    const run = (work: Change, desktop: Desktop, minutes: number) =>
      work(
        createUser(desktop, () => at(minutes)),
        desktop,
      )
    await run(before, ada, 0)
    await ada.runUntilIdle()
    await exchange()
    await run(byLea, lea, 5)
    await lea.runUntilIdle()
    await run(first, ada, 1)
    change = async () => {
      change = null
      await run(second, ada, 2)
    }
    for (let round = 0; round < 3; round++) {
      await ada.runUntilIdle()
      await exchange()
    }
    expect(change).toBeNull()
    const own = readOwn(ada)
    office.expectAll(own)
    ada.close()
    return own
  }

  test('has the second value, if the first one was what the office has', async () => {
    const own = await changeTwice({
      before: () => undefined,
      byLea: (user) => user.tag('1', ['urgent']),
      first: (user) => user.tag('1', ['urgent']),
      second: (user) => user.tag('1', [], ['urgent']),
    })
    expect(own['tags']).toEqual([])
  })

  test('has the office’s value, if that is the later one', async () => {
    const own = await changeTwice({
      before: () => undefined,
      byLea: (user) => user.assign(['1'], 'Maria'),
      first: (user) => user.assign(['1'], 'Ada'),
      second: (user) => user.assign(['1'], 'Anna'),
    })
    expect(own['assignees']).toEqual(['1 Maria'])
  })

  test('is one other note with the second text, if the office has another text', async () => {
    const change =
      (text: string): Change =>
      (user, { db }) =>
        user.changeNote(db.value<string>('SELECT id FROM own_note')!, text)
    const own = await changeTwice({
      before: (user) => user.note('1', 'Driver called'),
      byLea: change('text of Lea'),
      first: change('first text of Ada'),
      second: change('second text of Ada'),
    })
    expect(own['notes']).toEqual(['1 second text of Ada', '1 text of Lea'])
  })
})
