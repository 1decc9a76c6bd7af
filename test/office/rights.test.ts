// Rights: who sees and writes what. Row security, functions and roles are checked in the server, because a member can
// connect with any program. The model has the rights that its functions check.
import { describe, expect, inject, test } from 'vitest'
import { ACCOUNT, OWNERS } from '#support/office-databases.ts'
import { OFFICES, openOffice } from '#support/office-kinds.ts'
import { createOffice } from '#support/office.ts'
import {
  CLIENT,
  MAIN,
  NO_RIGHT,
  OTHER,
  ask,
  lead,
  makeRecord,
  publish,
  readTask,
  readValue,
  refusal,
  renewKey,
} from '#support/office-calls.ts'

const HELLO = 'SELECT * FROM office.hello($1, $2)'
const NAMES = ['ada', 'ben', 'rita', 'lea'] as const

describe.each(OFFICES)('in an office of the %s', (kind) => {
  const open = () => openOffice(inject('officeTemplates'), kind)

  test('the office greets a member and notes its version and computer', async () => {
    const { connectAs, owner: admin, loginOf } = await open()
    const [hello] = await (await connectAs('ben')).query(HELLO, [3, 'Port office'])
    expect(hello).toMatchObject({ version: CLIENT, least_client: 1, role: 'operator', can_lead: false })
    expect(
      await admin.query('SELECT client, device FROM office.member WHERE seen_at IS NOT NULL AND login = $1', [
        loginOf('ben'),
      ]),
    ).toEqual([{ client: 3, device: 'Port office' }])
  })

  test('a member sees the rows of its spaces only', async () => {
    const { connectAs, owner: admin } = await open()
    const [ada, ben, lea] = await Promise.all([connectAs('ada'), connectAs('ben'), connectAs('lea')])
    await publish(lea, await lead(lea), { records: [makeRecord('c1')] })
    await admin.query(
      `INSERT INTO office.record (space, type, id, seq, req_seq, hash, body, first_seen_at, read_at)
       VALUES ($1, 'container', 'c2', 1, 1, '', '', '', '')`,
      [OTHER],
    )
    const listIds = (sql: string, member: typeof ada) =>
      member.query<{ id: unknown }>(sql).then((rows) => rows.map(({ id }) => id))
    expect(await listIds('SELECT id FROM office.record ORDER BY id', ada)).toEqual(['c1', 'c2'])
    expect(await listIds('SELECT id FROM office.record', ben)).toEqual(['c1'])
    expect(await listIds('SELECT id FROM office.space', ben)).toEqual([MAIN])
    expect(await listIds('SELECT DISTINCT space AS id FROM office.counter', ben)).toEqual([MAIN])
  })

  test('members see the names of all members', async () => {
    const { connectAs } = await open()
    const names = await (await connectAs('rita')).query('SELECT name FROM office.member ORDER BY name')
    expect(names).toEqual(['ada', 'ben', 'lea', 'leo', 'max', 'rita'].map((name) => ({ name })))
  })

  test('a removed member sees nothing and does nothing', async () => {
    const { connectAs, owner: admin, loginOf } = await open()
    const lea = await connectAs('lea')
    const fence = await lead(lea)
    await publish(lea, fence, { records: [makeRecord('c1')] })
    await admin.query('UPDATE office.member SET removed_at = clock_timestamp() WHERE login = $1', [loginOf('lea')])
    for (const table of ['record', 'space', 'member', 'lease', 'meta', 'access'])
      expect(await lea.query(`SELECT * FROM office.${table}`), table).toEqual([])
    expect(await refusal(lea.query(HELLO, [CLIENT, '']))).toBe('QW001')
    expect(await refusal(ask(lea, crypto.randomUUID()))).toBe('QW002')
    expect(await refusal(lead(lea))).toBe('QW002')
  })

  test('a member that was removed while it led writes no further page', async () => {
    const { connectAs, owner: admin, loginOf } = await open()
    const lea = await connectAs('lea')
    const fence = await lead(lea)
    await admin.query('UPDATE office.member SET removed_at = clock_timestamp() WHERE login = $1', [loginOf('lea')])
    expect(await publish(lea, fence, { records: [makeRecord('c1')] })).toBeNull()
  })

  test('a login that is no member reads nothing and calls nothing', async () => {
    const { connectAs } = await open()
    const stranger = await connectAs('stranger')
    expect(await refusal(stranger.query('SELECT * FROM office.record'))).toBe(NO_RIGHT)
    expect(await refusal(stranger.query(HELLO, [CLIENT, '']))).toBe(NO_RIGHT)
  })

  test('only leaders may call the functions of the leader', async () => {
    const { connectAs } = await open()
    for (const name of ['ada', 'ben', 'rita'] as const) {
      const member = await connectAs(name)
      expect(await refusal(lead(member)), name).toBe(NO_RIGHT)
      expect(await refusal(publish(member, 1, {})), name).toBe(NO_RIGHT)
      expect(await refusal(member.query('SELECT office.beat(1, 1)')), name).toBe(NO_RIGHT)
    }
  })

  test('only an admin with access renews the key of a space, and only the key that it names', async () => {
    const { connectAs, owner: admin } = await open()
    const { keyHash } = ACCOUNT
    for (const name of ['ben', 'rita', 'lea'] as const)
      expect(await refusal(renewKey(await connectAs(name), MAIN, keyHash, 'new')), name).toBe(NO_RIGHT)
    const ada = await connectAs('ada')
    expect(await refusal(renewKey(ada, 9, keyHash, 'new'))).toBe('QW002')
    expect(await renewKey(ada, MAIN, keyHash, 'new')).toBe(true)
    expect(await renewKey(ada, MAIN, keyHash, 'of a late desktop')).toBe(false)
    expect(await admin.query('SELECT id, key_hash FROM office.space ORDER BY id')).toEqual([
      { id: MAIN, key_hash: 'new' },
      { id: OTHER, key_hash: keyHash },
    ])
  })

  test('only an admin creates a space, and has access to it', async () => {
    const { connectAs } = await open()
    const create = `SELECT office.create_space('Third', 'https://tracking.example/v2', 'hash') AS id`
    expect(await refusal((await connectAs('ben')).query(create))).toBe(NO_RIGHT)
    const ada = await connectAs('ada')
    expect(await ada.query(create)).toEqual([{ id: 3 }])
    expect(await ada.query('SELECT feed, seq FROM office.counter WHERE space = 3 ORDER BY feed')).toEqual([
      { feed: 'mirror', seq: 0 },
      { feed: 'own', seq: 0 },
      { feed: 'task', seq: 0 },
    ])
  })
})

describe.each(OWNERS)('on a server of the %s', (owner) => {
  const open = () => createOffice(inject('officeTemplates'), owner)

  test('no member writes to a table, not even an admin', async () => {
    const { connectAs, owner: admin } = await open()
    const tables = await admin.query<{ name: string }>(
      `SELECT relname AS name FROM pg_class WHERE relnamespace = 'office'::regnamespace AND relkind = 'r'`,
    )
    expect(tables).toHaveLength(14)
    for (const member of await Promise.all(NAMES.map((name) => connectAs(name))))
      for (const { name } of tables) {
        expect(await refusal(member.query(`DELETE FROM office.${name}`)), name).toBe(NO_RIGHT)
        expect(await refusal(member.query(`INSERT INTO office.${name} DEFAULT VALUES`)), name).toBe(NO_RIGHT)
        expect(await refusal(member.query(`SELECT * FROM office.${name} FOR UPDATE`)), name).toBe(NO_RIGHT)
      }
  })

  test('no member calls the helpers inside of the functions', async () => {
    const { connectAs } = await open()
    const lea = await connectAs('lea')
    expect(await refusal(lea.query(`SELECT office.next_number(1, 'mirror', 1)`))).toBe(NO_RIGHT)
    expect(await refusal(lea.query(`SELECT office.end_task(1, gen_random_uuid(), 'DONE', '')`))).toBe(NO_RIGHT)
  })

  test('no function is open to every login, and each has a fixed search path', async () => {
    const { owner: admin } = await open()
    const open_ = await admin.query(
      `SELECT proname FROM pg_proc WHERE pronamespace = 'office'::regnamespace
       AND (has_function_privilege('public', oid, 'EXECUTE') OR proconfig IS DISTINCT FROM ARRAY['search_path=office, pg_temp'])`,
    )
    expect(open_).toEqual([])
  })

  test('every table has row security', async () => {
    const { owner: admin } = await open()
    expect(
      await admin.query(
        `SELECT relname FROM pg_class WHERE relnamespace = 'office'::regnamespace AND relkind = 'r' AND NOT relrowsecurity`,
      ),
    ).toEqual([])
  })

  test('a table of the caller does not take the place of a table of the office', async () => {
    const { connectAs } = await open()
    const rita = await connectAs('rita')
    await rita.runScript(`CREATE TEMP TABLE member (login name, role text, can_lead boolean, removed_at timestamptz);
      INSERT INTO member VALUES (session_user, 'admin', true, NULL)`)
    expect(await refusal(ask(rita, crypto.randomUUID()))).toBe('QW002')
  })

  test('a task has the login of the session, whatever role it took', async () => {
    const { connectAs, loginOf, owner: admin } = await open()
    const ben = await connectAs('ben')
    const op = crypto.randomUUID()
    const operator = await readValue<string>(admin, `office.role_name('operator')`)
    await ben.runScript(`SET ROLE ${operator}`)
    await ask(ben, op)
    expect(await readTask(ben, op)).toMatchObject({ login: loginOf('ben') })
    expect(await refusal(ben.runScript(`SET ROLE ${loginOf('ada')}`))).toBe(NO_RIGHT)
  })
})
