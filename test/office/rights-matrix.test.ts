// Who may do what, as a matrix: each role, each function, and each table and view. The list of what exists is read from
// the catalog of the server, so that a new function without an entry here fails. The clients are plain ones of `pg`,
// which send any statement, like psql.
import { Client, DatabaseError } from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { createVerifier } from '#engine/office/joining/secrets.ts'
import { OWNERS, type Owner } from '#support/office-databases.ts'
import { MAIN } from '#support/office-calls.ts'
import { createOffice } from '#support/office.ts'

/** The logins, by their role. `candidate`: the server lets it lead, and the office does not. */
const logins = {
  admin: 'ada',
  operator: 'ben',
  reader: 'rita',
  leader: 'lea',
  candidate: 'max',
  bi: 'bill',
  stranger: 'stranger',
} as const
type Role = keyof typeof logins
const roles = Object.keys(logins) as Role[]
/** Lea and Max are operators too. */
const OPERATORS: readonly Role[] = ['admin', 'operator', 'leader', 'candidate']
const MEMBERS: readonly Role[] = [...OPERATORS, 'reader']
const NOBODY: readonly Role[] = []
/** Functions for leaders answer `false` or no row without the lease, so the server lets a candidate call them. */
const LEADERS: readonly Role[] = ['leader', 'candidate']

const VERIFIER = createVerifier('a password for tests', new Uint8Array(16))
const UUID = `'00000000-0000-4000-8000-000000000001'`

/** By schema, name and types of the arguments. Each call is valid for a member with the rights. */
const calls: Record<string, { call: string; allowed: readonly Role[] }> = {
  'bi.instant_of(text)': { call: `bi.instant_of('')`, allowed: ['bi'] },
  'bi.text_of(text)': { call: `bi.text_of('')`, allowed: ['bi'] },
  'bi.today_in(text)': { call: `bi.today_in('UTC')`, allowed: ['bi'] },
  'office.act(integer, integer, timestamp with time zone, json)': {
    call: `office.act(${MAIN}, 99, now(), '[]')`,
    allowed: OPERATORS,
  },
  'office.answer(integer, bigint, uuid, text, text)': {
    call: `office.answer(${MAIN}, 0, ${UUID}, 'DONE', '')`,
    allowed: LEADERS,
  },
  'office.ask(integer, integer, uuid, text, text, integer, text, integer)': {
    call: `office.ask(${MAIN}, 99, ${UUID}, 'edit', '{}', 1, '', NULL)`,
    allowed: OPERATORS,
  },
  'office.beat(integer, bigint)': { call: `office.beat(${MAIN}, 0)`, allowed: LEADERS },
  'office.bi_differing(integer, text, json)': {
    call: `office.bi_differing(${MAIN}, 'container', '{}')`,
    allowed: LEADERS,
  },
  'office.cancel(integer, uuid)': { call: `office.cancel(${MAIN}, ${UUID})`, allowed: MEMBERS },
  'office.claim(integer, bigint, integer)': { call: `office.claim(${MAIN}, 0, 1)`, allowed: LEADERS },
  'office.create_space(text, text, text)': { call: `office.create_space('', '', '')`, allowed: ['admin'] },
  'office.finish_bi(integer, bigint, text)': { call: `office.finish_bi(${MAIN}, 0, 'earliest')`, allowed: LEADERS },
  'office.finish_seed(integer, bigint, uuid, integer, text)': {
    call: `office.finish_seed(${MAIN}, 0, ${UUID}, 0, '')`,
    allowed: LEADERS,
  },
  'office.hello(integer, text)': { call: `office.hello(99, '')`, allowed: MEMBERS },
  'office.invite(name, text, text, boolean, text, integer)': {
    call: `office.invite('not_yet_there', '', 'reader', true, '${VERIFIER}', ${MAIN})`,
    allowed: ['admin'],
  },
  'office.is_member()': { call: 'office.is_member()', allowed: MEMBERS },
  'office.my_spaces()': { call: 'office.my_spaces()', allowed: MEMBERS },
  'office.own_state(integer, bigint, uuid)': { call: `office.own_state(${MAIN}, 0, NULL)`, allowed: MEMBERS },
  'office.publish(integer, bigint, json, text[], json, json)': {
    call: `office.publish(${MAIN}, 0, '[]', '{}', '[]', '[]')`,
    allowed: LEADERS,
  },
  'office.publish_after(integer, bigint, bigint, json, text[], json, json)': {
    call: `office.publish_after(${MAIN}, 0, 0, '[]', '{}', '[]', '[]')`,
    allowed: LEADERS,
  },
  'office.publish_bi(integer, bigint, text, json, json)': {
    call: `office.publish_bi(${MAIN}, 0, 'container', '{}', '{}')`,
    allowed: LEADERS,
  },
  'office.publish_late(integer, integer, json)': {
    call: `office.publish_late(${MAIN}, 99, '[]')`,
    allowed: ['leader'],
  },
  'office.release_lease(integer, bigint, jsonb)': { call: `office.release_lease(${MAIN}, 0, '{}')`, allowed: LEADERS },
  'office.remove_member(name)': { call: `office.remove_member('not_there')`, allowed: ['admin'] },
  'office.renew_key(integer, integer, text, text)': {
    call: `office.renew_key(${MAIN}, 99, '', '')`,
    allowed: ['admin'],
  },
  'office.renew_lease(integer, bigint, integer, boolean, jsonb, jsonb)': {
    call: `office.renew_lease(${MAIN}, 0, 1000, false, '{}', '{}')`,
    allowed: LEADERS,
  },
  'office.reset_password(name, text)': {
    call: `office.reset_password('not_there', '${VERIFIER}')`,
    allowed: ['admin'],
  },
  'office.seal_key(integer, text)': { call: `office.seal_key(${MAIN}, '')`, allowed: ['admin'] },
  'office.store_seed_part(integer, bigint, uuid, integer, text)': {
    call: `office.store_seed_part(${MAIN}, 0, ${UUID}, 1, '')`,
    allowed: LEADERS,
  },
  'office.take_lease(integer, integer, text, integer, boolean)': {
    call: `office.take_lease(${MAIN}, 99, '', 1000, false)`,
    allowed: ['leader'],
  },
}

/** Helpers inside of the functions above. No login may call them. */
const helpers = [
  ...['check_page_size(json, json, json)', 'decide_act(integer, office.own, office.own_act)'],
  ...[
    'end_sessions(name)',
    'end_task(integer, uuid, text, text)',
    'expire_tasks(integer)',
    'holds_lease(integer, bigint)',
  ],
  'is_known_change(integer, text, text, text, text, text, text)',
  ...['is_verifier(text)', 'require_admin()', 'set_up(text, text, text, text, text)'],
  ...['lease_end(integer)', 'may_ask(integer, text)', 'may_lead(integer)', 'my_role(integer)'],
  ...['next_number(integer, text, bigint)', 'notify_followers(integer, text, bigint)', 'refuse()'],
  ...['remove_old_rows(integer)', 'require_candidate(integer, integer)', 'require_client(integer)'],
  ...['require_room_for_tasks(integer)', 'role_name(text)', 'store_act(integer, office.own_act)'],
  ...['store_bi_containers(integer, text[], json)', 'store_bi_documents(integer, text[], json)'],
  ...['store_bi_shipments(integer, text[], json)', 'store_changes(integer, bigint, json, boolean)'],
  ...['store_checks(integer, bigint, json)', 'store_records(integer, bigint, json, text[])'],
  ...['try_lock(integer)', 'unlock(integer)'],
].map((name) => `office.${name}`)

/** Who may read each table and view. Nobody may write to one. */
const readers: Record<string, readonly Role[]> = {
  ...listOf('office', MEMBERS, [
    ...['access', 'beat', 'change', 'checked', 'counter', 'lease', 'member', 'meta', 'own', 'own_step', 'record'],
    ...['seed', 'space', 'task'],
  ]),
  ...listOf('bi_rows', NOBODY, [
    ...['charge', 'container', 'document', 'document_link', 'lfd_step', 'publication', 'published', 'shipment'],
  ]),
  ...listOf(
    'bi',
    ['bi'],
    [
      ...['accounts', 'changes', 'charges', 'containers', 'contract_version', 'document_links', 'documents', 'fees'],
      ...['lfd_history', 'shipments'],
    ],
  ),
}

function listOf(schema: string, allowed: readonly Role[], names: string[]): typeof readers {
  return Object.fromEntries(names.map((name) => [`${schema}.${name}`, allowed]))
}

const writes = (name: string, column: string) => [
  `INSERT INTO ${name} OVERRIDING SYSTEM VALUE SELECT * FROM ${name} WHERE false`,
  `INSERT INTO ${name} DEFAULT VALUES`,
  `UPDATE ${name} SET ${column} = ${column} WHERE false`,
  `DELETE FROM ${name} WHERE false`,
  `TRUNCATE ${name}`,
  `LOCK TABLE ${name} IN EXCLUSIVE MODE`,
  `DROP TABLE ${name}`,
  `ALTER TABLE ${name} RENAME TO taken`,
  `CREATE TRIGGER t BEFORE INSERT ON ${name} EXECUTE FUNCTION suppress_redundant_updates_trigger()`,
]

async function open(owner: Owner) {
  const office = await createOffice(inject('officeTemplates'), owner)
  const connect = async (role: Role) => {
    const { host, port, database, user, password } = office.addressOf(logins[role])
    const client = new Client({ host, port, database, user, password, ssl: false })
    await client.connect()
    // The database may be removed before the connection is closed.
    client.on('error', () => undefined)
    onTestFinished(() => client.end())
    return client
  }
  const clients = new Map<Role, Client>()
  for (const role of roles) clients.set(role, await connect(role))
  /** Who is not refused. Nothing that succeeds stays. */
  const listAllowed = async (sql: string) => {
    const results = await Promise.all(
      [...clients].map(async ([role, client]) => ({ role, isRight: await isAllowed(client, sql) })),
    )
    return results.flatMap(({ role, isRight }) => (isRight ? role : [])).toSorted()
  }
  return { ...office, clients, listAllowed }
}

/** `QW…`: refused by the function itself. The others are the server's codes for a missing right. */
const REFUSED = ['42501', 'QW001', 'QW002']

async function isAllowed(client: Client, sql: string): Promise<boolean> {
  await client.query('BEGIN')
  try {
    await client.query(sql)
    return true
  } catch (error) {
    if (error instanceof DatabaseError && REFUSED.includes(error.code ?? '')) return false
    // A trigger on a view, a view without a rule for writing: the server refuses it for everybody.
    if (error instanceof DatabaseError && ['42809', '55000'].includes(error.code ?? '')) return false
    throw error
  } finally {
    await client.query('ROLLBACK')
  }
}

const FUNCTIONS_SQL = `SELECT nspname || '.' || proname || '(' || oidvectortypes(proargtypes) || ')' AS name,
    nspname || '.' || proname || '(' || concat_ws(', ', VARIADIC ARRAY(
      SELECT 'NULL::' || format_type(t, NULL) FROM unnest(proargtypes) WITH ORDINALITY AS a (t, n) ORDER BY n)) || ')' AS call
  FROM pg_proc JOIN pg_namespace n ON n.oid = pronamespace WHERE nspname IN ('office', 'bi', 'bi_rows') ORDER BY 1`

const RELATIONS_SQL = `SELECT nspname || '.' || relname AS name, relkind AS kind, (
    SELECT attname FROM pg_attribute WHERE attrelid = c.oid AND NOT attisdropped ORDER BY attnum DESC LIMIT 1) AS column
  FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace
  WHERE nspname IN ('office', 'bi', 'bi_rows') AND relkind NOT IN ('i', 'c') ORDER BY 1`

test.each(OWNERS)('each role calls the functions that it may call, on a server of the %s', async (serverOwner) => {
  const { owner, listAllowed } = await open(serverOwner)
  const functions = await owner.query<{ name: string; call: string }>(FUNCTIONS_SQL)
  expect(functions.map(({ name }) => name).toSorted()).toEqual([...Object.keys(calls), ...helpers].toSorted())
  for (const { name, call } of functions)
    expect(await listAllowed(`SELECT ${calls[name]?.call ?? call}`), name).toEqual(
      (calls[name]?.allowed ?? NOBODY).toSorted(),
    )
})

test.each(OWNERS)(
  'each role reads the tables and views that it may read, on a server of the %s',
  async (serverOwner) => {
    const { owner, listAllowed } = await open(serverOwner)
    const relations = await owner.query<{ name: string; kind: string; column: string }>(RELATIONS_SQL)
    const sequences = relations.filter(({ kind }) => kind === 'S')
    const tables = relations.filter(({ kind }) => kind !== 'S')
    expect(tables.map(({ name }) => name)).toEqual(Object.keys(readers).toSorted())
    for (const { name, column } of tables) {
      expect(await listAllowed(`SELECT * FROM ${name}`), name).toEqual((readers[name] ?? NOBODY).toSorted())
      for (const sql of writes(name, column)) expect(await listAllowed(sql), sql).toEqual([])
    }
    for (const { name } of sequences) expect(await listAllowed(`SELECT nextval('${name}')`), name).toEqual([])
  },
)

test.each(OWNERS)(
  'a login for reports has no right outside of the views, on a server of the %s',
  async (serverOwner) => {
    const { owner, clients, loginOf, listAllowed } = await open(serverOwner)
    const bill = clients.get('bi')
    const visible = await bill?.query<{ name: string }>(
      `SELECT nspname || '.' || relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace
     WHERE nspname NOT IN ('pg_catalog', 'information_schema') AND nspname !~ '^pg_(toast|temp)'
       AND relkind NOT IN ('i', 'c', 'S') AND has_schema_privilege(n.oid, 'USAGE')
       AND has_table_privilege(c.oid, 'SELECT, INSERT, UPDATE, DELETE, TRUNCATE, REFERENCES, TRIGGER') ORDER BY 1`,
    )
    expect(visible?.rows.map(({ name }) => name)).toEqual(
      Object.keys(readers)
        .filter((name) => name.startsWith('bi.'))
        .toSorted(),
    )
    for (const schema of ['office', 'bi', 'bi_rows'])
      expect(await listAllowed(`CREATE TABLE ${schema}.taken (id int)`), schema).toEqual([])
    const others = ['reader', 'operator', 'admin', 'leader', 'bi'] as const
    for (const role of others) {
      const [row] = await owner.query<{ name: string }>(`SELECT office.role_name('${role}') AS name`)
      const allowed = await listAllowed(`SET ROLE ${row?.name ?? ''}`)
      expect(allowed.includes('bi'), role).toBe(role === 'bi')
      expect(await listAllowed(`GRANT ${row?.name ?? ''} TO ${loginOf('bill')}`), role).toEqual([])
    }
    expect(await listAllowed(`SET SESSION AUTHORIZATION ${loginOf('solo')}`)).toEqual([])
    expect(await listAllowed(`CREATE ROLE ${loginOf('taken')}`)).toEqual([])
    expect(await listAllowed(`COPY (SELECT 1) TO '/tmp/taken'`)).toEqual([])
    expect(await listAllowed(`SELECT pg_read_file('postgresql.conf')`)).toEqual([])
  },
)

test('a login for reports that holds the lock of the leaders does not keep a leader out', async () => {
  const { clients } = await open('admin')
  const [bill, lea] = [clients.get('bi'), clients.get('leader')]
  await bill?.query(`SELECT pg_advisory_lock(20823, ${MAIN})`)
  const taken = await lea?.query(`SELECT fence FROM office.take_lease(${MAIN}, 99, '', 1000, true)`)
  expect(taken?.rows).toEqual([{ fence: '1' }])
})
