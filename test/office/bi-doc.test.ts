// docs/bi.md names every view and column with its type, and its statements run.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ROOT } from '../../scripts/project.mjs'
import { fillBiOffice, openBiOffice } from '#support/bi-office.ts'
import { connect } from '#support/office-databases.ts'
import { container } from '#support/mirror.ts'
import { NO_RIGHT, readValue, refusal } from '#support/office-calls.ts'

const doc = readFileSync(join(ROOT, 'docs/bi.md'), 'utf8')
const statements = [...doc.matchAll(/```sql\n(.*?)```/gs)].map(([, sql = '']) => sql)
const [createLogin = '', ...examples] = statements

type Column = { view: string; name: string; type: string; isNullable: boolean }

function listDocumented(): Column[] {
  return [...doc.matchAll(/^## bi\.(\w+)\n(.*?)(?=^## )/gms)].flatMap(([, view = '', text = '']) =>
    [...text.matchAll(/^\| `(\w+)` \| (\w+) \| (yes|no) \|/gm)].map(([, name = '', type = '', nullable]) => ({
      ...{ view, name, type },
      isNullable: nullable === 'yes',
    })),
  )
}

test('the page has each view and column, in their order, with their types', async () => {
  const { bill } = await openBiOffice()
  const columns = await bill.query<Omit<Column, 'isNullable'>>(
    `SELECT relname AS view, attname AS name,
       replace(format_type(atttypid, NULL), 'timestamp with time zone', 'timestamptz') AS type
     FROM pg_attribute JOIN pg_class c ON c.oid = attrelid
     WHERE relnamespace = 'bi'::regnamespace AND attnum > 0 ORDER BY relname, attnum`,
  )
  const documented = listDocumented().map(({ view, name, type }) => ({ view, name, type }))
  // A sort is stable, so the columns of a view keep their order.
  expect(documented.toSorted((a, b) => (a.view < b.view ? -1 : a.view > b.view ? 1 : 0))).toEqual(columns)
})

test('a column that is never null has a value in each row', async () => {
  const office = await openBiOffice()
  await fillBiOffice(office)
  await office.publish()
  for (const view of new Set(listDocumented().map((column) => column.view))) {
    const required = listDocumented().filter((column) => column.view === view && !column.isNullable)
    const rows = await office.select(`bi.${view}`)
    for (const row of rows) for (const { name } of required) expect(row[name], `${view}.${name}`).not.toBeNull()
  }
})

test('each example runs as a login for reports, and has rows', async () => {
  const office = await openBiOffice()
  await fillBiOffice(office)
  const soon = await readValue<string>(office.owner, `(now() + interval '3 days')::date::text`)
  await office.read(container('soon', 'SOOU0000001', null, { import_deadlines: { pickup_lfd_terminal: soon } }))
  await office.publish()
  expect(examples).toHaveLength(3)
  for (const sql of examples) expect((await office.bill.query(sql)).length, sql).toBeGreaterThan(0)
})

test('the login that the page creates reads the views and nothing else', async () => {
  const { owner, addressOf, loginOf } = await openBiOffice()
  const name = loginOf(`reports_${process.pid}`)
  onTestFinished(async () => {
    await owner.runScript(`DROP OWNED BY ${name}; DROP ROLE ${name}`)
  })
  await owner.runScript(createLogin.replaceAll('reports', name))
  const reports = await connect({ ...addressOf('bill'), user: name, password: 'choose a long password' })
  onTestFinished(() => reports.close())
  expect(await reports.query('SELECT version FROM bi.contract_version')).toEqual([{ version: 1 }])
  expect(await refusal(reports.query('SELECT * FROM office.record'))).toBe(NO_RIGHT)
})
