// No text of a member becomes SQL. Each function of the catalog gets hostile texts, also the helpers, and runs with the
// rights of the server's administrator: a statement that one of them built from its text would succeed.
import { expect, inject, test } from 'vitest'
import { PostgresFailure } from '#engine/outside/postgres-failure.ts'
import type { PostgresConnection } from '#engine/outside/postgres.ts'
import { MAIN, act, ask, lead, makeRecord, publish, readValue } from '#support/office-calls.ts'
import { createOffice } from '#support/office.ts'

/** Each ends a text of SQL in another manner, and then drops the bait. */
const hostile = [
  `'; DROP TABLE public.bait; --`,
  `''; DROP TABLE public.bait; --`,
  `x"; DROP TABLE public.bait; --`,
  `\\'; DROP TABLE public.bait; --`,
  `$$; DROP TABLE public.bait; $$`,
  `$1; DROP TABLE public.bait; --`,
  `); DROP TABLE public.bait; --`,
  `' || (SELECT public.take_bait()) || '`,
  `%L'; DROP TABLE public.bait; --%s`,
  `x' OR public.take_bait() IS NOT NULL OR 'x' = '`,
  `public.take_bait()`,
  `'; SET ROLE none; DROP TABLE public.bait; /*`,
  `\u02bc; DROP TABLE public.bait; --`,
  `{"space":"1); DROP TABLE public.bait; --"}`,
]

/** The value of each argument type. Texts also stand inside of JSON, as names and as values. */
const valueOf: Record<string, (text: string) => string | number | boolean | null | string[]> = {
  text: (text) => text,
  name: (text) => text.slice(0, 60),
  'text[]': (text) => [text, text],
  json: (text) => JSON.stringify([nest(text)]),
  jsonb: (text) => JSON.stringify(nest(text)),
  integer: () => MAIN,
  bigint: () => 1,
  boolean: () => true,
  uuid: () => '00000000-0000-4000-8000-000000000001',
  'timestamp with time zone': () => '2026-11-28T10:00:00Z',
  'office.own': () => null,
  'office.own_act': () => null,
}

const nest = (text: string) => ({
  ...{ [text]: text, type: text, id: text, uid: text, rid: text, field: text, key: text, part: text, value: text },
  ...{ hash: text, kind: text, containers: [{ id: text, number: text }], first_seen_at: text, read_at: text },
})

const FUNCTIONS_SQL = `SELECT nspname || '.' || proname AS name,
    ARRAY(SELECT format_type(t, NULL) FROM unnest(proargtypes) WITH ORDINALITY AS a (t, n) ORDER BY n) AS types
  FROM pg_proc JOIN pg_namespace n ON n.oid = pronamespace WHERE nspname = ANY ($1) ORDER BY 1`

/** Returns the names of functions that took the bait. */
async function findInjectable(owner: PostgresConnection, schemas: string[]): Promise<string[]> {
  await owner.runScript(`CREATE TABLE IF NOT EXISTS public.bait (taken boolean);
    CREATE OR REPLACE FUNCTION public.take_bait() RETURNS text LANGUAGE sql AS 'INSERT INTO public.bait VALUES (true) RETURNING '''''`)
  const functions = await owner.query<{ name: string; types: string[] }>(FUNCTIONS_SQL, [schemas])
  const injectable = new Set<string>()
  for (const { name, types } of functions)
    for (const text of hostile) if (await takesBait(owner, name, types, text)) injectable.add(name)
  return [...injectable]
}

async function takesBait(owner: PostgresConnection, name: string, types: string[], text: string): Promise<boolean> {
  const values = types.map((type) => {
    const toValue = valueOf[type]
    if (toValue === undefined) throw new Error(`no value of the type ${type} of ${name}`)
    return toValue(text)
  })
  await owner.runScript('BEGIN')
  try {
    const places = types.map((type, index) => `$${index + 1}::${type}`)
    // A value that the function refuses ends the transaction, and what it did before with it.
    await owner.query(`SELECT ${name}(${places.join(', ')})`, values)
    const [bait] = await owner.query<{ isWhole: boolean }>(`SELECT to_regclass('public.bait') IS NOT NULL AS "isWhole"`)
    return bait?.isWhole !== true || (await readValue<number>(owner, '(SELECT count(*) FROM public.bait)')) > 0
  } catch (error) {
    if (!(error instanceof PostgresFailure)) throw error
    return false
  } finally {
    await owner.runScript('ROLLBACK')
  }
}

test('no function runs a text as SQL', async () => {
  const { owner } = await createOffice(inject('officeTemplates'))
  // The administrator is a member with every right and the lease, so that each function does its work.
  await owner.runScript(`INSERT INTO office.member (login, name, role, can_lead) VALUES (session_user, 'x', 'admin', true);
    INSERT INTO office.access VALUES (${MAIN}, session_user);
    UPDATE office.lease SET fence = 1, login = session_user, until = clock_timestamp() + interval '1 hour'`)
  expect(await findInjectable(owner, ['office', 'bi'])).toEqual([])
})

test('the check above finds functions that run a text as SQL', async () => {
  const { owner } = await createOffice(inject('officeTemplates'))
  const create = (name: string, argument: string, statement: string) =>
    owner.runScript(`CREATE FUNCTION weak.${name}(p ${argument}) RETURNS void LANGUAGE plpgsql AS $f$
      BEGIN EXECUTE ${statement}; END $f$`)
  await owner.runScript('CREATE SCHEMA weak')
  await create('in_quotes', 'text', `'SELECT ''' || p || ''''`)
  await create('as_name', 'text', `format('SELECT 1 AS "%s"', p)`)
  await create('in_json', 'json', `'SELECT ''' || (p->0->>'value') || ''''`)
  await create('quoted', 'text', `format('SELECT %L', p)`)
  expect(await findInjectable(owner, ['weak'])).toEqual(['weak.as_name', 'weak.in_json', 'weak.in_quotes'])
})

test('a hostile text is stored letter by letter', async () => {
  const { connectAs, owner, loginOf } = await createOffice(inject('officeTemplates'))
  const [ben, lea] = await Promise.all([connectAs('ben'), connectAs('lea')])
  const fence = await lead(lea)
  for (const [index, text] of hostile.entries()) {
    const op = crypto.randomUUID()
    await ben.query('SELECT office.hello($1, $2)', [99, text])
    await ask(ben, op, { kind: text, payload: text })
    await act(ben, [{ op: crypto.randomUUID(), part: 'notes', key: JSON.stringify([text]), value: text }])
    await publish(lea, fence, { records: [{ ...makeRecord(text), type: text }], bodies: [text] })
    expect(await readValue(owner, `(SELECT device FROM office.member WHERE login = $1)`, [loginOf('ben')])).toBe(text)
    expect(await owner.query('SELECT kind, payload FROM office.task WHERE op = $1', [op])).toEqual([
      { kind: text, payload: text },
    ])
    expect(await readValue(owner, '(SELECT count(*) FROM office.own)'), text).toBe(index + 1)
    expect(await owner.query('SELECT id, body FROM office.record WHERE type = $1', [text])).toEqual([
      { id: text, body: text },
    ])
  }
})
